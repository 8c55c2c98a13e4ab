"""Every visible character of a page is in its body or set apart, once, and every box holds the words it belongs to.

The pages are drawn here; with DISTILL_DATA set to a folder of the development data, its filings are read as well.
"""

import os
import random
from collections import Counter
from pathlib import Path

import pymupdf
import pytest

from pipeline.document import Document
from pipeline.extract import read
from pipeline.settings import ExtractSettings

NO_OCR = ExtractSettings(ocr="never")
WORDS = (
    "the buyer shall not incur any debt above $5,000,000 (or 12.5 %) before 31 December 2024, as agreed: ﬁrst".split()
)
DATA = os.environ.get("DISTILL_DATA")
FILINGS = sorted((Path(DATA) / "filings" / "pdf").glob("*.pdf")) if DATA else []
CONTRACTS = sorted((Path(DATA) / "contracts" / "cuad" / "pdf").glob("*.pdf"))[::5] if DATA else []


def drawn(path: Path, seed: int) -> Path:
    """Draw a page of everything: columns, a table, turned and slanted text, marks, stamps and single characters."""
    chance = random.Random(seed)
    file = pymupdf.open()
    for number in range(1, 5):
        page = file.new_page(width=chance.choice([595, 842]), height=chance.choice([842, 595]))
        page.insert_text((60, 30), "Share Purchase Agreement", fontsize=8)
        for i in range(chance.randint(4, 12)):
            for x in chance.choice([(60,), (60, 320), (60, 240, 420)]):
                line = " ".join(chance.choices(WORDS, k=chance.randint(1, 7)))
                page.insert_text((x, 80 + 13 * i), line, fontsize=chance.choice([7, 9, 9, 9]))
        for i in range(chance.randint(2, 6)):
            for x, text in ((60, f"Row {i}"), (250, "$"), (270, f"{i},100"), (350, f"({i}2.5 )"), (420, "%")):
                page.insert_text((x, 300 + 14 * i), text, fontsize=9)
        page.insert_text((60, 420), "总计甲方" * chance.randint(1, 4), fontname="china-s", fontsize=10)
        page.insert_text((60, 440), "Contents ........................ 12")
        page.insert_text((500, 500), "in the margin", rotate=chance.choice([90, 180, 270]))
        page.insert_text((300, 520), "DRAFT", fontsize=40, morph=(pymupdf.Point(300, 520), pymupdf.Matrix(30)))
        page.insert_text((280, page.rect.height - 20), str(number))
        page.set_rotation(chance.choice([0, 0, 90, 180, 270]))
    file.save(path)
    return path


def visible(page: pymupdf.Page) -> Counter[str]:
    """Count the characters on the page by an independent read, blanks apart."""
    flags = pymupdf.TEXTFLAGS_RAWDICT & ~pymupdf.TEXT_PRESERVE_IMAGES
    return Counter(
        letter
        for block in page.get_text("rawdict", flags=flags)["blocks"]
        for line in block["lines"]
        for span in line["spans"]
        for char in span["chars"]
        for letter in char["c"]
        if not letter.isspace()
    )


def read_of(document: Document) -> list[Counter[str]]:
    """Count the characters of the body and of what was set apart, page by page."""
    found = [Counter(letter for letter in page.text if not letter.isspace()) for page in document.pages]
    for entry in document.set_apart:
        found[entry.page - 1].update(letter for letter in entry.text if not letter.isspace())
    return found


def hold(document: Document, path: Path) -> None:
    """Compare, page by page; text off the page may be set apart as hidden though no independent read shows it."""
    with pymupdf.open(path) as file:
        for page, found in zip(document.pages, read_of(document), strict=True):
            hidden = Counter(
                letter
                for entry in document.set_apart
                if entry.page == page.number and entry.kind in ("hidden", "double")
                for letter in entry.text
                if not letter.isspace()
            )
            expected = visible(file[page.number - 1])
            assert not expected - found, f"{path.name}, page {page.number}: lost"
            assert not found - expected - hidden, f"{path.name}, page {page.number}: invented"


def words_hold(document: Document) -> None:
    """Check that words lie in order, parted by white space or nothing, inside the box of their line."""
    for page in document.pages:
        words = page.words
        lines = [line for block in page.blocks for line in block.lines]
        assert len(words.starts) == len(words.ends) == len(words.boxes) // 4
        at, line = 0, 0
        for index, (start, end) in enumerate(zip(words.starts, words.ends, strict=True)):
            assert not page.text[at:start].strip()
            assert page.text[start:end].split() == [page.text[start:end]]
            at = end
            while lines[line].span.end < end:
                line += 1
            x0, y0, x1, y1 = words.boxes[4 * index : 4 * index + 4]
            left, top, right, bottom = lines[line].box
            assert left - 0.01 <= x0 <= x1 <= right + 0.01
            assert top - 0.01 <= y0 <= y1 <= bottom + 0.01
        assert not page.text[at:].strip()


@pytest.mark.parametrize("seed", range(8))
def test_nothing_of_a_drawn_document_is_lost_or_invented(tmp_path: Path, seed: int):
    path = drawn(tmp_path / "drawn.pdf", seed)
    document = read(path, NO_OCR)
    hold(document, path)
    words_hold(document)


def _shown_words(page: pymupdf.Page) -> list[tuple[float, float, str]]:
    """Return the corner and text of each word by an independent read, the page turned as it is shown."""
    found = []
    for x0, y0, x1, y1, text, *_ in page.get_text("words"):
        box = pymupdf.Rect(x0, y0, x1, y1) * page.rotation_matrix
        found.append((box.x0, box.y0, text))
    return found


def _corner(word: tuple[float, float, str]) -> tuple[int, int, str]:
    return (round(word[0]), round(word[1]), word[2])


@pytest.mark.parametrize("seed", range(4))
def test_boxes_hold_their_words_on_the_page(tmp_path: Path, seed: int):
    path = drawn(tmp_path / "drawn.pdf", seed)
    document = read(path, NO_OCR)
    with pymupdf.open(path) as file:
        for page in document.pages:
            there = Counter(map(_corner, _shown_words(file[page.number - 1])))
            words = page.words
            missed = [
                page.text[start:end]
                for index, (start, end) in enumerate(zip(words.starts, words.ends, strict=True))
                if not there[_corner((*words.boxes[4 * index : 4 * index + 2], page.text[start:end]))]
            ]
            assert missed == []


if DATA:

    @pytest.mark.soak
    @pytest.mark.parametrize("path", [*FILINGS, *CONTRACTS], ids=lambda path: path.stem[:40])
    def test_nothing_of_a_real_document_is_lost_or_invented(path: Path):
        document = read(path, NO_OCR)
        hold(document, path)
        words_hold(document)
