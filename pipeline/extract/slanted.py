"""Sets slanted lines, as the heads of narrow columns are: each is a cell of its own, however close the next one is."""

from collections.abc import Sequence

from pipeline.extract import rows as printed
from pipeline.extract import textgrids
from pipeline.extract.fragments import Fragment
from pipeline.extract.rows import PrintedRow

LEVEL = 0.3
"""Sizes by which the beginnings of lines side by side differ in height."""


def rows(fragments: Sequence[Fragment], zone: int) -> list[PrintedRow]:
    """Return the rows of slanted lines: those that begin at one height from the left."""
    groups: list[list[Fragment]] = []
    for f in sorted(fragments, key=lambda f: (f.base, f.x0)):
        if groups and f.base - groups[-1][0].base < LEVEL * f.size:
            groups[-1].append(f)
        else:
            groups.append([f])
    return [_row(sorted(group, key=lambda f: f.x0), zone) for group in groups]


def _row(group: Sequence[Fragment], zone: int) -> PrintedRow:
    lines = [row for found in printed.rows_of({at: [f] for at, f in enumerate(group)}).values() for row in found]
    row = textgrids.one(lines, [{at: 0} for at in range(len(lines))]) if len(lines) > 1 else lines[0]
    row.turn, row.zone = "slanted", zone
    return row
