"""Which figures of a page stand under or over amounts of money: in columns where a figure carries the dollar sign.

Tables write the sign in their first and last rows only. Under a unit line that was said once for all tables, the column
tells an amount from a count.
"""

import re
from collections.abc import Iterable

from pipeline.document import Row, Table
from pipeline.spans import Span

_MONEY = re.compile(r"\$ ?(?:\(?\d[\d,]*(?:\.\d)?(?![\d.]*\d)|[-–—])")
"""$ 547, $ (12.5) and a nil "$ —"; $ 2.31 may be a price."""


def money_spans(text: str, tables: Iterable[Table]) -> list[Span]:
    """Return the cells of ``tables`` whose columns hold amounts of money, in order; offsets of the page's text."""
    found: list[Span] = []
    for table in tables:
        if text.find("$", *_extent(table)) < 0:
            continue
        cells = [cell for row in (*table.header_rows, *table.rows) for cell in row.cells if cell.column]
        paid = {cell.column for cell in cells if _MONEY.search(text, *cell.span)}
        found.extend(cell.span for cell in cells if cell.column in paid)
    return sorted(found)


def _extent(table: Table) -> Span:
    rows: tuple[Row, ...] = table.header_rows + table.rows
    return Span(rows[0].span.start, rows[-1].span.end) if rows else Span(0, 0)
