"""Joins the printed lines of a table's row when its cells hold several lines of text: cell by cell, as it is read.

Rows begin below a rule; or after a wider gap than the lines inside them have; or with a number. Lists whose lines all
fill all columns stay line by line: a cell that has ended does not go on further down.
"""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.extract.blocks import ENUMERATOR, Group
from pipeline.extract.fragments import is_cjk, is_figure
from pipeline.extract.rows import PrintedRow

Rule = tuple[float, float, float]
Columns = list[tuple[float, float]]

WORDY = 0.5
"""Share of the rows whose cells behind the first hold a text."""
WIDER = 1.12
"""Times that the gap between two rows is wider than inside them."""
RULED = 0.6
"""Share of the table's width that the rules at one height cover."""
MOST_LINES = 20
CLOSER = 0.9
"""Times the table's usual step at which a line stands that goes on with the row above."""


def join(groups: Sequence[Group], rules: Sequence[Rule]) -> list[Group]:
    """Return the blocks of a page, the rows of text tables joined, and the cells of others that go on below."""
    return [replace(found, rows=_whole(found, rules)) if found.kind == "table" else found for found in groups]


def _whole(group: Group, rules: Sequence[Rule]) -> list[PrintedRow]:
    joined = _joined(group.rows, rules) if _is_wordy(group) else group.rows
    return _completed(group.rows) if joined is group.rows else joined


def _completed(rows: list[PrintedRow]) -> list[PrintedRow]:
    """Give the second line of a text cell among figures to its row: it stands closer below than rows do."""
    if len(rows) < 4 or rows[0].kind == "table" or rows[0].turn != "right":
        return rows
    left = min([row.edges[0][0] for row in rows])
    below = {at for at in range(1, len(rows)) if rows[at].edges[0][0] > left + 3 * rows[at].size}
    if not below:
        return rows
    steps = sorted(row.base - above.base for above, row in pairwise(rows))
    usual = steps[len(steps) // 2]
    found = [rows[0]]
    for at in range(1, len(rows)):
        row, above = rows[at], rows[at - 1]
        placed = _continued(above, row) if at in below and row.base - above.base < CLOSER * usual else {}
        if placed and above is found[-1] and above.edges[0][0] < left + 3 * above.size:
            found[-1] = one([above, row], [{cell: cell for cell in range(len(above.cells))}, placed])
        else:
            found.append(row)
    return found


def _continued(above: PrintedRow, row: PrintedRow) -> dict[int, int]:
    """Return the cells of ``row`` by the text cells of ``above`` that they go on from; empty when not all do."""
    texts = [above.text[start:end] for start, end in above.cells]
    if not any(map(is_figure, texts[1:])) or abs(row.size - above.size) > 0.5 or row.bold != above.bold:
        return {}
    found: dict[int, int] = {}
    for cell, ((x0, x1), (start, end)) in enumerate(zip(row.edges, row.cells, strict=True)):
        over = [
            at
            for at, (left, right) in enumerate(above.edges)
            if at and not is_figure(texts[at]) and (abs(x0 - left) < 1.5 or abs(x0 + x1 - left - right) < 3)
        ]
        if len(over) != 1 or over[0] in found or is_figure(row.text[start:end]):
            return {}
        found[over[0]] = cell
    return found


def _is_wordy(group: Group) -> bool:
    rows = group.rows
    if group.kind != "table" or rows[0].kind == "table" or len(rows) < 3 or rows[0].turn != "right":
        return False
    wordy = sum(1 for row in rows if len(row.cells) > 1 and not is_figure(row.text[slice(*row.cells[1])]))
    return wordy >= WORDY * len(rows)


def _joined(rows: list[PrintedRow], rules: Sequence[Rule]) -> list[PrintedRow]:
    columns = _columns(rows)
    ruled = _ruled(rows, rules)
    starts = ruled or _spaced(rows) or _numbered(rows)
    if len(columns) < 2 or not starts:
        return rows
    parts = [rows[a:b] for a, b in pairwise([0, *starts, len(rows)])]
    placed = [[_places(row, columns) for row in part] for part in parts]
    several = [at for at, part in enumerate(parts) if len(part) > 1]
    sound = {at for at in several if _is_row(parts[at], placed[at], ruled=bool(ruled))}
    shorter = sum(1 for at in sound if len(placed[at][-1]) < len(placed[at][0]))
    if len(sound) < 0.8 * len(several) or 2 * shorter < len(sound):
        return rows
    found: list[PrintedRow] = []
    for at, part in enumerate(parts):
        found.extend([one(part, placed[at])] if at in sound else part)
    return found


def _columns(rows: Sequence[PrintedRow]) -> Columns:
    """Return the x intervals that cells of the fullest rows share."""
    most = max(len(row.cells) for row in rows)
    found: Columns = []
    for x0, x1 in sorted(edge for row in rows if len(row.cells) == most for edge in row.edges):
        if found and x0 < found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], x1))
        else:
            found.append((x0, x1))
    return found if len(found) == most else []


def _ruled(rows: Sequence[PrintedRow], rules: Sequence[Rule]) -> list[int]:
    """Return the rows below a rule that runs through the table; none when the lines of cells are not ruled off."""
    left, right = min(row.edges[0][0] for row in rows), max(row.edges[-1][1] for row in rows)
    covered: dict[int, float] = {}
    for x0, x1, y in rules:
        if x0 < right and x1 > left:
            covered[round(y)] = covered.get(round(y), 0.0) + min(x1, right) - max(x0, left)
    heights = sorted(y for y, length in covered.items() if length >= RULED * (right - left))
    found = []
    for at in range(1, len(rows)):
        first = bisect_left(heights, rows[at - 1].base - 1)
        if first < len(heights) and heights[first] < rows[at].base - 0.3 * rows[at].size:
            found.append(at)
    return found if 2 <= len(found) < len(rows) - 1 else []


def _spaced(rows: Sequence[PrintedRow]) -> list[int]:
    steps = [row.base - above.base for above, row in pairwise(rows)]
    pitch = min(steps)
    found = [at for at, step in enumerate(steps, 1) if step > WIDER * pitch]
    left = min(row.edges[0][0] for row in rows)
    flush = sum(1 for at in found if rows[at].edges[0][0] < left + 2.5 * rows[at].size)
    if pitch < 0.8 * rows[0].size or len(found) < 2 or len(found) == len(steps) or flush < 0.8 * len(found):
        return []
    return found


def _numbered(rows: Sequence[PrintedRow]) -> list[int]:
    found = [at for at, row in enumerate(rows) if at and _has_number(row)]
    return found if len(found) >= 3 and found[0] <= 2 and len(found) < len(rows) - 1 else []


def _has_number(row: PrintedRow) -> bool:
    first = row.text[: row.ends[0]]
    return len(row.starts) > 1 and (first.isdigit() or ENUMERATOR.fullmatch(first) is not None)


def _places(row: PrintedRow, columns: Columns) -> dict[int, int]:
    """Return the cells of a row by the column that each stands in; empty when one stands in several or in none."""
    found: dict[int, int] = {}
    for cell, (x0, x1) in enumerate(row.edges):
        over = [at for at, (left, right) in enumerate(columns) if x0 < right and x1 > left]
        if len(over) != 1 or over[0] in found:
            return {}
        found[over[0]] = cell
    return found


def _is_row(lines: Sequence[PrintedRow], placed: Sequence[dict[int, int]], *, ruled: bool) -> bool:
    """Tell whether the lines can be one row: every cell goes on without a break, and no column of figures does."""
    if len(lines) > MOST_LINES or not all(placed):
        return False
    figures: set[int] = set()
    for at, (line, cells) in enumerate(zip(lines, placed, strict=True)):
        if at and not ruled and not cells.keys() <= placed[at - 1].keys():
            return False
        own = {column for column, cell in cells.items() if column and is_figure(line.text[slice(*line.cells[cell])])}
        if own & figures:
            return False
        figures |= own
    return True


def one(lines: Sequence[PrintedRow], placed: Sequence[dict[int, int]]) -> PrintedRow:
    """Return one row for several lines, its text cell by cell."""
    first = lines[0]
    row = PrintedRow(zone=first.zone, size=first.size, base=lines[-1].base)
    row.bold, row.italic, row.turn = first.bold, first.italic, first.turn
    text, starts, ends, boxes = "", array("l"), array("l"), array("d")
    for column in sorted({column for cells in placed for column in cells}):
        parts = [(line, cells[column]) for line, cells in zip(lines, placed, strict=True) if column in cells]
        text += "\t" if text else ""
        begin = len(text)
        for line, cell in parts:
            start, end = line.cells[cell]
            words = range(bisect_left(line.starts, start), bisect_left(line.starts, end))
            glued = len(text) == begin or (is_cjk(text[-1]) and is_cjk(line.text[start]))
            text += "" if glued else " "
            shift = len(text) - start
            text += line.text[start:end]
            starts.extend([line.starts[word] + shift for word in words])
            ends.extend([line.ends[word] + shift for word in words])
            boxes.extend(line.boxes[4 * words.start : 4 * words.stop])
        row.cells.append((begin, len(text)))
        edges = [line.edges[cell] for line, cell in parts]
        row.edges.append((min(x0 for x0, _ in edges), max(x1 for _, x1 in edges)))
    row.text, row.starts, row.ends, row.boxes = text, starts, ends, boxes
    row.box = (min(boxes[0::4]), min(boxes[1::4]), max(boxes[2::4]), max(boxes[3::4]))
    return row
