"""The lead-in of list items: what a reader has read when an item begins."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import regex

_OPEN = regex.compile(
    r"(?:[:：,，—–-]|\b(?:shall|may|will|must|to|of|by|that|if|in|for|with|the|not|is|are|means?|either|including|includes?"
    r"|following|and|or|where|when|unless|except|from|which|who|soll|kann|muss|ist|sind|von|zu|wenn|folgende[ns]?|und|oder))"
    r"[\"”’)]*$"
)
"""How a text ends that an item completes."""
_APART = frozenset(("row", "caption", "footnote", "form_field", "annotation"))


_SHORT = 40
"""Characters up to which a text that ends in a comma is the head of a column rather than half a sentence."""


class Level(NamedTuple):
    """An open list."""

    marker: str
    context: tuple[str, ...]


def contexts(pieces: Iterable[tuple[str, str, str, bool]]) -> Iterator[tuple[str, ...]]:
    """Yield the lead-ins of each piece, outermost first.

    A piece is its kind, its text, its marker and whether it begins its item. An item whose marker is open goes on in
    that list; a new marker opens a list under the text before it.
    """
    levels: list[Level] = []
    before = ""
    for kind, text, marker, begins in pieces:
        if kind in _APART:
            yield ()
            continue
        if kind != "item":
            levels.clear()
        elif begins:
            _enter(levels, marker, before if kind != "heading" else "")
        yield levels[-1].context if levels else ()
        before = "" if kind == "heading" else text


def _enter(levels: list[Level], marker: str, before: str) -> None:
    for depth, level in enumerate(levels):
        if level.marker == marker:
            del levels[depth + 1 :]
            return
    outer = levels[-1].context if levels else ()
    is_lead = _OPEN.search(before[-20:]) and (before[-1] not in ",，" or len(before) > _SHORT)
    lead = (before,) if is_lead else ()
    levels.append(Level(marker, outer + lead))
