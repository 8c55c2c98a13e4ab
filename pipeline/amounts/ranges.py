"""Ranges whose two ends share one unit: $1.2–1.5 million, 5-10%."""

import re

from pipeline.amounts.figure import Figure
from pipeline.amounts.grammar import SCALES

_JOINS = re.compile(r"\s?(?P<word>[-–—~～]|\bto\b|\band\b|\bbis\b|至|到)\s?")
_BETWEEN = re.compile(r"\b[Bb]etween (?:approximately |about )?$")
_FIRST = re.compile(r"(?<![A-Za-z0-9_.,/–-])(?P<whole>\d{1,3})(?:\.(?P<decimals>\d{1,2}))?$")
_HIGH = re.compile(
    r"[-–](?P<whole>\d{1,3}(?:,\d{3})*)(?:\.(?P<decimals>\d{1,2}))?(?P<unit>[bmt]n|[MBK]|m|k)?"
    r"(?![\w/%-]|[.,]\d| ?%| (?:thous|[mb]ill))"
)
"""Of "$10–15 per share" and "$1-2bn"."""
_JOINED = frozenset("-–")
_DASHES = frozenset("-–~～至")
_REACH = 25
"""Characters before a range in which "between" is looked for."""


def ranged(text: str, found: list[Figure]) -> list[Figure]:
    """Return the figures with the lower ends of ranges in the unit that their upper ends write out."""
    result = _with_highs(text, found) if any(map(text.__contains__, "$€£")) else found
    shared = [
        i
        for i, figure in enumerate(result)
        if figure.exponent or (figure.percent and text[figure.start - 1 : figure.start] in _DASHES)
    ]
    if not shared:
        return result
    result = list(result)
    for i in reversed(shared):
        figure, before = result[i], result[i - 1] if i else None
        if figure.exponent and before is not None and _joined(text, before, figure):
            result[i - 1] = before._replace(exponent=figure.exponent, currency=before.currency or figure.currency)
            result[i] = figure._replace(currency=figure.currency or before.currency)
        elif (low := _low(text, figure)) is not None and (before is None or max(before.end, before.reach) <= low.start):
            result.insert(i, low)
    return result


def _with_highs(text: str, found: list[Figure]) -> list[Figure]:
    """Return the figures with the upper ends that share a currency sign: the 15 of $10–15, the 2 of $1-2bn."""
    highs = [
        (i + 1, high)
        for i, figure in enumerate(found)
        if figure.currency
        and text[figure.end : figure.end + 1] in _JOINED
        and (high := _high(text, figure)) is not None
    ]
    if not highs:
        return found
    result = list(found)
    for at, high in reversed(highs):
        result.insert(at, high)
    return result


def _high(text: str, low: Figure) -> Figure | None:
    found = _HIGH.match(text, low.end)
    if found is None or low.exponent or low.percent or low.reach > low.end:
        return None
    decimals = found["decimals"] or ""
    whole = found["whole"].replace(",", "")
    digits = int(whole + decimals)
    if digits * 10**low.decimals <= low.digits * 10 ** len(decimals):
        return None
    last = found.end("decimals") if decimals else found.end("whole")
    exponent = SCALES[found["unit"]] if found["unit"] else 0
    first = found.start("whole")
    return low._replace(
        start=first, end=last, first=first, last=last, digits=digits, decimals=len(decimals), negative=False,
        exponent=exponent, reach=found.end(), spaces="",
    )  # fmt: skip


def _joined(text: str, low: Figure, high: Figure) -> bool:
    """Whether two figures are the ends of one range: "between $100 and $200 million", not "$1 and 2 million shares"."""
    join = _JOINS.fullmatch(text, low.end, high.start)
    if join is None or low.exponent or low.percent or low.reach > low.end or (high.currency and not low.currency):
        return False
    if join["word"] == "and" and not _BETWEEN.search(text, max(0, low.start - _REACH), low.start):
        return False
    return bool(0 < low.digits * 10**high.decimals <= high.digits * 10**low.decimals)


def _low(text: str, high: Figure) -> Figure | None:
    """Return the lower end of a range that counts nothing for itself: the 5 of 5-10%, the 12 of 12～15亿元."""
    end = high.start - 1
    if text[end : end + 1] not in _DASHES or high.currency in {"$", "USD"}:
        return None
    first = _FIRST.search(text, max(0, end - 8), end)
    if first is None:
        return None
    decimals = first["decimals"] or ""
    low = int(first["whole"] + decimals) * 10**high.decimals
    if not low <= high.digits * 10 ** len(decimals):
        return None
    start = first.start()
    return high._replace(
        start=start, end=end, first=start, last=end, digits=int(first["whole"] + decimals), decimals=len(decimals),
        negative=False, reach=end, spaces="",
    )  # fmt: skip
