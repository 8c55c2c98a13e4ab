"""Marks furniture that only its place and look betray: watermarks, and the edges of a page without neighbours."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from pipeline.document import SetApartKind
from pipeline.extract.furniture import signs
from pipeline.extract.furniture.candidates import Candidate, Kinds, number_of
from pipeline.extract.layout import Layout
from pipeline.extract.rows import PrintedRow

EDGE = 0.06
"""Share of the page's height, and of its width for upright text in the margin, that counts as its edge."""
NEAR = 0.12
"""Share of the height in which a line is believed that says itself that it is no text, or is far smaller."""
CLEAR = 1.8
"""Sizes that a header or footer keeps from the text."""
SWAY = 12.0
"""Points by which the height of a link at the top differs between pages."""
MARGIN_ROWS = 3
"""Lines that run up or down the margin of a page; a sideways table has more."""

Rows = list[tuple[int, PrintedRow]]


def mark_watermarks(layouts: Sequence[Layout], kinds: Kinds) -> None:
    """Mark large or slanted text that stands at the same place of several pages."""
    seen: dict[tuple[str, int, int], list[tuple[int, int]]] = defaultdict(list)
    for page, layout in enumerate(layouts):
        for at, row in enumerate(layout.rows):
            if (row.size >= 30 or row.turn == "slanted") and at not in kinds[page]:
                seen[row.text, round(row.box[0] / 12), round(row.box[1] / 12)].append((page, at))
    for places in seen.values():
        slanted = layouts[places[0][0]].rows[places[0][1]].turn == "slanted"
        if len(places) >= (2 if slanted else 3) or (slanted and layouts[places[0][0]].rows[places[0][1]].size >= 30):
            for page, at in places:
                kinds[page][at] = "watermark"


def mark_margin(layout: Layout, marked: dict[int, SetApartKind]) -> None:
    """Mark the few lines that run up or down the margin beside text: where it was downloaded, a thumb index."""
    upright = sum(1 for row in layout.rows if row.turn == "right")
    turned = [(at, row) for at, row in enumerate(layout.rows) if row.turn in ("up", "down")]
    if upright < 4 or len(turned) > MARGIN_ROWS:
        return
    for at, row in turned:
        if row.box[2] < EDGE * layout.width or row.box[0] > (1 - EDGE) * layout.width:
            marked.setdefault(at, "watermark")


def mark_ways_back(layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]], kinds: Kinds) -> None:
    """Mark the links to the contents list at the top of pages, however seldom and close to the text."""
    links = [
        c
        for page in candidates
        for c in page
        if c.rank == 0 and c.side == "top right" and signs.is_way_back(layouts[c.page].rows[c.row].text)
    ]
    for c in links:
        rows = sorted((row for row in layouts[c.page].rows if row.turn == "right"), key=lambda row: row.base)
        entries = sum(len(row.cells) > 1 and number_of(row.text.split("\t")[-1]) is not None for row in rows[1:12])
        if entries < 3 and sum(abs(other.y - c.y) < SWAY for other in links) > 2:
            kinds[c.page].setdefault(c.row, "header")


def mark_edges(layout: Layout, marked: dict[int, SetApartKind], labels: dict[int, str]) -> None:
    """Mark, on a page without neighbours, small lines at its very edge and a number alone below all text."""
    body = [(at, row) for at, row in enumerate(layout.rows) if row.turn == "right" and at not in marked]
    if len(body) < 4:
        return
    usual = sorted((row.size, len(row.text)) for _, row in body)[len(body) // 2][0]
    pitch = _pitch([row for _, row in body])
    body.sort(key=lambda pair: pair[1].base)
    top = _edge_rows(layout, body, usual, pitch)
    if not _is_title(top, body, usual):
        for at, row in top:
            _mark(at, row, "header", marked, labels)
    body.reverse()
    for at, row in _edge_rows(layout, body, usual, pitch):
        _mark(at, row, "footer", marked, labels)
    rest = [(at, row) for at, row in body if at not in marked]
    if len(rest) > 1 and _is_number_below(layout, rest[0][1], rest[1][1], usual):
        _mark(*rest[0], "page_number", marked, labels)


def _pitch(rows: Sequence[PrintedRow]) -> float:
    """Return the usual distance between two lines."""
    steps = sorted(step for a, b in pairwise(sorted(row.base for row in rows)) if (step := b - a) > 0.5 * rows[0].size)
    return steps[len(steps) // 2] if steps else 0.0


def _is_title(taken: Rows, body: Rows, usual: float) -> bool:
    """Tell whether the lines at the top may be the title of the page: not small, and nothing below is another."""
    lines = [row for _, row in taken]
    if any(signs.is_published(row) or signs.has_page_cell(row) or row.size < 0.9 * usual for row in lines):
        return False
    below = [row for _, row in body[len(taken) : len(taken) + 5]]
    if len(lines) == 1 and signs.is_way_back(lines[0].text) and not any(map(signs.has_page_cell, below)):
        return False
    return all(row.bold for row in lines) or not any(row.size > 1.15 * usual or row.bold for row in below)


def _is_number_below(layout: Layout, row: PrintedRow, above: PrintedRow, usual: float) -> bool:
    """Tell whether the last row is a number that stands free, or in the middle under the foot of wide text."""
    if number_of(row.text) is None:
        return False
    centre = abs(row.box[0] + row.box[2] - layout.width)
    low = row.box[1] > 0.9 * layout.height
    if row.base - above.base > CLEAR * row.size:
        return centre < 0.06 * layout.width or low
    wide = above.box[2] - above.box[0] > 0.4 * layout.width
    return low and wide and centre < 0.02 * layout.width and row.size <= usual and row.base - above.base > row.size


def _mark(
    at: int, row: PrintedRow, kind: SetApartKind, marked: dict[int, SetApartKind], labels: dict[int, str]
) -> None:
    """Mark a row, and note the page number among its cells."""
    numbers = [cell for cell in row.text.split("\t") if number_of(cell)]
    if numbers:
        labels[at] = numbers[-1]
    marked[at] = "page_number" if numbers and len(row.cells) == 1 else kind


def _edge_rows(layout: Layout, rows: Rows, usual: float, pitch: float) -> Rows:
    """Return up to three rows from the edge inwards that are small, lie outside, and end before a gap."""
    taken: Rows = []
    found = 0
    for i, ((at, row), (_, following)) in enumerate(pairwise(rows)):
        gap = abs(following.base - row.base)
        paged = i == 0 and _is_paged(rows)
        if (signs.is_text(row) and not paged) or len(taken) > 3 or row.size > (1.6 if paged else 1.05) * usual:
            break
        if not paged and not _lies_outside(layout, rows, i, usual):
            break
        taken.append((at, row))
        if gap > CLEAR * row.size or (paged and gap > max(1.3 * pitch, 1.45 * row.size)):
            found = len(taken)
    return taken[:found]


def _lies_outside(layout: Layout, rows: Rows, i: int, usual: float) -> bool:
    """Tell whether the row at ``i`` from an edge stands at the very edge, or near it and looks like no text."""
    row, following = rows[i][1], rows[i + 1][1]
    below = rows[0][1].base > rows[-1][1].base
    depth = 1 - row.box[1] / layout.height if below else row.box[3] / layout.height
    if depth <= EDGE:
        return True
    if depth > (NEAR if not below else 1.25 * NEAR):
        return False
    if signs.is_published(row) or (i == 0 and below and _stands_alone(layout, rows)):
        return True
    small = row.size <= 0.8 * usual and len(row.text) < 80
    return below and depth <= NEAR and small and abs(following.base - row.base) > 4 * row.size


def _stands_alone(layout: Layout, rows: Rows) -> bool:
    """Tell whether the outermost row is spread over the page, and is not the last row of a table."""
    return signs.is_spread(rows[0][1], layout.width) and not any(len(row.cells) > 2 for _, row in rows[1:4])


def _is_paged(rows: Rows) -> bool:
    """Tell whether the outermost row is a title and, far from it, a page number; rows of contents pages are many."""
    outermost = rows[0][1]
    near = [row for _, row in rows[1:4] if abs(row.base - outermost.base) > 1]
    return signs.has_page_cell(outermost) and not any(map(signs.has_page_cell, near))
