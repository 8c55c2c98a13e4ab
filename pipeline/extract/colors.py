"""Knows which colours do not show: those of the paper, and those of the ground that a word stands on."""

from functools import lru_cache

from pipeline.extract.ink import FAINT
from pipeline.extract.raw import RawLine, Vector

WHITE = 0xFFFFFF


def odd(paints: set[tuple[int, int]], fills: list[Vector]) -> set[tuple[int, int]]:
    """Return the (colour, alpha) of text that looks as the paper does, or as some filled box."""
    grounds = {WHITE, *(vector.color for vector in fills)}
    return {paint for paint in paints if any(_looks_like(paint, ground) for ground in grounds)}


@lru_cache(maxsize=4096)
def _looks_like(paint: tuple[int, int], ground: int) -> bool:
    return _same(shown(*paint), ground)


def shown(color: int, alpha: int) -> int:
    """Return how ``color`` looks on white paper when it is laid on with ``alpha``."""
    if alpha == 255:
        return color
    parts = [(color >> shift & 255) * alpha // 255 + 255 - alpha for shift in (16, 8, 0)]
    return parts[0] << 16 | parts[1] << 8 | parts[2]


def _same(one: int, other: int) -> bool:
    return one == other or all(abs((one >> shift & 255) - (other >> shift & 255)) <= FAINT for shift in (16, 8, 0))


def on_own_ground(line: RawLine, index: int, color: int, fills: list[Vector]) -> bool:
    """Tell whether the uppermost ground painted before the word may have the word's own colour.

    Grounds that are no rectangles or let others shine through leave it open, and what lies under them counts too.
    """
    word = line.words[index]
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    for vector in reversed(fills):
        a, b, c, d = vector.box
        if vector.order < line.order and a <= x <= c and b <= y <= d:
            if _same(color, vector.color):
                return True
            if vector.rectangle and vector.alpha == 255:
                return False
    return _same(color, WHITE)
