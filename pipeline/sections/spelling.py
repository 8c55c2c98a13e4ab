"""Titles as people write them, where a file draws a word apart: "Busines s." is "Business."."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from pipeline.document import Document, Section
from pipeline.sections.titles import squash

_WORD = re.compile(r"[^\W\d_]+")
_LOOSE = re.compile(r"(?<=\w)[ ]+(?=[.:,;](?:\s|$))|(?<=\w’) (?=s\b)|(?<=\w') (?=s\b)")
_FRAGMENT = re.compile(
    r"\b(?!(?:a|i|an|as|at|by|in|is|it|no|of|on|or|to|us|we|co|im|am|zu)\b)[^\W\d_]{1,2}\b", re.IGNORECASE
)
_SHORT = 4
_PAGES = 80


def respelt(document: Document, sections: Iterable[Section], listed: Iterable[str]) -> tuple[Section, ...]:
    """Return the sections with titles as a contents list spells them, or with words joined that the text knows.

    ``listed`` holds the titles of contents lists. The text of units stays as it is.
    """
    spelt: dict[str, str] = {}
    for title in listed:
        key = squash(title)
        if key not in spelt or title.count(" ") < spelt[key].count(" "):
            spelt[key] = title
    made = [replace(s, title=_tight(s.title, spelt)) if s.title else s for s in sections]
    if not any(s.title.isascii() and _FRAGMENT.search(s.title) for s in made):
        return tuple(made)
    known = _vocabulary(document)
    return tuple(replace(s, title=_joined(s.title, known)) if " " in s.title else s for s in made)


def _tight(title: str, spelt: dict[str, str]) -> str:
    tight = _LOOSE.sub("", title)
    other = spelt.get(squash(title))
    if other is None or _LOOSE.sub("", other).count(" ") >= tight.count(" "):
        return tight
    return _spaced_like(tight, other)


def _spaced_like(title: str, other: str) -> str:
    """Return ``title`` with its spaces where ``other``, the same letters, has some."""
    apart = set()
    count = 0
    for character in other:
        if character.isalnum():
            count += 1
        else:
            apart.add(count)
    made = ""
    count = 0
    for before, character in zip(" " + title, title, strict=False):
        if character == " " and before.isalnum() and count not in apart:
            continue
        count += character.isalnum()
        made += character
    return made


def _vocabulary(document: Document) -> dict[str, int]:
    known: dict[str, int] = {}
    for page in document.pages[:_PAGES]:
        for word in _WORD.findall(page.text.lower()):
            known[word] = known.get(word, 0) + 1
    return known


def _joined(title: str, known: dict[str, int]) -> str:
    """Return the title with neighbours joined that the text has as one word far more often than apart."""
    words = list(_WORD.finditer(title))
    gone = set()
    for one, two in pairwise(words):
        if two.start() - one.end() != 1 or title[one.end()] != " ":
            continue
        left, right = one[0].lower(), two[0].lower()
        rare = min(known.get(left, 0), known.get(right, 0))
        letter = len(right) == 1 and right not in {"a", "i"}
        short = min(len(left), len(right)) <= _SHORT
        whole = known.get(left + right, 0)
        if whole > 1 and short and (letter or whole > 3 * rare):
            gone.add(one.end())
    return "".join(character for at, character in enumerate(title) if at not in gone)
