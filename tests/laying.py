"""Tables laid out for the stage that reads figures, with the words of a page at their places."""

from dataclasses import replace

from benchmarks._ocr_pages import build
from pipeline.amounts import Repairer
from pipeline.document import Cell, Row, Table
from pipeline.settings import Settings
from pipeline.spans import Span


def laid(*rows, heads, above=""):
    """Set a label at 50 and cells that end at 300, 400, …; returns the values of the page's amounts by their text.

    ``above`` is what stands on a page before it.
    """
    words = []
    for number, (label, *cells) in enumerate(rows):
        y = 20.0 * number
        shown = [[50.0, y, 50.0 + 4 * len(label), y + 10, label, None]] if label else []
        shown += [[300.0 + 100 * i - 4 * len(c), y, 300.0 + 100 * i, y + 10, c, None] for i, c in enumerate(cells) if c]
        words.append({"words": shown})
    document, placed = build(words, name="a", ocr=False)
    page = document.pages[0]
    table = []
    for cells, row in zip(rows, placed, strict=True):
        start, found = row.span.start, []
        written = [(column, text) for column, text in enumerate(cells) if text]
        for (column, text), word in zip(written, row.record["words"], strict=True):
            start = page.text.index(text, start)
            found.append(Cell(Span(start, start + len(text)), column, tuple(word[:4])))
            start += len(text)
        table.append(Row(row.span, tuple(found), (0, 0, 0, 0)))
    made = Table("t001", 1, 0, 5, tuple(table[:heads]), tuple(table[heads:]))
    pages = document.pages
    if above:
        lead, _ = build([{"words": [[50.0, 20.0, 300.0, 30.0, above, None]]}], name="a", ocr=False)
        pages, made = (*lead.pages, replace(page, number=2)), replace(made, page=2)
    done = Repairer.open(Settings())(replace(document, pages=pages, tables=(made,)))
    return {amount.text: amount.value for amount in done.amounts}
