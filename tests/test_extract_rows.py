"""Marks inside a line, lines stretched to the margin, and what parts the cells of a row, on pages the tests draw."""

from pathlib import Path

import pymupdf

from pipeline.document import Page
from pipeline.extract import read
from pipeline.settings import ExtractSettings

NO_OCR = ExtractSettings(ocr="never")

Piece = tuple[float, float, str] | tuple[float, float, str, float]


def shown(folder: Path, *pieces: Piece, font: str = "helv") -> Page:
    """Draw one page of texts at x, y (baseline), 11 points high where no size is given, and read it."""
    file = pymupdf.open()
    page = file.new_page()
    for x, y, text, *size in pieces:
        page.insert_text((x, y), text, fontsize=size[0] if size else 11, fontname=font)
    path = folder / "drawn.pdf"
    file.save(path)
    return read(path, NO_OCR).pages[0]


def blocks_of(page: Page) -> list[tuple[str, str]]:
    return [(block.kind, page.text[block.span.start : block.span.end]) for block in page.blocks]


def width(text: str, size: float = 11, font: str = "helv") -> float:
    return pymupdf.get_text_length(text, fontname=font, fontsize=size)


def raised(x: float, y: float, before: str, mark: str, after: str) -> list[Piece]:
    """Draw a line with a raised mark in a gap that another piece of the line leaves for it."""
    at = x + width(before)
    return [(at, y - 3.6, mark, 7), (x, y, before), (at + width(mark, 7), y, after)]


def test_a_raised_ordinal_drawn_before_its_line_stands_behind_its_figure(tmp_path: Path):
    page = shown(
        tmp_path,
        (60, 100, "The notice is deemed given on the date of confirmation of receipt of"),
        *raised(60, 114, "transmission by facsimile (or, the first (1", "st", ") Business Day following"),
        (60, 128, "such receipt if it is given after five in the afternoon)."),
    )
    lines = (
        "The notice is deemed given on the date of confirmation of receipt of\n"
        "transmission by facsimile (or, the first (1st) Business Day following\n"
        "such receipt if it is given after five in the afternoon)."
    )
    assert blocks_of(page) == [("text", lines)]


def test_trade_marks_in_the_gaps_of_a_line_belong_to_the_words_before_them(tmp_path: Path):
    line = "Our brands are ALDERA  and BIRCHEX  in all the markets."
    page = shown(
        tmp_path,
        (60 + width("Our brands are ALDERA"), 96, "®", 7),
        (60 + width("Our brands are ALDERA  and BIRCHEX"), 96, "®", 7),
        (60, 100, line),
    )
    assert page.text == "Our brands are ALDERA® and BIRCHEX® in all the markets."


def test_a_raised_note_mark_stays_a_word_of_its_own(tmp_path: Path):
    line = "Sales rose in 2021  as planned and fell again in the year behind it."
    page = shown(tmp_path, (60 + width("Sales rose in 2021"), 96, "3", 7), (60, 100, line))
    assert page.text == "Sales rose in 2021 3 as planned and fell again in the year behind it."


def test_a_small_line_over_the_words_of_another_stays_a_line(tmp_path: Path):
    page = shown(
        tmp_path, (60, 100, "Thursday is the day of the closing of the sale."), (124, 96, "st", 7), (60, 200, "End")
    )
    assert page.text == "st\nThursday is the day of the closing of the sale.\nEnd"


def test_a_stretched_line_in_the_middle_of_a_sentence_is_no_table_row(tmp_path: Path):
    page = shown(
        tmp_path,
        (60, 100, "in evaluating various applications of wearable and wireless"),
        (60, 112, "devices to automobile    racing    including"),
        (60, 124, "the use of such devices at the track, in the pits and in the stands."),
        font="cour",
    )
    assert [kind for kind, _ in blocks_of(page)] == ["text"]


def test_a_first_line_with_even_gaps_belongs_to_the_sentence_below(tmp_path: Path):
    first = [60.0]
    for word in ("The", "Licensor", "grants"):
        first.append(first[-1] + width(word) + 38)
    page = shown(
        tmp_path,
        *[(x, 100, word) for x, word in zip(first, ("The", "Licensor", "grants", "the"), strict=True)],
        (60, 114, "Licensee a right that is not transferable and ends."),
    )
    lines = "The Licensor grants the\nLicensee a right that is not transferable and ends."
    assert blocks_of(page) == [("text", lines)]


def test_heads_over_columns_stay_a_row_though_a_line_of_text_stands_below(tmp_path: Path):
    page = shown(
        tmp_path,
        (60, 100, "Service"), (200, 100, "Provider"), (300, 100, "Fee"),
        (60, 114, "The fees are net of value added tax and of all the other duties."),
    )  # fmt: skip
    assert blocks_of(page)[0] == ("table", "Service\tProvider\tFee")


def test_a_state_and_its_postal_code_are_one_cell_and_a_state_and_a_year_are_two(tmp_path: Path):
    page = shown(
        tmp_path,
        (60, 100, "405 Lexington Avenue"), (60, 112, "New York, NY  10174"), (60, 124, "Attention: General Counsel"),
        (60, 136, "Branch, CT  2018"), (60, 148, "Fax"),
        font="cour",
    )  # fmt: skip
    assert blocks_of(page) == [
        ("text", "405 Lexington Avenue\nNew York, NY 10174\nAttention: General Counsel"),
        ("table", "Branch, CT\t2018"),
        ("text", "Fax"),
    ]


def test_dashes_before_texts_are_the_items_of_a_list(tmp_path: Path):
    page = shown(
        tmp_path,
        (60, 100, "-"), (90, 100, "The Supported Product crashes repeatedly on start"),
        (60, 114, "-"), (90, 114, "Central functionality of the Supported Product is"),
        (90, 128, "not operational or is severely degraded"),
    )  # fmt: skip
    assert [kind for kind, _ in blocks_of(page)] == ["text", "text"]


def test_the_number_of_a_marked_exhibit_does_not_cut_the_line_from_the_next(tmp_path: Path):
    page = shown(
        tmp_path,
        (72, 100, "Number"), (150, 100, "Description"),
        (72, 116, "10.12*"), (150, 116, "Plan of the company for its staff, as it was adopted in the month of"),
        (150, 130, "July 2019."),
        (72, 146, "10.13"), (150, 146, "Lease of the plant in Kiel."),
    )  # fmt: skip
    assert ("table", "10.12*\tPlan of the company for its staff, as it was adopted in the month of") not in blocks_of(
        page
    )
    assert any(text.endswith("in the month of\nJuly 2019.") for _, text in blocks_of(page))
