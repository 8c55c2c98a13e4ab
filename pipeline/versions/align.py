"""Patience alignment of two sequences: anchored at elements that occur once on both sides."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

SMALL = 40_000
"""Products of lengths up to which a stretch without unique elements is compared by difflib."""


class Match(NamedTuple):
    """Elements ``old`` and ``new`` are the same."""

    old: int
    new: int


class Hunk(NamedTuple):
    """Stretches between two matches, of which at least one is not empty."""

    old: range
    new: range


def align(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Match]:
    """Return matches in order, increasing on both sides; near-linear for texts that are mostly alike."""
    found: list[Match] = []
    open_stretches = [(0, len(old), 0, len(new))]
    while open_stretches:
        a, b, c, d = open_stretches.pop()
        while a < b and c < d and old[a] == new[c]:
            found.append(Match(a, c))
            a, c = a + 1, c + 1
        while a < b and c < d and old[b - 1] == new[d - 1]:
            b, d = b - 1, d - 1
            found.append(Match(b, d))
        if a == b or c == d:
            continue
        anchors = _unique(old, new, (a, b, c, d))
        if not anchors:
            found.extend(_plain(old, new, (a, b, c, d)))
            continue
        for i, j in anchors:
            open_stretches.append((a, i, c, j))
            found.append(Match(i, j))
            a, c = i + 1, j + 1
        open_stretches.append((a, b, c, d))
    return sorted(found)


def _unique(old: Sequence[Hashable], new: Sequence[Hashable], stretch: tuple[int, int, int, int]) -> list[Match]:
    """Return the longest increasing run of elements that occur once in both stretches."""
    a, b, c, d = stretch
    once_old = {item for item, n in Counter(old[a:b]).items() if n == 1}
    once = {item for item, n in Counter(new[c:d]).items() if n == 1 and item in once_old}
    if not once:
        return []
    place = {new[j]: j for j in range(c, d) if new[j] in once}
    return _increasing([Match(i, place[old[i]]) for i in range(a, b) if old[i] in once])


def _increasing(pairs: Sequence[Match]) -> list[Match]:
    tails: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for index, pair in enumerate(pairs):
        rank = bisect_left(tails, pair.new)
        before.append(at[rank - 1] if rank else -1)
        tails[rank : rank + 1] = [pair.new]
        at[rank : rank + 1] = [index]
    chain = []
    index = at[-1] if at else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def _plain(old: Sequence[Hashable], new: Sequence[Hashable], stretch: tuple[int, int, int, int]) -> Iterator[Match]:
    """Compare a small stretch element by element; a large one of repeated elements stays open."""
    a, b, c, d = stretch
    if (b - a) * (d - c) > SMALL:
        return
    for i, j, size in SequenceMatcher(None, old[a:b], new[c:d], autojunk=False).get_matching_blocks():
        for k in range(size):
            yield Match(a + i + k, c + j + k)


def hunks(matches: Sequence[Match], old: int, new: int) -> list[Hunk]:
    """Return what lies between the matches of sequences of length ``old`` and ``new``."""
    found = []
    a = c = 0
    for match in (*matches, Match(old, new)):
        if match.old > a or match.new > c:
            found.append(Hunk(range(a, match.old), range(c, match.new)))
        a, c = match.old + 1, match.new + 1
    return found
