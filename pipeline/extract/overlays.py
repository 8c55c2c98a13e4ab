"""Finds all of a text layer that a full-page picture was laid over: a signed copy over the typed page."""

from collections.abc import Sequence

import pymupdf

from pipeline.document import Box
from pipeline.extract.raw import FLAGS, RawPage, textpage_of

WHOLE = 0.6
"""Share of the page that the pictures have to cover together; strips of one scan count as one."""
PROVEN = 8
"""Characters under them that leave no ink, which proves that the pictures are no seals one can see through."""

Place = tuple[int, int]


def under_scan(raw: RawPage, pictures: Sequence[Box], pasted: Sequence[Place]) -> list[Place]:
    """Return the words painted before a picture over them, when it covers the page and hides the words ``pasted``.

    Ink of the picture shows where such a word stands, so that only the order of painting tells.
    """
    if raw.shown is None or sum(len(raw.lines[at].words[index][4]) for at, index in pasted) < PROVEN:
        return []
    if _covered(pictures, raw.width, raw.height) < WHOLE * raw.width * raw.height:
        return []
    blocks = textpage_of(raw.shown, FLAGS & ~pymupdf.TEXT_COLLECT_VECTORS | pymupdf.TEXT_PRESERVE_IMAGES)
    images: list[tuple[int, Box]] = []
    painted: dict[tuple[int, int], int] = {}
    for order, block in enumerate(blocks.extractDICT()["blocks"]):
        if block["type"] == 1:
            images.append((order, block["bbox"]))
        for line in block.get("lines", ()):
            painted[_corner(line["bbox"])] = order
    return [
        (at, index)
        for at, line in enumerate(raw.lines)
        for index, word in enumerate(line.words)
        if any(order > painted.get(_corner(line.box), order) and _holds(box, word[:4]) for order, box in images)
    ]


def _covered(pictures: Sequence[Box], width: float, height: float) -> float:
    """Return the area of the page under the pictures, which lie beside one another or nearly the same."""
    page = pymupdf.Rect(0, 0, width, height)
    seen = {(round(x0 / 9), round(y0 / 9)): (x0, y0, x1, y1) for x0, y0, x1, y1 in pictures}
    return float(sum(rect.get_area() for box in seen.values() if not (rect := pymupdf.Rect(box) & page).is_empty))


def _corner(box: Box) -> tuple[int, int]:
    return round(box[0]), round(box[1])


def _holds(outer: Box, inner: Box) -> bool:
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]
