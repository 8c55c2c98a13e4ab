"""Finds the columns of running text on a page and puts its fragments into zones, in the order they are read.

A gutter is believed where running text stands on both sides of it; what crosses a gutter (a heading, a wide table)
is read in its place between the columns above and below.
"""

from bisect import bisect_left
from collections.abc import Sequence

from pipeline.extract.fragments import Fragment, is_figure

Zone = list[Fragment]

NARROW = 0.62
"""A fragment wider than this share of the text is not a line of one of several columns."""
ENOUGH = 3
"""Lines of running text that each side of a gutter needs."""


def zones(fragments: Sequence[Fragment]) -> list[Zone]:
    """Return ``fragments`` grouped into zones that are read one after the other, each row by row."""
    gutter = _gutter(fragments)
    if gutter is None:
        return [list(fragments)]
    found: list[Zone] = []
    for band, crossing in _bands(fragments, gutter):
        if crossing:
            _append(found, band, single=True)
            continue
        left = [f for f in band if f.x1 <= gutter]
        right = [f for f in band if f.x1 > gutter]
        if left and right and _are_columns(left, right):
            found.extend(zones(left))
            found.extend(zones(right))
        else:
            _append(found, band, single=True)
    return found


def _append(found: list[Zone], band: list[Fragment], *, single: bool) -> None:
    if band and single:
        found.append(band)


def _gutter(fragments: Sequence[Fragment]) -> float | None:
    """Return the x of the leftmost gutter, or None."""
    left_edge = min((f.x0 for f in fragments), default=0.0)
    width = max((f.x1 for f in fragments), default=0.0) - left_edge
    lines = [f for f in fragments if f.x1 - f.x0 < NARROW * width and f.prose]
    if len(lines) < 2 * ENOUGH:
        return None
    for start in _starts(lines):
        before = [f for f in lines if f.x1 < start]
        after = [f for f in lines if abs(f.x0 - start) < 3]
        if len(before) < ENOUGH or len(after) < ENOUGH:
            continue
        side_by_side = sum(1 for f in after if any(o.y0 < f.y1 and f.y0 < o.y1 for o in before))
        if side_by_side < ENOUGH:
            continue
        crossing = sum(1 for f in lines if f.x0 < start - 3 and f.x1 > start)
        if crossing > 0.5 * min(len(before), len(after)):
            continue
        ends = sorted(f.x1 for f in before)
        return (ends[int(0.95 * (len(ends) - 1))] + start) / 2
    return None


def _starts(lines: Sequence[Fragment]) -> list[float]:
    """Return left edges that at least three lines share, from the left, without the leftmost."""
    edges = sorted(f.x0 for f in lines)
    found: list[float] = []
    at = 0
    while at < len(edges):
        end = at
        while end < len(edges) and edges[end] - edges[at] < 3:
            end += 1
        if end - at >= ENOUGH:
            found.append(edges[at])
        at = end
    return found[1:]


def _bands(fragments: Sequence[Fragment], gutter: float) -> list[tuple[list[Fragment], bool]]:
    """Return the runs of fragments between those that cross the gutter, and the crossing ones, from the top."""
    across = sorted((f for f in fragments if f.x0 < gutter - 1 and f.x1 > gutter + 1), key=_middle)
    if not across:
        return [(list(fragments), False)]
    heights = [_middle(f) for f in across]
    marked = set(map(id, across))
    between: list[list[Fragment]] = [[] for _ in range(len(across) + 1)]
    same_row: list[list[Fragment]] = [[f] for f in across]
    for f in fragments:
        if id(f) in marked:
            continue
        at = bisect_left(heights, _middle(f))
        for near in (at - 1, at):
            if 0 <= near < len(across) and abs(f.base - across[near].base) < 0.3 * f.size:
                same_row[near].append(f)
                break
        else:
            between[at].append(f)
    found: list[tuple[list[Fragment], bool]] = []
    for row, band in zip([[], *same_row], between, strict=True):
        if row:
            if found and found[-1][1]:
                found[-1][0].extend(row)
            else:
                found.append((row, True))
        if band:
            found.append((band, False))
    return found


def _middle(fragment: Fragment) -> float:
    return (fragment.y0 + fragment.y1) / 2


def _are_columns(left: list[Fragment], right: list[Fragment]) -> bool:
    """Tell columns of text from a table whose cells happen to leave the gutter free."""
    prose_left = sum(1 for f in left if f.prose)
    prose_right = sum(1 for f in right if f.prose)
    figures_right = sum(1 for f in right if is_figure(f.text))
    if prose_left and prose_right:
        return True
    if figures_right * 2 > len(right):
        return False
    return bool(prose_left or prose_right)
