"""Groups the units of a document into the paragraphs and tables that a reader sees."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.document import Cell, Document, Page, Table, Unit


class Paragraph(NamedTuple):
    """Units ``first <= i < end`` that are written together: one block of prose, one table, one heading."""

    first: int
    end: int
    table: str | None


def paragraphs(document: Document, first: int, end: int) -> Iterator[Paragraph]:
    """Yield the paragraphs of the units ``first <= i < end``, in order."""
    starts: dict[int, list[int]] = {}
    begin, key = first, None
    for index in range(first, end):
        here = _key(document.units[index], document.pages, starts)
        if here != key and index > begin:
            yield Paragraph(begin, index, document.units[begin].table)
            begin = index
        key = here
    if end > begin:
        yield Paragraph(begin, end, document.units[begin].table)


def _key(unit: Unit, pages: Sequence[Page], starts: dict[int, list[int]]) -> tuple[object, ...]:
    """Two neighbours with one key share a paragraph: sentences whose text begins or goes on in the same block.

    ``starts`` keeps where the blocks of the pages met so far begin.
    """
    if unit.table is not None:
        return ("table", unit.table)
    if unit.kind != "sentence":
        return (unit.id,)
    page, span = unit.places[0]
    if page not in starts:
        starts[page] = [block.span.start for block in pages[page - 1].blocks]
    return (page, bisect_right(starts[page], span.start))


def row_cells(unit: Unit, text: str, tables: dict[str, Table]) -> list[str]:
    """Return ``text``, what a row or a head says, as cells, one a column, empty where the table has a gap.

    Where two cells claim one column the table knows no better, and they stand as the row has them.
    """
    texts = text.split("\t")
    columns = [cell.column for cell in _cells(unit, tables.get(unit.table or ""))]
    if len(columns) != len(texts) or len(set(columns)) < len(columns):
        return texts
    shown = [""] * (max(columns) + 1)
    for column, said in zip(columns, texts, strict=True):
        shown[column] = said
    return shown


def _cells(unit: Unit, table: Table | None) -> tuple[Cell, ...]:
    if table is None:
        return ()
    if unit.row is not None:
        return table.rows[unit.row].cells
    page, span = unit.places[0]
    for head in table.header_rows if page == table.page else ():
        if head.span == span:
            return head.cells
        if head.span.start <= span.start and span.end <= head.span.end:  # what its unit line leaves of it
            return tuple(each for each in head.cells if span.start <= each.span.start and each.span.end <= span.end)
    return ()
