"""Reads tables whose cells are ruled off: a word belongs to the cell that the rules around it enclose.

Needed where cells hold several lines: from the words alone the lines of neighbouring cells look like one line, and two
wide cells like two columns of a page. A table leaves the page as one mark while columns are looked for, and comes back
in its place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from pipeline.extract import rows as printed
from pipeline.extract import textgrids
from pipeline.extract.fragments import SIGNS, Fragment, is_cjk, is_figure
from pipeline.extract.raw import RawLine
from pipeline.extract.rows import PrintedRow
from pipeline.extract.ruling import RuledGrid

CLOSING = frozenset((")", "%", ")%"))
LOOSE = 0.25
"""Share of lines with wide gaps inside their cell from which the rules enclose more than cells."""
LONG = 400
"""Characters, Chinese ones counted twice, that the cells of a table hold on average at most."""
FRAMED = 0.8
"""Share of a cell's lines that stand in line with cells of several rows when its rules enclose more than a cell."""


class Mark(Fragment):
    """What stands for the words of a table while columns are looked for: one line as wide and as high."""

    __slots__ = ()

    @classmethod
    def of(cls, fragments: Sequence[Fragment]) -> "Mark":
        """Return the mark in the place of ``fragments``."""
        x0, y0 = min(f.x0 for f in fragments), min(f.y0 for f in fragments)
        x1, y1 = max(f.x1 for f in fragments), max(f.y1 for f in fragments)
        first, box = fragments[0], (x0, y0, x1, y1)
        span = {"text": "▦", "bbox": box, "origin": (x0, (y0 + y1) / 2), "size": first.size, "flags": 0}
        mark = cls([(x0, y0, x1, y1, "▦", 0, 0, 0)], RawLine([span], [], box), span, first.order)
        mark.prose = True  # it fills its column as a paragraph does
        return mark


@dataclass(frozen=True, slots=True)
class Taken:
    """A table taken from the page, and the mark that stands in its place."""

    mark: Mark
    grid: RuledGrid
    cells: dict[tuple[int, int], list[Fragment]]

    def rows(self, zone: int) -> list[PrintedRow]:
        """Return its rows from the top."""
        lines = {cell: list(map(_plain, rows)) for cell, rows in printed.rows_of(self.cells).items()}
        made: list[PrintedRow] = []
        for _, group in groupby(sorted(lines), key=_row_of):
            made.extend(self._row({cell: lines[cell] for cell in group}))
        for row in made:
            row.zone, row.kind = zone, "table"
        return made

    def _row(self, cells: dict[tuple[int, int], list[PrintedRow]]) -> list[PrintedRow]:
        """Return one row of cells; line by line where the lines of all cells stand side by side and end on purpose."""
        first, *others = cells.values()
        if len(first) > 1 and others and all(_level(first, lines) for lines in others):
            amounts = any(all(map(_is_amount, lines)) for lines in others)
            if amounts or all(_had_room(lines, self.grid.right_of(cell)) for cell, lines in cells.items()):
                parts = [{cell: [lines[at]] for cell, lines in cells.items()} for at in range(len(first))]
                return [self._joined(part) for part in parts]
        return [self._joined(cells)]

    def _joined(self, cells: dict[tuple[int, int], list[PrintedRow]]) -> PrintedRow:
        columns = sorted(cells, key=lambda cell: cell[1])
        lines = [line for cell in columns for line in cells[cell]]
        row = textgrids.one(lines, [{cell[1]: 0} for cell in columns for _ in cells[cell]])
        row.edges = [
            (edge[0] if cell[1] == 0 else self.grid.xs[cell[1]] + 1, max(edge[1], self.grid.right_of(cell) - 1))
            for edge, cell in zip(row.edges, columns, strict=True)
        ]
        row.places = [(cell[1], self.grid.columns(cell)) for cell in columns]
        return row


def take(
    fragments: list[Fragment], grids: Sequence[RuledGrid], *, sure: bool = False
) -> tuple[list[Fragment], list[Taken]]:
    """Return the fragments with a mark in the place of each table, and the tables.

    Rules may enclose something else, and have to look like a table; not so when ``sure``. What stands inside or across
    a table that was taken before is none.
    """
    taken: list[Taken] = []
    for grid in grids:
        rest, cells = _sorted(fragments, grid)
        if any(isinstance(f, Mark) for found in cells.values() for f in found):
            continue
        if not sure:
            cells = _with_signs(cells)
        if cells and (sure or (_is_table(grid, cells) and not _lacks_labels(cells, rest))):
            mark = Mark.of([f for found in cells.values() for f in found])
            fragments = [*rest, mark]
            taken.append(Taken(mark, grid, cells))
    return fragments, taken


def parts(zone: list[Fragment], taken: Sequence[Taken]) -> Iterator[list[Fragment] | Taken]:
    """Yield a zone part by part from the top, the tables in place of their marks."""
    inside = sorted((table for table in taken if table.mark in zone), key=lambda table: table.mark.base)
    marks = [table.mark for table in inside]
    rest = [f for f in zone if f not in marks]
    for table in inside:
        above = [f for f in rest if f.base < table.mark.base]
        if above:
            yield above
        rest = [f for f in rest if f.base >= table.mark.base]
        yield table
    if rest:
        yield rest


def _sorted(
    fragments: Sequence[Fragment], grid: RuledGrid
) -> tuple[list[Fragment], dict[tuple[int, int], list[Fragment]]]:
    """Return the fragments outside the table, and those inside by cell; words of two cells are parted."""
    x0, y0, x1, y1 = grid.box
    rest: list[Fragment] = []
    cells: dict[tuple[int, int], list[Fragment]] = {}
    for f in fragments:
        if f.x1 < x0 or f.x0 > x1 or f.y1 < y0 or f.y0 > y1:
            rest.append(f)
            continue
        for cell, group in groupby(f.words, key=grid.cell):
            words = list(group)
            part = f if len(words) == len(f.words) else f.part(words)
            if cell is None:
                rest.append(part)
            else:
                cells.setdefault(cell, []).append(part)
    return rest, cells


def _with_signs(cells: dict[tuple[int, int], list[Fragment]]) -> dict[tuple[int, int], list[Fragment]]:
    """Give signs that stand in a column of their own to their figures: ``$``, ``)`` and ``%``."""
    found = dict(cells)
    for cell, other in pairwise(sorted(cells)):
        if cell[0] != other[0]:
            continue
        texts, following = [f.text for f in cells[cell]], [f.text for f in cells[other]]
        if all(text in SIGNS for text in texts) and all(map(is_figure, following)):
            found[other] = [*found.pop(cell), *found[other]]
        elif all(text in CLOSING for text in following) and cell in found and is_figure(texts[-1]):
            found[cell] = [*found[cell], *found.pop(other)]
    return found


def _is_table(grid: RuledGrid, cells: dict[tuple[int, int], list[Fragment]]) -> bool:
    """Tell whether the rules enclose cells: two beside one another in two rows, each of them one thing."""
    beside = [row for row, group in groupby(sorted(cells), key=_row_of) if len(list(group)) > 1]
    if len(beside) < min(2, len(grid.ys) - 1):
        return False
    lines = {cell: printed.grouped(found) for cell, found in cells.items()}
    if _is_running_text(cells) or _frames_rows(grid, lines):
        return False
    gaps = [pair for found in lines.values() for line in found if (pair := _gap(line)) is not None]
    figures = any(is_figure(after.text) or after.text in SIGNS for _, after in gaps)
    return not figures and len(gaps) <= LOOSE * sum(map(len, lines.values()))


def _is_running_text(cells: dict[tuple[int, int], list[Fragment]]) -> bool:
    """Tell whether the cells hold so much text that they are columns of a page, ruled off from one another."""
    lengths = [sum(f.length * (2 if is_cjk(f.text[0]) else 1) for f in found) for found in cells.values()]
    return sum(lengths) > LONG * len(lengths)


def _frames_rows(grid: RuledGrid, lines: dict[tuple[int, int], list[list[Fragment]]]) -> bool:
    """Tell whether lines of one cell stand in line with cells of different rows: the rules frame or underline parts."""
    for cell, own in lines.items():
        if len(own) < 2 or not grid.spans_rows(cell) or not _ended_early(own, grid.right_of(cell)):
            continue
        level = [
            {
                other[0]
                for other, found in lines.items()
                if other[1] != cell[1] and any(_level_with(line[0], o[0]) for o in found)
            }
            for line in own
        ]
        if sum(map(bool, level)) >= FRAMED * len(own) and len(set().union(*level)) > 1:
            return True
    return False


def _lacks_labels(cells: dict[tuple[int, int], list[Fragment]], rest: Sequence[Fragment]) -> bool:
    """Tell whether a row of figures has its label outside the rules: they draw a box around some columns."""
    firsts = {min(group) for _, group in groupby(sorted(cells), key=_row_of)}
    for cell, found in cells.items():
        if cell in firsts and all(is_figure(f.text) or f.text in SIGNS for f in found):
            left = min(f.x0 for f in found)
            if any(f.x1 <= left and _level_with(f, found[0]) for f in rest):
                return True
    return False


def _level_with(one: Fragment, other: Fragment) -> bool:
    return abs(one.base - other.base) < 0.25 * one.size


def _gap(line: list[Fragment]) -> tuple[Fragment, Fragment] | None:
    """Return two parts of a line with a wide gap between them."""
    return next(
        (pair for pair in pairwise(sorted(line, key=_left)) if pair[1].x0 - pair[0].x1 > 2 * pair[1].size), None
    )


def _row_of(cell: tuple[int, int]) -> int:
    return cell[0]


def _left(fragment: Fragment) -> float:
    return fragment.x0


def _plain(row: PrintedRow) -> PrintedRow:
    """Return a line of a cell as one cell."""
    if len(row.cells) > 1:
        row.text = row.text.replace("\t", " ")
        row.cells = [(0, len(row.text))]
        row.edges = [(row.edges[0][0], row.edges[-1][1])]
    return row


def _is_amount(row: PrintedRow) -> bool:
    """Tell whether a line is mostly figures: ``$96.9B – $97.9B / $97.4B``."""
    plain = row.text.replace(" ", "")
    return 2 * sum(map(str.isalpha, plain)) < len(plain) and any(map(str.isdigit, plain))


def _had_room(lines: Sequence[PrintedRow], right: float) -> bool:
    """Tell whether every line but the last could have taken the next word before the cell's right side."""
    return not any(
        _fills(line.edges[-1][1], following.text, following.boxes[2] - following.boxes[0], line.size, right)
        for line, following in pairwise(lines)
    )


def _ended_early(lines: Sequence[list[Fragment]], right: float) -> bool:
    """Tell the same of lines that are not rows yet."""
    return not any(
        _fills(max(f.x1 for f in line), one.text, one.words[0][2] - one.words[0][0], one.size, right)
        for line, (one, *_) in pairwise(lines)
    )


def _fills(end: float, following: str, width: float, size: float, right: float) -> bool:
    """Tell whether a line that ends at ``end`` has no room for the first word of the text ``following``."""
    return end + (size if is_cjk(following[0]) else width) + size > right


def _level(one: Sequence[PrintedRow], other: Sequence[PrintedRow]) -> bool:
    return len(one) == len(other) and all(abs(a.base - b.base) < 0.4 * a.size for a, b in zip(one, other, strict=True))
