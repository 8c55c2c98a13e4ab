"""Finds the blanks that may part a word, over a whole document at once: most pages have none."""

import unicodedata
from array import array
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pipeline.document import Page

NARROW = 0.75
"""Of the line's usual blank: a narrower one is doubtful between any two pieces."""
LESS = 0.92
"""The same beside a piece of one or two letters."""
LIGATURES = "ﬁﬂﬀﬃﬄ"
"""Some programs paint a blank behind them."""

BLANK, LAST = ord(" "), 0x1FFF
_LATIN = np.array([chr(code).isalpha() and "LATIN" in unicodedata.name(chr(code), "") for code in range(LAST + 1)])
_CLOSING = np.array([chr(code).isspace() or chr(code) in ".,;:)" for code in range(LAST + 1)])
"""Of each character: whether it is a Latin letter; whether a word may end before it."""
_LIGATURE_CODES = np.array(list(map(ord, LIGATURES)))

_Numbers = npt.NDArray[np.integer[Any]]
_Flags = npt.NDArray[np.bool_]


def find(pages: Sequence[Page]) -> list[list[int]]:
    """Return by page the words behind which a blank between letters is narrow, or has a stray letter beside it."""
    if not pages:
        return []
    sizes = [len(page.words.starts) for page in pages]
    begins = np.cumsum([0, *[len(page.text) + 1 for page in pages]])
    moved = np.repeat(begins[:-1], sizes)
    starts = _flat([page.words.starts for page in pages]) + moved
    ends = _flat([page.words.ends for page in pages]) + moved
    codes = np.frombuffer("\n".join([page.text for page in pages]).encode("utf-32-le") + bytes(12), dtype="<u4")
    parted = (codes[ends[:-1]] == BLANK) & (starts[1:] == ends[:-1] + 1)
    before, after = codes[ends[:-1] - 1], codes[starts[1:]]
    ligature = np.isin(before, _LIGATURE_CODES) & (after >= ord("a")) & (after <= ord("z"))
    letters = _LATIN[np.minimum(before, LAST)] & _LATIN[np.minimum(after, LAST)]
    stray = _strays(codes, starts)
    found = np.flatnonzero(parted & (ligature | (letters & (stray[:-1] | stray[1:] | _narrow(pages, ends - starts)))))
    firsts = np.cumsum([0, *sizes])
    bounds = np.searchsorted(found, firsts)
    return [(found[bounds[i] : bounds[i + 1]] - firsts[i]).tolist() for i in range(len(pages))]


def _strays(codes: _Numbers, starts: _Numbers) -> _Flags:
    """Tell of each word whether it is one letter that makes no word, or two capitals.

    Catches "Busines s.", "OVERVI EW", "r eporting"; spares "a broad", "Regulation S-T".
    """
    first, second, third = codes[starts], codes[starts + 1], codes[starts + 2]
    capital = (first >= ord("A")) & (first <= ord("Z"))
    letter = (capital & (first != ord("A")) & (first != ord("I"))) | ((first > ord("a")) & (first <= ord("z")))
    two = capital & (second >= ord("A")) & (second <= ord("Z")) & _CLOSING[np.minimum(third, LAST)]
    stray: _Flags = (codes[starts - 1] == BLANK) & ((letter & _CLOSING[np.minimum(second, LAST)]) | two)
    return stray


def _narrow(pages: Sequence[Page], letters: _Numbers) -> _Flags:
    """Tell of each word whether the blank behind it is narrower, for the letters' height, than those close by.

    The widest of four is left out: behind a full stop stand two blanks.
    """
    boxes = np.frombuffer(b"".join([page.words.boxes for page in pages])).reshape(-1, 4)
    gaps = boxes[1:, 0] - boxes[:-1, 2]
    shares = gaps / np.maximum(boxes[:-1, 3] - boxes[:-1, 1], 0.1)
    shares[(np.abs(shares) > 0.5) | (np.abs(boxes[1:, 3] - boxes[:-1, 3]) > 1.0)] = 0.0
    a, b, c, d = np.zeros((4, len(shares)))
    a[1:], b[2:], c[:-1], d[:-2] = shares[:-1], shares[:-2], shares[1:], shares[2:]
    before, after = np.maximum(a, b), np.maximum(c, d)
    second = np.maximum(np.minimum(before, after), np.maximum(np.minimum(a, b), np.minimum(c, d)))
    usual = np.where(second > 0.0, second, np.maximum(before, after))
    few = letters <= 3
    limits = np.where(few[1:] | few[:-1], LESS, NARROW)
    narrow: _Flags = (shares < limits * usual) & (shares != 0.0)
    return narrow


def _flat(columns: Iterable["array[int]"]) -> _Numbers:
    return np.frombuffer(b"".join(columns), dtype="l")
