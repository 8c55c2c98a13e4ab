"""Amounts that are written twice, in words and in figures: ten dollars ($10), 人民币壹佰万元整（¥1,000,000）."""

import re
from decimal import Decimal
from typing import NamedTuple

from pipeline.amounts import chinese, german, spelled
from pipeline.amounts.figure import Figure
from pipeline.spans import Span

_SIGNS = r"(?:[ ($€£]|\b(?:US\$?|USD|EUR|GBP|CHF|RMB|CNY|HK\$?|INR|U\.S\.)(?=[ $\d]|$))*"
_MONEY = (
    r"(?:(?:U\.?S\.?|United States|Hong Kong) )?dollars?|euros?|pounds(?: sterling)?|percent|per cent|prozent|franken"
)
_CENTS = r"(?:[ \n]+(?:and[ \n]+)?(?:no|00|xx)/100(?:ths)?)?"
_BEFORE = re.compile(
    rf"(?P<words>{spelled.WORDS.pattern}|{german.WORDS.pattern}){_CENTS}[ \n]*(?:{_MONEY})?{_CENTS}[ \n]*{_SIGNS}$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"[ \n]*\((?P<words>{spelled.WORDS.pattern}|{german.WORDS.pattern}){_CENTS}[ \n]*(?:{_MONEY}){_CENTS}\)",
    re.IGNORECASE,
)
""" "$5,000,000 (five million dollars)"."""
_LAST_WORDS = frozenset((
    *spelled.NAMES, "dollars", "dollar", "euros", "euro", "pounds", "sterling", "percent", "cent", "ths", "prozent",
    "franken", "millionen", "milliarden", "milliarde",
))  # fmt: skip
_GERMAN_END = ("tausend", "hundert", "zig", "zehn", "ßig", "ssig", *german.UNITS)
_LAST = re.compile(rf"([A-Za-zäöüÄÖÜß]+|/100)[ \n]*{_SIGNS}$")
_PART = re.compile(
    r"(?:(?:hundred(?:th)?|tenth|third|quarter|half)s? of|\bto|(?<!\)[ \n])\bor|\bnot|[-–&/]|/100)[ \n-]*$",
    re.IGNORECASE,
)
"""Words behind these are the end of a longer expression: twenty-five hundredths of one percent (0.25%)."""
_REACH = 120
_APART = 24
"""Characters that may stand between 大写 and 小写: （小写：人民币."""


class Spoken(NamedTuple):
    """A figure that stands beside the same amount in words."""

    figure: int
    """Index of the figure."""
    words: Span
    value: Decimal


def spoken(text: str, found: list[Figure], *, capitals: bool) -> list[Spoken]:
    """Return the figures that words beside them repeat; ``capitals`` also looks for 大写."""
    result = []
    for index, figure in enumerate(found):
        if "(" in text[max(0, figure.start - 1) : figure.first]:
            pair = _before(text, index, figure)
        elif "(" in text[figure.reach : figure.reach + 2]:
            pair = _behind(text, index, figure)
        else:
            continue
        if pair is not None:
            result.append(pair)
    if capitals:
        result.extend(_chinese(text, found))
    return result


def _before(text: str, index: int, figure: Figure) -> Spoken | None:
    last = _LAST.search(text, max(0, figure.first - 36), figure.first)
    if last is None or not ((word := last[1].lower()) in _LAST_WORDS or word == "/100" or word.endswith(_GERMAN_END)):
        return None
    match = _BEFORE.search(text, max(0, figure.first - _REACH), figure.first)
    if match is None or text[figure.last : figure.last + 1] in {"/", "."}:
        return None
    value = _parse(match["words"])
    if value != says(figure) and _PART.search(text, max(0, match.start() - 24), match.start()):
        return None
    return Spoken(index, Span(*match.span("words")), Decimal(value)) if value is not None else None


def _behind(text: str, index: int, figure: Figure) -> Spoken | None:
    """Return what the words in brackets right behind a figure say."""
    match = _AFTER.match(text, figure.reach)
    value = _parse(match["words"]) if match else None
    return Spoken(index, Span(*match.span("words")), Decimal(value)) if match and value is not None else None


def _parse(words: str) -> int | None:
    english = spelled.parse(words) if spelled.WORDS.fullmatch(words) else None
    return german.parse(words) if english is None else english


def _chinese(text: str, found: list[Figure]) -> list[Spoken]:
    result = []
    for match in chinese.CAPITALS.finditer(text):
        value = chinese.parse(match[0])
        after = next((i for i, figure in enumerate(found) if figure.start >= match.end()), None)
        if value is None or len(match[0]) < 3 or after is None:
            continue
        between = text[match.end() : found[after].first]
        if len(between) <= _APART and not re.search(r"[\n。；]", between) and re.search(r"[(（¥￥写]", between):
            result.append(Spoken(after, Span(*match.span()), value))
    return result


def says(figure: Figure) -> Decimal:
    """Return the unsigned amount of a figure; percent and basis points count for nothing beside "five percent"."""
    exponent = 0 if figure.percent else max(0, figure.exponent)
    return Decimal(figure.digits).scaleb(exponent - figure.decimals)
