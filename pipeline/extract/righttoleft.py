"""Puts the words of Hebrew and Arabic in the order they are read: on the page they run from right to left.

The cells of a row stay where they stand; letters inside a word come from MuPDF in their order already.
"""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby

import regex

from pipeline.extract.rows import PrintedRow

_LETTERS = regex.compile(r"[\p{Hebrew}\p{Arabic}\p{Syriac}\p{Thaana}&&\p{L}]", regex.V1)
_OTHERS = regex.compile(r"[\p{L}--[\p{Hebrew}\p{Arabic}\p{Syriac}\p{Thaana}]]", regex.V1)
_COMMON = "ויהלאמ" + "اليمنوه" + "\ufe8d\ufe8e\ufedf\ufede\ufef3\ufef2"
"""Letters of which text in these scripts has one, and Arabic ones as shapes: looked for at a hundredth of the time."""


def reorder(rows: Sequence[PrintedRow], written: str) -> None:
    """Put the words of each cell in the order they are read; ``written`` is the text of all rows."""
    if written.isascii() or not any(map(written.__contains__, _COMMON)):
        return
    for row in rows:
        if _LETTERS.search(row.text) is not None:
            row.edges = [_edge(row, start, end) for start, end in row.cells]
            _join_cells(row)
            for cell in range(len(row.cells)):
                _reorder_cell(row, cell)


def _edge(row: PrintedRow, start: int, end: int) -> tuple[float, float]:
    """Return left and right of a cell, whose first word need not be its leftmost."""
    first, last = bisect_left(row.starts, start), bisect_left(row.starts, end)
    return min(row.boxes[4 * first : 4 * last : 4]), max(row.boxes[4 * first + 2 : 4 * last : 4])


def _join_cells(row: PrintedRow) -> None:
    """Join the cells that only a bracket parts: it closes on the side where other brackets open."""
    for at in range(len(row.cells) - 1, 0, -1):
        (begin, before), (start, end) = row.cells[at - 1 : at + 1]
        if row.edges[at][0] - row.edges[at - 1][1] < row.size and "\t" in row.text[before:start]:
            row.text = f"{row.text[:before]} {row.text[start:]}"
            row.cells[at - 1 : at + 1] = [(begin, end)]
            row.edges[at - 1 : at + 1] = [(row.edges[at - 1][0], row.edges[at][1])]


def _reorder_cell(row: PrintedRow, cell: int) -> None:
    start, end = row.cells[cell]
    first, last = bisect_left(row.starts, start), bisect_left(row.starts, end)
    words = sorted(
        (tuple(row.boxes[4 * at : 4 * at + 4]), row.text[row.starts[at] : row.ends[at]]) for at in range(first, last)
    )
    if len(words) < 2 or len(" ".join(text for _, text in words)) != end - start:
        return
    texts = [text for _, text in words]
    order = _order(texts)
    row.text = row.text[:start] + " ".join([texts[at] for at in order]) + row.text[end:]
    row.boxes[4 * first : 4 * last] = array("d", [place for at in order for place in words[at][0]])
    row.starts, row.ends = row.starts[:], row.ends[:]
    begin = start
    for at, word in enumerate(order, first):
        row.starts[at], row.ends[at] = begin, begin + len(texts[word])
        begin = row.ends[at] + 1


def _order(words: Sequence[str]) -> list[int]:
    """Return the order in which words are read that stand side by side, given from the left of the page.

    Levels are those of the Unicode bidirectional algorithm, word by word: 1 runs to the left, 2 to the right inside it.
    """
    sides = [_side(word) for word in words]
    base = 1 if sides.count("left") >= sides.count("right") else 0
    levels = [_level(sides, at, base) for at in range(len(sides))]
    order = list(range(len(sides)))
    for level in (1, 2):
        runs = groupby(order, key=lambda at: levels[at] >= level)
        order = [at for turned, run in runs for at in (reversed(list(run)) if turned else run)]
    return order


def _side(word: str) -> str:
    """Return where a word runs to, ``left`` or ``right``; a ``number`` and other signs go with the words around."""
    if _LETTERS.search(word) is not None:
        return "left"
    if _OTHERS.search(word) is not None:
        return "right"
    return "number" if any(map(str.isdigit, word)) else ""


def _level(sides: Sequence[str], at: int, base: int) -> int:
    side = sides[at]
    if side == "left":
        return 1
    if side == "right":
        return 2 * base
    before = next((other for other in reversed(sides[:at]) if other in ("left", "right")), "")
    behind = next((other for other in sides[at + 1 :] if other in ("left", "right")), "")
    if base == 0:
        inside = before == behind == "left"
        return (2 if side == "number" else 1) if inside else 0
    return 2 if side == "number" or before == behind == "right" else 1
