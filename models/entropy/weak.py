"""Weak labels: what the field knows of decision content, written as labelling functions that vote in log odds.

Where experts labelled (CUAD, ContractNLI, ACORD) their labels lead. On filings nobody did: there votes are added.
The votes come from what was measured before: statement rows hold half of what analysts ask for; recurrence across
companies marks template prose but, on rows, marks the standard line items; length without a figure is chaff; a
press release says first what matters most.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from corpora import Sample

from pipeline.entropy import words
from pipeline.entropy.features import NAMES, Seen

GRAM = {"en": 5, "zh": 8}

_VOTES = tomllib.loads(Path(__file__).with_name("votes.toml").read_text("utf-8"))
_PROSE = [(vote["odds"], re.compile(vote["pattern"])) for vote in _VOTES["filing"]]
_CONTRACT = [(vote["odds"], re.compile(vote["pattern"])) for vote in _VOTES["contract"]]
_AT = {name: at for at, name in enumerate(NAMES)}


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Which word sequences stand in several groups of a corpus."""

    grams: np.ndarray
    """Sorted hashes of word sequences that stand in ``groups`` groups or more."""
    size: int

    @classmethod
    def of(cls, corpus: Sequence[tuple[str, Seen]], *, size: int, groups: int) -> "Recurrence":
        """Count over (group, what is seen) pairs; sequences do not reach over the end of a unit."""
        by_group: dict[str, list[np.ndarray]] = defaultdict(list)
        for group, seen in corpus:
            by_group[group].append(np.unique(_grams(seen.ids, size)[0]))
        found = np.concatenate([np.unique(np.concatenate(parts)) for parts in by_group.values()])
        hashes, counts = np.unique(found, return_counts=True)
        return cls(hashes[counts >= groups], size)

    def cover(self, seen: Seen) -> np.ndarray:
        """Return for each unit the share of its word sequences that recur; 0 for units too short to have one."""
        hashes, owners = _grams(seen.ids, self.size)
        if not len(self.grams) or not len(hashes):
            return np.zeros(len(seen.ids))
        at = np.minimum(np.searchsorted(self.grams, hashes), len(self.grams) - 1)
        hits = np.bincount(owners, self.grams[at] == hashes, len(seen.ids))
        return hits / np.maximum(1, np.bincount(owners, minlength=len(seen.ids)))


def _grams(ids: list[list[int]], size: int) -> tuple[np.ndarray, np.ndarray]:
    flat = np.array([word for row in ids for word in row], dtype=np.uint64)
    owners = np.repeat(np.arange(len(ids)), [len(row) for row in ids])
    if len(flat) < size:
        return np.zeros(0, np.uint64), np.zeros(0, int)
    total = np.zeros(len(flat) - size + 1, np.uint64)
    for offset in range(size):
        total = total * np.uint64(1_000_003) + flat[offset : len(flat) - size + 1 + offset] + np.uint64(7)
    inside = owners[: len(total)] == owners[size - 1 :]
    return total[inside], owners[: len(total)][inside]


def labels_of_rows(sample: Sample) -> list[str]:
    """Return the words of each row without its figures; "" for units that are none."""
    return [" ".join(word for word in words.split(unit.text) if word[0].isalpha()) if unit.kind == "row" else ""
            for unit in sample.document.units]  # fmt: skip


def figures_of(sample: Sample) -> list[set[str]]:
    """Return the figures of each unit that are long enough to be told apart."""
    split = [words.split(unit.text) for unit in sample.document.units]
    return [{word for word, number in zip(row, ids, strict=True) if len(word) > 3 and words.is_figure(number)}
            for row, ids in zip(split, words.ids(split), strict=True)]  # fmt: skip


def filing_odds(
    sample: Sample, seen: Seen, *, cover: np.ndarray, standard: set[str], elsewhere: set[str]
) -> np.ndarray:
    """Return the sum of votes, in log odds, that each unit of a filing carries decision content."""
    layout = seen.layout
    column = lambda name: layout[:, _AT[name]]  # noqa: E731
    quoted = np.array([len(row & elsewhere) / len(row) if row else 0.0 for row in figures_of(sample)])
    row, statement = column("row") > 0, column("statement_page") > 0
    short = (column("short") > 0) & ~row
    figures = (column("numbers") > 0) * 1.0
    known = np.array([label in standard and label != "" for label in labels_of_rows(sample)])
    odds = np.full(len(layout), -1.7) + 0.4 * figures + 0.5 * quoted - 1.5 * cover + 0.3 * (1 - cover)
    for weight, pattern in _PROSE:
        odds += weight * np.array([pattern.search(unit.text) is not None for unit in sample.document.units])
    odds += 0.7 * column("discussion") + 0.5 * column("legal") + 0.2 * column("business") - 0.8 * column("risk")
    odds -= 0.9 * column("exhibits") + 0.5 * column("governance")
    odds -= 0.5 * column("long") * (figures == 0)
    release = layout[:, _AT["8-K"]] > 0
    odds += np.where(release, 1.2 + 2.4 * (0.4 - column("page_place")) + 0.5 * figures, 0.0)
    rows = 1.2 + 0.8 * known + 0.6 * quoted + 0.5 * (column("discussion") + column("statements")) - 1.6 * (figures == 0)
    rows -= 1.2 * column("exhibits") + np.where(release, 1.0 + 2.0 * (column("page_place") - 0.3), 0.0)
    odds = np.where(row, rows, np.where(short, np.maximum(odds, np.where(release, 0.0, 0.6)), odds))
    return odds + np.where(statement, np.where(row, np.where(release, 1.2, 2.0), 1.2), 0.0)


def contract_odds(sample: Sample, seen: Seen, *, cover: np.ndarray) -> np.ndarray:
    """Return the sum of votes for the units of a contract; expert labels lead where there are some."""
    odds = np.full(len(seen.layout), -1.2) - 0.4 * cover
    for weight, pattern in _CONTRACT:
        odds += weight * np.array([pattern.search(unit.text) is not None for unit in sample.document.units])
    odds = np.where(seen.layout[:, _AT["short"]] > 0, np.maximum(odds, 0.0), odds)
    if sample.labels is None:
        return odds
    return np.where(sample.labels > 0, 3.0, 0.5 * odds - 1.0)
