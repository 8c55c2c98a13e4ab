"""Short columns without rules or a gutter: two texts, two languages, lists set in columns, and what is none of them."""

from pathlib import Path

import pymupdf
import pytest

from pipeline.extract import read
from pipeline.settings import ExtractSettings

NO_OCR = ExtractSettings(ocr="never")
LEFT = [
    "Each side pays its own",
    "costs of the talks about",
    "this contract and of its",
    "signing. Stamp duty is",
    "borne by the Lessee. The",
    "Lessor pays the surveyor.",
]
RIGHT = ["The law of the Canton of", "Zug governs.", "The courts there have", "jurisdiction."]


def lines(folder: Path, *columns: tuple[float, list[str]], lead: float = 14, font: str = "helv") -> list[str]:
    """Return the lines of a page that holds the columns, each from the same height down."""
    file = pymupdf.open()
    page = file.new_page()
    for x, texts in columns:
        for at, text in enumerate(texts):
            name = "china-s" if any(char > "\u2e80" for char in text) else font
            page.insert_text((x, 100 + lead * at), text, fontname=name, fontsize=10)
    file.save(folder / "drawn.pdf")
    return read(folder / "drawn.pdf", NO_OCR).pages[0].text.splitlines()


def test_two_short_texts_are_read_one_after_the_other_although_one_is_shorter(tmp_path: Path):
    assert lines(tmp_path, (72, LEFT), (310, RIGHT)) == [*LEFT, *RIGHT]
    assert lines(tmp_path, (72, [*LEFT[:3], "signing of it."]), (310, RIGHT)) == [*LEFT[:3], "signing of it.", *RIGHT]


def test_what_stands_over_both_columns_comes_before_and_behind_them(tmp_path: Path):
    wide = "This sentence stands over both of the columns and tells what they are about, at some length indeed."
    found = lines(tmp_path, (72, [wide, "", *LEFT, "", "", wide]), (310, ["", "", *RIGHT]))
    assert found == [wide, *LEFT, *RIGHT, wide]


def test_two_languages_whose_paragraphs_begin_on_the_same_lines_are_read_paragraph_by_paragraph(tmp_path: Path):
    english = [
        "The Lessee pays the rent within",
        "ten days of each quarter.",
        "The Lessor hands over the keys",
        "then.",
    ]
    chinese = ["承租人应当在每季度开始后十日内", "支付全部租金。", "出租人应当在同一日期", "交付钥匙。"]
    assert lines(tmp_path, (60, english), (320, chinese), lead=16) == [
        *english[:2], *chinese[:2], *english[2:], *chinese[2:],
    ]  # fmt: skip


def test_two_languages_whose_paragraphs_begin_on_other_lines_are_read_column_by_column(tmp_path: Path):
    english = [
        "The Lessee pays the rent within",
        "ten days of each quarter. The",
        "Lessor hands over the keys",
        "then.",
    ]
    chinese = ["承租人应当在每季度开始后十日内支付", "全部租金。", "出租人交付钥匙，并且应当", "在同日通知。"]
    assert lines(tmp_path, (60, english), (320, chinese), lead=16) == [*english, *chinese]


@pytest.mark.parametrize(
    "rows",
    [
        [("Cash and cash", "Deposits with banks and"), ("equivalents", "funds of the market"),
         ("Trade", "Amounts that are owed by"), ("receivables", "customers")],
        [("Notices to the Lessor", "the board of Alder AG, Zug"), ("Copies to its adviser", "the office of Birch LLP"),
         ("Currency of payment", "the Swiss franc"), ("Place of payment", "at the seat of the Lessor")],
        [("Signed for the Lessor", "Signed for the Lessee"), ("by its director", "by its director"),
         ("in Zug on 4 May 2021", "in Kiel on 6 May 2021")],
        [("material adverse effect", "重大不利影响"), ("closing date of the sale", "交割日"), ("the Lessor", "出租人")],
    ],
)  # fmt: skip
def test_labels_beside_their_texts_stay_in_rows(tmp_path: Path, rows: list[tuple[str, str]]):
    found = lines(tmp_path, (72, [a for a, _ in rows]), (310, [b for _, b in rows]))
    assert found == [f"{a}\t{b}" for a, b in rows]


def test_a_numbered_list_is_read_down_its_columns(tmp_path: Path):
    lead_in = "The Lessor hands over these things in the hall on the first day of the term of the contract:"
    found = lines(
        tmp_path, (72, [lead_in]), (90, ["", "1. Pumps", "2. Valves", "3. Seals"]), (320, ["", "4. Motors", "5. Pipes"])
    )
    assert found == [lead_in, "1. Pumps", "2. Valves", "3. Seals", "4. Motors", "5. Pipes"]


def test_a_list_in_three_columns_may_have_letters_and_entries_that_wrap(tmp_path: Path):
    columns = [
        (72, ["(a) pumps and", "", "(b) valves"]), (90, ["", "their seals"]),
        (240, ["(c) motors", "", "(d) pipes"]), (400, ["(e) tanks", "", "(f) pits with"]), (418, ["", "", "", "lids"]),
    ]  # fmt: skip
    assert " ".join(lines(tmp_path, *columns)) == (
        "(a) pumps and their seals (b) valves (c) motors (d) pipes (e) tanks (f) pits with lids"
    )


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (["1. Pumps", "3. Seals", "5. Tanks"], ["2. Valves", "4. Motors", "6. Pipes"]),
        (["1. Pumps", "2. Valves", "3. Seals"], ["1. January", "2. March", "3. May"]),
        (["1. Pumps", "2. Valves"], ["3. Seals", "12 pieces"]),
    ],
)
def test_a_list_whose_numbers_do_not_go_on_in_the_next_column_is_read_across(tmp_path: Path, left, right):
    assert "\t".join(lines(tmp_path, (90, left), (320, right))) == "\t".join(
        f"{a}\t{b}" for a, b in zip(left, right, strict=True)
    )
