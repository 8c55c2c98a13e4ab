"""Pages of figures behind the text of an earnings release: each schedule is a section of its own."""

import re
from collections.abc import Sequence
from itertools import islice

from pipeline.document import Document, Line, Page
from pipeline.sections.headings import Heading, Style
from pipeline.sections.titles import COMPANY, folded, squash, titled

_UNITS = re.compile(
    r"(?i)\bunaudited\b|(?:\b|[$€£])\s?in\s+(?:millions|thousands|billions)\b|\b(?:weeks|months|quarters?|years?)\s+ended\b"
    r"|^\W*(?:(?:first|second|third|fourth)\s+quarter|(?:three|six|nine|twelve)\s+months)\b|^[^a-z]{0,4}\d{1,2}[./]\d"
    r"|\b\d{4}\b.{0,12}\bvs\b|^\W*(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d"
)
_ASIDE = re.compile(
    r"(?i)^\W*(?:exhibit|schedule|table|attachment|appendix)\s+[\w.-]{1,5}\W*$|^\s*[(（].*[)）]\W*$|^\W*$"
)
_CONTINUED = re.compile(r"(?i)\s*[(（\[–—-]*\s*\bcont(?:inued|['’.]?d)\b[.)）\]]*")
_PROSE = 110
_TOP_LINES = 8
_FIGURES = 0.25
"""Share of a page that stands in tables, at least."""


def placed(document: Document, headings: Sequence[Heading]) -> list[Heading]:
    """Return the headings with one for each schedule, and without those that stand above its figures.

    A page begins a schedule when a title and what its figures are in ("unaudited; in millions") stand at its top, with
    nothing but the company's name above, and tables take most of it. The same title on the next page goes on.
    """
    kept = list(headings)
    running, opening = "", 0
    for page in document.pages[1:]:
        title = _title_of(page)
        if title is None or (title.first and _is_usual(title, kept, opening or page.number)):
            continue
        opening = opening or page.number
        gone = set(map(id, _above_figures(page, kept)))
        kept = [h for h in kept if id(h) not in gone]
        key = squash(title.title)
        if not running or not running.startswith(key):
            kept.append(title)
            running = key
    return sorted(kept, key=lambda h: h.at)


def _is_usual(title: Heading, headings: Sequence[Heading], before: int) -> bool:
    """Tell whether a title looks as those of the text on the pages before do; then it is one of them."""
    return any(h.style == title.style and not h.scheme for h in headings if h.page < before)


def _above_figures(page: Page, headings: Sequence[Heading]) -> list[Heading]:
    """Return what looks like a heading above the last table of a page, as far as the next exhibit."""
    bottom = max((block.box[3] for block in page.blocks if block.kind == "table"), default=0.0)
    here = [h for h in headings if h.page == page.number]
    stop = min((h.at for h in here if h.label is not None and h.start > 0), default=(page.number + 1, 0))
    return [h for h in here if h.label is None and not h.type and h.y <= bottom and h.at < stop]


def _title_of(page: Page) -> Heading | None:
    top = list(islice(_lines(page), _TOP_LINES))
    figures = sum(block.span.end - block.span.start for block in page.blocks if block.kind == "table")
    if figures < _FIGURES * len(page.text) or not any(_UNITS.search(shown) for _, shown, _ in top):
        return None
    words: list[tuple[Line, str]] = []
    for line, shown, tabular in top:
        plain = _CONTINUED.sub("", folded(shown))
        skipped = _ASIDE.match(shown) or COMPANY.fullmatch(plain)
        if not words and skipped and not tabular:
            continue
        if tabular or len(shown) > _PROSE or skipped or _UNITS.search(shown) or not titled(plain):
            break
        words.append((line, plain))
        if len(words) > 1:
            break
    if not words:
        return None
    first = words[0][0]
    style = Style(round(first.size * 2) / 2, first.bold, first.italic, words[0][1].isupper())
    title = " ".join(plain for _, plain in words)
    made = Heading(page.number, first.span.start, words[-1][0].span.end, first.box[1], first.box[0], title, style)
    made.scheme, made.path, made.strength = "schedule", (1,), 1
    made.first = first is top[0][0]
    return made


def _lines(page: Page) -> list[tuple[Line, str, bool]]:
    """Return the lines of a page with their text, and whether they are rows of a table."""
    return [
        (line, page.text[line.span.start : line.span.end], block.kind == "table" and _is_row(page, line))
        for block in page.blocks
        if block.kind not in ("footnote", "annotation", "form_field")
        for line in block.lines
    ]


def _is_row(page: Page, line: Line) -> bool:
    return "\t" in page.text[line.span.start : line.span.end]
