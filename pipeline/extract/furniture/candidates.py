"""The rows at the edges of pages that may be furniture, and what is common to judging them."""

from functools import lru_cache
from typing import NamedTuple

import regex

from pipeline.document import SetApartKind
from pipeline.extract.layout import Layout

Kinds = list[dict[int, SetApartKind]]
"""By page: what each row is, by its index; rows of the body are not in it."""
Labels = list[dict[int, str]]
"""By page: the printed page number that a row holds, by its index."""

DEPTH = 5
"""Rows from the top and from the bottom of a page that can be furniture."""
REACH = 4
"""Pages to both sides in which a running line has to show again: odd and even pages differ, first ones have none."""

LONGEST = 60
"""Characters of a printed page number with all that may stand around it."""

DIGITS = regex.compile(r"\d+")
LABELS = regex.compile(
    r"(?i)(?:exhibit|annex|schedule|appendix|part|item|article|section|chapter|附件|附录|第)\s*[\dIVXA-Z一二三四五六七八九十]"
)
_NUMBER = regex.compile(
    r"(?:(?:Page|PAGE|page|Seite|S\.|第)\s*)?[-–—|\[(]*\s*"
    r"((?:[A-Z]{1,3}|(?:[A-Z]{1,4}-)?\d{1,2}|\d{1,2}-\d{1,2})(?: [-–—] |[-–—. ]))??(\d{1,4}|[ivxlc]{1,7})"
    r"\s*[-–—|\])]*\s*(?:页)?(?:\s*(?:of|OF|/|von|，?\s*共)\s*\d{1,4}\s*页?)?"
)
"""Catches ``Page 12 of 14``, ``F-12``, ``- 7 -``, ``1-1-23``, ``APP-2-1`` and ``iv``; spares ``2,018`` and ``10-K``."""
_ROMAN_CELL = regex.compile(r"[ivxlc]{1,7}")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class Candidate(NamedTuple):
    """One row near an edge."""

    page: int
    row: int
    side: str
    rank: int
    """0 for the outermost row of its side."""
    y: float
    """Distance from the edge."""
    text: str
    """With its numbers masked."""


def candidates_of(page: int, layout: Layout) -> list[Candidate]:
    """Return the outermost rows of each writing direction of a page."""
    found: list[Candidate] = []
    rows = layout.rows
    bases, turns = [row.base for row in rows], [row.turn for row in rows]
    for turn in dict.fromkeys(turns):
        if turn == "slanted":
            continue
        indices = sorted([at for at, own in enumerate(turns) if own == turn], key=bases.__getitem__)
        height = layout.height if turn in ("right", "left") else layout.width
        half = (len(indices) + 1) // 2
        for rank, at in enumerate(indices[: min(DEPTH, half)]):
            found.append(Candidate(page, at, f"top {turn}", rank, bases[at], masked(rows[at].text)))
        for rank, at in enumerate(reversed(indices[max(half, len(indices) - DEPTH) :] or indices[-1:])):
            found.append(Candidate(page, at, f"bottom {turn}", rank, height - bases[at], masked(rows[at].text)))
    return found


@lru_cache(maxsize=8192)
def masked(text: str) -> str:
    """Return the text with its numbers, and cells that are Roman ones, as ``#``."""
    return "\t".join(["#" if _ROMAN_CELL.fullmatch(cell) else cell for cell in DIGITS.sub("#", text).split("\t")])


@lru_cache(maxsize=8192)
def number_of(text: str) -> tuple[str, int] | None:
    """Return the prefix and value of a printed page number."""
    match = _NUMBER.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if match is None:
        return None
    prefix, digits = match[1] or "", match[2]
    if digits.isdigit():
        return prefix, int(digits)
    value = 0
    for this, following in zip(digits, digits[1:] + " ", strict=True):
        amount = _ROMAN[this]
        value += -amount if _ROMAN.get(following, 0) > amount else amount
    return f"{prefix}roman", value
