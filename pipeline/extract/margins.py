"""Numbers that a page carries in its margin, not in its text: the line numbers of pleadings and transcripts."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from pipeline.extract.fragments import Fragment, is_cjk

ENOUGH = 8
"""Line numbers that a page needs; a table's number column may be as long, but has no gaps and no prose beside it."""
RUN_ON = 20
"""Line numbers of a page that need not begin anew: those of manuscripts go on from page to page."""
DEEP = 0.5
"""Share of the page's height that they run down; keys of a table and marks of notes stand in a part of it."""
BEYOND = 0.15
"""Share of the page's lines that may stand above and below them: headers, footers, a stamp."""
CELLS = 0.5
"""Share of rows of several cells from which on the numbers are the first column of a table."""
RUNNING = 0.15
"""Share of the lines beside them that begin in lower case, or with a Chinese character, in running text."""


def line_numbers(fragments: list[Fragment], *, height: float) -> tuple[list[Fragment], list[Fragment]]:
    """Return the fragments without, and with nothing but, line numbers in the margin of a page of ``height`` points."""
    numbers = [f for f in fragments if len(f.words) == 1 and f.length <= 3 and f.words[0][4].isdigit()]
    if len(numbers) < ENOUGH:
        return fragments, []
    for column in _columns(numbers):
        deep = column[-1].base - column[0].base >= DEEP * height
        if deep and len(column) >= ENOUGH and _counts_lines(column) and _stands_apart(column, fragments):
            taken = set(map(id, column))
            return [f for f in fragments if id(f) not in taken], column
    return fragments, []


def _columns(numbers: Sequence[Fragment]) -> list[list[Fragment]]:
    """Return the numbers by shared right or left edge, the leftmost and the rightmost column."""
    found: list[list[Fragment]] = []
    for side in (min, max):
        edge = side(f.x1 for f in numbers)
        found.append(sorted((f for f in numbers if abs(f.x1 - edge) < 14), key=lambda f: f.base))
    return found


def _counts_lines(column: Sequence[Fragment]) -> bool:
    values = [int(f.words[0][4]) for f in column]
    steps = {b - a for a, b in pairwise(values)}
    pitches = sorted(b.base - a.base for a, b in pairwise(column))
    begins = values[0] in (1, 5) or len(values) >= RUN_ON
    return len(steps) == 1 and steps <= {1, 5} and begins and pitches[-1] < 1.15 * pitches[0] + 1


def _stands_apart(column: Sequence[Fragment], fragments: Sequence[Fragment]) -> bool:
    """Tell whether all other text lies beside the column, and reads as text and not as the cells of a table."""
    taken = set(map(id, column))
    top, bottom = column[0].y0, column[-1].y1
    beside = [f for f in fragments if id(f) not in taken and f.y1 > top and f.y0 < bottom]
    left, right = min(f.x0 for f in column), max(f.x1 for f in column)
    if any(f.x0 < right and f.x1 > left for f in beside):
        return False
    if not beside:
        return False
    outside = {round(f.base) for f in fragments if f.y1 <= top or f.y0 >= bottom}
    rows = Counter(round(f.base) for f in beside)
    cells = sum(1 for count in rows.values() if count > 1)
    if len(outside) > BEYOND * len(rows) + 4 or cells > CELLS * len(rows):
        return False
    bases = [f.base for f in beside]
    alone = sum(1 for number in column if not any(abs(base - number.base) < 0.4 * number.size for base in bases))
    return alone > 0.15 * len(column) or (cells < 0.25 * len(rows) and _is_running(beside))


def _is_running(beside: Sequence[Fragment]) -> bool:
    """Tell whether the lines read as running text, and not as the entries of a numbered list."""
    firsts = [f.text[0] for f in beside]
    return sum(1 for first in firsts if first.islower() or is_cjk(first)) >= RUNNING * len(firsts)
