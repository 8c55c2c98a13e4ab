"""Lines that say what the figures of a table count in: "(in millions, except per share)", 单位：万元, "in TEUR"."""

import re
from typing import NamedTuple

from pipeline.amounts.grammar import CURRENCIES
from pipeline.spans import Span

WORDS = (
    "illion", "housand", "ILLION", "HOUSAND", "akh", "rore", "单位", "000", "Mio", "Mrd", "TEUR", "T€",
    "Tsd.", "M)",
)  # fmt: skip
"""One of these stands in every unit line; looking for them is quicker than the expression below."""
_UNIT_LINE = re.compile(
    r".*\((?:[^()]{0,50}?\W)?(?P<bracketed>thousands|millions|billions|lakhs?|lacs?|crores?)\b"
    r"|.{0,40}\bin (?P<bare>thousands|millions|billions)"
    r"(?:\b[ ,;)]{0,2}(?:of (?:U|d|e|R|y|p)|except|unless|U\.S\.|\(?unaudited|(?:are|were|is|was) as follows).{0,80})?"
    r"[):]*[ \t]*$"
    r"|.{0,120}\btabular (?:dollars|amounts|figures) are (?:\w+ )?in (?P<tabular>thousands|millions|billions)\b"
    r"|(?:.{0,60}[\s(])?(?:in )?(?:[A-Z]{3}|US\$|HK\$|[€£$]) ?"
    r"(?P<coded>thousands?|millions?|billions?|['’]000)(?=[),;\t]|\s*$)"
    r"|.*单位[:：]?\s*(?:人民币|美元|港元)?\s*(?P<chinese>元|千元|万元|百万元|亿元|万?股|[千万亿]?(?:美元|港元|欧元|日元))"
    r"|.*\((?:in )?\$ ?(?P<letters>MM?)\)"
    r"|.*\(\$?\s?(?P<zeros>000)['’]?s?\b|.*\$(?P<dollars>000)\b"
    r"|.*\b(?:in|Angaben in)\s(?P<german>Mio\.?|Mrd\.?|Tsd\.|TEUR|T€)(?:\s?(?:€|EUR|Euro|CHF))?(?=[\s,);]|$)",
    re.IGNORECASE,
)
"""(In millions, except per share data) is caught; "grew in millions of homes across" is spared."""
POWERS = {
    "m": 6, "mm": 6, "thousand": 3, "million": 6, "billion": 9, "'000": 3, "’000": 3,
    "thousands": 3, "millions": 6, "billions": 9, "元": 0, "千元": 3, "万元": 4, "百万元": 6, "亿元": 8, "股": 0,
    "万股": 4,
    **{f"{power}{money}": exponent for power, exponent in (("", 0), ("千", 3), ("万", 4), ("亿", 8))
       for money in ("美元", "港元", "欧元", "日元")},
    "lakh": 5, "lakhs": 5, "lac": 5, "lacs": 5, "crore": 7, "crores": 7,
    "mio": 6, "mio.": 6, "mrd": 9, "mrd.": 9, "tsd.": 3, "teur": 3, "t€": 3,
}  # fmt: skip
_SIGN = re.compile(
    r"\b[Ee]uros?\b|HK\$|美元|港元|欧元|日元|人民币|₹|\bRs\b\.?|\bINR\b|USD|US\$|EUR|RMB|CHF|TEUR|T€|€|£|元"
)
_SHARES_IN = re.compile(
    r"\b(?:shares?|options?|units?|awards?|RSUs?),? (?:data |amounts )?(?:which are |are )?"
    r"(?:reflected |expressed |presented |stated |shown )?in (thousands|millions|billions)",
    re.IGNORECASE,
)
_MONEY = re.compile(r"\$|dollar|amount|€|\bEUR|USD|sales|value|income|earnings|loss\b|revenue|cost", re.IGNORECASE)
_FIGURES = re.compile(r"\t\$? ?\(?(?!(?:19|20)\d\d\b(?!,))\d[\d,.]*\)?(?: ?%)?(?=\t|$)")
"""A row of figures: what its label counts in holds for no other."""
_CHINESE_UNIT = re.compile(
    r"[（(]\s*(?:单位[:：]?\s*)?(?P<money>人民币)?(?P<power>百万|千万|十万|[百千万亿])?"
    r"(?P<measure>美元|港元|港币|欧元|日元|元|[\u4e00-\u9fff]{0,3}?)(?P<each>[/／每][^)）]*)?\s*[)）]"
)
"""主营业务收入（万元） counts in ten thousands, 股数（万股） too; 应收账款（净额） says nothing."""
_BARE = re.compile(
    r"(?:^|[\s:：])(?P<money>人民币)?(?:(?P<power>百万|千万|十万|[百千万亿])(?P<measure>美元|港元|欧元|日元|元|股)|元)$"
)
"""金额 万元: a head of two lines whose second one is the unit."""
_POWERED = re.compile(r"[（(][^)）]{0,8}[千万亿]")
_CHINESE_MONEY = {"元": "CNY", "美元": "USD", "港元": "HKD", "港币": "HKD", "欧元": "EUR", "日元": "JPY"}
_CHINESE_POWERS = {"百": 2, "千": 3, "万": 4, "十万": 5, "百万": 6, "千万": 7, "亿": 8}
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
    tabular: bool = False
    """It speaks of tables alone: prose writes its units out."""
    guessed: bool = False
    """It stands on the page before, above another table."""
    alike: bool = False
    """It stands on the page before, above a table with the same heads."""


_TAIL = re.compile(r"(?:in )?(?:thousands|millions|billions)\b[^()]{0,60}\)", re.IGNORECASE)
_OPEN = re.compile(r"\((?:[^()\n]{0,40}\W)?(?:in|dollars|amounts|\$)\n$", re.IGNORECASE)
"""A line may break inside "(in millions)"."""
_CELL = 40
"""Characters of a head that says nothing but the unit."""
_STANDING = re.compile(
    r"\s*\((?:all )?(?:dollar )?(?:amounts|dollars) in (?:thousands|millions|billions)\b[^()]*\bexcept\b"
    r"|\s*\(unless otherwise (?:noted|stated|indicated),? (?:(?:all )?(?:dollar )?(?:amount|dollar)s )?(?:are )?in "
    r"|.{0,120}\btabular (?:dollars|amounts|figures) are\b"
    r"|\s*item\s+\d\w?\b[^\n(]{0,150}\((?:all )?(?:dollar )?(?:amounts|dollars) in (?:thousands|millions|billions)\b",
    re.IGNORECASE,
)
_OPENS = frozenset("$€£('’")
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
    for hint in _hints(text):
        start, end = text.rfind("\n", 0, hint) + 1, text.find("\n", hint)
        line = text[start : end if end >= 0 else len(text)]
        if found and found[-1].at >= start:
            continue
        if _TAIL.match(line) and _OPEN.search(text, max(0, start - 80), start):
            above = text.rfind("\n", 0, max(0, start - 1)) + 1
            line, start = f"{text[above : start - 1]} {line}", above
        if len(line) < 400 and (match := _UNIT_LINE.match(line) or _headed(line, hint - start)):
            if "\t" in line and _FIGURES.search(line):
                continue
            cell = line.partition("\t")[0].rstrip() if "\t" in text[hint:end] else line.rstrip()
            if end >= 0 and cell.endswith(("except", "per", ",")):
                line = f"{cell} {text[end + 1 : end + 80].partition(chr(10))[0]}"
            found.append(_unit_line(match, line, start, hint))
    return found


def _headed(line: str, hint: int) -> re.Match[str] | None:
    """Return what the first cell of a row of heads says: "In millions" left of the names of its columns."""
    cell = line.partition("\t")[0]
    return _UNIT_LINE.match(cell) if hint < len(cell) < len(line) and len(cell) < _CELL else None


def _hints(text: str) -> list[int]:
    """Return where the words stand that may name a unit, in order."""
    found = []
    for word in WORDS:
        at = text.find(word)
        while at >= 0:
            if _names(text, at, word):
                found.append(at)
            at = text.find(word, at + 1)
    return sorted(found)


def _names(text: str, at: int, word: str) -> bool:
    """Whether "million" is a unit (in millions, EUR million) and 000 one (£'000), and no part of an amount."""
    if word == "000":
        return text[at - 1 : at] in _OPENS or (text[at - 1 : at] == " " and text[at - 2 : at - 1] in _OPENS)
    if word == "M)":
        return text[at - 1 : at] in {"$", "M"}
    if word.lower() not in {"illion", "housand"}:
        return True
    before = text[at - 3 : at - 2]
    return text[at + len(word) : at + len(word) + 1] in {"s", "S"} or before.isupper() or before in _OPENS


def currency_of(line: str) -> str | None:
    """Return the currency that a unit line or a head names; None where it names none, or dollars of any land."""
    sign = _SIGN.search(line)
    return {"TEUR": "EUR", "T€": "EUR", "Euro": "EUR"}.get(sign[0], CURRENCIES.get(sign[0])) if sign else None


def _unit_line(found: re.Match[str], line: str, start: int, hint: int) -> UnitLine:
    name = (
        found["bracketed"]
        or found["bare"]
        or found["tabular"]
        or found["coded"]
        or found["letters"]
        or found["chinese"]
        or found["german"]
    )
    exponent = POWERS[name.lower()] if name else 3
    code = currency_of(line)
    own = _SHARES_IN.search(line)
    shares = 0 if _EXCEPTED.search(line) or _DOLLARS_IN.search(line) else exponent
    if own is not None:
        shares = POWERS[own[1].lower()]
        exponent = exponent if _MONEY.search(line) or "except" in line[: own.start()].lower() else 0
    return UnitLine(
        start,
        hint,
        exponent,
        code,
        shares,
        "per share" in line.lower() or own is not None,
        tabular=found["tabular"] is not None,
    )


class ChineseUnit(NamedTuple):
    """What a head or label names in brackets: （万元）."""

    exponent: int
    currency: str | None


def chinese_unit(head: str, *, bare: bool = False) -> ChineseUnit | None:
    """Return the power of ten and the currency that a head or label names in brackets; None where it names neither.

    ``bare`` takes them without brackets too, as the last line of a head writes them.
    """
    if "元" not in head and "股" not in head and not _POWERED.search(head):
        return None
    for found in (*_CHINESE_UNIT.finditer(head), *(_BARE.finditer(head) if bare else ())):
        currency = _CHINESE_MONEY.get(found["measure"] or "元")
        if found["power"] or currency:
            return ChineseUnit(
                _CHINESE_POWERS.get(found["power"] or "", 0), currency or ("CNY" if found["money"] else None)
            )
    return None
