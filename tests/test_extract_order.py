"""In which order the parts of a page are read that stand beside one another: cards, notes, columns, tall titles."""

from pathlib import Path

import pymupdf

from pipeline.document import Page
from pipeline.extract import read
from pipeline.settings import ExtractSettings

NO_OCR = ExtractSettings(ocr="never")
LINES = [
    "the parties have agreed on terms that",
    "bind their legal successors for as long",
    "as any sum is outstanding under this",
    "contract or any document made under",
    "it and no waiver is valid unless it is",
    "made in writing and signed by both",
]


def column(page: pymupdf.Page, x: float, y: float, lines: list[str], size: float = 10, lead: float = 12.5) -> None:
    for at, line in enumerate(lines):
        page.insert_text((x, y + lead * at), line, fontsize=size)


def shown(folder: Path, file: pymupdf.Document) -> Page:
    file.save(folder / "drawn.pdf")
    return read(folder / "drawn.pdf", NO_OCR).pages[0]


def order(page: Page, *parts: str) -> list[str]:
    return sorted(parts, key=page.text.index)


def framed(folder: Path, heads: list[str], *, gap: float = 20) -> Page:
    file = pymupdf.open()
    page = file.new_page(width=792, height=612)
    page.insert_text((60, 60), "Four results of the year", fontsize=20)
    for at, head in enumerate(heads):
        x, y = 60 + (at % 2) * (330 + gap), 100 + (at // 2) * (200 + gap)
        page.draw_rect(pymupdf.Rect(x, y, x + 330, y + 200))
        page.insert_text((x + 15, y + 25), head, fontsize=12)
        page.insert_text((x + 120, y + 70), "a = b + c")
        column(page, x + 15, y + 120, [f"{head[-5:]} {line}" for line in LINES[:2]], size=9)
    page.insert_text((60, 570), "Unaudited.")
    return shown(folder, file)


def test_framed_cards_are_read_one_after_the_other_as_they_were_painted(tmp_path: Path):
    page = framed(tmp_path, ["Sales", "Costs", "Taxes", "Staff"])
    heads = [line for line in page.text.splitlines() if line in ("Sales", "Costs", "Taxes", "Staff")]
    assert heads == ["Sales", "Costs", "Taxes", "Staff"]
    assert page.text.index("Sales the parties") < page.text.index("\nCosts\n")
    assert page.text.endswith("Unaudited.")


def test_framed_cards_with_numbers_are_read_by_them(tmp_path: Path):
    page = framed(tmp_path, ["1. Sales", "3. Taxes", "2. Costs", "4. Staff"])
    assert order(page, "1. Sales", "2. Costs", "3. Taxes", "4. Staff") == [
        "1. Sales",
        "2. Costs",
        "3. Taxes",
        "4. Staff",
    ]


def test_cells_that_share_their_borders_are_no_cards(tmp_path: Path):
    page = framed(tmp_path, ["Sales", "Costs", "Taxes", "Staff"], gap=0)
    assert page.text.index("Costs") < page.text.index("Sales the parties")


def test_a_note_beside_a_column_does_not_cut_the_sentence_that_goes_on_in_the_next(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    column(page, 150, 100, LINES * 3)
    column(
        page, 60, 250, ["Correspondence", "to Dr Adler,", "Alder Street", "of Bristol,", "in England"], size=7, lead=9
    )
    column(page, 350, 100, ["sides of the deal that was made there.", *LINES * 3])
    text = shown(tmp_path, file).text
    assert "signed by both\nsides of the deal" in text
    assert text.rstrip().endswith("in England")


def test_side_notes_of_a_statute_follow_the_section_beside_which_they_begin(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for at, (one, two) in enumerate(
        [("Short title", "of this Act"), ("Meaning of", "terms used"), ("Duty", "to file")]
    ):
        y = 100 + 110 * at
        column(page, 50, y, [one, two], size=7, lead=9)
        long = [f"{LINES[i]} {LINES[(i + 1) % 6]}" for i in range(5)]
        column(page, 130, y, [f"{at + 1}. {long[0]}", *long[1:-1], f"{long[-1]}."], size=11, lead=14)
    assert order(
        shown(tmp_path, file), "1. the", "Short title", "2. the", "Meaning of", "3. the", "Duty"
    ) == ["1. the", "Short title", "2. the", "Meaning of", "3. the", "Duty"]  # fmt: skip


def test_the_heads_of_a_table_between_columns_stay_with_it_although_they_leave_the_gutter_free(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for x in (50, 305):
        column(page, x, 70, LINES)
        column(page, x, 300, LINES)
    for x, text in ((50, "Instalment"), (250, "Due"), (450, "Amount (EUR)")):
        page.insert_text((x, 170), text, fontsize=10)
    for at in range(4):
        y = 184 + 14 * at
        for x, text in ((50, f"{'ABCD'[at]} instalment"), (250, f"{at + 1} June 2020"), (460, f"{at + 1}0,000")):
            page.insert_text((x, y), text, fontsize=10)
    text = shown(tmp_path, file).text
    assert "Instalment\tDue\tAmount (EUR)\nA instalment\t1 June 2020\t10,000" in text


def test_a_chinese_title_set_from_the_top_down_is_read_before_the_text_beside_it(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for at, char in enumerate("股权转让协议"):
        page.insert_text((60, 120 + 24 * at), char, fontsize=20, fontname="china-s")
    text = "本合同由甲乙双方在平等自愿的基础上签订双方应当遵守约定的义务"
    for at in range(10):
        page.insert_text((120, 110 + 16 * at), text[at : at + 24], fontsize=10, fontname="china-s")
    assert shown(tmp_path, file).text.startswith("股\n权\n转\n让\n协\n议\n本合同由")


def test_single_characters_in_the_rows_of_a_table_stay_in_them(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for at in range(6):
        for x, text in ((60, "是"), (120, f"条款第{at}项的内容"), (400, f"{at + 1},000")):
            page.insert_text((x, 110 + 16 * at), text, fontsize=10, fontname="china-s")
    assert shown(tmp_path, file).text.splitlines()[1].startswith("是\t条款第1项的内容")


def test_side_notes_in_the_right_margin_follow_their_section_and_a_column_of_words_stays_in_its_rows(tmp_path: Path):
    def page(size: float) -> Page:
        file = pymupdf.open()
        sheet = file.new_page()
        heads = [("Short title", "of this Act"), ("Meaning of", "terms used"), ("Duty of all", "to file")]
        for at, (one, two) in enumerate(heads):
            y = 100 + 110 * at
            column(sheet, 480, y, [one, two], size=size, lead=11)
            long = [f"{LINES[i]} {LINES[(i + 1) % 6]}" for i in range(5)]
            column(sheet, 60, y, [f"{at + 1}. {long[0]}", *long[1:-1], f"{long[-1]}."], size=10, lead=14)
        return shown(tmp_path, file)

    parts = ["1. the", "Short title", "2. the", "Meaning of", "3. the", "Duty"]
    assert order(page(7), *parts) == parts
    assert "\t" not in page(7).text
    assert page(10).text.split("\n")[0].endswith("\tShort title")


def test_slanted_heads_are_cells_of_one_row_however_close_they_stand(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for at, head in enumerate(("Procedure", "Completion", "Knowledge")):
        point = pymupdf.Point(200 + 24 * at, 160)
        page.insert_text(point, head, fontsize=9, morph=(point, pymupdf.Matrix(45)))
    page.insert_text((72, 180), "Task one")
    for at, figure in enumerate(("0.87", "0.91", "0.40")):
        page.insert_text((195 + 24 * at, 180), figure, fontsize=8)
    assert "Procedure\tCompletion\tKnowledge" in shown(tmp_path, file).text.splitlines()


def test_labels_beside_a_column_of_words_and_figures_stay_in_their_rows(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page(width=792, height=612)
    rows = [
        ("Currency contracts", "Prepaid expenses and other current assets", "45", "400"),
        ("Currency contracts", "Other long-term assets of the group", "79", "60"),
        ("Interest contracts", "Other long-term assets of the group", "52", "105"),
        ("Currency contracts", "Accounts payable and accrued expenses", "69", "40"),
        ("Currency contracts", "Liabilities held for sale of the group", "9", "54"),
        ("Interest contracts", "Accounts payable and accrued expenses", "30", "36"),
    ]
    page.insert_text(
        (60, 60), "The fair values of the contracts of the group at the end of both years were (in millions):"
    )
    for at, row in enumerate(rows):
        for x, text in zip((60, 220, 560, 640), row, strict=True):
            page.insert_text((x, 90 + 14 * at), text, fontsize=10)
    lines = shown(tmp_path, file).text.splitlines()
    assert lines[1:] == ["\t".join(row) for row in rows]


def test_a_wrapped_label_beside_running_text_is_read_before_it(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for top, label in ((80, ["Currency", "contracts"]), (200, ["Interest", "contracts"])):
        column(page, 60, top, label)
        column(page, 180, top, [*LINES, "in 2023 and 2024 and"])
    text = shown(tmp_path, file).text
    assert "Currency\ncontracts\nthe parties have agreed" in text
    assert "Interest\ncontracts\nthe parties have agreed" in text


def ruled(page: pymupdf.Page, x: float, rows: list[tuple[str, str, str]], *, y: float = 100, lead: float = 14) -> None:
    """Draw a table of a label and two figures with a rule below its head and over its last row."""
    for at, row in enumerate(rows):
        for column, text in zip((0, 130, 190), row, strict=True):
            page.insert_text((x + column, y + lead * at), text, fontsize=9)
    for at in (0, len(rows) - 1):
        page.draw_line((x, y + 4 + lead * at - lead * (at > 0)), (x + 220, y + 4 + lead * at - lead * (at > 0)))


def test_two_ruled_tables_side_by_side_are_read_one_after_the_other(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    left = [("Custody", "2024", "2023"), ("Bonds", "15,552", "13,572"), ("Shares", "12,006", "7,819")]
    left += [("Other", "3,693", "3,018"), ("Total", "31,251", "24,409")]
    right = [("Revenue", "2024", "2023"), ("Europe", "4,060", "2,591"), ("Asia", "2,261", "1,776")]
    right += [
        ("Africa", "494", "507"),
        ("America", "7,790", "5,129"),
        ("Oceania", "11", "12"),
        ("Total", "14,616", "10,015"),
    ]
    ruled(page, 50, left, lead=16)
    ruled(page, 320, right)
    lines = shown(tmp_path, file).text.splitlines()
    assert lines == ["\t".join(row) for row in (*left, *right)]


def test_two_halves_of_one_ruled_table_stay_in_their_rows(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    left = [("Assets", "2024", "2023"), ("Cash", "15,552", "13,572"), ("Stocks", "12,006", "7,819")]
    left += [("Other", "3,693", "3,018"), ("Total", "31,251", "24,409")]
    right = [("Liabilities", "2024", "2023"), ("Loans", "4,060", "2,591"), ("Bonds", "2,261", "1,776")]
    right += [("Equity", "24,930", "20,042"), ("Total", "31,251", "24,409")]
    ruled(page, 50, left)
    ruled(page, 320, right)
    lines = shown(tmp_path, file).text.splitlines()
    assert lines == ["\t".join((*one, *other)) for one, other in zip(left, right, strict=True)]


def test_a_note_set_into_the_edge_of_a_paragraph_is_read_behind_it(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    short, full = LINES[:2], [f"{line} and any other sum of the group" for line in LINES[2:5]]
    column(page, 60, 80, ["A sentence of the page above all that runs over the whole of its width"])
    column(page, 60, 110, [*short, *full])
    column(page, 300, 110, ["See the list of terms", "at the end of the book."], size=8, lead=11)
    column(page, 60, 190, ["A second paragraph begins here and runs over the whole width of it"])
    lines = shown(tmp_path, file).text.splitlines()
    assert lines[1:] == [
        *short,
        *full,
        "See the list of terms",
        "at the end of the book.",
        "A second paragraph begins here and runs over the whole width of it",
    ]


def test_small_print_in_the_last_column_of_a_table_stays_in_its_rows(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    rows = [
        ("The parties have agreed on terms", "see the annex A"),
        ("They bind their legal successors", "see the annex B"),
    ]
    for at, (text, note) in enumerate(rows):
        page.insert_text((60, 100 + 14 * at), text, fontsize=10)
        page.insert_text((300, 100 + 14 * at), note, fontsize=8)
    page.insert_text((60, 160), "No waiver is valid unless it is made in writing and signed.", fontsize=10)
    lines = shown(tmp_path, file).text.splitlines()
    assert lines[:2] == ["\t".join(row) for row in rows]
