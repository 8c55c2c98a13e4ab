"""What the stage does to born-digital filings, and what it costs there."""

from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pymupdf

from pipeline import extract
from pipeline.amounts import Repairer
from pipeline.document import Document, Edit
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
        for edit, _ in changed(done, spacing):
            repaired += edit.status == "repaired"
            suspects += edit.status == "suspect"
    results = {"filings": filings, "filings_figures": figures, "filings_proven": proven}
    results |= {"filings_repairs_to_check": repaired, "filings_suspects": suspects}
    return results | {"cost_ratio": spent / raw if raw else 0.0}


def _raw(path: Path) -> float:
    with pymupdf.open(path) as opened:
        begin = process_time()
        for page in opened:
            page.get_text("dict")
        return process_time() - begin
