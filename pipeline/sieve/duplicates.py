"""Finds later copies of a unit, counted exactly: near-copies may differ by the one word that matters."""

from pipeline.document import Document
from pipeline.sieve.guards import SHORTEST, words

_PROSE = frozenset({"sentence", "item", "footnote", "caption"})


def copies(document: Document) -> dict[int, int]:
    """Return ``{later copy: first copy}`` for prose of eight words and more; white space does not count."""
    first: dict[str, int] = {}
    found: dict[int, int] = {}
    for at, unit in enumerate(document.units):
        if unit.kind in _PROSE and words(unit.text) >= SHORTEST:
            original = first.setdefault("".join(unit.text.split()), at)
            if original != at:
                found[at] = original
    return found
