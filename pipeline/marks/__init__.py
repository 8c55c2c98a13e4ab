"""Says where to look: reasons to read a unit, business topics, logical breakpoints, guards and negations."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

import regex

from pipeline import dictionary
from pipeline.dictionary import Dictionary, Found, Scope
from pipeline.document import Document, Hit, Mark, MarkLevel, Section, Unit
from pipeline.settings import Settings

KINDS = ("guards", "importance", "anchors", "sentinels", "negation")
_EVIDENCE = 120
_HEADED_UNITS = 80
"""A longer section is no list of findings; "Red Flag Report" may be the title of the whole document."""
_PROSE_WORDS = 12
"""A table cell that holds this many words is prose: a finding in a due-diligence table, a term in a term sheet."""
_CAUSED = frozenset({"termination", "default", "change_of_control", "deal_trigger", "indemnity"})
"""Types whose lead-in says what follows, and whose points say when."""
_MOST_LIMBS = 40
_NUMBER = regex.compile(r"\d{1,3}(?:\.\d{1,3})+")
"""Of a clause whose points are clauses themselves: "12.2 … as follows:" and "12.2.1 …"."""


@dataclass(frozen=True, slots=True)
class Marker:
    """The stage."""

    dictionary: Dictionary
    headed: Dictionary
    """Entries that hold under certain headings only."""

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Load the dictionaries of all five kinds."""
        return cls(*dictionary.load(KINDS, settings).parted())

    def __call__(self, document: Document) -> Document:
        """Add the marks and the dictionary hits of every unit."""
        units = document.units
        found = self.dictionary.find_all(
            [unit.text for unit in units],
            [unit.language for unit in units],
            scopes=[scope(unit) for unit in units],
            document_type=document.type,
        )
        for index, hit in under_headings(document, self.headed):
            found[index] = [*found[index], hit]
        template = {tag.unit for tag in document.boilerplate}
        marks = [*_changed(document)]
        leading: list[Mark] = []
        layers: dict[str, list[Hit]] = {kind: [] for kind in KINDS}
        for index, hits in enumerate(found):
            for hit in hits:
                kind, evidence = hit.entry.kind, hit.term[:_EVIDENCE]
                if kind != "importance":
                    layers[kind].append(Hit(index, hit.entry.type, evidence))
                    continue
                level: MarkLevel = "CRITICAL" if hit.entry.level == "CRITICAL" else "IMPORTANT"
                mark = Mark(index, level, hit.entry.id, evidence)
                if level == "CRITICAL":
                    layers["guards"].append(Hit(index, hit.entry.type, evidence))
                elif index in template:
                    continue
                marks.append(mark)
                if hit.entry.type in _CAUSED:
                    leading.append(mark)
        marks.extend(_limbs(units, leading))
        return replace(
            document,
            marks=tuple(sorted(set(marks))),
            anchors=_once(layers["anchors"]),
            sentinels=_once(sorted([*layers["sentinels"], *layers["negation"]])),
            guards=_once(layers["guards"]),
            negations=_once(layers["negation"]),
        )


def _limbs(units: Sequence[Unit], marks: Iterable[Mark]) -> Iterator[Mark]:
    """Yield for each point of a list the mark of the words that lead into it.

    "The Licensor may terminate this Agreement if:" says nothing without its causes.
    """
    for mark in marks:
        lead = units[mark.unit].text
        number = _NUMBER.match(lead) if lead.endswith(":") else None
        for index in range(mark.unit + 1, min(mark.unit + 1 + _MOST_LIMBS, len(units))):
            unit = units[index]
            if (unit.kind == "item" and lead in unit.context) or (number and unit.text.startswith(f"{number[0]}.")):
                yield mark._replace(unit=index)
            elif unit.kind != "sentence" or number is None or unit.text[:1].isdigit():
                break


def scope(unit: Unit) -> Scope:
    """Say which dictionary entries a unit is searched with; a row with a long cell of words counts as a sentence."""
    if unit.kind == "heading":
        return "heading"
    if unit.kind == "row" and not any(cell.count(" ") + 1 >= _PROSE_WORDS for cell in unit.text.split("\t")):
        return "row"
    return "sentence"


def under_headings(document: Document, headed: Dictionary) -> Iterator[tuple[int, Found]]:
    """Yield what entries find that ask for a heading, in the units of the sections that have it."""
    for entry in headed.entries:
        heading = None
        for section in document.sections if dictionary.applies(entry, document.type) else ():
            heading = heading or dictionary.compiled(entry.model_copy(update={"pattern": entry.heading}))
            if section.end - section.first <= _HEADED_UNITS and heading.search(section.title):
                yield from _within(document, section, Dictionary((entry,)))


def _within(document: Document, section: Section, searcher: Dictionary) -> Iterator[tuple[int, Found]]:
    members = [index for index in range(section.first, section.end) if _may_find(document.units[index])]
    units = [document.units[index] for index in members]
    found = searcher.find_all([unit.text for unit in units], [unit.language for unit in units])
    for index, unit, hits in zip(members, units, found, strict=True):
        yield from ((index, hit) for hit in hits if hit.entry.language == unit.language)


def _may_find(unit: Unit) -> bool:
    """Whether a unit can be a finding: no heading, no caption, no header of a table."""
    return unit.kind not in {"heading", "caption"} and (unit.table is None or unit.row is not None)


def _changed(document: Document) -> Iterator[Mark]:
    """Yield a mark for every unit that the comparison says is not as it was; a new place or number alone is none."""
    for change in document.changes:
        if change.unit is not None and change.kind in {"modified", "added"}:
            yield Mark(change.unit, "CHANGED", change.kind, ", ".join(change.subkinds))


def _once(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    return tuple(dict.fromkeys(hits))
