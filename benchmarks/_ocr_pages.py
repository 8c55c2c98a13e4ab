"""Builds documents from recorded OCR words, as the reader builds them from its own engine."""

from array import array
from collections.abc import Iterable
from typing import Any, NamedTuple

from pipeline.document import Block, Document, Line, Page, Source, Words
from pipeline.spans import Span

WIDE_GAP = 1.5
"""Of the word height: a wider gap begins a new cell."""


class Row(NamedTuple):
    """One recorded row and the characters it became."""

    record: dict[str, Any]
    span: Span


def build(
    rows: Iterable[dict[str, Any]], *, name: str, words: str = "words", ocr: bool = True
) -> tuple[Document, list[Row]]:
    """Return a document of one page that holds ``rows``, and where each of them stands in its text.

    ``words`` names the field with [x0, y0, x1, y1, text, confidence in percent]; with ``ocr`` False the page counts as
    read from a text layer.
    """
    page = _Builder()
    placed = [Row(record, page.add(record[words], ocr=ocr)) for record in rows]
    return Document(Source(name, name, "", 1), pages=(page.page(ocr=ocr),)), placed


class _Builder:
    def __init__(self) -> None:
        self.text: list[str] = []
        self.at = 0
        self.words = Words(array("l"), array("l"), array("d"), array("d"))
        self.lines: list[tuple[Line, bool]] = []

    def add(self, words: list[list[Any]], *, ocr: bool) -> Span:
        start, previous, tabular = self.at, None, False
        for x0, y0, x1, y1, text, confidence in map(_six, _parts(words)):
            if previous is not None:
                wide = x0 - previous[2] > WIDE_GAP * min(y1 - y0, previous[3] - previous[1])
                tabular = tabular or wide
                self._write("\t" if wide else " ")
            self.words.starts.append(self.at)
            self._write(text)
            self.words.ends.append(self.at)
            self.words.boxes.extend((x0, y0, x1, y1))
            if ocr:
                self.words.confidences.append((confidence or 0.0) / 100)
            previous = (x0, y0, x1, y1)
        span = Span(start, self.at)
        if previous is not None:
            first = words[0]
            box = (first[0], min(w[1] for w in words), max(w[2] for w in words), max(w[3] for w in words))
            self.lines.append((Line(span, box, first[3] - first[1]), tabular))
        self._write("\n")
        return span

    def _write(self, text: str) -> None:
        self.text.append(text)
        self.at += len(text)

    def page(self, *, ocr: bool) -> Page:
        blocks: list[Block] = []
        group: list[Line] = []
        for index, (line, tabular) in enumerate(self.lines):
            group.append(line)
            if index + 1 == len(self.lines) or self.lines[index + 1][1] != tabular:
                span = Span(group[0].span.start, group[-1].span.end)
                blocks.append(Block("table" if tabular else "text", span, _around(group), tuple(group)))
                group = []
        text = "".join(self.text).removesuffix("\n")
        return Page(1, 612, 792, text, tuple(blocks), self.words, source="ocr" if ocr else "digital")


def _around(lines: list[Line]) -> tuple[float, float, float, float]:
    boxes = [line.box for line in lines]
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _six(word: list[Any]) -> list[Any]:
    return [*word, None][:6]


def _parts(words: list[list[Any]]) -> list[list[Any]]:
    """Split the words of engines that read whole lines at their spaces, by the share of their characters."""
    parts: list[list[Any]] = []
    for word in words:
        x0, y0, x1, y1, text, *confidence = word
        if " " not in text.strip():
            parts.append([x0, y0, x1, y1, text.strip(), *confidence])
            continue
        wide, at = (x1 - x0) / len(text), 0
        for piece in text.split(" "):
            if piece:
                parts.append([x0 + wide * at, y0, x0 + wide * (at + len(piece)), y1, piece, *confidence])
            at += len(piece) + 1
    return [part for part in parts if part[4]]
