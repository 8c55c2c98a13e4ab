"""Pages on which the number of columns changes, as text programs set them."""

from pathlib import Path

import pymupdf
from drawing import NO_OCR, document_of

from pipeline.extract import read

LINES = [
    "The plant delivers flow meters to",
    "all suppliers of the district and",
    "takes over the care of them until",
    "the contract ends or the supplier",
    "gives it back to the plant before",
    "the term of the notice is over or",
]
WIDE = "The terms of this part apply to all deliveries of the plant to its suppliers and to the care of the meters that"


def column(x: float, y: float, lines: list[str]) -> list[tuple[float, float, str]]:
    return [(x, y + 12 * at, line) for at, line in enumerate(lines)]


def test_a_heading_below_the_columns_comes_after_all_of_them(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for x in (60, 230, 400):
        for place, line in zip(column(x, 100, LINES), LINES, strict=True):
            page.insert_text(place[:2], line, fontsize=9.5)
    page.insert_text((60, 195), "Risk Factors", fontsize=13)
    for at in range(4):
        page.insert_text((60, 220 + 12 * at), WIDE, fontsize=9.5)
    file.save(tmp_path / "heading.pdf")
    rows = read(tmp_path / "heading.pdf", NO_OCR).pages[0].text.split("\n")
    assert rows == [*LINES * 3, "Risk Factors", *[WIDE] * 4]


def test_the_short_last_line_of_two_columns_stays_theirs_above_three(tmp_path: Path):
    left = [
        "The supplier returns each of the meters to",
        "the plant when it is told to do so by the",
        "court or by a party of the contract, in a",
        "good state and at the cost of the plant at",
    ]
    right = [
        "any time before the end of the year and at",
        "the latest when the term has come to its",
        "end or when the plant gives notice of the",
        "next year.",
    ]
    texts = [
        *column(60, 100, left),
        *column(320, 100, right),
        *(t for x in (60, 230, 400) for t in column(x, 175, LINES)),
    ]
    page = document_of(tmp_path, texts).pages[0]
    assert page.text.split("\n") == [*left, *right, *LINES * 3]


def test_a_head_over_two_columns_is_set_apart_in_pieces(tmp_path: Path):
    pages = []
    for number in range(5):
        head = [(60, 40, "Brackwater Instruments"), (440, 40, "Annual Report 2031")]
        body = [(60, 100 + 14 * at, f"{WIDE[:80]} {number}{at}") for at in range(20)]
        if number == 3:
            body = [*column(60, 100, LINES * 3), *column(320, 100, LINES * 3)]
        pages.append([*head, *body])
    document = document_of(tmp_path, *pages)
    assert "Brackwater" not in document.pages[3].text
    assert [(s.kind, s.text) for s in document.set_apart if s.page == 4] == [
        ("header", "Brackwater Instruments"),
        ("header", "Annual Report 2031"),
    ]
    assert "next" not in document.pages[3].text
