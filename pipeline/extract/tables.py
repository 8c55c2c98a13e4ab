"""Turns the rows of a table block into logical rows with cells in columns, header rows and a unit line."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

import regex

from pipeline.document import Box, Cell, Place, Row
from pipeline.extract import heads
from pipeline.extract.fragments import is_figure
from pipeline.extract.intervals import merged
from pipeline.extract.rows import PrintedRow
from pipeline.extract.unitline import UNIT_LINE
from pipeline.spans import Span

_DATED = regex.compile(r"\b(?:19|20)\d\d\b")
FLUSH = 2.0
"""Points that the right edges of a head and its figures lie apart at most."""
_TOTAL = regex.compile(
    r"(?i:(?:sub)?totals?\b|net (?:income|earnings|loss|sales|revenues?)\b)|合计|总计|小计|(?:Summe|Gesamt)\b"
)
_YEARS = regex.compile(r"(?:FY|Q[1-4]|fiscal|Fiscal)?\s?(?:19|20)\d\d(?:\s?\(?[a-z0-9]?\)?)?|\d{1,2}/\d{1,2}/\d{2,4}|%")

_DANGLING = frozenset("of and or to for in the by from on with und oder der des die für von im aus".split())
"""Words that no label ends with."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of one block; spans count from the start of the page's text."""

    columns: int
    header_rows: tuple[Row, ...]
    rows: tuple[Row, ...]
    unit_line: Place | None
    edges: tuple[tuple[float, float], ...]
    """Left and right x of each column behind the labels, to compare tables over a page break."""
    caption: Place | None = None


def grid(
    rows: Sequence[PrintedRow], offsets: Sequence[int], rules: Sequence[tuple[float, float, float]], *, page: int
) -> Grid:
    """Return the table that ``rows`` print; ``offsets`` say where each begins in the page's text."""
    if rows[0].places:
        return _placed(rows, offsets, page=page)
    headers = _header_count(rows)
    body, begins = rows[headers:], offsets[headers:]
    left = min(row.edges[0][0] for row in rows)
    parts = [_columns(body or rows)]
    made = _rows(body, begins, rules, parts[0], left)
    if any(map(_is_crowded, made)):
        made, parts = [], []
        for first, last in pairwise(_seams(body)):
            parts.append(_columns(body[first:last]))
            made.extend(_rows(body[first:last], begins[first:last], rules, parts[-1], left))
    labels = _label_right(body, parts[0]) if headers else 0.0
    above = [
        _row([row], [offset], parts[0], left, head=labels) for row, offset in zip(rows[:headers], offsets, strict=False)
    ]
    columns = 1 + max(map(len, parts))
    return Grid(columns, tuple(above), tuple(made), _unit_line(rows, offsets, page), tuple(parts[-1]))


def _placed(rows: Sequence[PrintedRow], offsets: Sequence[int], *, page: int) -> Grid:
    """Return a ruled table: its rules say which column a cell stands in."""
    headers = _header_count(rows)
    left = min(row.edges[0][0] for row in rows)
    made: list[Row] = []
    edges: dict[int, tuple[float, float]] = {}
    for row, offset in zip(rows, offsets, strict=True):
        cells = [
            Cell(Span(offset + start, offset + end), column, box, wide)
            for (start, end), (column, wide), box in zip(row.cells, row.places, _cell_boxes(row), strict=True)
        ]
        edges.update({column: edge for (column, wide), edge in zip(row.places, row.edges, strict=True) if wide == 1})
        indent = row.edges[0][0] - left if row.places[0][0] == 0 else 0.0
        total = len(cells) > 1 and _TOTAL.match(row.text.lstrip()) is not None
        span = Span(offset, offset + len(row.text))
        made.append(Row(span, tuple(cells), row.box, max(0.0, indent), total and len(made) >= headers))
    columns = max(column + wide for row in rows for column, wide in row.places)
    behind = tuple(edges[column] for column in sorted(edges) if column)
    return Grid(columns, tuple(made[:headers]), tuple(made[headers:]), _unit_line(rows, offsets, page), behind)


def _rows(
    body: Sequence[PrintedRow],
    offsets: Sequence[int],
    rules: Sequence[tuple[float, float, float]],
    columns: list[tuple[float, float]],
    left: float,
) -> list[Row]:
    """Return the logical rows of a table, or of a part of it that has columns of its own."""
    labels = _label_right(body, columns)
    totals = _ruled(body, rules, columns)
    made: list[Row] = []
    at = 0
    while at < len(body):
        end = at + 1
        while end < len(body) and _wraps(body[at:end], body[end], labels, following=body[end + 1 : end + 2]):
            end += 1
        row = _row(body[at:end], offsets[at:end], columns, left)
        total = len(row.cells) > 1 and (any(totals[at:end]) or _TOTAL.match(body[at].text.lstrip()) is not None)
        made.append(row._replace(total=True) if total else row)
        at = end
    return made


def _is_crowded(row: Row) -> bool:
    """Tell whether two cells share a column: the columns of two tables, set otherwise, have run into one another."""
    cells = row.cells
    return len(cells) > 2 and any(a.column == b.column for a, b in pairwise(cells) if a.column)


def _seams(rows: Sequence[PrintedRow]) -> list[int]:
    """Return where parts of a table begin, and its end: a row whose figures would share a column begins another.

    The heads and labels right above go with it.
    """
    found = [0]
    columns: list[tuple[float, float]] = []
    figures = [_figures(row) for row in rows]
    for at, own in enumerate(figures):
        together = merged([*columns, *own])
        if any(_shares(together, other) for other in figures[at if together == columns else found[-1] : at + 1]):
            first = at
            while first > found[-1] + 1 and _has_no_sums(rows[first - 1]):
                first -= 1
            found.append(first)
            together = merged([edge for other in figures[first : at + 1] for edge in other])
        columns = together
    return [*found, len(rows)]


def _label_right(rows: Sequence[PrintedRow], columns: list[tuple[float, float]]) -> float:
    """Return how far the labels reach, those of single rows before the figures included."""
    limit = columns[0][0] if columns else float("inf")
    return max((row.edges[0][1] for row in rows if len(row.cells) > 1 or row.edges[0][1] < limit), default=0.0)


def _ruled(
    rows: Sequence[PrintedRow], rules: Sequence[tuple[float, float, float]], columns: list[tuple[float, float]]
) -> list[bool]:
    """Tell of each row whether a rule over its figures alone parts it from those above; all rows ruled mean nothing."""
    marked = [False] * len(rows)
    if not columns:
        return marked
    (x0, x1), label = columns[0], min(row.edges[0][0] for row in rows)
    heights = sorted(y for begin, end, y in rules if begin < x1 and end > x0 and begin > label + 20)
    for at in range(1, len(rows)):
        row, above = rows[at], rows[at - 1]
        if len(row.cells) > 1 and len(above.cells) > 1:
            found = bisect_right(heights, above.base - 1)
            marked[at] = found < len(heights) and heights[found] < row.base - 0.5 * row.size
    return marked if sum(marked) <= 0.4 * len(rows) else [False] * len(rows)


def _unit_line(rows: Sequence[PrintedRow], offsets: Sequence[int], page: int) -> Place | None:
    for row, offset in zip(rows[:5], offsets, strict=False):
        for start, end in row.cells:
            if end - start < 120 and UNIT_LINE.match(row.text, start, end):
                return Place(page, Span(offset + start, offset + end))
    return None


def _header_count(rows: Sequence[PrintedRow]) -> int:
    """Return how many rows from the top hold no figures but years and dates, or stand over the columns alone."""
    for at, row in enumerate(rows):
        texts = [row.text[start:end] for start, end in row.cells[1:]]
        figures = [text for text in texts if is_figure(text) and not _YEARS.fullmatch(text)]
        if figures:
            return _without_labels(rows, at)
    return 1 if len(rows) > 1 else 0


def _without_labels(rows: Sequence[PrintedRow], first: int) -> int:
    """Give back the single labels ("Operating expenses") that stand between the header and the first figures."""
    figures_left = rows[first].edges[1][0]
    while first and len(rows[first - 1].cells) == 1 and rows[first - 1].edges[0][1] <= figures_left:
        if heads.says_side(rows[first - 1].text):
            break
        first -= 1
    return first


def _columns(rows: Sequence[PrintedRow]) -> list[tuple[float, float]]:
    """Return the x intervals that the cells behind the labels fall into, from the left: figures first, then texts."""
    figures: list[tuple[float, float]] = []
    texts: list[tuple[float, float]] = []
    for row in rows:
        for edge, (start, end) in zip(row.edges[1:], row.cells[1:], strict=True):
            (figures if is_figure(row.text[start:end]) else texts).append(edge)
    found = merged(figures)
    beside = [edge for edge in texts if not any(edge[0] < x1 and x0 < edge[1] for x0, x1 in found)]
    return sorted(found + merged(beside))


def _figures(row: PrintedRow) -> list[tuple[float, float]]:
    """Return left and right of the figures of a row, its label apart."""
    return [edge for edge, (a, b) in zip(row.edges[1:], row.cells[1:], strict=True) if is_figure(row.text[a:b])]


def _has_no_sums(row: PrintedRow) -> bool:
    texts = [row.text[a:b] for a, b in row.cells[1:]]
    return all(_YEARS.fullmatch(text) for text in texts if is_figure(text))


def _shares(columns: Sequence[tuple[float, float]], figures: Sequence[tuple[float, float]]) -> bool:
    """Tell whether two of the figures of one row stand in one of the columns."""
    over = [bisect_right(columns, edge[0], key=_left) for edge in figures]
    return len(set(over)) < len(over)


def _wraps(
    above: Sequence[PrintedRow], row: PrintedRow, label_right: float, *, following: Sequence[PrintedRow]
) -> bool:
    """Tell whether the label of ``row`` goes on from the rows above, of which at most one holds figures."""
    last = above[-1]
    if row.kind == "table":
        return False
    figures_above = any(len(other.cells) > 1 for other in above)
    if not figures_above and _is_set_lower(last, row):
        return True
    if row.base - last.base > 1.7 * max(row.size, last.size) or abs(row.size - last.size) > 1 or row.bold != last.bold:
        return False
    if figures_above and len(row.cells) > 1:
        return False
    if len(last.cells) > 1 and not row.text[:1].islower():
        return False
    if last.text.rstrip().endswith(":") or row.edges[0][0] > label_right:
        return False
    if row.text[:1].islower() or (not figures_above and _dangles(last, row)):
        return True
    first_word = row.boxes[2] - row.boxes[0] if row.turn == "right" else 5 * row.size
    return (
        not figures_above
        and last.edges[0][1] + first_word + 0.3 * row.size > label_right
        and row.edges[0][0] >= last.edges[0][0]
        and not _are_items(last, row, following)
    )


def _dangles(last: PrintedRow, row: PrintedRow) -> bool:
    """Tell whether the label ``last`` ends in the middle of a phrase, and ``row`` holds its rest and its figures."""
    if last.text.rsplit(" ", 1)[-1].casefold() not in _DANGLING:
        return False
    label, *others = (row.text[start:end] for start, end in row.cells)
    return not is_figure(label) and (not others or any(map(is_figure, others)))


def _is_set_lower(label: PrintedRow, row: PrintedRow) -> bool:
    """Tell whether ``row`` holds nothing but the figures of ``label``, no more than a line below it."""
    return (
        0 < row.base - label.base < 1.35 * min(row.size, label.size)
        and row.edges[0][0] > label.edges[0][1]
        and not label.text.rstrip().endswith(":")
        and all(any(map(is_figure, row.text[start:end].split(" "))) for start, end in row.cells)
    )


def _are_items(last: PrintedRow, row: PrintedRow, following: Sequence[PrintedRow]) -> bool:
    """Tell whether ``row`` and the row after it are indented alike under a heading, as no label's own lines are."""
    indent = row.edges[0][0]
    return indent > last.edges[0][0] + 1 and any(
        abs(other.edges[0][0] - indent) < 1 and len(other.cells) > 1 and not other.text[:1].islower()
        for other in following
    )


def _row(
    rows: Sequence[PrintedRow],
    offsets: Sequence[int],
    columns: list[tuple[float, float]],
    left: float,
    *,
    head: float | None = None,
) -> Row:
    """Return a logical row; the labels of the table below a ``head`` end there."""
    cells: list[Cell] = []
    make = tuple.__new__  # a third of the time that the types' own constructors take
    lefts, rights = [edge[0] for edge in columns], [edge[1] for edge in columns]
    for row, offset in zip(rows, offsets, strict=True):
        begin = 0
        edges, boxes = row.edges, _cell_boxes(row)
        if _has_label(row, columns) and not (
            (head is not None and row.edges[0][0] > head and len(row.cells) <= len(columns))
            or (_heads_a_column(row, columns, left) and (head is not None or _is_dated(row)))
        ):
            label = make(Cell, (make(Span, (offset, offset + row.cells[0][1])), 0, boxes[0], 1))
            cells = _with_label(cells, label) if cells else [label]
            begin = 1
            edges = edges[1:]
        if head is not None and 0 < len(edges) <= len(columns):
            edges = _stretched(edges, columns) if len(edges) < len(columns) else columns
        for at, edge in enumerate(edges, begin):
            start, end = row.cells[at]
            first, wide = _position(edge, lefts, rights)
            cells.append(make(Cell, (make(Span, (offset + start, offset + end)), first, boxes[at], wide)))
    whole = Span(offsets[0], offsets[-1] + len(rows[-1].text))
    return Row(whole, tuple(cells), _around([row.box for row in rows]), max(0.0, rows[0].edges[0][0] - left))


def _stretched(edges: Sequence[tuple[float, float]], columns: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return header cells as wide as the columns below: evenly to both sides, at most halfway to their neighbours."""
    middles = [(x0 + x1) / 2 for x0, x1 in edges]
    bounds = [columns[0][0], *((a + b) / 2 for a, b in pairwise(middles)), columns[-1][1]]
    found = []
    for (x0, x1), middle, begin, end in zip(edges, middles, bounds, bounds[1:], strict=False):
        reach = max(min(middle - begin, end - middle), (x1 - x0) / 2)
        own = [c for c in columns if abs((c[0] + c[1]) / 2 - middle) <= reach]
        found.append((min(x0, own[0][0]), max(x1, own[-1][1])) if own else (x0, x1))
    return found


def _with_label(cells: list[Cell], label: Cell) -> list[Cell]:
    """Add a line of the label: to the lines before it, or, behind figures, as a cell of its own."""
    if not cells or cells[-1].column != 0:
        return [*cells, label]
    last = cells[-1]
    return [*cells[:-1], Cell(Span(last.span.start, label.span.end), 0, _around([last.box, label.box]))]


def _has_label(row: PrintedRow, columns: list[tuple[float, float]]) -> bool:
    if not columns:
        return True
    x0, x1 = row.edges[0]
    return x0 < columns[0][0] and not (x0 + x1 > 2 * columns[0][0] and is_figure(row.text[: row.cells[0][1]]))


def _is_dated(row: PrintedRow) -> bool:
    """Tell whether a row begins with a year or date: the head of a further table among the rows of one block."""
    return _DATED.search(row.text, *row.cells[0]) is not None


def _heads_a_column(row: PrintedRow, columns: list[tuple[float, float]], left: float) -> bool:
    """Tell whether the first cell of a head is wider than the figures it stands over, and so begins among the labels.

    It reaches into their column, and there is a cell for each column or its right edge is theirs.
    """
    begin, right = row.edges[0]
    if not columns or begin < left + row.size or right <= columns[0][0] + 1:
        return False
    return (len(row.cells) == len(columns) > 1) or any(abs(right - edge[1]) < FLUSH for edge in columns)


def _position(edge: tuple[float, float], lefts: list[float], rights: list[float]) -> tuple[int, int]:
    """Return the first column that a cell stands over, from 1, and how many."""
    first = bisect_right(rights, edge[0])
    end = bisect_left(lefts, edge[1], first)
    if end > first:
        return first + 1, end - first
    return max(1, bisect_right(lefts, edge[0])), 1


_left = itemgetter(0)


def _cell_boxes(row: PrintedRow) -> list[Box]:
    """Return the boxes of the cells of a row, each around its words."""
    if len(row.cells) == 1:
        return [row.box]
    found: list[Box] = []
    starts, flat, first = row.starts, row.boxes, 0
    for _, end in row.cells:
        last = bisect_left(starts, end, first)
        at = 4 * first
        if last - first == 1:
            found.append((flat[at], flat[at + 1], flat[at + 2], flat[at + 3]))
        else:
            boxes = flat[at : 4 * last]
            found.append((min(boxes[0::4]), min(boxes[1::4]), max(boxes[2::4]), max(boxes[3::4])))
        first = last
    return found


def _around(boxes: Sequence[Box]) -> Box:
    if len(boxes) == 1:
        return boxes[0]
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))
