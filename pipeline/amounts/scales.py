"""The scale of a figure of a table: what its unit line gives it, unless its row or column has a unit of its own."""

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from pipeline.amounts import labels
from pipeline.amounts.figure import Figure
from pipeline.amounts.headings import Column, Heads
from pipeline.amounts.headings import Kind as ColumnKind
from pipeline.amounts.labels import ROW_UNITS, Kind, labelled
from pipeline.amounts.unitlines import UnitLine, standing, unit_lines
from pipeline.document import Page
from pipeline.spans import Span

_LARGE = re.compile(r"\d,\d{3}")
_WHOLE = re.compile(r"\d,\d{3}(?![\d.])")
"""Beside 12,474 in one row, 3.9 is hardly an amount of the same unit."""
_DIGIT = re.compile(r"\d")
_SAYING = re.compile(r"(?<![^\n])[^\W\d_]|[a-z]{3,} (?:and )?[a-z]{3,}")
"""A cell with words: it begins with a letter, or "412,300,750 and 414,900,770 issued and outstanding"."""
_ROWS = re.compile(r"\d,\d{3}|\$ ?\d|\d ?%|\d\.\d")
_FIRST_RATE = re.compile(r"\t\(?[\d.,]+\)?[ \t]?%")
_UNIT_HEADS = frozenset("$€£¥%'’mtbiUEHRCGA百千万亿")
_HEADING = re.compile(r"\n[^\t\n\d]{3,80}:(?=\n)")
_MEASURES = ("个月", "年", "天", "日", "人", "名", "家", "次", "吨", "股", "台", "%")
_COUNTED = (" year", " month", " week", " day", " hour", *_MEASURES, *(f" {measure}" for measure in _MEASURES))
"""What stands behind figures of a table that count it, whatever the table counts in."""
_CENTS = re.compile(r"\d,\d{3}\.\d\d")
_FINE = re.compile(r"\d,\d{3}\.\d")
_ROUND = re.compile(r"\d,\d{3}(?![\d.])|\t\$? ?\(?\d{2,3}\)?(?=[\t\n])")
"""Beside such figures, 2.31 is a price or a rate and no amount."""
_PART = re.compile(
    r"\b(?:net of|includ(?:es|ed|ing)|allowance|amortization|depreciation|benefit|expense|provision|taxes)\b"
    r"[^;:]{0,70}$",
    re.IGNORECASE,
)
"""Receivables, net of allowance of $60 and $75: the words of a row that count in the table's unit."""
_VALUED = re.compile(r"(?:,? (?:and )?\$ ?[\d,]+)*,? (?:respectively, )?at fair value")
_SCALED_PROSE = re.compile(r"[$€£] ?\d[\d,.]* (?:thousand|million|billion)\b")
_SMALL = 1000
_TOLD = 100
"""A smaller sum of prose may be a fee or a price."""
_NO_AMOUNT = 1_000_000
_HEADED = 6
"""Rows that a heading may stand above."""
_NO_SUCH_COUNT = 20_000
"""So many million shares no company has."""


class Scale(NamedTuple):
    """What holds for one figure."""

    exponent: int
    currency: str | None = None
    sure: bool = True
    """Otherwise the figure may as well have a unit of its own."""


_UNSCALED = Scale(0)
_UNSURE = Scale(0, sure=False)


class _Label(NamedTuple):
    start: int
    end: int
    kind: Kind
    exponent: int | None
    heading: Kind
    tab: int
    """Where the label ends; -1 where it cannot be told from the figures."""
    rates: bool
    """A percentage stands in the row."""
    currency: str | None = None


def table_regions(page: Page) -> list[Span]:
    """Return the characters of ``page.text`` that stand in tables, in order."""
    return [block.span for block in page.blocks if block.kind == "table"]


class Scaler:
    """Tells the scale of a figure of one page from the unit lines above it, its row's label and its column's head."""

    def __init__(
        self, text: str, regions: list[Span], *, inherited: UnitLine | None = None, lines: list[UnitLine] | None = None
    ) -> None:
        """Take the page's text after cleaning, where its tables stand in it, and the line of a continued table."""
        self.text = text
        self.lines = unit_lines(text) if lines is None else lines
        self.starts = [line.at for line in self.lines]
        self.regions = regions
        self.region_starts = [region.start for region in regions]
        self.ends = [self._ends(line) for line in self.lines]
        self.inherited = inherited
        self.standing = standing(self.lines, text, regions) or (inherited if inherited and inherited.standing else None)
        self.cells: list[Column] = []
        self.cell_starts: list[int] = []
        self.paid: list[Span] = []
        self._styles: dict[int, str] = {}
        stated = bool(self.lines) or inherited is not None or any(map(text.__contains__, ROW_UNITS))
        self.holds = (bool(regions) and stated) or self.standing is not None
        """Whether there is a figure that it can scale."""
        self._label = _Label(-1, -1, "amount", None, "amount", -1, rates=False)

    def keep(self, heads: Heads, hints: list[Span], paid: list[Span]) -> None:
        """Take what column heads say; ``hints`` are those that name a unit, in the text after cleaning.

        ``paid`` are the cells of the page's text whose columns hold amounts of money.
        """
        self.paid = paid
        if hints:
            self.lines = [line for line in self.lines if not any(h.start <= line.hint < h.end for h in hints)]
            self.starts = [line.at for line in self.lines]
            self.ends = [self._ends(line) for line in self.lines]
        self.cells = heads.cells
        self.holds = self.holds or any(cell.kind != "head" for cell in heads.cells)
        self.cell_starts = [cell.start for cell in heads.cells]

    def of(self, figure: Figure, *, place: int = -1) -> Scale:
        """Return the scale of a figure that says none itself; ``place`` is where it stands in the page's text."""
        at = figure.first
        if not self._tabular(at):
            return self._of_prose(figure)
        if self.text.startswith(_COUNTED, figure.end):
            return _UNSCALED
        index = bisect_right(self.starts, at) - 1
        line = self.lines[index] if index >= 0 else self.inherited
        if index >= 0 and at >= self.ends[index]:
            line = self._before(index, at)
        cell = bisect_right(self.cell_starts, place) - 1
        if cell < 0 or place >= self.cells[cell].end:
            return self._of_row(figure, line, "amount", place)
        column = self.cells[cell]
        if column.exponent is not None:
            return Scale(column.exponent, column.currency or (line.currency if line else None))
        if column.kind in {"percent", "rates", "first"}:
            return self._of_rate(figure, column.kind)
        if column.kind == "own" or (column.kind == "head" and figure.digits < _SMALL):
            return _UNSCALED
        return self._of_row(figure, line, column.kind, place)

    def _before(self, index: int, at: int) -> UnitLine | None:
        """Return the unit line that holds at ``at``: one among the rows of a table ends at their next heading."""
        while index >= 0 and at >= self.ends[index]:
            index -= 1
        return self.lines[index] if index >= 0 else self.inherited

    def _ends(self, line: UnitLine) -> int:
        """Return where a unit line stops to hold: for a heading among rows, at the next heading."""
        text, region = self.text, bisect_right(self.region_starts, line.at) - 1
        end = text.find("\n", line.at)
        if region < 0 or line.at >= self.regions[region].end or end < 0 or text[end - 1] != ":":
            return len(text)
        if text.find("\t", line.at, end) >= 0 or not _ROWS.search(text, self.regions[region].start, line.at):
            return len(text)
        following = _HEADING.search(text, end, self.regions[region].end)
        return following.start() if following else len(text)

    def _local(self, line: UnitLine) -> bool:
        """Whether a unit line is a heading among the rows of its table."""
        return line in self.lines and self.ends[self.lines.index(line)] < len(self.text)

    def _of_rate(self, figure: Figure, told: ColumnKind) -> Scale:
        """Return the scale of a figure of a column of percentages; those that say so by signs alone may hold prices."""
        if figure.currency is not None:
            return _UNSURE
        label = self._row(figure.first)
        if self._labels(figure, label):
            return _UNSCALED
        if label.exponent is not None and figure.digits >= _SMALL * 10**figure.decimals:
            return Scale(label.exponent, label.currency)
        if told == "percent":
            return Scale(-2)
        if told == "first":
            return Scale(-2) if label.kind == "rate" else _UNSCALED
        if label.kind == "own" and label.exponent is None:
            return _UNSCALED
        return _UNSURE if label.kind in {"price", "shares"} else Scale(-2)

    def _of_prose(self, figure: Figure) -> Scale:
        """Return the scale of a figure of running text: a line that stands over a chapter holds for its sums too.

        "The fair value was approximately $7,692" under "(amounts in millions, except per share)" may be either.
        """
        line = self.standing
        if line is None or line.tabular or not figure.currency or figure.decimals or figure.digits >= _NO_AMOUNT:
            return _UNSCALED
        if line in self.lines and figure.first < line.at:
            return _UNSCALED
        odd = figure.digits >= _TOLD and figure.digits % (10 if figure.digits < _SMALL else 100)
        if odd and not self._spelt and not self.text.startswith((" per ", " a ", " an "), figure.end):
            return Scale(line.exponent, line.currency)
        return _UNSURE

    @cached_property
    def _spelt(self) -> bool:
        """Whether the page writes units out: $25 million."""
        return _SCALED_PROSE.search(self.text) is not None

    def _of_row(self, figure: Figure, line: UnitLine | None, column: ColumnKind, place: int) -> Scale:
        label = self._row(figure.first)
        if self._labels(figure, label):
            if line is not None and figure.currency and not figure.decimals and self._part(figure, label):
                return Scale(line.exponent, line.currency)
            small = figure.decimals or figure.digits >= _NO_AMOUNT or (figure.digits < _SMALL and not figure.currency)
            return _UNSCALED if line is None or small else _UNSURE
        if label.exponent is not None:
            return Scale(label.exponent, label.currency)
        if line is None or column == "unsure" or (label.kind == "percent" and figure.currency is None):
            return _UNSCALED if line is None else _UNSURE
        kind = label.kind
        if kind == "amount" and column == "shares":
            kind = "shares"
        if (
            kind == "rate"
            and not figure.decimals
            and (figure.digits >= _TOLD or _LARGE.search(self.text, label.start, label.end))
        ):
            kind = "amount"
        if figure.decimals > 1 and figure.currency and line.exponent < 9 and self._a_price(figure, line):
            return _UNSCALED
        bare = figure.currency is None and figure.decimals and figure.digits < _SMALL * 10**figure.decimals
        if bare and 0 < line.exponent < 9 and not self._local(line) and (label.rates or self._odd(figure, label, kind)):
            if kind in {"rate", "own"} and self._opens_with_percent(label):
                return Scale(-2)
            return _UNSCALED if kind == "own" or (kind == "price" and figure.decimals > 1) else _UNSURE
        return self._held(_scale(figure, line, kind), figure, line, place)

    def _held(self, found: Scale, figure: Figure, line: UnitLine, place: int) -> Scale:
        """Return ``found`` where the line is the table's own, or where the figure stands in a column of money."""
        if not found.exponent or not (line.standing or line.guessed or line.alike):
            return found
        paid = figure.currency is not None or self._paid(place)
        if line.standing:
            return found if paid else _UNSURE
        if line.guessed and (paid or (not figure.decimals and self._style(figure.first) == "large")):
            return _UNSURE
        return found if paid else _UNSCALED

    def _paid(self, place: int) -> bool:
        """Whether the figure at ``place`` of the page's text stands in a column of amounts of money."""
        index = bisect_right(self.paid, (place, place)) - 1
        index += index + 1 < len(self.paid) and self.paid[index + 1].start == place
        return index >= 0 and self.paid[index].start <= place < self.paid[index].end

    def _opens_with_percent(self, label: _Label) -> bool:
        """Whether the first figure of a row writes the percent sign for all of them: 2.14 % ↦ 2.82 ↦ 3.63."""
        return label.tab >= 0 and _FIRST_RATE.match(self.text, label.tab) is not None

    def _odd(self, figure: Figure, label: _Label, kind: Kind) -> bool:
        """Whether decimals stand beside large whole figures, in the row or in a table whose amounts have none."""
        if _WHOLE.search(self.text, label.start, label.end):
            return True
        return kind == "amount" and self._style(figure.first) == "large"

    def _a_price(self, figure: Figure, line: UnitLine) -> bool:
        """Whether a sum with two decimals is none of its table's amounts, which have none."""
        if figure.digits >= _SMALL * 10**figure.decimals:
            return False
        style = self._style(figure.first)
        return style != "cents" and ((line.standing and line.spares_prices) or style != "")

    def _style(self, at: int) -> str:
        """Return how the amounts of the table at ``at`` are written: with cents, tenths, thousands or hundreds."""
        index = bisect_right(self.region_starts, at) - 1
        style = self._styles.get(index)
        if style is None:
            text, region = self.text, self.regions[index]
            if _CENTS.search(text, *region):
                style = "cents"
            elif _FINE.search(text, *region):
                style = "tenths" if _ROUND.search(text, *region) else ""
            elif _WHOLE.search(text, *region):
                style = "large"
            else:
                style = "hundreds" if _ROUND.search(text, *region) else ""
            self._styles[index] = style
        return style

    def _part(self, figure: Figure, label: _Label) -> bool:
        """Whether the words before a figure of a label say that it is part of the row's amount."""
        before = self.text[max(0, label.start - 80) : figure.first].replace("\n", " ")
        if _VALUED.match(self.text, figure.end):
            return True
        return _PART.search(before) is not None and " par " not in self.text[figure.end : figure.end + 12]

    def _labels(self, figure: Figure, label: _Label) -> bool:
        """Whether a figure stands in the words of a row: a note mark, "(authorized 3,600 shares)"."""
        if label.tab >= 0:
            return figure.first < label.tab and _SAYING.search(self.text, label.start, label.tab) is not None
        after = self.text[figure.end : label.end]
        return self.text[label.start : label.start + 1].isalpha() and any(map(str.isalpha, after))

    def _tabular(self, at: int) -> bool:
        index = bisect_right(self.region_starts, at) - 1
        return index >= 0 and at < self.regions[index].end

    def _row(self, at: int) -> _Label:
        last = self._label
        if last.start <= at < last.end:
            return last
        text = self.text
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        end = end if end >= 0 else len(text)
        above = text.rfind("\n", 0, max(0, start - 1)) + 1
        tab = text.find("\t", start, end)
        written = text[start : tab if tab >= 0 else end]
        if written[:1].islower() and not _DIGIT.search(text, above, start):
            written = f"{text[above : start - 1]} {written}"
        heading, before = last.heading, last.kind
        if not last.start <= above < last.end:
            heading = before = self._above(start)
        own = labels.unit_cell(text, tab) if tab >= 0 and text[tab + 1 : tab + 2] in _UNIT_HEADS else None
        if own is None:
            own = labelled(written, before if before in {"price", "shares"} else heading)
        kind, exponent, currency = own
        if kind == "amount" and heading in {"price", "percent", "own"}:
            kind = heading
        rates = text.find("%", start, end) >= 0
        self._label = _Label(start, end, kind, exponent, heading, tab, rates, currency)
        return self._label

    def _above(self, start: int) -> Kind:
        """Return what the next line above without figures says of the line at ``start``."""
        for _ in range(_HEADED):
            above = self.text.rfind("\n", 0, max(0, start - 1)) + 1
            if not start or above in self.starts:
                break
            if not _DIGIT.search(self.text, above, start):
                return labels.headed(self.text[above:start].strip())
            start = above
        return "amount"


def _scale(figure: Figure, line: UnitLine, kind: Kind) -> Scale:
    whole = figure.digits // 10**figure.decimals
    if (kind == "price" and whole < _SMALL) or (kind == "own" and figure.currency is None):
        return _UNSCALED
    if kind == "price" and figure.currency is None:
        return _UNSURE
    if kind == "shares" and figure.currency is None:
        absurd = (line.shares > 3 and whole >= _NO_SUCH_COUNT) or figure.decimals > 1
        return Scale(0 if absurd else line.shares)
    if kind == "rate" and figure.currency is not None:
        return Scale(line.exponent, line.currency)
    if kind in {"rate", "halves"} and whole < _SMALL:
        return _UNSCALED if figure.decimals > (kind == "halves") else _UNSURE
    if kind == "halves" and line.shares != line.exponent:
        return _UNSURE
    if line.exponent < 9 and figure.decimals > 1 and line.spares_prices and whole < _SMALL:
        return _UNSURE if line.exponent else _UNSCALED
    if not line.exponent and line.shares and figure.currency is None:
        return Scale(line.shares)
    return Scale(line.exponent, line.currency)
