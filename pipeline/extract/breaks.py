"""Closes up words that a column or page break cuts at a hyphen."""

import re
from collections.abc import Iterator, Sequence

from pipeline.document import Block, Edit, Page, Place
from pipeline.extract.hyphens import TYPESET, Habits
from pipeline.spans import Span

_HEAD = re.compile(r"(?<![^\W\d_\u2010-])([^\W\d_]{2,})([-\u2010])$")
_TAIL = re.compile(r"([^\W\d_]{2,})(?![^\W\d_-])")


def closed(pages: Sequence[Page], habits: Habits) -> Iterator[Edit]:
    """Yield the hyphens that go."""
    last: tuple[Page, Block] | None = None
    for page in pages:
        for block in page.blocks:
            if block.kind != "text":
                continue
            if block.continues and last is not None:
                yield from _hyphen(last, (page, block), habits)
            last = (page, block)


def _hyphen(before: tuple[Page, Block], after: tuple[Page, Block], habits: Habits) -> Iterator[Edit]:
    (page, block), (following, rest) = before, after
    if page.text[block.span.end - 1 : block.span.end] not in ("-", TYPESET):
        return
    head = _HEAD.search(page.text, block.lines[-1].span.start, block.span.end)
    tail = _TAIL.match(following.text, rest.span.start, rest.span.end)
    proof = habits.proof(head[1], head[2], tail[1]) if head is not None and tail is not None else ""
    if proof:
        place = Place(page.number, Span(block.span.end - 1, block.span.end))
        yield Edit(place, "", "character.hyphen_break", proof=proof)
