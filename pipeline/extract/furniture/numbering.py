"""Marks printed page numbers and Bates numbers: what counts the pages."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate, pairwise
from operator import attrgetter
from typing import NamedTuple

import regex

from pipeline.document import SetApartKind
from pipeline.extract.fragments import is_figure
from pipeline.extract.furniture.candidates import REACH, Candidate, Kinds, Labels, number_of
from pipeline.extract.layout import Layout
from pipeline.extract.rows import PrintedRow

_DASHES = regex.compile(r"[-_=*\s]{8,}")
_BATES = regex.compile(r"([A-Z][A-Z0-9_.&-]{0,18}?[-_ ]?)(\d{4,10})")


SHORT = 12
"""Pages of a text that has too few numbers to count on."""
TYPED, FIRST = 3, 3
"""Numbers of it at least, and what the first is at most."""
LINES = (30, 90)
"""Lines of a typewritten page."""
_YEAR = regex.compile(r"(?:19|20)\d\d")
_STAMP = regex.compile(r"[A-Z][A-Z0-9]{1,18}[-_ ]?\d{5,10}")
"""Catches ``ALDER-000421``; spares ``REDP-5110-00`` and ``Form 1040``."""


def is_stamp(text: str) -> bool:
    """Tell whether a cell reads as a Bates number."""
    return _STAMP.fullmatch(text) is not None


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
        for text in (row.text,) if whole else row.text.split("\t"):
            found, kind = _numbered(text)
            if found is not None:
                side = c.side.split()[0] if whole else f"{c.side} in row"
                seen[f"{side}|{found[0]}", found[1] - c.page][c.page].append(_Hit(c.row, whole, c.y, text, kind))
    return seen


def _numbered(text: str) -> tuple[tuple[str, int] | None, SetApartKind]:
    found = number_of(text)
    if found is not None:
        return found, "page_number"
    match = _BATES.fullmatch(text) if text[-1:].isdigit() else None
    return ((match[1], int(match[2])) if match else None), "bates"


_height = attrgetter("y")


def _mark_rising(
    layouts: Sequence[Layout],
    candidates: Sequence[Sequence[Candidate]],
    kinds: Kinds,
    labels: Labels,
) -> None:
    """Mark the outermost rows at one height whose numbers go up through the document, if not by one: an excerpt."""
    heights: dict[tuple[str, int], list[_Rise]] = defaultdict(list)
    for page in candidates:
        for c in page:
            if c.rank == 0 and (found := _edge_number(layouts[c.page].rows[c.row])):
                heights[c.side, round(c.y / 4)].append(_Rise(c, *found))
    for group in heights.values():
        rows = [layouts[rise.at.page].rows[rise.at.row] for rise in group]
        whole = all(len(row.cells) == 1 for row in rows)
        if len(group) < (3 if whole else 5) or not all(_rises(a, b, whole=whole) for a, b in pairwise(group)):
            continue
        for rise, row in zip(group, rows, strict=True):
            number, at = rise.at.page, rise.at.row
            if len(row.cells) == 1 or _is_clear(layouts[number], row):
                kinds[number].setdefault(at, "page_number" if len(row.cells) == 1 else _side(rise.at))
                labels[number].setdefault(at, rise.text)


class _Rise(NamedTuple):
    at: Candidate
    text: str
    arabic: bool
    value: int


def _edge_number(row: PrintedRow) -> tuple[str, bool, int] | None:
    """Return the page number that the row is, or that stands before or behind its title; its script and value."""
    cells = row.text.split("\t")
    if len(cells) > 3 or sum(map(is_figure, cells)) > 1:
        return None
    for cell in (cells[-1], cells[0]):
        found = number_of(cell)
        if found is not None:
            return cell, not found[0].endswith("roman"), found[1]
    return None


def _rises(one: _Rise, other: _Rise, *, whole: bool) -> bool:
    if one.arabic != other.arabic:
        return other.arabic
    step = other.value - one.value
    return step >= 1 if whole else step >= other.at.page - one.at.page


def _is_clear(layout: Layout, row: PrintedRow) -> bool:
    """Tell whether the row stands far from its neighbour, or twice as far as this from the next."""
    bases = sorted({abs(other.base - row.base) for other in layout.rows if other.turn == row.turn})[1:]
    far = [distance for distance in bases if distance > 0.5 * row.size]
    if len(far) < 2:
        return True
    return far[0] > 4 * row.size or far[0] > max(1.45 * row.size, 2 * (far[1] - far[0]))


def _side(c: Candidate) -> SetApartKind:
    return "header" if c.side.startswith("top") else "footer"


def name_numbers(layout: Layout, marked: dict[int, SetApartKind], labels: dict[int, str]) -> None:
    """Call the headers and footers that are nothing but a page number so; a year is none."""
    for at, kind in marked.items():
        row = layout.rows[at]
        if kind in ("header", "footer") and len(row.cells) == 1 and len(row.text) < 30:
            found = number_of(row.text)
            if found is not None and (found[0] or not _YEAR.fullmatch(row.text)):
                marked[at] = "page_number"
                labels.setdefault(at, row.text)


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


class _Typed(NamedTuple):
    page: int
    row: int
    line: int
    """Rows of the document before it."""
    value: int
    middle: float
    """Twice the x of its middle."""


def _typed(layouts: Sequence[Layout]) -> list[_Typed]:
    before = [0, *accumulate(len(layout.rows) for layout in layouts)]
    return [
        _Typed(page, at, before[page] + at, int(row.text), row.box[0] + row.box[2])
        for page, layout in enumerate(layouts)
        for at, row in enumerate(layout.rows)
        if len(row.text) < 4 and row.text.isdecimal()
    ]


def mark_typed(layouts: Sequence[Layout], kinds: Kinds, labels: Labels) -> None:
    """Mark the few numbers of a short typewritten text that stand below one another after as many lines each."""
    typed = _typed(layouts) if 1 < len(layouts) <= SHORT else []
    for first in (number for number in typed if 0 < number.value <= FIRST):
        run = [first]
        for number in typed:
            step = number.value - run[-1].value
            if 0 < step <= 2 and abs(number.middle - first.middle) < 12 and number.line - run[-1].line > LINES[0]:
                run.append(number)
        lengths = [(b.line - a.line) / (b.value - a.value) for a, b in pairwise(run)]
        if len(run) < TYPED or max(lengths) > min(LINES[1], 1.5 * min(lengths)) or min(lengths) < LINES[0]:
            continue
        for number in run:
            kinds[number.page].setdefault(number.row, "page_number")
            labels[number.page].setdefault(number.row, layouts[number.page].rows[number.row].text)
        return


def _mark_rules(layout: Layout, at: int, marked: dict[int, SetApartKind]) -> None:
    """Mark the lines of dashes that a typewritten page number stands between."""
    for near in (at - 1, at + 1):
        if 0 <= near < len(layout.rows) and _DASHES.fullmatch(layout.rows[near].text):
            marked[near] = "footer"
