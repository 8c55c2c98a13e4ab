"""From blocks and tables to units in reading order."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import regex
from spacy.tokens import Doc

from pipeline import tokens
from pipeline.document import Block, BlockKind, Document, Entity, Place, Unit, UnitKind
from pipeline.sentences import component, headings, language, leads, rows
from pipeline.sentences.paragraphs import Paragraph, goes_on, paragraphs
from pipeline.sentences.passages import Passage, Sheet, sheets
from pipeline.settings import SentenceSettings
from pipeline.spans import Span

_WHOLE = frozenset(("heading", "row", "caption", "form_field"))
"""Kinds that are one unit however many sentences they hold."""
_WHOLE_BLOCKS: dict[BlockKind, UnitKind] = {
    "caption": "caption", "footnote": "footnote", "form_field": "form_field", "annotation": "annotation",
}  # fmt: skip
_RUNNING = frozenset(("sentence", "item"))
_INTERRUPTION = regex.compile(r"[-–—_=*•.\s]*|[-–—\s]*(?:Page\s)?\d{1,4}(?:\sof\s\d+)?[-–—\s]*", regex.IGNORECASE)
"""A rule drawn with characters or a page number amid the text, as old filings have them."""
_SMALL = regex.compile(r"\b(?:of|to|and|or|the|by|in|for|a|an|with|that|as|from|on|at|any|such|this|its|shall|be|not)$")
_GAP = f" {component.BREAK} "


class Piece(NamedTuple):
    """A unit before it has its number."""

    passage: Passage
    text: str
    places: tuple[Place, ...]
    language: str
    begins: bool
    """Whether it is the first of its passage."""


def of(document: Document, settings: SentenceSettings) -> tuple[str, tuple[Unit, ...], tuple[Entity, ...]]:
    """Return the document's language, its units and the entities in them."""
    passages = _passages(document)
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
        passage = piece.passage
        yield Unit(
            f"u{number:04d}", passage.kind, piece.text, piece.places, tokens.count(piece.text), piece.language,
            passage.context or lead, passage.table, passage.row,
        )  # fmt: skip


def _passages(document: Document) -> list[Passage]:
    """Return what is split as a whole, in reading order, joined over page breaks."""
    body = headings.body_size(document.pages)
    tables = {(table.page, table.block): table for table in document.tables}
    laid = sheets(document)
    contexts: rows.Contexts = {}
    done: list[Passage] = []
    for sheet in laid:
        for index, block in enumerate(sheet.page.blocks):
            table = tables.get((sheet.page.number, index))
            if table is not None:
                done.extend(rows.of_table(laid, table, block, contexts))
            elif block.kind == "table":
                done.extend(rows.of_lines(sheet, block))
            else:
                _add(done, sheet, block, body=body)
    rows.claim(done, document.tables)
    return _with_text(done)


def _with_text(done: Sequence[Passage]) -> list[Passage]:
    """Give the characters of passages that edits left empty to the passage before them."""
    found: list[Passage] = []
    for passage in done:
        if passage.text or not found:
            found.append(passage)
        else:
            found[-1].strips.extend(strip._replace(offset=len(found[-1].text)) for strip in passage.strips)
    return found


def _add(done: list[Passage], sheet: Sheet, block: Block, *, body: float) -> None:
    whole = _WHOLE_BLOCKS.get(block.kind)
    parts = [Paragraph(whole, block.span, "")] if whole else paragraphs(sheet.page, block, body=body)
    for at, part in enumerate(parts):
        edited = sheet.read(part.span)
        open_passage = _open(done, sheet, block, part, edited.text) if at == 0 else None
        if open_passage is None:
            done.append(open_passage := Passage(part.kind, marker=part.marker))
        open_passage.add(sheet.page, part.span, edited)


def _open(done: Sequence[Passage], sheet: Sheet, block: Block, part: Paragraph, text: str) -> Passage | None:
    """Return the passage that the first paragraph of ``block`` goes on with."""
    kinds = _RUNNING if block.kind == "text" else (part.kind,)
    near = done[-40:]
    before = next((p for p in reversed(near) if p.kind in kinds and not _INTERRUPTION.fullmatch(p.text)), None)
    if before is None or _INTERRUPTION.fullmatch(text):
        return None
    if goes_on(before.text, text):
        return before
    if part.kind in ("heading", "item") or block.continues:
        return None if part.kind in ("heading", "item") else before
    turned = before.strips[-1].page is not sheet.page and done[-1].strips[-1].page is not sheet.page
    parted = turned or _INTERRUPTION.fullmatch(done[-1].text) is not None
    recent = before.strips[-1].page.number >= sheet.page.number - 1
    return before if parted and recent and _is_cut(before.text, text) else None


def _is_cut(before: str, text: str) -> bool:
    """Whether a sentence stops in its middle: no mark ends it, and a small word ends it or begins what follows."""
    return before[-1:] not in ".!?:;。！？：；" and (text[:1].islower() or _SMALL.search(before[-12:]) is not None)


def _split(
    group: Sequence[Passage], doc: Doc, spoken: language.PageLanguage, *, pieces: list[Piece], named: list[Entity]
) -> None:
    """Hand the sentences and entities of one page to its passages; a row is one unit and names nothing."""
    sentences: deque[tuple[int, int]] = deque(doc.user_data[component.SENTENCES])
    entities: deque[tuple[int, int, str]] = deque(doc.user_data.get(component.ENTITIES, ()))
    offset = 0
    for passage in group:
        spans = [Span(0, len(passage.text))] if passage.kind == "row" else _spans(passage, sentences, offset)
        for at, (span, places) in enumerate(passage.cut(spans)):
            words = passage.text[span.start : span.end]
            pieces.append(Piece(passage, words, places, language.of_unit(words, spoken), at == 0))
            if passage.kind != "row":
                named.extend(_entities(entities, len(pieces) - 1, Span(offset + span.start, offset + span.end)))
        offset += 0 if passage.kind == "row" else len(passage.text) + len(_GAP)


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
