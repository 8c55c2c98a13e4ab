"""Amounts that are written twice, in words and in figures: ten dollars ($10), 人民币壹佰万元整（¥1,000,000）."""

import re
from decimal import Decimal
from typing import NamedTuple

from pipeline.amounts import chinese, spelled
from pipeline.amounts.finding import Figure
from pipeline.spans import Span

_BEFORE = re.compile(
    rf"(?P<words>{spelled.WORDS.pattern})[ \n]*(?:(?:U\.?S\.? )?dollars?|euros?|pounds|percent|per cent)?"
    r"[ \n]*\(?[ $€£]*$",
    re.IGNORECASE,
)
_LAST_WORDS = frozenset((*spelled.NAMES, "dollars", "dollar", "euros", "euro", "pounds", "percent", "cent"))
_LAST = re.compile(r"([A-Za-z]+)[ \n]*\(?[ $€£]*$")
_PART = re.compile(
    r"(?:(?:hundred(?:th)?|tenth|third|quarter|half)s? of|\bto|\bor|\bnot|[-–&/]|/100)[ \n-]*$", re.IGNORECASE
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
    """Return the figures that words right before them repeat; ``capitals`` also looks for 大写."""
    result = []
    for index, figure in enumerate(found):
        if "(" in text[max(0, figure.start - 1) : figure.first] and (pair := _english(text, index, figure)):
            result.append(pair)
    if capitals:
        result.extend(_chinese(text, found))
    return result


def _english(text: str, index: int, figure: Figure) -> Spoken | None:
    last = _LAST.search(text, max(0, figure.first - 24), figure.first)
    if last is None or last[1].lower() not in _LAST_WORDS:
        return None
    match = _BEFORE.search(text, max(0, figure.first - _REACH), figure.first)
    if match is None or text[figure.last : figure.last + 1] in {"/", "."}:
        return None
    value = spelled.parse(match["words"])
    if value != says(figure) and _PART.search(text, max(0, match.start() - 24), match.start()):
        return None
    return Spoken(index, Span(*match.span("words")), Decimal(value)) if value is not None else None


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
    """Return the unsigned amount of a figure; a percent sign counts for nothing beside "five percent"."""
    exponent = 0 if figure.percent else figure.exponent
    return Decimal(figure.digits).scaleb(exponent - figure.decimals)
