"""Finds the columns of running text on a page and puts its fragments into zones, in the order they are read.

A gutter is believed where running text stands on both sides of it; what crosses a gutter (a heading, a wide table)
is read in its place between the columns above and below.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from pipeline.extract.fragments import Fragment, is_figure
from pipeline.extract.rows import grouped

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
    wide_before = False
    for stretch, wide in _stretches(fragments, gutter):
        if wide and wide_before:
            found[-1].extend(stretch)
        elif wide:
            found.append(stretch)
        else:
            found.extend(zones([f for f in stretch if f.x1 <= gutter]))
            found.extend(zones([f for f in stretch if f.x1 > gutter]))
        wide_before = wide
    return found


def _stretches(fragments: Sequence[Fragment], gutter: float) -> Iterator[tuple[list[Fragment], bool]]:
    """Yield the stretches of the page from the top, and whether each is read across the gutter."""
    for band, crossing in _bands(fragments, gutter):
        if crossing:
            yield band, True
            continue
        for stretch, table in _tables(band, gutter):
            left = [f for f in stretch if f.x1 <= gutter]
            right = [f for f in stretch if f.x1 > gutter]
            yield stretch, table or not left or not right or not _are_columns(left, right)


def _tables(band: list[Fragment], gutter: float) -> Iterator[tuple[list[Fragment], bool]]:
    """Part a band at the tables that stand over both columns and happen to leave the gutter free."""
    rows = grouped(band)
    kinds = [_row_kind(row, gutter) for row in rows]
    if kinds.count("figures") < 2:
        yield band, False
        return
    begin = at = 0
    while at < len(rows):
        end = _table_end(kinds, at)
        if end == at:
            at += 1
            continue
        top = _with_heads(rows, kinds, at, begin)
        if top > begin:
            yield [f for row in rows[begin:top] for f in row], False
        yield [f for row in rows[top:end] for f in row], True
        begin = at = end
    if begin < len(rows):
        yield [f for row in rows[begin:] for f in row], False


def _row_kind(row: Zone, gutter: float) -> str:
    left = [f for f in row if f.x1 <= gutter]
    right = [f for f in row if f.x1 > gutter]
    if left and right and all(is_figure(f.text) for f in right):
        return "figures" if not left[0].prose or len(left) > 1 or len(right) > 1 else "prose"
    if any(f.prose for f in row):
        return "prose"
    return "label" if left and not right else "cells"


def _table_end(kinds: Sequence[str], begin: int) -> int:
    """Return the row behind the table that begins at ``begin``, or ``begin`` when none does."""
    if kinds[begin] != "figures":
        return begin
    end, count, at = begin + 1, 1, begin + 1
    while at < len(kinds) and at - end < 4 and kinds[at] != "prose":
        if kinds[at] == "figures":
            end, count = at + 1, count + 1
        at += 1
    return end if count >= 2 else begin


def _with_heads(rows: Sequence[Zone], kinds: Sequence[str], table: int, begin: int) -> int:
    """Return the first of the rows above a table that stand over its columns."""
    at = table
    while at > begin and table - at < 4 and kinds[at - 1] == "cells":
        if rows[at][0].base - rows[at - 1][0].base > 2.5 * rows[at][0].size or len(rows[at - 1]) < 2:
            break
        at -= 1
    return at


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
