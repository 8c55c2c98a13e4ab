"""Titles as people write them, where a file draws a word apart: "Busines s." is "Business."."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.document import Document, Section
from pipeline.sections.titles import squash

_WORD = re.compile(r"[^\W\d_]+")
_LOOSE = re.compile(r"(?<=\w)[ ]+(?=[.:,;](?:\s|$))|(?<=\w’) (?=s\b)|(?<=\w') (?=s\b)")
_MAY_BE_LOOSE = re.compile(r" [.:,;s]")
_FRAGMENT = re.compile(r"(?<=[^\W\d_] )(?:[a-z]{1,2}|[A-Z]{2})(?=[ .:]|$)")
_WORDS_OF_TWO = frozenset(
    "a i an as at be by do he if in is it me my no of on or to us we up so co vs de la le et al ii iv vi ix xi uk eu ag"
    " se nv sa am im zu st mr ms dr hr re ad".split(" ")
)
_SHORT = 4
_PAGES = 40
_RARE = 3


def respelt(document: Document, sections: Sequence[Section], listed: Iterable[str]) -> tuple[Section, ...]:
    """Return the sections with titles as a contents list spells them, or with words joined that the text knows.

    ``listed`` holds the titles of contents lists. The text of units stays as it is.
    """
    spelt: dict[str, str] = {}
    for title in listed:
        key = squash(title)
        if key not in spelt or title.count(" ") < spelt[key].count(" "):
            spelt[key] = title
    titles = [_tight(s.title, spelt) for s in sections]
    if any(_has_fragment(title) for title in titles):
        known = _vocabulary(document)
        titles = [_joined(title, known) for title in titles]
    return tuple(replace(s, title=title) if title != s.title else s for s, title in zip(sections, titles, strict=True))


def _has_fragment(title: str) -> bool:
    """Tell whether one or two letters stand alone that are neither a word nor an acronym among small letters."""
    alike = title.isupper()
    found = _FRAGMENT.findall(title) if title.isascii() else ()
    return any(each.lower() not in _WORDS_OF_TWO and (alike or each.islower()) for each in found)


def _tight(title: str, spelt: dict[str, str]) -> str:
    tight = _tightened(title)
    other = spelt.get(squash(title))
    if other is None or _tightened(other).count(" ") >= tight.count(" "):
        return tight
    return _spaced_like(tight, other)


def _tightened(title: str) -> str:
    return _LOOSE.sub("", title) if _MAY_BE_LOOSE.search(title) else title


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


def _vocabulary(document: Document) -> Counter[str]:
    return Counter(" ".join(page.text for page in document.pages[:_PAGES]).lower().split())


def _joined(title: str, known: Counter[str]) -> str:
    """Return the title with neighbours joined that the text has as one word far more often than apart."""
    words = list(_WORD.finditer(title))
    if not any(len(word[0]) <= _SHORT for word in words):
        return title
    gone = set()
    for one, two in pairwise(words):
        if two.start() - one.end() != 1 or title[one.end()] != " " or title[two.end() : two.end() + 1] in {"-", "&"}:
            continue
        left, right = one[0].lower(), two[0].lower()
        rare = min(known[left], known[right])
        letter = len(right) == 1 and right not in {"a", "i"}
        short = min(len(left), len(right)) <= _SHORT
        whole = known[left + right]
        if whole > 1 and short and (letter or (rare <= _RARE and whole > 3 * rare)):
            gone.add(one.end())
    if not gone:
        return title
    return "".join(character for at, character in enumerate(title) if at not in gone)
