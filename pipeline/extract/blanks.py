"""Closes up words that a false blank parts, where the page and the rest of the document both say so.

A layout program that starts a piece of text anew, at an anchor or a change of style, may paint a blank that no author
wrote: ``Cash Flow s``. Figures are never touched.
"""

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import regex

from pipeline.document import Edit, Page, Place
from pipeline.extract.book import Book
from pipeline.spans import Span

_HEAD = regex.compile(r"(?<![^\s(\[\"“‘/])[\p{Latin}&&[^ªº]]+$", regex.V1)
_TAIL = regex.compile(r"[\p{Latin}&&[^ªº]]+(?![^\s.,;:)\]\"”!?/])", regex.V1)
# catches "Busines s.", "OVERVI EW", "r eporting"; spares "a broad", "Regulation S-T"
_STRAY = re.compile(r" (?:[B-HJ-Zb-z]|[A-Z]{2})(?=[\s.,;:)])")

NARROW = 0.75
"""Of the line's usual blank: a narrower one is doubtful between any two pieces."""
LESS = 0.92
"""The same beside a piece of one or two letters."""
USUAL = 1.15
"""A wider one is no false blank at all."""
FEW = 1.25
"""Times as often as at doubtful blanks that a stray letter may stand by itself: initials, plurals."""
OFTEN = 3
"""Times that a word stands elsewhere which a usual blank is taken out of."""

_LIGATURES = "ﬁﬂﬀﬃﬄ"
"""Some programs paint a blank behind them."""
_BEHIND_LIGATURE = re.compile(f"[{_LIGATURES}] (?=[a-z])")

_WORDS = frozenset("aioyeàèéó")
"""Letters that are words."""


class _Gap(NamedTuple):
    """A blank that may be false: behind word ``word`` of a page."""

    page: Page
    word: int
    share: float
    """Of the line's usual blank."""
    head: str
    tail: str


def closed(pages: Sequence[Page], book: Book) -> Iterator[Edit]:
    """Yield the removal of each false blank: the joined word stands elsewhere, a piece of it nowhere else."""
    printed = [page for page in pages if page.source == "digital" and len(page.words.starts) > 1]
    doubtful = [gap for page, narrow in zip(printed, _narrow(printed), strict=True) for gap in _doubtful(page, narrow)]
    pieces = Counter(piece.casefold() for gap in doubtful for piece in (gap.head, gap.tail))
    book.look_up(word for gap in doubtful for word in _joined(gap))
    doubtful = [gap for gap in doubtful if _stands(gap, book)]
    alone = _Alone(book, pieces)
    for gap in doubtful:
        if stray := _stray(gap, alone):
            proof = (
                f"{gap.share:.2f} of the line's usual blank; {gap.head}{gap.tail} stands elsewhere, {stray} does not"
            )
            place = Span(gap.page.words.ends[gap.word], gap.page.words.starts[gap.word + 1])
            yield Edit(Place(gap.page.number, place), "", "character.false_blank", proof=proof)


class _Alone:
    """Tells which pieces stand by themselves elsewhere than at doubtful blanks."""

    def __init__(self, book: Book, doubtful: Counter[str]) -> None:
        """Take how often each piece stands at a doubtful blank."""
        self._book = book
        self._doubtful = doubtful
        self._known: dict[str, bool] = {}

    def __contains__(self, piece: str) -> bool:
        """Tell whether ``piece`` stands by itself elsewhere, a single letter more than here and there."""
        piece = piece.casefold()
        if piece in _WORDS:
            return True
        if piece not in self._known:
            here = self._doubtful[piece]
            self._known[piece] = self._book.stands(piece, more_than=int(here * FEW) if len(piece) == 1 else here)
        return self._known[piece]


def _stands(gap: _Gap, book: Book) -> bool:
    """Tell whether the joined word stands elsewhere, often enough for what its blank says."""
    often = OFTEN - 1 if _is_usual(gap) and not _is_behind_ligature(gap) else 0
    return any(book.stands(word, more_than=often) for word in _joined(gap))


def _joined(gap: _Gap) -> tuple[str, ...]:
    """Return the word as it may stand elsewhere: with its ligature, and without."""
    word = gap.head + gap.tail
    return (word, unicodedata.normalize("NFKC", word)) if _is_behind_ligature(gap) else (word,)


def _is_behind_ligature(gap: _Gap) -> bool:
    return gap.head[-1] in _LIGATURES


def _is_usual(gap: _Gap) -> bool:
    return gap.share > (LESS if min(len(gap.head), len(gap.tail)) <= 2 else NARROW)


def _stray(gap: _Gap, alone: _Alone) -> str:
    """Return the piece that speaks against the blank: the less the page says, the more the document has to."""
    short, other = sorted((gap.head, gap.tail), key=len)
    if _is_usual(gap):
        return "" if other in alone or short in alone else other
    if gap.share <= NARROW or (len(short) == 1 and short.casefold() not in _WORDS):
        return "" if other in alone and short in alone else short if other in alone else other
    return "" if short in alone else short


def _doubtful(page: Page, narrow: Iterable[int]) -> Iterator[_Gap]:
    """Yield the blanks of a page that are narrower than their line's, or beside a stray letter."""
    text, starts, ends = page.text, page.words.starts, page.words.ends
    places = set(narrow)
    for match in _STRAY.finditer(text):
        at = bisect_left(starts, match.start() + 1)
        places.update((at - 1, at))
    if any(map(text.__contains__, _LIGATURES)):
        places.update(bisect_left(ends, match.start() + 1) for match in _BEHIND_LIGATURE.finditer(text))
    lines: list[int] = []
    for at in sorted(places):
        if not 0 <= at < len(starts) - 1 or text[ends[at] : starts[at + 1]] != " ":
            continue
        if not (text[ends[at] - 1].isalpha() and text[starts[at + 1]].isalpha()):
            continue
        head, tail = _HEAD.search(text, starts[at], ends[at]), _TAIL.match(text, starts[at + 1], ends[at + 1])
        if head is None or tail is None or not _is_word(head.group() + tail.group()):
            continue
        lines = lines or [line.span.end for block in page.blocks for line in block.lines]
        line = bisect_left(lines, ends[at])
        share = _share(page, at, (lines[line - 1] + 1 if line else 0, lines[line]))
        gap = _Gap(page, at, share, head.group(), tail.group())
        if _is_odd(gap):
            yield gap


def _is_word(joined: str) -> bool:
    return len(joined) > 3 and (joined.islower() or joined.isupper() or joined[1:].islower())


def _is_odd(gap: _Gap) -> bool:
    """Tell, before the whole document is asked, whether a piece of the word is rare on the page at least."""
    short, other = sorted((gap.head, gap.tail), key=len)
    if gap.share > (USUAL if len(short) <= 2 or _is_behind_ligature(gap) else NARROW):
        return False
    text = gap.page.text
    rare = text.count(f" {short} ") < 2
    if rare or (gap.share > NARROW and (len(short) > 1 or short in _WORDS)):
        return rare
    return text.count(f" {other} ") < 2


def _narrow(pages: Sequence[Page]) -> list[list[int]]:
    """Return by page the words behind which the blank is narrower, for the letters' height, than one close by."""
    if not pages:
        return []
    boxes = np.frombuffer(b"".join([page.words.boxes for page in pages])).reshape(-1, 4)
    gaps = boxes[1:, 0] - boxes[:-1, 2]
    shares = gaps / np.maximum(boxes[:-1, 3] - boxes[:-1, 1], 0.1)
    shares[(np.abs(shares) > 0.5) | (np.abs(boxes[1:, 3] - boxes[:-1, 3]) > 1.0)] = 0.0
    around = np.zeros((4, len(shares)))
    around[0, 1:], around[1, 2:] = shares[:-1], shares[:-2]
    around[2, :-1], around[3, :-2] = shares[1:], shares[2:]
    letters = _flat([page.words.ends for page in pages]) - _flat([page.words.starts for page in pages])
    few = letters <= 3
    limits = np.where(few[1:] | few[:-1], LESS, NARROW)
    found = np.flatnonzero((shares < limits * around.max(axis=0)) & (shares != 0.0))
    firsts = np.cumsum([0, *[len(page.words.starts) for page in pages]])
    bounds = np.searchsorted(found, firsts)
    return [(found[bounds[i] : bounds[i + 1]] - firsts[i]).tolist() for i in range(len(pages))]


def _flat(columns: Iterable["array[int]"]) -> "np.ndarray[Any, np.dtype[np.int_]]":
    return np.frombuffer(b"".join(columns), dtype=np.int_)


def _share(page: Page, at: int, line: tuple[int, int]) -> float:
    """Return how wide the blank behind word ``at`` is, of the usual blank in its line."""
    starts, boxes = page.words.starts, page.words.boxes
    first, last = bisect_left(starts, line[0]), bisect_left(starts, line[1])
    blanks = [boxes[4 * word + 4] - boxes[4 * word + 2] for word in range(first, last - 1)]
    usual = median(blanks)
    return blanks[at - first] / usual if usual > 0 else USUAL
