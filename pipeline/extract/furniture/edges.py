"""Marks furniture that only its place and look betray: watermarks, and the edges of a page without neighbours."""

from collections import defaultdict
from collections.abc import Sequence

from pipeline.document import SetApartKind
from pipeline.extract.fragments import is_figure
from pipeline.extract.furniture.candidates import Kinds, number_of
from pipeline.extract.layout import Layout
from pipeline.extract.rows import PrintedRow

EDGE = 0.06
"""Share of the page's height, and of its width for upright text in the margin, that counts as its edge."""


def mark_watermarks(layouts: Sequence[Layout], kinds: Kinds) -> None:
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


def mark_edges(layout: Layout, marked: dict[int, SetApartKind], labels: dict[int, str]) -> None:
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
        _mark(at, row, "header", marked, labels)
    body.reverse()
    outside = [row.box[1] >= (1 - EDGE) * layout.height or _is_paged(body, i) for i, (_, row) in enumerate(body)]
    for at, row in _edge_rows(body, usual, outside):
        _mark(at, row, "footer", marked, labels)
    rest = [(at, row) for at, row in body if at not in marked]
    if len(rest) < 2:
        return
    (at, row), above = rest[0], rest[1][1]
    centred = abs(row.box[0] + row.box[2] - layout.width) < 0.06 * layout.width
    if number_of(row.text) and row.base - above.base > 1.8 * row.size and (centred or row.box[1] > 0.9 * layout.height):
        _mark(at, row, "page_number", marked, labels)


def _mark(
    at: int, row: PrintedRow, kind: SetApartKind, marked: dict[int, SetApartKind], labels: dict[int, str]
) -> None:
    """Mark a row, and note the page number among its cells."""
    numbers = [cell for cell in row.text.split("\t") if number_of(cell)]
    if numbers:
        labels[at] = numbers[-1]
    marked[at] = "page_number" if numbers and len(row.cells) == 1 else kind


def _is_paged(rows: Sequence[tuple[int, PrintedRow]], at: int) -> bool:
    """Tell whether the outermost row is a title and, far from it, a page number; rows of contents pages are many."""
    return at == 0 and _has_page_cell(rows[0][1]) and not any(_has_page_cell(row) for _, row in rows[1:4])


def _has_page_cell(row: PrintedRow) -> bool:
    cells = row.text.split("\t")
    if len(cells) not in (2, 3) or sum(1 for cell in cells if number_of(cell)) != 1:
        return False
    return bool(number_of(cells[0]) or number_of(cells[-1])) and not any(
        is_figure(cell) and not number_of(cell) for cell in cells
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
