"""Figures that an engine parted, or two that it glued."""

import re

from pipeline.amounts.damage import structured
from pipeline.amounts.forms import Doubt
from pipeline.document import Page
from pipeline.geometry import words_in
from pipeline.spans import Edited, Span

_SPLIT = re.compile(r"(?<![\d.,])\d{1,3}(?:(?:[.,;:]|[.,;:] | [.,;:]?)\d{3})*(?:(?:[.,:] ?| \.)\d{1,2})?(?![\d.,]*\d)")
_BARE = re.compile(r"\d \d")
_ENDS = frozenset("0123456789)%")
_NARROW = 0.65
"""Of the word height: 95 % of the gaps inside figures that an engine parted are below .61."""
_STRAY = 0.3
"""Of the word height: how far the right edges of one column stray."""
_SEAM = re.compile(r"\.\d{3,5},\d{3}")
_SIGNED = re.compile(r"(?<![\d.,$])(\$\d[\d,]*(?:\.\d\d)?)(\$\d[\d,]*(?:\.\d\d)?)(?![\d.,]*\d)")
"""$1,234$5,678: a sign begins the second figure."""
_SIGNS = re.compile(r"\$\d[\d,.]*\$\d")
"""Looking for two signs is quicker than trying each figure."""
_GLUED = re.compile(r"(?<![\d.,])(\d{1,3}(?:,\d{3})+\.\d\d)(\d{1,3}(?:,\d{3})+\.\d\d)(?![\d.,]*\d)")
"""1,565,407,816.19604,218,494.55 is two figures; their two decimals part them in one way only."""


def split(text: str, *, habit: bool) -> list[Doubt]:
    """Return figures that an engine parted with spaces beside their separators; with ``habit`` 0. 09 and 5, 100 too."""
    found = []
    for match in _SPLIT.finditer(text):
        written = match[0]
        if " " not in written or "  " in written:
            continue
        meant = structured(written)
        seams = len(re.findall(r"[.,;:]", written))
        if meant is None or not seams or not (seams > 1 or habit):
            continue
        found.append(Doubt(Span(*match.span()), (meant,), "number.split", "spaces beside the separators of one figure"))
    return found


def apart(page: Page, edited: Edited, doubts: list[Doubt]) -> list[Doubt]:
    """Return the doubts without those that are figures of two columns side by side: 283,485 271,436.

    A blank alone, without a mark beside it, parts one figure only where it is narrow and where no other figures of the
    page end above or below the first part.
    """
    bare = [_BARE.search(edited.text, *doubt.span) is not None for doubt in doubts]
    if not any(bare):
        return doubts
    boxes = page.words.boxes
    gaps = [boxes[4 * i + 4] - boxes[4 * i + 2] for i in range(len(boxes) // 4 - 1)]
    ends = [
        (boxes[4 * i + 2], boxes[4 * i + 1])
        for i in range(len(boxes) // 4)
        if page.text[page.words.ends[i] - 1] in _ENDS
        and (i == len(gaps) or not 0 < gaps[i] <= _NARROW * (boxes[4 * i + 3] - boxes[4 * i + 1]))
    ]
    return [
        doubt
        for doubt, seam in zip(doubts, bare, strict=True)
        if not seam or not _columns(page, edited.origin(doubt.span), gaps, ends)
    ]


def _columns(page: Page, span: Span, gaps: list[float], ends: list[tuple[float, float]]) -> bool:
    """Whether the words under ``span`` are figures of two columns; ``ends`` are where figures of the page end."""
    boxes = page.words.boxes
    for i in list(words_in(page, span))[:-1]:
        if page.text[page.words.ends[i] - 1] in ",.;:" or page.text[page.words.starts[i + 1]] in ",.;:":
            continue
        _, top, right, bottom = boxes[4 * i : 4 * i + 4]
        height = bottom - top
        if gaps[i] > _NARROW * height:
            return True
        if sum(abs(edge - right) <= _STRAY * height and abs(y - top) > 0.5 * height for edge, y in ends) > 1:
            return True
    return False


def glued(text: str) -> list[Doubt]:
    """Return pairs of figures of two columns that stand without a space between them."""
    found = [
        (match, "two decimals end the first figure") for match in (_GLUED.finditer(text) if _SEAM.search(text) else ())
    ]
    if _SIGNS.search(text):
        found += [(match, "a currency sign begins the second figure") for match in _SIGNED.finditer(text)]
    return [
        Doubt(Span(*match.span()), (f"{match[1]} {match[2]}",), "number.glued_columns", reason, sure=True)
        for match, reason in found
    ]
