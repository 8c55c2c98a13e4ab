"""What is set apart from the body of a document, and what stays however often it repeats."""

from pathlib import Path

import pymupdf
import pytest
from drawing import NO_OCR, PROSE, Text, apart, body, document_of

from pipeline.document import Document
from pipeline.extract import read


def test_header_footer_and_number_of_a_three_page_document(tmp_path: Path):
    pages = [
        [
            (72, 40, "Credit Agreement"),
            *body(n),
            (72, 780, "Alder Holdings | Confidential"),
            (500, 780, f"Page {n} of 3"),
        ]
        for n in (1, 2, 3)
    ]
    document = document_of(tmp_path, *pages)
    assert apart(document)[:3] == [
        (1, "header", "Credit Agreement"),
        (1, "footer", "Alder Holdings | Confidential"),
        (1, "page_number", "Page 1 of 3"),
    ]
    assert [page.label for page in document.pages] == ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"]
    assert [len(page.text.splitlines()) for page in document.pages] == [3, 3, 3]


def test_odd_and_even_pages_with_their_own_headers_and_a_first_page_without(tmp_path: Path):
    pages = [body(0)]
    pages += [
        [(72, 40, "Annual Report") if n % 2 else (420, 40, "Alder Holdings Inc."), *body(n), (300, 780, str(n))]
        for n in range(2, 11)
    ]
    document = document_of(tmp_path, *pages)
    assert {text for _, kind, text in apart(document) if kind == "header"} == {"Annual Report", "Alder Holdings Inc."}
    assert [page.label for page in document.pages] == [None, *map(str, range(2, 11))]
    assert all(page.text.count("\n") == 2 for page in document.pages)


def test_roman_prefixed_and_dashed_page_numbers_are_labels(tmp_path: Path):
    labels = ["i", "ii", "iii", "iv", "F-1", "F-2", "F-3", "F-4", "- 5 -", "- 6 -", "- 7 -", "- 8 -"]
    document = document_of(tmp_path, *[[*body(n), (290, 780, label)] for n, label in enumerate(labels)])
    assert [page.label for page in document.pages] == labels


def test_bates_numbers_and_source_lines_have_kinds_of_their_own(tmp_path: Path):
    pages = [
        [*body(n), (72, 760, "Source: ALDER HOLDINGS INC, 10-K, 3/1/2020"), (430, 780, f"ALDER000{1000 + n}")]
        for n in range(5)
    ]
    kinds = {kind for _, kind, _ in apart(document_of(tmp_path, *pages))}
    assert kinds == {"source_footer", "bates"}


def test_a_bates_number_beside_another_footer_has_its_own_kind(tmp_path: Path):
    pages = [[*body(n), (72, 780, "ATTORNEYS' EYES ONLY"), (430, 780, f"ALDER-000{420 + n}")] for n in range(5)]
    document = document_of(tmp_path, *pages)
    assert apart(document)[:2] == [(1, "footer", "ATTORNEYS' EYES ONLY"), (1, "bates", "ALDER-000420")]


def test_exhibit_titles_stay_although_they_repeat(tmp_path: Path):
    pages = [[(280, 60, f"Exhibit {n}"), *body(i)] for i, n in enumerate(("31.1", "31.2", "32.1", "32.2"))]
    pages += [body(n) for n in range(6)]
    document = document_of(tmp_path, *pages)
    assert apart(document) == []


def test_column_heads_and_unit_lines_of_a_table_over_many_pages_stay(tmp_path: Path):
    def page(n: int) -> list[Text]:
        rows = [(72, 60, "(in millions)"), (300, 74, "2023"), (400, 74, "2022"), (72, 74, "Holding")]
        for i in range(20):
            rows += [
                (72, 90 + 14 * i, f"Fund {'abcdefghijklmnopqrstu'[i]}{n}"),
                (300, 90 + 14 * i, f"{n}{i},100"),
                (400, 90 + 14 * i, f"{n}{i},200"),
            ]
        return [*rows, (300, 780, str(n))]

    document = document_of(tmp_path, *[page(n) for n in range(1, 10)])
    assert {kind for _, kind, _ in apart(document)} == {"page_number"}


def test_first_lines_of_pages_that_differ_in_numbers_alone_stay(tmp_path: Path):
    pages = [
        [(72, 60 + 14 * i, f"Clause {n} line {i}: the amount of {n},000 is payable on demand.") for i in range(30)]
        for n in range(12)
    ]
    assert apart(document_of(tmp_path, *pages)) == []


def test_line_numbers_of_a_pleading_go_and_the_numbers_of_a_table_stay(tmp_path: Path):
    pleading = [(60.0 - 6 * (n > 9), 60.0 + 24 * n, str(n)) for n in range(1, 29)]
    pleading += [
        (90, 60.0 + 24 * n, text)
        for n, text in ((4, "The defendant shall pay"), (5, "the settlement amount of"), (6, "$2,500 to the plaintiff"))
    ]
    table = [
        (x, 60.0 + 16 * n, text)
        for n in range(1, 13)
        for x, text in ((60, str(n)), (90, f"Facility {chr(64 + n)}"), (300, f"{n},500"))
    ]
    document = document_of(tmp_path, pleading, table)
    assert document.pages[0].text == "The defendant shall pay\nthe settlement amount of\n$2,500 to the plaintiff"
    assert [text for page, kind, text in apart(document) if kind == "line_number"] == [str(n) for n in range(1, 29)]
    assert document.pages[1].text.splitlines()[2].split() == ["3", "Facility", "C", "3,500"]


def test_a_number_in_the_middle_of_a_printed_page_is_furniture_when_it_counts_on(tmp_path: Path):
    def page(n: int) -> list[Text]:
        name = "abcdefghijklm"[n]
        above = [(72.0, 100.0 + 14 * i, f"page {name} line that is long enough to be text {i}") for i in range(8)]
        below = [(72.0, 400.0 + 14 * i, f"page {name} more text below the number {i}") for i in range(6)]
        return [*above, (290, 240 + 9 * n, str(n)), *below]

    document = document_of(tmp_path, *[page(n) for n in range(1, 13)])
    assert [kind for _, kind, _ in apart(document)] == ["page_number"] * 12


def test_a_slanted_stamp_on_every_page_is_a_watermark(tmp_path: Path):
    file = pymupdf.open()
    for n in range(3):
        page = file.new_page()
        for x, y, text in body(n):
            page.insert_text((x, y), text)
        page.insert_text((200, 500), "DRAFT", fontsize=60, morph=(pymupdf.Point(200, 500), pymupdf.Matrix(45)))
    file.save(tmp_path / "stamped.pdf")
    document = read(tmp_path / "stamped.pdf", NO_OCR)
    assert [(kind, text) for _, kind, text in apart(document)] == [("watermark", "DRAFT")] * 3


def test_a_contents_list_of_a_short_document_stays(tmp_path: Path):
    entries = [
        (72, 100, "Contents"),
        (72, 130, "Risk Factors"),
        (500, 130, "14"),
        (72, 160, "Properties"),
        (500, 160, "31"),
        (72, 190, "Legal"),
        (500, 190, "33"),
    ]
    assert apart(document_of(tmp_path, [(float(x), float(y), text) for x, y, text in entries], body(1))) == []


def test_the_edge_of_a_single_page_is_furniture_when_small_and_clear_of_the_text(tmp_path: Path):
    document = document_of(
        tmp_path,
        [
            (72, 30, "Journal of Contracts, volume 4"),
            *body(1),
            *[(72.0, 300.0 + 14 * i, line) for i, line in enumerate(PROSE)],
            (300, 815, "12"),
        ],
    )
    assert [(kind, text) for _, kind, text in apart(document)] == [
        ("header", "Journal of Contracts, volume 4"),
        ("page_number", "12"),
    ]


def test_titles_and_dates_of_a_form_that_is_signed_page_by_page_stay(tmp_path: Path):
    report = [
        [(72, 40 + 14 * i, f"{'abcdefghijklmnopqrstuvwxyz'[n]}{n}{i} subject {i * n} held {n + i}") for i in range(30)]
        for n in range(20)
    ]
    names = ["Adler", "Bergman", "Castle", "Dorn", "Evers", "Falk", "Gray", "Hale", "Iversen", "Jones"]
    forms = [
        [
            (250, 40, "POWER OF ATTORNEY"),
            *[(72.0, 80 + 14 * i, line) for i, line in enumerate(PROSE)],
            (72, 180, f"/s/ {name}"),
            (72, 194, name),
            (72, 240, "January 18, 2023"),
        ]
        for name in names
    ]
    assert apart(document_of(tmp_path, *report, *forms)) == []


def test_headings_of_numbered_notes_under_a_running_header_stay(tmp_path: Path):
    pages = [
        [(72, 30, "Table of Contents"), *([(72.0, 80.0, f"NOTE {n // 2}")] if n % 2 == 0 else []), *body(n)]
        for n in range(2, 30)
    ]
    document = document_of(tmp_path, *pages)
    assert {text for _, _, text in apart(document)} == {"Table of Contents"}
    assert document.pages[0].text.startswith("NOTE 1\n")


def test_running_titles_of_short_chapters_go_where_others_stand(tmp_path: Path):
    titles = [title for title in "abcdef" for _ in range(3)] + ["g"] * 12
    pages = [[(72, 40, f"Chapter {title.upper()} of the prospectus"), *body(n)] for n, title in enumerate(titles)]
    kinds = [kind for _, kind, _ in apart(document_of(tmp_path, *pages))]
    assert kinds == ["header"] * len(pages)


def test_single_lines_that_are_all_their_pages_hold_stay(tmp_path: Path):
    pages = [
        [(72, 72, "The term is five years.")],
        *[[(72, 72, f"Clause {n} applies as written.")] for n in range(1, 6)],
    ]
    assert apart(document_of(tmp_path, *[[(float(x), float(y), text) for x, y, text in page] for page in pages])) == []


def test_two_pages_that_are_the_same_keep_their_lines(tmp_path: Path):
    page = [(72.0, 60.0 + 14 * i, line) for i, line in enumerate(PROSE)]
    assert apart(document_of(tmp_path, page, page)) == []


def cards(folder: Path, *pages: list[Text], width: float = 160, height: float = 80) -> Document:
    file = pymupdf.open()
    for texts in pages:
        page = file.new_page(width=width, height=height)
        for x, y, text in texts:
            page.insert_text((x, y), text, fontsize=8)
    file.save(folder / "cards.pdf")
    return read(folder / "cards.pdf", NO_OCR)


@pytest.mark.parametrize("line", ["Page {}: EUR {},000.", "Ticket {}", "{}", "ALDER000{}"])
def test_the_only_line_of_each_small_page_stays(tmp_path: Path, line: str):
    lines = [line.format(n, n) for n in range(1, 41)]
    document = cards(tmp_path, *[[(8, 30, text)] for text in lines])
    assert [page.text for page in document.pages] == lines
    assert apart(document) == []


def test_the_lines_of_labels_stay_although_the_last_is_always_the_same(tmp_path: Path):
    names = ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ivy"]
    labels = [
        [(8, 20, f"{name} Adler"), (8, 34, f"{n} High Street"), (8, 48, "London")] for n, name in enumerate(names)
    ]
    assert apart(cards(tmp_path, *labels)) == []


def test_totals_and_numbers_of_receipts_stay_and_the_name_of_the_store_goes(tmp_path: Path):
    receipts = [
        [
            (20, 30, "ALDER STORE"),
            (20, 80, "Coffee"),
            (150, 80, f"{n}.50"),
            (20, 95, "Tea"),
            (150, 95, f"{n}.10"),
            (20, 150, f"Total: EUR {2 * n}.60"),
            (20, 190, f"Receipt No. {100 + n}"),
        ]
        for n in range(2, 14)
    ]
    document = cards(tmp_path, *receipts, width=220, height=220)
    assert {entry for _, *entry in map(list, apart(document)) for entry in [tuple(entry)]} == {
        ("header", "ALDER STORE")
    }
    assert document.pages[0].text == "Coffee\t2.50\nTea\t2.10\nTotal: EUR 4.60\nReceipt No. 102"


def test_a_total_at_the_foot_of_every_page_stays(tmp_path: Path):
    pages = [[*body(n), (72, 770, f"Carried forward: EUR {n + 1},250.00"), (300, 800, str(n + 1))] for n in range(10)]
    assert {kind for _, kind, _ in apart(document_of(tmp_path, *pages))} == {"page_number"}


def test_one_sentence_a_slide_stays_and_its_footer_goes(tmp_path: Path):
    words = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"]
    slides = [
        [(60, 200, f"{word} point of the plan."), (40, 510, "Alder Holdings"), (500, 510, str(n + 1))]
        for n, word in enumerate(words)
    ]
    document = cards(tmp_path, *slides, width=720, height=540)
    assert [page.text for page in document.pages] == [f"{word} point of the plan." for word in words]


def test_divider_and_blank_pages_keep_the_header_and_number_of_the_document_apart(tmp_path: Path):
    pages = [[(72, 40, "Alder report"), *(body(n) if n % 4 else []), (300, 800, str(n + 1))] for n in range(1, 12)]
    document = document_of(tmp_path, *pages)
    assert [page.text == "" for page in document.pages] == [n % 4 == 0 for n in range(1, 12)]


def test_chapter_footers_of_an_excerpt_go_with_the_numbers_that_rise(tmp_path: Path):
    titles = ["iii", "xi", "1", "4\tAnnual report", "Risks\t11", "Markets\t17", "40\tAnnual report", "Accounts\t77"]
    pages = []
    for n, title in enumerate(titles):
        cells = title.split("\t")
        places = [72.0, 300.0] if cells[0].isdigit() else [300.0, 520.0]
        text = [(72.0, 100.0 + 14 * i, " ".join(word + "abcdefgh"[n] for word in PROSE[i].split())) for i in range(3)]
        pages.append([*text, *[(x, 780.0, cell) for x, cell in zip(places[-len(cells) :], cells, strict=True)]])
    document = document_of(tmp_path, *pages)
    assert [page.label for page in document.pages] == ["iii", "xi", "1", "4", "11", "17", "40", "77"]
    assert all(page.text.count("\n") == 2 for page in document.pages)


def test_the_last_rows_of_a_contents_list_over_many_pages_stay(tmp_path: Path):
    subjects = ["Assets", "Bonds", "Cash", "Debt", "Equity", "Funds"]
    pages = [
        [
            (x, 60.0 + 30 * i, text)
            for i in range(24)
            for x, text in ((72, f"{subject} {'abcdefghijklmnopqrstuvwx'[n + i :]}"), (520, str(30 * n + i)))
        ]
        for n, subject in enumerate(subjects)
    ]
    assert apart(document_of(tmp_path, *pages)) == []


def test_links_back_to_the_contents_go_and_the_title_of_the_contents_stays(tmp_path: Path):
    entries = [(x, 72.0 + 14 * i, text) for i in range(9) for x, text in ((72, f"Part {i}a"), (500, f"{2 * i + 3}"))]
    pages = []
    for n in range(1, 24):
        text = [(72.0, 72.0, f"Part {'abcdefghijklmnopqrstuvwxyz'[n]} begins here"), *body(n)]
        link = [(72.0, 60.0, "Table of Contents")] if n in (1, 5, 12, 19) else []
        pages.append([*link, *(entries if n == 1 else text)])
    document = document_of(tmp_path, *pages)
    assert apart(document) == [(n, "header", "Table of Contents") for n in (5, 12, 19)]


def test_chapter_titles_in_small_print_go_where_nearly_all_pages_have_one(tmp_path: Path):
    file = pymupdf.open()
    for n in range(1, 25):
        page = file.new_page()
        title = "Items 1 and 2" if n == 12 else f"Item {1 + n // 12}"
        page.insert_text((280, 40), f"PART {'I' * (1 + n // 12)}", fontsize=7)
        page.insert_text((300 - 2 * len(title), 49), title, fontsize=7)
        page.insert_text((250, 66), f"Heading {'abcdefghijklmnopqrstuvwxyz'[n]}", fontsize=12)
        for x, y, text in body(n):
            page.insert_text((x, y), text, fontsize=10)
    file.save(tmp_path / "chapters.pdf")
    document = read(tmp_path / "chapters.pdf", NO_OCR)
    assert [page.text.split("\n")[0] for page in document.pages] == [
        f"Heading {'abcdefghijklmnopqrstuvwxyz'[n]}" for n in range(1, 25)
    ]
