"""Finds the contracts and plans that a filing holds as exhibits: they are sieved as contracts are."""

from itertools import accumulate

import regex

from pipeline.document import Document, Unit

_NEIGHBOURS = 20
"""Prose units before and after one that are asked with it."""
_DENSITY = 0.4
"""Share of the prose about a unit that binds somebody; descriptions of law cases and of debt stay far below."""
_LONGEST = 120
"""Units; a longer section is no clause that one half could speak for."""

_SECURITIES = regex.compile(
    r"(?i)^\W*description of (?:[\w’'&.-]+ ){0,4}?"
    r"(?:capital|common|preferred|stock|notes|securities|debt|shares|bonds)\b"
)
"""Catches "DESCRIPTION OF NOTES", an exhibit that tells the terms of a security; spares "Description of Business"."""


def inside(document: Document) -> frozenset[int]:
    """Return the units among which two of five bind somebody, with the rest of clauses that lie there by half.

    The terms of securities belong to them however they are worded.
    """
    prose = [at for at, unit in enumerate(document.units) if unit.table is None]
    binding = [0, *accumulate(_binds(document.units[at]) for at in prose)]
    found: set[int] = set()
    for place, at in enumerate(prose):
        first, end = max(0, place - _NEIGHBOURS), min(len(prose), place + _NEIGHBOURS)
        if binding[end] - binding[first] >= _DENSITY * (end - first):
            found.add(at)
    for section in document.sections:
        members = range(section.first, section.end)
        half = found and len(members) <= _LONGEST and 2 * len(found.intersection(members)) > len(members)
        if half or _SECURITIES.match(section.title):
            found.update(members)
    return frozenset(found)


def _binds(unit: Unit) -> bool:
    """Tell whether words of contracts stand in the unit; plain searches, as this is asked of every unit."""
    text = unit.text
    return (
        "hall " in text
        or "ereof" in text
        or "ereto" in text
        or "ereby" in text
        or "ereunder" in text
        or "Participant" in text
        or "” means" in text
        or '" means' in text
        or "ou will " in text
        or "ou agree" in text
    )
