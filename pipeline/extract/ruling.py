"""Finds the tables that rules draw on a page, with their cells: which pieces of the grid no rule parts."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.document import Box
from pipeline.extract.raw import Vector, Word

THIN = 2.0
"""Points that a painted rectangle is wide at most when it is a rule."""
SHORT = 3.0
"""Points that it is long at least: the joints of rules are little squares."""
NEAR = 3.0
"""Points that two rules may stand apart and still touch, or be one."""
HIGH = 8.0
"""Points that the sides of a cell are high at least."""
MOST = 150
"""Rules of one direction: charts and maps have more."""
COVERED = 0.6
"""Share of a cell's side that a rule covers."""
WHITE = 0xFFFFFF

Stroke = tuple[float, float, float]
"""Where a rule stands, and from where to where it runs."""


@dataclass(frozen=True, slots=True)
class RuledGrid:
    """A table by its rules: ``owner[row][column]`` is the upper left piece of the cell that a piece belongs to."""

    xs: list[float]
    ys: list[float]
    owner: list[list[tuple[int, int]]]

    @property
    def box(self) -> Box:
        """Return the bounds of the table."""
        return (self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])

    def cell(self, word: Word) -> tuple[int, int] | None:
        """Return the cell in which the middle of ``word`` lies, None outside the table."""
        row = bisect_right(self.ys, (word[1] + word[3]) / 2) - 1
        column = bisect_right(self.xs, (word[0] + word[2]) / 2) - 1
        inside = 0 <= row < len(self.owner) and 0 <= column < len(self.xs) - 1
        return self.owner[row][column] if inside else None

    def spans_rows(self, cell: tuple[int, int]) -> bool:
        """Tell whether the cell goes on in the row below."""
        row, column = cell
        return row + 1 < len(self.owner) and self.owner[row + 1][column] == cell

    def columns(self, cell: tuple[int, int]) -> int:
        """Return how many columns the cell spans."""
        row, column = cell
        return sum(1 for owner in self.owner[row][column:] if owner == cell)

    def right_of(self, cell: tuple[int, int]) -> float:
        """Return where the cell ends on the right."""
        return self.xs[cell[1] + self.columns(cell)]


def find(vectors: Sequence[Vector]) -> list[RuledGrid]:
    """Return the tables that rules draw, from the top."""
    upright: list[Stroke] = []
    level: list[Stroke] = []
    for (x0, y0, x1, y1), _, stroked, rectangle, color, alpha in vectors:
        if x1 - x0 <= THIN:
            if y1 - y0 >= SHORT and alpha and color != WHITE:
                upright.append(((x0 + x1) / 2, y0, y1))
        elif y1 - y0 <= THIN:
            if x1 - x0 >= SHORT and alpha and color != WHITE:
                level.append(((y0 + y1) / 2, x0, x1))
        elif stroked and rectangle and alpha:
            upright += ((x0, y0, y1), (x1, y0, y1))
            level += ((y0, x0, x1), (y1, x0, x1))
    if not upright or not level:
        return []
    columns = [rule for rule in _runs(upright) if rule[2] - rule[1] >= HIGH]
    lines = _runs(level) if 0 < len(columns) <= MOST else []
    if not 0 < len(lines) <= MOST:
        return []
    found = [grid for group in _touching(columns, lines) if (grid := _grid(*group)) is not None]
    return sorted(found, key=lambda grid: (grid.ys[0], grid.xs[0]))


def _runs(strokes: list[Stroke]) -> list[Stroke]:
    """Return the rules that strokes in one line make: most programs draw them cell by cell."""
    found: list[Stroke] = []
    strokes.sort()
    at = 0
    while at < len(strokes):
        end = at + 1
        while end < len(strokes) and strokes[end][0] - strokes[end - 1][0] < 1.0:
            end += 1
        place = strokes[at][0]
        spans = sorted(stroke[1:] for stroke in strokes[at:end])
        begin, stop = spans[0]
        for one, other in spans[1:]:
            if one > stop + NEAR:
                found.append((place, begin, stop))
                begin = one
                stop = other
            stop = max(stop, other)
        found.append((place, begin, stop))
        at = end
    return found


def _touching(columns: list[Stroke], lines: list[Stroke]) -> list[tuple[list[Stroke], list[Stroke]]]:
    """Return the groups of upright and level rules that touch one another."""
    groups: list[tuple[list[Stroke], set[Stroke]]] = []
    for rule in columns:
        x, top, bottom = rule[0], rule[1] - NEAR, rule[2] + NEAR
        own = {line for line in lines if top <= line[0] <= bottom and line[1] - NEAR <= x <= line[2] + NEAR}
        if len(own) < 2:
            continue
        joined = [group for group in groups if not own.isdisjoint(group[1])]
        merged = ([rule], own)
        for group in joined:
            merged[0].extend(group[0])
            merged[1].update(group[1])
            groups.remove(group)
        groups.append(merged)
    return [(sides, sorted(tops)) for sides, tops in groups]


def _grid(columns: list[Stroke], lines: list[Stroke]) -> RuledGrid | None:
    """Return the table of rules that touch; None when it has no two columns and two rows."""
    xs = _places([*(x for x, _, _ in columns)], min(line[1] for line in lines), max(line[2] for line in lines))
    ys = _places([*(y for y, _, _ in lines)], min(rule[1] for rule in columns), max(rule[2] for rule in columns))
    if len(xs) < 3 or len(ys) < 2 or (len(xs) == 3 and len(ys) == 2):
        return None
    sides = [_near(columns, x) for x in xs]
    tops = [_near(lines, y) for y in ys]
    owner = [[(row, column) for column in range(len(xs) - 1)] for row in range(len(ys) - 1)]
    for row, (top, bottom) in enumerate(pairwise(ys)):
        for column, (left, right) in enumerate(pairwise(xs)):
            if column and not _covered(sides[column], top, bottom):
                owner[row][column] = owner[row][column - 1]
            elif row and not _covered(tops[row], left, right):
                owner[row][column] = owner[row - 1][column]
    return RuledGrid(xs, ys, owner)


def _near(rules: list[Stroke], place: float) -> list[Stroke]:
    return [rule for rule in rules if abs(rule[0] - place) <= NEAR]


def _places(values: list[float], least: float, most: float) -> list[float]:
    """Return the different places of rules, and the ends of those across where no rule closes the table."""
    found: list[float] = []
    for value in sorted([*values, least, most]):
        if not found or value - found[-1] > NEAR:
            found.append(value)
    return found


def _covered(rules: list[Stroke], begin: float, end: float) -> bool:
    """Tell whether rules at one place cover most of the stretch."""
    length = 0.0
    for _, start, stop in rules:
        if start < end and stop > begin:
            length += min(stop, end) - max(start, begin)
    return length >= COVERED * (end - begin)
