"""Inside a stretch that differs: which sentences were only split elsewhere, which pair up, which came or went."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from rapidfuzz import fuzz, process

from pipeline.versions.align import align
from pipeline.versions.keys import fold, squashed, without_number, words_in

BUDGET = 4_000_000
"""Fuzzy comparisons that one document may cost; stretches beyond it are told as deleted and added."""
ALIKE = 50.0
"""rapidfuzz ratio from which two changed sentences are versions of one another; all of 116 known pairs lie above."""

SAME_LABEL = 85.0
"""rapidfuzz ratio from which two table rows are called the same."""


class Stream(NamedTuple):
    """The words of several sentences in a row, and the sentence each belongs to."""

    words: list[str]
    owners: list[int]
    numbers: set[int]
    """Places of the words that only number a sentence: a point of a list that was running text has a new "(a)"."""


def stream(texts: Sequence[str]) -> Stream:
    """Lay the words of ``texts`` end to end."""
    laid = Stream([], [], set())
    for index, text in enumerate(texts):
        folded = fold(text)
        found = words_in(folded)
        begins = len(laid.words)
        laid.numbers.update(range(begins, begins + len(found) - len(words_in(without_number(folded)))))
        laid.words.extend(found)
        laid.owners.extend([index] * len(found))
    return laid


class Outcome(NamedTuple):
    """What a stretch comes to; sentences in none of the three are unchanged."""

    pairs: list[tuple[int, int]]
    deleted: list[int]
    added: list[int]


def settle(old: Sequence[str], new: Sequence[str], *, budget: int) -> tuple[Outcome, int]:
    """Settle a stretch of sentences that matched nowhere as a whole; return the comparisons left of ``budget`` too.

    Only the words decide what changed: a sentence all of whose words run on unbroken on the other side was parted
    differently, nothing more. Likeness decides only which changed sentences belong together.
    """
    if squashed(fold(" ".join(old))) == squashed(fold(" ".join(new))):
        return Outcome([], [], []), budget
    left, right = stream(old), stream(new)
    matches = align(left.words, right.words)
    gone = _touched(left, right, [(i, j) for i, j in matches])
    come = _touched(right, left, [(j, i) for i, j in matches])
    links = {(left.owners[match.old], right.owners[match.new]) for match in matches}
    rows = sorted(gone | {i for i, j in links if j in come})
    columns = sorted(come | {j for i, j in links if i in gone})
    pairs: list[tuple[int, int]] = []
    if len(rows) * len(columns) <= budget:
        budget -= len(rows) * len(columns)
        found = pair([old[i] for i in rows], [new[j] for j in columns])
        pairs = [(rows[i], columns[j]) for i, j in found if rows[i] in gone or columns[j] in come]
    paired_old, paired_new = {i for i, _ in pairs}, {j for _, j in pairs}
    return Outcome(sorted(pairs), sorted(gone - paired_old), sorted(come - paired_new)), budget


def _touched(side: Stream, other: Stream, matches: Sequence[tuple[int, int]]) -> set[int]:
    """Return the sentences of ``side`` that hold a word the other side lacks, or leave out words amid their own.

    Whole sentences between two of its words do not count: there a heading and its text were read as one.
    """
    there = dict(matches)
    touched = {owner for at, owner in enumerate(side.owners) if at not in there and at not in side.numbers}
    for (here, match), (following, later) in pairwise(matches):
        inside = side.owners[here] == side.owners[following]
        if inside and later > match + 1 and not _are_idle(other, match, later):
            touched.add(side.owners[here])
    return touched


def _are_idle(other: Stream, first: int, last: int) -> bool:
    """Whether the words between two words are whole sentences, or number one."""
    return _are_whole(other.owners, first, last) or other.numbers.issuperset(range(first + 1, last))


def _are_whole(owners: Sequence[int], first: int, last: int) -> bool:
    """Whether the words between two words are sentences from their beginning to their end."""
    return owners[first] != owners[first + 1] and owners[last - 1] != owners[last]


def pair(old: Sequence[str], new: Sequence[str], *, alike: float = ALIKE) -> list[tuple[int, int]]:
    """Pair the likest first; among equals the nearest. Rows of tables are alike by their labels, not their figures."""
    if not old or not new:
        return []
    scores = process.cdist(
        [fold(text) for text in old], [fold(text) for text in new], scorer=fuzz.ratio, score_cutoff=alike
    )
    labels_old, labels_new = [_label(text) for text in old], [_label(text) for text in new]
    if any(labels_old) and any(labels_new):
        by_label = process.cdist(labels_old, labels_new, scorer=fuzz.ratio, score_cutoff=SAME_LABEL)
        both = np.outer([label != "" for label in labels_old], [label != "" for label in labels_new])
        scores = np.where(both, by_label, scores)
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


def _label(text: str) -> str:
    """Return what a table row is called; empty for running text and rows without a name."""
    label, tab, _ = text.partition("\t")
    return fold(label) if tab and any(map(str.isalpha, label)) else ""
