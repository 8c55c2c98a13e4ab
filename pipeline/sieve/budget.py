"""Meets a budget from below: units go in by rank until the next one would not fit."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pipeline.errors import SettingsError

TOLERANCE = 0.005
"""Share of the budget that may stay unused, where one unit is less than that."""


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
    order: Sequence[int], tokens: Sequence[int], measure: Callable[[set[int]], int], *, limit: int
) -> set[int]:
    """Return the units of rank first whose prompt, frame included, has at most ``limit`` tokens by ``measure``.

    Raises:
        SettingsError: the frame alone has more.
    """
    frame = measure(set())
    if frame > limit:
        raise SettingsError(f"max_tokens {limit}: the frame alone takes {frame} tokens; give more, or --keep FRACTION")
    sums = [0]
    for at in order:
        sums.append(sums[-1] + tokens[at])
    fits, fails = 0, len(order) + 1
    low = frame
    while fails - fits > 1 and limit - low > TOLERANCE * limit:
        count = _guess(sums, fits=fits, fails=fails, room=limit - low)
        size = measure(set(order[:count]))
        if size <= limit:
            fits, low = count, size
        else:
            fails = count
    return set(order[:fits])


def _guess(sums: Sequence[int], *, fits: int, fails: int, room: int) -> int:
    """Return a count strictly between: where the unit tokens alone would fill the room, else the middle."""
    count = fits
    while count + 1 < fails and sums[count + 1] - sums[fits] <= room:
        count += 1
    return count if fits < count < fails else (fits + fails) // 2
