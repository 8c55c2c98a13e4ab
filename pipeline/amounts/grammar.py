"""How each locale writes a number, and what a written number is worth."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Literal

from pipeline.amounts import chinese, spelled

Locale = Literal["us", "eu", "ch", "in", "zh"]

_SPACES = " \u00a0\u2007\u2009\u202f"


@dataclass(frozen=True, slots=True)
class Convention:
    """What one locale writes between digits."""

    group: str
    """Mark between groups of digits when writing."""
    groups: str
    """Characters that are read as that mark, for a regex class."""
    decimal: str
    indian: bool = False
    """Groups of two before the last three."""

    def core(self) -> str:
        """Return the regex of an unsigned number: 1,234.50 is caught, 12,34 is spared in ``us``."""
        mark, point = f"[{re.escape(self.groups)}]", re.escape(self.decimal)
        grouped = rf"\d{{1,2}}(?:{mark}\d\d)*{mark}\d{{3}}" if self.indian else rf"\d{{1,3}}(?:{mark}\d{{3}})+"
        return rf"(?:(?:{grouped}|\d+)(?:{point}\d+)?|{point}\d+)"


CONVENTIONS: dict[Locale, Convention] = {
    "us": Convention(",", ",", "."),
    "zh": Convention(",", ",", "."),
    "eu": Convention(".", ".", ","),
    "ch": Convention("'", "'’", "."),
    "in": Convention(",", ",", ".", indian=True),
}

WIDE = str.maketrans("０１２３４５６７８９，．（）％＄￥－＋", "0123456789,.()%$¥-+")
"""Full-width figures and marks to their ASCII look-alikes, one for one."""

CURRENCIES = {
    "US$": "USD", "USD$": "USD",
    "USD": "USD", "U.S.$": "USD", "HK$": "HKD", "HKD": "HKD", "C$": "CAD", "CAD": "CAD", "A$":
    "AUD", "AUD": "AUD", "NT$": "TWD", "S$": "SGD", "€": "EUR", "EUR": "EUR", "Euro": "EUR", "euros": "EUR",
    "euro": "EUR", "£": "GBP", "GBP": "GBP", "CHF": "CHF", "Fr.": "CHF", "¥": "¥", "JPY": "JPY", "RMB": "CNY",
    "CNY": "CNY", "人民币": "CNY", "元": "CNY", "圆": "CNY", "Rs.": "INR", "Rs": "INR", "INR": "INR", "₹": "INR",
    "$": "$", "dollars": "$", "Dollars": "$", "美元": "USD", "港元": "HKD", "欧元": "EUR", "港币": "HKD", "日元": "JPY",
    "英镑": "GBP", "NZ$": "NZD", "CA$": "CAD", "AU$": "AUD", "Mex$": "MXN", "R$": "BRL", "SGD": "SGD", "NZD": "NZD",
    "TWD": "TWD", "KRW": "KRW", "BRL": "BRL", "MXN": "MXN", "SEK": "SEK", "NOK": "NOK", "DKK": "DKK", "PLN": "PLN",
    "ZAR": "ZAR", "yen": "JPY", "pounds sterling": "GBP", "Franken": "CHF", "Euros": "EUR",
    **{f"{land} {dollars}": code for land, code in (("US", "USD"), ("U.S.", "USD"), ("United States", "USD"),
       ("Hong Kong", "HKD")) for dollars in ("dollars", "Dollars")},
}  # fmt: skip
SCALES = {
    "hundred": 2, "thousand": 3, "thousands": 3, "million": 6, "millions": 6, "billion": 9, "billions": 9,
    "trillion": 12, "mn": 6, "bn": 9, "tn": 12, "mm": 6, "MM": 6, "m": 6, "M": 6, "k": 3, "K": 3, "B": 9,
    "lakh": 5, "lakhs": 5, "crore": 7, "crores": 7, "Tsd.": 3, "Mio.": 6, "Mio": 6, "Mrd.": 9, "Mrd": 9,
    "Million": 6, "Millionen": 6, "Milliarden": 9, "Milliarde": 9, "十": 1, "百": 2, "千": 3, "万": 4, "十万": 5,
    "百万": 6, "千万": 7, "percent": -2, "per cent": -2, "percentage points": -2, "percentage point": -2, "Prozent": -2,
    "Prozentpunkte": -2, "Prozentpunkt": -2, "百分点": -2, "个百分点": -2, "cents": -2, "cent": -2, "¢": -2, "‰": -3,
    "Bn": 9, "Mn": 6, "Tn": 12, "亿": 8, "万亿": 12, "十亿": 9, "百亿": 10, "basis points": -4, "basis point": -4,
    "bps": -4, "bp": -4,
}  # fmt: skip
"""Power of ten that a word after a number stands for."""

LONGEST = 80
"""Characters of a written number in figures."""
_MINUS = "-−–—"


def _either(words: dict[str, object] | dict[str, str] | dict[str, int]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


CURRENCY = _either(CURRENCIES)
SCALE = _either(SCALES)


@dataclass(frozen=True, slots=True)
class Reading:
    """What one written number says."""

    number: Decimal
    """With its sign, before the scale."""
    exponent: int = 0
    """Power of ten that words or a percent sign gave."""
    currency: str | None = None
    percent: bool = False

    @property
    def value(self) -> str:
        """Return the scaled value as a decimal string without an exponent."""
        return plain(self.number, self.exponent)


def plain(number: Decimal, exponent: int = 0) -> str:
    """Return ``number`` x 10**exponent as a decimal string; zeros after the point that the number wrote stay."""
    shown = format(number.scaleb(exponent), "f")
    return shown[1:] if shown.startswith("-") and not shown.strip("-0.") else shown


@cache
def _expression(locale: Locale) -> re.Pattern[str]:
    convention = CONVENTIONS[locale]
    spaced = rf"\d{{1,3}}(?:[{_SPACES}]\d{{3}})+(?:{re.escape(convention.decimal)}\d+)?"
    return re.compile(
        rf"(?P<open>\(?)\s*(?P<minus>[{_MINUS}]?)\s*(?P<currency>{CURRENCY})?\s*(?P<inner>\(?)\s*(?P<sign>[{_MINUS}]?)\s*"
        rf"(?P<core>{spaced}|{convention.core()})\s*(?P<percent>%?)\s*(?P<scale>{SCALE})?\s*(?P<after>{CURRENCY})?\s*[整正]?"
        rf"(?P<trail>-?)\s*(?P<close>\)*)\s*(?P<last>%?)"
    )


def parse(text: str, *, locale: Locale = "us") -> Reading | None:
    """Return what one written number says; None if it is none.

    Signs, currency and scale words count, and so do numerals in English words and Chinese characters.
    """
    written = text.translate(WIDE).strip()
    found = _expression(locale).fullmatch(written) if len(written) < LONGEST else None
    if found is None:
        return _spelled(written)
    opened = len(found["open"] + found["inner"])
    minuses = len(found["minus"] + found["sign"] + found["trail"])
    if opened != len(found["close"]) or opened + minuses > 1:
        return None
    percent = bool(found["percent"] or found["last"])
    number = to_decimal(found["core"], locale)
    sign = found["currency"] or found["after"]
    return Reading(
        -number if opened or minuses else number,
        (SCALES[found["scale"]] if found["scale"] else 0) - 2 * percent,
        CURRENCIES[sign] if sign else None,
        percent,
    )


def _spelled(text: str) -> Reading | None:
    bare = text.removeprefix("人民币").strip()
    if bare and (value := chinese.parse(bare)) is not None:
        return Reading(value, 0, "CNY" if text != bare or "元" in text else None)
    words = re.fullmatch(r"(.*?)\s*(dollars|euros?)?", text, re.IGNORECASE | re.DOTALL)
    if words and spelled.WORDS.fullmatch(words[1]) and (count := spelled.parse(words[1])) is not None:
        return Reading(Decimal(count), 0, CURRENCIES[words[2].lower()] if words[2] else None)
    return None


def to_decimal(core: str, locale: Locale) -> Decimal:
    """Return the value of an unsigned number that matches the locale's core expression."""
    convention = CONVENTIONS[locale]
    bare = core.translate(_REMOVED[locale])
    return Decimal(bare.replace(convention.decimal, ".") if convention.decimal != "." else bare)


_REMOVED: dict[Locale, dict[int, None]] = {
    locale: dict.fromkeys(map(ord, convention.groups + _SPACES)) for locale, convention in CONVENTIONS.items()
}


def write(number: Decimal, *, locale: Locale = "us") -> str:
    """Write ``number`` as the locale does, with a leading minus where it is negative."""
    convention = CONVENTIONS[locale]
    whole, _, decimals = plain(abs(number)).partition(".")
    head, size = whole, 3
    groups: list[str] = []
    while len(head) > size:
        groups.insert(0, head[-size:])
        head, size = head[:-size], 2 if convention.indian else 3
    shown = convention.group.join((head, *groups)) + (convention.decimal + decimals if decimals else "")
    return f"-{shown}" if number < 0 and shown.strip("0.,") else shown
