"""Stretches of a line, as left and right."""

from collections.abc import Iterable


def merged(stretches: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the stretches from the left, those that meet as one."""
    found: list[tuple[float, float]] = []
    for x0, x1 in sorted(stretches):
        if found and x0 <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], x1))
        else:
            found.append((x0, x1))
    return found
