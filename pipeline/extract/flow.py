"""Joins what a column or page break cut in two: paragraphs and tables that go on."""

from collections.abc import Sequence
from dataclasses import replace

import regex

from pipeline.document import Block, Page, Table
from pipeline.extract.blocks import ENUMERATOR
from pipeline.extract.fragments import is_cjk
from pipeline.extract.paging import Setting
from pipeline.spans import Span

_CLOSED = regex.compile(r"[.!?:;。！？；：][”\"’')）」』\]]*$|_{3,}$")

_OPEN = regex.compile(
    r"(?i)(?:^|\s)(?:an?|and|any|as|at|by|each|for|from|in|into|its|of|on|or|such|that|the|their|this|to|under|upon|with"
    r"|als|an|auf|aus|bei|das|dem|den|der|des|die|ein|eine[mnrs]?|für|im|mit|nach|oder|sowie|und|von|vom|zu[mr]?)$"
)
"""Words after which no sentence and no title ends, whatever the next line begins with."""


def join(settings: Sequence[Setting]) -> tuple[list[Page], list[Table]]:
    """Return the pages with their continuations marked, and the tables numbered in reading order."""
    pages: list[Page] = []
    tables: list[Table] = []
    last: tuple[Page, Block] | None = None
    open_table: tuple[Table, Setting] | None = None
    for setting in settings:
        page = setting.page
        blocks = list(page.blocks)
        for at, block in enumerate(blocks):
            if block.kind == "text":
                broken = last is not None and (last[0] is not page or at in setting.breaks)
                if last is not None and broken and goes_on(last, (page, block)):
                    blocks[at] = replace(block, continues=True)
                last = (page, block)
            elif block.kind == "table":
                table = _table(setting, at, len(tables) + 1)
                if open_table is not None and _same_table(open_table, setting, at):
                    table = replace(table, continues=open_table[0].id)
                    blocks[at] = replace(block, continues=True)
                tables.append(table)
                open_table = (table, setting)
                last = None
        page = replace(page, blocks=tuple(blocks)) if blocks else page
        if last is not None and last[0] is setting.page:
            last = (page, last[1])
        pages.append(page)
    return pages, tables


def goes_on(last: tuple[Page, Block], this: tuple[Page, Block]) -> bool:
    """Tell whether the second block goes on in the middle of a sentence of the first."""
    before, after = last[1].lines[-1], this[1].lines[0]
    tail = _text(last[0], before.span)
    head = _text(this[0], after.span)
    if not tail or not head or _CLOSED.search(tail) or abs(before.size - after.size) > 0.8 or before.bold != after.bold:
        return False
    if this[0].number - last[0].number > 1:
        return False
    first = head.split(" ", 1)[0]
    if ENUMERATOR.fullmatch(first) and not first.islower():
        return False
    if head[0].islower():
        return ENUMERATOR.fullmatch(first) is None or first == "a"
    if _OPEN.search(tail):
        return True
    left, right = last[1].box[0], max(last[1].box[2], left_of(last[0]))
    full = before.box[2] > left + 0.85 * (right - left)
    if is_cjk(head[0]) or is_cjk(tail[-1]):
        return full and ENUMERATOR.match(head) is None
    long = len(last[1].lines) > 1 or len(tail) > 60
    return full and long and len(head) > 25 and not head.isupper()


def left_of(page: Page) -> float:
    """Return the right edge of the widest text block of ``page``."""
    return max((block.box[2] for block in page.blocks if block.kind == "text"), default=0.0)


def _text(page: Page, span: Span) -> str:
    return page.text[span.start : span.end].strip()


def _table(setting: Setting, block: int, number: int) -> Table:
    grid = setting.grids[block]
    return Table(
        id=f"t{number:03d}",
        page=setting.page.number,
        block=block,
        columns=grid.columns,
        header_rows=grid.header_rows,
        rows=grid.rows,
        caption=grid.caption,
        unit_line=grid.unit_line,
    )


def _same_table(before: tuple[Table, Setting], setting: Setting, block: int) -> bool:
    """Tell whether the table comes first on its page and has the columns of the last table of the page before."""
    table, last = before
    if setting.page.number - table.page != 1 or table.block != len(last.page.blocks) - 1 or block > 1:
        return False
    old, new = last.grids[table.block].edges, setting.grids[block].edges
    if len(old) != len(new) or not new:
        return False
    return all(abs(a[1] - b[1]) < 12 or (a[0] < b[1] and b[0] < a[1]) for a, b in zip(old, new, strict=True))
