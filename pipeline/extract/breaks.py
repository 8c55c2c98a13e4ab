"""Closes up words that a column or page break cuts at a hyphen."""

import re
from collections.abc import Iterator, Sequence

from pipeline.document import Block, Edit, Page, Place
from pipeline.extract.book import Book
from pipeline.spans import Span

_HEAD = re.compile(r"(?<![^\W\d_-])([^\W\d_]{2,})-$")
_TAIL = re.compile(r"([^\W\d_]{2,})(?![^\W\d_-])")


def closed(pages: Sequence[Page], book: Book) -> Iterator[Edit]:
    """Yield the hyphens that go: the document writes the whole word elsewhere, and never with a hyphen."""
    last: tuple[Page, Block] | None = None
    for page in pages:
        for block in page.blocks:
            if block.kind != "text":
                continue
            if block.continues and last is not None:
                yield from _hyphen(last, (page, block), book)
            last = (page, block)


def _hyphen(before: tuple[Page, Block], after: tuple[Page, Block], book: Book) -> Iterator[Edit]:
    (page, block), (following, rest) = before, after
    if page.text[block.span.end - 1 : block.span.end] != "-":
        return
    head = _HEAD.search(page.text, block.lines[-1].span.start, block.span.end)
    tail = _TAIL.match(following.text, rest.span.start, rest.span.end)
    if head is None or tail is None or not tail.group(1)[0].islower():
        return
    whole, compound = head.group(1) + tail.group(1), f"{head.group(1)}-{tail.group(1)}"
    if book.has(whole) and not book.has(compound):
        proof = f"{whole} stands elsewhere in the document, {compound} does not"
        place = Place(page.number, Span(block.span.end - 1, block.span.end))
        yield Edit(place, "", "character.hyphen_break", proof=proof)
