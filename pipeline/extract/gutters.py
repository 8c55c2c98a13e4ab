"""Finds the white strips between columns of running text."""

import itertools
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from pipeline.extract.fragments import Fragment, is_figure
from pipeline.extract.rows import grouped

NARROW = 0.62
"""A fragment wider than this share of the text is not a line of one of several columns."""
ENOUGH = 3
"""Lines of running text that each side of a gutter needs."""
HANG = 0.08
"""Share of the text's width by which lines of one column may begin farther left than its indented ones."""
FULL_LINES = 5
"""Lines of running text that one side needs when a table fills the other."""

LARGE = 1.08
"""Times the size of the text that a heading has, unless it is bold."""
LEVEL = 0.3
"""Sizes by which what stands on one line differs in height."""
CLEAR = 1.4
"""Sizes that a heading keeps from the text above it."""
NUMBER = 6
"""Characters that the number before a heading has fewer of."""
BESIDE = 72.0
"""Points that one column begins to the right of another at least."""


class Gutter(NamedTuple):
    """A strip at ``x`` that parts columns between ``top`` and ``bottom``."""

    x: float
    top: float
    bottom: float


def find(fragments: Sequence[Fragment]) -> Gutter | None:
    """Return the gutter with most lines side by side, or None."""
    prose = [f for f in fragments if f.prose]
    if len(prose) < FULL_LINES:
        return None
    width = max(map(_right, fragments)) - min(map(_left, fragments))
    most = NARROW * width
    lines = [f for f in prose if f.x1 - f.x0 < most]
    if len(lines) < FULL_LINES:
        return None
    starts = _starts(lines)
    found = [candidate for start in starts if (candidate := _at(start, lines, width)) is not None]
    if found:
        return max(found)[1]
    return _beside_table(fragments, lines, starts)


def middle(fragment: Fragment) -> float:
    """Return the height of the middle of a fragment."""
    return (fragment.y0 + fragment.y1) / 2


def _at(start: float, lines: Sequence[Fragment], width: float) -> tuple[int, Gutter] | None:
    """Return the gutter before the lines that begin at ``start``, with the number of lines side by side."""
    best: tuple[int, Gutter] | None = None
    hanging = start - HANG * width
    for top, bottom in _free_runs(start, hanging, lines):
        near = [f for f in lines if top <= middle(f) <= bottom]
        before = [f for f in near if f.x1 < start]
        after = [f for f in near if abs(f.x0 - start) < 3]
        if len(before) < ENOUGH or len(after) < ENOUGH:
            continue
        beside = sum(1 for f in after if any(o.y0 < f.y1 and f.y0 < o.y1 for o in before))
        crossing = sum(1 for f in near if f.x0 < hanging and f.x1 > start)
        if beside < ENOUGH or crossing > 0.5 * min(len(before), len(after)):
            continue
        ends = sorted(f.x1 for f in before)
        edge = ends[int(0.95 * (len(ends) - 1))]
        right = min(f.x0 for f in near if f.x0 > max(hanging, edge) and f.x1 > start)
        gutter = Gutter((edge + right) / 2, top, bottom)
        if best is None or (beside, gutter) > best:
            best = (beside, gutter)
    return best


def _free_runs(start: float, hanging: float, lines: Sequence[Fragment]) -> list[tuple[float, float]]:
    """Return the heights between which no three lines in a row run across ``start``: elsewhere columns differ."""
    bounds = [-1e9]
    run: list[Fragment] = []
    ordered = sorted(lines, key=middle)
    for f in ordered:
        if f.x0 < hanging and f.x1 > start:
            run.append(f)
        elif abs(f.x0 - start) < 3:
            if len(run) >= ENOUGH:
                bounds.extend((run[0].y0, _end(run, ordered)))
            run = []
    if len(run) >= ENOUGH:
        bounds.extend((run[0].y0, _end(run, ordered)))
    bounds.append(1e9)
    return list(zip(bounds[::2], bounds[1::2], strict=True))


def _end(run: Sequence[Fragment], lines: Sequence[Fragment]) -> float:
    """Return the foot of lines that run across, with those right below that stand in line with lines beside them."""
    top, bottom = run[0].y0, run[-1].y1
    edges = [f.x0 for f in lines if top <= middle(f) <= bottom and f.x1 < run[0].x0]
    for f in lines:
        if 0 < middle(f) - bottom < f.size and any(abs(f.x0 - edge) < 3 for edge in edges) and f.x1 < run[0].x0:
            bottom = f.y1
    return bottom


def _beside_table(fragments: Sequence[Fragment], lines: Sequence[Fragment], starts: Sequence[float]) -> Gutter | None:
    """Return the x between a column of full lines and a table in the other column."""
    for start in [min(map(_left, lines)), *starts]:
        column = sorted((f for f in lines if abs(f.x0 - start) < 3), key=lambda f: f.base)
        if len(column) < FULL_LINES or not _is_running_text(column):
            continue
        edge = max(f.x1 for f in column)
        top, bottom = column[0].y0 - 2 * column[0].size, column[-1].y1 + 2 * column[0].size
        near = [f for f in fragments if top < f.y0 and f.y1 < bottom]
        for others, gutter in (
            ([f for f in near if f.x0 > edge + 0.5 * f.size], None),
            ([f for f in near if f.x1 < start - 0.5 * f.size], start - 3),
        ):
            figures = sum(1 for f in others if is_figure(f.text))
            rows = grouped(others)
            if figures < ENOUGH or len(rows) < ENOUGH or _at_paragraphs(rows, column):
                continue
            found = gutter or (edge + min(f.x0 for f in others)) / 2
            if sum(1 for f in near if f.x0 < found - 3 and f.x1 > found + 3) <= 0.3 * len(column):
                return Gutter(found, -1e9, 1e9)
    return None


def _is_running_text(column: Sequence[Fragment]) -> bool:
    edge = max(f.x1 for f in column)
    full = sum(1 for f in column if f.x1 > edge - 5 * f.size)
    inside = sum(1 for f in column if f.words[0][4][0].islower())
    return full >= 0.6 * len(column) and inside >= 0.3 * len(column)


_left, _right = attrgetter("x0"), attrgetter("x1")


def _at_paragraphs(rows: Sequence[list[Fragment]], column: list[Fragment]) -> bool:
    """Tell whether the rows stand at the first or last lines of the paragraphs beside them: cells of one table."""
    starts = paragraph_starts(column)
    bases = [f.base for f in column]
    ends = [bases[bases.index(y) - 1] for y in starts[1:]] + bases[-1:]
    marks = [*starts, *ends]
    return sum(1 for row in rows if any(abs(row[0].base - y) < 4 for y in marks)) > 0.6 * len(rows)


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


def paragraph_starts(fragments: list[Fragment]) -> list[float]:
    """Return the baselines on which a paragraph begins: those after a gap wider than the usual by a third."""
    bases = [row[0].base for row in grouped(fragments)]
    steps = [b - a for a, b in itertools.pairwise(bases)]
    if not steps:
        return bases
    limit = 1.3 * max(sorted(steps)[len(steps) // 4], fragments[0].size)
    return bases[:1] + [b for b, step in zip(bases[1:], steps, strict=True) if step > limit]


def heads_below(band: Sequence[Fragment]) -> list[Fragment]:
    """Return the heading that stands below all columns of a band, over the text that follows: no column ends so."""
    lowest = max(band, key=attrgetter("base"))
    row = sorted((f for f in band if f.base >= lowest.base - LEVEL * lowest.size), key=_left)
    others = [f for f in band if f.base < lowest.base - LEVEL * lowest.size]
    first, last = row[0], row[-1]
    numbered = len(row) == 1 or (len(row) == 2 and first.length < NUMBER and last.x0 - first.x1 < 3 * last.size)
    if not others or not numbered or last.text[0].islower() or last.text[-1] in ".,;":
        return []
    beside = any(f.x0 > first.x0 + BESIDE for f in others)
    own = [f for f in others if f.x0 <= first.x0 + BESIDE]
    if not beside or not own or abs(first.x0 - min(map(_left, own))) > last.size:
        return []
    usual = sorted(f.size for f in own)[len(own) // 2]
    bold = last.bold and last.size > 0.98 * usual and sum(f.bold for f in others) < 0.5 * len(others)
    clear = last.base - max(f.base for f in others) > CLEAR * last.size
    return row if clear and (bold or last.size > LARGE * usual) else []


def shared_edges(lines: Sequence[Fragment]) -> list[float]:
    """Return the left edges that more than three lines of running text share, the most common first."""
    clusters: list[list[float]] = []
    for edge in sorted(f.x0 for f in lines):
        if clusters and edge - clusters[-1][0] <= 2:
            clusters[-1].append(edge)
        else:
            clusters.append([edge])
    return [cluster[0] for cluster in sorted(clusters, key=len, reverse=True) if len(cluster) > ENOUGH]
