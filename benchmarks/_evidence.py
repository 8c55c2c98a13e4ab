"""Finds labelled text among units, and draws confidence intervals: parts of the retention benchmark."""

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import log

import numpy as np

from pipeline.document import Document, Unit

SHINGLE = 8
"""Characters; long enough that chance matches are rare, short enough for a table row."""
BELONGS = 0.6
"""Share of a unit's shingles that must stand in an evidence text for the unit to be a part of it."""
RESAMPLES = 2000
_STOP = frozenset(
    """
    the a an of and or in on for to by is are was were be been as at from with that this it its
    their has have had do does did what which how much many if than then not no yes there any used
    using based primarily information shown please give answer question response details provided
    year fy end company
    """.split()
)


def squash(text: str) -> str:
    """Return letters and digits alone, in lower case: six evidence texts have glued words."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).lower())


def words(text: str) -> list[str]:
    """Return the words and figures of ``text``; a figure keeps its decimals, not its thousands commas."""
    flat = re.sub(r"(?<=\d),(?=\d{3})", "", unicodedata.normalize("NFKC", text).lower())
    return re.findall(r"\d+(?:\.\d+)?|[^\W\d_]+", flat)


def shingles(squashed: str) -> set[str]:
    """Return all runs of :data:`SHINGLE` characters; a shorter text is its own."""
    return {squashed[at : at + SHINGLE] for at in range(max(1, len(squashed) - SHINGLE + 1))}


@dataclass(frozen=True, slots=True)
class Evidence:
    """One evidence text of a question and the units it stands in."""

    text: str
    units: tuple[int, ...]
    """Indices of the document's units."""

    def kept(self, document: Document, kept: set[int]) -> float:
        """Return the share of the text's words that stand in kept units of it, each as often as it stands there."""
        asked = Counter(words(self.text))
        texts = [document.units[at].text for at in self.units if at in kept]
        found = Counter(word for text in texts for word in words(text))
        missing = asked - found
        joined = squash(" ".join(texts))
        glued = sum(count for word, count in missing.items() if len(word) > 8 and word in joined)
        return (asked.total() - missing.total() + glued) / max(1, asked.total())


def locate(document: Document, text: str, *, page: int) -> Evidence:
    """Find the units on ``page`` and the one after it that are parts of the evidence ``text``."""
    whole = squash(text)
    pieces = shingles(whole)
    found = []
    for at, unit in enumerate(document.units):
        if unit.places and page <= unit.places[0].page <= page + 1:
            own = squash(unit.text)
            inside = own in whole if len(own) < SHINGLE else len(shingles(own) & pieces) / len(shingles(own)) >= BELONGS
            if own and inside and (len(own) >= SHINGLE or unit.places[0].page == page):
                found.append(at)
    return Evidence(text, tuple(found))


def numbers(answer: str) -> set[str]:
    """Return the answer's figures as :func:`words` writes them, without trailing zeros, years and single digits."""
    found = (word for word in words(answer) if word[0].isdigit())
    plain = {re.sub(r"\.0+$", "", word) for word in found}
    return {word for word in plain if len(word) > 1 and not re.fullmatch(r"(19|20)\d\d", word)}


def key_units(document: Document, units: Sequence[int], *, question: str, answer: str) -> list[int]:
    """Return the units that hold a figure of the answer; where none does, the three that share most with the question.

    Shared words weigh by how few of the evidence's units hold them.
    """
    asked = numbers(answer)
    holding = [at for at in units if asked & {re.sub(r"\.0+$", "", word) for word in words(document.units[at].text)}]
    if holding:
        return holding
    wanted = {_stem(word) for word in words(f"{question} {answer}")} - _STOP
    held = {at: {_stem(word) for word in words(document.units[at].text)} & wanted for at in units}
    spread = Counter(word for found in held.values() for word in found)
    worth = {at: sum(log(1 + len(units) / spread[word]) for word in found) for at, found in held.items()}
    return sorted(worth, key=lambda at: (-worth[at], at))[:3]


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


class Text:
    """All units' squashed text in a row, with the way back to the units."""

    def __init__(self, units: Sequence[Unit]) -> None:
        """Join the units in document order."""
        pieces = [squash(unit.text) for unit in units]
        self.joined = "".join(pieces)
        self.starts = [0, *accumulate(map(len, pieces))]

    def kept(self, clause: str, kept: set[int]) -> float:
        """Return the share of the clause's characters that stand in kept units, at the best of its occurrences.

        A clause that stands nowhere in one piece is judged by its shingles.
        """
        asked = squash(clause)
        best, at = -1.0, self.joined.find(asked)
        while at >= 0 and best < 1:
            best = max(best, self._share(at, at + len(asked), kept))
            at = self.joined.find(asked, at + 1)
        return best if best >= 0 else self._by_shingles(asked, kept)

    def _share(self, start: int, end: int, kept: set[int]) -> float:
        total, at = 0, start
        while at < end:
            unit = bisect_right(self.starts, at) - 1
            stop = min(end, self.starts[unit + 1])
            total += (stop - at) if unit in kept else 0
            at = stop
        return total / max(1, end - start)

    def _by_shingles(self, asked: str, kept: set[int]) -> float:
        wanted = shingles(asked)
        standing = "\0".join(self.joined[self.starts[at] : self.starts[at + 1]] for at in sorted(kept))
        return sum(piece in standing for piece in wanted) / len(wanted)


def interval(values: Sequence[float], *, seed: int = 2026) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the mean."""
    sample = np.asarray(values, dtype=float)
    picks = np.random.default_rng(seed).integers(0, len(sample), (RESAMPLES, len(sample)))
    low, high = np.quantile(sample[picks].mean(axis=1), (0.025, 0.975))
    return float(low), float(high)
