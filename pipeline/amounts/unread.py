"""Words without digits that stand where the columns of a table have their figures, signs and nil dashes."""

import re
from bisect import bisect_right
from collections import defaultdict

from pipeline.amounts.forms import Doubt
from pipeline.amounts.tokens import Token
from pipeline.document import Page
from pipeline.spans import Edited, Span

_WORD = re.compile(r"[^\s0-9]+")
_NIL = re.compile(
    r"[-–—=_~.|*\"'“”‘’:;]+|[$€£¥§%]+|[Ss$§8]+\$?|N/?[AM]|n/?[am]|and|to|of|or|the|[A-Z][a-z]{4,}|[a-z]{5,}|[\u2e80-\u9fff]+"
)
_FIGURE_BEFORE = re.compile(r"(?:\t|[\d)%$=—–-] )$")
_UNSURE = 0.8


def unreadable(page: Page, text: str, cleaned: Edited, found: list[Token], column: list[int]) -> list[Doubt]:
    """Return words without digits that stand where the columns of a table have their figures: "(ry" for (7,721)."""
    words = page.words
    ends: dict[int, list[float]] = defaultdict(list)
    lines: dict[int, set[int]] = defaultdict(set)
    for token, group in zip(found, column, strict=True):
        if group >= 0:
            ends[group].append(token.right)
            lines[group].add(token.line)
    edges = sorted((min(ends[group]), max(ends[group])) for group in ends if len(lines[group]) > 2)
    if not edges:
        return []
    result = []
    for word in _WORD.finditer(text):
        written = word[0]
        start = text.rfind("\n", 0, word.start()) + 1
        before, after = text[start : word.start()], text[word.end() : word.end() + 2]
        if len(written) > 7 or _NIL.fullmatch(written) or not before.strip() or after[:1].isdigit():
            continue
        if not _FIGURE_BEFORE.search(before) or (after[:1] == " " and after[1:].isalpha()):
            continue
        at = bisect_right(words.starts, cleaned.origin(Span(*word.span())).start) - 1
        _, top, right, bottom = words.boxes[4 * at : 4 * at + 4]
        reach = 0.6 * (bottom - top)
        if words.confidences[at] < _UNSURE and any(low - reach <= right <= high + reach for low, high in edges):
            reason = f"no figure where its column has figures; read with {100 * words.confidences[at]:.0f} % confidence"
            result.append(Doubt(Span(*word.span()), (), "number.unreadable", reason))
    return result
