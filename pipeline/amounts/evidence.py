"""What the page itself says about its figures: sums of columns and rows that close."""

import re
from typing import NamedTuple

from pipeline.amounts import rowsums, sums
from pipeline.amounts.columns import Columns, columns
from pipeline.amounts.finding import Figure
from pipeline.document import Page
from pipeline.spans import Edited

TOTAL = re.compile(
    r"\b(?:sub-?)?to[tl]a[l1I]s?\b|\bnet\b|\bgross (?:profit|margin|income|revenue)"
    r"|\b(?:income|loss|earnings|profit|result)s?(?: \(\w+\))? (?:\(?loss\)? )?(?:before|from|after|attributable)"
    r"|\boperating (?:income|profit|loss|earnings|expenses|costs)|\bEBITD?A?\b|\bbalances?\b|\baggregate\b"
    r"|\bcash (?:provided|used|flow)|\b(?:end|beginning) of|\bcarrying (?:amount|value)"
    r"|\bAt (?:December|June|March|September)|[合总小]\s*[计额]|净额|净利润|余额"
    r"|\bSumme\b|\bGesamt|\binsgesamt\b|summe\b|ergebnis\b|überschuss\b|\bTotaux?\b",
    re.IGNORECASE,
)
"""Labels of figures that sum others."""


class Sheet(NamedTuple):
    """The figures of a page as a sheet of lines and columns."""

    grid: Columns
    values: list[int]
    """Signed, in units of the smallest decimal place of the figure's column."""
    places: list[int]
    """How many decimals that unit is."""
    totals: set[int]
    """Lines whose label says that they sum others."""
    opens: set[int]
    """Lines right under a line without figures."""


def sheet(page: Page, text: str, found: list[Figure], *, layers: tuple[Edited, ...], ruled: frozenset[int]) -> Sheet:
    """Lay the figures out; ``ruled`` are the offsets of lines of ``text`` that a rule line marks as sums."""
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    grid = columns(page, found, layers, starts)
    firsts: dict[int, int] = {}
    for figure, line in zip(found, grid.lines, strict=True):
        firsts.setdefault(line, figure.start)
    totals = {line for line, end in firsts.items() if starts[line] in ruled or _sums(text[starts[line] : end])}
    opens = {line for line in firsts if line - 1 not in firsts}
    values = [figure.digits for figure in found]
    places = [figure.decimals for figure in found]
    for group in grid.members:
        most = max(found[i].decimals for i in group)
        for i in group:
            places[i] = most
            values[i] = found[i].digits * 10 ** (most - found[i].decimals) * (-1 if found[i].negative else 1)
    return Sheet(grid, values, places, totals, opens)


def _sums(label: str) -> bool:
    return TOTAL.search(label) is not None or not any(map(str.isalpha, label))


def column_closings(laid: Sheet) -> list[list[sums.Closing]]:
    """Return the sums that close, column by column."""
    grid = laid.grid
    return [
        sums.closings(
            [
                sums.Entry(i, laid.values[i], grid.lines[i], grid.lines[i] in laid.totals, grid.lines[i] in laid.opens)
                for i in group
            ]
        )
        for group in grid.members
    ]


def proofs(laid: Sheet) -> dict[int, str]:
    """Return what proves each proven figure."""
    proven: dict[int, str] = {}
    for _, closing in sums.proven(column_closings(laid)):
        kind = "difference" if closing.difference else "sum"
        for entry in (*closing.members, closing.total):
            proven.setdefault(entry.figure, f"column {kind}: {len(closing.members)} figures and their total agree")
    for row in rowsums.proven(laid.grid, laid.values):
        for i in row.members:
            proven.setdefault(i, f"row {row.kind}: holds in {row.rows} rows of these columns")
    return proven
