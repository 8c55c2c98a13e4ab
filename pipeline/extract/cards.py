"""Finds the framed boxes that a page sets side by side, each a text of its own: slides, brochures, fact sheets."""

from collections.abc import Sequence
from typing import NamedTuple

import regex

from pipeline.document import Box
from pipeline.extract import columns, gutters, tablepairs, uprights
from pipeline.extract.fragments import Fragment
from pipeline.extract.raw import RawPage, Vector

WIDE, HIGH = 0.15, 0.08
"""Shares of the page's width and height that a card has at least."""
WIDEST = 0.7
"""Share of the page's width that a card has at most: a wider one frames the page."""
GAP = 3.0
"""Points between two cards side by side; the cells of a table share their borders."""
STRAY = 1
"""Fragments beside or across the cards: a badge over the picture."""
ENOUGH = 3
"""Fragments of text in a card."""

_NUMBER = regex.compile(r"(\d{1,2})[.)]?(?:\s|$)")


class _Card(NamedTuple):
    box: Box
    order: int
    inside: list[Fragment]


def zones(fragments: Sequence[Fragment], raw: RawPage) -> list[list[Fragment]]:
    """Return the zones of a page in the order they are read, card by card where it has cards."""
    titles = uprights.titles(fragments)
    if titles:
        taken = {id(f) for title in titles for f in title}
        fragments = [f for f in fragments if id(f) not in taken]
    parts = _part(fragments, raw.areas, width=raw.width, height=raw.height) or _pair(fragments, raw)
    return [*titles, *(zone for part in parts for zone in columns.zones(part))]


def _pair(fragments: Sequence[Fragment], raw: RawPage) -> list[list[Fragment]]:
    """Return the parts of a page with two tables side by side, unless its text shows where its columns part."""
    parts = tablepairs.part(fragments, raw.flats, raw.width)
    return parts if parts and gutters.find(fragments) is None else [list(fragments)]


def _part(
    fragments: Sequence[Fragment], vectors: Sequence[Vector], *, width: float, height: float
) -> list[list[Fragment]]:
    """Return what stands above the cards, each card, and what stands below; empty when there are no cards.

    Cards that are numbered are read by their numbers, others as they were painted.
    """
    least, most, high = WIDE * width, WIDEST * width, HIGH * height
    boxes = [
        (box, order)
        for box, order, _, _, _, alpha in vectors
        if box[3] - box[1] >= high and alpha and least <= box[2] - box[0] <= most
    ]
    if len(boxes) < 2 or len(boxes) > 200:
        return []
    cards = _outermost([card for box, order in boxes if (card := _card(box, order, fragments)) is not None])
    if len(cards) < 2 or not _side_by_side(cards):
        return []
    taken = {id(f) for card in cards for f in card.inside}
    top, bottom = min(card.box[1] for card in cards), max(card.box[3] for card in cards)
    rest = [f for f in fragments if id(f) not in taken]
    above = [f for f in rest if f.y1 <= top]
    below = [f for f in rest if f.y1 > top]
    if sum(f.y0 < bottom for f in below) > STRAY:
        return []
    parts = [above, *_ordered(cards), below]
    return [found for found in parts if found]


def _card(box: Box, order: int, fragments: Sequence[Fragment]) -> _Card | None:
    x0, y0, x1, y1 = box
    inside = [f for f in fragments if f.x0 >= x0 - 1 and f.x1 <= x1 + 1 and y0 - 1 <= (f.y0 + f.y1) / 2 <= y1 + 1]
    if len(inside) < ENOUGH or not any(f.prose for f in inside):
        return None
    near = [f for f in fragments if y0 < (f.y0 + f.y1) / 2 < y1]
    crossing = sum(f.x0 < x0 - 1 < f.x1 or f.x0 < x1 + 1 < f.x1 for f in near)
    return None if crossing > STRAY else _Card(box, order, inside)


def _outermost(cards: Sequence[_Card]) -> list[_Card]:
    """Return the cards that no other card holds, of those with the same text the smallest."""
    texts: dict[frozenset[int], _Card] = {}
    for card in sorted(cards, key=lambda c: (c.box[2] - c.box[0]) * (c.box[3] - c.box[1])):
        texts.setdefault(frozenset(map(id, card.inside)), card)
    return [card for text, card in texts.items() if not any(text < other for other in texts)]


def _side_by_side(cards: Sequence[_Card]) -> bool:
    """Tell whether some cards stand side by side, and none touches another."""
    beside = False
    for at, one in enumerate(cards):
        for other in cards[at + 1 :]:
            across = max(one.box[0], other.box[0]) - min(one.box[2], other.box[2])
            down = max(one.box[1], other.box[1]) - min(one.box[3], other.box[3])
            if max(across, down) < GAP:
                return False
            beside = beside or (across >= GAP and down < 0)
    return beside


def _ordered(cards: Sequence[_Card]) -> list[list[Fragment]]:
    numbers = [_NUMBER.match(min(card.inside, key=lambda f: (round(f.y0), f.x0)).text) for card in cards]
    values = [int(match[1]) for match in numbers if match]
    if len(set(values)) == len(cards):
        return [card.inside for _, card in sorted(zip(values, cards, strict=True), key=lambda pair: pair[0])]
    return [card.inside for card in sorted(cards, key=lambda card: card.order)]
