"""Figures that an engine parted, or two that it glued."""

import re

from pipeline.amounts.damage import structured
from pipeline.amounts.forms import Doubt
from pipeline.spans import Span

_SPLIT = re.compile(r"(?<![\d.,])\d{1,3}(?:(?:[.,;:]|[.,;:] | [.,;:]?)\d{3})*(?:(?:[.,:] ?| \.)\d{1,2})?(?![\d.,]*\d)")
_SEAM = re.compile(r"\.\d{3,5},\d{3}")
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


def glued(text: str) -> list[Doubt]:
    """Return pairs of figures of two columns that stand without a space between them."""
    if not _SEAM.search(text):
        return []
    return [
        Doubt(
            Span(*match.span()),
            (f"{match[1]} {match[2]}",),
            "number.glued_columns",
            "two decimals end the first figure",
            sure=True,
        )
        for match in _GLUED.finditer(text)
    ]
