"""Finds tables without rules whose cells wrap: texts that begin in line in three columns, row after row.

A row is no printed line there. It begins where several columns begin a text on one baseline, and the space above it is
wider than between the lines of a cell, or each has a number of its own in the first column.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter

import regex

from pipeline.extract.fragments import SIGNS, Fragment, is_figure
from pipeline.extract.intervals import merged
from pipeline.extract.raw import Word
from pipeline.extract.ruling import RuledGrid

ENOUGH = 3
"""Columns of texts that make a table without rules; lines of running text in its cells."""
NARROW = 0.46
"""Share of the page's text that a line inside a cell is wide at most."""
FIRST = 30.0
"""Points that the first column is wide at least."""
EDGE = 1.5
"""Points by which the left edges of one column differ."""
APART = 1.15
"""Times that a row stands farther below the one above than the lines of a cell."""
NEXT, FAR = 2.2, 4.0
"""Sizes below a line at which a cell does not go on, and the table does not."""
BARELY = 1.04
"""Times that a numbered row stands farther below: where it stands no farther, its text may begin above its number."""
WIDE = 0.32
"""Sizes that a gap between two cells is wide at least: a blank is .25 to .28."""
LEVEL = 0.2
"""Sizes by which the baselines of one line differ."""
HEAD = 12
"""Characters from which a text is none that stands over or among figures."""
LONG_HEAD = 60
"""Characters that the head of a column has at most."""
SOUND = 0.8
"""Share of the rows that have to begin as rows do."""
LONGEST = 40
"""Lines of a cell: columns of a page have more."""

_NUMBER = regex.compile(r"[*†+#]{0,2}[A-Z]{0,4}\d{1,3}(?:\.\d{1,3})*[.)]?[*†+#]{0,3}")
"""Catches ``G1.1.2``; spares ``$5,834``."""

Line = list[Fragment]


def find(fragments: Sequence[Fragment]) -> list[RuledGrid]:
    """Return the tables among the fragments of a page, as if their cells were ruled off."""
    if not _has_narrow_text(fragments):
        return []
    lines = _lines(fragments)
    by_left: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        if len(line) >= ENOUGH:
            by_left[round(line[0].x0)].append(line)
    found: list[RuledGrid] = []
    for full in by_left.values():
        anchors = [line for line in full if sum(map(_is_text, line)) >= ENOUGH] if len(full) > 1 else []
        edges = _edges(anchors, fragments) if len(anchors) > 1 else []
        if len(edges) >= ENOUGH:
            for run in _runs(lines, anchors, edges):
                grid = _grid(lines, run, edges)
                if grid is not None and all(grid.ys[-1] < g.ys[0] or grid.ys[0] > g.ys[-1] for g in found):
                    found.append(grid)
    return found


def _has_narrow_text(fragments: Sequence[Fragment]) -> bool:
    """Tell whether the page has running text in narrow columns, right of its first one."""
    prose = [f for f in fragments if f.prose]
    if len(prose) < ENOUGH:
        return False
    left, right = min(map(_left, fragments)), max(map(_right, fragments))
    widest = NARROW * (right - left)
    inside = [f for f in prose if f.x0 > left + FIRST and f.x1 - f.x0 < widest]
    return len(inside) >= ENOUGH


def _lines(fragments: Sequence[Fragment]) -> list[Line]:
    """Return the fragments by baseline, from the top, each line from the left."""
    found: list[Line] = []
    for f in sorted(fragments, key=_base):
        if found and f.base - found[-1][0].base < LEVEL * f.size:
            found[-1].append(f)
        else:
            found.append([f])
    for line in found:
        line.sort(key=_left)
    return found


def _is_text(fragment: Fragment) -> bool:
    return fragment.length > 1 and not is_figure(fragment.text)


def _is_sum(fragment: Fragment) -> bool:
    return is_figure(fragment.text) or fragment.text in SIGNS


def _edges(anchors: Sequence[Line], fragments: Sequence[Fragment]) -> list[float]:
    """Return the left edges of texts that two rows share, from the left."""
    clusters: list[list[float]] = []
    for x in sorted(f.x0 for line in anchors for f in line):
        if clusters and x - clusters[-1][0] <= EDGE:
            clusters[-1].append(x)
        else:
            clusters.append([x])
    texts = [f.x0 for f in fragments if _is_text(f)]
    shared = [cluster for cluster in clusters if len(cluster) > 1]
    return [x[0] for x in shared if sum(1 for edge in texts if abs(edge - x[0]) <= EDGE) > 1]


def _runs(lines: Sequence[Line], anchors: Sequence[Line], edges: Sequence[float]) -> list[list[Line]]:
    """Return the stretches of printed lines below an anchor that all stand in the columns."""
    starts = {id(anchor[0]) for anchor in anchors}
    found: list[list[Line]] = []
    run: list[Line] = []
    for line in lines:
        fits = all(_fits(f, edges) for f in line)
        most = FAR if id(line[0]) in starts else NEXT
        if fits and run and line[0].base - run[-1][0].base < most * line[0].size:
            run.append(line)
            continue
        if run:
            found.append(run)
        run = [line] if fits and id(line[0]) in starts else []
    return [*found, run] if run else found


def _fits(fragment: Fragment, edges: Sequence[float]) -> bool:
    """Tell whether a fragment stands in one column, or has gone on in another at its very edge."""
    if fragment.x0 < edges[0] - EDGE:
        return False
    crossed = [edge for edge in edges if fragment.x0 < edge - EDGE and fragment.x1 > edge + EDGE]
    gaps = [b[0] for a, b in pairwise(fragment.words) if b[0] - a[2] > WIDE * fragment.size] if crossed else []
    return all(any(abs(x - edge) <= EDGE for x in gaps) for edge in crossed)


def _grid(lines: Sequence[Line], run: Sequence[Line], edges: Sequence[float]) -> RuledGrid | None:
    """Return the table of a stretch of lines, with its heads; None when its rows do not begin as rows do."""
    columns = [_cells(run, left, right) for left, right in pairwise([*edges, 1e9])]
    steps = [b.base - a.base for cells in columns for a, b in pairwise(cells) if 0.8 < (b.base - a.base) / a.size < 2]
    if not steps:
        return None
    pitch = sorted(steps)[len(steps) // 16]
    numbered = sum(1 for f in columns[0] if _NUMBER.fullmatch(f.text)) >= max(2, SOUND * (len(columns[0]) - 1))
    starts = [0, *(at for at in range(1, len(run)) if _starts(run, at, edges, None if numbered else pitch))]
    rows = [run[a:b] for a, b in pairwise([*starts, len(run)])]
    if len(rows) < 2 or max(map(len, rows)) > LONGEST or not _are_texts(rows, edges, numbered=numbered):
        return None
    own = _reach([word for line in run for f in line if not _is_sum(f) for word in f.words], edges)
    if any(_holds_rows(row, own, pitch) for row in rows):
        return None
    above = [b[0][0].base - a[-1][0].base for a, b in pairwise(rows)]
    if sum(1 for step in above if step > BARELY * pitch) < SOUND * len(above):
        return None
    heads = _above(lines, run[0], own, pitch)
    xs = _bounds(run, heads, own)
    tops = [line[0].base - 0.75 * line[0].size for line in ([heads[0]] if heads else []) + [row[0] for row in rows]]
    ys = [*tops, run[-1][0].base + run[-1][0].size]
    owner = [[(row, column) for column in range(len(xs) - 1)] for row in range(len(ys) - 1)]
    return RuledGrid(xs, ys, owner)


def _cells(run: Sequence[Line], left: float, right: float) -> list[Fragment]:
    """Return the fragments that begin in a column, from the top."""
    return [f for line in run for f in line if left - EDGE <= f.x0 < right - EDGE]


def _starts(run: Sequence[Line], at: int, edges: Sequence[float], pitch: float | None) -> bool:
    """Tell whether a row begins with the line: with a text in the first column, numbered or well below the others."""
    line = run[at]
    if line[0].x0 > edges[0] + EDGE:
        return False
    if line[0].bold != run[at - 1][0].bold:
        return True
    if pitch is None:
        return _NUMBER.fullmatch(line[0].text) is not None
    return line[0].base - run[at - 1][0].base > APART * pitch


def _are_texts(rows: Sequence[Sequence[Line]], edges: Sequence[float], *, numbered: bool) -> bool:
    """Tell whether three columns hold texts in most rows, side by side from their first line, and cells wrap."""
    if any(map(_holds_sums, rows)):
        return False
    begun = wrapped = 0
    for row in rows:
        texts = [f for f in row[0] if _is_text(f)]
        begun += sum(1 for edge in edges if any(abs(f.x0 - edge) <= EDGE for f in texts)) >= ENOUGH
        wrapped += any(f.prose for line in row for f in line) and len(row) > 1
    return begun >= max(2, SOUND * (len(rows) - 1)) and wrapped >= (1 if numbered else len(rows) / 2)


def _holds_rows(row: Sequence[Line], own: Sequence[tuple[float, float]], pitch: float) -> bool:
    """Tell whether a line inside a row begins texts in three columns, of which two had ended above: it is a row."""
    last: dict[int, Fragment] = {}
    left_out: set[int] = set()
    for line in row:
        here = {at: f for at, (left, _) in enumerate(own) for f in line if abs(f.x0 - left) <= EDGE and _is_text(f)}
        again = [at for at in here if at in last]
        ended = sum(1 for at in again if _has_ended(last[at], here[at], own[at][1], pitch))
        left_out.update(at for at in again if here[at].base - last[at].base > 1.5 * pitch)
        if (len(again) >= ENOUGH and ended >= ENOUGH - 1) or len(left_out) > 1:
            return True
        last |= here
    return False


def _has_ended(before: Fragment, here: Fragment, right: float, pitch: float) -> bool:
    """Tell whether a cell does not go on from one line to the other: it had room, or has left a line out."""
    room = before.x1 + here.words[0][2] - here.words[0][0] + 1.2 * here.size < right
    return room or here.base - before.base > 1.5 * pitch


def _holds_sums(row: Sequence[Line]) -> bool:
    """Tell whether figures of two lines stand above one another in one row: these are rows of their own."""
    figures = [f for line in row for f in line if is_figure(f.text)]
    return any(a.base != b.base and abs(a.x1 - b.x1) < EDGE for a, b in pairwise(sorted(figures, key=_right)))


def _above(lines: Sequence[Line], first: Line, own: Sequence[tuple[float, float]], pitch: float) -> list[Line]:
    """Return the lines right above the first row that stand over its columns."""
    found: list[Line] = []
    base = first[0].base
    for line in reversed(lines[: next(at for at, line in enumerate(lines) if line is first)]):
        over = all(f.x1 > own[0][0] and sum(f.x0 < b and f.x1 > a for a, b in own) < 2 for f in line)
        if base - line[0].base > 1.6 * pitch or not over or any(f.length > LONG_HEAD for f in line):
            break
        found.append(line)
        base = line[0].base
    full = sum(1 for line in found if sum(any(f.x0 < b and f.x1 > a for f in line) for a, b in own) >= ENOUGH)
    return found[::-1] if found and len(found[0]) > 1 and full < 2 else []


def _reach(words: Sequence[Word], edges: Sequence[float]) -> list[tuple[float, float]]:
    """Return left and right of what stands in each column."""
    return [
        (left, max((word[2] for word in words if left - EDGE <= word[0] < right - EDGE), default=left))
        for left, right in pairwise([*edges, 1e9])
    ]


def _bounds(run: Sequence[Line], heads: Sequence[Line], own: Sequence[tuple[float, float]]) -> list[float]:
    """Return where the columns begin, those of figures and of heads without cells too, and the right end."""
    found = [left for left, _ in own]
    found.extend(_figure_columns(run, found))
    for f in heads[-1] if heads else ():
        if all(f.x1 < a or f.x0 > b for a, b in own) and not any(f.x0 < x + 30 and x - 10 < f.x1 for x in found):
            found.append(f.x0)
    bounds = [x - EDGE - 0.5 for x in sorted(found)]
    for f in (f for line in heads for f in line):
        at = next((at for at, x in enumerate(bounds) if at and f.x0 < x < f.x1), 0)
        if at and not any(f.x0 < b and f.x1 > a for a, b in own if a < bounds[at]):
            bounds[at] = f.x0 - 0.5
    right = max(f.x1 for line in (*run, *heads) for f in line)
    return [*bounds, right + 2]


def _figure_columns(run: Sequence[Line], edges: Sequence[float]) -> list[float]:
    """Return where columns of figures begin, and of words that stand behind figures (``TBD``)."""
    loose: list[tuple[float, float]] = []
    others: list[Word] = []
    for line in run:
        for at, f in enumerate(line):
            figure = _is_sum(f) or (at > 0 and is_figure(line[at - 1].text))
            if figure and all(abs(f.x0 - edge) > EDGE for edge in edges):
                loose.append((f.x0, f.x1))
            elif f.length > HEAD:
                others.extend(f.words)
    return [x0 for x0, x1 in merged(loose) if not any(word[0] < x1 and word[2] > x0 for word in others)]


_base, _left, _right = attrgetter("base"), attrgetter("x0"), attrgetter("x1")
