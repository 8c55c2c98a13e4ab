"""What a table's unit line says of its figures: "(in millions, except per share)", 单位：万元, "in TEUR"."""

import re
from bisect import bisect_right
from typing import NamedTuple

from pipeline.amounts.grammar import CURRENCIES
from pipeline.document import Page
from pipeline.spans import Span

_HINT = re.compile(r"illions|housands|ILLIONS|HOUSANDS|单位|(?<=[$(])\s?000|Mio|Mrd|TEUR|T€|Tsd\.")
_WORDS = ("illions", "housands", "ILLIONS", "HOUSANDS", "单位", "000", "Mio", "Mrd", "TEUR", "T€", "Tsd")
_UNIT_LINE = re.compile(
    r".*\((?:[^()]{0,50}?\W)?(?P<bracketed>thousands|millions|billions)\b"
    r"|.{0,40}\bin (?P<bare>thousands|millions|billions)"
    r"(?:\b[ ,;)]{0,2}(?:of (?:U|d|e|R|y|p)|except|unless|U\.S\.).{0,80})?\)?[ \t]*$"
    r"|.*单位[:：]?\s*(?:人民币|美元|港元)?\s*(?P<chinese>元|千元|万元|百万元|亿元)"
    r"|.*\(\$?\s?(?P<zeros>000)['’]?s?\b|.*\$(?P<dollars>000)\b"
    r"|.*\b(?:in|Angaben in)\s(?P<german>Mio\.?|Mrd\.?|Tsd\.|TEUR|T€)(?:\s?(?:€|EUR|Euro|CHF))?(?=[\s,);]|$)",
    re.IGNORECASE,
)
"""(In millions, except per share data) is caught; "grew in millions of homes across" is spared."""
_POWERS = {
    "thousands": 3, "millions": 6, "billions": 9, "元": 0, "千元": 3, "万元": 4, "百万元": 6, "亿元": 8,
    "mio": 6, "mio.": 6, "mrd": 9, "mrd.": 9, "tsd.": 3, "teur": 3, "t€": 3,
}  # fmt: skip
_SIGN = re.compile(r"人民币|美元|港元|USD|US\$|EUR|RMB|CHF|TEUR|T€|€|£|元")
_OWN_UNIT = re.compile(
    r"per (?:\w+ ){0,3}?(?:share|unit|barrel|ton|hour|day|store|square|diluted|basic)|/ ?share|percent|%|\bratio"
    r"|\brates?\b|margin|\bnumber of|employees|headcount|\bstores\b|\bEPS\b|每股|收益率|比例|人数|股数",
    re.IGNORECASE,
)
_OWN_HINTS = (
    "er ", "ER ", "hare", "%", "ercent", "atio", "ate", "argin", "umber", "mployees", "eadcount", "tores", "EPS",
    "每", "率", "比", "数",
)  # fmt: skip
"""One of these stands in every label that the expression above can match; looking for them is quicker."""
_PER_SHARE_HEADING = re.compile(r"per (?:\w+ ){0,3}?share|每股", re.IGNORECASE)
_SHARES = re.compile(r"\bshares?\b|股", re.IGNORECASE)


class UnitLine(NamedTuple):
    """A unit line and what it gives to the figures of the tables below it."""

    at: int
    exponent: int
    currency: str | None
    spares_shares: bool
    """It says "except share data", or gives shares a unit of their own."""


def unit_lines(text: str) -> list[UnitLine]:
    """Return the unit lines of a page in order."""
    found: list[UnitLine] = []
    if not any(word in text for word in _WORDS):
        return found
    for hint in _HINT.finditer(text):
        start, end = text.rfind("\n", 0, hint.start()) + 1, text.find("\n", hint.end())
        line = text[start : end if end >= 0 else len(text)]
        if (not found or found[-1].at < start) and len(line) < 400 and (match := _UNIT_LINE.match(line)):
            found.append(_unit_line(match, line, start))
    return found


def _unit_line(found: re.Match[str], line: str, start: int) -> UnitLine:
    name = found["bracketed"] or found["bare"] or found["chinese"] or found["german"]
    sign = _SIGN.search(line)
    code = {"TEUR": "EUR", "T€": "EUR"}.get(sign[0], CURRENCIES.get(sign[0])) if sign else None
    return UnitLine(start, _POWERS[name.lower()] if name else 3, code, "share" in line.lower())


def table_regions(page: Page) -> list[Span]:
    """Return the characters of ``page.text`` that stand in tables, in order."""
    return [block.span for block in page.blocks if block.kind == "table"]


class Scaler:
    """Tells the scale of a figure of one page from the unit lines above it."""

    def __init__(self, text: str, regions: list[Span], *, inherited: UnitLine | None = None) -> None:
        """Take the page's text after cleaning, where its tables stand in it, and the line of a continued table."""
        self.text = text
        self.lines = unit_lines(text)
        self.starts = [line.at for line in self.lines]
        self.regions = regions
        self.region_starts = [region.start for region in regions]
        self.inherited = inherited
        self.lines_hold = bool(regions) and (bool(self.lines) or inherited is not None)
        self._row = (-1, -1, True, False)

    def of(self, at: int) -> UnitLine | None:
        """Return the unit line that holds for the figure at ``at``; None outside tables and for other units."""
        index = bisect_right(self.starts, at) - 1
        line = self.lines[index] if index >= 0 else self.inherited
        if line is None or not self._tabular(at):
            return None
        start, end, own, shares = self._row
        if not start <= at < end:
            start, end = self.text.rfind("\n", 0, at) + 1, self.text.find("\n", at)
            end = end if end >= 0 else len(self.text)
            own, shares = self._label(start, end)
            self._row = (start, end, own, shares)
        return None if own or (shares and line.spares_shares) else line

    def _tabular(self, at: int) -> bool:
        index = bisect_right(self.region_starts, at) - 1
        return index >= 0 and at < self.regions[index].end

    def _label(self, start: int, end: int) -> tuple[bool, bool]:
        label = self.text[start:end]
        own = any(map(label.__contains__, _OWN_HINTS)) and _OWN_UNIT.search(label) is not None
        if not own and label[:7].lower().lstrip() in {"basic", "diluted", "basic\t", "basic  "}:
            own = True
        above = self.text.rfind("\n", 0, max(0, start - 1)) + 1
        if not own and start and above not in self.starts and not any(map(str.isdigit, self.text[above:start])):
            own = _PER_SHARE_HEADING.search(self.text, above, start) is not None
        return own, _SHARES.search(label) is not None
