"""Says where to look: reasons to read a unit, business topics, logical breakpoints, guards and negations."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from pipeline import dictionary
from pipeline.dictionary import Dictionary, Entry, Found
from pipeline.document import Document, Hit, Mark, Unit
from pipeline.settings import Settings

KINDS = ("guards", "importance", "anchors", "sentinels", "negation")
_EVIDENCE = 120
_PROSE_WORDS = 12
"""A table cell that holds this many words is prose: a finding in a due-diligence table, a term in a term sheet."""


@dataclass(frozen=True, slots=True)
class Marker:
    """The stage."""

    dictionary: Dictionary

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Load the dictionaries of all five kinds."""
        return cls(dictionary.load(KINDS, settings))

    def __call__(self, document: Document) -> Document:
        """Add the marks and the dictionary hits of every unit."""
        units = document.units
        found = self.dictionary.find_all([unit.text for unit in units], [unit.language for unit in units])
        template = {tag.unit for tag in document.boilerplate}
        marks: list[Mark] = []
        layers: dict[str, list[Hit]] = {kind: [] for kind in KINDS}
        for index, (unit, hits) in enumerate(zip(units, found, strict=True)):
            for hit in hits:
                if hit.entry.kind != "importance":
                    layers[hit.entry.kind].append(Hit(index, hit.entry.type, hit.term))
            reasons = list(_reasons(unit, hits, document_type=document.type))
            marks.extend(_marks(index, reasons, template=index in template))
            layers["guards"].extend(_critical_guards(index, reasons))
        return replace(
            document,
            marks=tuple(sorted({*marks, *_changed(document)})),
            anchors=_once(layers["anchors"]),
            sentinels=_once(layers["sentinels"]),
            guards=_once(layers["guards"]),
            negations=_once(layers["negation"]),
        )


def _reasons(unit: Unit, hits: list[Found], *, document_type: str) -> Iterator[Found]:
    """Yield the importance hits that hold for this kind of unit and document; headings say nothing by themselves."""
    if unit.kind == "heading":
        return
    row = unit.kind == "row" and not _prose(unit)
    for hit in hits:
        if hit.entry.kind == "importance" and _applies(hit.entry, document_type) and row == (hit.entry.scope == "row"):
            yield hit


def _prose(unit: Unit) -> bool:
    return any(cell.count(" ") + 1 >= _PROSE_WORDS for cell in unit.text.split("\t"))


def _applies(entry: Entry, document_type: str) -> bool:
    return not entry.documents or (document_type or "other") in entry.documents


def _marks(index: int, reasons: Iterable[Found], *, template: bool) -> Iterator[Mark]:
    for hit in reasons:
        if hit.entry.level == "CRITICAL":
            yield Mark(index, "CRITICAL", hit.entry.id, hit.term[:_EVIDENCE])
        elif hit.entry.level == "IMPORTANT" and not template:
            yield Mark(index, "IMPORTANT", hit.entry.id, hit.term[:_EVIDENCE])


def _critical_guards(index: int, reasons: Iterable[Found]) -> Iterator[Hit]:
    for hit in reasons:
        if hit.entry.level == "CRITICAL":
            yield Hit(index, hit.entry.type, hit.term[:_EVIDENCE])


def _changed(document: Document) -> Iterator[Mark]:
    """Yield a mark for every unit that the comparison says is not as it was; a new place or number alone is none."""
    for change in document.changes:
        if change.unit is not None and change.kind in {"modified", "added"}:
            yield Mark(change.unit, "CHANGED", change.kind, ", ".join(change.subkinds))


def _once(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    return tuple(dict.fromkeys(hits))
