"""Quick look-ups between characters, boxes and units, built once a document."""

from bisect import bisect_left, bisect_right

from pipeline.document import Box, Document, Page, Place
from pipeline.geometry import boxes_of
from pipeline.spans import Span


class Boxes:
    """Boxes of places: a line that is covered whole has its box already, only cut lines ask for their words."""

    def __init__(self, document: Document) -> None:
        self._pages = document.pages
        self._lines: dict[int, tuple[list[int], list[int], list[Box]]] = {}

    def of(self, place: Place) -> tuple[Box, ...]:
        """Return one box a line, tight to the words under ``place``."""
        page = self._pages[place.page - 1]
        starts, ends, boxes = self._index(page)
        start, end = place.span
        first, last = bisect_right(ends, start), bisect_left(starts, end)
        if first >= last:
            return boxes_of(page, place.span)
        found: list[Box] = list(boxes[first:last])
        if ends[last - 1] > end:
            found[-1:] = boxes_of(page, Span(max(start, starts[last - 1]), end))
        if starts[first] < start:
            found[:1] = boxes_of(page, Span(start, min(end, ends[first])))
        return tuple(found)

    def _index(self, page: Page) -> tuple[list[int], list[int], list[Box]]:
        if page.number not in self._lines:
            lines = sorted((line.span, line.box) for block in page.blocks for line in block.lines)
            starts, ends = [span.start for span, _ in lines], [span.end for span, _ in lines]
            self._lines[page.number] = (starts, ends, [box for _, box in lines])
        return self._lines[page.number]


class Holders:
    """Which unit holds a character."""

    def __init__(self, document: Document) -> None:
        spans: dict[int, list[tuple[int, int, int]]] = {}
        for index, unit in enumerate(document.units):
            for page, span in unit.places:
                spans.setdefault(page, []).append((span.start, span.end, index))
        self._spans = {page: sorted(found) for page, found in spans.items()}
        self._starts = {page: [start for start, _, _ in found] for page, found in self._spans.items()}

    def of(self, place: Place) -> int | None:
        """Return the index of the unit that holds the first character of ``place``, or the next one it touches."""
        starts = self._starts.get(place.page)
        if starts is None:
            return None
        at = bisect_right(starts, place.span.start) - 1
        for start, end, index in self._spans[place.page][max(at, 0) : at + 2]:
            if start < place.span.end and place.span.start < end:
                return index
        return None
