"""Mixed numbers and fractions: 3 1/2, 66 2/3%, 5½, 1/4%."""

import re
from typing import NamedTuple

_VULGAR = {
    "¼": (1, 4),
    "½": (1, 2),
    "¾": (3, 4),
    "⅓": (1, 3),
    "⅔": (2, 3),
    "⅛": (1, 8),
    "⅜": (3, 8),
    "⅝": (5, 8),
    "⅞": (7, 8),
}
_SIGNS = "".join(_VULGAR)
_OF = "2|3|4|5|6|8|16|32|64"
_SLASHED = re.compile(rf"\d/(?:{_OF})(?!\d)")
_SIGN = re.compile(f"[{_SIGNS}]")
_BEHIND = re.compile(rf"[{_SIGNS}]|(?P<join>[ -])(?P<part>\d{{1,2}})/(?P<of>{_OF})(?![\d/])")
_ALONE = re.compile(rf"/(?P<of>{_OF})(?= ?%)")
_PERCENT = re.compile(r" ?(?:%|per ?cent\b|cents\b)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DECIMALS = 4
"""Two thirds of a percent have no end: 66 2/3 is read as 66.6667."""


class Mixed(NamedTuple):
    """A number with a fraction: where it ends, and its value as digits and decimals."""

    end: int
    digits: int
    decimals: int


def fractions_in(text: str) -> bool:
    """Whether a fraction may stand in ``text``: looking for its mark first is quicker than trying each number."""
    at = text.find("/")
    while at > 0:
        if _SLASHED.match(text, at - 1):
            return True
        at = text.find("/", at + 1)
    return not text.isascii() and _SIGN.search(text) is not None


def fractioned(text: str, first: int, last: int) -> Mixed | None:
    """Return the mixed number that begins with the whole number ``first`` to ``last``; None where none does.

    7-1/2% is one, 7-1/2 without a percentage may be a range or a code.
    """
    if last - first > 4 or _YEAR.fullmatch(text, first, last):
        return None
    whole = int(text[first:last])
    found = _BEHIND.match(text, last)
    if found is not None:
        part, of = _VULGAR[found[0]] if found["of"] is None else (int(found["part"]), int(found["of"]))
        if part >= of or (found["join"] == "-" and not _PERCENT.match(text, found.end())):
            return None
        return _mixed(whole, part, of, end=found.end())
    alone = _ALONE.match(text, last)
    if alone is None or not 0 < whole < int(alone["of"]) or text[first - 1 : first] in {"/", ".", ","}:
        return None
    return _mixed(0, whole, int(alone["of"]), end=alone.end())


def _mixed(whole: int, part: int, of: int, *, end: int) -> Mixed:
    """Return the value with as many decimals as it needs, or as its rounding keeps."""
    digits, decimals = whole * 10**_DECIMALS + round(part * 10**_DECIMALS / of), _DECIMALS
    while decimals > 1 and digits % 10 == 0:
        digits, decimals = digits // 10, decimals - 1
    return Mixed(end, digits, decimals)
