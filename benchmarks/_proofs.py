"""How many tabular figures are proven, and whether a proof ever confirms a wrong one."""

from decimal import Decimal
from typing import Any

from benchmarks import _sums
from benchmarks._ocr_pages import Row, build
from pipeline.amounts import Repairer
from pipeline.document import Amount, Document
from pipeline.spans import Span

SHUFFLES = 8
"""How often the figures of each column change places."""
RELATED = 6
"""Significant digits; with so many a relation is no coincidence."""
DEALS = 10
"""How often the figures of all pages are dealt out anew."""
_KINDS = ("column ", "row ", "percentage ", "words ")
Record = dict[str, Any]


def true_pages(pages: dict[Any, list[Record]]) -> list[list[Record]]:
    """Return the rows of each page once, however often it was recorded, from top to bottom."""
    kept: dict[tuple[str, int], list[Record]] = {}
    for key, rows in pages.items():
        kept.setdefault((key[0], key[1]), [row for row in rows if row["true_words"]])
    return [sorted(rows, key=lambda row: float(row["true_words"][0][1])) for rows in kept.values()]


def proven_at(document: Document, span: Span) -> Amount | None:
    """Return the proven amount of the first page that ``span`` touches."""
    for amount in document.amounts:
        where = amount.place.span
        if where.start < span.end and span.start < where.end and proven(amount):
            return amount
    return None


def proven(amount: Amount) -> bool:
    """Whether a sum or words confirm an amount, as read or as repaired."""
    return amount.status == "proven" or (amount.status == "repaired" and amount.proof.startswith(_KINDS))


def _place(text: str, row: Row, words: list[list[Any]], word: int) -> Span:
    at = row.span.start
    for index, (_, _, _, _, written, *_) in enumerate(words):
        at = text.index(written.split(" ")[0], at)
        if index == word:
            return Span(at, at + len(written))
        at += len(written)
    return Span(at, at)


def on_true_pages(stage: Repairer, pages: list[list[Record]]) -> dict[str, float]:
    """Return the share of figures in exact sums that are proven, on pages without reading errors."""
    summed = kept = 0
    for rows in pages:
        document, placed = build(rows, name="page", words="true_words", ocr=False)
        done = stage(document)
        text = done.pages[0].text
        for figure in _sums.in_sums(_sums.figures(rows)):
            span = _place(text, placed[figure.row], rows[figure.row]["true_words"], figure.word)
            summed += 1
            kept += proven_at(done, span) is not None
    return {"in_sums": summed, "in_sums_proven_share": kept / summed if summed else 1.0}


def on_shuffled_pages(stage: Repairer, pages: list[list[Record]]) -> dict[str, float]:
    """Return the shares of columns with a proof once their figures have changed places.

    ``proven``: any proof; the members of a sum above its own total close in any order. ``other``: a proof with figures
    that were in no sum of a run of that column, and not proven, before. ``chance``: of these, where no figure has six
    significant digits; longer ones close in another order because they are related (opening, change and closing).
    ``moved``: any proof, once no total stands where one stood. ``percentage``: proven percentages.
    """
    columns = closed = other = chance = moved = rates = 0
    meant = [_proven_values(stage, rows, rows)[0] for rows in pages]
    for seed in range(SHUFFLES):
        for rows, known in zip(pages, meant, strict=True):
            shuffled, percentages = _proven_values(stage, _sums.shuffled_inside(rows, seed), rows)
            rates += percentages
            moved += sum(map(bool, _proven_values(stage, _sums.shuffled_inside(rows, seed, moved=True), rows)[0]))
            summed = [{f.value for f in _sums.in_sums(column, least=0)} for column in _sums.stacks(_sums.figures(rows))]
            for found, before, exact in zip(shuffled, known, summed, strict=True):
                columns += 1
                closed += bool(found)
                if not found <= before | exact:
                    other += 1
                    chance += max(_sums.significant(value) for value in found) < RELATED
    counts = {"proven": closed, "moved": moved, "other": other, "chance": chance, "percentage": rates}
    shares = {f"shuffled_{name}_share": count / columns if columns else 0.0 for name, count in counts.items()}
    return {"shuffled_columns": columns, **shares}


def _proven_values(stage: Repairer, rows: list[Record], places: list[Record]) -> tuple[list[set[Decimal]], int]:
    """Return the values that sums prove in each column of the page ``places`` read as ``rows``; count percentages."""
    document, placed = build(rows, name="page", words="true_words", ocr=False)
    done = stage(document)
    text = done.pages[0].text
    values = {(figure.row, figure.word): figure.value for figure in _sums.figures(rows)}
    result = []
    for column in _sums.stacks(_sums.figures(places)):
        found = set()
        for figure in column:
            span = _place(text, placed[figure.row], rows[figure.row]["true_words"], figure.word)
            amount = proven_at(done, span)
            if amount is not None and not amount.proof.startswith(("words", "percentage")):
                found.add(values[figure.row, figure.word])
        result.append(found)
    return result, sum(amount.proof.startswith("percentage") for amount in done.amounts)


def on_dealt_pages(stage: Repairer, pages: list[list[Record]]) -> dict[str, float]:
    """Return the share of columns with a proof where no sum is meant: figures dealt out anew."""
    columns = closed = 0
    for seed in range(DEALS):
        for rows, dealt in zip(pages, _sums.shuffled(pages, seed), strict=True):
            found, _ = _proven_values(stage, dealt, rows)
            columns += len(found)
            closed += sum(map(bool, found))
    return {"dealt_columns": columns, "dealt_proven_share": closed / columns if columns else 0.0}
