"""Turns text that does not run from left to right into coordinates in which it does, and back."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from pipeline.document import Box
from pipeline.extract.fragments import is_cjk
from pipeline.extract.raw import RawLine, Word

Turn = Literal["right", "down", "up", "left", "slanted"]
"""Where a line runs to on the page."""

LEVEL = 0.99
"""Cosine from which a line runs straight."""
STACKED = 8
"""Single Chinese characters that make a page vertical: fewer are a label in a table."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """One writing direction of a page: its lines in reading coordinates."""

    turn: Turn
    lines: list[RawLine]


def bearings(lines: list[RawLine], *, width: float, height: float) -> list[Bearing]:
    """Return the lines by writing direction, the direction with most text first."""
    groups: dict[Turn, list[RawLine]] = {}
    if lines and all(line.dir[0] > LEVEL and not line.wmode for line in lines):
        groups["right"] = lines
    else:
        for line in lines:
            groups.setdefault(_turn(line), []).append(line)
    level = groups.get("right", [])
    if len(level) >= STACKED and _is_stacked(level):
        groups.setdefault("down", []).extend(map(_on_its_middle, groups.pop("right")))
    if len(groups) == 1 and "right" in groups:
        return [Bearing("right", lines)]
    weights = {turn: sum(len(word[4]) for line in group for word in line.words) for turn, group in groups.items()}
    order = sorted(groups, key=lambda turn: (turn == "slanted", -weights[turn], turn))
    return [Bearing(turn, _turned(groups[turn], turn, width=width, height=height)) for turn in order]


def _turn(line: RawLine) -> Turn:
    if line.wmode:
        return "down"
    cosine, sine = line.dir
    if cosine > LEVEL:
        return "right"
    if sine > LEVEL:
        return "down"
    if sine < -LEVEL:
        return "up"
    return "left" if cosine < -LEVEL else "slanted"


def _is_stacked(lines: list[RawLine]) -> bool:
    """Tell whether single Chinese characters stand below each other, closer than side by side."""
    singles: list[RawLine] = []
    for at, line in enumerate(lines):
        if len(line.words) == 1 and len(line.words[0][4]) == 1 and is_cjk(line.words[0][4]):
            singles.append(line)
        elif len(lines) - (at + 1 - len(singles)) < 0.8 * len(lines):
            return False
    below = beside = 0
    for line in singles:
        x0, y0 = line.words[0][:2]
        size = line.spans[0]["size"]
        for other in singles:
            if other is line:
                continue
            if abs(other.words[0][0] - x0) < 0.3 * size and 0 < other.words[0][1] - y0 < 1.6 * size:
                below += 1
            if abs(other.words[0][1] - y0) < 0.3 * size and 0 < other.words[0][0] - x0 < 1.6 * size:
                beside += 1
    return below > 2 * beside


def _on_its_middle(line: RawLine) -> RawLine:
    x0, _, x1, _ = line.box
    moved = RawLine([{**span, "origin": ((x0 + x1) / 2, line.box[1])} for span in line.spans], line.words, line.box)
    moved.block, moved.order = line.block, line.order
    return moved


def to_reading(turn: Turn, *, width: float, height: float) -> Callable[[Box], Box]:
    """Return the map from page coordinates to those in which text of this direction runs to the right."""
    if turn == "down":
        return lambda box: (box[1], width - box[2], box[3], width - box[0])
    if turn == "up":
        return lambda box: (height - box[3], box[0], height - box[1], box[2])
    if turn == "left":
        return lambda box: (width - box[2], height - box[3], width - box[0], height - box[1])
    return lambda box: box


def to_page(turn: Turn, *, width: float, height: float) -> Callable[[Box], Box]:
    """Return the way back of :func:`to_reading`."""
    if turn == "down":
        return lambda box: (width - box[3], box[0], width - box[1], box[2])
    if turn == "up":
        return lambda box: (box[1], height - box[2], box[3], height - box[0])
    return to_reading(turn, width=width, height=height)


def _turned(lines: Iterable[RawLine], turn: Turn, *, width: float, height: float) -> list[RawLine]:
    if turn in ("right", "slanted"):
        return list(lines)
    map_box = to_reading(turn, width=width, height=height)
    return [_turned_line(line, map_box) for line in lines]


def _turned_line(line: RawLine, map_box: Callable[[Box], Box]) -> RawLine:
    words: list[Word] = [(*map_box(word[:4]), *word[4:]) for word in line.words]
    spans = []
    for span in line.spans:
        x, y = span["origin"]
        spans.append({**span, "origin": map_box((x, y, x, y))[:2], "bbox": map_box(span["bbox"])})
    turned = RawLine(spans, words, map_box(line.box))
    turned.block, turned.order = line.block, line.order
    return turned
