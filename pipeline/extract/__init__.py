"""Reads a file into pages: the first, plain reading (rows by shared baselines)."""

import hashlib
from array import array
from pathlib import Path

import pymupdf

from pipeline.document import Block, Cell, Document, Line, Page, Row, Source, Table, Words
from pipeline.settings import ExtractSettings
from pipeline.spans import Span

_FLAGS = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES


def read(path: Path, settings: ExtractSettings, *, relpath: str | None = None) -> Document:
    """Read the document at ``path``."""
    content = path.read_bytes()
    source = pymupdf.open(stream=content, filetype="pdf")
    pages, tables = [], []
    for number, page in enumerate(source, 1):
        shown, found = _page(page, number, len(tables))
        pages.append(shown)
        tables.extend(found)
    about = Source(path.name, relpath or path.name, hashlib.sha256(content).hexdigest(), len(pages))
    return Document(about, pages=tuple(pages), tables=tuple(tables))


def _page(page, number, known):
    words = page.get_textpage(flags=_FLAGS).extractWORDS()
    rows: list[list] = []
    for word in words:
        if rows and abs(rows[-1][-1][3] - word[3]) < 3 and word[0] > rows[-1][-1][0]:
            rows[-1].append(word)
        else:
            rows.append([word])
    text, at = [], 0
    starts, ends, boxes = array("l"), array("l"), array("d")
    lines, cells_of = [], []
    for row in rows:
        begin, cells, cell_start, previous = at, [], at, None
        for word in row:
            if previous is not None:
                wide = word[0] - previous[2] > 1.5 * (word[3] - word[1])
                if wide:
                    cells.append((cell_start, at))
                text.append("\t" if wide else " ")
                at += 1
                cell_start = at if wide else cell_start
            starts.append(at)
            text.append(word[4])
            at += len(word[4])
            ends.append(at)
            boxes.extend(word[:4])
            previous = word
        cells.append((cell_start, at))
        box = (row[0][0], min(w[1] for w in row), row[-1][2], max(w[3] for w in row))
        lines.append((Line(Span(begin, at), box, row[0][3] - row[0][1]), row[0][5]))
        cells_of.append(cells)
        text.append("\n")
        at += 1
    blocks, tables, i = [], [], 0
    while i < len(lines):
        tabular = len(cells_of[i]) > 1
        j = i + 1
        while j < len(lines) and (len(cells_of[j]) > 1) == tabular and (tabular or lines[j][1] == lines[i][1]):
            j += 1
        group = [line for line, _ in lines[i:j]]
        box = (min(l.box[0] for l in group), group[0].box[1], max(l.box[2] for l in group), group[-1].box[3])
        span = Span(group[0].span.start, group[-1].span.end)
        blocks.append(Block("table" if tabular else "text", span, box, tuple(group)))
        if tabular:
            made = tuple(
                Row(l.span, tuple(Cell(Span(*c), n, l.box) for n, c in enumerate(cells_of[i + k])), l.box)
                for k, l in enumerate(group)
            )
            columns = max(len(r.cells) for r in made)
            tables.append(Table(f"t{known + len(tables) + 1:03d}", number, len(blocks) - 1, columns, (), made))
        i = j
    shown = Page(
        number, page.rect.width, page.rect.height, "".join(text).rstrip("\n"), tuple(blocks), Words(starts, ends, boxes)
    )
    return shown, tables
