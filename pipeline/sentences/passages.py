"""Text that is split as a whole: paragraphs of blocks, joined over page breaks, with the way back to the pages.

Edits are laid over the text as read and white space is folded; every character keeps its origin.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import regex

from pipeline.document import Document, Page, Place, UnitKind
from pipeline.spans import Edited, Replacement, Span, apply, overlay

_FOLDABLE = regex.compile(r"\s{2,}|[^\S ]|\A | \Z")
_FOLDABLE_IN_ROW = regex.compile(r"\s{2,}|[^\S \t]|\A\s|\s\Z")
_ODD_SPACES = tuple(chr(code) for code in range(0x3001) if chr(code).isspace() and chr(code) not in " \t")
_HAN = regex.compile(r"\p{Han}")
_SUSPENDED = regex.compile(r"(?:and|or|to|und|oder|bis|sowie)\b")
"""How a line begins behind a hyphen that is none of its word's: "short-" / "and long-term"."""
_CJK = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\u3000-\u303F\uFF00-\uFFEF“”‘’]")


class Strip(NamedTuple):
    """The part of a passage that stands on one page."""

    page: Page
    span: Span
    edited: Edited
    offset: int
    """Where it begins in the passage's text."""


@dataclass(slots=True)
class Passage:
    """A paragraph, heading, list item, row … before it is split."""

    kind: UnitKind
    strips: list[Strip] = field(default_factory=list)
    text: str = ""
    table: str | None = None
    row: int | None = None
    context: tuple[str, ...] = ()
    marker: str = ""
    """Style of the enumerator or bullet that it begins with, such as ``(a)``."""

    def add(self, page: Page, span: Span, edited: Edited) -> None:
        """Go on with more characters."""
        glue = ""
        if self.text and edited.text:
            close = _is_cjk(self.text[-1]) and _is_cjk(edited.text[0])
            glue = "" if close or self._ends_in_hyphen(edited.text) else " "
        self.text += glue
        self.strips.append(Strip(page, span, edited, len(self.text)))
        self.text += edited.text

    def _ends_in_hyphen(self, following: str) -> bool:
        """Whether the last word read ends in a hyphen that leads on: "long-" / "term"; an edit may have taken it."""
        page, span, *_ = self.strips[-1]
        read = page.text[span.start : span.end].rstrip()
        led = read[-1:] in ("-", "\u2010") and read[-2:-1].isalnum() and following[0].isalnum()
        return led and _SUSPENDED.match(following) is None

    def cut(self, spans: Sequence[Span]) -> list[tuple[Span, tuple[Place, ...]]]:
        """Return each of ``spans`` of the text with its places; together they cover all visible characters.

        A span that is left without a character of its own (a replacement reaches over its border) joins its neighbour.
        """
        strip = self.strips[0]
        if len(self.strips) == 1 and strip.edited.origins == (strip.span,) and strip.edited.copied[0]:
            page, base = strip.page.number, strip.edited.origins[0].start
            return [(span, (Place(page, Span(base + span.start, base + span.end)),)) for span in spans]
        if len(spans) == 1 == len(self.strips):
            return [(spans[0], (_place(strip),))]
        found: list[tuple[Span, tuple[Place, ...]]] = []
        starts = [strip.span.start for strip in self.strips]
        first = spans[0].start
        for index, span in enumerate(spans):
            last = index + 1 == len(spans)
            stops = [strip.span.end if last else self._border(strip, spans[index + 1].start) for strip in self.strips]
            places = self._trimmed(starts, stops)
            if places:
                found.append((Span(first, span.end), places))
                starts = stops
                first = spans[index + 1].start if not last else span.end
            elif last and found:
                found[-1] = (Span(found[-1][0].start, span.end), found[-1][1])
        return found

    def _border(self, strip: Strip, offset: int) -> int:
        """Lead a border in the passage's text back to the strip's page."""
        at = offset - strip.offset
        if at <= 0:
            return strip.span.start
        if at >= len(strip.edited.text):
            return strip.span.end
        if len(strip.edited.starts) == 1 and strip.edited.copied[0]:
            return strip.edited.origins[0].start + at
        return strip.edited.origin(Span(at, at + 1)).start

    def _trimmed(self, starts: Sequence[int], stops: Sequence[int]) -> tuple[Place, ...]:
        places = (_place(strip, start, stop) for strip, start, stop in zip(self.strips, starts, stops, strict=True))
        return tuple(place for place in places if place.span.start < place.span.end)


def _place(strip: Strip, start: int | None = None, stop: int | None = None) -> Place:
    """Return the visible characters of the strip between ``start`` and ``stop`` of its page; all of it by default."""
    start = strip.span.start if start is None else start
    stop = strip.span.end if stop is None else stop
    text = strip.page.text
    while start < stop and text[start].isspace():
        start += 1
    while start < stop and text[stop - 1].isspace():
        stop -= 1
    return Place(strip.page.number, Span(start, stop))


def _is_cjk(character: str) -> bool:
    return character > "\u2000" and _CJK.match(character) is not None


class Sheet:
    """A page with the edits that lie on it."""

    __slots__ = ("_chinese", "_edits", "_flat", "_starts", "page")

    def __init__(self, page: Page, edits: list[Replacement]) -> None:
        self.page = page
        self._edits = edits
        self._starts = [edit.span.start for edit in edits]
        self._chinese = not page.text.isascii() and _HAN.search(page.text) is not None
        self._flat = page.text if self._chinese else _flattened(page.text)

    def read(self, span: Span, *, row: bool = False) -> Edited:
        """Return the characters under ``span`` after edits, with white space folded, tabs only in a row."""
        text = self._flat[span.start : span.end]
        edits = self._within(span) if self._edits else []
        folds = self._folds(span, text, row=row)
        if not edits and not folds:
            return Edited(text, (0,), (span,), (True,))
        return apply(self._flat, overlay(folds, edits), within=span)

    def _within(self, span: Span) -> list[Replacement]:
        first, last = bisect_left(self._starts, span.start), bisect_left(self._starts, span.end)
        return [edit for edit in self._edits[first:last] if edit.span.end <= span.end]

    def _folds(self, span: Span, text: str, *, row: bool) -> list[Replacement]:
        """Fold white space to one space, a tab between cells, nothing beside Chinese characters and at the ends."""
        folds: list[Replacement] = []
        if not (self._chinese or "  " in text or ("\t" in text and not row) or text != text.strip()):
            return folds
        for match in (_FOLDABLE_IN_ROW if row else _FOLDABLE).finditer(text):
            start, end = match.span()
            after = " "
            if start == 0 or end == len(text):
                after = ""
            elif row and "\t" in match[0]:
                after = "\t"
            elif self._chinese and "\n" in match[0] and (_is_cjk(text[start - 1]) or _is_cjk(text[end])):
                after = ""
            folds.append(Replacement(Span(span.start + start, span.start + end), after))
        return folds


def _flattened(text: str) -> str:
    """Write every white space but tabs as a plain space; offsets stay."""
    for space in _ODD_SPACES:
        if space in text:
            text = text.replace(space, " ")
    return text


def sheets(document: Document) -> list[Sheet]:
    """Lay the repairs over the cleanings of every page; suspect edits change nothing."""
    below: dict[int, list[Replacement]] = {}
    above: dict[int, list[Replacement]] = {}
    for edits, layer in ((document.cleanings, below), (document.repairs, above)):
        for edit in edits:
            if edit.status != "suspect":
                layer.setdefault(edit.place.page, []).append(Replacement(edit.place.span, edit.after))
    return [Sheet(page, overlay(below.get(page.number, ()), above.get(page.number, ()))) for page in document.pages]
