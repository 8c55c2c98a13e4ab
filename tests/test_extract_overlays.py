"""A signed copy over the typed page: all of the covered layer goes, and what is painted over the copy stays."""

from pathlib import Path

import pymupdf

from pipeline.document import Document
from pipeline.extract import read
from pipeline.settings import ExtractSettings

LINES = [f"Clause {n}: the borrower pays the {word} instalment." for n, word in enumerate(
    ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"))]  # fmt: skip


def copy(shift: float, *, alpha: bool = False) -> pymupdf.Pixmap:
    """Return the picture of a page with every other line, a little lower."""
    file = pymupdf.open()
    page = file.new_page()
    for at, line in enumerate(LINES):
        if at % 2:
            page.insert_text((72, 100 + 40 * at + shift), line)
    return page.get_pixmap(dpi=100, alpha=alpha)


def typed() -> tuple[pymupdf.Document, pymupdf.Page]:
    file = pymupdf.open()
    page = file.new_page()
    for at, line in enumerate(LINES):
        page.insert_text((72, 100 + 40 * at), line)
    return file, page


def finished(file: pymupdf.Document, folder: Path) -> Document:
    file.save(folder / "drawn.pdf")
    return read(folder / "drawn.pdf", ExtractSettings(ocr="never"))


def hidden(document: Document) -> list[str]:
    return [entry.text for entry in document.set_apart if entry.kind == "hidden"]


def test_all_of_a_layer_under_a_copy_goes_with_the_lines_that_its_ink_lies_over(tmp_path: Path):
    file, page = typed()
    page.insert_image(page.rect, pixmap=copy(3))
    page.insert_text((280, 800), "Page 7 of 9")
    document = finished(file, tmp_path)
    assert sorted(hidden(document)) == LINES
    assert document.pages[0].text == "Page 7 of 9"


def test_all_of_a_layer_under_the_strips_of_a_copy_goes(tmp_path: Path):
    file, page = typed()
    whole = copy(3)
    for top in range(0, whole.height, 150):
        high = min(150, whole.height - top)
        strip = pymupdf.Pixmap(whole.colorspace, pymupdf.IRect(0, top, whole.width, top + high))
        strip.copy(whole, strip.irect)
        page.insert_image(pymupdf.Rect(0, top * 0.72, whole.width * 0.72, (top + high) * 0.72), pixmap=strip)
    page.insert_text((280, 800), "Page 7 of 9")
    assert sorted(hidden(finished(file, tmp_path))) == LINES


def test_text_under_a_picture_one_can_see_through_stays(tmp_path: Path):
    file, page = typed()
    page.insert_image(page.rect, pixmap=copy(3, alpha=True))
    assert hidden(finished(file, tmp_path)) == []


def test_text_over_a_full_page_picture_stays(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_image(page.rect, pixmap=copy(3))
    for at, line in enumerate(LINES):
        page.insert_text((72, 600 + 14 * at), line)
    document = finished(file, tmp_path)
    assert hidden(document) == []
    assert document.pages[0].text.splitlines() == LINES


def test_a_small_picture_pasted_over_a_word_hides_that_word_alone(tmp_path: Path):
    file, page = typed()
    white = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 20))
    white.clear_with(255)
    page.insert_image(pymupdf.Rect(70, 85, 112, 106), pixmap=white)
    assert hidden(finished(file, tmp_path)) == ["Clause"]
