"""Finds later copies of a unit, counted exactly: near-copies may differ by the one word that matters."""

from collections.abc import Sequence
from itertools import accumulate

import regex

from pipeline.document import Document, Unit
from pipeline.sieve.antecedents import points_back
from pipeline.sieve.guards import BINDING, LIMB, SHORTEST, words

Subject = tuple[int, int]

_PROSE = frozenset({"sentence", "item", "footnote", "caption"})
_REGISTERS = frozenset({"dd_report"})
"""Documents that say the same of many subjects: "Assignment requires consent." under one agreement is not said of the
next, so under another heading it is no copy."""
_WHOLE = regex.compile(r"[.!?:。！？：][\"”’»）)\]]*$")
_LEADS = (":", "：")
_POINTS_BACK = regex.compile(
    r"(?i)\bth(?:is|ese) (?:sub-?)?"
    r"(?:section|paragraph|clause|article|schedule|annex|exhibit|appendix|item|provision)s?\b"
    r"|\bthe (?:foregoing|above|preceding|aforesaid)\b|本[条款项段节]|上述|前[款述]"
    r"|\bth(?:is|ese) (?:new )?(?:ASU|standard|update|guidance|pronouncement|matter|lawsuit|case|action|proceeding)s?\b"
    r"|^(?:\w+,? ){0,6}such (?!as\b)|\b(?:all|any|each|every|no|of|the|to) such (?!as\b)"
    r"|\[[*\s]+\](?!.{0,60}confidential)"
    r"|\bdies(?:er|em|es|e) (?:Absatz|Paragraph|Ziffer|Klausel|Abschnitt|Bestimmung)"
)
"""Catches "Nothing in this section binds the buyer", which two sections say of themselves, "If such findings" and a fee
for "[***]", which may be two; spares "this Agreement" and "[***] Confidential treatment has been requested"."""

_CASE = regex.compile(
    r"(?i)\b(?:the|these|those|both|all) (?:(?!of\b)\w+ ){0,2}?(?:complaints?|petitions?|(?:law)?suits?|plaintiffs?"
    r"|defendants?|claimants?|courts?|tribunal|actions?|cases?(?! may be)|claims?|allegations|charges|proceedings?"
    r"|investigations?|appeals?|motions?|arbitrations?|settlements?|verdict|judgments?|subpoenas?)\b"
    r"|^The (?:\w+ ){0,2}?(?:notes(?! to\b)|bonds|debentures|warrants|loans?|facility|acquisition|merger|lease)\b"
    r"|\bpotential liabilit|\bwithout merit\b|\bmeritorious\b|\bvigorous|\bpreliminary stages?\b"
)
"""Catches "The complaint seeks damages" and "We believe that we have meritorious defenses", said of one law case and of
the next, and "The notes rank equally"; spares "as the case may be" and "The notes to the statements"."""

_YEAR = regex.compile(r"\b(?:19|20)\d\d\b")
"""What a court did on a day it did in one case."""


def copies(document: Document) -> dict[int, int]:
    """Return ``{later copy: first copy}`` for prose of eight words and more; white space does not count.

    What belongs to a table is no copy: a table goes as a whole or not at all. What hangs on the words before it is a
    copy only where those are repeated with it.
    """
    apart = document.type in _REGISTERS
    subjects = _subjects(document)
    said = _Said(document)
    hanging = _Hanging(document)
    first: dict[tuple[Subject | None, str], int] = {}
    found: dict[int, int] = {}
    for at, unit in enumerate(document.units):
        if unit.kind in _PROSE and unit.table is None:
            original = first.setdefault((subjects[at] if apart else None, said[at]), at)
            if original != at and (not hanging[at] or _repeated(at - 1, original - 1, said, hanging, found)):
                found[at] = original
    for at in sorted(found, reverse=True):
        if _opens(document.units, at, hanging) and found.get(at + 1) != found[at] + 1:
            del found[at]
    return {at: original for at, original in found.items() if words(document.units[at].text) >= SHORTEST}


class _Said(dict[int, str]):
    """A unit's text without white space; most units of a filing are rows, of which nobody asks."""

    def __init__(self, document: Document) -> None:
        self._units = document.units

    def __missing__(self, at: int) -> str:
        self[at] = said = "".join(self._units[at].text.split())
        return said


class _Hanging(dict[int, bool]):
    """Tells of a unit whether it says nothing by itself; asked of the few that repeat, and of their neighbours."""

    def __init__(self, document: Document) -> None:
        self._units = document.units
        self._binding = document.type in BINDING

    def __missing__(self, at: int) -> bool:
        self[at] = found = _hangs(self._units[at], binding=self._binding)
        return found


def _opens(units: Sequence[Unit], at: int, hanging: "_Hanging") -> bool:
    """Whether the next unit is a limb of what this one begins or goes on with."""
    if at + 1 == len(units) or units[at + 1].kind not in _PROSE or not hanging[at + 1]:
        return False
    return units[at].text.endswith(_LEADS) or units[at + 1].kind == "item"


def _hangs(unit: Unit, *, binding: bool) -> bool:
    """Whether the unit says nothing by itself: a limb of a sentence, or words that point at where they stand.

    In a ``binding`` document whatever has a lead-in does.
    """
    if unit.kind == "item" and (LIMB.match(unit.text) or (binding and unit.context)):
        return True
    text = unit.text
    if not _WHOLE.search(text) or points_back(text):
        return True
    return _POINTS_BACK.search(text) is not None or (_CASE.search(text) is not None and not _YEAR.search(text))


def _repeated(at: int, original: int, said: "_Said", hanging: "_Hanging", found: dict[int, int]) -> bool:
    """Whether the unit at ``at`` repeats the one at ``original``, with all that both hang on."""
    if original < 0 or said[at] != said[original]:
        return False
    return not hanging[at] or found.get(at) == original


def _subjects(document: Document) -> list[Subject]:
    """Return for each unit its section and how many headings stand before it: both tell what it speaks of."""
    sections = [0] * len(document.units)
    for number, section in enumerate(document.sections, 1):
        sections[section.first : section.end] = [number] * (section.end - section.first)
    headings = accumulate(unit.kind == "heading" for unit in document.units)
    return list(zip(sections, headings, strict=True))
