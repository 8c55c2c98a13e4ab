"""What the heads of a table's columns say of their figures: prices, rates, numbers of shares, units of their own."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from pipeline.amounts.unitlines import POWERS, chinese_unit, currency_of
from pipeline.document import Cell, Row, Table
from pipeline.spans import Span

Kind = Literal["own", "shares", "amount", "unsure", "head", "percent", "rates", "first"]
"""Percentages are told by a head (percent), by the signs of a column's ends (rates), or of its first figure alone."""
_PRICE = re.compile(
    r"\bper (?:\w+[- ]){0,3}?(?:share|unit|rsu|option|barrel|store)|\bEPS\b|每股"
    r"|(?<!purchase )(?<!transaction )\bprices?\b(?! (?:allocation|risk|contract))"
    r"|average grant[- ]date fair|grant[- ]date fair value$",
    re.IGNORECASE,
)
"""Average Price Paid per Share is caught; "Purchase price" is spared."""
_OWN = re.compile(
    r"%|\bpercent|\bratios?\b|\byield\b|(?<!gross )\bmargin\b|\(years\)|\bin years\b|basis points|\bbps\b"
    r"|(?<!exchange )\brates?\b(?! (?:contract|swap|derivative|product|lock|risk|change))"
    r"|(?:useful|average|remaining) (?:li(?:fe|ves)|term|amortization period)|headcount|\bemployees\b"
    r"|\bstores (?:opened|closed|at)\b|\btotal stores\b|# of"
    r"|number of (?!shares|units|options|awards|rsus|securities)|比例|比率|股数"
    r"|编号|证号|号码|代码|账号|^(?:notes?|ref|page|anhang|附注)\.?$",
    re.IGNORECASE,
)
"""Effective Tax Rate is caught; "Interest rate contracts" is spared."""
_RATE = re.compile(r"\b(?:rates?|yields?|margins?)\b|利率|税率", re.IGNORECASE)
_WIDE_PRICE = re.compile(r"per (?:\w+ ){0,3}?share|每股", re.IGNORECASE)
_PERCENT = re.compile(r"[%％]|\bpercent(?:age)?\b(?!(?:age)? points?)", re.IGNORECASE)
_SHARES = re.compile(r"\bshares?\b|number of (?:units|options|awards|rsus|securities)|\brsus\b", re.IGNORECASE)
_VALUE = re.compile(
    r"value|amount|\$|price|cost|capital|proceeds|compensation|repurchase|based|issuable|dividend", re.IGNORECASE
)
_CHANGE = re.compile(r"change|growth|variance|increase|decrease|\bvs\b", re.IGNORECASE)
_UNIT = re.compile(r"\b(thousands|millions|billions)\b|\((?:in )?\$?(000)['’]?s?", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]{4}|[\u4e00-\u9fff]{2}")
_FIGURE = re.compile(r"\d\d|\$|\d\.\d")
_BODY = re.compile(r"\t\$? ?(?:\(\d{3}|\(?\d{1,3}[,.]\d|\d{1,3}(?=[\t\n%]| %|$))")
"""A row of figures; years and "(1)" may stand in a head."""
_NAMES_UNIT = re.compile(r"[%％]|[Pp]ercent|[元股万亿][)）/／]|(?:^|\s)[百千万亿]*[元股](?=\s|$)")
_HINTS = re.compile(
    r"share|SHARE|Share|rice|PRICE|%|ercent|atio|[Rr]ate|argin|ield|[Aa]verage|emaining|ives|ears|umber|#|point|bps|mployee"
    r"|eadcount|EPS|tores|housands|illions|000|Units|RSU|ption|ward|[Nn]ote|NOTE|Page|Ref|Anhang|[每比股附元万亿％号代]"
)
"""One of these stands in every head that the expressions above can match."""
_NO_FIGURE = re.compile(rf"{_WORD.pattern}|\d \d")
"""Words, and cells of two columns that the reader could not part."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_LARGE = re.compile(r"\d,\d|\d{4}")
_DATED = re.compile(
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december|years?|months?|ended|quarter"
    r"|fiscal|weeks?|thousands|millions|billions|amounts?|dollars|except|data)\b",
    re.IGNORECASE,
)
_EXCEPT = re.compile(r"\bexcept\b", re.IGNORECASE)
"""(in millions, except per share data) in the middle of a head is said of the whole table."""
_SHORT = 15
"""Characters of "(in millions)"."""
_BESIDE = 15.0
"""Points that a head which names a unit may stand beside the figures of its column."""


class Column(NamedTuple):
    """One cell whose column has a unit of its own; offsets of the page's text."""

    start: int
    end: int
    kind: Kind
    exponent: int | None
    """What the column's head counts in, where it says so."""
    currency: str | None = None


class Carried(NamedTuple):
    """A column whose unit holds for the page that its table goes on at: where it stood, and what its head said."""

    left: float
    right: float
    kind: Kind
    exponent: int | None
    currency: str | None


class Heads(NamedTuple):
    """The columns of a page that have a unit of their own."""

    cells: list[Column]
    """In order."""
    hints: list[Span]
    """Heads that name a unit for their column alone."""
    carried: list[Carried]
    """The columns of the last table."""


class _Group(NamedTuple):
    left: float
    right: float
    cells: list[Cell]

    def beside(self, cell: Cell) -> bool:
        """Whether the middle of a head stands over the column."""
        return self.left - _BESIDE <= (cell.box[0] + cell.box[2]) / 2 <= self.right + _BESIDE

    def under(self, cell: Cell) -> bool:
        """Whether a head stands over the column."""
        shared = min(cell.box[2], self.right) - max(cell.box[0], self.left)
        return shared > 0.5 * min(cell.box[2] - cell.box[0], self.right - self.left)


def heads(text: str, tables: Iterable[Table], above: Sequence[Carried] = ()) -> Heads:
    """Return the cells of ``tables`` whose columns have a unit of their own.

    ``above`` are the columns of the last table before, whose heads a table that goes on without any keeps.
    """
    found = Heads([], [], [])
    for place, table in enumerate(tables):
        kept = above if not place and table.continues is not None else ()
        found.carried.clear()
        if not kept and not _telling(text, table):
            found.cells.extend(Column(row.span.start, row.span.end, "head", None) for row in table.header_rows)
            continue
        for head, body in _segments(text, table):
            found.cells.extend(Column(row.span.start, row.span.end, "head", None) for row in head)
            groups = _groups(text, body)
            found.carried.clear()
            if head or not kept:
                _read(text, head, groups, found, stated=table.unit_line is not None)
            else:
                _keep(groups, kept, found)
            kept = ()
    found.cells.sort(key=lambda column: column.start)
    return found


def units_in_heads(text: str, tables: Iterable[Table]) -> bool:
    """Whether a head of ``tables`` names a Chinese unit or percent, or a first row has the sign for others."""
    for table in tables:
        if any(_NAMES_UNIT.search(text, row.span.start, row.span.end) for row in table.header_rows):
            return True
        signs = [text.find("%", *row.span) >= 0 for row in table.rows[:2]]
        if signs == [True, False]:
            return True
    return False


def _keep(groups: Sequence[_Group], above: Sequence[Carried], found: Heads) -> None:
    """Give the columns of a table that goes on what the heads over them said on the page before."""
    for group in groups:
        over = [column for column in above if column.left < group.right and group.left < column.right]
        if len(over) == 1:
            _add(found, group, over[0].kind, over[0].exponent, over[0].currency)


def _add(found: Heads, group: _Group, kind: Kind, exponent: int | None, currency: str | None) -> None:
    found.carried.append(Carried(group.left, group.right, kind, exponent, currency))
    found.cells.extend(Column(cell.span.start, cell.span.end, kind, exponent, currency) for cell in group.cells)


def _telling(text: str, table: Table) -> bool:
    """Whether a column of the table may have a unit of its own: its head says so, or it holds percentages."""
    rows = table.rows or table.header_rows
    if text.find("%", rows[0].span.start, rows[-1].span.end) >= 0 if rows else False:
        return True
    return any(_HINTS.search(text, row.span.start, row.span.end) for row in (*table.header_rows, *table.rows[:2]))


def _segments(text: str, table: Table) -> Iterator[tuple[list[Row], list[Row]]]:
    head = list(table.header_rows)
    body: list[Row] = []
    for row in table.rows:
        if _is_head(text, row):
            if body:
                yield head, body
                head, body = [], []
            head.append(row)
        else:
            body.append(row)
    yield head, body


def _is_head(text: str, row: Row) -> bool:
    if _BODY.search(text, row.span.start, row.span.end):
        return False
    first, *words = (text[cell.span.start : cell.span.end] for cell in row.cells)
    if words and _UNIT.search(first) and all(map(_YEAR.fullmatch, words)):
        return True
    if len(words) < 2:
        return False
    return sum(_WORD.search(word) is not None for word in words) > 1 and not any(map(_FIGURE.search, words))


def _groups(text: str, body: list[Row]) -> list[_Group]:
    cells = [
        cell
        for row in body
        for cell in row.cells
        if cell.column and not _NO_FIGURE.search(text, cell.span.start, cell.span.end)
    ]
    groups: list[_Group] = []
    for cell in sorted(cells, key=lambda cell: cell.box[0]):
        if groups and cell.box[0] < groups[-1].right:
            last = groups[-1]
            groups[-1] = _Group(last.left, max(last.right, cell.box[2]), [*last.cells, cell])
        else:
            groups.append(_Group(cell.box[0], cell.box[2], [cell]))
    return groups


def _read(text: str, head: list[Row], groups: Sequence[_Group], found: Heads, *, stated: bool) -> None:
    names: list[list[str]] = [[] for _ in groups]
    wide: list[list[str]] = [[] for _ in groups]
    units: list[list[Cell]] = [[] for _ in groups]
    for row in head:
        for cell in row.cells:
            shown = text[cell.span.start : cell.span.end]
            if _EXCEPT.search(shown):
                continue
            over = _over(groups, cell)
            for i in over:
                (names if len(over) == 1 else wide)[i].append(shown)
            if len(over) == 1 and len(groups) > 1 and _names_unit(shown, groups[over[0]], cell, row, names[over[0]]):
                units[over[0]].append(cell)
    joined = [" ".join(" ".join(name).split()) for name in names]
    named = [_WORD.search(_DATED.sub("", name)) is not None for name in joined]
    owned = [bool(unit) and name for unit, name in zip(units, named, strict=True)]
    found.hints.extend(cell.span for unit, own in zip(units, owned, strict=True) if own for cell in unit)
    for group, name, above, own in zip(groups, joined, wide, owned, strict=True):
        unit = _UNIT.search(name) if own else None
        exponent = POWERS[(unit[1] or "thousands").lower()] if unit else None
        kind = _kind(text, group, name, " ".join(above))
        currency = currency_of(name) if unit else None
        if (
            kind not in {"percent", "rates"}
            and (chinese := chinese_unit(name, bare=True) or chinese_unit(" ".join(above))) is not None
        ):
            exponent, currency = chinese
        if kind == "amount" and any(owned) and not own and not stated:
            kind = "unsure"
        if kind != "amount" or exponent is not None:
            _add(found, group, kind, exponent, currency)


def _over(groups: Sequence[_Group], cell: Cell) -> list[int]:
    """Return the columns that a head stands over; one that is set beside its narrow figures belongs to them."""
    left, _, right, _ = cell.box
    over = [i for i, group in enumerate(groups) if group.left < right and left < group.right and group.under(cell)]
    if over or not cell.column:
        return over
    near = [i for i, group in enumerate(groups) if group.beside(cell)]
    return near if len(near) == 1 else []


def _names_unit(shown: str, group: _Group, cell: Cell, row: Row, names: list[str]) -> bool:
    """Whether a head over one column says what that column alone counts in."""
    if not _UNIT.search(shown) or not group.beside(cell):
        return False
    return len(row.cells) > 1 or (len(shown) < _SHORT and _SHARES.search(" ".join(names)) is not None)


def _kind(text: str, group: _Group, name: str, above: str) -> Kind:
    if _PRICE.search(name) or _WIDE_PRICE.search(above):
        return "own"
    spans = [cell.span for cell in group.cells]
    if not any(text.find("$", *span) >= 0 for span in spans):
        kind = _without_money([text[start:end] for start, end in sorted(spans)], name, above)
        if kind != "amount":
            return kind
    return "shares" if _SHARES.search(name) and not _VALUE.search(name) else "amount"


def _without_money(written: list[str], name: str, above: str) -> Kind:
    """Return what the heads and percent signs of a column without a dollar sign say."""
    if _PERCENT.search(name):
        return "percent"
    rates = ["%" in figure for figure in written]
    small = any(rates) and not any(map(_LARGE.search, written))
    if small and rates[0] and (rates[-1] or _RATE.search(name)):
        return "rates"
    if _OWN.search(name):
        return "own"
    if _PERCENT.search(above):
        return "percent"
    if small and rates[0]:
        return "first"
    if any(rates) and _CHANGE.search(name):
        return "own"
    return "unsure" if small and 3 * sum(rates) > len(rates) else "amount"
