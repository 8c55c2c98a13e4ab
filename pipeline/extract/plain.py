"""Reads plain text into pages with a made-up geometry, so that every room finds words, lines and boxes in it too."""

import codecs
import re
import unicodedata
from dataclasses import dataclass, field

from pipeline.document import Block, Box, Cell, Line, Notice, Page, PageSource, Row, Table, Words
from pipeline.errors import NoText, UnreadableInput
from pipeline.spans import Span

ROOM = "extract"
ADVANCE, PITCH, MARGIN = 6.0, 12.0, 36.0
"""Points that one column and one line of a typewriter page take, and the white round it."""
WRAP_LIMIT = 120
"""A longer line is a paragraph of its own, not one that an editor wrapped."""
FULL_LINE = 0.7
"""Share of the widest wrapped line that a line must fill for its paragraph to go on below it."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WORD = re.compile(r"\S+")
# parts "Total assets   1,250   1,100" and "Cash  $ 12"; spares "the end.  The next" and "of  the"
_GAP = re.compile(r"\t[ \t]*| {3,}|(?<![.:;?!]) {2}(?=[-–—(]?[$€£¥]? ?\d)|(?<=[\d)%]) {2}(?=\S)")
# catches "(a) the Buyer", "12.3 Notices", "第三条", "• item"; spares "12 months", "(as amended)"
_STARTER = re.compile(
    r"\s*(?:[•·●▪◦*–—-]\s|\(?[a-zA-Z0-9]{1,3}[.)]\s|\d+(?:\.\d+)+\.?\s|\([ivxlc]+\)\s|第[一二三四五六七八九十百零〇\d]+[章节条編编篇]|[（(][一二三四五六七八九十]+[)）]|[一二三四五六七八九十]+、)"
)
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")


def pages_of(content: bytes, name: str) -> tuple[tuple[Page, ...], tuple[Table, ...], tuple[Notice, ...]]:
    """Return the pages of a plain-text file, parted at form feeds, with their tables.

    Raises:
        UnreadableInput: the bytes are no text in any encoding that is known here.
        NoText: there is nothing but white space.
    """
    text, encoding = decode(content, name)
    notices = []
    if encoding in ("gb18030", "cp1252"):
        message = f"no encoding is stated and it is not UTF-8: read as {encoding}; check names and signs"
        notices.append(Notice(ROOM, "encoding_guessed", None, message))
    sheets = text.replace("\r\n", "\n").replace("\r", "\n").split("\f")
    if len(sheets) > 1 and not sheets[-1].strip():
        sheets.pop()
    if not any(sheet.strip() for sheet in sheets):
        raise NoText(f"{name}: the file holds only white space; fetch it again")
    pages: list[Page] = []
    tables: list[Table] = []
    for number, sheet in enumerate(sheets, 1):
        page, found = _Typist(number, len(tables)).page(sheet)
        pages.append(page)
        tables.extend(found)
    return tuple(pages), tuple(tables), tuple(notices)


def decode(content: bytes, name: str) -> tuple[str, str]:
    """Return the text of ``content`` and its encoding: by its mark, else UTF-8, UTF-16, GB18030 or Windows-1252.

    Raises:
        UnreadableInput: it is not text.
    """
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            return content.decode(encoding, "replace"), encoding
    wide = _wide_encoding(content)
    if wide:
        return content.decode(wide, "replace"), wide
    if content.count(0) > len(content) // 1000 + 1:
        raise UnreadableInput(f"{name}: not plain text (it holds binary bytes); give the document as PDF or text")
    try:
        return content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    runs = [len(run.group()) for run in _HIGH_RUN.finditer(content)]
    if sum(length % 2 == 0 for length in runs) > len(runs) / 2:
        try:
            return content.decode("gb18030"), "gb18030"
        except UnicodeDecodeError:
            pass
    return content.decode("cp1252", "replace"), "cp1252"


def _wide_encoding(content: bytes) -> str | None:
    head = content[:4000]
    if len(head) < 4 or len(content) % 2:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.4 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


@dataclass(frozen=True, slots=True)
class _Typed:
    """One line as written: its span, box and the spans of its cells with the columns of type they fill."""

    line: Line
    cells: tuple[tuple[Span, int, int], ...]
    raw: str

    @property
    def tabular(self) -> bool:
        return len(self.cells) > 1


@dataclass(slots=True)
class _Typist:
    number: int
    tables_before: int
    pieces: list[str] = field(default_factory=list)
    at: int = 0
    words: Words = field(default_factory=Words)
    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def page(self, sheet: str) -> tuple[Page, list[Table]]:
        raws = [raw.rstrip() for raw in sheet.split("\n")]
        wrapped = [wide for wide in map(_width, raws) if wide <= WRAP_LIMIT]
        full = FULL_LINE * max(wrapped, default=0)
        group: list[_Typed] = []
        for index, raw in enumerate(raws):
            if not raw.strip():
                self._close(group)
                continue
            typed = self._type(raw, MARGIN + PITCH * index)
            if group and self._parts(group[-1], typed, full):
                self._close(group)
            group.append(typed)
        self._close(group)
        widest = max((box for box in self.words.boxes[2::4]), default=0.0)
        height = 2 * MARGIN + PITCH * len(raws)
        text = "".join(self.pieces).rstrip("\n")
        source: PageSource = "plain" if text else "empty"
        width = max(612.0, widest + MARGIN)
        page = Page(self.number, width, height, text, tuple(self.blocks), self.words, source=source)
        return page, self.tables

    def _type(self, raw: str, top: float) -> _Typed:
        begin = self.at
        cells: list[tuple[Span, int, int]] = []
        column, seen = 0, 0
        left = right = MARGIN
        gaps = {gap.end() for gap in _GAP.finditer(raw)}
        for found in _WORD.finditer(raw):
            column += _columns(raw[seen : found.start()], column)
            new_cell = bool(cells) and found.start() in gaps
            if cells:
                self._write("\t" if new_cell else " ")
            start = self.at
            self._write(found.group())
            wide = _width(found.group())
            self.words.starts.append(start)
            self.words.ends.append(self.at)
            box = (MARGIN + ADVANCE * column, top, MARGIN + ADVANCE * (column + wide), top + PITCH)
            self.words.boxes.extend(box)
            left = box[0] if not cells else left
            right = box[2]
            if new_cell or not cells:
                cells.append((Span(start, self.at), column, column + wide))
            else:
                cells[-1] = (Span(cells[-1][0].start, self.at), cells[-1][1], column + wide)
            column += wide
            seen = found.end()
        line = Line(Span(begin, self.at), (left, top, right, top + PITCH), PITCH)
        self._write("\n")
        return _Typed(line, tuple(cells), raw)

    def _write(self, piece: str) -> None:
        self.pieces.append(piece)
        self.at += len(piece)

    def _parts(self, above: _Typed, below: _Typed, full: float) -> bool:
        """Tell whether a new block begins with ``below``."""
        if above.tabular or below.tabular:
            return above.tabular != below.tabular
        length = _width(above.raw)
        return length > WRAP_LIMIT or length < full or _STARTER.match(below.raw) is not None

    def _close(self, group: list[_Typed]) -> None:
        if not group:
            return
        lines = tuple(typed.line for typed in group)
        columns = _column_ranges(group) if group[0].tabular and len(group) > 1 else []
        span = Span(lines[0].span.start, lines[-1].span.end)
        box = _around([line.box for line in lines])
        self.blocks.append(Block("table" if len(columns) > 1 else "text", span, box, lines))
        if len(columns) > 1:
            self._tabulate(group, columns)
        group.clear()

    def _tabulate(self, group: list[_Typed], columns: list[tuple[int, int]]) -> None:
        rows = tuple(_row(typed, columns) for typed in group)
        heads = 0
        while heads < len(rows) - 1 and rows[heads].cells[0].column > 0:
            heads += 1
        name = f"t{self.tables_before + len(self.tables) + 1:03d}"
        block = len(self.blocks) - 1
        self.tables.append(Table(name, self.number, block, len(columns), rows[:heads], rows[heads:]))


def _columns(blank: str, column: int) -> int:
    """Return the columns of type that ``blank`` takes when it begins at ``column``: a tab runs to the next eighth."""
    at = column
    for char in blank:
        at += 8 - at % 8 if char == "\t" else _width(char)
    return at - column


def _column_ranges(group: list[_Typed]) -> list[tuple[int, int]]:
    """Return the columns of a table as ranges of type columns: cells that overlap from row to row share one."""
    ranges: list[tuple[int, int]] = []
    for start, end in sorted((start, end) for typed in group for _, start, end in typed.cells):
        if ranges and start < ranges[-1][1]:
            ranges[-1] = (ranges[-1][0], max(end, ranges[-1][1]))
        else:
            ranges.append((start, end))
    return ranges


def _row(typed: _Typed, columns: list[tuple[int, int]]) -> Row:
    top, bottom = typed.line.box[1], typed.line.box[3]
    cells = []
    for span, start, end in typed.cells:
        column = next(index for index, (_, stop) in enumerate(columns) if start < stop)
        cells.append(Cell(span, column, (MARGIN + ADVANCE * start, top, MARGIN + ADVANCE * end, bottom)))
    indent = ADVANCE * (typed.cells[0][1] - columns[0][0]) if cells[0].column == 0 else 0.0
    return Row(typed.line.span, tuple(cells), typed.line.box, indent)


def _around(boxes: list[Box]) -> Box:
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))
