"""Meets a budget from below: units go in by rank until the next one would not fit."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate, count
from typing import NamedTuple

from pipeline.errors import SettingsError

TOLERANCE = 0.005
"""Share of the budget that may stay unused, where one unit is less than that."""


_ROUNDS = 12
"""How often a section may be passed over."""

Measure = Callable[[set[int]], int]


class Rank(NamedTuple):
    """The order in which units go in, highest first."""

    strength: int
    """Of the guards; below 0 for what goes in any mode."""
    entropy: float
    support: bool
    """A heading or table header goes in before what it serves."""
    position: int
    """Negative place in the document: earlier first."""


def ranked(
    strengths: Sequence[int], entropies: Sequence[float], supports: Sequence[tuple[int, Sequence[int]]]
) -> list[int]:
    """Return all units, the first to keep first; what makes a unit readable stands before it."""
    best = [(strength, entropy) for strength, entropy in zip(strengths, entropies, strict=True)]
    serves = [False] * len(best)
    for at, served in reversed(supports):
        top = max((best[other] for other in served), default=best[at])
        if top >= best[at]:
            best[at], serves[at] = top, True
    keys = [Rank(*pair, serves[at], -at) for at, pair in enumerate(best)]
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=True)


def by_tokens(order: Sequence[int], tokens: Sequence[int], *, limit: float) -> set[int]:
    """Return the units that go in under ``limit`` unit tokens.

    Those of rank first; a gap beyond the tolerance is filled with the next units that fit.
    """
    kept: set[int] = set()
    used = 0
    for at in order:
        if used + tokens[at] <= limit:
            kept.add(at)
            used += tokens[at]
        elif limit - used <= TOLERANCE * limit:
            break
    return kept


def by_measure(
    order: Sequence[int],
    tokens: Sequence[int],
    measure: Measure,
    *,
    limit: int,
    sections: Sequence[range] = (),
) -> set[int]:
    """Return the units of rank first whose prompt, frame included, has at most ``limit`` tokens by ``measure``.

    Where the next unit does not fit because it opens a section with many others in it, that section stays shut and
    the units of the others go on.

    Raises:
        SettingsError: the frame alone has more.
    """
    used = measure(set())
    if used > limit:
        raise SettingsError(f"max_tokens {limit}: the frame alone takes {used} tokens; give more, or --keep FRACTION")
    kept: set[int] = set()
    left = list(order)
    for _ in range(_ROUNDS):
        taken, used = _fitting(left, tokens, partial(_with, measure, frozenset(kept)), limit=limit, frame=used)
        kept |= set(left[:taken])
        if taken == len(left) or limit - used <= max(TOLERANCE * limit, tokens[left[taken]]):
            break
        shut = _unopened(sections, left[taken], kept)
        left = [at for at in left[taken + 1 :] if at not in shut]
    return kept


def _with(measure: Measure, kept: frozenset[int], more: set[int]) -> int:
    return measure({*kept, *more})


def _unopened(sections: Sequence[range], at: int, kept: set[int]) -> range:
    """Return the largest section about a unit of which nothing stands yet but its heading."""
    return next((section for section in sections if at in section and kept.isdisjoint(section[1:])), range(0))


def _fitting(
    order: Sequence[int], tokens: Sequence[int], measure: Measure, *, limit: int, frame: int
) -> tuple[int, int]:
    """Return how many units of ``order`` fit, and the size with them; ``frame`` is the size with none.

    The frame grows with what is kept, so the count is found by interpolation, every third time by halving; five to
    ten prompts are measured.
    """
    high = measure(set(order))
    if high <= limit:
        return len(order), high
    sums = [0, *accumulate(tokens[at] for at in order)]
    fits, fails, low = 0, len(order), frame
    for turn in count(1):
        if fails - fits <= 1 or limit - low <= TOLERANCE * limit:
            break
        share = 0.5 if turn % 3 == 0 else (limit - low) / (high - low)
        asked = bisect_right(sums, sums[fits] + share * (sums[fails] - sums[fits])) - 1
        asked = min(max(asked, fits + 1), fails - 1)
        size = measure(set(order[:asked]))
        if size <= limit:
            fits, low = asked, size
        else:
            fails, high = asked, size
    return fits, low
