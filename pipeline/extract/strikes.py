"""Finds words that a line is drawn through."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from pipeline.document import Box
from pipeline.extract.fragments import is_cjk
from pipeline.extract.raw import FLAT, RawLine, RawPage, Word, part_words

LOW, HIGH = 0.1, 0.5
"""Where a line strikes, in type sizes above the baseline: x-height is about .5, an underline lies below 0."""
EDGE = 0.2
"""Share of a line's height at either edge that no strike runs in: accents, descenders, underlines."""
THICK = 0.2
"""Type sizes that a striking line may be thick; more is a bar."""
OVERHANG = 0.6
"""Type sizes that it may reach beyond the words it strikes; a table rule or a grid line reaches further."""
FILLED = 0.75
"""Share of its length that the struck words take; the rest are blanks between them."""
WIDEST_BLANK = 1.5
"""Type sizes between two struck words; a rule through a table crosses wider gaps."""

Place = tuple[int, int]


class _Zone(NamedTuple):
    """The band of one type size of a line that a strike runs in, turned so that the line reads to the right."""

    first: float
    last: float
    base: float
    size: float
    upright: bool


class _Crossed(NamedTuple):
    """One word that a rule runs over."""

    start: float
    end: float
    size: float
    place: Place


def struck(raw: RawPage) -> set[Place]:
    """Return the words, as (line, word), that a thin vector runs through along their middle."""
    if raw.level:
        return _crossed(raw, upright=True)
    found = _crossed(raw, upright=True) if any(line.dir[1] == 0 for line in raw.lines) else set()
    if any(line.dir[0] == 0 for line in raw.lines):
        found |= _crossed(raw, upright=False)
    return found


def _crossed(raw: RawPage, *, upright: bool) -> set[Place]:
    rules = _rules(raw, upright=upright)
    if not rules:
        return set()
    crossing: dict[int, list[_Crossed]] = defaultdict(list)
    lines = enumerate(raw.lines) if raw.level else _along(raw.lines, upright=upright)
    _cross(lines, rules, crossing, upright=upright)
    found: set[Place] = set()
    for rule, words in crossing.items():
        letters = "".join(raw.lines[word.place[0]].words[word.place[1]][4] for word in words)
        if any(map(str.isalnum, letters)) and _strikes(rules[rule], words):
            found.update(word.place for word in words)
    return found


def _along(lines: list[RawLine], *, upright: bool) -> Iterator[tuple[int, RawLine]]:
    """Yield the lines that run across the page, or up and down."""
    for at, line in enumerate(lines):
        if (line.dir[1] == 0) == upright and (line.dir[0] != 0) == upright:
            yield at, line


def _cross(
    lines: Iterable[tuple[int, RawLine]], rules: list[Box], into: dict[int, list[_Crossed]], *, upright: bool
) -> None:
    """Collect for each of ``rules`` the words that it runs over along their middle."""
    middles = [(box[1] + box[3]) / 2 for box in rules]
    last = len(middles)
    for at, line in lines:
        box = line.box
        near, far = (box[1], box[3]) if upright else (box[0], box[2])
        edge = EDGE * (far - near)
        first = bisect_left(middles, near + edge)
        if first == last or middles[first] > far - edge:
            continue
        if len(line.spans) > 1:
            part_words(line)
        hits = [
            (zone, rule)
            for zone in _zones(line, upright=upright)
            for rule in range(bisect_left(middles, zone.first), bisect_right(middles, zone.last))
            if rules[rule][3] - rules[rule][1] <= max(0.4, THICK * zone.size)
        ]
        for _, rule in hits:
            _part_chinese(line, rules[rule], upright=upright)
        for zone, rule in hits:
            _collect(into[rule], rules[rule], line, at, zone)


def _part_chinese(line: RawLine, rule: Box, *, upright: bool) -> None:
    """Part words of Chinese where ``rule`` begins and ends: a script without blanks is struck inside its lines."""
    low, high = (0, 2) if upright else (1, 3)
    backwards = (line.dir[0] if upright else line.dir[1]) < 0
    words: list[Word] = []
    for word in line.words:
        size = len(word[4])
        whole: list[float] = [word[0], word[1], word[2], word[3]]
        start, wide = whole[low], (whole[high] - whole[low]) / size
        cuts = {0, size}
        if wide > 0 and size > 1 and is_cjk(word[4][0]) and is_cjk(word[4][-1]):
            places = [round((edge - start) / wide) for edge in (rule[0], rule[2])]
            cuts.update(min(max(size - place if backwards else place, 0), size) for place in places)
        for first, last in pairwise(sorted(cuts)):
            box = whole.copy()
            near, far = (size - last, size - first) if backwards else (first, last)
            box[low], box[high] = start + wide * near, start + wide * far
            words.append((box[0], box[1], box[2], box[3], word[4][first:last], *word[5:]))
    line.words = words


def _rules(raw: RawPage, *, upright: bool) -> list[Box]:
    """Return the thin vectors that run along the lines, from the top; turned so that lines read to the right."""
    if upright:
        found = [box for box, _, _, _, color, alpha in raw.flats if alpha > 16 and color != 0xFFFFFF]
    else:
        found = [
            (y0, x0, y1, x1)
            for (x0, y0, x1, y1), _, _, _, color, alpha in raw.vectors
            if x1 - x0 <= FLAT < y1 - y0 and alpha > 16 and color != 0xFFFFFF
        ]
    found.sort(key=_middle)
    return found


def _zones(line: RawLine, *, upright: bool) -> list[_Zone]:
    """Return the bands of ``line``, one for each type size and baseline it has."""
    zones = {}
    for span in line.spans:
        size = span["size"]
        base = span["origin"][1] if upright else span["origin"][0]
        up = line.dir[0] if upright else -line.dir[1]
        first, last = sorted((base - up * LOW * size, base - up * HIGH * size))
        zones[round(base, 1), round(size, 1)] = _Zone(first, last, base, size, upright)
    return list(zones.values())


def _collect(into: list[_Crossed], rule: Box, line: RawLine, at: int, zone: _Zone) -> None:
    """Add the words of ``line`` that ``rule`` runs over."""
    for index, word in enumerate(line.words):
        x0, x1, y0, y1 = (word[0], word[2], word[1], word[3]) if zone.upright else (word[1], word[3], word[0], word[2])
        common = min(x1, rule[2]) - max(x0, rule[0])
        place = (at, index)
        if common > 0.5 * (x1 - x0) and y0 <= zone.base <= y1 and all(place != known.place for known in into):
            into.append(_Crossed(x0, x1, zone.size, place))


def _strikes(rule: Box, words: list[_Crossed]) -> bool:
    """Tell whether ``rule`` begins and ends with the words it runs over: a grid line or a table rule goes on."""
    words.sort()
    size = max(word.size for word in words)
    if rule[0] < words[0].start - OVERHANG * size or rule[2] > max(word.end for word in words) + OVERHANG * size:
        return False
    filled, reached = 0.0, words[0].start
    for word in words:
        if word.start - reached > WIDEST_BLANK * size:
            return False
        filled += max(0.0, word.end - max(word.start, reached))
        reached = max(reached, word.end)
    return filled >= FILLED * (rule[2] - rule[0])


def _middle(box: Box) -> float:
    return box[1] + box[3]
