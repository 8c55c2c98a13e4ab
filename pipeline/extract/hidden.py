"""Parts a page into what its reader sees and what he does not: hidden, doubled and struck text.

A cheap look at colours, sizes and boxes raises doubts. Only a page with doubts is rendered, and what shows there stays.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt
import pymupdf

from pipeline.document import Box, Notice, SetApart, SetApartKind
from pipeline.extract import colors
from pipeline.extract.doubles import covered_by, doubled, overlapping
from pipeline.extract.ink import Ink
from pipeline.extract.orders import gives_orders
from pipeline.extract.overlays import under_scan
from pipeline.extract.raw import (
    RawLine,
    RawPage,
    Vector,
    Word,
    around,
    clipped,
    load,
    part_words,
    pictures,
    places_by_span,
    without,
    words_by_span,
)
from pipeline.extract.strikes import struck

ROOM = "extract"
PAINTED = 16 | 32
"""Bits of ``char_flags``: filled, stroked."""
SHORT = 60
"""Pages of a file whose every page is looked at for clipped text (a quarter of the page's text time); in longer ones
only pages where lines run into one another, which is how all clipped text in 60 filings showed."""
TINY = 1.0
"""Points; the smallest type that anybody prints is about 4."""
OUTSIDE = 0.1
"""Share of a word that may still show at the page's edge when it counts as off the page."""
SAME_SPOT, TOUCHED = 0.5, 0.03
"""Share of a doubtful word that others must lie over for the picture to say nothing of it: of one coloured like its
ground, and of one that a later box covers (print over the box may be short)."""
ALIKE = 0.6
"""Of a second layer to the text it lies over: an OCR pass misreads some letters; another text shares fewer."""

Place = tuple[int, int]
"""Index of a line, index of a word in it."""
Gone = dict[Place, SetApartKind]


@dataclass(frozen=True, slots=True)
class Sifted:
    """What stays of a page, and what was taken out of it."""

    raw: RawPage
    set_apart: tuple[SetApart, ...] = ()
    notices: tuple[Notice, ...] = ()


def sift(
    raw: RawPage,
    *,
    unlayered: pymupdf.Page | None = None,
    within: pymupdf.TextPage | None = None,
) -> Sifted:
    """Take out of ``raw`` what a reader of the page does not see, or sees once where it stands twice.

    ``unlayered`` is the same page from a handle that shows all layers; given when the file switches some off.
    ``within`` is the clipped page, where it has been read.
    """
    gone = _gone(raw, within)
    apart = list(_apart(raw, gone))
    if unlayered is not None:
        apart.extend(_switched_off(raw, unlayered))
    if not apart:
        return Sifted(raw)
    return Sifted(raw.with_lines(without(raw.lines, gone.keys())), tuple(apart), tuple(_notices(raw.number, apart)))


def _gone(raw: RawPage, within: pymupdf.TextPage | None) -> Gone:
    pairs = overlapping(raw.lines)
    fills = [vector for vector in raw.areas if not vector.stroked and vector.alpha > 0]
    covered = _covered(raw, fills)
    gone: Gone = dict.fromkeys(doubled(raw.lines, pairs, without=covered), "double")
    unpainted, unseen, doubtful = _doubts(raw, fills)
    if pairs or raw.again:
        unseen += _clipped(raw, within)
    gone.update(dict.fromkeys(unseen, "hidden"))
    images = pictures(raw.shown) if raw.shown and raw.lines and (raw.holds.images or unpainted) else []
    if raw.shown is not None and (unpainted or doubtful or covered or images):
        jury = _Jury(raw, Ink(raw.shown, raw.width, raw.height), {*unpainted, *doubtful, *covered, *gone}, images)
        gone.update(dict.fromkeys((place for place in doubtful if not jury.acquits(place, shared=SAME_SPOT)), "hidden"))
        gone.update(dict.fromkeys((place for place in covered if not jury.acquits(place, shared=TOUCHED)), "hidden"))
        gone.update(_judge_layer(jury, unpainted))
        pasted = _pasted_over(jury, {*gone, *unpainted})
        gone.update(dict.fromkeys([*pasted, *under_scan(raw, images, pasted)], "hidden"))
    gone.update(dict.fromkeys(struck(raw) - gone.keys(), "struck"))
    return gone


def _doubts(raw: RawPage, fills: list[Vector]) -> tuple[list[Place], list[Place], list[Place]]:
    """Return the words that no paint makes, those that nobody can see, and those coloured like their ground."""
    unpainted: list[Place] = []
    unseen: list[Place] = []
    doubtful: list[Place] = []
    odd = colors.odd({(color, alpha) for _, _, color, alpha, _ in raw.styles}, fills)
    width, height = raw.width, raw.height
    plain = not odd and all(alpha and flags & PAINTED and size >= TINY for _, size, _, alpha, flags in raw.styles)
    for at, line in enumerate(raw.lines):
        x0, y0, x1, y1 = line.box
        if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
            unseen.extend((at, index) for index, word in enumerate(line.words) if _outside(word, width, height))
        if not plain and len(line.spans) > 1 and len({_paint(span, odd) for span in line.spans}) > 1:
            part_words(line)
        for index, span in enumerate(() if plain else line.spans):
            if span["alpha"] == 0 or not span["char_flags"] & PAINTED:
                unpainted.extend(_words_of(line, at, index))
            elif span["size"] < TINY:
                unseen.extend(_words_of(line, at, index))
            elif (span["color"], span["alpha"]) in odd:
                color = colors.shown(span["color"], span["alpha"])
                places = _words_of(line, at, index)
                doubtful.extend(place for place in places if colors.on_own_ground(line, place[1], color, fills))
    return unpainted, unseen, doubtful


def _paint(span: dict[str, Any], odd: set[tuple[int, int]]) -> tuple[bool, bool, bool]:
    """Return what may be wrong with a span; words are parted where it changes."""
    unpainted = span["alpha"] == 0 or not span["char_flags"] & PAINTED
    return unpainted, span["size"] < TINY, (span["color"], span["alpha"]) in odd


def _clipped(raw: RawPage, within: pymupdf.TextPage | None) -> list[Place]:
    """Return the words that the page's own clipping, or its edge, leaves nothing of."""
    if raw.shown is None:
        return []
    within = within or clipped(raw.shown, raw.flags)
    letters = len("".join(within.extractTEXT().split()))
    if letters >= sum(len(word[4]) for line in raw.lines for word in line.words):
        return []
    rows: dict[int, list[Word]] = defaultdict(list)
    for word in within.extractWORDS():
        rows[round((word[1] + word[3]) / 2)].append(word)
    return [
        (at, index)
        for at, line in enumerate(raw.lines)
        for index, word in enumerate(line.words)
        if not any(_remains(word, other) for other in _near(rows, word))
    ]


def _near(rows: dict[int, list[Word]], word: Word) -> Iterator[Word]:
    middle = round((word[1] + word[3]) / 2)
    for row in (middle - 1, middle, middle + 1):
        yield from rows.get(row, ())


def _remains(word: Word, left: Word) -> bool:
    """Tell whether ``left``, a word of the clipped page, is ``word`` or what the clipping leaves of it."""
    level = abs(word[1] + word[3] - left[1] - left[3]) < 1.0
    return level and word[0] < left[2] and left[0] < word[2] and (word[4] in left[4] or left[4] in word[4])


_order = attrgetter("order")


def _outside(word: Word, width: float, height: float) -> bool:
    x0, y0, x1, y1 = word[:4]
    inside = max(0.0, min(x1, width) - max(x0, 0.0)) * max(0.0, min(y1, height) - max(y0, 0.0))
    return inside <= OUTSIDE * (x1 - x0) * (y1 - y0)


def _words_of(line: RawLine, at: int, span: int) -> list[Place]:
    if len(line.spans) == 1:
        return [(at, index) for index in range(len(line.words))]
    shares = words_by_span(line)
    before = sum(map(len, shares[:span]))
    return [(at, index) for index in range(before, before + len(shares[span]))]


def _covered(raw: RawPage, fills: list[Vector]) -> list[Place]:
    """Return the words that an opaque box painted after them lies over."""
    if not fills or not raw.lines:
        return []
    found: list[Place] = []
    covers = [vector for vector in fills if vector.alpha == 255]
    for at, line in _under(raw.lines, covers):
        later = [vector.box for vector in covers if vector.order > line.order]
        found.extend((at, index) for index, word in enumerate(line.words) if covered_by(word[:4], later) > 0.7)
    return found


def _under(lines: list[RawLine], covers: list[Vector]) -> Iterator[tuple[int, RawLine]]:
    """Yield the lines whose middle third some later box of ``covers`` reaches over."""
    last = max((vector.order for vector in covers), default=-1)
    early = [(at, line) for at, line in enumerate(lines) if line.order < last]
    if not early:
        return
    covers = covers[bisect_right(covers, early[0][1].order, key=_order) :]
    x0, y0, x1, y1 = _columns([line.box for _, line in early])
    a, b, c, d = _columns([vector.box for vector in covers])
    third = (y1 - y0) / 3
    under, over = np.nonzero((b <= (y0 + third)[:, None]) & (d >= (y1 - third)[:, None]))
    later = np.array([vector.order for vector in covers])[over] > np.array([line.order for _, line in early])[under]
    meet = later & (a[over] < x1[under]) & (c[over] > x0[under])
    for index in dict.fromkeys(under[meet].tolist()):
        yield early[index]


def _columns(boxes: Sequence[Box]) -> npt.NDArray[np.float64]:
    """Return the four sides of ``boxes``, a row each."""
    return np.fromiter(chain.from_iterable(boxes), float, 4 * len(boxes)).reshape(-1, 4).T


class _Jury:
    """Decides by the rendered page whether a doubtful word shows."""

    def __init__(self, raw: RawPage, ink: Ink, doubted: set[Place], images: list[Box]) -> None:
        self.raw = raw
        self.images = images
        self.ink = ink
        self.visible = [
            word
            for at, line in enumerate(raw.lines)
            for index, word in enumerate(line.words)
            if (at, index) not in doubted
        ]

    def acquits(self, place: Place, *, shared: float) -> bool:
        """Tell whether the word shows; where others lie over more than the share ``shared`` of it the ink is theirs."""
        line = self.raw.lines[place[0]]
        word = line.words[place[1]]
        others = [_core(other) for other in self.beside(word[:4])]
        return covered_by(_core(word[:4]), others) < shared and self.shows(line, word[:4], len(word[4]))

    def shows(self, line: RawLine, box: Box, characters: int) -> bool:
        """Tell whether the picture of the page changes under ``box`` as print would."""
        size = min(box[2] - box[0], box[3] - box[1]) if characters > 1 else box[3] - box[1]
        return self.ink.shows(box, characters=characters, upright=abs(line.dir[0]) >= abs(line.dir[1]), size=size)

    def beside(self, box: Box) -> list[Box]:
        """Return the boxes of the undoubted words that touch ``box``."""
        x0, y0, x1, y1 = box
        return [word[:4] for word in self.visible if word[0] < x1 and x0 < word[2] and word[1] < y1 and y0 < word[3]]

    def text_over(self, box: Box) -> str:
        """Return the undoubted text that lies over ``box``."""
        x0, y0, x1, y1 = box
        middle = (y0 + y1) / 2
        return "".join(w[4] for w in self.visible if w[1] < middle < w[3] and x0 < (w[0] + w[2]) / 2 < x1)

    def pictured(self, box: Box) -> bool:
        """Tell whether an image of the page lies under the middle of ``box``."""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        return any(a <= x <= c and b <= y <= d for a, b, c, d in self.images)


def _pasted_over(jury: _Jury, judged: set[Place]) -> list[Place]:
    """Return the words inside a picture that leave no ink, with nothing else there: the picture was painted later."""
    return [
        (at, index)
        for at, line in enumerate(jury.raw.lines)
        for index, word in enumerate(line.words)
        if (at, index) not in judged and jury.pictured(word[:4]) and not jury.shows(line, word[:4], len(word[4]))
    ]


def _core(box: Box) -> Box:
    """Return the middle of a word's box, which the boxes of tightly set neighbour lines do not reach."""
    x0, y0, x1, y1 = box
    wide, high = (0.0, (y1 - y0) / 4) if x1 - x0 >= y1 - y0 else ((x1 - x0) / 4, 0.0)
    return (x0 + wide, y0 + high, x1 - wide, y1 - high)


def _judge_layer(jury: _Jury, unpainted: list[Place]) -> Gone:
    """Judge unpainted text line by line: the OCR layer of a scan stays, a second layer over type is a double."""
    gone: Gone = {}
    for at, indices in _grouped(unpainted):
        line = jury.raw.lines[at]
        words = [line.words[index] for index in indices]
        box = around(words)
        text = "".join(word[4] for word in words)
        kind: SetApartKind | None = None
        over = jury.text_over(box)
        share = sum(covered_by(word[:4], jury.beside(word[:4])) for word in words) / len(words)
        if share > 0.3 and len(over) > 0.3 * len(text):
            kind = "double" if SequenceMatcher(None, text, over, autojunk=False).ratio() >= ALIKE else "hidden"
        elif not (jury.shows(line, box, len(text) // 3) and _painted_otherwise(jury, line, indices, box)):
            kind = "hidden"
        if kind:
            gone.update(dict.fromkeys(((at, index) for index in indices), kind))
    return gone


def _painted_otherwise(jury: _Jury, line: RawLine, indices: list[int], box: Box) -> bool:
    """Tell whether the ink under unpainted words may be theirs.

    It is when an image lies there (a scan under its OCR layer), when shapes that are no rectangles do (letters turned
    into outlines), and when the glyphs are filled with no opacity and show all the same: ballot boxes in EDGAR PDFs.
    """
    if jury.pictured(box):
        return True
    spans = {index: span for span, places in enumerate(places_by_span(line)) for index in places}
    if all(line.spans[spans[index]]["char_flags"] & PAINTED for index in indices):
        return True
    shapes = [vector.box for vector in jury.raw.vectors if not vector.rectangle]
    return any(a < box[2] and box[0] < c and b < box[3] and box[1] < d for a, b, c, d in shapes)


def _switched_off(raw: RawPage, unlayered: pymupdf.Page) -> Iterator[SetApart]:
    """Yield the text that only shows with all layers on."""
    shown = {_spot(word) for line in raw.lines for word in line.words}
    for line in load(unlayered).lines:
        words = [word for word in line.words if _spot(word) not in shown]
        if words:
            yield SetApart("hidden", raw.number, around(words), " ".join(word[4] for word in words))


def _spot(word: Word) -> tuple[str, int, int]:
    return (word[4], round(word[0]), round(word[1]))


def _grouped(places: Iterable[Place]) -> Iterator[tuple[int, list[int]]]:
    for at, group in groupby(sorted(places), key=lambda place: place[0]):
        yield at, [index for _, index in group]


def _apart(raw: RawPage, gone: Gone) -> Iterator[SetApart]:
    """Yield what is gone, one entry a run of words of one kind in a line."""
    for at, indices in _grouped(gone):
        for kind, run in groupby(indices, key=lambda index: gone[at, index]):
            words = [raw.lines[at].words[index] for index in run]
            yield SetApart(kind, raw.number, around(words), " ".join(word[4] for word in words))


def _notices(number: int, apart: list[SetApart]) -> Iterator[Notice]:
    texts = [entry.text for entry in apart if entry.kind == "hidden"]
    hidden = " ".join(texts)
    if any(map(str.isalnum, hidden)):
        message = f"{len(hidden.split())} words of hidden text are set apart: no reader of the page sees them"
        yield Notice(ROOM, "hidden_text", number, message)
    if gives_orders(hidden) or any(map(gives_orders, texts)):
        message = "hidden text reads like instructions to a language model; ask where the file came from"
        yield Notice(ROOM, "possible_injection", number, message)
    struck_words = sum(len(entry.text.split()) for entry in apart if entry.kind == "struck")
    if struck_words:
        yield Notice(ROOM, "struck_text", number, f"{struck_words} words are struck through and set apart")
