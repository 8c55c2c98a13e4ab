"""What the page itself says about its figures: sums of columns and rows that close."""

from typing import NamedTuple

from pipeline.amounts import rowsums, sums
from pipeline.amounts.columns import Columns, columns
from pipeline.amounts.finding import Figure
from pipeline.document import Page
from pipeline.spans import Edited

WORDS = frozenset(
    "total totals subtotal tolal tota1 tofal net balance balances aggregate ebit ebitda before attributable summe "
    "insgesamt totaux".split()
)
PHRASES = (
    "gross profit", "gross margin", "gross income", "gross revenue", "operating income", "operating profit",
    "operating loss", "operating earnings", "operating expenses", "operating costs", "income from", "loss from",
    "earnings from", "profit from", "income after", "profit after", "cash provided", "cash used", "cash flow", "end of",
    "beginning of", "carrying amount", "carrying value", "at december", "at june", "at march", "at september",
    "合计", "总计", "小计", "合 计", "总 计", "小 计", "总额", "净额", "净利润", "余额",
    "gesamt", "bilanzsumme", "ergebnis", "überschuss",
)  # fmt: skip
"""Words and phrases in the labels of figures that sum others."""
_PLAIN = str.maketrans(dict.fromkeys(",.:;()[]/-–—*'$", " "))


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
    page: Page


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
    return Sheet(grid, values, places, totals, opens, page)


def _sums(label: str) -> bool:
    words = label.lower().translate(_PLAIN).split()
    if not words or not WORDS.isdisjoint(words):
        return True
    return any(map(" ".join(words).__contains__, PHRASES))


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
    for row in rowsums.proven(laid.page, laid.grid, laid.values):
        for i in row.members:
            proven.setdefault(i, f"row {row.kind}: holds in {row.rows} rows of these columns")
    return proven
