"""Which figures of a page stand under one another: columns by the right edge of their digits."""

from bisect import bisect_right
from typing import NamedTuple

from pipeline.amounts.figure import Figure
from pipeline.document import Page
from pipeline.spans import Edited, Span

_JITTER = 0.3
"""Of the word height: how far the right edges of one column stray (an engine's boxes; drawn ones agree exactly)."""

_HANG = 0.45
"""Of the word height: a little more than the width of a bracket."""


class Columns(NamedTuple):
    """The figures of a page in lines and columns; every list has one entry a figure."""

    lines: list[int]
    """Number of the line of the text that it stands in."""
    rights: list[float]
    """Where its last digit ends."""
    members: list[list[int]]
    """The columns: indices of figures from top to bottom."""
    column_of: list[int]
    """Index into ``members``; -1 for a figure that stands alone."""
    tops: list[float]
    """Top of the word that it ends in."""


def columns(page: Page, found: list[Figure], layers: tuple[Edited, ...], starts: list[int]) -> Columns:
    """Sort the figures into columns.

    ``layers`` lead from the text that the figures were found in back to the page's; ``starts`` are where its
    lines begin.
    """
    lines = [bisect_right(starts, figure.first) - 1 for figure in found]
    rights, tops, height = _rights(page, found, layers)
    keys = [(figure.percent, right) for figure, right in zip(found, rights, strict=True)]
    order = sorted(range(len(found)), key=keys.__getitem__)
    members: list[list[int]] = []
    column_of = [-1] * len(found)
    places = [(figure.percent, line, right) for figure, line, right in zip(found, lines, rights, strict=True)]
    for group in _joined(_groups(order, found, rights, max(1.5, _JITTER * height)), places, _HANG * height):
        if len({lines[i] for i in group}) > 2:
            group.sort()
            for i in group:
                column_of[i] = len(members)
            members.append(group)
    return Columns(lines, rights, members, column_of, tops)


def _joined(
    groups: list[tuple[bool, list[int]]], places: list[tuple[bool, int, float]], reach: float
) -> list[list[int]]:
    """Join neighbouring groups that never meet in a line: brackets hang out in some tables and stand in in others.

    ``places`` holds, for each figure, whether it is a percentage, its line and its right edge.
    """
    joined: list[list[int]] = []
    for here, group in groups:
        if not here:
            continue
        if joined:
            before = joined[-1]
            (percent, _, last), (other, _, first) = places[before[-1]], places[group[0]]
            if (
                percent == other
                and first - last <= reach
                and {places[i][1] for i in before}.isdisjoint([places[i][1] for i in group])
            ):
                before.extend(group)
                continue
        joined.append(group)
    return joined


def _groups(order: list[int], found: list[Figure], rights: list[float], reach: float) -> list[tuple[bool, list[int]]]:
    groups: list[tuple[bool, list[int]]] = []
    previous = -1
    for i in order:
        near = previous >= 0 and rights[i] - rights[previous] <= reach and found[i].percent == found[previous].percent
        if near:
            groups[-1][1].append(i)
        else:
            groups.append((rights[i] >= 0, [i]))
        previous = i
    return groups


def _rights(page: Page, found: list[Figure], layers: tuple[Edited, ...]) -> tuple[list[float], list[float], float]:
    """Return the right edge of each figure's digits (-1 without a box), its top and a usual word height."""
    starts, ends, boxes = page.words.starts, page.words.ends, page.words.boxes
    if not starts:
        return [-1.0] * len(found), [0.0] * len(found), 0.0
    lasts = [figure.last - 1 for figure in found]
    for layer in layers:
        lasts = [layer.origin(Span(at, at + 1)).end - 1 for at in lasts]
    rights: list[float] = []
    tops: list[float] = []
    height = 0.0
    for at in lasts:
        word = bisect_right(starts, at) - 1
        if word < 0 or (end := ends[word]) <= at:
            rights.append(-1.0)
            tops.append(0.0)
            continue
        corner = 4 * word
        right, top = boxes[corner + 2], boxes[corner + 1]
        after = end - at - 1
        rights.append(right - (right - boxes[corner]) * after / (end - starts[word]) if after else right)
        tops.append(top)
        height = height or boxes[corner + 3] - top
    return rights, tops, height
