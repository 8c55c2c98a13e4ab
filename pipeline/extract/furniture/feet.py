"""Marks running feet in small print that follow the text of each page, at whatever height it ends."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

from pipeline.extract.furniture.candidates import Candidate, Kinds
from pipeline.extract.layout import Layout
from pipeline.extract.rows import PrintedRow

PAGES, SHARE = 8, 0.3
"""Pages, and share of the pages, that a foot has to stand on."""
PRINT = 0.9
"""Of the size of the text: a foot is smaller."""
GAP = 1.4
"""Usual steps between lines that it keeps from the text."""

_Key = tuple[str, int, int]


def mark_feet(layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]], kinds: Kinds) -> None:
    """Mark the last rows of pages that are the same as the last rows of many others, from the bottom up."""
    lasts = [
        sorted((c for c in page if c.side == "bottom right" and c.row not in kinds[c.page]), key=_rank)
        for page in candidates
    ]
    seen = Counter(key for page in lasts for key in {_key(layouts[c.page].rows[c.row]) for c in page})
    enough = max(PAGES, SHARE * len(layouts))
    often = {key for key, pages in seen.items() if pages >= enough}
    for at, page in enumerate(lasts if often else ()):
        taken: list[int] = []
        for c in page:
            if _key(layouts[at].rows[c.row]) not in often:
                break
            taken.append(c.row)
        if taken and _stands_off(layouts[at], taken, kinds[at].keys()):
            kinds[at].update(dict.fromkeys(taken, "footer"))


def _rank(c: Candidate) -> int:
    return c.rank


def _key(row: PrintedRow) -> _Key:
    """Return what is the same in each copy: the first cell, its left edge and its size."""
    return row.text.split("\t", 1)[0], round(row.box[0] / 3), round(10 * row.size)


def _stands_off(layout: Layout, taken: Sequence[int], marked: Collection[int]) -> bool:
    """Tell whether the rows are smaller than the text above and farther from it than its lines from one another."""
    rows = layout.rows
    body = [r for at, r in enumerate(rows) if at not in marked and at not in taken and r.turn == "right"]
    top = min(rows[at].base for at in taken)
    body = sorted((r for r in body if r.base < top), key=lambda r: r.base)
    if len(body) < 4:
        return False
    steps = sorted(step for a, b in pairwise(body) if (step := b.base - a.base) > 0.5 * b.size)
    usual = sorted(r.size for r in body)[len(body) // 2]
    small = all(rows[at].size <= PRINT * usual for at in taken)
    return small and bool(steps) and top - body[-1].base > GAP * steps[len(steps) // 2]
