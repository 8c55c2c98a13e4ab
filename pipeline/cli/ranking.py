"""Ranks texts by a query: BM25 over words and Chinese character pairs; a misspelt word is read as its nearest one."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log

from rapidfuzz import fuzz, process

_WORD = re.compile(r"[^\W\u3400-\u9fff]+|[\u3400-\u9fff]+")
_K1, _B = 1.2, 0.75
"""Robertson and Zaragoza 2009, The Probabilistic Relevance Framework, section 3.3: the usual values."""
_NEAREST = 80


def ranked(query: str, texts: Sequence[str]) -> list[int]:
    """Return the indices of the texts that hold a word of ``query``, the best first."""
    counted = [Counter(_terms(text)) for text in texts]
    frequency = Counter(term for terms in counted for term in terms)
    lengths = [terms.total() for terms in counted]
    mean = (sum(lengths) / len(lengths) if lengths else 0.0) or 1.0
    wanted = [_known(term, frequency) for term in _terms(query)]
    scores: dict[int, float] = {}
    for index, terms in enumerate(counted):
        score = 0.0
        for term in wanted:
            count = terms[term] if term else 0
            if count:
                rarity = log(1 + (len(texts) - frequency[term] + 0.5) / (frequency[term] + 0.5))
                score += rarity * count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * lengths[index] / mean))
        if score:
            scores[index] = score
    return sorted(scores, key=lambda index: (-scores[index], index))


def _terms(text: str) -> Iterator[str]:
    for run in _WORD.findall(text.casefold()):
        if "\u3400" <= run[0] <= "\u9fff" and len(run) > 1:
            yield from (run[at : at + 2] for at in range(len(run) - 1))
        else:
            yield run


def _known(term: str, frequency: Counter[str]) -> str:
    if term in frequency or len(term) < 4:
        return term
    nearest = process.extractOne(term, sorted(frequency), scorer=fuzz.ratio, score_cutoff=_NEAREST)
    return nearest[0] if nearest else term
