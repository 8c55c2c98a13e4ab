"""Columns of percentages that two columns of amounts beside them explain: changes, and shares of one of their lines.

Such a column proves its percentages. It proves no amount: a rate of three digits says nothing of the fifth.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import comb
from typing import NamedTuple

from pipeline.amounts.columns import Columns
from pipeline.amounts.figure import Figure

ROWS = 3
"""Rows in which the same columns have to agree."""
LARGE = 1000
"""The larger of two amounts, in units of its last digit: four digits."""
CHANCE = 1e-4
"""The greatest product of each agreeing row's chance and the ways to choose these rows among those tried."""
_BESIDE = 3
"""Columns of amounts to the left that are tried."""
_GAP = 4
"""Lines without a percentage inside one table."""
_MOST = 10_000
"""No percentage has more units of its last digit."""


class RateProof(NamedTuple):
    """One percentage, with the two amounts that it was reckoned from: (new, old), or (part, whole)."""

    figure: int
    amounts: tuple[int, int]
    change: bool
    rows: int


class _Row(NamedTuple):
    rate: int
    first: int
    second: int


def proven(found: list[Figure], grid: Columns, amounts: list[int]) -> list[RateProof]:
    """Return the percentages that amounts beside them prove; ``amounts`` are the figures in one unit for the page."""
    result: list[RateProof] = []
    order = sorted(range(len(grid.members)), key=lambda c: grid.rights[grid.members[c][0]])
    at = [{grid.lines[i]: i for i in group} for group in grid.members]
    for place, column in enumerate(order):
        if any(found[i].digits >= _MOST or found[i].currency or found[i].decimals > 2 for i in grid.members[column]):
            continue
        beside: list[dict[int, int]] = []
        for other in reversed(order[:place]):
            if not found[grid.members[other][0]].percent and len(at[other].keys() & at[column].keys()) >= ROWS:
                beside.append(at[other])
            if len(beside) == _BESIDE:
                break
        for tried in _tables(found, at[column], beside):
            best: list[RateProof] = []
            for change, rows in tried:
                held = _held(found, amounts, rows, change=change)
                best = held if len(held) > len(best) else best
            result.extend(best)
    return result


def _tables(
    found: list[Figure], rates: dict[int, int], beside: list[dict[int, int]]
) -> Iterator[list[tuple[bool, list[_Row]]]]:
    """Yield, for each table that a column of rates runs through, what its rates may be reckoned from.

    That is changes between two columns, older first or last, or shares of the line that has 100 %: above or below.
    """
    wholes = [line for line, i in rates.items() if found[i].digits == 100 * 10 ** found[i].decimals]
    for lines in _runs(list(rates)):
        tried: list[tuple[bool, list[_Row]]] = []
        for near, second in enumerate(beside):
            for first in beside[near + 1 :]:
                both = [line for line in lines if line in first and line in second]
                tried.append((True, [_Row(rates[line], first[line], second[line]) for line in both]))
                tried.append((True, [_Row(rates[line], second[line], first[line]) for line in both]))
        if tried:
            yield tried
    for place, whole in enumerate(wholes):
        before = wholes[place - 1] if place else -1
        after = wholes[place + 1] if place + 1 < len(wholes) else max(rates) + 1
        tried = [
            (
                False,
                [
                    _Row(i, amounts[line], amounts[whole])
                    for line, i in rates.items()
                    if low < line < high and line in amounts
                ],
            )
            for amounts in beside
            if whole in amounts
            for low, high in ((whole, after), (before, whole))
        ]
        if tried:
            yield tried


def _runs(lines: list[int]) -> Iterator[list[int]]:
    """Yield the lines, then the parts between gaps where another table may begin."""
    ends = [at for at in range(1, len(lines)) if lines[at] - lines[at - 1] > _GAP]
    yield lines
    for start, end in pairwise([0, *ends, len(lines)] if ends else []):
        yield lines[start:end]


def _held(found: list[Figure], amounts: list[int], rows: list[_Row], *, change: bool) -> list[RateProof]:
    """Return the rows that agree where enough of them do for no coincidence."""
    tried, agreeing, chance = 0, [], 1.0
    for row in rows:
        first, second = amounts[row.first], amounts[row.second]
        if not second or max(abs(first), abs(second)) < LARGE:
            continue
        tried += 1
        rate = found[row.rate]
        if _agrees(first - second if change else first, second, rate):
            agreeing.append(row)
            chance *= min(0.5, 2 / (4 + rate.digits))
    if len(agreeing) < ROWS or 3 * len(agreeing) < 2 * tried or chance * comb(tried, len(agreeing)) > CHANCE:
        return []
    return [RateProof(row.rate, (row.first, row.second), change, len(agreeing)) for row in agreeing]


def _agrees(part: int, whole: int, rate: Figure) -> bool:
    """Whether ``part`` over ``whole`` in percent, rounded as the rate is, gives the rate; halves round either way."""
    units = -rate.digits if rate.negative else rate.digits
    return abs(2 * (100 * part * int(10**rate.decimals) - units * abs(whole))) <= abs(whole)
