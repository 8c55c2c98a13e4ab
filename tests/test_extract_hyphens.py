"""Words that a line end cuts are closed up by what the document writes elsewhere."""

from pathlib import Path

import pymupdf
import pytest
from drawing import NO_OCR
from test_extract_characters import cleaned

from pipeline.extract import read


def test_a_hyphen_that_programs_set_goes_when_it_stands_at_line_ends_only():
    assert cleaned("continues to eval\u2010\nuate the plant") == "continues to evaluate the plant"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("by e\u2010mail and long\u2010\nterm notes", "by e\u2010mail and long\u2010term notes"),
        ("the Anglo\u2010\nAmerican firm", "the Anglo\u2010American firm"),
        ("short\u2010\nand long-term", "short\u2010\nand long-term"),
    ],
)
def test_such_a_hyphen_stays_where_the_word_may_have_it(text, clean):
    assert cleaned(text) == clean


HABIT = "the sup-\nplier and the dis-\ntributor of all equip-\nment"
KNOWN = "Each supplier, distributor and all equipment of a long term or well known kind."


def test_a_document_that_breaks_words_breaks_those_too_that_stand_nowhere_else():
    assert cleaned(f"{HABIT} in munic-\nipal use", KNOWN) == (
        "the supplier and the distributor of all equipment in municipal use"
    )


def test_a_compound_of_two_words_of_the_document_keeps_its_hyphen_there():
    assert cleaned(f"{HABIT} for long-\nterm use", KNOWN).endswith("for long-term use")


def test_one_known_break_is_no_habit():
    assert cleaned("the sup-\nplier in munic-\nipal use", KNOWN) == "the supplier in munic-ipal use"


def stretched(page: pymupdf.Page, y: float, words: str, *, left: float, right: float, size: float = 9) -> None:
    """Set words evenly from edge to edge, each with a blank behind it."""
    parts = words.split()
    widths = [pymupdf.get_text_length(word, fontsize=size) for word in parts]
    gap = (right - left - sum(widths)) / (len(parts) - 1)
    x = left
    for at, (word, width) in enumerate(zip(parts, widths, strict=True)):
        page.insert_text((x, y), word + (" " if at + 1 < len(parts) else ""), fontsize=size)
        x += width + gap


COLUMN = [
    "The Valve division expects",
    "differential pressure transmitters",
    "accordance with the applicable",
    "regulations. It is expected that all firms",
    "notwithstanding the foregoing",
    "limitations the plant goes on as",
]


def test_the_stretched_lines_of_a_narrow_column_are_no_cells(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    right = 72 + pymupdf.get_text_length(COLUMN[3], fontsize=9)
    for at, line in enumerate(COLUMN):
        if at == 3:
            page.insert_text((72, 100 + 11 * at), line, fontsize=9)
        else:
            stretched(page, 100 + 11 * at, line, left=72, right=right)
    file.save(tmp_path / "narrow.pdf")
    document = read(tmp_path / "narrow.pdf", NO_OCR)
    assert document.tables == ()
    assert document.pages[0].text.split("\n") == COLUMN


def test_cells_at_even_distances_stay_cells(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for at, line in enumerate(["Arden 1,200 3,400", "Birk 1,500 3,700", "Colm 1,800 3,900"]):
        stretched(page, 100 + 11 * at, line, left=72, right=232)
    file.save(tmp_path / "cells.pdf")
    document = read(tmp_path / "cells.pdf", NO_OCR)
    assert document.pages[0].text.split("\n") == ["Arden\t1,200\t3,400", "Birk\t1,500\t3,700", "Colm\t1,800\t3,900"]
