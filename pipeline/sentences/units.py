"""From blocks and tables to units in reading order."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from spacy.tokens import Doc

from pipeline import tokens
from pipeline.document import Document, Entity, Place, Unit
from pipeline.sentences import clauses, component, joining, language, leads
from pipeline.sentences.passages import Passage
from pipeline.settings import SentenceSettings
from pipeline.spans import Span

_WHOLE = frozenset(("heading", "row", "caption", "form_field"))
"""Kinds that are one unit however many sentences they hold."""
_GAP = f" {component.BREAK} "


class Piece(NamedTuple):
    """A unit before it has its number."""

    passage: Passage
    text: str
    places: tuple[Place, ...]
    language: str
    begins: bool
    """Whether it is the first of its passage."""
    lead: tuple[str, ...] | None = None
    """What a later clause of a long sentence needs to be understood; None for what begins a sentence."""


def of(document: Document, settings: SentenceSettings) -> tuple[str, tuple[Unit, ...], tuple[Entity, ...]]:
    """Return the document's language, its units and the entities in them."""
    passages = joining.passages(document)
    pages = [list(group) for _, group in groupby(passages, key=lambda passage: passage.strips[0].page.number)]
    texts = [_GAP.join(passage.text for passage in page if passage.kind != "row") for page in pages]
    main, spoken = _languages(passages, texts, settings.language)
    pieces: list[Piece] = []
    named: list[Entity] = []
    with component.forgetful(named=settings.entities) as pipelines:
        for page, text, here in zip(pages, texts, spoken, strict=True):
            _split(page, pipelines[here.main == "de"](text), here, pieces=pieces, named=named)
    return main, tuple(_units(pieces)), tuple(named)


def _languages(
    passages: Sequence[Passage], texts: Sequence[str], asked: str
) -> tuple[str, list[language.PageLanguage]]:
    """Return the document's language and that of each page; a language that was asked for stands for all."""
    if asked != "auto":
        return asked, [language.PageLanguage(asked, mixed=False)] * len(texts)
    counts = [language.votes(text) for text in texts]
    main = language.of_document(counts, [passage.text for passage in passages])
    return main, [language.of_page(count, default=main) for count in counts]


def _units(pieces: Sequence[Piece]) -> Iterator[Unit]:
    ways = leads.contexts((p.passage.kind, p.text, p.passage.marker, p.begins) for p in pieces)
    for number, (piece, lead) in enumerate(zip(pieces, ways, strict=True), 1):
        passage, clause = piece.passage, piece.lead is not None
        yield Unit(
            f"u{number:04d}", "item" if clause else passage.kind, piece.text, piece.places, tokens.count(piece.text),
            piece.language, passage.context or (*lead, *(piece.lead or ())), passage.table, passage.row,
        )  # fmt: skip


def _split(
    group: Sequence[Passage], doc: Doc, spoken: language.PageLanguage, *, pieces: list[Piece], named: list[Entity]
) -> None:
    """Hand the sentences and entities of one page to its passages; a row is one unit and names nothing."""
    sentences: deque[tuple[int, int]] = deque(doc.user_data[component.SENTENCES])
    entities: deque[tuple[int, int, str]] = deque(doc.user_data.get(component.ENTITIES, ()))
    offset = 0
    for passage in group:
        spans = [Span(0, len(passage.text))] if passage.kind == "row" else _spans(passage, sentences, offset)
        leads_of = _clauses(passage, spans)
        for span, places in passage.cut(list(leads_of)):
            words = passage.text[span.start : span.end]
            spoken_here = language.of_unit(words, spoken)
            pieces.append(Piece(passage, words, places, spoken_here, span.start == 0, leads_of.get(span)))
            if passage.kind != "row":
                named.extend(_entities(entities, len(pieces) - 1, Span(offset + span.start, offset + span.end)))
        offset += 0 if passage.kind == "row" else len(passage.text) + len(_GAP)


def _clauses(passage: Passage, spans: Sequence[Span]) -> dict[Span, tuple[str, ...] | None]:
    """Part long sentences; the value is the lead-in of a later clause, None for what begins a sentence."""
    if passage.kind in _WHOLE or len(passage.text) < clauses.LONG:
        return dict.fromkeys(spans)
    found: dict[Span, tuple[str, ...] | None] = {}
    for start, end in spans:
        for at, ((first, last), lead) in enumerate(clauses.parted(passage.text[start:end])):
            found[Span(start + first, start + last)] = lead if at else None
    return found


def _spans(passage: Passage, sentences: deque[tuple[int, int]], offset: int) -> list[Span]:
    """Take the sentences of the page that lie in ``passage``, which begins at ``offset``."""
    spans = []
    while sentences and sentences[0][0] < offset + len(passage.text):
        start, end = sentences.popleft()
        spans.append(Span(start - offset, end - offset))
    return [Span(0, len(passage.text))] if passage.kind in _WHOLE or not spans else spans


def _entities(found: deque[tuple[int, int, str]], unit: int, span: Span) -> Iterator[Entity]:
    while found and found[0][0] < span.end:
        start, end, label = found.popleft()
        if start >= span.start and end <= span.end:
            yield Entity(unit, label, Span(start - span.start, end - span.start))
