"""From the document's layers to the ledger's entries."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from pipeline.document import Amount, Box, Document, Edit, Hit, Page, Place, Section, Unit
from pipeline.ledger import shape
from pipeline.ledger.places import Boxes, Holders
from pipeline.settings import Settings, fingerprint
from pipeline.version import VERSION


def build(document: Document, settings: Settings, *, prompt_tokens: int) -> shape.Ledger:
    """Return the ledger as plain values, ready for JSON."""
    boxes = Boxes(document)
    holders = Holders(document)
    return {
        "schema": "ledger/1",
        "version": VERSION,
        "settings_sha256": fingerprint(settings),
        "source": _source(document),
        "summary": _summary(document, prompt_tokens),
        "sections": [_section(document, section) for section in document.sections],
        "units": _Units(document, boxes, holders).entries(),
        "repairs": [_repair(document, edit, boxes, holders) for edit in document.repairs],
        "cleanings": [_cleaning(document, edit, holders) for edit in document.cleanings],
        "changes": [
            {
                "kind": change.kind,
                "subkinds": list(change.subkinds),
                "unit": None if change.unit is None else document.units[change.unit].id,
                "old_text": change.old_text,
                "old_page": change.old_page,
                "new_text": change.new_text,
                "new_page": change.new_page,
            }
            for change in document.changes
        ],
        "set_apart": [
            {"kind": apart.kind, "page": apart.page, "box": _rounded(apart.box), "text": apart.text}
            for apart in document.set_apart
        ],
        "notices": [
            {"code": notice.code, "page": notice.page, "message": notice.message} for notice in document.notices
        ],
    }


def _source(document: Document) -> shape.SourceShape:
    source = document.source
    entry: shape.SourceShape = {
        "name": source.name,
        "relpath": source.relpath,
        "sha256": source.sha256,
        "pages": source.pages,
        "title": source.title,
        "type": document.type,
        "type_evidence": list(document.type_evidence),
        "language": document.language,
    }
    if document.version:
        entry["version"] = document.version
    return entry


def _summary(document: Document, prompt_tokens: int) -> shape.SummaryShape:
    total = sum(unit.tokens for unit in document.units)
    filtered = sum(
        unit.tokens for unit, verdict in zip(document.units, document.verdicts, strict=False) if not verdict.kept
    )
    weighed = sum(unit.tokens * score.probability for unit, score in zip(document.units, document.scores, strict=False))
    return {
        "input_tokens": total,
        "filtered_tokens": filtered,
        "kept_tokens": total - filtered,
        "prompt_tokens": prompt_tokens,
        "filter_efficiency": round(filtered / total, 6) if total else 0.0,
        "avg_entropy": round(weighed / total, 6) if total else 0.0,
        "anchor_vectors": len({hit.unit for hit in document.anchors}),
        "units": len(document.units),
        "kept_units": sum(verdict.kept for verdict in document.verdicts) if document.verdicts else len(document.units),
        "repairs": sum(edit.status == "repaired" for edit in document.repairs),
        "suspects": sum(edit.status == "suspect" for edit in document.repairs),
        "notices": len(document.notices),
    }


def _section(document: Document, section: Section) -> shape.SectionShape:
    return {
        "id": section.id,
        "type": section.type,
        "title": section.title,
        "level": section.level,
        "parent": section.parent,
        "page_start": section.page_start,
        "page_end": section.page_end,
        "boilerplate": section.boilerplate,
        "priority": section.priority,
        "first_unit": document.units[section.first].id if section.first < section.end else None,
        "units": section.end - section.first,
        "evidence": list(section.evidence),
    }


class _Units:
    """The layers of a document, turned round so that each unit finds its own."""

    def __init__(self, document: Document, boxes: Boxes, holders: Holders) -> None:
        self.document = document
        self.boxes = boxes
        self.pages = document.pages
        self.anchors, self.sentinels = _grouped(document.anchors), _grouped(document.sentinels)
        self.negated = {hit.unit for hit in document.negations}
        self.marks: dict[int, list[shape.MarkShape]] = defaultdict(list)
        for unit, level, rule, evidence in document.marks:
            self.marks[unit].append({"level": level, "rule": rule, "evidence": evidence})
        self.entities: dict[int, list[shape.EntityShape]] = defaultdict(list)
        for unit, label, span in document.entities:
            text = document.units[unit].text[span.start : span.end]
            self.entities[unit].append({"label": label, "text": text})
        self.numbers: dict[int, list[shape.NumberShape]] = defaultdict(list)
        for amount in document.amounts:
            holder = holders.of(amount.place)
            if holder is not None:
                self.numbers[holder].append(_number(amount))
        self.template = {unit: subtype for unit, subtype, _, _ in document.boilerplate}
        self.sections = _innermost(document)

    def entries(self) -> list[shape.UnitShape]:
        """Return one entry a unit, in order."""
        return [self._entry(index, unit) for index, unit in enumerate(self.document.units)]

    def _entry(self, index: int, unit: Unit) -> shape.UnitShape:
        score = self.document.scores[index] if self.document.scores else None
        verdict = self.document.verdicts[index] if self.document.verdicts else None
        return {
            "id": unit.id,
            "kind": unit.kind,
            "section": self.sections[index],
            "text": unit.text,
            "tokens": unit.tokens,
            "language": unit.language,
            "entropy": None if score is None else round(score.entropy, 4),
            "template": None if score is None else round(score.template, 4),
            "kept": verdict is None or verdict.kept,
            "reason": "" if verdict is None else verdict.reason,
            "guards": [] if verdict is None else list(verdict.guards),
            "marks": self.marks.get(index, []),
            "anchors": self.anchors.get(index, []),
            "sentinels": self.sentinels.get(index, []),
            "entities": self.entities.get(index, []),
            "negation": index in self.negated,
            "boilerplate": self.template.get(index),
            "context": list(unit.context),
            "table": unit.table,
            "numbers": self.numbers.get(index, []),
            "places": [self._place(place) for place in unit.places],
        }

    def _place(self, place: Place) -> shape.PlaceShape:
        page = self.pages[place.page - 1]
        return {
            "page": place.page,
            "page_label": page.label,
            "boxes": [_rounded(box) for box in self.boxes.of(place)],
            "raw": page.text[place.span.start : place.span.end],
        }


def _grouped(hits: Iterable[Hit]) -> dict[int, list[shape.HitShape]]:
    found: dict[int, list[shape.HitShape]] = defaultdict(list)
    for unit, kind, term in hits:
        found[unit].append({"type": kind, "term": term})
    return found


def _innermost(document: Document) -> list[str | None]:
    """Return for each unit the deepest section that covers it: parents come first, so the last one wins."""
    names: list[str | None] = [None] * len(document.units)
    for section in document.sections:
        names[section.first : section.end] = [section.id] * (section.end - section.first)
    return names


def _number(amount: Amount) -> shape.NumberShape:
    return {
        "text": amount.text,
        "value": amount.value,
        "currency": amount.currency,
        "scale": amount.scale,
        "status": amount.status,
        "proof": amount.proof,
    }


def _repair(document: Document, edit: Edit, boxes: Boxes, holders: Holders) -> shape.RepairShape:
    holder = holders.of(edit.place)
    found = boxes.of(edit.place)
    suspect = edit.status == "suspect"
    before = _raw(document.pages, edit.place)
    return {
        "unit": None if holder is None else document.units[holder].id,
        "page": edit.place.page,
        "box": _rounded(_union(found)) if found else None,
        "before": before,
        "after": before if suspect else edit.after,
        "status": "suspect" if suspect else "repaired",
        "rule": edit.rule,
        "proof": edit.proof,
        "candidates": list(edit.candidates),
    }


def _cleaning(document: Document, edit: Edit, holders: Holders) -> shape.CleaningShape:
    holder = holders.of(edit.place)
    return {
        "unit": None if holder is None else document.units[holder].id,
        "page": edit.place.page,
        "before": _raw(document.pages, edit.place),
        "after": edit.after,
        "rule": edit.rule,
    }


def _raw(pages: tuple[Page, ...], place: Place) -> str:
    return pages[place.page - 1].text[place.span.start : place.span.end]


def _union(boxes: Iterable[Box]) -> Box:
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


def _rounded(box: Box) -> Any:
    x0, y0, x1, y1 = box
    return (round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2))
