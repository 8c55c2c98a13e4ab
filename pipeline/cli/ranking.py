"""Ranks texts by a query: BM25 over words and Chinese character pairs, rare words alone deciding who is in.

A word of the query stands for its forms too ("terminate" for "termination", "Haftung" for "Haftungsgrenze", 税 for
税费), at half weight; a misspelt one is read as its nearest neighbour.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from math import log

from rapidfuzz import fuzz, process

_WORD = re.compile(r"[^\W\u3400-\u9fff]+|[\u3400-\u9fff]+")
_K1, _B = 1.2, 0.75
"""Robertson and Zaragoza 2009, The Probabilistic Relevance Framework, section 3.3: the usual values."""
_NEAREST = 80
_FORM, _STEM, _PART = 75, 4, 6
"""Likeness and common letters of two forms of a word ("control" is none of "contract"); letters of a part of one."""
_COMMON, _FEW = 0.1, 5
"""Share of the texts from which on a word ("the", "shall") finds nothing by itself, where those are more than a few."""

Forms = dict[str, float]


def ranked(query: str, texts: Sequence[str]) -> list[int]:
    """Return the indices of the texts that hold a rare word of ``query``, or any where it has none, the best first."""
    counted = [Counter(_terms(text)) for text in texts]
    frequency = Counter(term for terms in counted for term in terms)
    mean = (sum(terms.total() for terms in counted) / len(counted) if counted else 0.0) or 1.0
    found: dict[int, float] = {}
    rare: set[int] = set()
    every: set[int] = set()
    for term in dict.fromkeys(_terms(query)):
        forms = _forms(term, frequency)
        weights = {at: weight for at, terms in enumerate(counted) if (weight := _weight(terms, forms))}
        rarity = log(1 + (len(texts) - len(weights) + 0.5) / (len(weights) + 0.5))
        for at, weight in weights.items():
            length = counted[at].total() / mean
            found[at] = found.get(at, 0.0) + rarity * weight * (_K1 + 1) / (weight + _K1 * (1 - _B + _B * length))
        every |= weights.keys()
        if len(weights) <= max(_FEW, _COMMON * len(texts)):
            rare |= weights.keys()
    return sorted(rare or every, key=lambda index: (-found[index], index))


def _terms(text: str) -> Iterator[str]:
    for run in _WORD.findall(text.casefold()):
        if _is_chinese(run) and len(run) > 1:
            yield from (run[at : at + 2] for at in range(len(run) - 1))
        else:
            yield run


def _is_chinese(term: str) -> bool:
    return "\u3400" <= term[0] <= "\u9fff"


def _weight(terms: Counter[str], forms: Forms) -> float:
    return sum(count * terms[word] for word, count in forms.items() if word in terms)


def _forms(term: str, frequency: Counter[str]) -> Forms:
    """Return the words that ``term`` stands for, with what one of them counts."""
    if _is_chinese(term):
        return {word: 1.0 for word in frequency if term in word} if len(term) == 1 else {term: 1.0}
    if len(term) < _STEM:
        return {term: 1.0}
    alike = {word: 0.5 for word in frequency if _is_form(term, word)}
    if term in frequency or alike:
        return {**alike, term: 1.0}
    nearest = process.extractOne(term, sorted(frequency), scorer=fuzz.ratio, score_cutoff=_NEAREST)
    return {nearest[0]: 1.0} if nearest else {}


def _is_form(term: str, word: str) -> bool:
    if term[:_STEM] == word[:_STEM]:
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(term, word, strict=False)))
        if shared >= 0.6 * max(len(term), len(word)) and fuzz.ratio(term, word) >= _FORM:
            return True
    return len(term) >= _PART and term in word
