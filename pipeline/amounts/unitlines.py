"""Lines that say what the figures of a table count in: "(in millions, except per share)", 单位：万元, "in TEUR"."""

import re
from typing import NamedTuple

from pipeline.amounts.grammar import CURRENCIES
from pipeline.spans import Span

_HINT = re.compile(
    r"illions|housands|ILLIONS|HOUSANDS|单位|(?<=[$(])\s?000|Mio|Mrd|TEUR|T€|Tsd\."
    r"|(?<=[A-Z€£$] )(?:million|thousand|billion)\b|(?<=[A-Z€£$])['’]000"
)
WORDS = ("illion", "housand", "ILLIONS", "HOUSANDS", "单位", "000", "Mio", "Mrd", "TEUR", "T€", "Tsd")
_UNIT_LINE = re.compile(
    r".*\((?:[^()]{0,50}?\W)?(?P<bracketed>thousands|millions|billions)\b"
    r"|.{0,40}\bin (?P<bare>thousands|millions|billions)"
    r"(?:\b[ ,;)]{0,2}(?:of (?:U|d|e|R|y|p)|except|unless|U\.S\.).{0,80})?\)?[ \t]*$"
    r"|(?:.{0,60}[\s(])?(?:in )?(?:[A-Z]{3}|US\$|HK\$|[€£$]) ?"
    r"(?P<coded>thousands?|millions?|billions?|['’]000)(?=[),;\t]|\s*$)"
    r"|.*单位[:：]?\s*(?:人民币|美元|港元)?\s*(?P<chinese>元|千元|万元|百万元|亿元)"
    r"|.*\(\$?\s?(?P<zeros>000)['’]?s?\b|.*\$(?P<dollars>000)\b"
    r"|.*\b(?:in|Angaben in)\s(?P<german>Mio\.?|Mrd\.?|Tsd\.|TEUR|T€)(?:\s?(?:€|EUR|Euro|CHF))?(?=[\s,);]|$)",
    re.IGNORECASE,
)
"""(In millions, except per share data) is caught; "grew in millions of homes across" is spared."""
POWERS = {
    "thousand": 3, "million": 6, "billion": 9, "'000": 3, "’000": 3,
    "thousands": 3, "millions": 6, "billions": 9, "元": 0, "千元": 3, "万元": 4, "百万元": 6, "亿元": 8,
    "mio": 6, "mio.": 6, "mrd": 9, "mrd.": 9, "tsd.": 3, "teur": 3, "t€": 3,
}  # fmt: skip
_SIGN = re.compile(r"人民币|美元|港元|USD|US\$|EUR|RMB|CHF|TEUR|T€|€|£|元")
_SHARES_IN = re.compile(
    r"\b(?:shares?|options?|units?|awards?|RSUs?) (?:data )?in (thousands|millions|billions)", re.IGNORECASE
)
_MONEY = re.compile(r"\$|dollar|amount|€|\bEUR|USD|sales|value", re.IGNORECASE)
_FIGURES = re.compile(r"\t\$? ?\(?(?!(?:19|20)\d\d\b(?!,))\d[\d,.]*\)?(?: ?%)?(?=\t|$)")
"""A row of figures: what its label counts in holds for no other."""
_DOLLARS_IN = re.compile(r"(?:dollars?|\$) in (?:thousand|million|billion)", re.IGNORECASE)
_EXCEPTED = re.compile(r"except.*(?<!per )(?<!per common )(?<!per diluted )\bshares?\b|number of shares", re.IGNORECASE)
"""(in millions, except share and per share data) is caught; "except per share data" counts shares in millions too."""


class UnitLine(NamedTuple):
    """A unit line and what it gives to the figures of the tables below it."""

    at: int
    hint: int
    """Where the word stands that names the unit."""
    exponent: int
    currency: str | None = None
    shares: int = 0
    """The exponent of share counts; 0 where they are excepted."""
    spares_prices: bool = False
    """It says "except per share"."""
    standing: bool = False
    """It was said once, pages above."""


_STANDING = re.compile(
    r"\s*\((?:all )?(?:dollar )?(?:amounts|dollars) in (?:thousands|millions|billions)\b[^()]*\bexcept\b"
)
_FAR = 300
"""Characters between a line that stands for all that follows and the next table."""


def standing(lines: list[UnitLine], text: str, regions: list[Span]) -> UnitLine | None:
    """Return the last unit line of a page that is no table's own: it stands under a chapter's title and holds for all.

    "(amounts in millions, except share, per share and warehouse count data)" above Note 1 is caught.
    """
    for line in reversed(lines):
        if _STANDING.match(text, line.at):
            after = next((region.start for region in regions if region.end > line.at), len(text))
            if after - line.at > _FAR:
                return line._replace(standing=True)
    return None


def unit_lines(text: str) -> list[UnitLine]:
    """Return the unit lines of a page in order."""
    found: list[UnitLine] = []
    if not any(word in text for word in WORDS):
        return found
    for hint in _HINT.finditer(text):
        start, end = text.rfind("\n", 0, hint.start()) + 1, text.find("\n", hint.end())
        line = text[start : end if end >= 0 else len(text)]
        if (not found or found[-1].at < start) and len(line) < 400 and (match := _UNIT_LINE.match(line)):
            if "\t" in line and _FIGURES.search(line):
                continue
            after = (
                text.find("\n", end + 1) if end >= 0 and line.rstrip().endswith(("except", "per", "per share,")) else -1
            )
            whole = line if after < 0 else line + " " + text[end + 1 : after]
            found.append(_unit_line(match, whole, start, hint.start()))
    return found


def _unit_line(found: re.Match[str], line: str, start: int, hint: int) -> UnitLine:
    name = found["bracketed"] or found["bare"] or found["coded"] or found["chinese"] or found["german"]
    exponent = POWERS[name.lower()] if name else 3
    sign = _SIGN.search(line)
    code = {"TEUR": "EUR", "T€": "EUR"}.get(sign[0], CURRENCIES.get(sign[0])) if sign else None
    own = _SHARES_IN.search(line)
    shares = 0 if _EXCEPTED.search(line) or _DOLLARS_IN.search(line) else exponent
    if own is not None:
        shares = POWERS[own[1].lower()]
        exponent = exponent if _MONEY.search(line) else 0
    return UnitLine(start, hint, exponent, code, shares, "per share" in line.lower() or own is not None)
