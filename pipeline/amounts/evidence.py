"""What the page itself says about its figures: sums of columns and rows that close."""

from typing import NamedTuple

from pipeline.amounts import rates, rowsums, sums
from pipeline.amounts.columns import Columns, columns
from pipeline.amounts.figure import Figure
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
    "利润总额", "营业利润", "税后利润", "所得额", "合计", "总计",
    "小计", "合 计", "总 计", "小 计", "总额", "净额", "净利润", "余额",
    "gesamt", "bilanzsumme", "ergebnis", "überschuss",
)  # fmt: skip
"""Words and phrases in the labels of figures that sum others."""
_NAMED = 6
"""Members that each of them names in its proof; longer sums are written out at their total alone."""
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


def proofs(laid: Sheet, text: str, found: list[Figure]) -> dict[int, str]:
    """Return what proves each proven figure, with the figures that it was reckoned from."""
    proven: dict[int, str] = {}

    def shown(i: int) -> str:
        written = text[found[i].first : found[i].last]
        return f"({written})" if found[i].negative else written

    for _, closing in sums.proven(column_closings(laid)):
        figures = [entry.figure for entry in closing.members]
        short, whole = _reckoned(
            [shown(i) for i in figures], shown(closing.total.figure), difference=closing.difference
        )
        proven.setdefault(closing.total.figure, whole)
        for i in figures:
            proven.setdefault(i, short)
    for row in rowsums.proven(laid.page, laid.grid, laid.values):
        told = f"{_row(row, [shown(i) for i in row.members])}, as in {row.rows} rows of these columns"
        for i in row.members:
            proven.setdefault(i, told)
    most = max(laid.places, default=0)
    amounts = [value * 10 ** (most - place) for value, place in zip(laid.values, laid.places, strict=True)]
    for rate in rates.proven(found, laid.grid, amounts):
        first, second = map(shown, rate.amounts)
        told = f"change from {second} to {first}" if rate.change else f"share: {first} of {second}"
        proven.setdefault(rate.figure, f"percentage {told}, as in {rate.rows} rows of these columns")
    return proven


def _reckoned(members: list[str], total: str, *, difference: bool) -> tuple[str, str]:
    """Return a column's reckoning in short, for its members, and whole, for its total."""
    kind, mark = ("difference", " - ") if difference else ("sum", " + ")
    whole = f"column {kind}: {mark.join(members)} = {total}"
    if len(members) <= _NAMED:
        return whole, whole
    ends = f"{members[0]}{mark}{members[1]}{mark}…{mark}{members[-1]}"
    return f"column {kind}: {ends} = {total}, {len(members)} figures", whole


def _row(row: rowsums.RowProof, members: list[str]) -> str:
    if row.kind == "change":
        return f"row change: {members[0]} - {members[1]} = {members[2]}"
    total, *parts = members if row.kind == "total first" else members[::-1]
    return f"row sum: {' + '.join(parts if row.kind == 'total first' else parts[::-1])} = {total}"
