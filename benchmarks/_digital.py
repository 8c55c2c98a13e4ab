"""What the stage does to born-digital filings, and what it costs there."""

import random
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pymupdf

from benchmarks import _checked
from pipeline import extract
from pipeline.amounts import Repairer
from pipeline.document import Document, Edit
from pipeline.geometry import boxes_of
from pipeline.settings import Settings


def changed(document: Document, spacing: frozenset[str]) -> Iterator[tuple[Edit, str]]:
    """Yield the edits that do more than draw a sign to its figure, with the characters they stand for.

    Pictures of text that a filing holds are read by the engine: their pages are no text layers and do not count.
    """
    for edit in document.repairs:
        page, span = edit.place
        if document.pages[page - 1].source != "digital":
            continue
        if edit.status == "suspect" or edit.rule not in spacing:
            yield edit, document.pages[page - 1].text[span.start : span.end]


def measure(stage: Repairer, folder: Path, spacing: frozenset[str]) -> dict[str, float]:
    """Return repairs, suspects, proofs and the CPU time over that of raw ``get_text("dict")``."""
    settings = Settings()
    repaired = suspects = figures = proven = filings = 0
    records: list[tuple[Path, _checked.Record]] = []
    spent = raw = 0.0
    for path in sorted(folder.glob("*.pdf")):
        document = extract.read(path, settings.extract)
        begin = process_time()
        done = stage(document)
        spent += process_time() - begin
        raw += _raw(path)
        filings += 1
        figures += len(done.amounts)
        proven += sum(amount.status == "proven" for amount in done.amounts)
        records.extend((path, record) for record in _records(done))
        for edit, _ in changed(done, spacing):
            repaired += edit.status == "repaired"
            suspects += edit.status == "suspect"
    results = {"filings": filings, "filings_figures": figures, "filings_proven": proven}
    results |= {"filings_repairs_to_check": repaired, "filings_suspects": suspects}
    results |= {"percentages_proven": sum(record.proof.startswith("percentage") for _, record in records)}
    return results | _drawn(records) | {"cost_ratio": spent / raw if raw else 0.0}


def _records(done: Document) -> list[_checked.Record]:
    return [
        _checked.Record(amount.place.page, boxes[0], amount.text, amount.proof)
        for amount in done.amounts
        if amount.status == "proven" and not amount.proof.startswith("words")
        if (boxes := boxes_of(done.pages[amount.place.page - 1], amount.place.span))
    ]


def _drawn(records: list[tuple[Path, _checked.Record]]) -> dict[str, float]:
    """Return how many proofs were drawn and checked by other means, and how many of them are wrong."""
    drawn = random.Random(0).sample(records, min(_checked.DRAWN, len(records)))
    wrong = 0
    for path in sorted({path for path, _ in drawn}):
        chosen = [record for other, record in drawn if other == path]
        known = [record for other, record in records if other == path]
        wrong += len(list(_checked.faults(str(path), known, chosen)))
    return {"proofs_drawn": len(drawn), "proofs_drawn_wrong": wrong}


def _raw(path: Path) -> float:
    with pymupdf.open(path) as opened:
        begin = process_time()
        for page in opened:
            page.get_text("dict")
        return process_time() - begin
