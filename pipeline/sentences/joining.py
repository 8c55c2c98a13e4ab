"""From blocks to passages in reading order: rows by table, paragraphs joined over page breaks."""

from collections.abc import Sequence

import regex

from pipeline.document import Block, BlockKind, Document, UnitKind
from pipeline.sentences import headings, rows, wrapping
from pipeline.sentences.paragraphs import Paragraph, goes_on, paragraphs
from pipeline.sentences.passages import Passage, Sheet, sheets

_WHOLE_BLOCKS: dict[BlockKind, UnitKind] = {
    "caption": "caption", "footnote": "footnote", "form_field": "form_field", "annotation": "annotation",
}  # fmt: skip
_RUNNING = frozenset(("sentence", "item"))
_WRAPPING = frozenset(("sentence", "item", "heading"))
_INTERRUPTION = regex.compile(r"[-–—_=*•.\s]*|[-–—\s]*(?:Page\s)?\d{1,4}(?:\sof\s\d+)?[-–—\s]*", regex.IGNORECASE)
"""A rule drawn with characters or a page number amid the text, as old filings have them."""
_UNDERLINE = regex.compile(r"[-–—_=\s]{3,}")
_SMALL = regex.compile(r"\b(?:of|to|and|or|the|by|in|for|a|an|with|that|as|from|on|at|any|such|this|its|shall|be|not)$")


def passages(document: Document) -> list[Passage]:
    """Return what is split as a whole, in reading order, joined over page breaks."""
    body = headings.body_size(document.pages)
    tables = {(table.page, table.block): table for table in document.tables}
    laid = sheets(document)
    contexts: rows.Contexts = {}
    done: list[Passage] = []
    for sheet in laid:
        above: Block | None = None
        for index, block in enumerate(sheet.page.blocks):
            table = tables.get((sheet.page.number, index))
            if table is not None:
                done.extend(rows.of_table(laid, table, block, contexts))
            elif block.kind == "table":
                done.extend(rows.of_lines(sheet, block))
            else:
                _add(done, sheet, block, above=above, body=body)
            above = block if block.kind == "text" else None
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


def _add(done: list[Passage], sheet: Sheet, block: Block, *, above: Block | None, body: float) -> None:
    whole = _WHOLE_BLOCKS.get(block.kind)
    parts = [Paragraph(whole, block.span, "")] if whole else paragraphs(sheet.page, block, body=body)
    for at, part in enumerate(parts):
        edited = sheet.read(part.span)
        open_passage = None
        if at == 0:
            open_passage = _wrapped(done, sheet, block, above, edited.text) or _open(
                done, sheet, block, part, edited.text
            )
        if open_passage is None:
            done.append(open_passage := Passage(part.kind, marker=part.marker))
        open_passage.add(sheet.page, part.span, edited)


def _wrapped(done: Sequence[Passage], sheet: Sheet, block: Block, above: Block | None, text: str) -> Passage | None:
    """Return the passage right above when its last line only wraps here; a heading that does so was none."""
    before = done[-1] if done else None
    if before is None or above is None or block.kind != "text" or before.kind not in _WRAPPING or not before.text:
        return None
    ruled = _ruled(sheet, block)
    text = text.lstrip("-–—_= ") if ruled else text
    if not wrapping.wraps_into(above, block, (before.text, text), sheet.page.blocks, skip=ruled):
        return None
    if before.kind == "heading":
        if not (text[:1].islower() or wrapping.returns(above, block)):
            return None
        before.kind = "item" if before.marker else "sentence"
    return before


def _ruled(sheet: Sheet, block: Block) -> int:
    """Return how many lines the block begins with that only underline the text above: "----"."""
    count = 0
    for line in block.lines[:-1]:
        if not _UNDERLINE.fullmatch(sheet.page.text, line.span.start, line.span.end):
            break
        count += 1
    return count


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
