"""A small typesetter: a line-based markup in, PDF pages out, every written string remembered.

``# `` chapter · ``## `` section · ``### `` subsection · ``+ `` numbered clause · ``- `` lettered item · ``* `` bullet ·
``| a | b`` table row (the first of a table is its header, ``|=`` a total) · ``|! in EUR thousands`` unit line ·
``^ `` caption · ``~ `` small print · ``> `` centred line · ``%%`` page break · ``%toc`` contents with links.
``{#name}`` at the start of a clause names it and ``{@name}`` writes its number. Text goes through TextWriter alone.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

import pymupdf

A4 = pymupdf.Rect(0, 0, 595, 842)
LEFT, RIGHT, TOP, BOTTOM = 72, 523, 84, 768
NO_LINE_START = "。，、；：！？）》」』”’％"
FIXED = {"creationDate": "D:20240102030405Z", "modDate": "D:20240102030405Z", "producer": "", "creator": ""}


@dataclass
class Fonts:
    """Regular, bold and italic of one face."""

    regular: pymupdf.Font
    bold: pymupdf.Font
    italic: pymupdf.Font


def latin() -> Fonts:
    """Return the serif face that contracts and reports are set in."""
    return Fonts(pymupdf.Font("tiro"), pymupdf.Font("tibo"), pymupdf.Font("tiit"))


def chinese() -> Fonts:
    """Return the face for Chinese, which has one weight only."""
    face = pymupdf.Font("china-s")
    return Fonts(face, face, face)


@dataclass
class Sheet:
    """The document under the pen."""

    title: str
    header: str
    footer: str
    fonts: Fonts = field(default_factory=latin)
    size: float = 10.5
    contents: list[tuple[int, str, int]] = field(default_factory=list)
    """Headings of an earlier pass, with their pages, for the table of contents."""
    contents_title: str = "Contents"

    def __post_init__(self) -> None:
        self.file = pymupdf.open()
        self.headings: list[tuple[int, str, int]] = []
        self.written: Counter[str] = Counter()
        self.y = float(BOTTOM)
        self.turn()

    def turn(self) -> None:
        """Begin a new page."""
        self.page = self.file.new_page(width=A4.width, height=A4.height)
        self.y = TOP

    def room(self, height: float) -> None:
        """Turn the page when less than ``height`` points are left."""
        if self.y + height > BOTTOM:
            self.turn()

    def put(self, x: float, y: float, text: str, font: pymupdf.Font, *, size: float | None = None) -> None:
        """Write ``text`` with its baseline at ``y``."""
        if not text.strip():
            return
        writer = pymupdf.TextWriter(A4)
        writer.append((x, y), text, font=font, fontsize=size or self.size)
        writer.write_text(self.page)
        self.written.update(char for char in text if not char.isspace())

    def rule(self, x0: float, x1: float, y: float) -> None:
        """Draw a thin line."""
        self.page.draw_line((x0, y), (x1, y), width=0.6)

    def wrap(self, text: str, font: pymupdf.Font, size: float, width: float) -> list[str]:
        """Break ``text`` into lines of at most ``width`` points."""
        pieces = re.findall(r"[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+", text)
        lines, line = [], ""
        for piece in pieces:
            if line and piece not in NO_LINE_START and font.text_length((line + piece).rstrip(), size) > width:
                lines.append(line.rstrip())
                line = piece.lstrip()
            else:
                line += piece
        return [*lines, line.rstrip()] if line.strip() else lines

    def paragraph(
        self, text: str, *, indent: float = 0, hang: str = "", style: str = "regular", gap: float = 6
    ) -> None:
        """Set a paragraph; ``hang`` is the number or bullet that stands left of it."""
        font = getattr(self.fonts, style)
        size = 8.5 if gap == 2 else self.size
        x = LEFT + indent
        lead = size * 1.4
        if hang:
            self.room(lead)
            self.put(x, self.y + size, hang, font, size=size)
            x += 28
        for line in self.wrap(text, font, size, RIGHT - x):
            self.room(lead)
            self.put(x, self.y + size, line, font, size=size)
            self.y += lead
        self.y += gap

    def heading(self, level: int, text: str) -> None:
        """Set a heading and remember its page."""
        size = {1: 15, 2: 12, 3: 10.5}[level]
        self.room(size * 4)
        self.y += {1: 4, 2: 8, 3: 4}[level]
        for line in self.wrap(text, self.fonts.bold, size, RIGHT - LEFT):
            self.put(LEFT, self.y + size, line, self.fonts.bold, size=size)
            self.y += size * 1.3
        self.headings.append((level, text, self.file.page_count))
        self.y += 5

    def centred(self, text: str) -> None:
        """Set a bold line in the middle."""
        wide = self.fonts.bold.text_length(text, 13)
        self.put((LEFT + RIGHT - wide) / 2, self.y + 13, text, self.fonts.bold, size=13)
        self.y += 22

    def table(self, rows: list[tuple[str, list[str]]]) -> None:
        """Set a table; a long one repeats its header on the next page."""
        units = [cells[0] for kind, cells in rows if kind == "!"]
        body = [(kind, cells) for kind, cells in rows if kind != "!"]
        widths = self.widths([cells for _, cells in body])
        self.room(70)
        for unit in units:
            self.put(LEFT, self.y + 8.5, unit, self.fonts.italic, size=8.5)
            self.y += 13
        self.row(body[0][1], widths, header=True)
        for kind, cells in body[1:]:
            if self.y + 30 > BOTTOM:
                self.turn()
                self.row(body[0][1], widths, header=True)
            self.row(cells, widths, total=kind == "=")
        self.y += 10

    def widths(self, rows: list[list[str]]) -> list[tuple[float, bool]]:
        """Return the width of each column and whether it holds figures."""
        size, shown = 9, []
        for column in zip(*rows, strict=True):
            figures = sum(re.fullmatch(r"[$€£¥]?\(?[\d.,]+\)?%?|[–—-]", cell) is not None for cell in column[1:])
            natural = max(self.fonts.bold.text_length(cell, size) for cell in column) + 12
            shown.append((natural, figures * 2 > len(column) - 1))
        free = RIGHT - LEFT - sum(width for width, figures in shown if figures)
        prose = sum(width for width, figures in shown if not figures) or 1
        return [(width if figures else min(width, free * width / prose), figures) for width, figures in shown]

    def row(
        self, cells: list[str], widths: list[tuple[float, bool]], *, header: bool = False, total: bool = False
    ) -> None:
        """Set one row; figures stand right, text left and wrapped."""
        size, font = 9, self.fonts.bold if header or total else self.fonts.regular
        shown = [self.wrap(cell, font, size, width - 8) or [""] for cell, (width, _) in zip(cells, widths, strict=True)]
        height = 12 * max(len(lines) for lines in shown)
        if total:
            self.rule(LEFT, RIGHT, self.y + 1)
        x, edge = float(LEFT), RIGHT
        spread = edge - LEFT - sum(width for width, _ in widths)
        loose = next((at for at, (_, figures) in enumerate(widths) if not figures), 0)
        for at, (lines, (width, figures)) in enumerate(zip(shown, widths, strict=True)):
            wide = width + (spread if at == loose else 0)
            for number, line in enumerate(lines):
                start = x + wide - 4 - font.text_length(line, size) if figures else x
                self.put(start, self.y + 10 + 12 * number, line, font, size=size)
            x += wide
        self.y += height + 3
        if header:
            self.rule(LEFT, RIGHT, self.y - 1)
            self.y += 2

    def table_of_contents(self) -> None:
        """Set the contents with leader dots and links; empty in the first pass but as long as in the second."""
        self.heading(2, self.contents_title)
        for level, text, page in self.contents:
            if level > 2 or text == self.contents_title:
                continue
            self.room(15)
            x = LEFT + 16 * (level - 1)
            wide = RIGHT - 24 - x - self.fonts.regular.text_length(text, 10)
            dots = "." * max(3, int(wide / self.fonts.regular.text_length(".", 10)) - 2)
            self.put(x, self.y + 10, text, self.fonts.regular, size=10)
            self.put(
                RIGHT - 24 - self.fonts.regular.text_length(dots, 10), self.y + 10, dots, self.fonts.regular, size=10
            )
            self.put(
                RIGHT - self.fonts.regular.text_length(str(page), 10),
                self.y + 10,
                str(page),
                self.fonts.regular,
                size=10,
            )
            self.link(pymupdf.Rect(x, self.y, RIGHT, self.y + 12), page)
            self.y += 15
        self.y += 10

    def link(self, box: pymupdf.Rect, page: int) -> None:
        """Remember a link; its target may not exist yet."""
        self.links = [*getattr(self, "links", []), (self.file.page_count - 1, box, page - 1)]

    def finish(self) -> bytes:
        """Stamp headers and footers, add outline and links, and return the bytes of the PDF."""
        for number, page in enumerate(self.file, 1):
            self.page = page
            if self.header and number > 1:
                self.put(LEFT, 46, self.header, self.fonts.italic, size=8.5)
                self.rule(LEFT, RIGHT, 52)
            if self.footer:
                text = self.footer.format(page=number, pages=self.file.page_count)
                self.put(
                    (LEFT + RIGHT - self.fonts.regular.text_length(text, 8.5)) / 2,
                    806,
                    text,
                    self.fonts.regular,
                    size=8.5,
                )
        for origin, box, target in getattr(self, "links", []):
            place = {"kind": pymupdf.LINK_GOTO, "from": box, "page": target, "to": pymupdf.Point(LEFT, TOP)}
            self.file[origin].insert_link(place)
        if self.headings:
            self.file.set_toc([list(entry) for entry in _without_gaps(self.headings)])
        self.file.set_metadata({"title": self.title, **FIXED})
        self.file.subset_fonts()
        return self.file.tobytes(garbage=4, deflate=True, use_objstms=1, no_new_id=True)


def _without_gaps(headings: list[tuple[int, str, int]]) -> list[tuple[int, str, int]]:
    """Return the headings with no level more than one below the one before it."""
    shown: list[tuple[int, str, int]] = []
    for level, text, page in headings:
        shown.append((min(level, shown[-1][0] + 1 if shown else 1), text, page))
    return shown
