"""From two documents to the changes between them.

Exact keys first (aligned, then moved), words next, likeness last: a similar text is never called unchanged, because
"would" and "could" are 99.6 % alike in a sentence of Apple's, and "X" is all contained in "X unless Y".
"""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from pipeline.document import Change, ChangeKind, Document, Unit
from pipeline.versions import hunk
from pipeline.versions.align import Match, align, hunks
from pipeline.versions.keys import Key, key_of
from pipeline.versions.kinds import subkinds

DUPLICATE = "DUPLICATE_REMOVED"
REPEATED = "DUPLICATE_ADDED"
_MOVED_ALIKE = 85.0
"""Likeness from which a sentence that changed and moved is still the same one."""
_MOVED_WORDS = 12
"""Characters of a key below which a move says nothing ("None.", "Total")."""

_LISTED_PAGE = regex.compile(r"[\s.…·]+(?:\p{Lu}{1,2}-)?(?:\d{1,4}|[ivxlc]{1,6})\s*$")
"""The page at the end of a line of a printed list of contents: a new one is no change of what the document says."""


class Side(NamedTuple):
    """One version."""

    units: Sequence[Unit]
    keys: Sequence[Key]


class Found(NamedTuple):
    """A change with its place in the new version's order."""

    order: tuple[int, int]
    change: Change


def compare(old: Document, new: Document) -> tuple[Change, ...]:
    """Return the changes in the order of the new version, deletions where they stood."""
    before, after = _side(old), _side(new)
    matches = align([key.body for key in before.keys], [key.body for key in after.keys])
    open_old = set(range(len(before.keys))) - {match.old for match in matches}
    open_new = set(range(len(after.keys))) - {match.new for match in matches}
    moves = _moves(before, after, open_old, open_new)
    found = [*_renumbered(before, after, matches), *_moved(before, after, moves)]
    open_old -= {match.old for match in moves}
    open_new -= {match.new for match in moves}
    found += _settled(before, after, matches, open_old, open_new)
    return tuple(change for _, change in sorted(found, key=lambda item: item.order))


def _side(document: Document) -> Side:
    listed = {tag.unit for tag in document.boilerplate if tag.subtype == "table_of_contents"}
    texts = (_LISTED_PAGE.sub("", unit.text) if at in listed else unit.text for at, unit in enumerate(document.units))
    return Side(document.units, [key_of(text) for text in texts])


def _moves(before: Side, after: Side, open_old: set[int], open_new: set[int]) -> list[Match]:
    """Pair what stands unchanged at another place, first come first served."""
    waiting: dict[str, deque[int]] = defaultdict(deque)
    for i in sorted(open_old):
        waiting[before.keys[i].body].append(i)
    return [Match(waiting[key].popleft(), j) for j in sorted(open_new) if waiting[key := after.keys[j].body]]


def _change(
    before: Side, after: Side, kind: ChangeKind, old: int | None, new: int | None, kinds: tuple[str, ...] = ()
) -> Change:
    gone = before.units[old] if old is not None else None
    come = after.units[new] if new is not None else None
    return Change(kind, new, gone.text if gone else None, _page(gone), come.text if come else None, _page(come), kinds)


def _page(unit: Unit | None) -> int | None:
    return unit.places[0].page if unit and unit.places else None


def _renumbered(before: Side, after: Side, matches: Sequence[Match]) -> Iterator[Found]:
    for i, j in matches:
        if _number_differs(before.keys[i].number, after.keys[j].number):
            yield Found((j, 1), _change(before, after, "renumbered", i, j))


def _number_differs(old: str, new: str) -> bool:
    """A number that only one side has may have been split off by the layout."""
    return old != new and any(map(str.isalnum, old)) and any(map(str.isalnum, new))


def _moved(before: Side, after: Side, moves: Sequence[Match]) -> Iterator[Found]:
    for i, j in moves:
        if _number_differs(before.keys[i].number, after.keys[j].number):
            yield Found((j, 1), _change(before, after, "renumbered", i, j))
        elif len(after.keys[j].body) >= _MOVED_WORDS:
            yield Found((j, 1), _change(before, after, "moved", i, j))


class Rest(NamedTuple):
    """What no pairing explains yet."""

    gone: list[tuple[int, int]]
    """Old sentences, and where in the new version's order they stood."""
    come: list[int]


def _settled(
    before: Side, after: Side, matches: Sequence[Match], open_old: set[int], open_new: set[int]
) -> Iterator[Found]:
    """Settle each stretch between matches, then what changed and moved."""
    budget = hunk.BUDGET
    rest = Rest([], [])
    for stretch in hunks(matches, len(before.units), len(after.units)):
        olds = [i for i in stretch.old if i in open_old]
        news = [j for j in stretch.new if j in open_new]
        texts = [before.units[i].text for i in olds], [after.units[j].text for j in news]
        outcome, budget = hunk.settle(*texts, budget=budget)
        for i, j in outcome.pairs:
            yield _modified(before, after, olds[i], news[j])
        starts = [i for i, _ in outcome.pairs]
        for i in outcome.deleted:
            behind = bisect_left(starts, i)
            rest.gone.append((olds[i], news[outcome.pairs[behind - 1][1]] + 1 if behind else stretch.new.start))
        rest.come.extend(news[j] for j in outcome.added)
    yield from _strayed(before, after, rest, budget=budget)


def _strayed(before: Side, after: Side, rest: Rest, *, budget: int) -> Iterator[Found]:
    """Pair what changed and moved; the rest was added or deleted."""
    pairs: list[tuple[int, int]] = []
    if len(rest.gone) * len(rest.come) <= budget:
        texts = [before.units[i].text for i, _ in rest.gone], [after.units[j].text for j in rest.come]
        pairs = hunk.pair(*texts, alike=_MOVED_ALIKE)
    for i, j in pairs:
        yield _modified(before, after, rest.gone[i][0], rest.come[j])
    paired_old, paired_new = {i for i, _ in pairs}, {j for _, j in pairs}
    gone = [item for at, item in enumerate(rest.gone) if at not in paired_old]
    come = [item for at, item in enumerate(rest.come) if at not in paired_new]
    yield from _one_sided(before, after, gone, come)


def _modified(before: Side, after: Side, old: int, new: int) -> Found:
    kinds = subkinds(before.units[old].text, after.units[new].text)
    return Found((new, 1), _change(before, after, "modified", old, new, kinds))


def _one_sided(before: Side, after: Side, gone: Sequence[tuple[int, int]], come: Sequence[int]) -> Iterator[Found]:
    """Tell what was added or deleted; what also stands elsewhere was only repeated."""
    had = {key.body for key in before.keys}
    has = {key.body for key in after.keys}
    for i, at in gone:
        kinds = (DUPLICATE,) if before.keys[i].body in has else ()
        yield Found((at, 0), _change(before, after, "deleted", i, None, kinds))
    for j in come:
        kinds = (REPEATED,) if after.keys[j].body in had else ()
        yield Found((j, 1), _change(before, after, "added", None, j, kinds))
