"""Amounts that are written twice, in words and in figures: ten dollars ($10), 人民币壹佰万元整（¥1,000,000）."""

import re
from collections.abc import Iterator
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
_SUM = re.compile(
    rf"(?P<words>{spelled.WORDS.pattern}|{german.WORDS.pattern}){_CENTS}[ \n]+"
    r"(?:(?:(?P<usd>U\.?S\.?|United States)|(?P<hkd>Hong Kong))[ \n]+)?(?P<money>dollars?|euros?|franken)\b",
    re.IGNORECASE,
)
_MONEYS = ("ollar", "OLLAR", "uro", "URO", "ranken")
_OF = re.compile(r"(?:\d|\bor|\bof|\bto)[ \n-]*$")
"""5 million dollars is a figure, "one or two dollars" no sum."""
_CELL_ENDS = frozenset("\t\n")
_LAST_WORD = re.compile(r"([A-Za-zäöüß]+|/100)[ \n]+(?:(?:U\.?S\.?|United States|Hong Kong)[ \n]+)?[A-Za-z]?$")
_SIGN_OF = {"d": "$", "e": "EUR", "f": "CHF"}
_REACH = 120
_APART = 24
"""Characters that may stand between 大写 and 小写: （小写：人民币."""


class Said(NamedTuple):
    """An amount that stands in words."""

    span: Span
    value: Decimal
    currency: str
    agrees: bool
    """A figure beside it says the same."""


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
        if text[figure.start - 1 : figure.start] == "\t" and text[figure.reach : figure.reach + 1] in _CELL_ENDS:
            continue
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


def said(text: str, pairs: list[Spoken], *, capitals: bool) -> list[Said]:
    """Return the sums of money of ``text`` that are written in words; ``pairs`` are those beside a figure."""
    beside = {pair.words.start for pair in pairs}
    found = []
    if capitals:
        for match in chinese.CAPITALS.finditer(text):
            value = chinese.parse(match[0])
            if value is not None and len(match[0]) > 2:
                start = match.start() - 3 * text.endswith("人民币", 0, match.start())
                found.append(Said(Span(start, match.end()), value, "CNY", match.start() in beside))
        for match in chinese.SUMS.finditer(text):
            value = chinese.parse(match[0])
            if value is not None:
                found.append(Said(Span(*match.span()), value, "CNY", agrees=False))
    for match in _sums(text):
        number = _parse(match["words"])
        if number is not None and not _OF.search(text, max(0, match.start() - 6), match.start()):
            sign = "USD" if match["usd"] else "HKD" if match["hkd"] else _SIGN_OF[match["money"][0].lower()]
            found.append(Said(Span(*match.span()), Decimal(number), sign, match.start() in beside))
    return found


def _sums(text: str) -> Iterator[re.Match[str]]:
    """Yield sums in words: those of the lines around a word for money, the rest of the page is not looked at."""
    last = 0
    for word in _MONEYS:
        at = text.find(word)
        while at >= 0:
            found = _LAST_WORD.search(text, max(0, at - 60), at)
            if found and ((name := found[1].lower()) in _LAST_WORDS or name.endswith(_GERMAN_END) or name == "/100"):
                yield from (m for m in _SUM.finditer(text, max(last, at - _REACH), at + 8) if m.end() > at)
                last = at
            at = text.find(word, at + 1)
        last = 0


def says(figure: Figure) -> Decimal:
    """Return the unsigned amount of a figure; percent and basis points count for nothing beside "five percent"."""
    exponent = 0 if figure.percent else max(0, figure.exponent)
    return Decimal(figure.digits).scaleb(exponent - figure.decimals)
