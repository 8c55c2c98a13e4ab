"""Which columns of a page add up row by row: a total column, or a change between two periods."""

from collections import defaultdict
from typing import NamedTuple

from pipeline.amounts.columns import Columns
from pipeline.amounts.sums import significant

ROWS = 3
"""Rows in which the same columns have to agree."""


class RowProof(NamedTuple):
    """One row whose figures agree, like those of other rows do."""

    members: tuple[int, ...]
    kind: str
    rows: int


def proven(grid: Columns, values: list[int]) -> list[RowProof]:
    """Return the rows that agree where at least three and most rows of the same columns do."""
    rows: dict[int, list[int]] = defaultdict(list)
    for i, line in enumerate(grid.lines):
        if grid.column_of[i] >= 0:
            rows[line].append(i)
    tested: dict[tuple[str, tuple[int, ...]], int] = defaultdict(int)
    held: dict[tuple[str, tuple[int, ...]], list[tuple[int, ...]]] = defaultdict(list)
    for row in rows.values():
        if not 3 <= len(row) <= 12:
            continue
        columns = tuple(grid.column_of[i] for i in row)
        for kind, members, agrees in _hypotheses(row, [values[i] for i in row]):
            key = (kind, columns)
            tested[key] += 1
            if agrees and significant(max((values[i] for i in members), key=abs)) >= 4:
                held[key].append(members)
    return [
        RowProof(members, kind, len(found))
        for (kind, columns), found in held.items()
        if len(found) >= ROWS and 2 * len(found) > tested[kind, columns]
        for members in found
    ]


def _hypotheses(row: list[int], numbers: list[int]) -> list[tuple[str, tuple[int, ...], bool]]:
    first, second, third = numbers[:3]
    some = [
        ("sum", tuple(row), sum(numbers[:-1]) == numbers[-1]),
        ("change", tuple(row[:3]), first - second == third),
    ]
    if len(row) > 3:
        some.append(("total first", tuple(row), sum(numbers[1:]) == numbers[0]))
    return some
