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


def of_kind(document: Document, kind: str) -> list[tuple[int, str]]:
    return [(page, text) for page, found, text in apart(document) if found == kind]


def ending(number: int, *below: tuple[float, float, str, float]) -> list[Text]:
    """Return prose that ends higher on each page, and lines so far under its last."""
    lines = prose(number, 8 + 3 * (number % 5))
    return [*lines, *((x, lines[-1][1] + gap, text, size) for x, gap, text, size in below)]


def test_a_row_that_says_which_page_of_how_many_it_is_goes_however_close_to_the_text(tmp_path: Path):
    pages = [ending(n, (260, 14, f"Page {n + 1} of 5", 11), (420, 14, "*Treatment Requested", 11)) for n in range(5)]
    document = drawn(tmp_path, pages)
    assert of_kind(document, "page_number") == [(n, f"Page {n} of 5") for n in range(1, 6)]
    assert of_kind(document, "footer") == [(n, "*Treatment Requested") for n in range(1, 6)]
    assert [page.label for page in document.pages] == [f"Page {n} of 5" for n in range(1, 6)]


def test_a_page_of_a_schedule_in_the_middle_of_its_row_goes(tmp_path: Path):
    pages = [
        ending(n, (72, 24, "Property of Alder Bank", 11), (280, 24, f"Page A-{n + 2}", 11), (480, 24, "vAB2010", 11))
        for n in range(4)
    ]
    document = drawn(tmp_path, pages)
    assert [page.label for page in document.pages] == ["Page A-2", "Page A-3", "Page A-4", "Page A-5"]
    assert "Alder Bank" not in document.pages[2].text


def test_rows_that_count_months_or_name_a_page_in_a_sentence_stay(tmp_path: Path):
    months = drawn(tmp_path, [ending(n, (72, 14, f"Statement {n + 1}/2024", 11)) for n in range(5)])
    assert apart(months) == []
    titles = [[(260, 66, f"Counterpart {n + 1} of 4", 11), *prose(n, 20)] for n in range(4)]
    assert [page.text[:16] for page in drawn(tmp_path, titles).pages] == [f"Counterpart {n} of" for n in range(1, 5)]
    pages = [ending(n, (72, 14, f"The map is printed on page {12 - 3 * n} of 40.", 11)) for n in range(4)]
    assert apart(drawn(tmp_path, pages)) == []


def test_numbers_of_a_part_and_its_page_go_where_the_parts_are_short(tmp_path: Path):
    names = "APP-1-1 APP-2-1 APP-2-2 APP-3-1 APP-3-2 APP-4-1 APP-5-1".split()
    document = drawn(tmp_path, [ending(n, (280, 50, name, 11)) for n, name in enumerate(names)])
    assert of_kind(document, "page_number") == [(n, name) for n, name in enumerate(names, 1)]
    assert document.pages[3].label == "APP-3-1"


def test_codes_at_the_foot_of_pages_that_count_nothing_stay(tmp_path: Path):
    names = "BOX-1-7 BOX-4-2 BOX-2-9 BOX-8-3 BOX-3-3 BOX-9-5 BOX-5-8".split()
    assert apart(drawn(tmp_path, [ending(n, (280, 50, name, 11)) for n, name in enumerate(names)])) == []


def lease(number: int, label: str, gap: float = 20) -> list[Text]:
    return ending(number, (300, gap, label, 11), (330, gap + 14, "Birch Lease (Class B)", 11))


def test_feet_under_the_page_numbers_of_one_exhibit_go_in_the_size_of_the_text(tmp_path: Path):
    pages = [prose(n, 20) for n in range(20)] + [lease(n, label) for n, label in enumerate(["i", *"1234567"])]
    document = drawn(tmp_path, pages)
    assert of_kind(document, "footer") == [(n, "Birch Lease (Class B)") for n in range(21, 29)]
    assert of_kind(document, "page_number") == [(n, label) for n, label in enumerate(["i", *"1234567"], 21)]


def test_last_lines_of_a_few_pages_without_page_numbers_stay(tmp_path: Path):
    pages = [ending(n, *[(330, 34, "Birch Lease (Class B)", 11)][: n > 14]) for n in range(22)]
    assert apart(drawn(tmp_path, pages)) == []


def test_small_feet_go_from_page_after_page_of_one_exhibit(tmp_path: Path):
    pages = [ending(n, *[(72, 26, "Cedar Option Plan", 7)][: 10 <= n < 20]) for n in range(40)]
    assert of_kind(drawn(tmp_path, pages), "footer") == [(n, "Cedar Option Plan") for n in range(11, 21)]


def test_small_notes_stay_and_so_do_small_lines_of_every_third_page(tmp_path: Path):
    notes = [ending(n, *[(72, 26, "(1) Without the Elm shares", 7)][: 10 <= n < 20]) for n in range(40)]
    assert apart(drawn(tmp_path, notes)) == []
    seldom = [ending(n, *[(72, 26, "nm Not meaningful", 7)][: n % 3 == 0 and n < 30]) for n in range(40)]
    assert apart(drawn(tmp_path, seldom)) == []


def test_lines_that_touch_the_text_of_all_pages_go(tmp_path: Path):
    notice = ["{***} Parts of this exhibit have been left out and were handed in", "to the registry of Kiel alone."]
    pages = [
        [(440, 67, "NOT FOR CIRCULATION", 11), *ending(n, (72, 14, notice[0], 11), (72, 28, notice[1], 11))]
        for n in range(18)
    ]
    document = drawn(tmp_path, pages)
    assert of_kind(document, "header") == [(n, "NOT FOR CIRCULATION") for n in range(1, 19)]
    assert of_kind(document, "footer") == [(n, text) for n in range(1, 19) for text in notice]


def test_lines_that_touch_the_text_of_one_long_exhibit_go(tmp_path: Path):
    notice = (72.0, 14.0, "[***] Left out and handed in to the registry of Kiel alone.", 11.0)
    document = drawn(tmp_path, [ending(n, *[notice][: 20 <= n < 38]) for n in range(60)])
    assert of_kind(document, "footer") == [(n, notice[2]) for n in range(21, 39)]


def test_the_last_line_of_a_form_that_was_filled_in_often_stays(tmp_path: Path):
    form = ["By signing below I appoint", "the secretary of", "to act in my name.", "Director of Alder Company"]
    forms = [[(72.0, 100 + 30.0 * i, f"{line}{f' {TREES[n % 12]} Ltd.' * (i == 1)}", 11.0)
              for i, line in enumerate(form)] for n in range(18)]  # fmt: skip
    assert apart(drawn(tmp_path, [prose(n, 20) for n in range(12)] + forms)) == []


def test_lines_that_touch_the_text_of_some_pages_stay(tmp_path: Path):
    pages = [[*[(440.0, 67.0, "NOT FOR CIRCULATION", 11.0)][: n < 10], *prose(n, 20)] for n in range(30)]
    assert apart(drawn(tmp_path, pages)) == []
    cells = [ending(n, (72, 14, "not known", 11)) for n in range(18)]
    assert apart(drawn(tmp_path, cells)) == []


def table(number: int) -> list[Text]:
    return [
        (x, 76 + 14 * i, text, 10)
        for i in range(20)
        for x, text in ((72, f"Plot {number * 20 + i} at the lake"), (440, f"{100 + number * 7 + i * 3}.25"))
    ]


def test_a_running_head_over_the_columns_of_a_table_goes_as_over_text(tmp_path: Path):
    head = [(72.0, 48.0, "Dogwood Land Company", 9.0), (440.0, 48.0, "Offering Circular", 9.0)]
    pages = [[*head, *(table(n) if n in (5, 9) else prose(n, 20))] for n in range(16)]
    document = drawn(tmp_path, pages)
    assert of_kind(document, "header") == [(n, "Dogwood Land Company\tOffering Circular") for n in range(1, 17)]


def test_the_heads_of_a_table_that_goes_on_stay(tmp_path: Path):
    head = [(72.0, 48.0, "Place", 10.0), (440.0, 48.0, "Acres", 10.0)]
    document = drawn(tmp_path, [[*head, *table(n)] for n in range(16)])
    assert apart(document) == []
    assert document.pages[7].text.startswith("Place\tAcres")


def test_a_foot_goes_where_it_stands_without_the_page_number_that_it_has_elsewhere(tmp_path: Path):
    notice = (360.0, 14.0, "*Treatment Requested", 11.0)
    pages = [ending(n, (180, 14, f"Page {n + 1} of 9", 11), notice) for n in range(9)]
    pages += [ending(20, notice), prose(12, 20), [(72, 100, "Exhibit D", 11), (72, 130, "None of these.", 11)]]
    pages[-1].append((360, 144, "*Treatment Requested", 11))
    document = drawn(tmp_path, pages)
    assert of_kind(document, "footer") == [(n, "*Treatment Requested") for n in (*range(1, 11), 12)]


def test_the_same_words_in_another_place_or_size_stay(tmp_path: Path):
    notice = (360.0, 14.0, "*Treatment Requested", 11.0)
    pages = [ending(n, (180, 14, f"Page {n + 1} of 9", 11), notice) for n in range(9)]
    pages += [ending(20, (72, 14, "*Treatment Requested", 11)), ending(21, (360, 14, "*Treatment Requested", 14))]
    document = drawn(tmp_path, pages)
    assert of_kind(document, "footer") == [(n, "*Treatment Requested") for n in range(1, 10)]


def typed(numbers: dict[int, str], lines: int = 160) -> list[list[Text]]:
    """Return pages of 60 typewritten lines whose own numbers stand elsewhere."""
    rows = [
        (212.0, numbers[at]) if at in numbers else (72.0, " ".join(text.split()[:5]))
        for at, (*_, text, _) in enumerate(prose(3, lines))
    ]
    return [[(x, 60 + 12 * i, text, 9) for i, (x, text) in enumerate(rows[at : at + 60])] for at in range(0, lines, 60)]


def test_three_numbers_in_the_middle_of_pages_of_a_short_typewritten_text_go(tmp_path: Path):
    document = drawn(tmp_path, typed({44: "1", 95: "2", 143: "3"}))
    assert apart(document) == [(1, "page_number", "1"), (2, "page_number", "2"), (3, "page_number", "3")]


def test_numbers_after_unlike_counts_of_lines_stay(tmp_path: Path):
    assert apart(drawn(tmp_path, typed({14: "1", 35: "2", 110: "3"}))) == []
    assert apart(drawn(tmp_path, typed({44: "7", 95: "9", 143: "8"}))) == []
