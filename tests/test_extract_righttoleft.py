"""Hebrew and Arabic: words in the order they are read, beside figures, Latin words and in tables."""

from pathlib import Path

import pymupdf
import pytest

from pipeline.document import Document, Page
from pipeline.extract import read
from pipeline.settings import ExtractSettings

NO_OCR = ExtractSettings(ocr="never")


def written(folder: Path, *texts: str) -> Page:
    """Return a page with each text as a paragraph, in the direction of its first letter."""
    return document(folder, *texts).pages[0]


def document(folder: Path, *texts: str) -> Document:
    file = pymupdf.open()
    page = file.new_page()
    html = "".join(f"<p dir='{'rtl' if text[0] > 'z' else 'ltr'}'>{text}</p>" for text in texts)
    page.insert_htmlbox((72, 80, 500, 700), html)
    file.save(folder / "drawn.pdf")
    return read(folder / "drawn.pdf", NO_OCR)


@pytest.mark.parametrize(
    "text",
    [
        "שלום עולם",
        "המחיר הוא 25 שקל",
        "חברת Alder Birch נוסדה בשנת 1998 בעיר",
        "Clause 5 of שלום עולם applies to both.",
        "Ein Satz ohne hebräische Wörter steht hier.",
    ],
)
def test_words_stand_in_the_order_they_are_read(tmp_path: Path, text: str):
    assert written(tmp_path, text).text == text


def test_the_shapes_of_arabic_letters_are_written_as_the_letters_they_are(tmp_path: Path):
    found = document(tmp_path, "دار ورد 7")
    assert [text[0] for text in found.pages[0].text.split()] == ["\ufea9", "\ufeed", "7"]
    assert "".join(edit.after for edit in found.cleanings) == "دارورد"


def test_each_word_keeps_its_box(tmp_path: Path):
    page = written(tmp_path, "שלום עולם")
    first, second = page.words.boxes[0], page.words.boxes[4]
    assert first > second
    assert [page.text[a:b] for a, b in zip(page.words.starts, page.words.ends, strict=True)] == ["שלום", "עולם"]


def test_a_bracket_parts_no_cells_and_goes_with_its_word(tmp_path: Path):
    assert written(tmp_path, "המחיר (כולל מס) נקבע").text.replace("(", "").replace(")", "").split() == [
        "המחיר", "כולל", "מס", "נקבע",
    ]  # fmt: skip


def test_the_cells_of_a_table_stay_where_they_stand(tmp_path: Path):
    file = pymupdf.open()
    page = file.new_page()
    for at, (label, one, two) in enumerate((("הכנסות ממכירות", "5,000", "4,000"), ("רווח גולמי", "2,000", "1,000"))):
        page.insert_htmlbox((300, 80 + 20 * at, 450, 98 + 20 * at), f"<p dir='rtl'>{label}</p>")
        for x, figure in ((100, one), (200, two)):
            page.insert_text((x, 95 + 20 * at), figure)
    file.save(tmp_path / "drawn.pdf")
    assert read(tmp_path / "drawn.pdf", NO_OCR).pages[0].text.splitlines() == [
        "5,000\t4,000\tהכנסות ממכירות",
        "2,000\t1,000\tרווח גולמי",
    ]
