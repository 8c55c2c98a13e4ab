"""Finds text that stands twice in one place: fake bold, drop shadows, a second layer over the first."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from pipeline.document import Box
from pipeline.extract.raw import RawLine, Word

SHARE = 0.5
"""Of the smaller line's area: more than any two lines overlap that are both meant to be read."""
LAYERS = 12
"""Lines of a row that one line is compared with, which bounds a page that paints one spot a thousand times."""
ROW = 0.5
"""Of a line's height: a smaller step down the page stays in one row of text."""
SHIFT = 0.15
"""Of the type's height: fake bold is shifted by a few hundredths, a shadow by a tenth; a glyph is wider."""

Pairs = list[tuple[int, int]]


def overlapping(lines: list[RawLine]) -> Pairs:
    """Return the pairs of lines that lie over one another, by index, the earlier painted one first."""
    pairs: Pairs = []
    row: list[tuple[float, int]] = []
    last = -1e9
    tops = [line.box[1] for line in lines]
    for index in sorted(range(len(lines)), key=tops.__getitem__):
        x0, y0, _, y1 = lines[index].box
        if y0 - last > ROW * (y1 - y0):
            _pair(lines, row, pairs)
            row = []
        row.append((x0, index))
        last = y0
    _pair(lines, row, pairs)
    pairs.sort()
    return pairs


def _pair(lines: list[RawLine], row: list[tuple[float, int]], pairs: Pairs) -> None:
    """Add the overlapping lines of one ``row``, given as (left edge, index)."""
    if len(row) < 2:
        return
    row.sort()
    reached = -1e9
    for place, (x0, index) in enumerate(row):
        box = lines[index].box
        if x0 < reached - 1.0:
            for _, other in row[max(0, place - LAYERS) : place]:
                if _shared(box, lines[other].box) > SHARE:
                    pairs.append((min(index, other), max(index, other)))
        reached = max(reached, box[2])


def doubled(lines: list[RawLine], pairs: Pairs, *, without: Collection[tuple[int, int]] = ()) -> set[tuple[int, int]]:
    """Return the words, as (line, word), whose text another word paints at the same spot; one of each stays.

    Words of ``without`` do not count.
    """
    without = frozenset(without)
    gone: set[tuple[int, int]] = set(without)
    for first, second in pairs:
        standing = _by_place(lines[first].words, first, without)
        for index, word in enumerate(lines[second].words):
            if (second, index) in gone:
                continue
            twin = _twin(word, lines[first].words, standing)
            if twin is not None and len(lines[first].words[twin][4]) >= len(word[4]):
                gone.add((second, index))
            elif twin is not None:
                gone.add((first, twin))
    return gone.difference(without)


def covered_by(box: Box, others: Iterable[Box]) -> float:
    """Return the largest share of ``box`` that one of ``others`` lies over."""
    area = (box[2] - box[0]) * (box[3] - box[1])
    return max((_common(box, other) / area for other in others), default=0.0) if area > 0 else 0.0


def _by_place(words: list[Word], line: int, without: Collection[tuple[int, int]]) -> dict[int, list[int]]:
    standing: dict[int, list[int]] = defaultdict(list)
    for index, word in enumerate(words):
        if (line, index) not in without:
            for cell in range(int(word[0]) // 8, int(word[2]) // 8 + 1):
                standing[cell].append(index)
    return standing


def _twin(word: Word, words: list[Word], standing: dict[int, list[int]]) -> int | None:
    x0, y0, x1, y1, text = word[:5]
    near = max(0.6, SHIFT * min(y1 - y0, x1 - x0 if len(text) > 1 else y1 - y0))
    for index in standing.get(int((x0 + x1) / 2) // 8, ()):
        a, b, c, d, other = words[index][:5]
        if abs(b - y0) > near or abs(d - y1) > near:
            continue
        if other == text:
            if abs(a - x0) <= near and abs(c - x1) <= near:
                return index
        elif _part(text, (x0, x1), other, (a, c), near) or _part(other, (a, c), text, (x0, x1), near):
            return index
    return None


def _part(small: str, inner: tuple[float, float], large: str, outer: tuple[float, float], near: float) -> bool:
    """Tell whether ``small`` repeats the stretch of ``large`` that it lies over."""
    if len(small) < 2 or small not in large or inner[0] < outer[0] - near or inner[1] > outer[1] + near:
        return False
    wide = (outer[1] - outer[0]) / len(large)
    expected = outer[0] + wide * large.index(small)
    return abs(expected - inner[0]) <= near + wide * 1.5 and abs((inner[1] - inner[0]) - wide * len(small)) <= wide * 2


def _common(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def _shared(one: Box, other: Box) -> float:
    smaller = min((one[2] - one[0]) * (one[3] - one[1]), (other[2] - other[0]) * (other[3] - other[1]))
    return _common(one, other) / smaller if smaller > 0 else 0.0
