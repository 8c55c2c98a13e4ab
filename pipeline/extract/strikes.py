"""Finds words that a line is drawn through."""

from bisect import bisect_left, bisect_right
from collections import defaultdict

from pipeline.document import Box
from pipeline.extract.raw import RawLine, RawPage

LOW, HIGH = 0.1, 0.5
"""Where a line strikes, in type sizes above the baseline: x-height is about .5, an underline lies below 0."""
THICK = 0.2
"""Type sizes that a striking line may be thick; more is a bar."""
OVERHANG = 0.6
"""Type sizes that it may reach beyond the words it strikes; a table rule or a grid line reaches further."""
FILLED = 0.75
"""Share of its length that the struck words take; the rest are blanks between them."""
WIDEST_BLANK = 1.5
"""Type sizes between two struck words; a rule through a table crosses wider gaps."""

Place = tuple[int, int]


def struck(raw: RawPage) -> set[Place]:
    """Return the words, as (line, word), that a thin vector runs through along their middle."""
    found = _crossed(raw, upright=True) if any(line.dir[1] == 0 for line in raw.lines) else set()
    if any(line.dir[0] == 0 for line in raw.lines):
        found |= _crossed(raw, upright=False)
    return found


def _crossed(raw: RawPage, *, upright: bool) -> set[Place]:
    rules = _rules(raw, upright=upright)
    if not rules:
        return set()
    middles = [(box[1] + box[3]) / 2 for box in rules]
    crossing: dict[int, list[tuple[float, float, float, Place]]] = defaultdict(list)
    for at, line in enumerate(raw.lines):
        if (line.dir[1] == 0) != upright or (line.dir[0] != 0) != upright:
            continue
        for first, last, base, size in _zones(line, upright=upright):
            low, high = bisect_left(middles, first), bisect_right(middles, last)
            for rule in range(low, high):
                if rules[rule][3] - rules[rule][1] <= max(0.4, THICK * size):
                    _collect(crossing[rule], rules[rule], line, at, size, base, upright=upright)
    found: set[Place] = set()
    for rule, words in crossing.items():
        places = [place for _, _, _, place in words]
        readable = any(any(map(str.isalnum, raw.lines[at].words[index][4])) for at, index in places)
        if readable and _strikes(rules[rule], words):
            found.update(places)
    return found


def _rules(raw: RawPage, *, upright: bool) -> list[Box]:
    """Return the thin vectors that run along the lines, from the top; turned so that lines read to the right."""
    found = []
    for vector in raw.vectors:
        x0, y0, x1, y1 = vector.box
        if not upright:
            x0, y0, x1, y1 = y0, x0, y1, x1
        if y1 - y0 <= 4.0 < x1 - x0 and vector.alpha > 16 and vector.color != 0xFFFFFF:
            found.append((x0, y0, x1, y1))
    found.sort(key=lambda box: box[1] + box[3])
    return found


def _zones(line: RawLine, *, upright: bool) -> list[tuple[float, float, float, float]]:
    """Return (first, last, baseline, size) of the band of each type size in ``line`` that a strike runs in."""
    zones = {}
    for span in line.spans:
        size = span["size"]
        base = span["origin"][1] if upright else span["origin"][0]
        sign = line.dir[0] if upright else -line.dir[1]
        ends = sorted((base - sign * LOW * size, base - sign * HIGH * size))
        zones[round(base, 1), round(size, 1)] = (ends[0], ends[1], base, size)
    return list(zones.values())


def _collect(
    into: list[tuple[float, float, float, Place]],
    rule: Box,
    line: RawLine,
    at: int,
    size: float,
    base: float,
    *,
    upright: bool,
) -> None:
    for index, word in enumerate(line.words):
        x0, x1, y0, y1 = (word[0], word[2], word[1], word[3]) if upright else (word[1], word[3], word[0], word[2])
        common = min(x1, rule[2]) - max(x0, rule[0])
        place = (at, index)
        if common > 0.5 * (x1 - x0) and y0 <= base <= y1 and all(place != known for *_, known in into):
            into.append((x0, x1, size, place))


def _strikes(rule: Box, words: list[tuple[float, float, float, Place]]) -> bool:
    if not words:
        return False
    words.sort()
    size = max(word[2] for word in words)
    if rule[0] < words[0][0] - OVERHANG * size or rule[2] > max(word[1] for word in words) + OVERHANG * size:
        return False
    filled, reached = 0.0, words[0][0]
    for x0, x1, _, _ in words:
        if x0 - reached > WIDEST_BLANK * size:
            return False
        filled += max(0.0, x1 - max(x0, reached))
        reached = max(reached, x1)
    return filled >= FILLED * (rule[2] - rule[0])
