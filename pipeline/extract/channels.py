"""Parts the cells of a table whose gap is narrow in one row, by the white channel that all its rows leave free.

A row is no witness of itself: two cells that nearly touch are parted when the other rows of the table leave the same
strip white, with wide gaps there, or with words that end and begin on the strip's two sides in line.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

import regex

from pipeline.extract.fragments import SIGNS, is_figure
from pipeline.extract.rows import PrintedRow

Gap = tuple[float, float]

_MARKER = regex.compile(r"(?:\([a-z]{1,2}\)|\(\d\)|[*†‡])+")
"""Catches ``(c)(f)``; spares ``(25)``."""

FREE = 0.6
"""Share of the rows on both sides of a channel that have to leave it free."""
NARROW = 0.3
"""Sizes that a gap is wide at least where other rows have wide gaps: a blank is .25 to .28."""
ALIGNED = 0.38
"""Sizes that it is wide where only the words' edges tell."""
UNLIKE = 1.4
"""Times that it is as wide as the usual blank of its cell: lines of words are stretched, and stretched evenly."""
LONG = 90
"""Characters from which a cell is running text."""
RAISED = 0.8
"""Of the height of a figure: the mark of a note is smaller."""
NEAR = 20
"""Rows above and below that are asked."""


def part(rows: Sequence[PrintedRow]) -> None:
    """Part the narrow cells of the tables among the rows of one zone."""
    for first, last in _runs(rows):
        run = rows[first:last]
        if _part_run(run):
            _part_run(run)  # what was parted is evidence for the others: a head over figures


def _part_run(run: Sequence[PrintedRow]) -> bool:
    """Part the doubtful cells of a table; tell whether there were any to part."""
    most = max([len(row.cells) for row in run])
    gaps: list[Gap] | None = None
    changed = False
    for at, row in enumerate(run):
        cells = _doubtful(row, most)
        if cells:
            if gaps is None:
                gaps = [(a[1], b[0]) for other in run for a, b in pairwise(other.edges) if b[0] > a[1]]
            near = [other for other in run[max(0, at - NEAR) : at + NEAR + 1] if other is not row]
            for cell in reversed(cells):
                changed |= _part_cell(row, cell, near, gaps)
    return changed


def _runs(rows: Sequence[PrintedRow]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of at least three rows of several cells; single labels may stand between them."""
    first, last, count = 0, -1, 0
    for at, row in enumerate(rows):
        if len(row.cells) < 2:
            continue
        if at - last > 3:
            if count >= 3:
                yield first, last + 1
            first, count = at, 0
        last = at
        count += 1
    if count >= 3:
        yield first, last + 1


def _doubtful(row: PrintedRow, most: int) -> list[int]:
    """Return the cells that may be two: those of a row with few, and those that mix figures and words."""
    cells = row.cells
    if len(cells) < 2 or " " not in row.text:
        return []
    found = []
    for at, (start, end) in enumerate(cells):
        if at == 0 and len(cells) == most:
            continue
        if row.text.find(" ", start, end) < 0 or end - start >= LONG:
            continue
        text = row.text[start:end]
        if not is_figure(text) and (len(cells) < most or is_figure(text.split(" ", 1)[0])):
            found.append(at)
    return found


def _part_cell(row: PrintedRow, cell: int, near: Sequence[PrintedRow], gaps: Sequence[Gap]) -> bool:
    """Part one cell at its gaps that lie on a channel, from the right; tell whether there was one."""
    start, end = row.cells[cell]
    first, last = bisect_left(row.starts, start), bisect_left(row.starts, end)
    boxes = row.boxes
    blanks = sorted([boxes[4 * at] - boxes[4 * at - 2] for at in range(first + 1, last)])
    least = NARROW * row.size
    if len(blanks) > 1 and not all(is_figure(word) for word in row.text[start:end].split(" ")):
        least = max(least, UNLIKE * blanks[(len(blanks) - 1) // 2])
    wide = [
        (at, boxes[4 * at - 2], boxes[4 * at])
        for at in range(last - 1, first, -1)
        if boxes[4 * at] - boxes[4 * at - 2] > least
    ]
    before = len(row.cells)
    for at, left, right in wide:
        if not _belong(row, at) and _is_channel(row, (left, right), near, gaps):
            cut(row, cell, at)
    return len(row.cells) > before


def _belong(row: PrintedRow, word: int) -> bool:
    """Tell whether ``word`` is one with the word before it: a sign and its figure, a figure and its marker."""
    before = row.text[row.starts[word - 1] : row.ends[word - 1]]
    after = row.text[row.starts[word] : row.ends[word]]
    if before in SIGNS or before == "(" or after[0] in ")%" or _MARKER.fullmatch(after) is not None:
        return True
    return len(after) <= 2 and _is_raised(row, word)


def _is_raised(row: PrintedRow, word: int) -> bool:
    """Tell whether ``word`` is set smaller than the word before it, and higher: the number of a note."""
    _, top, _, bottom, _, high, _, low = row.boxes[4 * word - 4 : 4 * word + 4]
    return low - high < RAISED * (bottom - top) and low < bottom - 0.1 * (bottom - top)


def _is_channel(row: PrintedRow, gap: Gap, near: Sequence[PrintedRow], gaps: Sequence[Gap]) -> bool:
    left, right = gap
    seen = [other for other in near if other.edges[0][0] < left and other.edges[-1][1] > right]
    if len(seen) < 2:
        return False
    shared = max(1.0, 0.5 * (right - left))
    wide = sum(1 for a, b in gaps if min(b, right) - max(a, left) >= shared)
    free = [between for other in seen if (between := _between(other, (left + right) / 2)) is not None]
    if len(free) < FREE * len(seen):
        return False
    if wide >= max(2, 0.3 * len(seen)):
        return True
    if right - left < ALIGNED * row.size:
        return False
    ends = sum(1 for a, _ in free if abs(a - left) < 1)
    begins = sum(1 for _, b in free if abs(b - right) < 1)
    return min(ends, begins) >= max(2, FREE * len(seen))


def _between(row: PrintedRow, x: float) -> Gap | None:
    """Return the end of the word before ``x`` and the begin of the one behind it; None when a word stands there."""
    before = behind = None
    for x0, x1 in zip(row.boxes[0::4], row.boxes[2::4], strict=True):
        if x1 <= x:
            before = x1 if before is None else max(before, x1)
        elif x0 >= x:
            behind = x0 if behind is None else min(behind, x0)
        else:
            return None
    return None if before is None or behind is None else (before, behind)


def cut(row: PrintedRow, cell: int, word: int) -> None:
    """Make two cells of one: ``word`` begins the second."""
    start, end = row.cells[cell]
    before, begin = row.ends[word - 1], row.starts[word]
    row.cells[cell : cell + 1] = [(start, before), (begin, end)]
    x0, x1 = row.edges[cell]
    row.edges[cell : cell + 1] = [(x0, row.boxes[4 * word - 2]), (row.boxes[4 * word], x1)]
    row.text = f"{row.text[:before]}\t{row.text[begin:]}"
