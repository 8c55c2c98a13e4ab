"""Weak labels: what the field knows of decision content, written as labelling functions that vote in log odds.

Where experts labelled (CUAD, ContractNLI, ACORD) their labels lead. On filings nobody did: there votes are added.
The votes come from what was measured before: statement rows hold half of what analysts ask for; recurrence across
companies marks template prose but, on rows, marks the standard line items; length without a figure is chaff.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corpora import Sample
from pipeline.entropy import words
from pipeline.entropy.features import NAMES, Seen

GRAM = {"en": 5, "zh": 8}

PROSE_VOTES = (
    ("money or percent", 1.4, r"[$€£]\s?\d|\d\s?%|\d\s*(million|billion)|\d\s*(万|亿)?元"),
    ("result", 1.2, r"(?i)\b(in|de)creas\w+|\bgr[eo]w(th)?\b|\bdeclin\w+|\brose\b|\bfell\b|\bhigher\b|\blower\b|增长|下降|增加|减少|上升"),
    ("driver", 0.9, r"(?i)\b(primarily|mainly|partially|principally)\b|\bdriven by\b|\bdue to\b|\battributable to\b|\boffset by\b|主要(系|是|由于)"),
    ("event", 0.8, r"(?i)\b(acqui\w+|divest\w+|settle(d|ment)|complet\w+|entered into|announc\w+|declar\w+|repurchas\w+|terminat\w+|impair\w+"
                   r"|restructur\w+|default\w*|covenants?|issued|spin-?off|separation|approved|elected|discontinued)\b|收购|处罚|担保|诉讼|仲裁"),
    ("measure", 0.6, r"(?i)\b(net sales|revenues?|net income|operating (income|margin)|gross (margin|profit)|earnings per|eps|cash flows?|dividends?"
                     r"|capital expenditures|tax rate|debt|guidance|outlook|segments?|stores|customers|members|organic)\b|营业收入|净利润|毛利率|现金流"),
    ("place or part", 0.4, r"(?i)\b(operates? in|geograph\w+|countries|regions?|reportable segments|headquarter\w*|business (units?|segments?)|consists? of)\b"),
    ("litigation", 0.5, r"(?i)\b(lawsuits?|litigation|complaints?|plaintiffs?|court|legal proceedings|class action|investigation)\b"),
    ("speculation", -0.7, r"(?i)\b(may|could|might|would)\b(?!.*\d)|可能"),
    ("policy", -0.6, r"(?i)\b(is|are) (recognized|recorded|stated|measured|included|classified|capitalized|amortized|based)\b(?!.*\d)"),
    ("reference", -0.8, r"(?i)\b(incorporated (herein )?by reference|see (also )?(note|item|part)|refer to (note|item)|forward-looking|set forth (in|under))\b"),
    ("certificate", -1.6, r"(?i)\b(i have reviewed|registrant'?s? (other )?certifying|pursuant to the requirements of|power of attorney|hereby consent|our audits?)\b"),
)  # fmt: skip
"""Name, log odds and pattern of what a sentence of a filing says."""

CONTRACT_VOTES = (
    ("amount", 1.2, r"[$€£]\s?\d|\d\s?%|\bdollars\b|元"),
    ("period", 0.7, r"(?i)\(\d+\)\s*(calendar |business )?(days?|months?|years?)|\b\d+\s*(days|months|years)\b|\b(19|20)\d\d\b"),
    ("right or limit", 0.8, r"(?i)\b(terminat\w+|renew\w*|exclusiv\w+|assign\w*|liab\w+|indemnif\w+|licen[cs]e\w*|warrant\w+|insurance|audit|non-?compete"
                            r"|solicit|confidential\w*|governing law|governed by|damages|royalt\w+|minimum|change (of|in) control|first refusal)\b"),
    ("duty", 0.4, r"(?i)\b(shall|must|agrees? to|may not|not|without|unless|except)\b|应当|不得|未经"),
    ("interpretation", -0.9, r"(?i)\b(headings|counterparts?|severab\w+|gender|singular|entire agreement|in witness whereof|facsimile)\b"),
)  # fmt: skip
"""The same for agreements that no expert labelled."""

_PROSE = [(weight, re.compile(pattern)) for _, weight, pattern in PROSE_VOTES]
_CONTRACT = [(weight, re.compile(pattern)) for _, weight, pattern in CONTRACT_VOTES]
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
    return [{word for word in words.split(unit.text) if word[0].isdigit() and len(word) > 3 and words.number_id(word) > 1}
            for unit in sample.document.units]  # fmt: skip


def filing_odds(sample: Sample, seen: Seen, *, cover: np.ndarray, standard: set[str], elsewhere: set[str]) -> np.ndarray:
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
    odds += 0.7 * column("discussion") + 0.2 * column("business") - 0.8 * column("risk")
    odds -= 0.9 * column("exhibits") + 0.5 * column("governance")
    odds -= 0.5 * column("long") * (figures == 0)
    rows = 1.2 + 0.8 * known + 0.6 * quoted + 0.5 * (column("discussion") + column("statements")) - 1.6 * (figures == 0)
    rows -= 1.2 * column("exhibits")
    odds = np.where(row, rows, np.where(short, np.maximum(odds, 0.6), odds))
    return odds + np.where(statement, np.where(row, 2.0, 1.2), 0.0)


def contract_odds(sample: Sample, seen: Seen, *, cover: np.ndarray) -> np.ndarray:
    """Return the sum of votes for the units of a contract; expert labels lead where there are some."""
    odds = np.full(len(seen.layout), -1.2) - 0.4 * cover
    for weight, pattern in _CONTRACT:
        odds += weight * np.array([pattern.search(unit.text) is not None for unit in sample.document.units])
    odds = np.where(seen.layout[:, _AT["short"]] > 0, np.maximum(odds, 0.0), odds)
    if sample.labels is None:
        return odds
    return np.where(sample.labels > 0, 3.0, 0.5 * odds - 1.0)
