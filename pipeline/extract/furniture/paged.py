"""Marks rows that say which page this is, whatever stands beside it, and numbers that begin anew with each part."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

from pipeline.extract.furniture.candidates import DIGITS, REACH, Candidate, Kinds, Labels, masked, number_of
from pipeline.extract.layout import Layout

_FORM = regex.compile(r"(?i)\b(?:page|seite|pg\.)\s*(?:[a-z]{1,3}-)?#|第\s*#\s*页|^#\s?(?:/|of|von)\s?#$")
_PAGE = regex.compile(
    r"(?i)\b(?:page|seite|pg\.)\s*(?P<part>[a-z]{1,3}-)?(?P<at>\d{1,4})\b(?:\s*(?:of|von|/)\s*(?P<all>\d{1,3})\b)?"
    r"|第\s*(?P<at>\d{1,4})\s*页|^(?P<at>\d{1,3})\s?(?:/|of|von)\s?(?P<all>\d{1,3})\b"
)
"""Catches ``Page 5 of 38``, ``page TL-1``, ``1/9``; spares ``Statement 3/2024``, ``Counterpart 1 of 4``."""
DEEP = 3
"""Rows of one side that may stand further out than such a row."""
SHORT = 12
"""Characters of a number of a part and of its page, masked."""
PARTS = 5
"""Pages on which numbers that begin anew stand in a row."""
SWAY = 4.0
"""Points by which the middles of such numbers differ."""


class _Said(NamedTuple):
    at: Candidate
    label: str
    whole: bool
    """Whether it names all pages, too: two such rows say enough."""


def mark_paged(
    layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]], kinds: Kinds, labels: Labels
) -> None:
    """Mark the rows whose "Page 5 of 38" counts with the pages."""
    seen: dict[tuple[str, str, str, int], list[_Said]] = defaultdict(list)
    for c in [c for page in candidates for c in page if c.rank <= DEEP and "#" in c.text]:
        if _says_page(c.text) and c.row not in kinds[c.page]:
            for text in layouts[c.page].rows[c.row].text.split("\t"):
                form = masked(text)
                if _FORM.search(form) and (match := _PAGE.search(text)):
                    key = (c.side, form, f"{match['part']} {match['all']}", int(match["at"]) - c.page)
                    seen[key].append(_Said(c, match[0], match["all"] is not None))
    for found in seen.values():
        for said in found:
            near = {o.at.page for o in found if 0 < abs(o.at.page - said.at.page) <= REACH}
            if len(near) >= (1 if said.whole else 2):
                kinds[said.at.page][said.at.row] = "header" if said.at.side.startswith("top") else "footer"
                labels[said.at.page][said.at.row] = said.label


@lru_cache(maxsize=8192)
def _says_page(text: str) -> bool:
    return any(_FORM.search(cell) for cell in text.split("\t"))


def mark_parts(
    layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]], kinds: Kinds, labels: Labels
) -> None:
    """Mark the last rows of pages that are numbers of a part and of its page: "A-2-1", "A-2-2", "A-3-1"."""
    run: list[tuple[Candidate, str, int]] = []
    for page in candidates if len(layouts) >= PARTS else ():
        for c in page:
            if c.rank > 1 or c.text.count("#") != 2 or len(c.text) > SHORT or c.side != "bottom right":
                continue
            found = number_of(layouts[c.page].rows[c.row].text)
            if found is None or not found[0][:1].isalpha() or DIGITS.search(found[0]) is None:
                continue
            if run and not (0 < c.page - run[-1][0].page < 3 and _is_alike(layouts, run[-1][0], c)):
                _mark_run(layouts, run, kinds, labels)
                run = []
            run.append((c, *found))
    _mark_run(layouts, run, kinds, labels)


def _is_alike(layouts: Sequence[Layout], one: Candidate, other: Candidate) -> bool:
    a, b = layouts[one.page].rows[one.row], layouts[other.page].rows[other.row]
    middle = abs(a.box[0] + a.box[2] - b.box[0] - b.box[2]) / 2
    return one.text == other.text and middle < SWAY and round(a.size, 1) == round(b.size, 1)


def _mark_run(
    layouts: Sequence[Layout], run: Sequence[tuple[Candidate, str, int]], kinds: Kinds, labels: Labels
) -> None:
    steps = [
        value - before == c.page - last.page if part == former else value <= 1
        for (last, former, before), (c, part, value) in pairwise(run)
    ]
    if len(run) < PARTS or steps.count(True) < 0.8 * len(steps):
        return
    for c, _, _ in run:
        kinds[c.page][c.row] = "page_number"
        labels[c.page].setdefault(c.row, layouts[c.page].rows[c.row].text)
