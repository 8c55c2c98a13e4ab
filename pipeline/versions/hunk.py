"""Inside a stretch that differs: which sentences were only split elsewhere, which pair up, which came or went."""

from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz import fuzz, process

from pipeline.versions.align import align
from pipeline.versions.keys import fold, words_of

BUDGET = 4_000_000
"""Fuzzy comparisons that one document may cost; stretches beyond it are told as deleted and added."""
ALIKE = 50.0
"""rapidfuzz ratio from which two changed sentences are versions of one another; of 116 hand-checked pairs all lie above."""


class Stream(NamedTuple):
    """The words of several sentences in a row, and the sentence each belongs to."""

    words: list[str]
    owners: list[int]


def stream(texts: Sequence[str]) -> Stream:
    """Lay the words of ``texts`` end to end."""
    words: list[str] = []
    owners: list[int] = []
    for index, text in enumerate(texts):
        found = words_of(text)
        words.extend(found)
        owners.extend([index] * len(found))
    return Stream(words, owners)


class Outcome(NamedTuple):
    """What a stretch comes to; sentences in none of the three are unchanged."""

    pairs: list[tuple[int, int]]
    deleted: list[int]
    added: list[int]


def settle(old: Sequence[str], new: Sequence[str], *, budget: int) -> tuple[Outcome, int]:
    """Settle a stretch of sentences that matched nowhere as a whole; return the comparisons left of ``budget`` too.

    Only the words decide what changed: a sentence all of whose words run on the same on the other side was parted
    differently, nothing more. Likeness decides only which changed sentences belong together.
    """
    left, right = stream(old), stream(new)
    if "".join(left.words) == "".join(right.words):
        return Outcome([], [], []), budget
    matches = align(left.words, right.words)
    gone = _owners(left, {match.old for match in matches})
    come = _owners(right, {match.new for match in matches})
    links = {(left.owners[match.old], right.owners[match.new]) for match in matches}
    rows = sorted(gone | {i for i, j in links if j in come})
    columns = sorted(come | {j for i, j in links if i in gone})
    pairs: list[tuple[int, int]] = []
    if len(rows) * len(columns) <= budget:
        budget -= len(rows) * len(columns)
        pairs = [(i, j) for i, j in pair([old[i] for i in rows], [new[j] for j in columns])]
        pairs = [(rows[i], columns[j]) for i, j in pairs if rows[i] in gone or columns[j] in come]
    paired_old, paired_new = {i for i, _ in pairs}, {j for _, j in pairs}
    return Outcome(sorted(pairs), sorted(gone - paired_old), sorted(come - paired_new)), budget


def _owners(side: Stream, matched: set[int]) -> set[int]:
    return {owner for at, owner in enumerate(side.owners) if at not in matched}


def pair(old: Sequence[str], new: Sequence[str], *, alike: float = ALIKE) -> list[tuple[int, int]]:
    """Pair the likest first; among equals the nearest."""
    if not old or not new:
        return []
    scores = process.cdist(
        [fold(text) for text in old], [fold(text) for text in new], scorer=fuzz.ratio, score_cutoff=alike
    )
    ranked = sorted(
        (-float(scores[i, j]), abs(int(i) - int(j)), int(i), int(j)) for i, j in zip(*scores.nonzero(), strict=True)
    )
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    found = []
    for _, _, i, j in ranked:
        if i not in taken_old and j not in taken_new:
            taken_old.add(i)
            taken_new.add(j)
            found.append((i, j))
    return found
