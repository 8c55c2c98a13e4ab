"""Closes up words that a false blank parts, where the page and the rest of the document both say so.

A layout program that starts a piece of text anew, at an anchor or a change of style, may paint a blank that no author
wrote: ``Cash Flow s``. Figures are never touched.
"""

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import sub
from statistics import median
from typing import NamedTuple

import regex

from pipeline.document import Edit, Page, Place
from pipeline.extract import suspects
from pipeline.extract.book import Book
from pipeline.extract.suspects import LESS, LIGATURES, NARROW
from pipeline.spans import Span

_HEAD = regex.compile(r"(?<![^\s(\[\"“‘/])[\p{Latin}&&[^ªº]]+$", regex.V1)
_TAIL = regex.compile(r"[\p{Latin}&&[^ªº]]+(?![^\s.,;:)\]\"”!?/])", regex.V1)
USUAL = 1.15
"""A wider one is no false blank at all."""
FEW = 1.25
"""Times as often as at doubtful blanks that a stray letter may stand by itself: initials, plurals."""
OFTEN = 3
"""Times that a word stands elsewhere which a usual blank is taken out of."""

_WORDS = frozenset("aioyeàèéó")
"""Letters that are words."""


class Gap(NamedTuple):
    """A blank that may be false: behind word ``word`` of a page."""

    page: Page
    word: int
    share: float
    """Of the line's usual blank."""
    head: str
    tail: str

    @property
    def joined(self) -> tuple[str, ...]:
        """The word as it may stand elsewhere: with its ligature, and without."""
        word = self.head + self.tail
        return (word, unicodedata.normalize("NFKC", word)) if self.is_behind_ligature else (word,)

    @property
    def is_behind_ligature(self) -> bool:
        """Whether it is a blank that some programs paint behind ligatures."""
        return self.head[-1] in LIGATURES


def doubtful(pages: Sequence[Page]) -> list[Gap]:
    """Return the blanks that are narrower than their line's, or beside a stray letter."""
    printed = [page for page in pages if page.source == "digital" and len(page.words.starts) > 1]
    return [gap for page, places in zip(printed, suspects.find(printed), strict=True) for gap in _odd(page, places)]


def closed(gaps: Sequence[Gap], book: Book) -> Iterator[Edit]:
    """Yield the removal of each false blank: the joined word stands elsewhere, a piece of it nowhere else."""
    alone = _Alone(book, Counter(piece.casefold() for gap in gaps for piece in (gap.head, gap.tail)))
    for gap in gaps:
        if _stands(gap, book) and (stray := _stray(gap, alone)):
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


def _stands(gap: Gap, book: Book) -> bool:
    """Tell whether the joined word stands elsewhere, often enough for what its blank says."""
    often = OFTEN - 1 if _is_usual(gap) and not gap.is_behind_ligature else 0
    return any(book.stands(word, more_than=often) for word in gap.joined)


def _is_usual(gap: Gap) -> bool:
    return gap.share > (LESS if min(len(gap.head), len(gap.tail)) <= 2 else NARROW)


def _stray(gap: Gap, alone: _Alone) -> str:
    """Return the piece that speaks against the blank: the less the page says, the more the document has to."""
    short, other = sorted((gap.head, gap.tail), key=len)
    if _is_usual(gap):
        return "" if other in alone or short in alone else other
    if gap.share <= NARROW or (len(short) == 1 and short.casefold() not in _WORDS):
        return "" if other in alone and short in alone else short if other in alone else other
    return "" if short in alone else short


def _odd(page: Page, places: Iterable[int]) -> Iterator[Gap]:
    """Yield those of the blanks between letters of a page that may part a word."""
    text, starts, ends = page.text, page.words.starts, page.words.ends
    lines: list[int] = []
    for at in places:
        head, tail = _HEAD.search(text, starts[at], ends[at]), _TAIL.match(text, starts[at + 1], ends[at + 1])
        if head is None or tail is None or not _is_word(head.group() + tail.group()):
            continue
        lines = lines or [line.span.end for block in page.blocks for line in block.lines]
        line = bisect_left(lines, ends[at])
        share = _share(page, at, (lines[line - 1] + 1 if line else 0, lines[line]))
        gap = Gap(page, at, share, head.group(), tail.group())
        if _is_odd(gap):
            yield gap


def _is_word(joined: str) -> bool:
    return len(joined) > 3 and (joined.islower() or joined.isupper() or joined[1:].islower())


def _is_odd(gap: Gap) -> bool:
    """Tell, before the whole document is asked, whether a piece of the word is rare on the page at least."""
    short, other = sorted((gap.head, gap.tail), key=len)
    if gap.share > (USUAL if len(short) <= 2 or gap.is_behind_ligature else NARROW):
        return False
    text = gap.page.text
    rare = text.count(f" {short} ") < 2
    if rare or (gap.share > NARROW and (len(short) > 1 or short in _WORDS)):
        return rare
    return text.count(f" {other} ") < 2


def _share(page: Page, at: int, line: tuple[int, int]) -> float:
    """Return how wide the blank behind word ``at`` is, of the usual blank in its line."""
    starts, boxes = page.words.starts, page.words.boxes
    first, last = bisect_left(starts, line[0]), bisect_left(starts, line[1])
    blanks = list(map(sub, boxes[4 * first + 4 : 4 * last : 4], boxes[4 * first + 2 : 4 * last - 4 : 4]))
    usual = median(blanks)
    return blanks[at - first] / usual if usual > 0 else USUAL
