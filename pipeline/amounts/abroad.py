"""Figures that only another locale than the document's can have written: CHF 1'234'567.50 in an English text."""

import re

from pipeline.amounts.grammar import Locale

_FORMS: tuple[tuple[Locale, re.Pattern[str]], ...] = (
    ("eu", re.compile(r"\d{1,3}(?:\.\d{3})+,\d{1,2}")),
    ("us", re.compile(r"\d{1,3}(?:,\d{3})+\.\d{1,2}|\d{1,3}(?:,\d{3}){2,}")),
    ("ch", re.compile(r"\d{1,3}(?:['’]\d{3})+(?:\.\d{1,2})?")),
    ("in", re.compile(r"\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d{1,2})?")),
)
"""1.234,56 is a German figure anywhere; 1.234.567 may be an address of a machine, 12,34 a misprint."""
_POINTS = re.compile(r"\d{1,3}(?:\.\d{3}){2,}|\d+,\d\d")
"""Figures of an amount of euros or francs."""
_THOUSANDS = re.compile(r"\d{2,3}\.000")
_ENGLISH = re.compile(r"\d{1,3},\d{3}")
_DOLLARS = re.compile(r"(?:[$£¥]|\bUSD|\bGBP)[ \u00a0]?$")
_BEFORE = re.compile(r"(?:€|\bEUR|\bCHF|\bFr\.)[ \u00a0]?$")
_AFTER = re.compile(r"[ \u00a0]?(?:€|EUR\b|CHF\b|[Ee]uros?\b)")


def abroad(text: str, first: int, last: int) -> Locale | None:
    """Return the locale that alone can have written the characters; None where several can, or none."""
    for locale, form in _FORMS:
        if form.fullmatch(text, first, last):
            return locale
    if _POINTS.fullmatch(text, first, last) and (
        _BEFORE.search(text, max(0, first - 5), first) or _AFTER.match(text, last)
    ):
        return "eu"
    return None


def thousands(text: str, first: int, last: int) -> Locale | None:
    """Return the locale that writes a mark before three digits between thousands, where the sign beside says so.

    Money has no three decimals: EUR 25.000 is no 25 euros in an English text, $12,345 no 12 dollars in a German one.
    """
    if _ENGLISH.fullmatch(text, first, last) and _DOLLARS.search(text, max(0, first - 5), first):
        return "us"
    if _THOUSANDS.fullmatch(text, first, last) and (
        _BEFORE.search(text, max(0, first - 5), first) or _AFTER.match(text, last)
    ):
        return "eu"
    return None
