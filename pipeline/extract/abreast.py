"""Finds short columns side by side that are too few or too narrow for a gutter: two texts, or a list set in columns.

Two texts are read one after the other when the sentences of both go on from line to line; where their paragraphs
begin on the same lines, as in two languages, paragraph by paragraph. A list is read down its columns when its numbers
go on from the foot of one to the head of the next.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

import regex

from pipeline.extract.fragments import Fragment, is_cjk, is_figure

Zone = list[Fragment]

BEYOND = 72.0
"""Points from the left edge of the text from which a fragment stands in another column than the first."""
ENOUGH = 3
"""Lines of a short column of text."""
EDGE = 3.0
"""Points by which the left edges of one column differ."""
NEXT = 1.7
"""Sizes from one line of a column to the next at most."""
FREE = 0.6
"""Sizes that two columns stand apart at least."""
WORDS = 2.5
"""Words that the lines of a text hold on average at least; a Chinese one ``SIGNS`` characters."""
SIGNS = 4

_ENDS = tuple(".!?。！？；;")
_CLOSING = "”\"’')）」』"
_NUMBERED = regex.compile(r"[(（]?(\d{1,2}|[a-z])[.)、）．](?![\da-z])")
"""Catches ``4. Motors`` and ``(b)``; spares ``4.2`` and ``e.g.``."""


class _Entry(NamedTuple):
    """An entry of a numbered list."""

    fragment: Fragment
    value: int


def part(fragments: Sequence[Fragment]) -> tuple[Zone, list[Zone], Zone] | None:
    """Return what stands above short columns, these in the order they are read, and what stands below."""
    if len(fragments) < ENOUGH:
        return None
    edge = min(map(_left, fragments)) + BEYOND
    beyond = [f for f in fragments if f.x0 > edge]
    if len(beyond) < 2:
        return None
    going_on = [f for f in beyond if f.prose or (f.text[0] > "z" and f.length > SIGNS)]
    found = _texts(fragments, going_on) if going_on else None
    if found is None and sum([f.text[-1] not in _FIGURES and _is_numbered(f) for f in beyond]) > 1:
        return _list(fragments)
    return found


_FIGURES = frozenset("0123456789%)-—$")
"""How figures end; the entries of a list end with words."""


def _is_chinese(fragment: Fragment) -> bool:
    return fragment.text[0] > "z" and is_cjk(fragment.text[0])


def _is_numbered(fragment: Fragment) -> bool:
    text = fragment.text
    if text[0] not in "(（" and text[1:2] not in _AFTER and text[2:3] not in _AFTER:
        return False
    return _NUMBERED.match(text) is not None and not (text[0] == "(" and is_figure(text))


_AFTER = frozenset(".)、）．")
"""What stands behind the number of an entry."""


def _texts(fragments: Sequence[Fragment], going_on: Sequence[Fragment]) -> tuple[Zone, list[Zone], Zone] | None:
    """Part the page at two short texts, of which the right one holds a line of ``going_on``."""
    tried: list[float] = []
    for f in going_on:
        if all(abs(f.x0 - edge) >= EDGE for edge in tried):
            tried.append(f.x0)
            column = sorted((g for g in fragments if abs(g.x0 - f.x0) < EDGE), key=_base)
            for run in _runs(column):
                columns = _beside(fragments, run) if _is_text(run) else None
                if columns is not None:
                    return _parted(fragments, columns, _in_pairs(*columns) or list(columns))
    return None


def _runs(column: Sequence[Fragment]) -> list[Zone]:
    """Return the stretches of a column in which line follows line."""
    found = [[column[0]]]
    for above, f in pairwise(column):
        if _follows(above, f):
            found[-1].append(f)
        else:
            found.append([f])
    return [run for run in found if len(run) >= ENOUGH]


def _follows(above: Fragment, f: Fragment) -> bool:
    return 0.5 * f.size < f.base - above.base < NEXT * f.size and abs(f.size - above.size) < 0.6


def _beside(fragments: Sequence[Fragment], run: Zone) -> tuple[Zone, Zone] | None:
    """Return the text on the left of a short one with that one; None when anything else stands beside it."""
    edge = run[0].x0 - FREE * run[0].size
    top, bottom = run[0].base - 0.5 * run[0].size, run[-1].base + 0.5 * run[-1].size
    own = set(map(id, run))
    others = sorted((f for f in fragments if top < f.base < bottom and id(f) not in own), key=_base)
    if len(others) < ENOUGH or any(f.x1 > edge or abs(f.x0 - others[0].x0) >= EDGE for f in others):
        return None
    if abs(others[0].base - run[0].base) > 0.5 * run[0].size:
        return None
    below = sorted((f for f in fragments if f.base >= bottom and f.x0 < edge), key=_base)
    whole = list(others)
    for f in below:
        if not _follows(whole[-1], f):
            break
        if f.x1 > edge or abs(f.x0 - others[0].x0) >= EDGE:
            whole = others  # the lines below are a paragraph over both columns
            break
        whole.append(f)
    return (whole, run) if len(_runs(whole)) == 1 and _is_text(whole) else None


def _is_text(column: Sequence[Fragment]) -> bool:
    """Tell whether the lines are sentences that go on from line to line, and the last of them ends."""
    if not _has_ended(column[-1]) or any(is_figure(f.text) for f in column):
        return False
    size = sum(f.length / SIGNS * WORDS if _is_chinese(f) else len(f.words) for f in column)
    if size < WORDS * len(column):
        return False
    return any(_goes_on(above, f) and (f.text[0].islower() or _is_chinese(f)) for above, f in pairwise(column))


def _has_ended(fragment: Fragment) -> bool:
    return fragment.text.rstrip(_CLOSING).endswith(_ENDS)


def _goes_on(above: Fragment, f: Fragment) -> bool:
    return not _has_ended(above) or f.text[0].islower()


def _in_pairs(left: Zone, right: Zone) -> list[Zone]:
    """Return the paragraphs of two texts in turn when all of them begin on the same lines; else none."""
    cuts = [_begins(left), _begins(right)]
    if len(cuts[0]) != len(cuts[1]) or len(cuts[0]) < 2:
        return []
    level = all(abs(left[a].base - right[b].base) < 0.4 * left[a].size for a, b in zip(*cuts, strict=True))
    if not level:
        return []
    found: list[Zone] = []
    for (a, b), (c, d) in zip(pairwise([*cuts[0], len(left)]), pairwise([*cuts[1], len(right)]), strict=True):
        found.extend((left[a:b], right[c:d]))
    return found


def _begins(column: Zone) -> list[int]:
    return [0, *(at for at in range(1, len(column)) if not _goes_on(column[at - 1], column[at]))]


def _list(fragments: Sequence[Fragment]) -> tuple[Zone, list[Zone], Zone] | None:
    """Part the page at a numbered list that is set in columns."""
    columns = _numbered(fragments)
    for at, column in enumerate(columns):
        for first in column:
            chain = _chain(first, columns[at:])
            zones = _filled(fragments, chain) if len(chain) > 1 else []
            if zones:
                return _parted(fragments, zones, zones)
    return None


def _numbered(fragments: Sequence[Fragment]) -> list[list[_Entry]]:
    """Return the numbered entries by the left edge that they share, each column from the top."""
    found: list[list[_Entry]] = []
    for f in sorted(filter(_is_numbered, fragments), key=_left):
        match = _NUMBERED.match(f.text)
        if match is not None:
            entry = _Entry(f, int(match[1]) if match[1].isdigit() else ord(match[1]))
            if found and f.x0 - found[-1][0].fragment.x0 < EDGE:
                found[-1].append(entry)
            else:
                found.append([entry])
    return [sorted(column, key=_height) for column in found]


def _chain(first: _Entry, columns: Sequence[Sequence[_Entry]]) -> list[list[_Entry]]:
    """Return the columns of one list that begin on the line of ``first``, each going on with the number after."""
    found: list[list[_Entry]] = []
    value = first.value
    for column in columns:
        begin = next((at for at, entry in enumerate(column) if _level(entry, first)), None)
        if begin is None or column[begin].value != value:
            continue
        run = [column[begin]]
        for entry in column[begin + 1 :]:
            if entry.value != run[-1].value + 1:
                break
            run.append(entry)
        if len(run) < 2 or (found and len(run) > len(found[0])):
            return found
        found.append(run)
        value = run[-1].value + 1
    return found


def _filled(fragments: Sequence[Fragment], chain: Sequence[Sequence[_Entry]]) -> list[Zone]:
    """Return all that stands in the columns of a list; nothing when something stands across them."""
    edges = [column[0].fragment.x0 - EDGE for column in chain]
    top = chain[0][0].fragment.base - 0.5 * chain[0][0].fragment.size
    bottom = max(column[-1].fragment.base for column in chain)
    found: list[Zone] = [[] for _ in edges]
    for f in sorted((f for f in fragments if f.base > top), key=_base):
        at = bisect_right(edges, f.x0) - 1
        inside = at >= 0 and (at + 1 == len(edges) or f.x1 < edges[at + 1])
        if f.base > bottom + 0.5 * f.size:
            wrapped = inside and f.x0 > edges[at] + 2 * EDGE and f.base - bottom < NEXT * f.size
            if not wrapped:
                break
            bottom = f.base
        elif not inside:
            return []
        found[at].append(f)
    return found


def _level(one: _Entry, other: _Entry) -> bool:
    return abs(one.fragment.base - other.fragment.base) < 0.4 * one.fragment.size


def _parted(fragments: Sequence[Fragment], columns: Sequence[Zone], zones: list[Zone]) -> tuple[Zone, list[Zone], Zone]:
    own = {id(f) for column in columns for f in column}
    top = min(column[0].base for column in columns)
    rest = [f for f in fragments if id(f) not in own]
    return [f for f in rest if f.base < top], zones, [f for f in rest if f.base >= top]


_base, _left, _height = attrgetter("base"), attrgetter("x0"), attrgetter("fragment.base")
