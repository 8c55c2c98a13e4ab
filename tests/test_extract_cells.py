"""Cells of narrow columns, rows of several lines, and lines that are no rows, read from pages that the tests draw."""

from pathlib import Path

import pymupdf
from drawing import NO_OCR, blocks_of, drawn, right, shown

from pipeline.document import Row, Table
from pipeline.extract import read
from pipeline.geometry import boxes_of


def test_columns_with_narrow_gutters_part_where_all_rows_leave_a_channel_free(tmp_path: Path):
    rows = [
        ("Facility", "Amount", "Drawn", "Maturity", "Interest"),
        ("Term loan", "12,000", "9,060", "28 June 2026", "2.40%"),
        ("Revolving facility", "24,000", "12,000", "28 June 2025", "2.10%"),
        ("Shareholder loans", "3,500", "3,500", "31 December 2027", "5.00%"),
    ]
    texts = [
        piece
        for i, (label, amount, drawn_sum, date, interest) in enumerate(rows)
        for piece in (
            (60, 100 + 16 * i, label), right(290, 100 + 16 * i, amount), right(336, 100 + 16 * i, drawn_sum),
            (341, 100 + 16 * i, date), right(480, 100 + 16 * i, interest),
        )
    ]  # fmt: skip
    page = shown(tmp_path, *[(float(x), float(y), text) for x, y, text in texts])
    assert page.text.splitlines() == ["\t".join(row) for row in rows]


def test_figures_that_nearly_touch_part_where_other_rows_show_two_columns(tmp_path: Path):
    wide = [("Deferred tax assets", "2,715", "3,081"), ("Inventories", "1,248", "396"), ("Cash", "4,519", "772")]
    rows = [("Vessels and equipment", "12,184,320", "14,171,905"), *wide, ("Total assets", "12,353,843", "14,331,680")]
    texts = [
        piece
        for i, (label, this, last) in enumerate(rows)
        for piece in ((60.0, 100.0 + 16 * i, label), right(420, 100 + 16 * i, this), right(480, 100 + 16 * i, last))
    ]
    assert shown(tmp_path, *texts).text.splitlines() == ["\t".join(row) for row in rows]


def test_the_words_of_a_cell_stay_together_whatever_stands_above_them(tmp_path: Path):
    rows = [
        ("Trade mark", "Norway", "3 May 2016"),
        ("Patent", "Italy", "28 June 2026"),
        ("Design", "Spain", "1 May 2027"),
    ]
    texts = [
        piece
        for i, (label, place, date) in enumerate(rows)
        for piece in ((60.0, 100.0 + 16 * i, label), (220.0, 100.0 + 16 * i, place), (320.0, 100.0 + 16 * i, date))
    ]
    assert shown(tmp_path, *texts).text.splitlines() == ["\t".join(row) for row in rows]


FINDINGS = [
    (100, "No.", "Finding", "Exposure", "Proposed"),
    (112, "", "", "", "remedy"),
    (130, "1", "The agreement may be", "EUR 31.4 million of", "Waiver as a"),
    (142, "", "ended within 60 days", "revenue", "condition to"),
    (154, "", "", "", "closing"),
    (172, "2", "The interest cover covenant", "EUR 24.0 million", "Refinancing"),
    (184, "", "was breached in 2023", "", ""),
    (202, "3", "Arbitration was brought", "None", "Indemnity"),
]


def test_lines_of_a_text_table_join_to_rows_cell_by_cell(tmp_path: Path):
    texts = [
        (float(x), float(y), text)
        for y, *cells in FINDINGS
        for x, text in zip((60, 90, 260, 400), cells, strict=True)
        if text
    ]
    path = drawn(tmp_path, texts)
    document = read(path, NO_OCR)
    page = document.pages[0]
    assert page.text.splitlines() == [
        "No.\tFinding\tExposure\tProposed remedy",
        "1\tThe agreement may be ended within 60 days\tEUR 31.4 million of revenue\tWaiver as a condition to closing",
        "2\tThe interest cover covenant was breached in 2023\tEUR 24.0 million\tRefinancing",
        "3\tArbitration was brought\tNone\tIndemnity",
    ]
    table = document.tables[0]
    assert (len(table.header_rows), len(table.rows)) == (1, 3)
    whole = boxes_of(page, table.rows[0].cells[-1].span)
    assert [round(box[3] - box[1]) for box in whole] == [15, 15, 15]
    assert [round(box[0]) for box in whole] == [400, 400, 400]


def test_rows_of_a_list_stay_single_although_groups_are_set_apart(tmp_path: Path):
    rows = [(y, f"Alder {y} Inc.", "Delaware", "Holding") for y in (100, 112, 124, 142, 154, 172, 184, 196)]
    texts = [(float(x), float(y), text) for y, *cells in rows for x, text in zip((60, 260, 400), cells, strict=True)]
    assert len(shown(tmp_path, *texts).text.splitlines()) == len(rows)


def test_labels_of_a_contents_list_stay_on_the_rows_of_their_titles(tmp_path: Path):
    titles = [
        "Financial Statements of the Company",
        "Management Discussion and Analysis of it",
        "Quantitative and Qualitative Disclosures",
        "Controls and Procedures of the Company",
        "Legal Proceedings that are pending now",
    ]
    texts = [
        (float(x), 100.0 + 12 * i, text)
        for i, title in enumerate(titles)
        for x, text in ((60, f"Item {i + 1}."), (130, title), (480, str(3 * i)))
    ]
    assert shown(tmp_path, *texts, size=9).text.splitlines() == [
        f"Item {i + 1}.\t{title}\t{3 * i}" for i, title in enumerate(titles)
    ]


def test_words_that_two_typewritten_blanks_part_are_no_cells(tmp_path: Path):
    lines = ["The  seller  shall  deliver  all  the  goods", "between  the  Parties.", "2    TERMS  OF  DELIVERY"]
    texts = [(60.0, 100.0 + 12 * i, line) for i, line in enumerate(lines)]
    page = shown(tmp_path, *texts, size=8, font="cour")
    assert [kind for kind, _ in blocks_of(page)] == ["text"] * len(page.blocks)
    assert "between the Parties." in page.text


def test_a_sentence_whose_lines_differ_little_in_size_is_one_block(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for i, (size, text) in enumerate(
        (
            (10, "The loan is repaid each year and bears interest at 6.85%; it requires a"),
            (9, "minimum equity of $110,000."),
        )
    ):
        page.insert_text((60, 100 + 14 * i), text, fontsize=size)
    file.save(tmp_path / "drawn.pdf")
    assert len(read(tmp_path / "drawn.pdf", NO_OCR).pages[0].blocks) == 1


SECURITIES = [
    ("Title of each class", "Name of each exchange"),
    ("Common Stock, Par Value $.01 Per Share", "New York Stock Exchange, Inc."),
    ("1.500% Notes due 2026", "New York Stock Exchange, Inc."),
    ("Floating Rate Notes due 2020", "New York Stock Exchange, Inc."),
    ("0.375% Notes due 2022", "New York Stock Exchange, Inc."),
    ("1.750% Notes due 2030", "Chicago Stock Exchange, Inc."),
]


def test_a_list_of_pairs_without_figures_is_read_row_by_row(tmp_path: Path):
    texts = [
        (x, 100.0 + 16 * i, text)
        for i, row in enumerate(SECURITIES)
        for x, text in zip((72.0, 330.0), row, strict=True)
    ]

    assert shown(tmp_path, *texts).text.splitlines()[-5:] == ["\t".join(row) for row in SECURITIES[1:]]


def test_a_currency_that_ends_a_line_of_prose_is_no_cell(tmp_path: Path):
    texts = [
        (72.0, 100.0, "(b)"),
        (100.0, 100.0, "all Losses from the arbitration that exceed the provision of EUR"),
        (100.0, 115.0, "1,500,000;"),
    ]

    page = shown(tmp_path, *texts)

    assert blocks_of(page) == [
        ("text", "(b) all Losses from the arbitration that exceed the provision of EUR\n1,500,000;")
    ]


def underlined(folder: Path, *pieces: tuple[str, bool], size: float = 11) -> str:
    """Draw pieces that touch one another, a line under some right after each, and read the page."""
    file = pymupdf.open()
    page = file.new_page()
    x = 60.0
    for text, ruled in pieces:
        page.insert_text((x, 100), text, fontsize=size)
        end = x + pymupdf.get_text_length(text, fontsize=size)
        if ruled:
            page.draw_rect(pymupdf.Rect(x, 101, end, 101.6), color=None, fill=(0, 0, 0))
        x = end
    path = folder / "underlined.pdf"
    file.save(path)
    return read(path, NO_OCR).pages[0].text


def test_an_underline_cuts_no_word_in_two(tmp_path: Path):
    assert underlined(tmp_path, ("2.3. Timing of Payment", True), (". It is due.", False)) == (
        "2.3. Timing of Payment. It is due."
    )
    assert underlined(tmp_path, ("due in 20", True), ("2", True), ("1", False), (", or 10.", True), ("18", False)) == (
        "due in 2021, or 10.18"
    )
    assert underlined(tmp_path, ("the ", False), ("Fee", True), ("s here", False)) == "the Fees here"


def test_an_underlined_word_with_a_blank_beside_it_stays_a_word(tmp_path: Path):
    assert underlined(tmp_path, ("the term ", False), ("Fee", True), (" is due", False)) == "the term Fee is due"
    assert underlined(tmp_path, ("Fee ", True), ("s are", False)) == "Fee s are"


def test_figures_that_touch_without_making_one_number_stay_two(tmp_path: Path):
    assert underlined(tmp_path, ("Cash 1,234", True), ("5,678", True)) == "Cash 1,234 5,678"


def test_the_pieces_of_a_word_make_one_word_with_one_box(tmp_path: Path):
    underlined(tmp_path, ("due in 20", True), ("21 again", False))
    page = read(tmp_path / "underlined.pdf", NO_OCR).pages[0]
    at = [page.text[a:b] for a, b in zip(page.words.starts, page.words.ends, strict=True)]
    assert at == ["due", "in", "2021", "again"]


def table_of(folder: Path, *texts: tuple[float, float, str]) -> tuple[Table, str]:
    document = read(drawn(folder, list(texts), size=9), NO_OCR)
    (table,) = document.tables
    return table, document.pages[0].text


def columns_of(row: Row, text: str) -> list[tuple[int, str]]:
    return [(cell.column, text[cell.span.start : cell.span.end]) for cell in row.cells]


def test_a_second_table_set_otherwise_keeps_its_figures_in_columns_of_their_own(tmp_path: Path):
    texts = []
    for y, edges, year in ((100, (260, 340, 420), "2021"), (190, (300, 380, 460), "2020")):
        for at, (edge, head) in enumerate(zip(edges, ("Air", "Sea", "Total"), strict=True)):
            texts.append(right(edge, y, head, 9))
            for row, label in enumerate(("Sales", "Costs", "Profit")):
                texts.append((60.0, float(y + 14 * (row + 1)), f"{label} of {year}"))
                texts.append(right(edge, y + 14 * (row + 1), f"{at + 1}2,34{row},567", 9))
    table, text = table_of(tmp_path, *dict.fromkeys(texts))
    rows = {text[row.span.start : row.span.end].split("\t")[0]: columns_of(row, text) for row in table.rows}
    assert rows["Sales of 2021"] == [(0, "Sales of 2021"), (1, "12,340,567"), (2, "22,340,567"), (3, "32,340,567")]
    assert rows["Costs of 2020"] == [(0, "Costs of 2020"), (1, "12,341,567"), (2, "22,341,567"), (3, "32,341,567")]
    assert table.columns == 4


def test_a_long_heading_over_indented_rows_is_no_part_of_the_first_rows_label(tmp_path: Path):
    table, text = table_of(
        tmp_path,
        (60, 100, "Net earnings"), right(400, 100, "6,315", 9), right(470, 100, "6,833", 9),
        (60, 111, "Adjustments to reconcile net earnings to net cash of the year"),
        (66, 122, "Depreciation"), right(400, 122, "1,364", 9), right(470, 122, "1,290", 9),
        (66, 133, "Impairment"), right(400, 133, "227", 9), right(470, 133, "221", 9),
        (66, 144, "Taxes"), right(400, 144, "183", 9), right(470, 144, "(5)", 9),
    )  # fmt: skip
    labels = [text[row.cells[0].span.start : row.cells[0].span.end] for row in table.rows]
    assert "Adjustments to reconcile net earnings to net cash of the year" in labels
    assert "Depreciation" in labels


def test_a_label_that_hangs_over_two_lines_stays_one(tmp_path: Path):
    table, text = table_of(
        tmp_path,
        (60, 100, "Net earnings"), right(400, 100, "6,315", 9), right(470, 100, "6,833", 9),
        (60, 111, "Adjustments to reconcile net earnings to net cash of the"),
        (66, 122, "Year as reported"), right(400, 122, "1,364", 9), right(470, 122, "1,290", 9),
        (60, 133, "Impairment"), right(400, 133, "227", 9), right(470, 133, "221", 9),
        (60, 144, "Taxes"), right(400, 144, "183", 9), right(470, 144, "(5)", 9),
    )  # fmt: skip
    labels = [text[row.cells[0].span.start : row.cells[0].span.end] for row in table.rows]
    assert "Adjustments to reconcile net earnings to net cash of the\nYear as reported" in labels


def test_figures_set_lower_than_their_label_are_its_row(tmp_path: Path):
    table, text = table_of(
        tmp_path,
        (60, 100, "Net earnings"), right(400, 100, "6,315", 9), right(470, 100, "6,833", 9),
        (60, 114, "Operating assets"), right(400, 121, "1,364", 9), right(470, 121, "1,290", 9),
        (60, 135, "Impairment"), right(400, 135, "227", 9), right(470, 135, "221", 9),
        (60, 149, "Taxes"), right(400, 149, "183", 9), right(470, 149, "(5)", 9),
    )  # fmt: skip
    assert [(0, "Operating assets"), (1, "1,364"), (2, "1,290")] in [columns_of(row, text) for row in table.rows]


def test_the_second_line_of_a_text_cell_among_figures_goes_on_with_its_row(tmp_path: Path):
    rows = [("Delhi", "India", "Energy", "10"), ("Amman", "Jordan", "Gas", "381"), ("Sofia", "Bulgaria", "Coal", "690")]
    texts = [
        piece
        for i, (plant, land, fuel, power) in enumerate(rows)
        for piece in (
            (60.0, 100.0 + 20 * i, plant), (160.0, 100.0 + 20 * i, land), (260.0, 100.0 + 20 * i, fuel),
            right(400, 100 + 20 * i, power, 9),
        )
    ]  # fmt: skip
    texts += [(60.0, 160.0, "Total"), right(400, 160, "1,081", 9)]
    page = shown(tmp_path, *texts, (260, 109.5, "Storage"), size=9)
    assert page.text.splitlines()[0] == "Delhi\tIndia\tEnergy Storage\t10"
    page = shown(tmp_path, *texts, (260, 180, "Storage"), size=9)
    assert page.text.splitlines()[-1] == "Storage"


def test_a_label_that_ends_with_a_preposition_goes_on_below(tmp_path: Path):
    table, text = table_of(
        tmp_path,
        (60, 100, "Income from all discontinued operations, net"), right(400, 100, "101", 9), right(470, 100, "5", 9),
        (60, 114, "NET INCOME OF SHAREOWNERS OF"),
        (66, 124, "THE COMPANY"), right(400, 124, "1,248", 9), right(470, 124, "6,527", 9),
        (60, 138, "Dividends"), right(400, 138, "227", 9), right(470, 138, "221", 9),
        (60, 152, "Taxes"), right(400, 152, "183", 9), right(470, 152, "(5)", 9),
    )  # fmt: skip
    assert (0, "NET INCOME OF SHAREOWNERS OF\nTHE COMPANY") in [columns_of(row, text)[0] for row in table.rows]


def test_a_row_of_figures_below_a_heading_with_a_colon_is_its_own(tmp_path: Path):
    table, text = table_of(
        tmp_path,
        (60, 100, "Net earnings"), right(400, 100, "6,315", 9), right(470, 100, "6,833", 9),
        (60, 111, "Of which:"), right(400, 121, "1,364", 9), right(470, 121, "1,290", 9),
        (60, 135, "Impairment"), right(400, 135, "227", 9), right(470, 135, "221", 9),
        (60, 149, "Taxes"), right(400, 149, "183", 9), right(470, 149, "(5)", 9),
    )  # fmt: skip
    assert [(1, "1,364"), (2, "1,290")] in [columns_of(row, text) for row in table.rows]


def test_heads_wider_than_their_figures_stand_over_them_and_not_over_the_labels(tmp_path: Path):
    texts = [
        (72, 100, "EUR thousand"),
        right(330, 100, "31 Dec 2021"),
        right(430, 100, "31 Dec 2022"),
        *[
            piece
            for at, (label, one, other) in enumerate(
                [("Trade receivables", "4,102", "5,310"), ("Cash", "912", "1,201")]
            )
            for piece in ((72, 120 + 16 * at, label), right(330, 120 + 16 * at, one), right(430, 120 + 16 * at, other))
        ],
    ]
    without_label = [piece for piece in texts if piece[2] != "EUR thousand"]
    for drawing, expected in ((texts, [0, 1, 2]), (without_label, [1, 2])):
        (table,) = read(drawn(tmp_path, drawing), NO_OCR).tables
        assert [cell.column for cell in table.header_rows[-1].cells] == expected
        assert [[cell.column for cell in row.cells] for row in table.rows] == [[0, 1, 2], [0, 1, 2]]


def test_dated_heads_of_a_second_table_right_below_stand_over_its_figures(tmp_path: Path):
    lines = [
        ("", "31 Dec 2021", "31 Dec 2022"),
        ("Intangible assets", "4,120", "4,655"),
        ("Land and buildings", "11,340", "10,912"),
        ("", "31 Dec 2021", "31 Dec 2022"),
        ("Share capital", "2,500", "2,500"),
        ("Pension provisions", "4,402", "4,515"),
    ]
    texts = [
        piece
        for at, (label, one, other) in enumerate(lines)
        for piece in ((72, 100 + 15 * at, label), right(330, 100 + 15 * at, one), right(430, 100 + 15 * at, other))
        if piece[2]
    ]
    tables = read(drawn(tmp_path, texts), NO_OCR).tables
    assert [len(table.header_rows) for table in tables] == [1, 1]
    for table in tables:
        columns = [[cell.column for cell in row.cells] for row in (*table.header_rows, *table.rows)]
        assert columns == [[1, 2], [0, 1, 2], [0, 1, 2]]


def test_the_raised_mark_of_a_note_stays_with_its_figure_beside_a_free_channel(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    rows = [("Sales", "7,332", "3,956"), ("Costs", "2,072", "4,493"), ("Income", "3,646", "2,214")]
    rows += [("Interest", "44", "633"), ("Assets", "5,475", "1,896"), ("Capital", "91", "37")]
    for at, (label, one, other) in enumerate(rows):
        y = 100 + 12 * at
        page.insert_text((60, y), label, fontsize=7)
        page.insert_text((204 - pymupdf.get_text_length(one, fontsize=7), y), one, fontsize=7)
        page.insert_text((248 - pymupdf.get_text_length(other, fontsize=7), y), other, fontsize=7)
    for x in (210, 254):
        page.insert_text((x, 110), "2", fontsize=4.2)
    file.save(tmp_path / "drawn.pdf")
    lines = read(tmp_path / "drawn.pdf", NO_OCR).pages[0].text.splitlines()
    assert lines[:3] == ["Sales\t7,332\t3,956", "Costs\t2,072 2\t4,493 2", "Income\t3,646\t2,214"]
