"""Lines that may be headings: what they say, how they are numbered and how they look."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pipeline.document import Block, Document, Line, Page
from pipeline.sections.numbering import Label, may_be_numbered, read_label
from pipeline.sections.titles import HAN, TICK, UNFINISHED, Form, folded, form_of, is_pointed_at, row_is_data

_ENDS_SENTENCE = re.compile(r"""[.:;!?。：；！？)）”"’\]_]\W*$""")
_UNDERLINE = re.compile(r"\s*[-_=–—]{4,}\s*")
_LONG_LINE = 160
_WORDED = frozenset({"part", "item", "chapter", "article"})


class Style(NamedTuple):
    """How a heading looks."""

    size: float
    bold: bool
    italic: bool
    caps: bool


@dataclass(slots=True)
class Heading:
    """A line that is, or may be, a heading; positions are offsets of the page's text."""

    page: int
    start: int
    end: int
    y: float
    x: float
    title: str
    style: Style
    label: Label | None = None
    form: Form = "own"
    """Whether the title stands alone, runs in before the text, is missing, or stands in a contents list alone."""
    scheme: str = ""
    path: tuple[int, ...] = ()
    restart: int = 0
    """Which count from 1 it belongs to, where its numbers are such a count."""
    first: bool = True
    """It begins a paragraph."""
    tabular: bool = False
    item: bool = False
    """It ends as the point of a list does: with a semicolon, or with "and"."""
    small: int = 0
    """1 when smaller than the text of the document, 2 when smaller than most of its page too."""
    strength: int = 0
    """How much its look sets it off: 0 not at all."""
    evidence: list[str] = field(default_factory=list)
    level: int | None = None
    """Where a contents list or an outline says that it stands, from 1."""
    type: str = ""
    """Type of its section where its words need not be asked."""

    @property
    def at(self) -> tuple[int, int]:
        """Its position in the document."""
        return (self.page, self.start)


def body_style(pages: tuple[Page, ...]) -> Style:
    """Return the size that most characters have, and whether most of that text is bold."""
    seen: Counter[tuple[float, bool]] = Counter()
    for page in pages:
        for block in page.blocks:
            if block.kind != "table" or len(pages) < 3:
                for (start, end), _, size, bold, _ in block.lines:
                    seen[size, bold] += end - start
    sizes: dict[float, list[int]] = defaultdict(lambda: [0, 0])
    for (size, bold), characters in seen.items():
        sizes[round(size * 2) / 2][bold] += characters
    size = max(sizes, key=lambda each: (sum(sizes[each]), each), default=10.0)
    plain, bold_too = sizes[size]
    return Style(size, bold=bold_too > plain, italic=False, caps=False)


def candidates(document: Document) -> Iterator[Heading]:
    """Yield in reading order every line that its number or its look makes a candidate."""
    body = body_style(document.pages)
    edges = _Edges(document.pages)
    for page in document.pages:
        above: Line | None = None
        for block in page.blocks:
            if block.kind in ("form_field", "annotation", "footnote"):
                continue
            if possible := _possible(block, page.text, body):
                yield from _of_block(page, block, possible, body, above, edges)
            above = block.lines[-1] if block.lines else above


def _of_block(
    page: Page, block: Block, possible: list[int], body: Style, above: Line | None, edges: "_Edges"
) -> Iterator[Heading]:  # fmt: skip
    """Yield the candidates among the possible lines of a block; ``above`` is the line before it on its page."""
    lines = block.lines
    edge: float | None = None
    reached = 0
    title_above = False
    """A heading that stands alone ends on the line before ``reached``."""
    for index in possible:
        if index < reached:
            continue
        line = lines[index]
        shown = _shown(page, line)
        previous = _shown(page, lines[index - 1] if index else above)
        label = _label(shown, previous, inside=index > 0 or block.continues)
        strength = 0 if label is None and block.kind == "table" else _strength(block, index, shown, body, edges)
        if label is None and not (strength and len(shown) < _LONG_LINE and shown.strip()):
            continue
        if edge is None:
            edge = edges.of(page, block) if len(lines) > 1 else 0.0
        made = _heading(page, block, index, label, strength, edge)
        if made is None:
            continue
        heading, used = made
        heading.small = _smallness(line, page, body, edges)
        set_off = strength > 0 or (label is not None and label.scheme in _WORDED)
        below = title_above and index == reached and label is not None and set_off
        begins = below or _begins(page, block, index, previous, edge)
        heading.first = begins or (strength > 1 and _differs(lines, index))
        title_above = heading.form == "own" and heading.first and set_off
        reached = index + used
        yield heading


def _possible(block: Block, text: str, body: Style) -> list[int]:
    """Return the lines whose first two characters, size or weight allow a heading; most lines are none at a glance."""
    large, plain, tabular = _large(body), not body.bold, block.kind == "table"
    found = []
    for index, ((start, _), _, size, bold, _) in enumerate(block.lines):
        opening = text[start : start + 2]
        by_look = not tabular and (opening == opening.upper() or size >= large or (bold and plain))
        if by_look or may_be_numbered(opening):
            found.append(index)
    return found


def _shown(page: Page, line: Line | None) -> str:
    return page.text[line.span.start : line.span.end] if line is not None else ""


def _label(shown: str, previous: str, *, inside: bool) -> Label | None:
    """Return the number that a line begins with, unless the line before points at it."""
    label = read_label(shown)
    return None if label is not None and is_pointed_at(label, previous, inside=inside) else label


def _smallness(line: Line, page: Page, body: Style, edges: "_Edges") -> int:
    if line.size >= body.size - 0.3:
        return 0
    return 2 if line.size < edges.size(page) - 0.3 else 1


def _begins(
    page: Page, block: Block, index: int, previous: str, edge: float
) -> bool:  # fmt: skip
    """Tell whether line ``index`` begins a paragraph."""
    if index == 0 and not block.continues:
        return True
    if not previous[-1:].isalnum() and _ENDS_SENTENCE.search(previous):
        return True
    return index > 0 and (block.kind == "table" or _breaks_after(page, block, index - 1, edge))


def _is_over(lines: tuple[Line, ...], index: int) -> bool:
    """Tell whether a line stands alone, or first in its block and far to the right of the next."""
    return len(lines) == 1 or (index == 0 and lines[1].box[0] + 5 * lines[0].size < lines[0].box[0])


def _differs(lines: tuple[Line, ...], index: int) -> bool:
    """Tell whether a line looks otherwise than the one before it in its block."""
    if index == 0:
        return True
    line, before = lines[index], lines[index - 1]
    return line.bold != before.bold or abs(line.size - before.size) > 0.5


class _Edges:
    """How far to the right lines reach, by where they begin: what nine of ten of them end before."""

    def __init__(self, pages: tuple[Page, ...]) -> None:
        ends: dict[int, list[float]] = defaultdict(list)
        for page in pages:
            for block in page.blocks:
                if block.kind != "table":
                    for _, (left, _, right, _), _, _, _ in block.lines:
                        ends[int(left) // 20].append(right)
        self._everywhere = {key: sorted(found)[int(0.9 * (len(found) - 1))] for key, found in ends.items()}
        starts: Counter[int] = Counter()
        for key, found in ends.items():
            starts[key] = len(found)
        self._left, _ = max(starts.items(), key=lambda each: (each[1], -each[0]), default=(0, 0))
        self._page = self._sized = 0
        self._size = 0.0
        self._here: list[tuple[float, float]] = []
        self._columns = False
        self._by_left: dict[int, float] = {}

    def size(self, page: Page) -> float:
        """Return the size that most characters of a page have, tables and all."""
        if self._sized != page.number:
            sizes: Counter[float] = Counter()
            for block in page.blocks:
                for (start, end), _, size, _, _ in block.lines:
                    sizes[size] += end - start
            self._sized, self._size = page.number, max(sizes, key=lambda each: (sizes[each], each))
        return self._size

    def centred(self, line: Line) -> bool:
        """Tell whether a line stands in the middle of the text, clear of its left edge."""
        left, right = 20.0 * self._left, self._everywhere.get(self._left, 0.0)
        middle = abs(line.box[0] + line.box[2] - left - right) / 2
        return middle < 2.5 * line.size and line.box[0] > left + 5 * line.size

    def of(self, page: Page, block: Block) -> float:
        """Return the edge for a block: by the lines of the document, or of its page where that has columns."""
        if self._page != page.number:
            self._page, self._by_left = page.number, {}
            self._here = [(line.box[0], line.box[2]) for b in page.blocks if b.kind != "table" for line in b.lines]
            middle, wide = 0.45 * page.width, 0.25 * page.width
            self._columns = sum([start > middle and end - start > wide for start, end in self._here]) >= 8
        left = block.box[0]
        if self._columns:
            key = int(left) // 10
            if key not in self._by_left:
                ends = sorted(end for start, end in self._here if abs(start - left) < 40)
                self._by_left[key] = ends[int(0.9 * (len(ends) - 1))] if ends else 0.0
            return self._by_left[key]
        return max(self._everywhere.get(int(left) // 20 + step, 0.0) for step in (-1, 0, 1))


def _large(body: Style) -> float:
    return body.size * 1.08 + 0.2


def _strength(block: Block, index: int, shown: str, body: Style, edges: "_Edges") -> int:
    line = block.lines[index]
    points = 0
    if line.size >= _large(body):
        points += 2 if line.size >= body.size * 1.2 else 1
    if line.bold and not body.bold:
        points += 2
    capitals = shown.isupper()
    if capitals and sum(map(str.isalpha, shown)) > 3:
        points += 1
    if points == 1 and capitals and block.kind != "table" and _is_over(block.lines, index) and edges.centred(line):
        return 2
    return points


def _heading(
    page: Page, block: Block, index: int, label: Label | None, strength: int, edge: float
) -> tuple[Heading, int] | None:
    lines, text = block.lines, page.text
    line = lines[index]
    start, end = line.span
    offset = label.end if label else 0
    style = Style(round(line.size * 2) / 2, line.bold, line.italic, text[start + offset : end].isupper())
    made = Heading(page.number, start, end, line.box[1], line.box[0], "", style, label, strength=strength)
    made.tabular = block.kind == "table"
    used = 1
    if (
        label is not None
        and made.tabular
        and label.text[-1:] in ".)）、:"
        and text[start + label.end - 1 : start + label.end] == "\t"
    ):
        made.tabular = False
    if label is not None and block.kind == "table" and row_is_data(text[start + offset : end].rstrip()):
        return None
    stop = _last_line(page, block, index, start + offset, set_off=strength > 0, edge=edge)
    rest = text[start + offset : lines[stop - 1].span.end]
    alone = stop == len(lines) or block.kind == "table" or _breaks_after(page, block, stop - 1, edge)
    alone = alone or ((label is not None or rest.isupper()) and _starts_anew(page, block, stop, rest))
    paragraph = text[start + offset : min(block.span.end, start + offset + 240)]
    made.item = rest.rstrip()[-1:] in ";；\u037e" or rest.endswith(("; and", "; or", ", and", ", or"))
    form, length = form_of(rest, paragraph, alone=alone, strength=strength, label=label)
    made.form = form
    if form == "own":
        used = stop - index
        made.end = start + offset + len(rest.rstrip())
    elif form == "run_in":
        made.end = start + offset + length
    else:
        made.end = start + offset
    made.title = folded(text[start : made.end])
    return made, used


def _last_line(page: Page, block: Block, index: int, start: int, *, set_off: bool, edge: float) -> int:
    """Return the line after the last one of the heading whose words begin at ``start`` of line ``index``."""
    lines = block.lines
    stop = index + 1
    while stop < min(len(lines), index + 5):
        rest = page.text[start : lines[stop - 1].span.end]
        if (not set_off and len(rest) >= 200) or not _goes_on(page, block, stop, lines[index], rest):
            break
        if _breaks_after(page, block, stop - 1, edge) and not (set_off and _centred(lines[stop - 1], lines[stop])):
            break
        stop += 1
    return stop


def _starts_anew(page: Page, block: Block, index: int, rest: str) -> bool:
    """Tell whether line ``index`` is a typed underline, or begins with a number that ``rest`` does not lead into."""
    span, above = block.lines[index].span, block.lines[index - 1].box
    if _UNDERLINE.fullmatch(page.text, span.start, span.end):
        return block.lines[index].box[2] >= above[2] - 0.2 * (above[2] - above[0])
    following = read_label(page.text[span.start : span.end])
    return following is not None and not is_pointed_at(following, rest, inside=True) and not UNFINISHED.search(rest)


def _goes_on(page: Page, block: Block, index: int, first: Line, rest: str) -> bool:
    """Tell whether line ``index`` of the block is a further line of the heading that ``first`` begins."""
    line = block.lines[index]
    shown = page.text[line.span.start : line.span.end]
    if (block.kind == "table" and index) or _UNDERLINE.fullmatch(shown):
        return False
    if abs(line.size - first.size) > 0.3 or line.bold != first.bold or len(rest) > 260:
        return False
    if read_label(shown) is not None and not UNFINISHED.search(rest):
        return False
    if rest.isupper() != shown.isupper() and rest.strip():
        return False
    return line.box[1] - first.box[1] <= 7 * first.size


def _breaks_after(page: Page, block: Block, index: int, edge: float) -> bool:
    """Tell whether line ``index`` ends where the first word of the next one would still have fitted before ``edge``."""
    lines = block.lines
    line, following = lines[index], lines[index + 1]
    shown = page.text[following.span.start : following.span.end]
    if TICK.match(shown):
        return True
    right = max(edge, *[each.box[2] for each in lines[max(0, index - 2) : index + 6]])
    if line.box[2] + 0.5 * line.size >= right:
        return False
    word = 2 if HAN.match(shown) else len(shown.split(None, 1)[0]) if shown.strip() else 1
    wide = (following.box[2] - following.box[0]) / max(1, len(shown)) * (word + 1)
    return line.box[2] + 1.15 * wide + 0.5 * line.size < right


def _centred(one: Line, other: Line) -> bool:
    middle = abs(one.box[0] + one.box[2] - other.box[0] - other.box[2]) / 2
    return middle < one.size and abs(one.box[0] - other.box[0]) > one.size
