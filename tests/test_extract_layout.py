"""Rows, columns, tables and paragraphs, read from pages that the tests draw."""

from pathlib import Path

import pymupdf
import pytest
from drawing import NO_OCR, blocks_of, drawn, right, shown

from pipeline.document import Document
from pipeline.extract import assemble, read, read_pages
from pipeline.geometry import boxes_of
from pipeline.spans import Span


def test_cells_of_a_row_are_parted_by_a_tab_whatever_order_they_were_drawn_in(tmp_path: Path):
    page = shown(
        tmp_path,
        (60, 100, "Net sales"), (60, 116, "Cost of sales"),
        right(400, 100, "32,765"), right(400, 116, "16,682"),
        right(300, 100, "31,657"), right(300, 116, "16,055"),
    )  # fmt: skip
    assert page.text == "Net sales\t31,657\t32,765\nCost of sales\t16,055\t16,682"


def test_a_currency_sign_far_from_its_figure_stands_in_the_same_cell(tmp_path: Path):
    page = shown(
        tmp_path,
        (60, 100, "Net income"), (230, 100, "$"), right(300, 100, "5,363"), (330, 100, "$"), right(400, 100, "4,869"),
        (60, 116, "Margin"), right(290, 116, "41.5"), (294, 116, "%"), right(390, 116, "39.8"), (394, 116, "%"),
    )  # fmt: skip
    assert page.text == "Net income\t$ 5,363\t$ 4,869\nMargin\t41.5 %\t39.8 %"


def test_a_sign_that_mupdf_puts_behind_the_figure_before_it_moves_to_its_own(tmp_path: Path):
    page = shown(tmp_path, (60, 100, "Total assets"), (230, 100, "32,765 $"), right(400, 100, "30,109"),
                 (60, 116, "Cash"), (230, 116, "1,000"), right(400, 116, "2,000"))  # fmt: skip
    assert page.text.splitlines()[0] == "Total assets\t32,765\t$ 30,109"


def test_two_columns_drawn_row_by_row_are_read_column_by_column(tmp_path: Path):
    left = ["The Seller warrants that the", "accounts are complete and", "free of material error at", "closing."]
    other = ["The Buyer may terminate this", "agreement if any permit is", "revoked before the long stop", "date."]
    texts = [piece for i, (a, b) in enumerate(zip(left, other, strict=True))
             for piece in ((60, 100 + 14 * i, a), (320, 100 + 14 * i, b))]  # fmt: skip
    assert blocks_of(shown(tmp_path, *texts)) == [("text", "\n".join(left)), ("text", "\n".join(other))]


def test_three_columns_under_a_heading_over_all_of_them(tmp_path: Path):
    words = "the parties agree that this clause binds them and their assigns in every state of the union".split()
    texts = [(50.0, 80.0, "A heading that stands over all of the three columns of the page and is read before them")]
    texts += [
        (50.0 + 175 * column, 110.0 + 12 * line, " ".join([f"c{column}", *words[2 * line : 2 * line + 5]]))
        for column in range(3)
        for line in range(6)
    ]
    lines = shown(tmp_path, *texts, size=9).text.splitlines()
    assert lines[0].startswith("A heading")
    assert [line[:2] for line in lines[1:]] == ["c0"] * 6 + ["c1"] * 6 + ["c2"] * 6


def test_a_table_across_both_columns_stays_whole_between_them(tmp_path: Path):
    prose = [
        "the firm may from time to time",
        "enter into such agreements as",
        "it thinks fit and shall report",
        "them to the board every year.",
    ]
    texts: list[tuple[float, float, str]] = []
    for start in (80.0, 260.0):
        for i, line in enumerate(prose):
            texts += [(60, start + 13 * i, line), (320, start + 13 * i, line)]
    for i, (label, a, b) in enumerate(
        [("Loans", "1,100", "2,100"), ("Deposits", "1,200", "2,200"), ("Equity", "1,300", "2,300")]
    ):
        texts += [(60, 180.0 + 13 * i, label), right(400, 180 + 13 * i, a), right(500, 180 + 13 * i, b)]
    text = shown(tmp_path, *texts).text
    assert "Loans\t1,100\t2,100\nDeposits\t1,200\t2,200\nEquity\t1,300\t2,300" in text
    assert text.count("\n".join(prose)) == 4


def test_a_wrapped_label_beside_running_text_is_read_before_it(tmp_path: Path):
    label = ["How we addressed", "the matter in our", "audit"]
    prose = [
        "We obtained an understanding of the controls over the estimate and tested",
        "their design, and we evaluated the method that management used for it, and",
        "compared the assumptions with the results of the years before and with",
        "the forecasts of the industry that the company belongs to.",
    ]
    texts = [(40, 100 + 13 * i, line) for i, line in enumerate(label)]
    texts += [(150, 100 + 13 * i, line) for i, line in enumerate(prose)]
    assert shown(tmp_path, *texts, size=10).text == "\n".join(label + prose)


def test_text_that_runs_upwards_is_read_as_lines_with_boxes_on_the_page(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for i, (label, figure) in enumerate([("Net sales", "1,250"), ("Gross profit", "410"), ("Net income", "96")]):
        page.insert_text((100 + 20 * i, 700), label, rotate=90)
        page.insert_text((100 + 20 * i, 400), figure, rotate=90)
    file.save(tmp_path / "sideways.pdf")
    found = read(tmp_path / "sideways.pdf", NO_OCR).pages[0]
    assert found.text == "Net sales\t1,250\nGross profit\t410\nNet income\t96"
    x0, y0, x1, y1 = found.blocks[0].lines[0].box
    assert 80 < x0 < x1 < 110
    assert 350 < y0 < y1 <= 702


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_page_that_the_file_turns_is_read_as_shown(tmp_path: Path, rotation: int):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((100, 100), "First line of the page")
    page.insert_text((100, 120), "second line of it.")
    page.set_rotation(rotation)
    file.save(tmp_path / "turned.pdf")
    assert "First line of the page" in read(tmp_path / "turned.pdf", NO_OCR).pages[0].text


def test_chinese_set_in_columns_is_read_from_right_to_left(tmp_path: Path):
    columns = ["本合同自双方签字之", "日起生效未经书面同", "意不得转让"]
    texts = [
        (400.0 - 30 * c, 100.0 + 16 * r, column[r])
        for r in range(9)
        for c, column in enumerate(columns)
        if r < len(column)
    ]
    page = shown(tmp_path, *texts, size=13, font="china-s")
    assert page.text.replace("\n", "") == "".join(columns)


def test_chinese_lines_are_joined_without_blanks_by_edits(tmp_path: Path):
    lines = ["甲方应当聘请独立的第三方审计机构", "进行审计，费用不超过人民币1,000,", "000元。"]
    document = read(
        drawn(tmp_path, [(72, 100 + 18 * i, line) for i, line in enumerate(lines)], size=12, font="china-s"), NO_OCR
    )
    text = document.pages[0].text
    wraps = [edit for edit in document.cleanings if edit.rule == "character.cjk_wrap"]
    assert [text[edit.place.span.start : edit.place.span.end] for edit in wraps] == ["\n", "\n"]


def test_paragraphs_part_at_a_gap_an_indent_a_short_line_and_a_new_item(tmp_path: Path):
    full = "The parties agree that this line reaches the right margin of the text on the page, or nearly so"
    page = shown(
        tmp_path,
        (60, 100, full), (60, 113, "and it ends here."), (60, 126, full), (60, 139, full + "."),
        (80, 152, full[:88]), (60, 165, "and this is the second line of the indented one."),
        (60, 200, "(a) the first item;"), (60, 213, "(b) the second item."),
        size=9,
    )  # fmt: skip
    assert [text.split("\n")[0][:12] for _, text in blocks_of(page)] == [
        "The parties ",
        "The parties ",
        "The parties ",
        "(a) the firs",
        "(b) the seco",
    ]


def test_a_heading_in_bold_is_a_block_of_its_own_but_a_bold_term_is_not(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((60, 100), "Limitation of liability", fontname="hebo")
    page.insert_text(
        (60, 114), "Neither party is liable for more than the price that was paid under this contract in a year,"
    )
    page.insert_text((60, 128), "except for fraud.", fontname="hebo")
    file.save(tmp_path / "bold.pdf")
    assert [text.split("\n")[0] for _, text in blocks_of(read(tmp_path / "bold.pdf", NO_OCR).pages[0])] == [
        "Limitation of liability",
        "Neither party is liable for more than the price that was paid under this contract in a year,",
    ]


def statement(top: float) -> list[tuple[float, float, str]]:
    rows = [
        ("(in millions)", "2023", "2022"),
        ("Operating expenses", "", ""),
        ("Cost of sales", "1,100", "1,050"),
        ("Selling, general and administrative", "", ""),
        ("expenses of all segments", "310", "290"),
        ("Total expenses", "1,410", "1,340"),
    ]
    texts: list[tuple[float, float, str]] = []
    for i, (label, a, b) in enumerate(rows):
        indent = 75 if label.startswith(("Cost", "Selling", "expenses")) else 60
        texts.append((indent, top + 14 * i, label))
        texts += [right(x, top + 14 * i, figure) for x, figure in ((330, a), (400, b)) if figure]
    return texts


def test_a_table_has_header_unit_line_indents_wrapped_labels_and_totals(tmp_path: Path):
    document = read(drawn(tmp_path, [(60, 70, "Consolidated statement of income"), *statement(100)]), NO_OCR)
    page, table = document.pages[0], document.tables[0]

    def said(row):
        return [page.text[cell.span.start : cell.span.end] for cell in row.cells]

    assert [said(row) for row in table.header_rows] == [["(in millions)", "2023", "2022"]]
    assert [said(row) for row in table.rows] == [
        ["Operating expenses"],
        ["Cost of sales", "1,100", "1,050"],
        ["Selling, general and administrative\nexpenses of all segments", "310", "290"],
        ["Total expenses", "1,410", "1,340"],
    ]
    assert [cell.column for cell in table.rows[1].cells] == [0, 1, 2]
    assert [row.indent for row in table.rows] == pytest.approx([0, 15, 15, 0])
    assert [row.total for row in table.rows] == [False, False, False, True]
    assert table.unit_line is not None
    assert table.caption is not None
    assert page.text[slice(*table.unit_line.span)] == "(in millions)"
    assert page.text[slice(*table.caption.span)] == "Consolidated statement of income"


def test_a_table_that_goes_on_overleaf_knows_the_one_before_it(tmp_path: Path):
    document = read(drawn(tmp_path, statement(600), statement(80)), NO_OCR)
    assert [table.continues for table in document.tables] == [None, "t001"]
    assert document.pages[1].blocks[0].continues


def test_a_paragraph_goes_on_over_the_page_break_but_a_new_one_does_not(tmp_path: Path):
    goes_on = read(drawn(tmp_path, [(72, 700, "The Borrower shall not")], [(72, 80, "incur any debt.")]), NO_OCR)
    new = read(drawn(tmp_path, [(72, 700, "The Borrower pays.")], [(72, 80, "The Lender lends.")]), NO_OCR)
    assert goes_on.pages[1].blocks[0].continues
    assert not new.pages[1].blocks[0].continues


def test_leader_dots_are_set_apart_and_an_ellipsis_stays(tmp_path: Path):
    texts = [
        (60.0, 100.0, "Risk Factors . . . . . . . . . . . . 14"),
        (60.0, 120.0, "Properties............31"),
        (60.0, 160.0, "The parties agreed to extend the period ... as amended."),
    ]
    document = read(drawn(tmp_path, texts), NO_OCR)
    assert (
        document.pages[0].text
        == "Risk Factors\t14\nProperties\t31\nThe parties agreed to extend the period ... as amended."
    )
    assert [entry.kind for entry in document.set_apart] == ["leader", "leader"]


def test_ranges_of_pages_give_the_same_as_one_go(tmp_path: Path):
    path = drawn(
        tmp_path,
        *[
            [(72, 40, "Credit Agreement"), (72, 300, f"Clause {n} binds the parties."), (300, 780, str(n))]
            for n in range(1, 8)
        ],
    )
    whole = read(path, NO_OCR)
    ranges = [read_pages(path, NO_OCR, first=first, last=last) for first, last in ((0, 3), (3, 7))]
    assert assemble(ranges, about=whole.source, outline=whole.outline) == whole


def test_boxes_hold_the_words_they_belong_to(tmp_path: Path):
    path = drawn(tmp_path, statement(100))
    page = read(path, NO_OCR).pages[0]
    at = page.text.index("1,100")
    ((x0, y0, x1, y1),) = boxes_of(page, Span(at, at + 5))
    with pymupdf.open(path) as file:
        assert file[0].get_textbox((x0 - 1, y0 - 1, x1 + 1, y1 + 1)).strip() == "1,100"


def test_reading_an_empty_page_beside_a_full_one_leaves_it_empty(tmp_path: Path):
    document: Document = read(drawn(tmp_path, [], [(72, 100, "Only page with text.")]), NO_OCR)
    assert [page.source for page in document.pages] == ["empty", "digital"]


def test_small_notes_at_the_foot_of_a_page_are_footnotes_and_do_not_part_a_sentence(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for i in range(6):
        page.insert_text(
            (72, 600 + 14 * i), "The parties agree that the seller shall at no time and under no condition"
        )
    page.insert_text((72, 740), "(1) As defined in the first schedule.", fontsize=7)
    page = file.new_page()
    page.insert_text((72, 80), "disclose the terms of this agreement.")
    file.save(tmp_path / "notes.pdf")
    document = read(tmp_path / "notes.pdf", NO_OCR)
    assert [block.kind for block in document.pages[0].blocks] == ["text", "footnote"]
    assert document.pages[1].blocks[0].continues
