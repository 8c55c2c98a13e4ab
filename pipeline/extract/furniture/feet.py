"""Marks running feet that follow the text of each page, at whatever height it ends.

They are in small print and stand off, or they stand under the number of the page; or so many pages in a row have them
that they may touch the text, as heads may.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise, takewhile

from pipeline.document import SetApartKind
from pipeline.extract.furniture import signs
from pipeline.extract.furniture.candidates import DEPTH, Candidate, Kinds, number_of
from pipeline.extract.layout import Layout
from pipeline.extract.rows import PrintedRow
from pipeline.extract.unitline import UNIT_LINE

PAGES, SHARE = 8, 0.3
"""Pages, and share of the pages, that a foot has to stand on; no share where it stands on page after page."""
NUMBERED = 3
"""Pages that do for one under a page number."""
THROUGHOUT = 16
"""Pages in a row on which a line stands that is furniture however close to the text."""
OUTER = 3
"""Rows of such a head or foot."""
LETTERS = 12
"""Characters that it has: "N/A" and "Total" may end every page of a table."""
SKIPPED = 2
"""Pages from one copy to the next in a run: odd and even pages differ."""
PRINT = 0.9
"""Of the size of the text: a foot is smaller."""
GAP = 1.4
"""Usual steps between lines that it keeps from the text."""

_Key = tuple[str, int, int]


def mark_feet(layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]], kinds: Kinds) -> None:
    """Mark the last rows of pages that are the same as the last rows of many others, from the bottom up."""
    if len(layouts) < NUMBERED:
        return
    bottoms = [[c for c in page if c.side == "bottom right"] for page in candidates]
    lasts = [[c for c in page if c.row not in marked] for page, marked in zip(bottoms, kinds, strict=True)]
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
    _mark_runs(layouts, lasts, _lengths(layouts, bottoms), kinds)
    if len(layouts) >= THROUGHOUT:
        _mark_throughout(layouts, lasts, kinds, "footer")
        tops = [[c for c in page[:DEPTH] if c.side == "top right"] for page in candidates]
        _mark_throughout(layouts, tops, kinds, "header")
    if len(layouts) > PAGES:
        _mark_known(layouts, lasts, kinds)


def _key(row: PrintedRow) -> _Key:
    """Return what is the same in each copy: the first cell, its left edge and its size."""
    return row.text.split("\t", 1)[0], round(row.box[0] / 3), round(10 * row.size)


def _mark_runs(
    layouts: Sequence[Layout],
    lasts: Sequence[Sequence[Candidate]],
    lengths: Mapping[tuple[int, int], int],
    kinds: Kinds,
) -> None:
    """Mark the last rows that are the same on page after page: the feet of one part of the document."""
    waiting: list[tuple[int, int, list[int]]] = []
    numbered: set[str] = set()
    for at, page in enumerate(lasts):
        taken = _outermost(page, lengths)
        pages = min((lengths[at, row] for row in taken), default=0)
        if not taken or (pages < PAGES and any(signs.is_text(layouts[at].rows[row]) for row in taken)):
            continue
        above = _above(layouts[at], taken)
        if above is not None and kinds[at].get(above) in ("page_number", "footer"):
            numbered.add(layouts[at].rows[taken[0]].text)
            kinds[at].update(dict.fromkeys(taken, "footer"))
        elif above is not None and _is_number(layouts[at].rows[above]):
            waiting.append((at, above, taken))
        elif _is_foot(layouts[at], taken, kinds[at].keys(), pages):
            kinds[at].update(dict.fromkeys(taken, "footer"))
    for at, above, taken in waiting:
        if layouts[at].rows[taken[0]].text in numbered:
            kinds[at].update(dict.fromkeys((above, *taken), "footer"))


def _outermost(page: Sequence[Candidate], lengths: Mapping[tuple[int, int], int]) -> list[int]:
    """Return the rows from the edge on that have copies, up to the first that has none or that is set apart."""
    taken: list[int] = []
    for inwards, c in enumerate(page, page[0].rank if page else 0):
        if (c.page, c.row) not in lengths or c.rank != inwards:
            break
        taken.append(c.row)
    return taken


def _mark_throughout(
    layouts: Sequence[Layout], sides: Sequence[Sequence[Candidate]], kinds: Kinds, kind: SetApartKind
) -> None:
    """Mark the outermost rows whose words end, or begin, page after page for long: all of them or none."""
    outer = [[c for c in side if c.row not in marked][:OUTER] for side, marked in zip(sides, kinds, strict=True)]
    if max(Counter(side[0].text for side in outer if side).values(), default=0) < 0.9 * THROUGHOUT:
        return
    runs = _lengths(layouts, outer)
    often = {layouts[page].rows[row].text for (page, row), pages in runs.items() if pages >= THROUGHOUT}
    often = {text for text in often if _is_line(text)}
    if not often:
        return
    taken = [[*takewhile(lambda c: layouts[c.page].rows[c.row].text in often, side)] for side in outer]
    lengths: dict[str, Counter[int]] = defaultdict(Counter)
    for side in filter(None, taken):
        lengths[side[0].text][len(side)] += 1
    for side in filter(None, taken):
        if len(side) >= lengths[side[0].text].most_common(1)[0][0]:
            kinds[side[0].page].update(dict.fromkeys([c.row for c in side], kind))


def _is_line(text: str) -> bool:
    return len(text) >= LETTERS and "\t" not in text and not UNIT_LINE.match(text) and any(map(str.isalpha, text))


def _mark_known(layouts: Sequence[Layout], lasts: Sequence[Sequence[Candidate]], kinds: Kinds) -> None:
    """Mark the last rows that are the same as a cell of the feet of many pages, at its right or left edge."""
    seen: Counter[_Key] = Counter()
    for layout, marked in zip(layouts, kinds, strict=True):
        for row in (layout.rows[at] for at, kind in marked.items() if kind == "footer"):
            for (start, end), edges in zip(row.cells, row.edges, strict=True):
                seen.update(_corners(row, row.text[start:end], edges))
    known = {key for key, pages in seen.items() if pages >= PAGES and len(key[0]) >= LETTERS}
    for layout, marked, page in zip(layouts, kinds, lasts, strict=True) if known else ():
        for at in _upwards(layout) if len(layout.rows) < 2 * DEPTH else [c.row for c in page]:
            row = layout.rows[at]
            cells = row.text.split("\t")
            ends = _corners(row, cells[0], row.edges[0]) + _corners(row, cells[-1], row.edges[-1])
            if at not in marked and known.isdisjoint(ends):
                break
            marked.setdefault(at, "footer")


def _corners(row: PrintedRow, cell: str, edges: tuple[float, float]) -> list[_Key]:
    return [(cell, round(x), round(10 * row.size)) for x in edges]


def _upwards(layout: Layout) -> list[int]:
    rows = [(row.base, at) for at, row in enumerate(layout.rows) if row.turn == "right"]
    return [at for _, at in sorted(rows, reverse=True)]


def _lengths(layouts: Sequence[Layout], bottoms: Sequence[Sequence[Candidate]]) -> dict[tuple[int, int], int]:
    """Return, of each row in a run of copies, on how many pages of the run it stands."""
    places: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for c in (c for page in bottoms for c in page):
        row = layouts[c.page].rows[c.row]
        places[row.text, round(10 * row.size)].append((c.page, c.row))
    lengths: dict[tuple[int, int], int] = {}
    for copies in places.values():
        begin = 0
        for at in range(1, len(copies) + 1 if len(copies) >= NUMBERED else 0):
            if at == len(copies) or copies[at][0] - copies[at - 1][0] > SKIPPED:
                pages = len({page for page, _ in copies[begin:at]})
                lengths.update(dict.fromkeys(copies[begin:at] if pages >= NUMBERED else (), pages))
                begin = at
    return lengths


def _above(layout: Layout, taken: Sequence[int]) -> int | None:
    """Return the row that stands next above ``taken``."""
    top = min(layout.rows[at].base for at in taken)
    over = [(row.base, at) for at, row in enumerate(layout.rows) if row.turn == "right" and row.base < top - 1]
    return max(over)[1] if over else None


def _is_number(row: PrintedRow) -> bool:
    return len(row.cells) == 1 and number_of(row.text) is not None


def _is_foot(layout: Layout, taken: Sequence[int], marked: Collection[int], pages: int) -> bool:
    """Tell whether the rows are no notes or sentences, stand on enough pages and stand off."""
    notes = any(signs.is_text(layout.rows[at]) or not layout.rows[at].text[0].isalnum() for at in taken)
    return pages >= PAGES and not notes and _stands_off(layout, taken, marked)


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
