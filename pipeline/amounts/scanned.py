"""All doubts about the figures of a page that an engine read."""

import re
from collections import Counter

from pipeline.amounts.damage import EUROPEAN, broken, foreign, misread
from pipeline.amounts.forms import Doubt
from pipeline.amounts.signs import signs
from pipeline.amounts.splits import apart, split
from pipeline.amounts.tokens import Style, Token, columns_of, decimals_of, styles, tokens
from pipeline.amounts.unread import unreadable
from pipeline.document import Page
from pipeline.spans import Edited, Span

_CLEAR = 0.9
_CROWD = 3
"""Tokens that make a column."""
_SCALED = re.compile(r"\s(?:million|billion)\b")
"""S199 million is $199 million."""
_PER_SHARE = re.compile(r"per (?:\w+ )?(?:common )?shar|\bpar\b|per unit|\bbasic\b|\bdiluted\b|每股", re.IGNORECASE)


def doubts(page: Page, text: str, cleaned: Edited, *, chinese: bool) -> tuple[list[Doubt], list[Token]]:
    """Return the doubts about the figures of a page that an engine read, and all its tokens with digits."""
    parted = split(text, habit=chinese)
    if parted and not chinese:
        parted = split(text, habit=True)
    parted = apart(page, cleaned, parted)
    found = tokens(page, text, cleaned)
    taken = [doubt.span for doubt in parted]
    free = [t for t in found if not any(s.start < t.span.end and t.span.start < s.end for s in taken)]
    heights = sorted(page.words.boxes[i + 3] - page.words.boxes[i + 1] for i in range(0, len(page.words.boxes), 4))
    reach = 0.35 * heights[len(heights) // 2] if heights else 3.0
    percents = ["%" in t.text for t in free]
    column = columns_of(free, reach)
    by_column = styles(free, [2 * c + p if c >= 0 else -1 for c, p in zip(column, percents, strict=True)])
    by_line = styles(free, [2 * t.line + p for t, p in zip(free, percents, strict=True)])
    by_page = styles(free, percents)
    lines = text.split("\n")
    commas = _commas(free)
    crowded = {group for group, count in Counter(column).items() if group >= 0 and count >= _CROWD}
    result = list(parted)
    for token, group, percent in zip(free, column, percents, strict=True):
        usual = by_page.get(percent)
        style = _style(by_column.get(2 * group + percent), by_line.get(2 * token.line + percent))
        if style is None and usual and usual.votes > 5 and usual.votes > 0.6 * usual.of:
            style = usual
        doubt = None
        if abroad := EUROPEAN.search(lines[token.line]):
            doubt = foreign(token, abroad[0])
        elif group not in crowded or not _alone(text, token.span) or (doubt := misread(token)) is None:
            per_share = _PER_SHARE.search(lines[token.line]) is not None and not percent
            doubt = _surely(broken(token, style=style, per_share=per_share, commas=commas), token, text)
        if doubt is not None:
            result.append(doubt)
    result.extend(signs(page, text, cleaned))
    result.extend(unreadable(page, text, cleaned, free, column))
    result.sort()
    return result, found


def _surely(doubt: Doubt | None, token: Token, text: str) -> Doubt | None:
    """Return the doubt, sure where a figure read clearly is a sum of millions: S199 million."""
    if doubt is None or doubt.rule != "number.dollar_sign" or token.confidence < _CLEAR:
        return doubt
    return doubt._replace(sure=True) if _SCALED.match(text, token.span.end) else doubt


def _alone(text: str, span: Span) -> bool:
    """Whether a token fills a cell."""
    return text[span.start - 1 : span.start] == "\t" and text[span.end : span.end + 1] in {"\t", "\n", ""}


def _commas(found: list[Token]) -> bool:
    """Whether the page writes commas between groups and no three decimals."""
    commas = sum("," in t.text and decimals_of(t.text) is not None for t in found)
    decimals = sum(re.fullmatch(r"\$?0?\.\d{3}%?|\d\.\d{3}%", t.text) is not None for t in found)
    return commas > decimals or not decimals


def _style(column: Style | None, line: Style | None) -> Style | None:
    """Return the style that a figure is to be read in: decimals win where most of a column or of a row has them."""
    for style in (column, line):
        if style is not None and style.decimals and style.votes > 0.6 * style.of and (style is line or style.votes > 1):
            return style
    return line if line is not None and (line.votes > 1 or column is None or column.votes < 2) else column
