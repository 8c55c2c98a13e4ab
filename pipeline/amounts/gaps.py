"""Sums that close in one column and stay open in its neighbours: which figure is to blame, and what it may be.

The digits that would close a sum are a guess: they become candidates of a suspect, never a repair.
"""

from collections import Counter
from typing import NamedTuple

from pipeline.amounts.evidence import Sheet, column_closings
from pipeline.amounts.figure import Figure
from pipeline.amounts.sums import Closing, proven

_MISTAKEN = frozenset(
    [
        "58",
        "14",
        "53",
        "90",
        "68",
        "41",
        "48",
        "56",
        "71",
        "98",
        "60",
        "85",
        "35",
        "09",
        "86",
        "65",
        "17",
        "89",
        "06",
        "38",
        "83",
        "39",
        "93",
    ]
)
"""Digits as they were and as engines read them, from most to least frequent on recorded pages; and the other way."""


LONG = 7
"""Digits of a figure that is hardly met twice by chance, but for one digit."""


class Gap(NamedTuple):
    """A figure that one other digit would make fit its column."""

    figure: int
    value: int
    """What would close the sum, unsigned, in the units of the figure's column."""
    usual: bool
    """Engines often take the digit that this asks for (5 for 8, 1 for 4) for the one that was read."""


def gaps(laid: Sheet) -> list[list[Gap]]:
    """Return, for each sum that is open where it closes in another column, the figures that may be to blame."""
    grid = laid.grid
    at = [{grid.lines[i]: i for i in group} for group in grid.members]
    found = column_closings(laid)
    known = proven(found)
    closed = {(number, closing.total.line) for number, column in enumerate(found) for closing in column}
    result: dict[tuple[int, int], list[Gap]] = {}
    for own, closing in known:
        for number, column in enumerate(at):
            if number != own and (number, closing.total.line) not in closed:
                result.setdefault((number, closing.total.line), _blamed(laid, closing, column))
    return [blamed for blamed in result.values() if blamed]


def _blamed(laid: Sheet, closing: Closing, column: dict[int, int]) -> list[Gap]:
    total = column.get(closing.total.line)
    members = [column.get(entry.line) for entry in closing.members]
    if total is None or None in members:
        return []
    indices = [i for i in members if i is not None]
    signs = [-1 if closing.difference and place else 1 for place in range(len(indices))]
    open_by = laid.values[total] - sum(sign * laid.values[i] for sign, i in zip(signs, indices, strict=True))
    if not open_by:
        return []
    needed = [(i, laid.values[i] + sign * open_by) for sign, i in zip(signs, indices, strict=True)]
    needed.append((total, laid.values[total] - open_by))
    pairs = [(i, value, _differing(laid.values[i], value)) for i, value in needed]
    return [Gap(i, abs(value), differing in _MISTAKEN) for i, value, differing in pairs if differing]


def _differing(read: int, needed: int) -> str:
    """Return the digit needed and the digit read where just one of them differs, else nothing."""
    a, b = str(abs(needed)), str(abs(read))
    if (read < 0) != (needed < 0) or len(a) != len(b):
        return ""
    differing = [x + y for x, y in zip(a, b, strict=True) if x != y]
    return differing[0] if len(differing) == 1 else ""


class Twin(NamedTuple):
    """A long figure that another one of the page differs from in one digit."""

    figure: int
    other: int


def twins(found: list[Figure]) -> list[Twin]:
    """Return the long figures of a page that were most likely meant to be the same; the more frequent writing stands.

    Seven digits that agree but for one are no coincidence: one of the two was misread.
    """
    written = [str(figure.digits) for figure in found]
    count = Counter(written)
    masks: dict[str, dict[str, int]] = {}
    for index, digits in enumerate(written):
        if len(digits) >= LONG:
            for at in range(len(digits)):
                masks.setdefault(f"{digits[:at]}_{digits[at + 1 :]}", {}).setdefault(digits, index)
    pairs = {(a, b) for group in masks.values() if len(group) == 2 for a, b in [tuple(group)]}
    other = {}
    for a, b in sorted(pairs):
        if count[a] <= count[b]:
            other[a] = b
        if count[b] <= count[a]:
            other[b] = a
    first = {digits: index for index, digits in reversed(list(enumerate(written)))}
    return [Twin(index, first[other[digits]]) for index, digits in enumerate(written) if digits in other]
