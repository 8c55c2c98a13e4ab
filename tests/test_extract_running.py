"""Headers over bodies whose lines repeat, totals at the foot of pages, and feet that follow the text."""

from pathlib import Path

import pymupdf
from drawing import apart

from pipeline.document import Document
from pipeline.extract import read
from pipeline.settings import ExtractSettings

Text = tuple[float, float, str, float]
TREES = "alder birch cedar dogwood elm fir gum hazel ivy juniper larch maple".split()


def drawn(folder: Path, pages: list[list[Text]]) -> Document:
    file = pymupdf.open()
    for texts in pages:
        page = file.new_page()
        for x, y, text, size in texts:
            page.insert_text((x, y), text, fontsize=size)
    file.save(folder / "drawn.pdf")
    return read(folder / "drawn.pdf", ExtractSettings(ocr="never"))


def clauses(number: int, count: int = 12) -> list[Text]:
    return [
        (72, 100 + 16 * i, f"The undertaking in paragraph {number * count + i} binds at all times.", 11)
        for i in range(count)
    ]


def test_a_small_header_far_above_lines_that_differ_in_numbers_alone_goes(tmp_path: Path):
    pages = [[(72, 40, "Alder Holdings - Credit Agreement", 8), *clauses(n)] for n in range(6)]
    assert apart(drawn(tmp_path, pages)) == [(n, "header", "Alder Holdings - Credit Agreement") for n in range(1, 7)]


def test_headers_of_odd_and_even_pages_go_over_a_body_that_repeats(tmp_path: Path):
    heads = ["ALDER GROUP", "ANNUAL REPORT"]
    pages = [[(72 + 300 * (n % 2), 40, heads[n % 2], 8), *clauses(n)] for n in range(8)]
    assert apart(drawn(tmp_path, pages)) == [(n + 1, "header", heads[n % 2]) for n in range(8)]


def test_the_end_of_a_sentence_at_the_top_of_every_other_page_stays(tmp_path: Path):
    tops = ["The terms are as follows.", "the maturity date."]
    pages = [[(72, 40, "Credit Agreement", 8), (72, 70, tops[n % 2], 11), *clauses(n)] for n in range(6)]
    document = drawn(tmp_path, pages)
    assert {text for _, _, text in apart(document)} == {"Credit Agreement"}
    assert document.pages[1].text.startswith("the maturity date.")


def test_totals_in_the_columns_of_a_table_stay_although_they_rise_from_page_to_page(tmp_path: Path):
    rows = [
        [(x, 70 + 17 * i, text, 11) for i in range(40) for x, text in ((72, f"Site {n * 40 + i}"), (480, str(i % 9)))]
        for n in range(4)
    ]
    pages = [[*row, (72, 767, "Total", 11), (470, 767, str(total), 11)]
             for row, total in zip(rows, (118, 121, 133, 140), strict=True)]  # fmt: skip
    document = drawn(tmp_path, pages)
    assert [page.text.splitlines()[-1] for page in document.pages] == [
        "Total\t118", "Total\t121", "Total\t133", "Total\t140",
    ]  # fmt: skip


def test_the_page_of_a_letter_goes_from_its_four_pages_and_the_letterhead_stays(tmp_path: Path):
    lines = ["We offer you the loan.", "The fee is 2 per cent.", "The law of Kiel governs.", "Please sign a copy."]
    pages = [
        [(72, 110, line, 11), (72, 140, f"This was agreed on the phone with item {n}.", 11)]
        for n, line in enumerate(lines)
    ]
    for n in (1, 2, 3):
        pages[n].append((72, 40, f"Letter of 4 May, page {n + 1}", 9))
    pages[0] += [(72, 40, "Birch Credit LLC", 11), (72, 54, "12 Harbour Street, Kiel", 11)]
    document = drawn(tmp_path, pages)
    assert apart(document) == [(n, "header", f"Letter of 4 May, page {n}") for n in (2, 3, 4)]
    assert document.pages[0].text.startswith("Birch Credit LLC\n12 Harbour Street, Kiel")


def test_a_line_without_letters_and_digits_at_the_foot_of_pages_stays(tmp_path: Path):
    pages = [[*clauses(n), (72, 780, "[***]", 11)] for n in range(10)]
    document = drawn(tmp_path, pages)
    assert apart(document) == []
    assert document.pages[4].text.endswith("[***]")


def prose(number: int, count: int) -> list[Text]:
    return [
        (72, 80 + 14 * i, " ".join(TREES[(number * k + i + k * k) % 12] + str(number * 7 + k) for k in range(7)), 11)
        for i in range(count)
    ]


def with_foot(number: int, size: float, gap: float) -> list[Text]:
    lines = prose(number, 8 + 3 * (number % 5))
    below = lines[-1][1] + gap
    return [*lines, (72, below, "ALDER FRANCHISE", size), (72, below + 10, "AGREEMENT", size)]


def test_small_feet_that_follow_the_text_at_every_height_go(tmp_path: Path):
    document = drawn(tmp_path, [with_foot(n, 7, 26) for n in range(12)])
    assert [entry[2] for entry in apart(document)].count("ALDER FRANCHISE") == 12
    assert [entry[2] for entry in apart(document)].count("AGREEMENT") == 12


def test_last_lines_in_the_size_of_the_text_and_close_small_ones_stay(tmp_path: Path):
    assert apart(drawn(tmp_path, [with_foot(n, 11, 26) for n in range(12)])) == []
    assert apart(drawn(tmp_path, [with_foot(n, 9, 14) for n in range(12)])) == []


def test_small_last_lines_of_a_few_pages_stay(tmp_path: Path):
    pages = [with_foot(n, 7, 26) if n % 5 == 0 else prose(n, 8 + 3 * (n % 5)) for n in range(30)]
    assert apart(drawn(tmp_path, pages)) == []


def test_a_page_number_that_only_its_place_betrays_is_a_label_and_a_year_is_none(tmp_path: Path):
    names = ["A - 1", "A - 2", "A - 3", "A - 4"]
    document = drawn(tmp_path, [[*prose(n, 20), (290, 800, name, 9)] for n, name in enumerate(names)])
    assert [page.label for page in document.pages] == names
    assert {kind for _, kind, _ in apart(document)} == {"page_number"}
    years = drawn(tmp_path, [[(290, 40, "2023", 8), *prose(n, 20)] for n in range(6)])
    assert [page.label for page in years.pages] == [None] * 6


def test_a_sentence_goes_on_behind_a_page_number_in_the_middle_of_a_page(tmp_path: Path):
    lines = ["The licensor grants a right to resell the", "Alder Products to its customers.", "It ends on 3 May."]
    page: list[Text] = []
    pages = []
    for n in range(6):
        page = [(72, 100 + 14 * i, text, 11) for i, text in enumerate((*(t for *_, t, _ in prose(n, 6)), lines[0]))]
        page += [(290, 240, f"Page {n + 1}", 11), (72, 290, lines[1], 11), (72, 330, lines[2], 11)]
        pages.append(page)
    document = drawn(tmp_path, pages)
    last, following = document.pages[2].blocks[-2:]
    found = [block.continues for block in document.pages[2].blocks]
    assert [page.label for page in document.pages] == [f"Page {n}" for n in range(1, 7)]
    assert (last.continues or found[1], following.continues) == (True, False)
