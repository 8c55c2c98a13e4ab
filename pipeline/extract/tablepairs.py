"""Parts a page at two tables that stand side by side: each has rules of its own, and neither the other's rows."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from pipeline.extract.fragments import Fragment, is_figure
from pipeline.extract.raw import Vector

WIDE = 0.25
"""Share of the page's width that the rules of a table take at least."""
RULES = 2
"""Of each table; heads and totals have one each."""
ENOUGH = 4
"""Labels, and figures, of each table."""
NEAR = 2.0
"""Points by which rules or lines at one height differ."""
INDENT = 14.0
"""Points that labels may stand behind the left end of the rules."""
SHARED = 0.7
"""Share of rules, and of rows, at one height from which on both are one table."""

_Rule = tuple[float, float, float]
"""Height, left and right end."""


def part(fragments: Sequence[Fragment], flats: Sequence[Vector], width: float) -> list[list[Fragment]]:
    """Return what stands above two such tables, the left one, the right one and what stands below; else nothing."""
    rules = [
        ((box[1] + box[3]) / 2, box[0], box[2])
        for box, _, _, _, _, alpha in flats
        if alpha and box[2] - box[0] >= WIDE * width
    ]
    if len(rules) < 2 * RULES:
        return []
    begins = Counter(round(rule[1]) for rule in rules)
    for begin, count in begins.most_common():
        left = max((rule[2] for rule in rules if rule[2] < begin - NEAR), default=None)
        if count >= RULES and left is not None:
            found = _part_at((left + begin) / 2, begin, fragments, rules)
            if found:
                return found
    return []


def _part_at(
    gutter: float, begin: float, fragments: Sequence[Fragment], rules: Sequence[_Rule]
) -> list[list[Fragment]]:
    """Part the page at ``gutter``, between what crosses it, if the right table begins at ``begin``."""
    crossing = [f.base for f in fragments if f.x0 < gutter - 1 < gutter + 1 < f.x1]
    crossing += [y for y, x0, x1 in rules if x0 < gutter - NEAR < gutter + NEAR < x1]
    bounds = [-1e9, *sorted(crossing), 1e9]
    right = [rule for rule in rules if abs(rule[1] - begin) <= NEAR]
    bands = Counter(bisect_left(bounds, rule[0]) for rule in right)
    band = max(bands, key=bands.__getitem__)
    top, bottom = bounds[band - 1], bounds[band]
    inside = [f for f in fragments if top < f.base < bottom]
    sides = [f for f in inside if f.x1 <= gutter + 1], [f for f in inside if f.x1 > gutter + 1]
    near = [rule for rule in rules if top < rule[0] < bottom]
    lines = [rule for rule in near if rule[2] <= gutter], [rule for rule in near if rule[1] >= gutter]
    if any(len(own) < RULES for own in lines) or not all(map(_is_table, sides, lines)):
        return []
    if _share([y for y, _, _ in lines[1]], [y for y, _, _ in lines[0]]) >= SHARED and (
        _share([f.base for f in sides[1]], [f.base for f in sides[0]]) >= SHARED
    ):
        return []
    above, below = [f for f in fragments if f.base <= top], [f for f in fragments if f.base >= bottom]
    return [found for found in (above, *sides, below) if found]


def _is_table(side: Sequence[Fragment], rules: Sequence[_Rule]) -> bool:
    """Tell whether labels begin where the rules do, with figures behind them."""
    begin = min(rule[1] for rule in rules)
    labels = sum(begin - NEAR <= f.x0 <= begin + INDENT and not is_figure(f.text) for f in side)
    figures = sum(f.x0 > begin + INDENT and is_figure(f.text) for f in side)
    return labels >= ENOUGH and figures >= ENOUGH


def _share(places: Sequence[float], others: Sequence[float]) -> float:
    """Return the share of ``places`` at which ``others`` stand, too."""
    others = sorted(others)
    at = [bisect_left(others, place - NEAR) for place in places]
    return sum(i < len(others) and others[i] <= y + NEAR for i, y in zip(at, places, strict=True)) / len(places)
