"""What tables without a unit line of their own count in: columns with a dollar sign, tables like the one before.

Tables write the sign in their first and last rows only. Under a unit line that was said once for all tables, the column
tells an amount from a count.
"""

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence

from pipeline.document import Page, Row, Table
from pipeline.spans import Span

_MONEY = re.compile(r"\$ ?(?:\(?\d[\d,]*(?:\.\d)?(?![\d.]*\d)|[-–—])")
"""$ 547, $ (12.5) and a nil "$ —"; $ 2.31 may be a price."""
_LETTERS = re.compile(r"[^\W\d_]{3}")
_HEAD = 80
"""Characters that a title above the first table of a page may have."""


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


def opens(page: Page) -> bool:
    """Whether a page begins with a table, but for a title."""
    first = next((block for block in page.blocks if block.kind == "table"), None)
    return first is not None and first.span.start < _HEAD


def repeated(pages: Sequence[Page], tables: Mapping[int, list[Table]]) -> set[int]:
    """Return the pages that open with a table under the same heads as the last one of the page before."""
    found: set[int] = set()
    for before, page in itertools.pairwise(pages):
        above, below = tables.get(before.number), tables.get(page.number)
        if above and below and opens(page) and _heads(before.text, above[-1]) & _heads(page.text, below[0]):
            found.add(page.number)
    return found


def _heads(text: str, table: Table) -> set[str]:
    """Return the heads of a table that name several columns."""
    rows = (text[row.span.start : row.span.end] for row in table.header_rows)
    return {row for row in rows if "\t" in row and _LETTERS.search(row)}
