"""Sets fragments side by side into printed rows: one visual line, words parted by a blank, cells by a tab."""

import struct
from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate, islice
from operator import add, attrgetter
from typing import TypeVar

import numpy as np
import regex

from pipeline.document import BlockKind, Box
from pipeline.extract.fragments import SIGNS, Fragment, is_cjk, is_figure
from pipeline.extract.raw import Word

TOUCHING = 0.12
"""Type sizes that two pieces of one word stand apart at most: a blank is .2 or more, and MuPDF guesses one at .15."""
ALIKE = 0.05
"""Type sizes by which their heights and baselines may differ: raised and lowered marks are words of their own."""

RAISED = 0.8
"""Times the size of its line that a mark measures at most which is set into a gap of the line."""
_ORDINALS = frozenset(("st", "nd", "rd", "th"))
_TRADE_MARKS = frozenset("®™℠")
_BEHIND = _ORDINALS | _TRADE_MARKS
"""What belongs to the word before it."""

_PLAIN = regex.compile(r"[^\d\s]*(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.\-/:]\d+)*)[^\d\s]*")
"""Catches ``2021``, ``10.14.35``; spares ``1,2345,678``."""

_NOTHING: "array[float]" = array("d")
_NOWHERE: "array[int]" = array("l")


_Zone = TypeVar("_Zone")


class PrintedRow:
    """One visual line of a zone; offsets are relative to its own ``text``. Picklable and small."""

    __slots__ = (
        "base",
        "bold",
        "box",
        "boxes",
        "cells",
        "edges",
        "ends",
        "italic",
        "kind",
        "places",
        "size",
        "starts",
        "text",
        "turn",
        "zone",
    )

    def __init__(self, *, size: float, base: float, zone: int = 0) -> None:
        """Begin an empty row; :func:`rows_of` fills it."""
        self.zone = zone
        self.size = size
        self.base = base
        self.bold = self.italic = False
        self.turn = "right"
        self.kind: BlockKind | None = None
        """Set where it is known before any geometry: form fields, notes, ruled tables."""
        self.places: Sequence[tuple[int, int]] = ()
        """Of each cell of a ruled table: the column it begins in, and how many it spans."""
        self.text = ""
        self.starts: array[int] = _NOWHERE
        self.ends: array[int] = _NOWHERE
        """Of each word, as offsets of ``text``."""
        self.boxes: array[float] = _NOTHING
        """Four numbers a word."""
        self.cells: list[tuple[int, int]] = []
        """Start and end of each cell in ``text``."""
        self.edges: list[tuple[float, float]] = []
        """Left and right x of each cell."""
        self.box: Box = (0.0, 0.0, 0.0, 0.0)


def rows_of(zones: Mapping[_Zone, Sequence[Fragment]]) -> dict[_Zone, list[PrintedRow]]:
    """Return the rows of each zone of a page from the top."""
    found: dict[_Zone, list[PrintedRow]] = {}
    set_: list[PrintedRow] = []
    words: list[Word] = []
    counts: list[int] = []
    for zone, fragments in zones.items():
        groups = grouped(fragments)
        found[zone] = [_set(group) if len(group) > 1 else _alone(group[0]) for group in groups]
        set_ += found[zone]
        for group in groups:
            own = group[0].words if len(group) == 1 else [word for f in group for word in f.words]
            words += own
            counts.append(len(own))
    if set_:
        _place_words(set_, words, counts)
    return found


def grouped(zone: Sequence[Fragment]) -> list[list[Fragment]]:
    """Return the fragments by printed row, from the top."""
    groups: list[list[Fragment]] = []
    head: Fragment | None = None
    for f in sorted(zone, key=_place):
        if head is not None:
            off, size = f.base - head.base, f.size
            if size != head.size:
                size = min(max(size, head.size), 1.3 * min(size, head.size))  # a drop cap draws no second line up
            if off < 0.25 * size or (off < 0.62 * size and _beside(groups[-1], f)):
                groups[-1].append(f)
                if f.size > 1.25 * head.size:
                    head = f
                continue
        groups.append([f])
        head = f
    return groups


def _beside(group: list[Fragment], fragment: Fragment) -> bool:
    """Tell whether the fragment stands free beside the group: a raised marker, figures set lower than their label."""
    return all(
        fragment.x0 >= other.x1 - 1 or fragment.x1 <= other.x0 + 1 or _in_gap(fragment, other) for other in group
    )


def _in_gap(one: Fragment, other: Fragment) -> bool:
    """Tell whether the smaller of two fragments stands between two words of the larger: the "st" of a raised 1st."""
    small, large = (one, other) if one.size < other.size else (other, one)
    if small.size > RAISED * large.size:
        return False
    left, right = small.x0 + 0.2 * small.size, small.x1 - 0.2 * small.size
    return all(word[2] <= left or word[0] >= right for word in large.words)


def _alone(fragment: Fragment) -> PrintedRow:
    row = PrintedRow(size=fragment.size, base=fragment.base)
    row.bold, row.italic = fragment.bold, fragment.italic
    row.text = fragment.text
    row.cells.append((0, fragment.length))
    row.edges.append((fragment.x0, fragment.x1))
    return row


def _set(group: list[Fragment]) -> PrintedRow:
    group.sort(key=_left)
    _untangle(group)
    main = group[0]
    if main.length < 3 or is_figure(main.text):
        main = max(group, key=_length)
    row = PrintedRow(size=main.size, base=main.base)
    row.bold, row.italic = main.bold, main.italic
    pieces = [group[0].text]
    begin, at, glued = 0, len(pieces[0]), False
    row.edges.append((group[0].x0, group[0].x1))
    previous = group[0]
    for f in group[1:]:
        if not _same_cell(previous, f):
            row.cells.append((begin, at))
            begin = at + 1
            row.edges.append((f.x0, f.x1))
            gap = "\t"
        else:
            gap = "" if _glued(previous, f) else " "
            glued = glued or not gap
            row.edges[-1] = (row.edges[-1][0], max(row.edges[-1][1], f.x1))
        pieces.append(gap)
        pieces.append(f.text)
        at += len(gap) + len(f.text)
        previous = f
    row.cells.append((begin, at))
    row.text = "".join(pieces)
    if glued:
        _find_words(row, pieces, group)
    return row


def _find_words(row: PrintedRow, pieces: Sequence[str], group: Sequence[Fragment]) -> None:
    """Fill in where the words of ``row`` stand, some of which nothing parts; ``pieces`` are fragments and gaps."""
    begins = accumulate(map(len, pieces), initial=0)
    row.starts, row.ends = array("l"), array("l")
    for f, begin in zip(group, islice(begins, 0, None, 2), strict=False):
        lengths = [len(word[4]) for word in f.words]
        starts = list(accumulate([length + 1 for length in lengths[:-1]], initial=begin))
        row.starts.extend(starts)
        row.ends.extend(map(add, starts, lengths))


def _place_words(rows: Sequence[PrintedRow], words: Sequence[Word], counts: Sequence[int]) -> None:
    """Fill in the words' boxes and offsets of ``rows``, which hold ``words`` in this order, ``counts`` each.

    A page at once: row by row, or zone by zone, costs twice as much.
    """
    x0, y0, x1, y1, texts, *_ = zip(*words, strict=True)
    packed = struct.pack(f"{4 * len(words)}d", *x0, *y0, *x1, *y1)  # takes floats up three times as fast as numpy
    boxes = np.frombuffer(packed).reshape(4, len(words))
    stops = list(accumulate(counts))
    firsts = [0, *stops[:-1]]
    low = np.minimum.reduceat(boxes[:2], firsts, axis=1).tolist()
    high = np.maximum.reduceat(boxes[2:], firsts, axis=1).tolist()
    flat = array("d", boxes.T.tobytes())
    lengths = np.array(list(map(len, texts)), dtype="l")
    offsets = np.cumsum(lengths + 1) - lengths - 1
    offsets -= np.repeat(offsets[firsts], counts)
    starts, ends = array("l", offsets.tobytes()), array("l", (offsets + lengths).tobytes())
    for row, first, stop, box in zip(rows, firsts, stops, zip(*low, *high, strict=True), strict=True):
        row.boxes = flat[4 * first : 4 * stop]
        row.box = box
        if not row.starts:
            row.starts, row.ends = starts[first:stop], ends[first:stop]


_place = attrgetter("base")
_left = attrgetter("x0")
_length = attrgetter("length")


def _untangle(group: list[Fragment]) -> None:
    """Put the words of fragments that overlap ("SO" and its lowered "2") into one, from the left."""
    at = 1
    while at < len(group):
        one, other = group[at - 1], group[at]
        if other.x0 < one.x1 - 1 and len(one.words) > 1:
            one.reword(closed_up(sorted([*one.words, *other.words]), one.size))
            one.x1 = max(one.x1, other.x1)
            del group[at]
        elif other.size <= RAISED * one.size and other.x0 - one.x1 < 0.3 * one.size and other.text in _BEHIND:
            one.reword(closed_up([*one.words, *other.words], one.size))
            one.x1 = other.x1
            del group[at]
        elif other.x0 - one.x1 < TOUCHING * one.size and _is_rest(one, other):
            one.take_on(other)
            del group[at]
        else:
            at += 1


def closed_up(words: list[Word], size: float) -> list[Word]:
    """Return the words from the left, raised ordinals and trade marks one with the word they stand behind."""
    found = words[:1]
    for following in words[1:]:
        last, word = found[-1], following
        if last[4] in _ORDINALS and word[4][0].isdigit() and word[0] < last[2]:
            last, word = word, last
            found[-1] = last
        text, gap = word[4], word[0] - last[2]
        behind = (text in _ORDINALS and last[4][-1].isdigit()) or (text in _TRADE_MARKS and last[4][-1].isalnum())
        closing = text[0] in ".,;:)" and last[4].endswith((*_BEHIND,))
        if (behind and gap < 0.3 * size) or (closing and gap < TOUCHING * size):
            x0, y0, _, y1, *_ = last
            found[-1] = (x0, min(y0, word[1]), max(last[2], word[2]), max(y1, word[3]), last[4] + text, *last[5:])
        else:
            found.append(word)
    return found


def _is_rest(one: Fragment, other: Fragment) -> bool:
    """Tell whether ``other`` begins inside the last word of ``one``: an underline in between has cut the line there.

    Catches ``202|1``, ``Payment|.``, ``$|5``; spares ``1,234|5,678``, a lowered 2, and all with a blank between.
    """
    if abs(one.size - other.size) > ALIKE * one.size or abs(one.base - other.base) > ALIKE * one.size:
        return False
    if other.x0 - one.x1 < -TOUCHING * one.size or one.line is other.line:
        return False
    head, tail = one.words[-1], other.words[0]
    if head[2] < one.line.words[-1][2] - 0.1 or tail is not other.line.words[0]:
        return False
    before, after = one.line.spans[-1]["text"][-1:], other.line.spans[0]["text"][:1]
    if before != head[4][-1] or after != tail[4][0]:
        return False
    return not (before.isdigit() and after.isdigit()) or _PLAIN.fullmatch(head[4] + tail[4]) is not None


def _glued(left: Fragment, right: Fragment) -> bool:
    """Tell whether two Chinese characters stand side by side as in one word, although they were drawn apart."""
    return right.x0 - left.x1 < 0.5 * right.size and is_cjk(left.words[-1][4][-1]) and is_cjk(right.words[0][4][0])


def _same_cell(left: Fragment, right: Fragment) -> bool:
    """Tell whether ``right`` goes on in the cell of ``left``: no wide gap, or a sign that belongs to its figure."""
    gap = right.x0 - left.x1
    size = max(left.size, right.size)
    last, first = left.words[-1][4], right.words[0][4]
    if len(left.words) == 1 and last in SIGNS:
        return is_figure(first) or first in ("(", "-", "—", "–")
    if first in (")", "%", ")%", "pts", "%)") or (first[0] in ")%" and is_figure(first)):
        return is_figure(last)
    if first in SIGNS:
        return len(right.words) > 1 and gap < 0.6 * size and not is_figure(last)
    if last == "(" and is_figure(first):
        return True
    if right.size < 0.8 * left.size and right.length <= 5:  # a raised note marker behind its figure
        return gap < 1.5 * size
    return gap < size
