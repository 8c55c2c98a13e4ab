"""What two versions of a sentence share when only its setting differs, and what it is made of."""

import unicodedata
from typing import NamedTuple

import regex

_ENUMERATOR = regex.compile(
    r"""\s*(?:
      (?:[•▪◦●○■□►➢❖✓◆∙·‣–—*-]|\(?(?:\d{1,3}|[A-Za-z]|[ivxlcIVXLC]{1,6})[.)])(?=\s)
    | \d{1,3}(?:\.\d{1,3}){1,4}\.?(?=\s)
    | \((?:\d{1,3}|[A-Za-z]{1,2}|[ivxlcIVXLC]{1,6})\)
    | §+\s?\d+[a-z]?(?=\s)
    | 第[一二三四五六七八九十百千零〇\d]{1,7}[条條编编章节節款项](?=\s|\p{Han})
    | [（(][一二三四五六七八九十\d]{1,3}[）)] | [一二三四五六七八九十]{1,3}、 | \d{1,2}[、．](?!\d) | [①-⑳]
    | (?:Item|ITEM|Section|SECTION|Article|ARTICLE|Artikel|Ziffer)
      \s+(?:\d{1,3}[A-Z]?(?:\.\d{1,3})*|[IVXLC]{1,6})[.:]?(?=\s|$)
    )+\s*""",
    regex.VERBOSE,
)
_SAME = str.maketrans({
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "–": None, "—": None, "‐": None,
    "‑": None, "-": None, "−": None, "\u00ad": None, "\u200b": None, "\ufeff": None, "\u200e": None, "…": "...",
})  # fmt: skip
_WORD = regex.compile(r"\d+(?:[.,]\d+)*|\p{Han}|[\p{L}\p{M}']+|[^\s\w]|_")


class Key(NamedTuple):
    """A unit's text for comparison."""

    body: str
    """No white space, hyphens or enumerator; full-width and typographic forms folded."""
    number: str
    """The enumerator that was stripped, folded alike."""


def key_of(text: str) -> Key:
    """Fold what layout changes and nothing that a reader would call a change: case, digits and words stay."""
    folded = fold(text)
    match = _ENUMERATOR.match(folded)
    if match is None or match.end() == len(folded):
        return Key("".join(folded.split()), "")
    return Key("".join(folded[match.end() :].split()), "".join(match[0].split()))


def without_number(folded: str) -> str:
    """Take the enumerator off a folded text; one that is nothing else stays."""
    match = _ENUMERATOR.match(folded)
    return folded[match.end() :] if match and match.end() < len(folded) else folded


def fold(text: str) -> str:
    """Return the text with typographic variants made alike, white space kept."""
    if text.isascii():
        return text.replace("-", "")
    return unicodedata.normalize("NFKC", text).translate(_SAME)


def words_of(text: str) -> list[str]:
    """Part a text into words, figures, single Chinese characters and marks."""
    return _WORD.findall(fold(text))
