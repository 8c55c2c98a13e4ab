"""Small PDFs that tests draw, and what is read from them."""

from pathlib import Path

import pymupdf

from pipeline.document import Document, Page
from pipeline.extract import read
from pipeline.settings import ExtractSettings

Text = tuple[float, float, str]
PROSE = [
    "The parties have agreed on the terms that are laid down below and",
    "that bind them and their legal successors for as long as any sum",
    "is outstanding under this agreement or any document made under it.",
]

NO_OCR = ExtractSettings(ocr="never")


def drawn(folder: Path, *pages: list[Text], size: float = 11, font: str = "helv") -> Path:
    """Draw a PDF with texts at x, y (baseline) on each page."""
    file = pymupdf.open()
    for texts in pages:
        page = file.new_page()
        for x, y, text in texts:
            page.insert_text((x, y), text, fontsize=size, fontname=font)
    path = folder / "drawn.pdf"
    file.save(path)
    return path


def shown(folder: Path, *texts: Text, size: float = 11, font: str = "helv") -> Page:
    return read(drawn(folder, list(texts), size=size, font=font), NO_OCR).pages[0]


def blocks_of(page: Page) -> list[tuple[str, str]]:
    return [(block.kind, page.text[block.span.start : block.span.end]) for block in page.blocks]


def right(x: float, y: float, text: str, size: float = 11) -> Text:
    """Place a text that ends at ``x``."""
    return (x - pymupdf.get_text_length(text, fontsize=size), y, text)


def body(number: int) -> list[Text]:
    return [
        (72, 120 + 14 * i, f"{'one two three four five six seven'.split()[number % 7]} {line}")
        for i, line in enumerate(PROSE)
    ]


def apart(document: Document) -> list[tuple[int, str, str]]:
    return [(entry.page, entry.kind, entry.text) for entry in document.set_apart]


def document_of(folder: Path, *pages: list[Text], size: float = 10) -> Document:
    """Draw a PDF and read it."""
    return read(drawn(folder, *pages, size=size), NO_OCR)
