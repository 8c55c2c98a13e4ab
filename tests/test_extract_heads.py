"""What stands over a table and belongs to it: the line of its currency, and heads a little above the others."""

from pathlib import Path

import pytest
from drawing import Text, document_of, right, shown

from pipeline.document import Document, Place

ROWS = [("Workshop", "11,780", "11,200"), ("Office", "4,310", "4,150"), ("Parking", "600", "560")]


def table(folder: Path, *above: Text) -> Document:
    """Read three rows of a label and two figures below ``above``."""
    texts = list(above)
    for at, (label, *figures) in enumerate(ROWS):
        y = 160.0 + 14 * at
        texts.append((72.0, y, label))
        texts.extend(right(380.0 + 80 * column, y, figure, 10) for column, figure in enumerate(figures))
    return document_of(folder, texts)


def said(document: Document, place: Place | None) -> str | None:
    return None if place is None else document.pages[place.page - 1].text[slice(*place.span)]


@pytest.mark.parametrize("unit", ["in EUR", "(in USD)", "in $", "(in £)", "EUR", "(CHF)", "All amounts in GBP"])
def test_a_currency_alone_above_a_table_is_its_unit_and_the_line_above_its_caption(tmp_path: Path, unit: str):
    found = table(
        tmp_path, (72, 110, "Rents by kind of room"), (72, 130, unit), (300, 146, "Rent"), (380, 146, "Before")
    )
    first = found.tables[0]
    assert said(found, first.unit_line) == unit
    assert said(found, first.caption) == "Rents by kind of room"


@pytest.mark.parametrize("title", ["in Kiel", "EUR notes", "in USD terms and at cost", "Interest in EUR loans"])
def test_other_lines_with_in_or_a_currency_are_no_units(tmp_path: Path, title: str):
    found = table(tmp_path, (72, 130, title), (300, 146, "Rent"), (380, 146, "Before"))
    assert found.tables[0].unit_line is None
    assert said(found, found.tables[0].caption) == title


def test_a_currency_behind_in_is_no_column_of_signs(tmp_path: Path):
    lines = [(72, 100, "in EUR"), (72, 116, "Item"), (300, 116, "Rent"), (72, 132, "Workshop"), (300, 132, "11.780,00")]
    assert shown(tmp_path, *lines).text.split("\n")[0] == "in EUR"


def test_a_sign_behind_a_label_stays_with_its_figure(tmp_path: Path):
    lines = [
        (72, 100, "Amount invested in"),
        (280, 100, "$"),
        (300, 100, "11,780"),
        (72, 116, "Rent"),
        (300, 116, "4,310"),
    ]
    assert shown(tmp_path, *lines).text.split("\n")[0] == "Amount invested in\t$ 11,780"


def heads(document: Document) -> list[list[list[tuple[int, str]]]]:
    text = document.pages[0].text
    return [
        [[(cell.column, text[slice(*cell.span)]) for cell in row.cells] for row in table.header_rows]
        for table in document.tables
    ]


def test_a_period_a_little_above_the_years_heads_them(tmp_path: Path):
    above = [(72, 100, "Rents were as follows (in millions):"), (350, 122, "Year ended March 31,")]
    found = table(tmp_path, *above, right(380, 146, "2031", 10), right(460, 146, "2030", 10))
    assert heads(found) == [[[(1, "Year ended March 31,")], [(1, "2031"), (2, "2030")]]]
    assert said(found, found.tables[0].unit_line) == "(in millions)"
    assert said(found, found.tables[0].caption) == "Rents were as follows (in millions):"


@pytest.mark.parametrize("line", ["Years of service", "March rents", "Plant in Kiel", "The year ended well."])
def test_other_lines_as_far_above_are_no_heads(tmp_path: Path, line: str):
    found = table(tmp_path, (350, 122, line), right(380, 146, "2031", 10), right(460, 146, "2030", 10))
    assert heads(found) == [[[(1, "2031"), (2, "2030")]]]


def test_a_period_on_the_left_margin_is_a_title_where_a_date_would_be_a_label(tmp_path: Path):
    found = table(tmp_path, (72, 146, "Year ended March 31, 2031"))
    assert heads(found) == [[]]


def test_a_period_over_the_labels_heads_them(tmp_path: Path):
    texts: list[Text] = [
        (72, 100, "Rents to come were as follows:"),
        (72, 122, "(in millions)"),
        (72, 140, "Year ending June 30,"),
    ]
    for at, (year, sum_) in enumerate([("2031", "787"), ("2032", "677"), ("Thereafter", "526")]):
        texts += [(72, 156.0 + 14 * at, year), right(380, 156 + 14 * at, sum_, 10)]
    found = document_of(tmp_path, texts)
    assert heads(found) == [[[(0, "(in millions)")], [(0, "Year ending June 30,")]]]
    assert said(found, found.tables[0].caption) == "Rents to come were as follows:"
    assert len(found.tables[0].rows) == 3


def test_two_periods_with_a_blank_between_stand_over_columns_of_their_own(tmp_path: Path):
    rows = [("", "2031", "2030", "2031", "2030"), ("Rent", "1,200", "1,100", "2,300", "2,150")]
    rows += [("Heating", "300", "280", "610", "590"), ("Water", "90", "85", "170", "165")]
    texts: list[Text] = [(262, 110, "Three months ended June 30, Six months ended June 30,")]
    for at, (label, *figures) in enumerate(rows):
        y = 126.0 + 14 * at
        texts += [(72, y, label)] if label else []
        texts += [right(310 + 62 * column, y, text, 10) for column, text in enumerate(figures)]
    first = document_of(tmp_path, texts).tables[0]
    assert [(cell.column, cell.columns) for cell in first.header_rows[0].cells] == [(1, 2), (3, 2)]


def test_a_title_above_a_period_stays_a_block_of_its_own(tmp_path: Path):
    above = [(250, 80, "Alder AG"), (225, 94, "Statements of Rent"), (350, 122, "Year ended March 31,")]
    found = table(tmp_path, *above, right(380, 146, "2031", 10), right(460, 146, "2030", 10))
    assert [block.kind for block in found.pages[0].blocks] == ["text", "text", "table"]


def test_a_head_behind_the_labels_stands_over_the_first_column_however_wide_it_is(tmp_path: Path):
    found = table(tmp_path, right(382, 146, "Monthly payment", 10), (425, 146, "2030"))
    assert heads(found) == [[[(1, "Monthly payment"), (2, "2030")]]]


def test_the_head_of_the_labels_stays_theirs_behind_short_ones(tmp_path: Path):
    found = table(tmp_path, (125, 146, "Kind of room"), right(380, 146, "2031", 10), right(460, 146, "2030", 10))
    assert heads(found) == [[[(0, "Kind of room"), (1, "2031"), (2, "2030")]]]
