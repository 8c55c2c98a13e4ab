"""What two versions of a sentence share when only its setting differs, and what it is made of."""

import unicodedata
from typing import NamedTuple

import regex

_ENUMERATOR = regex.compile(
    r"""\s*(?:
      [•▪◦●○■□►➢❖✓◆∙·‣*-](?=\s)
    | (?:\d{1,3}|[A-Za-z]|[ivxlcIVXLC]{1,6})[.)](?=\s+[^\W\d]|\s+["\[])
    | \((?:[A-Za-z]{1,2}|[ivxlcIVXLC]{1,6})\)(?=\ ?[^\W\d]|\ ?["(]) | \(\d{1,3}\)(?=\ ?[^\W\d]|\ ")
    | \d{1,3}(?:\.\d{1,3}){1,4}\.?(?=\s+[\p{Lu}"(]|\s*\p{Han})
    | §+\s?\d+[a-z]?(?=\s)
    | 第[一二三四五六七八九十百千零〇\d]{1,7}[条條编編章节節款项](?=\s|\p{Han})
    | [（(][一二三四五六七八九十\d]{1,3}[）)](?=\p{Han}) | [一二三四五六七八九十]{1,3}、 | \d{1,2}[、．](?!\d) | [①-⑳]
    | (?:Item|ITEM|Section|SECTION|Article|ARTICLE|Artikel|Ziffer)
      \s+(?:\d{1,3}[A-Z]?(?:\.\d{1,3})*|[IVXLC]{1,6})[.:]?(?=\s|$)
    )+\s*""",
    regex.VERBOSE,
)
"""Catches "(a) fees" and "2.1 Grant"; spares "(313)" in a column and "1.5 million"."""
_SAME = str.maketrans({
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "–": "-", "—": "-", "‐": "-",
    "‑": "-", "−": "-", "\u00ad": None, "\u200b": None, "\ufeff": None, "\u200e": None, "…": "...",
})  # fmt: skip
_COMPOUND = regex.compile(r"(?<=\p{L})-\s?(?=[\p{L}\d])|(?<=\d)-\s?(?=\p{L})")
"""The hyphen of "long-term" and "10-K", which a line end may add or take; spares "-5" and "10-15"."""
_FIGURES = regex.compile(r"(?<=\d)\s+(?=\d)")
"""What keeps "10 15" from being read as 1015."""
_WORD = regex.compile(r"\d+(?:[.,]\d+)*|\p{Han}|[\p{L}\p{M}']+|[^\s\w]|_")


class Key(NamedTuple):
    """A unit's text for comparison."""

    body: str
    """No white space, hyphens within words or enumerator; full-width and typographic forms folded."""
    number: str
    """The enumerator that was stripped, folded alike."""


def key_of(text: str) -> Key:
    """Fold what layout changes and nothing that a reader would call a change: case, digits, signs and words stay."""
    folded = fold(text)
    match = _ENUMERATOR.match(folded)
    if match is None or match.end() == len(folded):
        return Key(squashed(folded), "")
    return Key(squashed(folded[match.end() :]), "".join(match[0].split()))


def squashed(folded: str) -> str:
    """Return a folded text without white space, figures kept apart."""
    return "".join(_FIGURES.sub("·", folded).split())


def without_number(folded: str) -> str:
    """Take the enumerator off a folded text; one that is nothing else stays."""
    match = _ENUMERATOR.match(folded)
    return folded[match.end() :] if match and match.end() < len(folded) else folded


def fold(text: str) -> str:
    """Return the text with typographic variants made alike and compounds closed up; white space stays."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_SAME)
    return _COMPOUND.sub("", text) if "-" in text else text


def words_in(folded: str) -> list[str]:
    """Part a folded text into words, figures, single Chinese characters and marks."""
    return _WORD.findall(folded)
