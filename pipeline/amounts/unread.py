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
_WORDLIKE = re.compile(r"[A-Za-z]{5,7}")
_SHORT = re.compile(r"[a-z]{1,3}\)?|[A-Z]")
"""is for 15, en) for (97): an engine is sure of such words."""
_PAIRED = re.compile(r"[A-Za-z]")
_DIGIT = re.compile(r"\t.*\d")
_UNSURE = 0.8
_GUESSED = 0.5
_LONGEST = 7
Edges = list[tuple[float, float]]


def unreadable(page: Page, text: str, cleaned: Edited, found: list[Token], column: list[int]) -> list[Doubt]:
    """Return words without digits that stand where the columns of a table have their figures: "(ry" for (7,721)."""
    words = page.words
    columns, pairs = _edges(found, column)
    result = []
    for word in _WORD.finditer(text) if columns or pairs else ():
        written = word[0]
        start = text.rfind("\n", 0, word.start()) + 1
        before, after = text[start : word.start()], text[word.end() : word.end() + 2]
        if len(written) > _LONGEST or not before.strip() or after[:1].isdigit():
            continue
        if not _FIGURE_BEFORE.search(before) or (after[:1] == " " and after[1:].isalpha()):
            continue
        alone = before[-1] == "\t" and after[:1] in {"\t", "\n", ""}
        at = bisect_right(words.starts, cleaned.origin(Span(*word.span())).start) - 1
        bound = _bound(written, alone=alone, beside=_DIGIT.search(before) is not None)
        if words.confidences[at] >= bound:
            continue
        _, top, right, bottom = words.boxes[4 * at : 4 * at + 4]
        reach = 0.6 * (bottom - top)
        unsure = alone and words.confidences[at] < _UNSURE and _PAIRED.search(written) and _DIGIT.search(before)
        if _ends(columns, right, reach) or (unsure and _ends(pairs, right, reach)):
            reason = f"no figure where its column has figures; read with {100 * words.confidences[at]:.0f} % confidence"
            result.append(Doubt(Span(*word.span()), (), "number.unreadable", reason))
    return result


def _edges(found: list[Token], column: list[int]) -> tuple[Edges, Edges]:
    """Return where the columns of three and more lines end, and those of two."""
    ends: dict[int, list[float]] = defaultdict(list)
    lines: dict[int, set[int]] = defaultdict(set)
    for token, group in zip(found, column, strict=True):
        if group >= 0:
            ends[group].append(token.right)
            lines[group].add(token.line)
    edges: tuple[Edges, Edges] = ([], [])
    for group, rights in ends.items():
        if len(lines[group]) > 1:
            edges[len(lines[group]) == 2].append((min(rights), max(rights)))
    return edges


def _ends(edges: Edges, right: float, reach: float) -> bool:
    return any(low - reach <= right <= high + reach for low, high in edges)


def _bound(written: str, *, alone: bool, beside: bool) -> float:
    """Return the confidence below which a word may stand for a figure; ``beside`` others in its row."""
    if _NIL.fullmatch(written):
        return _GUESSED if alone and _WORDLIKE.fullmatch(written) else 0.0
    return 2.0 if alone and beside and _SHORT.fullmatch(written) else _UNSURE
