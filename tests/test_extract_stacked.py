"""Tables that follow one another without a gap: each has its own heads, all share title and unit."""

from pathlib import Path

import pytest
from drawing import Text, document_of, right

from pipeline.document import Document, Row

Rows = list[tuple[str, ...]]


def tables(folder: Path, rows: Rows, *, title: str = "") -> Document:
    """Read rows of a label and figures that end 80 points apart."""
    texts = [(72.0, 80.0, title)] if title else []
    for at, (label, *figures) in enumerate(rows):
        y = 110.0 + 14 * at
        texts.extend([(72.0, y, label)] if label else [])
        texts.extend(right(380.0 + 80 * column, y, figure, 10) for column, figure in enumerate(figures) if figure)
    return document_of(folder, texts)


def written(document: Document, rows: tuple[Row, ...]) -> list[str]:
    return [document.pages[0].text[row.span.start : row.span.end] for row in rows]


def heads(document: Document) -> list[list[str]]:
    return [written(document, table.header_rows) for table in document.tables]


FIRST: Rows = [("(Millions)", "2021", "2020"), ("Sales", "1,200", "1,100"), ("Costs", "900", "800")]


@pytest.mark.parametrize(
    ("second", "head"),
    [
        ([("(Millions)", "2021", "2019")], ["(Millions)\t2021\t2019"]),
        ([("Assets", "", ""), ("", "Dec. 31, 2021", "Dec. 31, 2020")], ["Assets", "Dec. 31, 2021\tDec. 31, 2020"]),
        ([("Years ended June 30,", "2021", "2019")], ["Years ended June 30,\t2021\t2019"]),
        ([("Shares outstanding", "2021", "2020", "2019")], ["Shares outstanding\t2021\t2020\t2019"]),
    ],
)
def test_a_second_table_begins_with_its_own_dates(tmp_path: Path, second: Rows, head: list[str]):
    rest: Rows = [("Cash", "70", "60"), ("Debt", "30", "20")]
    found = tables(tmp_path, [*FIRST, *second, *rest], title="Alder AG at a glance")
    assert heads(found) == [["(Millions)\t2021\t2020"], head]
    assert written(found, found.tables[1].rows) == ["Cash\t70\t60", "Debt\t30\t20"]


def test_a_second_table_is_under_the_title_and_in_the_unit_of_the_first(tmp_path: Path):
    second: Rows = [("", "2021", "2019"), ("Cash", "70", "60"), ("Debt", "30", "20")]
    title = "Alder AG at a glance"
    found = tables(tmp_path, [("(in millions)", "2021", "2020"), *FIRST[1:], *second], title=title)
    first, other = found.tables
    assert first.unit_line is not None
    assert other.unit_line == first.unit_line
    assert other.caption == first.caption is not None
    assert written(found, other.header_rows) == ["2021\t2019"]


@pytest.mark.parametrize(
    "row",
    [
        ("Expiry", "2031", "2035"),
        ("Shares", "2,021", "2,020"),
        ("Founded", "1999", "2004"),
        ("Signed", "", "May 4, 2021"),
    ],
)
def test_a_row_of_years_with_a_label_of_its_own_stays_in_its_table(tmp_path: Path, row: tuple[str, ...]):
    found = tables(tmp_path, [*FIRST, row, ("Cash", "70", "60"), ("Debt", "30", "20")])
    assert heads(found) == [["(Millions)\t2021\t2020"]]
    assert len(found.tables[0].rows) == 5


def test_the_second_line_of_a_label_stays_with_its_row_above_the_dates(tmp_path: Path):
    rows: Rows = [*FIRST, ("Income attributable to the", "70", "60"), ("owners of Alder AG", "", "")]
    found = tables(tmp_path, [*rows, ("", "2021", "2019"), ("Cash", "7", "6"), ("Debt", "3", "2")])
    assert heads(found) == [["(Millions)\t2021\t2020"], ["2021\t2019"]]
    assert written(found, found.tables[0].rows)[-1].split("\n")[-1].endswith("owners of Alder AG")


def test_notes_stay_with_the_table_above_them(tmp_path: Path):
    rows: Rows = [*FIRST, ("(a) Without the plant in Kiel.", "", ""), ("Cash flows", "", "")]
    found = tables(tmp_path, [*rows, ("", "2021", "2019"), ("Cash", "7", "6"), ("Debt", "3", "2")])
    assert heads(found) == [["(Millions)\t2021\t2020"], ["Cash flows", "2021\t2019"]]


def test_days_over_the_years_are_heads_too(tmp_path: Path):
    rows: Rows = [
        ("Sales of", "Half-year to June", "Half-year to June"),
        ("", "30,", "30,"),
        ("(Millions)", "2021", "2020"),
    ]
    assert len(tables(tmp_path, [*rows, *FIRST[1:], ("Cash", "7", "6")]).tables) == 1


def test_dates_below_the_heads_of_a_table_begin_no_other(tmp_path: Path):
    rows: Rows = [("", "Group", "Parent"), ("(Millions)", "2021", "2020"), *FIRST[1:], ("Cash", "70", "60")]
    assert heads(tables(tmp_path, rows)) == [["Group\tParent", "(Millions)\t2021\t2020"]]


@pytest.mark.parametrize("date", ["December 31, 2020", "As of December 31, 2020", "Year ended December 31, 2020"])
def test_a_date_alone_over_the_heads_of_other_columns_begins_a_table(tmp_path: Path, date: str):
    rows: Rows = [("", date, ""), ("", "Cost", "Value"), *FIRST[1:]]
    found = tables(tmp_path, [("", "Cost", "Value"), *FIRST[1:], *rows])
    assert heads(found) == [["Cost\tValue"], [date, "Cost\tValue"]]


@pytest.mark.parametrize("row", [("December 31, 2020", "", ""), ("", "Kiel, May 2020", "")])
def test_a_date_among_the_labels_or_a_place_begins_none(tmp_path: Path, row: tuple[str, ...]):
    found = tables(tmp_path, [("", "Cost", "Value"), *FIRST[1:], row, ("", "Cost", "Value"), *FIRST[1:]])
    assert len(found.tables) == 1


def test_a_date_right_above_figures_is_a_cell_of_theirs(tmp_path: Path):
    found = tables(tmp_path, [("", "Cost", "Value"), *FIRST[1:], ("", "May 4, 2020", ""), *FIRST[1:]])
    assert len(found.tables) == 1


def levelled(y: float, date: str) -> list[Text]:
    """Draw a table whose heads are four lines and a label below its date."""
    texts: list[Text] = [(340, y, date)]
    for at, (one, other) in enumerate(
        [("Rooms", "Rooms"), ("of ours", "of ours"), ("let to", "kept by"), ("others", "us")]
    ):
        texts += [right(380, y + 14 + 14 * at, one, 10), right(460, y + 14 + 14 * at, other, 10)]
    texts.append((72, y + 70, "Rents received"))
    for at, (label, *figures) in enumerate([("Workshop", "780", "200"), ("Office", "310", "150")]):
        line = y + 84 + 14 * at
        texts += [(72, line, label), *(right(380 + 80 * i, line, figure, 10) for i, figure in enumerate(figures))]
    return texts


def test_a_date_begins_a_table_whose_heads_are_four_lines_and_a_label(tmp_path: Path):
    found = document_of(tmp_path, [*levelled(130, "December 31, 2031"), *levelled(260, "December 31, 2030")])
    assert [each[0] for each in heads(found)] == ["December 31, 2031", "December 31, 2030"]


def test_a_date_above_the_first_table_is_no_title_of_the_second(tmp_path: Path):
    above = [(340.0, 100.0, "December 31, 2031")]
    first, second = document_of(tmp_path, [*above, *levelled(130, "")[1:], *levelled(260, "December 31, 2030")]).tables
    assert first.caption is not None
    assert second.caption is None
