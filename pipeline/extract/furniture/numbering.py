"""Marks printed page numbers and Bates numbers: what counts the pages."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

import regex

from pipeline.document import SetApartKind
from pipeline.extract.furniture.candidates import REACH, Candidate, Kinds, Labels, number_of
from pipeline.extract.layout import Layout

_DASHES = regex.compile(r"[-_=*\s]{8,}")
_BATES = regex.compile(r"([A-Z][A-Z0-9_.&-]{0,18}?[-_ ]?)(\d{4,10})")


class _Hit(NamedTuple):
    row: int
    whole: bool
    """Whether the row holds nothing else."""
    y: float
    text: str
    kind: SetApartKind


def mark_numbers(
    layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]], kinds: Kinds, labels: Labels
) -> None:
    """Mark rows that hold nothing but a number that counts the pages."""
    need = 1 if len(layouts) <= 12 else 2
    for (prefix, offset), pages in _counting(layouts, candidates).items():
        if prefix.endswith("|") and abs(offset) > 3000:
            continue
        for page, hits in pages.items():
            support = sum(1 for near in range(page - REACH, page + REACH + 1) if near != page and near in pages)
            if support < need and not (support and page in (0, len(layouts) - 1)):
                continue
            hit = min(hits, key=_height)
            if hit.whole:
                kinds[page][hit.row] = hit.kind
            if hit.kind == "page_number":
                labels[page][hit.row] = hit.text
    _mark_rising(layouts, candidates, kinds, labels)


def _counting(
    layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]]
) -> dict[tuple[str, int], dict[int, list[_Hit]]]:
    """Return the numbers at the edges by their side and prefix and by what they exceed their page's index by."""
    seen: dict[tuple[str, int], dict[int, list[_Hit]]] = defaultdict(lambda: defaultdict(list))
    for c in (c for page in candidates for c in page):
        row = layouts[c.page].rows[c.row]
        whole = len(row.cells) == 1
        side = c.side.split()[0] if whole else f"{c.side} in row"
        for start, end in row.cells:
            text = row.text[start:end]
            found, kind = _numbered(text)
            if found is not None:
                seen[f"{side}|{found[0]}", found[1] - c.page][c.page].append(_Hit(c.row, whole, c.y, text, kind))
    return seen


def _numbered(text: str) -> tuple[tuple[str, int] | None, SetApartKind]:
    found = number_of(text)
    if found is not None:
        return found, "page_number"
    match = _BATES.fullmatch(text)
    return ((match[1], int(match[2])) if match else None), "bates"


_height = attrgetter("y")


def _mark_rising(
    layouts: Sequence[Layout],
    candidates: Sequence[Sequence[Candidate]],
    kinds: Kinds,
    labels: Labels,
) -> None:
    """Mark the outermost lone numbers at one height that go up through the document, if not by one: an excerpt."""
    heights: dict[tuple[str, int], list[Candidate]] = defaultdict(list)
    for page in candidates:
        for c in page:
            if c.rank == 0 and c.row not in kinds[c.page] and number_of(layouts[c.page].rows[c.row].text):
                heights[c.side, round(c.y / 4)].append(c)
    for group in heights.values():
        values = [found[1] for c in group if (found := number_of(layouts[c.page].rows[c.row].text))]
        if len(group) >= 3 and all(a < b for a, b in pairwise(values)):
            for c in group:
                kinds[c.page][c.row] = "page_number"
                labels[c.page][c.row] = layouts[c.page].rows[c.row].text


def mark_floating(layouts: Sequence[Layout], kinds: Kinds, labels: Labels) -> None:
    """Mark numbers alone on their row that count on through the document, where a print broke its pages elsewhere."""
    chains: list[list[tuple[int, int, int, str]]] = []
    for page, layout in enumerate(layouts):
        for at, row in enumerate(layout.rows):
            if len(row.text) > 12 or len(row.cells) != 1 or at in kinds[page]:
                continue
            found = number_of(row.text)
            if found is None or found[0].endswith("roman"):
                continue
            for chain in reversed(chains[-40:]):
                last_page, _, value, prefix = chain[-1]
                if prefix == found[0] and value + 1 == found[1] and page - last_page in (0, 1, 2):
                    chain.append((page, at, found[1], found[0]))
                    break
            else:
                chains.append([(page, at, found[1], found[0])])
    for chain in chains:
        named = all(not layouts[page].rows[at].text.isdigit() for page, at, _, _ in chain)
        share = 0.3 if named else 0.5 if len(chain) >= 8 else 0.7
        if len(chain) >= 5 and len({page for page, *_ in chain}) >= share * len(chain):
            for page, at, _, _ in chain:
                kinds[page][at] = "page_number"
                labels[page].setdefault(at, layouts[page].rows[at].text)
                _mark_rules(layouts[page], at, kinds[page])


def _mark_rules(layout: Layout, at: int, marked: dict[int, SetApartKind]) -> None:
    """Mark the lines of dashes that a typewritten page number stands between."""
    for near in (at - 1, at + 1):
        if 0 <= near < len(layout.rows) and _DASHES.fullmatch(layout.rows[near].text):
            marked[near] = "footer"
