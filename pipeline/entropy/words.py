"""Turns text into the model's word ids: hashing, no vocabulary file, one regular expression pass.

Latin words are hashed whole and in lower case, Chinese characters one by one, numbers by their shape alone, so that
the model never learns a figure by heart.
"""

from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np
import regex

BUCKETS = 32768
"""Rows of the embedding table."""
YEAR = 1
"""Id of a four-digit year; 0 is padding."""
NUMBERS = 64
"""Ids below this are padding, years and number shapes."""
LONGEST = 48
"""Words of a unit that the model reads; what follows is seen by the layout features alone."""

_WORD = regex.compile(r"[a-z\u00df-\u024f]+|\d[\d,.]*(?<=\d)|[\u3400-\u9fff]|[$€£¥%;:(]")


def split(text: str) -> list[str]:
    """Return the words of ``text``: ``"Net sales rose 5% (to $3,456)"`` gives net, sales, rose, 5, %, (, to, $, 3,456."""
    return _WORD.findall(text.lower())


@lru_cache(maxsize=200_000)
def number_id(word: str) -> int:
    """Return the id of a word; the same on every machine and in every run."""
    first = word[0]
    if not first.isdigit():
        return NUMBERS + crc32(word.encode()) % (BUCKETS - NUMBERS)
    if len(word) == 4 and first in "12" and word[1] in "90" and word.isdigit():
        return YEAR
    comma, point = "," in word, "." in word
    return 2 + min(len(word), 14) + 15 * comma + 30 * (point and not comma)


def padded(rows: Sequence[Sequence[int]]) -> np.ndarray:
    """Return ``rows`` as an int32 matrix, cut at :data:`LONGEST` and padded with 0 to the longest of them."""
    width = min(LONGEST, max(map(len, rows), default=1)) or 1
    matrix = np.zeros((len(rows), width), dtype=np.int32)
    for row, ids in zip(matrix, rows, strict=True):
        cut = ids[:width]
        row[: len(cut)] = cut
    return matrix
