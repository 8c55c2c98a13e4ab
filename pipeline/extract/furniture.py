"""Parts running headers, footers, page numbers, stamps and watermarks from the body, over the whole document.

A line is furniture when it repeats at the same place of neighbouring pages, its digits masked, and nothing but other
furniture stands between it and the edge. What repeats for a reason stays: column heads, unit lines, titles whose
numbers do not count pages ("Exhibit 31.1"). In doubt a line stays in the body.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import regex

from pipeline.document import SetApart, SetApartKind
from pipeline.extract.fragments import is_figure
from pipeline.extract.layout import Layout
from pipeline.extract.rows import PrintedRow
from pipeline.extract.tables import UNIT_LINE

DEPTH = 5
"""Rows from the top and from the bottom of a page that can be furniture."""
DRIFT = 5.0
"""Points that a running line may move between pages."""
REACH = 4
"""Pages to both sides in which a running line has to show again: odd and even pages and a chapter's first page differ."""
LONG_RUN = 8
"""Pages after which a line that stands close to the body counts as furniture too."""

FEW = 2
"""Pages of a document too short for anything to repeat: there the outermost edge of the page decides."""
EDGE = 0.06
"""Share of the page's height, and of its width for upright text in the margin, that counts as that edge."""

_DIGITS = regex.compile(r"\d+")
_NUMBER = regex.compile(
    r"(?:(?:Page|PAGE|page|Seite|S\.|第)\s*)?[-–—|\[(]*\s*((?:[A-Z]{1,3}|\d{1,2}(?:-\d{1,2})?)[-–—. ])??(\d{1,4}|[ivxlc]{1,7})"
    r"\s*[-–—|\])]*\s*(?:页)?(?:\s*(?:of|OF|/|von|，?\s*共)\s*\d{1,4}\s*页?)?"
)
"""Catches ``Page 12 of 14``, ``F-12``, ``- 7 -``, ``1-1-23`` and ``iv``; spares ``2,018`` and ``10-K``."""
_DASHES = regex.compile(r"[-_=*\s]{8,}")
_BATES = regex.compile(r"([A-Z][A-Z0-9_.&-]{0,18}?[-_ ]?)(\d{4,10})")
_CONTINUED = regex.compile(r"(?i)\(?\b(?:continued|cont['’]?d|fortsetzung)\b|续[表）)]")
_TITLES = regex.compile(
    r"(?i)(?:exhibit|annex|schedule|appendix|part|item|article|section|chapter|附件|附录|第)\s*[\dIVXA-Z一二三四五六七八九十]"
)
_ROMAN_CELL = regex.compile(r"(?<![^\t])[ivxlc]{1,7}(?![^\t])")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(slots=True)
class Parted:
    """What is left of a page's rows, and what was taken."""

    rows: list[PrintedRow]
    set_apart: list[SetApart] = field(default_factory=list)
    label: str | None = None


class _Candidate(NamedTuple):
    page: int
    row: int
    side: str
    rank: int
    """0 for the outermost row of its side."""
    y: float
    text: str


def part(layouts: Sequence[Layout]) -> list[Parted]:
    """Return the pages in order, their furniture set apart."""
    kinds: list[dict[int, SetApartKind]] = [{} for _ in layouts]
    labels: list[dict[int, str]] = [{} for _ in layouts]
    candidates = [_candidates(at, layout) for at, layout in enumerate(layouts)]
    _page_numbers(layouts, candidates, kinds, labels)
    _floating_numbers(layouts, kinds, labels)
    _running_lines(layouts, candidates, kinds)
    _watermarks(layouts, kinds)
    if len(layouts) <= FEW:
        for at, layout in enumerate(layouts):
            _edges(layout, kinds[at], labels[at])
    return [_parted(layout, kinds[at], labels[at]) for at, layout in enumerate(layouts)]


def _candidates(page: int, layout: Layout) -> list[_Candidate]:
    found: list[_Candidate] = []
    by_turn: dict[str, list[int]] = defaultdict(list)
    for at, row in enumerate(layout.rows):
        by_turn[row.turn].append(at)
    for turn, indices in by_turn.items():
        if turn == "slanted":
            continue
        indices.sort(key=lambda at: layout.rows[at].base)
        height = layout.height if turn in ("right", "left") else layout.width
        half = (len(indices) + 1) // 2
        for rank, at in enumerate(indices[: min(DEPTH, half)]):
            row = layout.rows[at]
            found.append(_Candidate(page, at, f"top {turn}", rank, row.base, _masked(row.text)))
        for rank, at in enumerate(reversed(indices[max(half, len(indices) - DEPTH) :] or indices[-1:])):
            row = layout.rows[at]
            found.append(_Candidate(page, at, f"bottom {turn}", rank, height - row.base, _masked(row.text)))
    return found


def _masked(text: str) -> str:
    """Return the text with its numbers, and cells that are Roman ones, as ``#``."""
    return _ROMAN_CELL.sub("#", _DIGITS.sub("#", text))


def _number(text: str) -> tuple[str, int] | None:
    """Return the prefix and value of a printed page number."""
    match = _NUMBER.fullmatch(text.strip())
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


def _page_numbers(
    layouts: Sequence[Layout],
    candidates: Sequence[Sequence[_Candidate]],
    kinds: list[dict[int, SetApartKind]],
    labels: list[dict[int, str]],
) -> None:
    """Mark rows that hold nothing but a number that counts the pages."""
    seen: dict[tuple[str, str, int], dict[int, list[tuple[int, float, str, SetApartKind]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for page in candidates:
        for c in page:
            row = layouts[c.page].rows[c.row]
            for start, end in row.cells:
                text = row.text[start:end]
                kind: SetApartKind = "page_number"
                found = _number(text)
                if found is None:
                    match = _BATES.fullmatch(text)
                    if match is None:
                        continue
                    found, kind = (match[1], int(match[2])), "bates"
                whole = len(row.cells) == 1
                key = (c.side.split()[0] if whole else f"{c.side} in row", found[0], found[1] - c.page)
                seen[key][c.page].append((c.row if whole else -1 - c.row, c.y, text, kind))
    need = 1 if len(layouts) <= 12 else 2
    for (side, prefix, offset), pages in seen.items():
        if prefix == "" and abs(offset) > 3000:
            continue
        for page, hits in pages.items():
            support = sum(1 for near in range(page - REACH, page + REACH + 1) if near != page and near in pages)
            if support < need and not (support and page in (0, len(layouts) - 1)):
                continue
            at, _, text, kind = min(hits, key=lambda hit: hit[1])
            if at >= 0:
                kinds[page][at] = kind
            if kind == "page_number":
                labels[page][at if at >= 0 else -1 - at] = text
    _rising_numbers(layouts, candidates, kinds, labels)


def _rising_numbers(
    layouts: Sequence[Layout],
    candidates: Sequence[Sequence[_Candidate]],
    kinds: list[dict[int, SetApartKind]],
    labels: list[dict[int, str]],
) -> None:
    """Mark the outermost lone numbers at one height that go up through the document, if not by one: an excerpt."""
    heights: dict[tuple[str, int], list[_Candidate]] = defaultdict(list)
    for page in candidates:
        for c in page:
            if c.rank == 0 and c.row not in kinds[c.page] and _number(layouts[c.page].rows[c.row].text):
                heights[c.side, round(c.y / 4)].append(c)
    for group in heights.values():
        values = [found[1] for c in group if (found := _number(layouts[c.page].rows[c.row].text))]
        if len(group) >= 3 and all(a < b for a, b in pairwise(values)):
            for c in group:
                kinds[c.page][c.row] = "page_number"
                labels[c.page][c.row] = layouts[c.page].rows[c.row].text


def _floating_numbers(
    layouts: Sequence[Layout], kinds: list[dict[int, SetApartKind]], labels: list[dict[int, str]]
) -> None:
    """Mark numbers alone on their row that count on through the document, where a print broke its pages elsewhere."""
    chains: list[list[tuple[int, int, int, str]]] = []
    for page, layout in enumerate(layouts):
        for at, row in enumerate(layout.rows):
            if len(row.text) > 12 or len(row.cells) != 1 or at in kinds[page]:
                continue
            found = _number(row.text)
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
        if len(chain) >= 5 and len({page for page, *_ in chain}) >= (0.3 if named else 0.7) * len(chain):
            for page, at, _, _ in chain:
                kinds[page][at] = "page_number"
                labels[page].setdefault(at, layouts[page].rows[at].text)
                _mark_rules(layouts[page], at, kinds[page])


def _mark_rules(layout: Layout, at: int, marked: dict[int, SetApartKind]) -> None:
    """Mark the lines of dashes that a typewritten page number stands between."""
    for near in (at - 1, at + 1):
        if 0 <= near < len(layout.rows) and _DASHES.fullmatch(layout.rows[near].text):
            marked[near] = "footer"


def _running_lines(
    layouts: Sequence[Layout], candidates: Sequence[Sequence[_Candidate]], kinds: list[dict[int, SetApartKind]]
) -> None:
    places: dict[tuple[str, str], list[_Candidate]] = defaultdict(list)
    for page in candidates:
        for c in page:
            places[c.side, c.text].append(c)
    strength: dict[tuple[int, int], int] = {}
    for group in places.values():
        if len(group) > 1:
            _rate(layouts, group, strength)
    for page, found in enumerate(candidates):
        for side in sorted({c.side for c in found}):
            rows = sorted((c for c in found if c.side == side), key=lambda c: c.rank)
            _take_from_edge(layouts, page, rows, strength, kinds)
    _same_height(layouts, candidates, kinds)


def _same_height(
    layouts: Sequence[Layout], candidates: Sequence[Sequence[_Candidate]], kinds: list[dict[int, SetApartKind]]
) -> None:
    """Mark outermost rows that stand where other pages have their furniture: running titles that change by chapter."""
    heights: dict[tuple[str, int], set[int]] = defaultdict(set)
    sizes: dict[tuple[str, int], set[float]] = defaultdict(set)
    for page in candidates:
        for c in page:
            if c.row in kinds[c.page]:
                for near in (-1, 0, 1):
                    heights[c.side, round(c.y / 2) + near].add(c.page)
                    sizes[c.side, round(c.y / 2) + near].add(round(layouts[c.page].rows[c.row].size, 1))
    for page in candidates:
        for c in page:
            row, key = layouts[c.page].rows[c.row], (c.side, round(c.y / 2))
            if c.rank or c.row in kinds[c.page] or len(heights[key]) < max(3, 0.4 * len(layouts)):
                continue
            alike = any(abs(row.size - size) < 0.4 for size in sizes[key])
            if alike and not _stays(row, 1, len(layouts)) and not _touches_body(layouts[c.page], c, [c], {}, near=1.8):
                kinds[c.page][c.row] = "header" if c.side.startswith("top") else "footer"


def _rate(layouts: Sequence[Layout], group: Sequence[_Candidate], strength: dict[tuple[int, int], int]) -> None:
    """Note for each line of ``group`` on how many near pages it stands at the same place, if that is enough."""
    short = len(layouts) <= 4
    pages = [c.page for c in group]
    texts = {layouts[c.page].rows[c.row].text for c in group}
    if len(texts) > 1 and not _counts(layouts, group):
        titles = group[0].side.startswith("top") and _TITLES.match(min(texts)) is not None
        if titles or (len(texts) > 0.5 * len(group) and not _rises(layouts, group)):
            return
    for at, c in enumerate(group):
        near = 0
        for other in group[max(0, at - 2 * REACH) : at + 2 * REACH + 1]:
            if other is not c and 0 < abs(other.page - c.page) <= REACH and abs(other.y - c.y) <= DRIFT:
                near += 1
        if near >= (1 if short else 2):
            strength[c.page, c.row] = len(set(pages))


def _counts(layouts: Sequence[Layout], group: Sequence[_Candidate]) -> bool:
    """Tell whether the digits in which the lines differ go up with the pages."""
    numbers = [tuple(map(int, _DIGITS.findall(layouts[c.page].rows[c.row].text))) for c in group]
    width = len(numbers[0])
    if any(len(n) != width for n in numbers):
        return False
    for place in range(width):
        values = [n[place] for n in numbers]
        if len(set(values)) == 1:
            continue
        steps = [(b - a, q.page - p.page) for a, b, p, q in zip(values, values[1:], group, group[1:], strict=False)]
        right = sum(1 for value, page in steps if value == page)
        if right < 0.6 * len(steps):
            return False
    return True


def _rises(layouts: Sequence[Layout], group: Sequence[_Candidate]) -> bool:
    """Tell whether the last or first number of the lines goes up: page numbers of an excerpt."""
    numbers = [list(map(int, _DIGITS.findall(layouts[c.page].rows[c.row].text))) for c in group]
    if not all(numbers):
        return False
    return any(all(a[place] < b[place] for a, b in pairwise(numbers)) for place in (0, -1))


def _take_from_edge(
    layouts: Sequence[Layout],
    page: int,
    rows: Sequence[_Candidate],
    strength: dict[tuple[int, int], int],
    kinds: list[dict[int, SetApartKind]],
) -> None:
    """Mark the repeated rows of one side from the edge inwards, until the body begins."""
    layout, marked = layouts[page], kinds[page]
    taken: list[_Candidate] = []
    for c in rows:
        row = layout.rows[c.row]
        if c.row in marked:
            continue
        if (page, c.row) in strength and not _stays(row, strength[page, c.row], len(layouts)):
            taken.append(c)
        elif taken or c.rank:
            break
    while taken and _touches_body(layout, taken[-1], taken, marked) and strength[page, taken[-1].row] < LONG_RUN:
        taken.pop()
    for c in taken:
        if _heads_table(layout, c, taken):
            continue
        text = layout.rows[c.row].text
        if text.startswith(("Source:", "SOURCE:")):
            marked[c.row] = "source_footer"
        else:
            marked[c.row] = "header" if c.side.startswith("top") else "footer"


def _stays(row: PrintedRow, run: int, pages: int) -> bool:
    if UNIT_LINE.match(row.text) and not row.text.startswith("Source"):
        return True
    if _CONTINUED.search(row.text) and run < 6:
        return True
    if _TITLES.match(row.text) and run < 4 and pages > 4:
        return True
    figures = sum(1 for start, end in row.cells[1:] if is_figure(row.text[start:end]))
    return figures >= 2


def _touches_body(
    layout: Layout,
    c: _Candidate,
    taken: Sequence[_Candidate],
    marked: dict[int, SetApartKind],
    *,
    near: float = 1.45,
) -> bool:
    """Tell whether the row stands as close to the body as the body's lines to each other."""
    row = layout.rows[c.row]
    own = {other.row for other in taken} | set(marked)
    down = c.side.startswith("top")
    distances = [
        (other.base - row.base) if down else (row.base - other.base)
        for at, other in enumerate(layout.rows)
        if at not in own and other.turn == row.turn
    ]
    return min((d for d in distances if d > 0), default=1e9) < near * row.size


def _heads_table(layout: Layout, c: _Candidate, taken: Sequence[_Candidate]) -> bool:
    """Tell whether a row of several cells stands over columns: the head of a table that goes on."""
    row = layout.rows[c.row]
    if len(row.cells) < 2 or not c.side.startswith("top"):
        return False
    own = {other.row for other in taken}
    below = [r for at, r in enumerate(layout.rows) if at not in own and r.base > row.base and r.turn == row.turn]
    following = min(below, key=lambda r: r.base, default=None)
    if following is None or len(following.cells) < 2 or following.base - row.base > 3.5 * row.size:
        return False
    return any(abs(a[1] - b[1]) < 4 or abs(a[0] - b[0]) < 4 or abs(sum(a) - sum(b)) < 8
               for a in row.edges[1:] for b in following.edges[1:])  # fmt: skip


def _watermarks(layouts: Sequence[Layout], kinds: list[dict[int, SetApartKind]]) -> None:
    """Mark large or slanted text that stands at the same place of several pages."""
    seen: dict[tuple[str, int, int], list[tuple[int, int]]] = defaultdict(list)
    for page, layout in enumerate(layouts):
        for at, row in enumerate(layout.rows):
            if at not in kinds[page] and (row.turn == "slanted" or row.size >= 30):
                seen[row.text, round(row.box[0] / 12), round(row.box[1] / 12)].append((page, at))
    for places in seen.values():
        slanted = layouts[places[0][0]].rows[places[0][1]].turn == "slanted"
        if len(places) >= (2 if slanted else 3) or (slanted and layouts[places[0][0]].rows[places[0][1]].size >= 30):
            for page, at in places:
                kinds[page][at] = "watermark"


def _edges(layout: Layout, marked: dict[int, SetApartKind], labels: dict[int, str]) -> None:
    """Mark, on a page without neighbours, small lines at its very edge and a number alone below all text."""
    body = [(at, row) for at, row in enumerate(layout.rows) if row.turn == "right" and at not in marked]
    for at, row in enumerate(layout.rows):
        narrow = row.box[2] < EDGE * layout.width or row.box[0] > (1 - EDGE) * layout.width
        if row.turn in ("up", "down") and narrow and len(body) > 3:
            marked[at] = "watermark"
    if len(body) < 4:
        return
    usual = sorted((row.size, len(row.text)) for _, row in body)[len(body) // 2][0]
    body.sort(key=lambda pair: pair[1].base)
    outside = [row.box[3] <= EDGE * layout.height or _is_paged(body, i) for i, (_, row) in enumerate(body)]
    for at, row in _edge_rows(body, usual, outside):
        marked[at] = "header"
        labels.update({at: cell for cell in row.text.split("\t") if len(row.cells) > 1 and _number(cell)})
    body.reverse()
    outside = [row.box[1] >= (1 - EDGE) * layout.height or _is_paged(body, i) for i, (_, row) in enumerate(body)]
    for at, row in _edge_rows(body, usual, outside):
        marked[at] = "footer"
        labels.update({at: cell for cell in row.text.split("\t") if len(row.cells) > 1 and _number(cell)})
    rest = [(at, row) for at, row in body if at not in marked]
    if len(rest) < 2:
        return
    (at, row), above = rest[0], rest[1][1]
    centred = abs(row.box[0] + row.box[2] - layout.width) < 0.06 * layout.width
    if _number(row.text) and row.base - above.base > 1.8 * row.size and (centred or row.box[1] > 0.9 * layout.height):
        marked[at] = "page_number"
        labels[at] = row.text


def _is_paged(rows: Sequence[tuple[int, PrintedRow]], at: int) -> bool:
    """Tell whether the outermost row is a title and, far from it, a page number; rows of contents pages are many."""
    return at == 0 and _has_page_cell(rows[0][1]) and not any(_has_page_cell(row) for _, row in rows[1:4])


def _has_page_cell(row: PrintedRow) -> bool:
    cells = row.text.split("\t")
    if len(cells) not in (2, 3) or sum(1 for cell in cells if _number(cell)) != 1:
        return False
    return bool(_number(cells[0]) or _number(cells[-1])) and not any(
        is_figure(cell) and not _number(cell) for cell in cells
    )


def _edge_rows(rows: list[tuple[int, PrintedRow]], usual: float, outside: list[bool]) -> list[tuple[int, PrintedRow]]:
    """Return up to three rows from the edge inwards that are small, lie outside, and end before a gap."""
    taken: list[tuple[int, PrintedRow]] = []
    found = 0
    for (at, row), is_outside, following in zip(rows, outside, rows[1:], strict=False):
        if not is_outside or row.size > 1.05 * usual or len(taken) > 3:
            break
        taken.append((at, row))
        if abs(following[1].base - row.base) > 1.8 * row.size:
            found = len(taken)
    return taken[:found]


def _parted(layout: Layout, kinds: dict[int, SetApartKind], labels: dict[int, str]) -> Parted:
    taken = [
        piece for at in sorted(kinds) for piece in _pieces(layout.rows[at], kinds[at], layout.number, labels.get(at))
    ]
    rows = _with_breaks(layout.rows, kinds)
    label = next((labels[at] for at in sorted(labels, reverse=True) if at in kinds), layout.label)
    return Parted(rows, taken, label)


def _with_breaks(rows: Sequence[PrintedRow], kinds: dict[int, SetApartKind]) -> list[PrintedRow]:
    """Return the rows of the body; what stands behind furniture in the middle of a page is a zone of its own."""
    kept: list[PrintedRow] = []
    shift = 0
    for at, row in enumerate(rows):
        if at in kinds:
            shift += bool(kept) and at - 1 not in kinds
            continue
        if shift:
            row.zone += shift
        kept.append(row)
    return kept


def _pieces(row: PrintedRow, kind: SetApartKind, page: int, number: str | None) -> Iterable[SetApart]:
    """Return the cells of a set-apart row, the page number among them as such."""
    if len(row.cells) == 1 or number is None:
        return [SetApart(kind, page, row.box, row.text)]
    found = []
    for (start, end), (x0, x1) in zip(row.cells, row.edges, strict=True):
        text = row.text[start:end]
        box = (x0, row.box[1], x1, row.box[3]) if row.turn == "right" else row.box
        found.append(SetApart("page_number" if text == number else kind, page, box, text))
    return found
