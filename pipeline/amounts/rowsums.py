"""Which columns of a page add up row by row: a total column, or a change between two periods."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from typing import Literal, NamedTuple

from pipeline.amounts.columns import Columns
from pipeline.amounts.sums import significant
from pipeline.document import Box, Page
from pipeline.geometry import word_box

ROWS = 3
"""Rows in which the same columns have to agree."""
_ABOVE = 400.0
"""Points that a column's head may stand above its figures."""
_BEFORE = 70.0
"""Points that the head of a first column may begin before the edge of its figures."""
Kind = Literal["sum", "change", "total first"]
_HEADS = re.compile(
    r"(?P<sum>\b(?:totals?|sum|consolidated|combined|aggregate|company|net|balance|gesamt|summe|konzern)\b|合计|总计|小计|总额"
    r"|净额)|(?P<change>\b(?:change|increase|decrease|variance|difference|veränderung|abweichung|vs|net|over)\b|增减|变动|差额)",
    re.IGNORECASE,
)
"""What the head of a column says that holds the sums, or the changes, of its rows."""


class RowProof(NamedTuple):
    """One row whose figures agree, like those of other rows do."""

    members: tuple[int, ...]
    kind: Kind
    rows: int


def proven(page: Page, grid: Columns, values: list[int]) -> list[RowProof]:
    """Return the rows that agree where at least three and most rows of the same columns do.

    The column that holds the sums or changes has to say so in its head.
    """
    rows: dict[int, list[int]] = defaultdict(list)
    for i, line in enumerate(grid.lines):
        if grid.column_of[i] >= 0:
            rows[line].append(i)
    tested: dict[tuple[Kind, tuple[int, ...]], int] = defaultdict(int)
    held: dict[tuple[Kind, tuple[int, ...]], list[tuple[int, ...]]] = defaultdict(list)
    for row in rows.values():
        if not 3 <= len(row) <= 12:
            continue
        columns = tuple(grid.column_of[i] for i in row)
        for kind, members, agrees in _hypotheses(row, [values[i] for i in row]):
            key = (kind, columns)
            tested[key] += 1
            if agrees and significant(max((values[i] for i in members), key=abs)) >= 4:
                held[key].append(members)
    closed = {key: found for key, found in held.items() if len(found) >= ROWS and 2 * len(found) > tested[key]}
    heads = list(_heads(page)) if closed else []
    return [
        RowProof(members, kind, len(found))
        for (kind, _), found in closed.items()
        if _headed(grid, kind, found[0], heads)
        for members in found
    ]


def _hypotheses(row: list[int], numbers: list[int]) -> list[tuple[Kind, tuple[int, ...], bool]]:
    first, second, third = numbers[:3]
    some: list[tuple[Kind, tuple[int, ...], bool]] = [
        ("sum", tuple(row), sum(numbers[:-1]) == numbers[-1]),
        ("change", tuple(row[:3]), first - second == third),
    ]
    if len(row) > 3:
        some.append(("total first", tuple(row), sum(numbers[1:]) == numbers[0]))
    return some


def _heads(page: Page) -> Iterator[tuple[bool, Box]]:
    """Yield where words stand that call a column one of sums (True) or of changes."""
    for found in _HEADS.finditer(page.text):
        word = bisect_right(page.words.starts, found.start()) - 1
        if word < 0:
            continue
        box = word_box(page, word)
        if found["sum"]:
            yield True, box
        if found["change"] or found[0].lower() == "net":
            yield False, box


def _headed(grid: Columns, kind: Kind, row: tuple[int, ...], heads: list[tuple[bool, Box]]) -> bool:
    total = 0 if kind == "total first" else -1
    right, top = grid.rights[row[total]], grid.tops[row[total]]
    left = right - _BEFORE if total == 0 else grid.rights[row[-2]]
    return any(
        summed == (kind != "change") and left < box[2] and box[0] < right + 6 and top - _ABOVE < box[1] < top
        for summed, box in heads
    )
