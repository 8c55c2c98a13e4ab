"""Finds later copies of a unit, counted exactly: near-copies may differ by the one word that matters."""

from itertools import accumulate

from pipeline.document import Document
from pipeline.sieve.guards import SHORTEST, words

Subject = tuple[int, int]

_PROSE = frozenset({"sentence", "item", "footnote", "caption"})
_REGISTERS = frozenset({"dd_report"})
"""Documents that say the same of many subjects: "Assignment requires consent." under one agreement is not said of the
next, so under another heading it is no copy."""


def copies(document: Document) -> dict[int, int]:
    """Return ``{later copy: first copy}`` for prose of eight words and more; white space does not count.

    What belongs to a table is no copy: a table goes as a whole or not at all.
    """
    apart = document.type in _REGISTERS
    subjects = _subjects(document)
    first: dict[tuple[Subject | None, str], int] = {}
    found: dict[int, int] = {}
    for at, unit in enumerate(document.units):
        if unit.kind in _PROSE and unit.table is None and words(unit.text) >= SHORTEST:
            original = first.setdefault((subjects[at] if apart else None, "".join(unit.text.split())), at)
            if original != at:
                found[at] = original
    return found


def _subjects(document: Document) -> list[Subject]:
    """Return for each unit its section and how many headings stand before it: both tell what it speaks of."""
    sections = [0] * len(document.units)
    for number, section in enumerate(document.sections, 1):
        sections[section.first : section.end] = [number] * (section.end - section.first)
    headings = accumulate(unit.kind == "heading" for unit in document.units)
    return list(zip(sections, headings, strict=True))
