"""A table whose cells are ruled off is read cell by cell, whatever its lines look like from afar."""

from pathlib import Path

import pymupdf
import pytest

from pipeline import extract
from pipeline.extract import raw, ruledgrids, ruling
from pipeline.extract.fragments import cut
from pipeline.settings import ExtractSettings

SETTINGS = ExtractSettings(ocr="never")


def drawn(
    folder: Path,
    xs: list[float],
    ys: list[float],
    cells: dict[tuple[int, int], str],
    *,
    leave: str = "",
    rotation: int = 0,
) -> extract.Document:
    """Read a page with rules at ``xs`` and ``ys`` and texts line by line in the cells (row, column).

    ``leave`` names pieces of rules that are not there: "h1,0" is the one above row 1 in column 0.
    """
    file = pymupdf.open()
    page = file.new_page()
    gone = set(leave.split())
    page.insert_text((72, 60), "Before the table stands a line of text that is long enough to be read.", fontsize=10)
    for row, y in enumerate(ys):
        for column in range(len(xs) - 1):
            if f"h{row},{column}" not in gone:
                page.draw_line((xs[column], y), (xs[column + 1], y), width=0.5)
    for column, x in enumerate(xs):
        for row in range(len(ys) - 1):
            if f"v{row},{column}" not in gone:
                page.draw_line((x, ys[row]), (x, ys[row + 1]), width=0.5)
    for (row, column), text in cells.items():
        for at, line in enumerate(text.split("\n")):
            font = "helv" if line.isascii() else "china-s"
            page.insert_text((xs[column] + 4, ys[row] + 12 + 12 * at), line, fontsize=10, fontname=font)
    page.insert_text((72, ys[-1] + 30), "Behind the table the text goes on as it did before.", fontsize=10)
    page.set_rotation(rotation)
    file.save(folder / "table.pdf")
    return extract.read(folder / "table.pdf", SETTINGS)


def rows(document: extract.Document) -> list[list[str]]:
    page = document.pages[0]
    (table,) = document.tables
    return [
        [page.text[cell.span.start : cell.span.end].replace("\n", " ") for cell in row.cells]
        for row in (*table.header_rows, *table.rows)
    ]


def test_lines_of_a_cell_stay_together(tmp_path):
    cells = {
        (0, 0): "Standard",
        (0, 1): "Effect",
        (1, 0): "ASU 2021-08,\nBusiness\nCombinations",
        (1, 1): "Requires acquirers to\nmeasure contract assets\nunder Topic 606",
        (1, 2): "No impact",
        (2, 0): "ASU 2022-04",
        (2, 1): "Requires a buyer in a\nprogram to disclose it",
        (2, 2): "Disclosure\nonly",
        (0, 2): "Date",
    }
    document = drawn(tmp_path, [72, 160, 300, 380], [80, 100, 145, 175], cells)
    assert rows(document) == [
        ["Standard", "Effect", "Date"],
        [
            "ASU 2021-08, Business Combinations",
            "Requires acquirers to measure contract assets under Topic 606",
            "No impact",
        ],
        ["ASU 2022-04", "Requires a buyer in a program to disclose it", "Disclosure only"],
    ]
    assert document.pages[0].text.startswith("Before the table stands")
    assert document.pages[0].text.endswith("Behind the table the text goes on as it did before.")


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_table_on_a_turned_page_is_read_the_same(tmp_path, rotation):
    cells = {
        (0, 0): "Term",
        (0, 1): "Meaning",
        (1, 0): "Closing",
        (1, 1): "The day on which the\nprice is paid in full",
        (2, 0): "Loan",
        (2, 1): "What the bank lends\nunder this letter",
    }
    document = drawn(tmp_path, [72, 160, 300], [80, 100, 130, 160], cells, rotation=rotation)
    assert rows(document)[1] == ["Closing", "The day on which the price is paid in full"]


def test_chinese_lines_of_a_cell_join_without_a_blank(tmp_path):
    cells = {
        (0, 0): "姓名",
        (0, 1): "承诺内容",
        (1, 0): "控股\n股东",
        (1, 1): "自上市之日起三十六个\n月内不转让其持有的股份",
        (2, 0): "董事",
        (2, 1): "每年转让不超过百分之\n二十五",
    }
    document = drawn(tmp_path, [72, 100, 212], [80, 100, 130, 160], cells)
    assert rows(document) == [
        ["姓名", "承诺内容"],
        ["控股股东", "自上市之日起三十六个月内不转让其持有的股份"],
        ["董事", "每年转让不超过百分之二十五"],
    ]


def test_lines_of_figures_in_one_box_keep_their_labels(tmp_path):
    cells = {
        (0, 0): "In billions",
        (0, 1): "2023",
        (1, 0): "Operational sales\nChange",
        (1, 1): "$96.9B / $97.4B\n4.5% / 5.0%",
        (2, 0): "Reported sales and what\nchanged in the year",
        (2, 1): "$98.8B / $99.3B",
    }
    document = drawn(tmp_path, [72, 220, 340], [80, 100, 130, 160], cells)
    assert rows(document)[1:] == [
        ["Operational sales", "$96.9B / $97.4B"],
        ["Change", "4.5% / 5.0%"],
        ["Reported sales and what changed in the year", "$98.8B / $99.3B"],
    ]


def test_entries_without_a_rule_between_them_stay_two(tmp_path):
    cells = {
        (0, 0): "Name",
        (0, 1): "Place",
        (1, 0): "Alpha LLC\nBeta LLC",
        (1, 1): "Delaware\nNevada",
        (2, 0): "Gamma LLC",
        (2, 1): "Texas",
    }
    document = drawn(tmp_path, [72, 220, 340], [80, 100, 130, 160], cells)
    assert rows(document)[1:3] == [["Alpha LLC", "Delaware"], ["Beta LLC", "Nevada"]]


def test_a_label_over_several_rows_stands_in_the_first(tmp_path):
    cells = {
        (0, 0): "Kind",
        (0, 1): "Event",
        (0, 2): "Link",
        (1, 0): "\nRegulatory",
        (1, 1): "The agency approves a\nfirst device",
        (1, 2): "Press\nRelease",
        (2, 1): "An application is filed\nfor a second one",
        (2, 2): "Press\nRelease",
    }
    document = drawn(tmp_path, [72, 140, 280, 340], [80, 100, 130, 160], cells, leave="h2,0")
    assert rows(document)[1:] == [
        ["Regulatory", "The agency approves a first device", "Press Release"],
        ["An application is filed for a second one", "Press Release"],
    ]
    assert [cell.column for cell in document.tables[0].rows[-1].cells] == [1, 2]


def test_an_empty_column_keeps_its_place_under_a_head_over_several(tmp_path):
    cells = {
        (0, 0): "Item",
        (0, 1): "Closing balance",
        (1, 1): "Gross",
        (1, 2): "Provision",
        (1, 3): "Net",
        (2, 0): "Plant under\nconstruction",
        (2, 1): "2,394",
        (2, 3): "2,394",
        (3, 0): "Total",
        (3, 1): "2,394",
        (3, 3): "2,394",
    }
    document = drawn(tmp_path, [72, 150, 220, 290, 360], [80, 100, 120, 150, 170], cells, leave="h1,0 v0,2 v0,3")
    (table,) = document.tables
    placed = [[(cell.column, cell.columns) for cell in row.cells] for row in (*table.header_rows, *table.rows)]

    assert table.columns == 4
    assert placed == [[(0, 1), (1, 3)], [(1, 1), (2, 1), (3, 1)], [(0, 1), (1, 1), (3, 1)], [(0, 1), (1, 1), (3, 1)]]
    assert [row.total for row in table.rows] == [False, True]


def test_signs_in_columns_of_their_own_go_to_their_figures(tmp_path):
    cells = {
        (0, 0): "Item",
        (0, 2): "2023",
        (1, 0): "Loss for the year",
        (1, 1): "$",
        (1, 2): "(1,373",
        (1, 3): ")",
        (2, 0): "Margin",
        (2, 2): "12.5",
        (2, 3): "%",
    }
    document = drawn(tmp_path, [72, 190, 205, 270, 290], [80, 100, 120, 140], cells)
    assert rows(document)[1:] == [["Loss for the year", "$ (1,373 )"], ["Margin", "12.5 %"]]


def test_a_box_around_some_columns_does_not_tear_rows(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    for at, (label, *figures) in enumerate(
        [("Balance", "1,733", "46,513", "69,389"), ("Net income", "12", "1,203", "1,203"), ("Total", "1,733", "9", "8")]
    ):
        page.insert_text((72, 100 + 16 * at), label, fontsize=10)
        for column, figure in enumerate(figures):
            page.insert_text((240 + 80 * column, 100 + 16 * at), figure, fontsize=10)
    for y in (89, 105, 121, 137):
        page.draw_line((310, y), (460, y), width=0.5)
    for x in (310, 390, 460):
        page.draw_line((x, 89), (x, 137), width=0.5)
    file.save(tmp_path / "box.pdf")
    document = extract.read(tmp_path / "box.pdf", SETTINGS)
    assert rows(document) == [
        ["Balance", "1,733", "46,513", "69,389"],
        ["Net income", "12", "1,203", "1,203"],
        ["Total", "1,733", "9", "8"],
    ]


def test_ruled_columns_of_running_text_are_no_table(tmp_path):
    english = "\n".join(f"You hereby consent to the use of your data, line {at:02d}" for at in range(12))
    german = "\n".join(f"Hiermit stimmen Sie der Nutzung Ihrer Daten zu {at:02d}" for at in range(12))
    cells = {(0, 0): english, (0, 1): german, (1, 0): english, (1, 1): german}
    document = drawn(tmp_path, [40, 300, 560], [80, 240, 400], cells)
    assert document.tables == ()
    text = document.pages[0].text
    assert text.index("line 11") < text.index("zu 00")


def test_a_table_in_one_column_of_a_page_leaves_the_other_alone(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    for at in range(30):
        page.insert_text((320, 80 + 12 * at), f"Running text of the right column, line {at:02d} of it", fontsize=9)
    for at in range(12):
        page.insert_text((40, 80 + 12 * at), f"Running text of the left column, line {at:02d} of it", fontsize=9)
    for y in (240, 260, 290):
        page.draw_line((40, y), (280, y), width=0.5)
    for x in (40, 120, 280):
        page.draw_line((x, 240), (x, 290), width=0.5)
    page.insert_text((44, 254), "Term", fontsize=9)
    page.insert_text((124, 254), "Meaning", fontsize=9)
    page.insert_text((44, 274), "Closing", fontsize=9)
    page.insert_text((124, 274), "The day on which the", fontsize=9)
    page.insert_text((124, 285), "price is paid in full", fontsize=9)
    file.save(tmp_path / "columns.pdf")
    document = extract.read(tmp_path / "columns.pdf", SETTINGS)
    assert rows(document) == [["Term", "Meaning"], ["Closing", "The day on which the price is paid in full"]]
    text = document.pages[0].text
    assert text.index("left column, line 11") < text.index("Meaning") < text.index("right column, line 00")


def test_a_table_around_one_that_was_taken_is_none(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    for x, y, text in [(80, 95, "Term"), (160, 95, "Meaning"), (80, 115, "Closing"), (160, 115, "Payment")]:
        page.insert_text((x, y), text, fontsize=10)
    fragments = cut(raw.load(page).lines)

    def grid(*xs: float) -> ruling.RuledGrid:
        return ruling.RuledGrid(list(xs), [80, 100, 120], [[(0, 0), (0, 1)], [(1, 0), (1, 1)]])

    rest, inner = ruledgrids.take(fragments, [grid(70, 150, 250)], sure=True)
    assert len(inner) == 1
    assert ruledgrids.take(rest, [grid(60, 150, 300)], sure=True) == (rest, [])
    (part,) = ruledgrids.parts(rest, inner)
    assert [row.text for row in part.rows(0)] == ["Term\tMeaning", "Closing\tPayment"]
