"""Finds Chinese titles that are set from the top down, a character a line, beside text that runs across."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from pipeline.extract.fragments import Fragment, is_cjk

ENOUGH = 3
"""Characters of a title that is set from the top down."""
LARGE = 1.2
"""Times the usual size that it has; single characters in the cells of a table are no larger than others."""
PITCH = 1.7
"""Sizes from one character to the next at most."""


def titles(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    """Return the characters of each title that stands beside the text."""
    single = [f for f in fragments if f.length == 1 and f.text > "z" and is_cjk(f.text)]
    if len(single) < ENOUGH or len(single) == len(fragments):
        return []
    usual = sorted(f.size for f in fragments)[len(fragments) // 2]
    lines: dict[int, list[Fragment]] = defaultdict(list)
    for f in single:
        if f.size >= LARGE * usual:
            lines[round((f.x0 + f.x1) / 4)].append(f)
    found: list[list[Fragment]] = []
    for line in lines.values():
        line.sort(key=lambda f: f.base)
        run = line[:1]
        for above, below in pairwise(line):
            if below.base - above.base > PITCH * below.size:
                found.append(run)
                run = []
            run.append(below)
        found.append(run)
    return [run for run in found if len(run) >= ENOUGH]
