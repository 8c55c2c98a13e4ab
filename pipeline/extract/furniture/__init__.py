"""Parts running headers, footers, page numbers, stamps and watermarks from the body, over the whole document.

A line is furniture when it repeats at the same place of neighbouring pages, its digits masked, and nothing but other
furniture stands between it and the edge. What repeats for a reason stays: column heads, unit lines, titles whose
numbers do not count pages ("Exhibit 31.1"), lines whose amounts differ, and what is all that a page holds. In doubt a
line stays in the body.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipeline.document import SetApart, SetApartKind
from pipeline.extract.furniture import edges, firsts, numbering, paged, remains, running
from pipeline.extract.furniture.candidates import Kinds, Labels, candidates_of
from pipeline.extract.layout import Layout
from pipeline.extract.rows import PrintedRow

FEW = 2
"""Pages of a document too short for anything to repeat: there the outermost edge of the page decides."""


@dataclass(slots=True)
class Parted:
    """What is left of a page's rows, and what was taken."""

    rows: list[PrintedRow]
    set_apart: list[SetApart] = field(default_factory=list)
    label: str | None = None


def part(layouts: Sequence[Layout]) -> list[Parted]:
    """Return the pages in order, their furniture set apart."""
    kinds: Kinds = [{} for _ in layouts]
    labels: Labels = [{} for _ in layouts]
    candidates = [candidates_of(at, layout) for at, layout in enumerate(layouts)]
    numbering.mark_numbers(layouts, candidates, kinds, labels)
    numbering.mark_floating(layouts, kinds, labels)
    numbering.mark_typed(layouts, kinds, labels)
    paged.mark_paged(layouts, candidates, kinds, labels)
    paged.mark_parts(layouts, candidates, kinds, labels)
    running.mark_running(layouts, candidates, kinds)
    edges.mark_ways_back(layouts, candidates, kinds)
    edges.mark_watermarks(layouts, kinds)
    firsts.release(layouts, kinds)
    for at, layout in enumerate(layouts):
        edges.mark_margin(layout, kinds[at])
    if len(layouts) <= FEW:
        for at, layout in enumerate(layouts):
            edges.mark_edges(layout, kinds[at], labels[at])
    for at, layout in enumerate(layouts):
        numbering.name_numbers(layout, kinds[at], labels[at])
    remains.release(layouts, kinds)
    return [_parted(layout, kinds[at], labels[at]) for at, layout in enumerate(layouts)]


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
    """Return the cells of a set-apart row, the page number and the stamp among them as such."""
    cells = [row.text[start:end] for start, end in row.cells]
    kinds = [_kind_of(cell, kind, number if len(cells) > 1 else None) for cell in cells]
    if len(set(kinds)) == 1:
        return [SetApart(kinds[0], page, row.box, row.text)]
    found = []
    for cell, piece, (x0, x1) in zip(cells, kinds, row.edges, strict=True):
        box = (x0, row.box[1], x1, row.box[3]) if row.turn == "right" else row.box
        found.append(SetApart(piece, page, box, cell))
    return found


def _kind_of(cell: str, kind: SetApartKind, number: str | None) -> SetApartKind:
    if cell == number:
        return "page_number"
    return "bates" if kind in ("header", "footer") and numbering.is_stamp(cell) else kind
