"""Dollar signs and nil dashes that an engine read as something else, told by the column they stand in."""

import re
from bisect import bisect_right
from typing import NamedTuple

from pipeline.amounts.forms import Doubt
from pipeline.document import Page
from pipeline.spans import Edited, Span

_LONE = re.compile(r"(?<!\S)(?P<sign>[$§sS583]\$?)(?=[ \t]\(?(?P<figure>[\d.,]*\d))")
_DASH = re.compile(r"(?<=\t)[=_~]{1,3}(?=\t|\n|$)")
_NEAR = 0.4
"""Of the word height: how far the signs of one column stray from one another."""


class Sign(NamedTuple):
    """A lone sign before a figure, and its left edge."""

    span: Span
    text: str
    left: float
    height: float


def signs(page: Page, text: str, cleaned: Edited) -> list[Doubt]:
    """Return the doubts about lone signs of a page that an engine read.

    A § or S above or below other such signs becomes a dollar sign; a 5, 3 or 8 there is only doubted.
    """
    lone = [_sign(page, cleaned, found) for found in _LONE.finditer(text)]
    likely = [sign for sign in lone if not sign.text[0].isdigit()]
    found = []
    for sign in lone:
        beside = sum(abs(other.left - sign.left) < _NEAR * sign.height for other in likely if other is not sign)
        if sign.text == "$" or beside < 1 + sign.text[0].isdigit():
            continue
        digit = sign.text[0].isdigit()
        reason = "stands where the column has its dollar signs"
        found.append(
            Doubt(sign.span, ("$",), "number.ghost" if digit else "number.dollar_sign", reason, sure=not digit)
        )
    return found + [
        Doubt(Span(*dash.span()), ("—",), "number.nil_dash", "a cell of its own in a row of figures", sure=True)
        for dash in _DASH.finditer(text)
        if re.search(r"\d|—", text[text.rfind("\n", 0, dash.start()) + 1 : dash.start()])
    ]


def _sign(page: Page, cleaned: Edited, found: re.Match[str]) -> Sign:
    span = Span(*found.span("sign"))
    word = max(0, bisect_right(page.words.starts, cleaned.origin(span).start) - 1)
    left, top, _, bottom = page.words.boxes[4 * word : 4 * word + 4]
    return Sign(span, found["sign"], left, bottom - top)
