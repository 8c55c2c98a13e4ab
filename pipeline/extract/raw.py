"""A page as MuPDF hands it over, before any geometry: lines with spans and words, vectors in paint order.

The walk of a page through this package, each step a function that may be replaced or tested alone:

    source.open(path, settings)            -> pymupdf.Document            opening, passwords, errors
    raw.load(page)                         -> RawPage                     this module
    hidden.sift(raw)                       -> Sifted(raw, set_apart, notices)
    scans.needed(raw) / scans.read(raw)    -> RawPage with ``source`` "ocr" and ``confidences``
    layout.arrange(raw)                    -> Layout: rows, columns, blocks and tables of one page
    forms.collect(page)                    -> form fields and annotations as blocks
    furniture.part(layouts)                -> running headers, footers, page numbers, over the whole document
    characters.clean(pages)                -> edits and notices

Everything but ``furniture`` and the joining of blocks over page breaks sees one page only.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from operator import itemgetter
from typing import Any, Literal, NamedTuple

import pymupdf

from pipeline.document import Box, PageSource
from pipeline.extract import notemarks, objects
from pipeline.extract.objects import Holds
from pipeline.extract.scripts import is_western

FLAGS = (
    pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES & ~pymupdf.TEXT_MEDIABOX_CLIP
) | pymupdf.TEXT_COLLECT_VECTORS
"""Ligatures and white space kept, unknown characters as their CID, text off the page included, no images."""

_EVERYWHERE = pymupdf.mupdf.FzRect(pymupdf.mupdf.FzRect.Fixed_INFINITE)
_AS_SHOWN = pymupdf.mupdf.FzMatrix()

FLAT = 4.0
"""Points from which a painted shape is no line any more but an area."""

Style = tuple[str, float, int, int, int]
"""How a span is set: font, size, color, alpha, char_flags."""

Word = tuple[float, float, float, float, str, int, int, int]
"""x0, y0, x1, y1, text, then MuPDF's block, line and word number; never holds a blank or a no-break space."""


class RawLine:
    """One run of text that MuPDF took for a line; in a table often one cell. Mutable for speed, owned by its page.

    ``spans`` are MuPDF's span dicts: text, bbox, size, font, flags (16 bold, 2 italic, 1 superscript), color,
    alpha, char_flags, origin. ``words`` are the line's words in the same order; the words' texts joined equal
    the spans' texts joined, blanks and no-break spaces and U+202A..U+202E apart.
    """

    __slots__ = ("block", "box", "dir", "order", "spans", "taken", "whole", "wmode", "words")

    def __init__(
        self, spans: list[dict[str, Any]], words: list[Word], box: Box, *, block: int = 0, order: int = 0
    ) -> None:
        """Hold the spans and words of one horizontal line; the reader sets the rest where it differs."""
        self.spans = spans
        self.words = words
        self.box = box
        self.dir: tuple[float, float] = (1.0, 0.0)
        """Cosine and sine of the writing direction: (1, 0) reads to the right, (0, -1) upwards, (0, 1) downwards."""
        self.wmode: Literal[0, 1] = 0
        """1 when the font itself writes from top to bottom."""
        self.block = block
        """Index of the text block among the page's text blocks."""
        self.order = order
        """Paint order of the block, comparable with ``Vector.order``."""
        self.taken: Sequence[tuple[float, float]] = ()
        """Left and right of words that were taken out of the line: their gaps part no cells."""
        self.whole = False
        """Whether its words belong together however wide they stand apart."""


class Vector(NamedTuple):
    """One painted path, as its bounding box."""

    box: Box
    order: int
    """Paint order: what comes later covers what comes before."""
    stroked: bool
    rectangle: bool
    color: int
    """0xRRGGBB."""
    alpha: int
    """0..255."""


@dataclass(frozen=True)
class RawPage:
    """One page in points from the top left as shown (rotation applied)."""

    number: int
    """Physical, from 1."""
    width: float
    height: float
    rotation: int
    lines: list[RawLine]
    """In the order of the content stream; lines without words (blanks only) are left out."""
    vectors: list[Vector]
    source: PageSource = "digital"
    confidences: dict[tuple[int, int, int], float] = field(default_factory=dict)
    """OCR only: 0..1 by the (block, line, word) number of a word."""
    shown: pymupdf.DisplayList | None = None
    """The page as MuPDF paints it, for whoever has to look again; None for a page that no file holds."""

    flags: int = FLAGS
    """MuPDF's text flags it was read with."""
    again: bool = True
    """Whether to look at it a second time, whatever it holds."""
    holds: Holds = field(default_factory=Holds)

    @cached_property
    def level(self) -> bool:
        """Whether all lines read to the right."""
        return {(line.dir, line.wmode) for line in self.lines} <= {((1.0, 0.0), 0)}

    @cached_property
    def flats(self) -> list[Vector]:
        """The vectors that are level lines or as flat as such."""
        return [v for v in self.vectors if v[0][3] - v[0][1] <= FLAT < v[0][2] - v[0][0]]

    @cached_property
    def areas(self) -> list[Vector]:
        """The vectors that extend both ways."""
        return [v for v in self.vectors if v[0][3] - v[0][1] >= FLAT <= v[0][2] - v[0][0]]

    @cached_property
    def spans(self) -> list[dict[str, Any]]:
        """The spans of all lines."""
        return [span for line in self.lines for span in line.spans]

    @cached_property
    def text(self) -> str:
        """What all spans say, line by line or in smaller pieces."""
        return "\n".join([span["text"] for span in self.spans])

    @cached_property
    def western(self) -> bool:
        """Whether it is written in western letters and signs."""
        return is_western(self.text)

    @cached_property
    def styles(self) -> set[Style]:
        """How the page's text is set: few ways, which tell at once what is not on it."""
        return set(map(_style, self.spans))

    def with_lines(self, lines: list[RawLine]) -> "RawPage":
        """Return the page with other lines."""
        return replace(self, lines=lines)


def load(page: pymupdf.Page, *, flags: int = FLAGS, again: bool = True) -> RawPage:
    """Read ``page`` through one text page, closed again before this returns; ``again`` when more looks will follow.

    ``Page.get_textpage`` would turn rotated pages back and drop the text off the page; the display list does neither,
    serves whoever has to look at the page again, and never takes up what a clip hides whole.
    """
    shown = page.get_displaylist()
    holds = objects.ask(page)
    text = _run(shown, flags & ~pymupdf.TEXT_COLLECT_VECTORS if holds.crowd else flags)
    found: dict[str, Any] = {}
    pymupdf.extra.JM_make_textpage_dict(text.m_internal, found, False)  # as extractDICT, which first asks for a frame
    words: list[Word] = pymupdf.extra.extractWORDS(text, None)
    del text
    lines, vectors = _lines(found["blocks"], words)
    area = pymupdf.mupdf.fz_bound_page(page.this)
    width, height = area.x1 - area.x0, area.y1 - area.y0
    return RawPage(
        page.number + 1,
        width,
        height,
        holds.rotation,
        lines,
        vectors,
        shown=shown,
        flags=flags,
        again=again,
        holds=holds,
    )


def textpage_of(shown: pymupdf.DisplayList, flags: int) -> pymupdf.TextPage:
    """Run a display list into a text page without bounds."""
    return pymupdf.TextPage(_run(shown, flags))


def pictures(shown: pymupdf.DisplayList) -> list[Box]:
    """Return the boxes of the images of a page, those too that no resource names."""
    found: list[Box] = []
    text = _run(shown, pymupdf.TEXT_PRESERVE_IMAGES)
    block = text.m_internal.first_block
    while block is not None:
        if block.type == pymupdf.mupdf.FZ_STEXT_BLOCK_IMAGE:
            box = block.bbox
            found.append((box.x0, box.y0, box.x1, box.y1))
        block = block.next
    return found


def _run(shown: pymupdf.DisplayList, flags: int) -> pymupdf.mupdf.FzStextPage:
    found = pymupdf.mupdf.FzStextPage(_EVERYWHERE)
    device = pymupdf.mupdf.fz_new_stext_device(found, _options(flags))
    pymupdf.mupdf.fz_run_display_list(shown.this, device, _AS_SHOWN, _EVERYWHERE, pymupdf.mupdf.FzCookie())
    pymupdf.mupdf.fz_close_device(device)
    return found


@cache
def _options(flags: int) -> pymupdf.mupdf.FzStextOptions:
    options = pymupdf.mupdf.FzStextOptions()
    options.flags = flags
    return options


def clipped(shown: pymupdf.DisplayList, flags: int) -> pymupdf.TextPage:
    """Read what the page's own clipping leaves."""
    return textpage_of(shown, flags & ~pymupdf.TEXT_COLLECT_VECTORS | pymupdf.TEXT_CLIP)


def _lines(blocks: list[dict[str, Any]], words: list[Word]) -> tuple[list[RawLine], list[Vector]]:
    firsts = [at for at, word in enumerate(words) if not word[7]]
    firsts.append(len(words))
    place, at, stop = 0, firsts[0], len(words)
    lines: list[RawLine] = []
    vectors: list[Vector] = []
    make, entries = tuple.__new__, itemgetter("bbox", "number", "stroked", "isrect", "color", "alpha")
    text_block = 0
    for block in blocks:
        kind = block["type"]
        if kind == 3:
            vectors.append(make(Vector, entries(block)))
            continue
        if kind != 0:
            continue
        order = block["number"]
        for line_number, found in enumerate(block["lines"]):
            if at == stop or words[at][6] != line_number or words[at][5] != text_block:
                continue
            place += 1
            begin, at = at, firsts[place]
            spans, own = found["spans"], words[begin:at]
            if len(spans) > 1:
                if found["dir"] != (1.0, 0.0):
                    spans = notemarks.raised(spans, found["dir"])
                if any(span["flags"] & 1 for span in spans):
                    own = notemarks.parted(own, spans, found["dir"])
            line = RawLine(spans, own, found["bbox"], block=text_block, order=order)
            if found["wmode"] or found["dir"] != (1.0, 0.0):
                line.wmode, line.dir = found["wmode"], found["dir"]
            lines.append(line)
        text_block += 1
    return lines, vectors


def words_by_span(line: RawLine) -> list[list[Word]]:
    """Return the words of each span of ``line``; a word that runs over several spans goes to the one it begins in."""
    shares: list[list[Word]] = [[] for _ in line.spans]
    at = left = 0
    lengths = [len("".join(span["text"].translate(_BLANKS).split(" "))) for span in line.spans]
    left = lengths[0] if lengths else 0
    for word in line.words:
        while left <= 0 and at + 1 < len(lengths):
            at += 1
            left += lengths[at]
        shares[at].append(word)
        left -= len(word[4])
    return shares


def part_words(line: RawLine) -> None:
    """Part the words of ``line`` where one span ends and another begins inside them."""
    texts = [span["text"].translate(_BLANKS) for span in line.spans]
    parts: list[Word] = []
    span, used = 0, 0
    lengths = [len(text) - text.count(" ") for text in texts]
    for word in line.words:
        left, begin = len(word[4]), 0
        while left:
            while span + 1 < len(lengths) and used >= lengths[span]:
                span, used = span + 1, 0
            take = left if span + 1 == len(lengths) else min(left, lengths[span] - used)
            x0, y0, x1, y1 = word[:4] if take == len(word[4]) else _share(word, begin, take, line.spans[span]["bbox"])
            parts.append((x0, y0, x1, y1, word[4][begin : begin + take], *word[5:]))
            begin, left, used = begin + take, left - take, used + take
    line.words = parts


def _share(word: Word, begin: int, take: int, box: Box) -> Box:
    """Return the box of some characters of ``word`` that stand in a span with ``box``."""
    x0, y0, x1, y1 = word[:4]
    start = x0 if begin == 0 else max(x0, box[0])
    end = x1 if begin + take == len(word[4]) else min(x1, box[2])
    return (start, max(y0, box[1]), max(start, end), min(y1, box[3]))


def places_by_span(line: RawLine) -> list[range]:
    """Return the indices of the words of each span of ``line``."""
    places, at = [], 0
    for share in words_by_span(line):
        places.append(range(at, at + len(share)))
        at += len(share)
    return places


def without(lines: list[RawLine], gone: Collection[tuple[int, int]]) -> list[RawLine]:
    """Return ``lines`` without the words ``gone``, given as (line, word)."""
    touched: dict[int, set[int]] = defaultdict(set)
    for at, index in gone:
        touched[at].add(index)
    left = []
    for at, line in enumerate(lines):
        if at not in touched:
            left.append(line)
        elif rest := _rest(line, touched[at]):
            left.append(rest)
    return left


def _rest(line: RawLine, gone: set[int]) -> RawLine | None:
    """Return ``line`` without the words ``gone``; None when it has no others."""
    spans, words = [], []
    for span, places in zip(line.spans, places_by_span(line), strict=True):
        kept = [line.words[index] for index in places if index not in gone]
        if len(kept) == len(places) and kept:
            spans.append(span)
        elif kept:
            spans.append({**span, "text": " ".join(word[4] for word in kept), "bbox": around(kept)})
        words.extend(kept)
    if not words:
        return None
    rest = RawLine(spans, words, around(words))
    rest.dir, rest.wmode, rest.block, rest.order = line.dir, line.wmode, line.block, line.order
    rest.taken = [(line.words[index][0], line.words[index][2]) for index in sorted(gone)]
    return rest


def around(words: list[Word]) -> Box:
    """Return the box around ``words``."""
    x0, y0, x1, y1 = zip(*(word[:4] for word in words), strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


_style = itemgetter("font", "size", "color", "alpha", "char_flags")
_BLANKS = dict.fromkeys((*range(33), 160, *range(8234, 8239)), " ")
