"""Gives back the titles and dates of forms that were filled in page by page: there the whole page repeats.

What repeats with its page is no evidence of furniture; a running header stands over pages that differ.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import regex

from pipeline.extract.furniture.candidates import Candidate, Kinds
from pipeline.extract.layout import Layout

SAME = 0.6
"""Share of the words of two pages that both have when one form made them; prose of one document has a third."""
SPARSE = 12
"""Rows up to which a page is so short that the heights of its rows tell a form: signature pages."""
SPARSE_SAME = 0.2
"""Share of common words that does there: "By:", "Name:" and "Title:"."""
THROUGHOUT = 0.8
"""Share of the pages with furniture at one height from which on it is the document's, whatever its pages hold."""
_PAGE = regex.compile(r"(?i)(?:\b(?:page|seite)|第)\s*(\d{1,4})\b")
"""Catches ``Letter of 4 May, page 2``."""
SAMPLE = 12
"""Pairs of neighbouring pages that are compared."""


def release(layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]], kinds: Kinds) -> None:
    """Unmark the headers and footers most of whose pages are copies of one form."""
    groups: dict[tuple[str, str], list[Candidate]] = defaultdict(list)
    heights: dict[tuple[str, int], set[int]] = defaultdict(set)
    for page in candidates:
        for c in page:
            if kinds[c.page].get(c.row) in ("header", "footer"):
                groups[c.side, c.text].append(c)
                for near in (-1, 0, 1):
                    heights[c.side, round(c.y / 4) + near].add(c.page)
    freed = []
    for group in groups.values():
        covered = max(len(heights[c.side, round(c.y / 4)]) for c in group)
        if all(_says_page(layouts[c.page].rows[c.row].text, c.page + 1) for c in group):
            continue
        if covered < THROUGHOUT * len(layouts) and _are_copies(layouts, sorted({c.page for c in group}), kinds):
            freed.extend(group)
    for c in freed:
        kinds[c.page].pop(c.row, None)


def _says_page(text: str, number: int) -> bool:
    return (found := _PAGE.search(text)) is not None and int(found[1]) == number


def _are_copies(layouts: Sequence[Layout], pages: Sequence[int], kinds: Kinds) -> bool:
    pairs = list(pairwise(pages))
    chosen = pairs[:: max(1, len(pairs) // SAMPLE)]
    return bool(chosen) and sum(1 for a, b in chosen if _alike(layouts, a, b, kinds)) > 0.5 * len(chosen)


def _alike(layouts: Sequence[Layout], one: int, other: int, kinds: Kinds) -> bool:
    """Tell whether the bodies of two pages are copies of one form; pages without a body are."""
    rows, others = (
        [row for at, row in enumerate(layouts[page].rows) if at not in kinds[page]] for page in (one, other)
    )
    words, their = ({word for row in body for word in row.text.split()} for body in (rows, others))
    common = len(words & their) / max(1, len(words | their))
    if common >= SAME or not (words or their):
        return True
    if common < SPARSE_SAME or max(len(rows), len(others)) > SPARSE:
        return False
    bases = [row.base for row in others]
    placed = sum(1 for row in rows if any(abs(row.base - base) < 2 for base in bases))
    return placed >= 0.7 * max(len(rows), len(others))
