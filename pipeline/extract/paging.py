"""Sets a page: its rows become text, lines, blocks, tables and the boxes of its words."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipeline.document import Block, Box, Line, Page, Place, Words
from pipeline.extract import captions, heads
from pipeline.extract.blocks import Group
from pipeline.extract.layout import Layout
from pipeline.extract.rows import PrintedRow
from pipeline.extract.tables import Grid, grid
from pipeline.spans import Span


@dataclass(frozen=True, slots=True)
class Setting:
    """A page that is set, with the grids of its table blocks by block index."""

    page: Page
    grids: dict[int, Grid]
    breaks: frozenset[int]
    """Blocks that begin a column, or stand behind furniture in the middle of the page."""


def set_page(layout: Layout, groups: Sequence[Group], *, label: str | None) -> Setting:
    """Return the page whose blocks are ``groups``."""
    pieces: list[str] = []
    rows: list[PrintedRow] = []
    begins: list[int] = []
    blocks: list[Block] = []
    grids: dict[int, Grid] = {}
    breaks: set[int] = set()
    set_before: list[tuple[Group, list[int]]] = []
    zone: int | None = None
    at = 0
    for group in groups:
        offsets, lines = _lines(group, at)
        pieces += [_text(row, group) for row in group.rows]
        rows += group.rows
        begins += offsets
        at = lines[-1].span.end + 1
        if group.kind == "table":
            found = grid(group.rows, offsets, layout.rules, page=layout.number)
            before = grids[len(blocks) - 1] if group.follows else None
            caption, unit_line = _handed_on(before, pieces) if before else captions.above(set_before, layout.number)
            grids[len(blocks)] = replace(found, caption=caption, unit_line=found.unit_line or unit_line)
        set_before.append((group, offsets))
        if zone is not None and group.rows[0].zone != zone:
            breaks.add(len(blocks))
        zone = group.rows[-1].zone
        blocks.append(Block(group.kind, Span(offsets[0], at - 1), _around(group.rows), tuple(lines)))
    area = (layout.number, layout.width, layout.height)
    words = _words(rows, begins)
    page = Page(*area, "\n".join(pieces), tuple(blocks), words, label, layout.source, layout.rotation)
    return Setting(page, grids, frozenset(breaks))


def _handed_on(before: Grid, pieces: Sequence[str]) -> tuple[Place | None, Place | None]:
    """Return title and unit of the table before for the one that follows it: a date above it was its own alone."""
    caption = before.caption
    if caption is not None and heads.says_when("\n".join(pieces)[slice(*caption.span)]):
        caption = None
    return caption, before.unit_line


def _words(rows: Sequence[PrintedRow], begins: Sequence[int]) -> Words:
    """Return the words of the page whose ``rows`` begin at these offsets."""
    counts = [len(row.starts) for row in rows]
    moved = np.repeat(np.array(begins, dtype="l"), counts)
    starts, ends = (
        array("l", (np.frombuffer(b"".join(column), dtype="l") + moved).tobytes())
        for column in ([row.starts for row in rows], [row.ends for row in rows])
    )
    return Words(starts, ends, array("d", b"".join([row.boxes for row in rows])))


def _text(row: PrintedRow, group: Group) -> str:
    return row.text if group.kind == "table" else row.text.replace("\t", " ")


def _lines(group: Group, at: int) -> tuple[list[int], list[Line]]:
    """Return where each row of ``group`` begins when the first begins at ``at``, and the rows as lines."""
    offsets: list[int] = []
    lines: list[Line] = []
    make = tuple.__new__  # a third of the time that the types' own constructors take
    for row in group.rows:
        offsets.append(at)
        end = at + len(row.text)
        lines.append(make(Line, (make(Span, (at, end)), row.box, row.size, row.bold, row.italic)))
        at = end + 1
    return offsets, lines


def _around(rows: Sequence[PrintedRow]) -> Box:
    if len(rows) == 1:
        return rows[0].box
    x0, y0, x1, y1 = zip(*[row.box for row in rows], strict=True)
    return (min(x0), min(y0), max(x1), max(y1))
