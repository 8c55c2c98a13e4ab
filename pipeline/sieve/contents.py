"""Tells the entries of a printed list of contents from what stands between them and the next heading."""

from collections.abc import Iterator

import regex

from pipeline.document import Document, Section

_ENTRY = regex.compile(
    r"(?=.*\p{L}).{1,200}?(?:\t|\.{2,}|…|·{2,})\s*\(?(?:\p{Lu}{1,2}-)?(?:\d{1,4}|[ivxlc]{1,6})\)?\s*"
)
"""Catches "Item 3.\\t7"; spares "The fee is due in 2019"."""
_WRAPPED = 6
"""Units that may stand before an entry and belong to it: parts, lines of a long title."""
_TITLE_LENGTH = 60
"""Characters; a longer text that ends with a full stop is no title."""
_BULLETS = ("•", "●", "▪")


def entries(document: Document, section: Section) -> Iterator[int]:
    """Yield the entries of the list that ``section`` holds, last first, and what stands right before one."""
    tagged = {tag.unit for tag in document.boilerplate if tag.subtype == section.boilerplate}
    titles = {_squashed(other.title) for other in document.sections if other.id != section.id}
    last = section.end + _WRAPPED
    for at in reversed(range(section.first, section.end)):
        text = document.units[at].text
        if at in tagged or _ENTRY.fullmatch(text) or _squashed(text) in titles:
            last = at
        elif last - at > _WRAPPED or last >= section.end or _is_prose(text):
            continue
        yield at


def _is_prose(text: str) -> bool:
    """Tell a sentence or a bullet point from a title."""
    stops = text.endswith(("。", "；")) or (len(text) > _TITLE_LENGTH and text.endswith((".", ";", "; and", "; or")))
    return stops or text.startswith(_BULLETS)


def _squashed(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())
