"""Turns text into the model's word ids: hashing, no vocabulary file, one regular expression pass.

Latin words are hashed whole and in lower case, Chinese characters one by one, numbers by their shape alone, so that
the model never learns a figure by heart.
"""

from collections.abc import Sequence
from zlib import crc32

import numpy as np
import regex

BUCKETS = 32768
"""Rows of the embedding table."""
YEAR = 1
"""Id of a four-digit year; 0 is padding."""
SHORT_NUMBER = 4
"""Ids up to this are padding, years and numbers of one or two digits."""
NUMBERS = 64
"""Ids below this are padding, years and number shapes."""
LONGEST = 40
"""Words of a unit that the model reads; what follows is seen by the layout features alone."""

_WORD = regex.compile(r"[a-z\u00df-\u024f]+|\d[\d,.]*(?<=\d)|[\u3400-\u9fff]|[$€£¥%;:(]")


def split(text: str) -> list[str]:
    """Return the words of ``text``: "Rose 5% (to $3,456)" gives rose, 5, %, (, to, $ and 3,456."""
    return _WORD.findall(text.lower())


class _Ids(dict[str, int]):
    """Remembers the id of every word that it was asked for."""

    def __missing__(self, word: str) -> int:
        self[word] = found = _id(word)
        return found


_IDS = _Ids()
_REMEMBERED = 400_000
"""Words; a batch of a thousand documents must not grow the table without end."""


def ids(rows: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return the ids of words, row by row; the same on every machine and in every run."""
    if len(_IDS) > _REMEMBERED:
        _IDS.clear()
    known = _IDS.__getitem__
    return [list(map(known, row)) for row in rows]


def _id(word: str) -> int:
    """Hash a word; give a number the id of its length and of its separators."""
    first = word[0]
    if not first.isdigit():
        return NUMBERS + crc32(word.encode()) % (BUCKETS - NUMBERS)
    if len(word) == 4 and first in "12" and word[1] in "90" and word.isdigit():
        return YEAR
    comma, point = "," in word, "." in word
    return 2 + min(len(word), 14) + 15 * comma + 30 * (point and not comma)


def is_figure(number: int) -> bool:
    """Say whether this id belongs to a number of three characters and more that is no year."""
    return SHORT_NUMBER < number < NUMBERS


def padded(rows: Sequence[Sequence[int]]) -> np.ndarray:
    """Return ``rows`` as an int32 matrix, cut at :data:`LONGEST` and padded with 0 to the longest of them."""
    width = min(LONGEST, max(map(len, rows), default=1)) or 1
    matrix = np.zeros((len(rows), width), dtype=np.int32)
    for row, ids in zip(matrix, rows, strict=True):
        cut = ids[:width]
        row[: len(cut)] = cut
    return matrix
