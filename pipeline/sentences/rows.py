"""Tables as units: one a row, each with its header rows and unit line as context."""

from collections.abc import Iterator, Sequence

from pipeline.document import Block, Place, Table, UnitKind
from pipeline.sentences.passages import Passage, Sheet
from pipeline.spans import Span

Contexts = dict[str, tuple[str, ...]]
"""What rows of a table need to be understood, by table id."""


def of_table(sheets: Sequence[Sheet], table: Table, block: Block, contexts: Contexts) -> Iterator[Passage]:
    """Yield one passage a row, header row, caption and unit line of the block, and for whatever lies between them."""
    sheet = sheets[table.page - 1]
    contexts[table.id] = context = _context(sheets, table, contexts)
    at = block.span.start
    for span, kind, row in sorted(_parts(table, block), key=lambda part: part[0]):
        if span.end <= at:
            continue
        if span.start > at:
            yield from _rest(sheet, Span(at, span.start), table)
        passage = Passage(kind, table=table.id, row=row, context=context if row is not None else ())
        passage.add(
            sheet.page, Span(max(at, span.start), span.end), sheet.read(Span(max(at, span.start), span.end), row=True)
        )
        yield passage
        at = span.end
    yield from _rest(sheet, Span(at, block.span.end), table)


def of_lines(sheet: Sheet, block: Block) -> Iterator[Passage]:
    """Yield one passage a line of a table block that has no table."""
    at = block.span.start
    for line in block.lines[1:]:
        yield _row(sheet, Span(at, line.span.start))
        at = line.span.start
    yield _row(sheet, Span(at, block.span.end))


def claim(done: Sequence[Passage], tables: Sequence[Table]) -> None:
    """Give captions and unit lines that stand outside their table's block to the table."""
    wanted = {place.page for table in tables for place in (table.caption, table.unit_line) if place}
    by_page: dict[int, list[Passage]] = {}
    for passage in done:
        if passage.table is None and len(passage.strips) == 1 and (page := passage.strips[0].page.number) in wanted:
            by_page.setdefault(page, []).append(passage)
    for table in tables:
        for place, kind in _asides(table):
            for passage in by_page.get(place.page, ()) if place else ():
                if place and _same(passage.strips[0].span, place.span):
                    passage.kind, passage.table = kind, table.id


def _same(one: Span, other: Span) -> bool:
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared > 0.8 * max(one.end - one.start, other.end - other.start)


def _context(sheets: Sequence[Sheet], table: Table, contexts: Contexts) -> tuple[str, ...]:
    if not table.header_rows and table.unit_line is None and table.continues:
        return contexts.get(table.continues, ())
    sheet = sheets[table.page - 1]
    texts = [sheet.read(row.span, row=True).text for row in table.header_rows]
    if table.unit_line is not None:
        texts.append(sheets[table.unit_line.page - 1].read(table.unit_line.span).text)
    elif table.continues:
        texts.extend(contexts.get(table.continues, ())[len(table.header_rows) :])
    return tuple(dict.fromkeys(text for text in texts if text))


def _parts(table: Table, block: Block) -> Iterator[tuple[Span, UnitKind, int | None]]:
    for row in table.header_rows:
        yield row.span, "row", None
    for index, row in enumerate(table.rows):
        yield row.span, "row", index
    for place, kind in _asides(table):
        if (
            place
            and place.page == table.page
            and block.span.start <= place.span.start < place.span.end <= block.span.end
        ):
            yield place.span, kind, None


def _asides(table: Table) -> tuple[tuple[Place | None, UnitKind], ...]:
    return (table.caption, "caption"), (table.unit_line, "row")


def _rest(sheet: Sheet, span: Span, table: Table) -> Iterator[Passage]:
    if sheet.page.text[span.start : span.end].strip():
        yield _row(sheet, span, table=table.id)


def _row(sheet: Sheet, span: Span, *, table: str | None = None) -> Passage:
    passage = Passage("row", table=table)
    passage.add(sheet.page, span, sheet.read(span, row=True))
    return passage
