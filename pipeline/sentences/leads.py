"""The lead-in of list items: what a reader has read when an item begins."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

_CLOSED = (".", "!", "?", "。", "！", "？", ";", "；")
_APART = frozenset(("row", "caption", "footnote", "form_field", "annotation"))


class Level(NamedTuple):
    """An open list."""

    marker: str
    context: tuple[str, ...]


def contexts(pieces: Iterable[tuple[str, str, str, bool]]) -> Iterator[tuple[str, ...]]:
    """Yield the lead-ins of each piece, outermost first; a piece is its kind, text, marker and whether it begins its item.

    An item whose marker is open goes on in that list; a new marker opens a list under the text before it.
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
    lead = (before,) if before and not before.rstrip("\"'”’)").endswith(_CLOSED) else ()
    levels.append(Level(marker, outer + lead))
