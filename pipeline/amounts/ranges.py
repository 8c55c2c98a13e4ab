"""Ranges whose two ends share one unit: $1.2–1.5 million, 5-10%."""

import re

from pipeline.amounts.figure import Figure

_JOINS = re.compile(r"\s?(?P<word>[-–—~～]|\bto\b|\band\b|\bbis\b|至|到)\s?")
_BETWEEN = re.compile(r"\bbetween (?:approximately |about )?$")
_FIRST = re.compile(r"(?<![A-Za-z0-9_.,/–-])(?P<whole>\d{1,3})(?:\.(?P<decimals>\d{1,2}))?$")
_DASHES = frozenset("-–~～至")
_REACH = 25
"""Characters before a range in which "between" is looked for."""


def ranged(text: str, found: list[Figure]) -> list[Figure]:
    """Return the figures with the lower ends of ranges in the unit that their upper ends write out."""
    shared = [
        i
        for i, figure in enumerate(found)
        if figure.exponent or (figure.percent and text[figure.start - 1 : figure.start] in _DASHES)
    ]
    if not shared:
        return found
    result = list(found)
    for i in reversed(shared):
        figure, before = result[i], result[i - 1] if i else None
        if figure.exponent and before is not None and _joined(text, before, figure):
            result[i - 1] = before._replace(exponent=figure.exponent, currency=before.currency or figure.currency)
            result[i] = figure._replace(currency=figure.currency or before.currency)
        elif (low := _low(text, figure)) is not None and (before is None or max(before.end, before.reach) <= low.start):
            result.insert(i, low)
    return result


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
