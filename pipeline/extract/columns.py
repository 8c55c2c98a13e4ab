"""Finds the columns of running text on a page and puts its fragments into zones, in the order they are read.

A gutter is believed where running text stands on both sides of it; what crosses a gutter (a heading, a wide table)
is read in its place between the columns above and below.
"""

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter

from pipeline.extract import abreast, gutters, insets
from pipeline.extract.blocks import ENUMERATOR
from pipeline.extract.fragments import SIGNS, Fragment, is_figure
from pipeline.extract.gutters import ENOUGH, heads_below, middle, paragraph_starts, shared_edges
from pipeline.extract.rows import grouped

Zone = list[Fragment]

SIGNED = ("/s/", "By:", "__")
"""How the lines of two signatures begin that stand side by side."""
LINE = 0.6
"""A line of running text fills at least this share of its column, the last one of a paragraph apart."""


def zones(fragments: Sequence[Fragment], *, inside: bool = False) -> list[Zone]:
    """Return ``fragments`` grouped into zones that are read one after the other, each row by row.

    What stands ``inside`` a column is looked through for columns, not for short ones.
    """
    notes = [] if inside else insets.find(fragments)
    if notes:
        return insets.placed(zones([f for f in fragments if f not in notes]), notes)
    gutter = gutters.find(fragments)
    if gutter is None:
        parts = None if inside else abreast.part(fragments)
        return _beside_labels(fragments) if parts is None else _around(*parts)
    found: list[Zone] = []
    above = [f for f in fragments if middle(f) < gutter.top]
    below = [f for f in fragments if middle(f) > gutter.bottom]
    between = [f for f in fragments if gutter.top <= middle(f) <= gutter.bottom]
    if above:
        found.extend(zones(above))
    heads = heads_below(between) if below else []
    found.extend(_parted([f for f in between if f not in heads], gutter.x))
    if below:
        found.extend(zones([*heads, *below]))
    return found


def _around(above: Zone, columns: list[Zone], below: Zone) -> list[Zone]:
    return [*(zones(above) if above else []), *columns, *(zones(below) if below else [])]


def _parted(fragments: Sequence[Fragment], gutter: float) -> list[Zone]:
    found: list[Zone] = []
    wide_before = False
    for stretch, wide in _stretches(fragments, gutter):
        if wide and wide_before:
            found[-1].extend(stretch)
        elif wide:
            found.append(stretch)
        else:
            left, right = _sides(stretch, gutter)
            cells = _cells(left, right, matching=True)
            if cells:
                found.extend(zone for cell in cells for zone in zones(cell, inside=True))
            else:
                sides = _side_note_last(left, right)
                found.extend(_notes_after(*[zones(side, inside=True) for side in sides]))
        wide_before = wide
    return found


def _notes_after(one: list[Zone], other: list[Zone]) -> list[Zone]:
    """Return the zones of two columns, notes beside the first behind both where they would cut a sentence in two."""
    if len(one) < 2 or not other:
        return [*one, *other]
    notes, text = one[-1], one[-2]
    small = max(f.size for f in notes) < 0.92 * _usual(text)
    last, first = max(text, key=attrgetter("base", "x1")), min(other[0], key=attrgetter("base", "x0"))
    if small and last.text[-1] not in ".:;!?" and first.text[0].islower():
        return [*one[:-1], *other, notes]
    return [*one, *other]


def _usual(zone: Zone) -> float:
    return sorted(f.size for f in zone)[len(zone) // 2]


def _side_note_last(left: Zone, right: Zone) -> tuple[Zone, Zone]:
    """Return the columns from the left, a column of small print in the margin after the text beside it."""
    wide_left, wide_right = (max(f.x1 for f in side) - min(f.x0 for f in side) for side in (left, right))
    small = max(f.size for f in left) < 0.9 * sorted(f.size for f in right)[len(right) // 2]
    return (right, left) if small and wide_left < 0.55 * wide_right else (left, right)


def _stretches(fragments: Sequence[Fragment], gutter: float) -> Iterator[tuple[list[Fragment], bool]]:
    """Yield the stretches of the page from the top, and whether each is read across the gutter."""
    bands = _bands(fragments, gutter)
    widths = _widths(fragments, gutter)
    for at, (band, crossing) in enumerate(bands):
        if crossing:
            yield band, True
            continue
        for stretch, table in _tables(band, gutter, open_above=at > 0, open_below=at + 1 < len(bands)):
            left, right = _sides(stretch, gutter)
            yield stretch, table or not left or not right or not _are_columns(left, right, widths)


def _widths(fragments: Sequence[Fragment], gutter: float) -> tuple[float, float]:
    """Return how wide the columns on both sides of the gutter are."""
    left = [f for f in fragments if f.x1 <= gutter]
    right = [f for f in fragments if f.x0 >= gutter]
    return _width(left), _width(right)


def _width(side: Sequence[Fragment]) -> float:
    return max(f.x1 for f in side) - min(f.x0 for f in side) if side else 0.0


def _tables(
    band: list[Fragment], gutter: float, *, open_above: bool, open_below: bool
) -> Iterator[tuple[list[Fragment], bool]]:
    """Part a band at the tables that stand over both columns and happen to leave the gutter free.

    Beside a row that crosses the gutter one row of figures is enough for a table.
    """
    sums = [f for f in band if f.x1 > gutter and (is_figure(f.text) or f.text in SIGNS)]
    rows = grouped(band) if sums else []
    kinds = [_row_kind(row, gutter) for row in rows]
    if "figures" not in kinds:
        yield band, False
        return
    begin = at = 0
    while at < len(rows):
        end, count = _table_end(kinds, at)
        bordering = (open_above and "prose" not in kinds[:at]) or (open_below and "prose" not in kinds[end:])
        if count == 0 or (count == 1 and not bordering):
            at += 1
            continue
        top = _with_heads(rows, kinds, at, begin)
        if top > begin:
            yield [f for row in rows[begin:top] for f in row], False
        yield [f for row in rows[top:end] for f in row], True
        begin = at = end
    if begin < len(rows):
        yield [f for row in rows[begin:] for f in row], False


def _row_kind(row: Zone, gutter: float) -> str:
    left, right = _sides(row, gutter)
    if left and right and all(is_figure(f.text) or f.text in SIGNS for f in right):
        return "figures" if not left[0].prose or len(left) > 1 or len(right) > 1 else "prose"
    if any(f.prose for f in row):
        return "prose"
    return "label" if left and not right else "cells"


def _table_end(kinds: Sequence[str], begin: int) -> tuple[int, int]:
    """Return the row behind the table that begins at ``begin``, and how many of its rows hold figures."""
    if kinds[begin] != "figures":
        return begin, 0
    end, count, at = begin + 1, 1, begin + 1
    while at < len(kinds) and at - end < 4 and kinds[at] != "prose":
        if kinds[at] == "figures":
            end, count = at + 1, count + 1
        at += 1
    return end, count


def _with_heads(rows: Sequence[Zone], kinds: Sequence[str], table: int, begin: int) -> int:
    """Return the first of the rows above a table that stand over its columns."""
    top = at = table
    while at > begin and table - at < 5 and kinds[at - 1] in ("cells", "label"):
        if rows[at][0].base - rows[at - 1][0].base > 2.5 * rows[at][0].size:
            break
        at -= 1
        if kinds[at] == "cells" and len(rows[at]) >= 2:
            top = at
    return top


def _bands(fragments: Sequence[Fragment], gutter: float) -> list[tuple[list[Fragment], bool]]:
    """Return the runs of fragments between those that cross the gutter, and the crossing ones, from the top."""
    across = sorted((f for f in fragments if f.x0 < gutter - 1 and f.x1 > gutter + 1), key=middle)
    if not across:
        return [(list(fragments), False)]
    heights = [middle(f) for f in across]
    marked = set(map(id, across))
    between: list[list[Fragment]] = [[] for _ in range(len(across) + 1)]
    same_row: list[list[Fragment]] = [[f] for f in across]
    for f in fragments:
        if id(f) in marked:
            continue
        at = bisect_left(heights, middle(f))
        for near in (at - 1, at):
            if 0 <= near < len(across) and abs(f.base - across[near].base) < 0.3 * f.size:
                same_row[near].append(f)
                break
        else:
            between[at].append(f)
    for band, row in zip(between, same_row, strict=False):
        heads = heads_below(band) if band else []
        row[:0] = heads
        band[:] = [f for f in band if f not in heads]
    return _alternating(same_row, between)


def _alternating(same_row: Sequence[list[Fragment]], between: Sequence[list[Fragment]]) -> list[tuple[Zone, bool]]:
    """Return the rows that cross a gutter, and what stands between them, from the top."""
    found: list[tuple[list[Fragment], bool]] = []
    for row, band in zip([[], *same_row], between, strict=True):
        if row:
            if found and found[-1][1]:
                found[-1][0].extend(row)
            else:
                found.append((_with_head(found, row), True))
        if band:
            found.append((band, False))
    return found


def _with_head(before: list[tuple[list[Fragment], bool]], row: list[Fragment]) -> list[Fragment]:
    """Return a row that crosses the gutter, with the heads of its columns when these leave the gutter free."""
    if len(row) < 2 or not before or not any(is_figure(f.text) for f in row):
        return row
    above = grouped(before[-1][0])
    head = above[-1]
    size = head[0].size
    if len(head) < 2 or any(f.prose for f in head) or not 0 < row[0].base - head[0].base < 2.5 * size:
        return row
    if len(above) > 1 and head[0].base - above[-2][0].base < 1.8 * size:
        return row
    own = set(map(id, head))
    before[-1][0][:] = [f for f in before[-1][0] if id(f) not in own]
    if not before[-1][0]:
        before.pop()
    return [*head, *row]


def _sides(fragments: Sequence[Fragment], gutter: float) -> tuple[Zone, Zone]:
    return [f for f in fragments if f.x1 <= gutter], [f for f in fragments if f.x1 > gutter]


def _are_columns(left: list[Fragment], right: list[Fragment], widths: tuple[float, float]) -> bool:
    """Tell columns, which have lines that fill them, from a table whose cells happen to leave the gutter free."""
    prose_left = sum(1 for f in left if f.prose and f.x1 - f.x0 > LINE * widths[0])
    prose_right = sum(1 for f in right if f.prose and f.x1 - f.x0 > LINE * widths[1])
    figures_right = sum(1 for f in right if is_figure(f.text))
    if (figures_right > 3 and _are_labels(left, right)) or _are_pairs(left, right):
        return False
    if prose_left and prose_right:
        return True
    if figures_right * 2 > len(right) or len({round(f.base) for f in (*left, *right)}) <= 3:
        return False
    return bool(prose_left or prose_right)


def _are_pairs(left: list[Fragment], right: list[Fragment]) -> bool:
    """Tell a list of pairs (a security and its exchange): line for line on one baseline, none goes on in the next."""
    if min(len(left), len(right)) <= ENOUGH or sum(f.text.startswith(SIGNED) for f in (*left, *right)) > 1:
        return False
    going_on = sum(1 for f in (*left, *right) if f.words[0][4][0].islower())
    if going_on > 0.1 * (len(left) + len(right)):
        return False
    bases = sorted(f.base for f in left)
    shared = sum(_is_level(bases, f.base, 0.2 * f.size) for f in right)
    edge = max(f.x1 for f in left)
    full = sum(1 for f in left if f.x1 > edge - 2 * f.size)
    return shared >= 0.8 * max(len(left), len(right)) and full < 0.5 * len(left)


def _are_labels(left: list[Fragment], right: list[Fragment]) -> bool:
    """Tell whether the left side is the first column of a table on the right: ragged, on its rows, no figures."""
    if sum(1 for f in left if is_figure(f.text)) > 1:
        return False
    edge = max(f.x1 for f in left)
    full = sum(1 for f in left if f.x1 > edge - 2 * f.size)
    if full >= 0.5 * len(left):
        return False
    rows = grouped(right)
    bases = sorted(f.base for f in left)
    shared = sum(_is_level(bases, row[0].base, 0.3 * row[0].size) for row in rows)
    return shared >= 0.7 * len(rows)


def _is_level(bases: Sequence[float], base: float, off: float) -> bool:
    """Tell whether one of the sorted ``bases`` is less than ``off`` away from ``base``."""
    at = bisect_right(bases, base - off)
    return at < len(bases) and bases[at] < base + off


def _cells(left: list[Fragment], right: list[Fragment], *, matching: bool) -> list[Zone]:
    """Return the cells of a table of running text, row by row; empty when the sides are no such table.

    With ``matching`` both sides have to begin their paragraphs on the same lines; without, the left side's do.
    """
    starts = paragraph_starts(left)
    others = [row[0].base for row in grouped(right)]
    across = paragraph_starts(right) if matching else others
    shared = [y for y in starts if y > others[-1] + 4 or any(abs(y - other) < 4 for other in across)]
    if len(shared) < (3 if matching else 1) or len(shared) < 0.8 * len(starts):
        return []
    if matching and len(shared) < 0.8 * len(across):
        return []
    cuts = [y - 4 for y in shared[1:]]
    parts: list[Zone] = [[] for _ in range(2 * len(shared))]
    for side, fragments in enumerate((left, right)):
        for f in fragments:
            parts[2 * bisect_left(cuts, f.base) + side].append(f)
    return [part for part in parts if part]


def _beside_labels(fragments: Sequence[Fragment]) -> list[Zone]:
    """Part wrapped labels from the running text they stand beside; one zone when there are none."""
    lines = [f for f in fragments if f.prose]
    if len(lines) < ENOUGH + 1:
        return [list(fragments)]
    edge = max(f.x1 for f in lines)
    if _is_side_note([f for f in fragments if f.x0 > edge + 4], lines):
        return _side_note_after(fragments, edge + 2, behind=True)
    for start in shared_edges(lines):
        labels = [f for f in fragments if f.x1 < start - 4]
        if _is_side_note(labels, lines):
            return _side_note_after(fragments, start - 3)
        if _wrapped(labels, lines, start) and not _leads_to_figures(fragments, lines, start):
            return _labels_first(fragments, start)
    return [list(fragments)]


def _leads_to_figures(fragments: Sequence[Fragment], lines: Sequence[Fragment], start: float) -> bool:
    """Tell whether the text at ``start`` is a column of a table: half of its lines have figures behind them."""
    text = [f for f in lines if abs(f.x0 - start) < 3]
    right = max(f.x1 for f in text)
    bases = sorted(f.base for f in fragments if f.x0 > start and f.x1 > right and is_figure(f.text))
    return 2 * sum(_is_level(bases, f.base, 0.3 * f.size) for f in text) > len(text)


def _labels_first(fragments: Sequence[Fragment], start: float) -> list[Zone]:
    gutter = start - 3
    found: list[Zone] = []
    for band, crossing in _bands(fragments, gutter):
        left, right = _sides(band, gutter)
        if crossing or not left or not right or not _wrapped(left, right, start):
            found.append(band)
        else:
            found.extend(_cells(left, right, matching=False) or [band])
    return found


def _is_side_note(labels: Sequence[Fragment], lines: Sequence[Fragment]) -> bool:
    """Tell whether the labels are small print in the margin: several lines of words, smaller than all the text."""
    small = _small(labels, lines) if len(labels) >= ENOUGH else []
    if sum(1 for f in small if f.length > 8 and not is_figure(f.text)) < ENOUGH:
        return False
    return all(f.length < 3 for f in labels if f not in small)


def _small(labels: Sequence[Fragment], lines: Sequence[Fragment]) -> list[Fragment]:
    usual = sorted(f.size for f in lines)[len(lines) // 2]
    return [f for f in labels if f.size < 0.92 * usual]


def _side_note_after(fragments: Sequence[Fragment], gutter: float, *, behind: bool = False) -> list[Zone]:
    """Return the zones of text with notes in its left margin, or in the right one: ``behind``."""
    found: list[Zone] = []
    for band, crossing in _bands(fragments, gutter):
        left, right = _sides(band, gutter)
        labels, text = (right, left) if behind else (left, right)
        notes = _small(labels, text) if labels and text else []
        found.extend([band] if crossing or not notes else insets.noted([f for f in band if f not in notes], notes))
    return found


def _wrapped(labels: Sequence[Fragment], lines: Sequence[Fragment], start: float) -> bool:
    """Tell whether some label runs over two lines, each beside a line of the text."""
    beside = sorted((f for f in labels if f.length > 3 and not is_figure(f.text)), key=lambda f: f.base)
    if len(beside) < 2:
        return False
    text = [f for f in lines if abs(f.x0 - start) < 3 and f.prose]
    for one, other in itertools.pairwise(beside):
        close = 0 < other.base - one.base < 1.5 * one.size and abs(other.x0 - one.x0) < 3
        if (
            close
            and ENUMERATOR.fullmatch(other.text) is None
            and all(any(f.y0 < g.y1 and g.y0 < f.y1 for g in text) for f in (one, other))
        ):
            return True
    return False
