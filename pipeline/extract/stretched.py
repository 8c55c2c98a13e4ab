"""Makes one line of the pieces into which MuPDF cuts a justified line at its stretched blanks."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from operator import attrgetter

from pipeline.extract.fragments import is_figure
from pipeline.extract.raw import RawLine

LEVEL = 0.1
"""Points by which the pieces of one line differ in height."""
EVEN = 0.06
"""Sizes by which its gaps differ: the blanks of a justified line are stretched alike."""
WIDEST = 6.0
"""Sizes that such a blank is wide at most."""
EDGE = 1.0
"""Points by which the edges of a column's full lines differ."""


def rejoined(lines: Sequence[RawLine]) -> Sequence[RawLine]:
    """Return the lines, those of running text in one piece.

    Catches ``accordance | with | the | applicable`` between the lines of a column; spares cells.
    """
    starts = [
        at
        for at, line in enumerate(lines)
        if "a" <= line.words[0][4] < "{" and at and lines[at - 1].block == line.block and _goes_on(lines[at - 1], line)
    ]
    return _joined(lines, {lines[at].block for at in starts}) if starts else lines


def _goes_on(last: RawLine, line: RawLine) -> bool:
    """Tell whether the two stand on one line, with a blank between them that the file holds."""
    level = -LEVEL < line.box[3] - last.box[3] < LEVEL and line.block == last.block and line.dir == last.dir
    return level and last.box[2] <= line.box[0] + LEVEL and last.spans[-1]["text"][-1:] == " "


def _joined(lines: Sequence[RawLine], blocks: Collection[int]) -> list[RawLine]:
    """Return the lines, with those of ``blocks`` looked through."""
    found: list[RawLine] = []
    groups: list[list[RawLine]] = []
    for at, line in enumerate(lines):
        if at and line.block in blocks and _goes_on(lines[at - 1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    for index, group in enumerate(groups):
        if len(group) > 1 and _is_even(group) and any(_is_as_wide(group, near) for near in _near(groups, index)):
            found.append(_one(group))
        else:
            found.extend(group)
    return found


def _near(groups: Sequence[list[RawLine]], index: int) -> list[list[RawLine]]:
    """Return the lines of the same block up to three above and below."""
    block = groups[index][0].block
    near = (*groups[max(0, index - 3) : index], *groups[index + 1 : index + 4])
    return [group for group in near if group[0].block == block]


def _is_as_wide(group: Sequence[RawLine], near: Sequence[RawLine]) -> bool:
    """Tell whether a line nearby reaches from edge to edge as this one does, in one piece."""
    edges = abs(group[0].box[0] - near[0].box[0]) < EDGE and abs(group[-1].words[-1][2] - near[-1].words[-1][2]) < EDGE
    return edges and len(near) == 1 and len(near[0].words) > 2


def _is_even(group: Sequence[RawLine]) -> bool:
    """Tell whether words of running text stand evenly apart."""
    words = [word for line in group for word in line.words]
    gaps = [after[0] - before[2] for before, after in pairwise(words)]
    size = group[0].spans[0]["size"]
    if len(gaps) < 2 or max(gaps) - min(gaps) > EVEN * size or max(gaps) > WIDEST * size:
        return False
    return sum(word[4][0].islower() for word in words) > 1 and not any(is_figure(word[4]) for word in words)


def _one(group: Sequence[RawLine]) -> RawLine:
    spans = [span for line in group for span in line.spans]
    words = [word for line in group for word in line.words]
    boxes = list(map(attrgetter("box"), group))
    box = (boxes[0][0], min(b[1] for b in boxes), boxes[-1][2], max(b[3] for b in boxes))
    line = RawLine(spans, words, box, block=group[0].block, order=group[0].order)
    line.dir, line.whole = group[0].dir, True
    return line
