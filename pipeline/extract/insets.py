"""Finds notes set into the edge of a paragraph: small print beside its first lines, which run on below it."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from pipeline.extract.fragments import Fragment, is_figure
from pipeline.extract.gutters import paragraph_starts

SMALL = 0.92
"""Of the size of the text: a note in its edge is smaller."""
LEVEL = 0.8
"""Sizes of the text that a line of the note and the one beside it differ in height at most."""
STEP = 1.8
"""Sizes of the note from one of its lines to the next at most."""
BELOW = 3
"""Lines of text below or above the note within which one has to run under it or over it."""
ENOUGH = 3
"""Lines of running text on the page."""
WORDY = 8
"""Characters of a line of a note; the mark of a footnote has fewer."""


def find(fragments: Sequence[Fragment]) -> list[Fragment]:
    """Return the lines of such notes among ``fragments``."""
    lines = [f for f in fragments if f.prose]
    if len(lines) < ENOUGH:
        return []
    least = SMALL * sorted([f.size for f in lines])[len(lines) // 2]
    small = [f for f in fragments if f.size < least and f.length >= WORDY and not is_figure(f.text)]
    if len(small) < 2:
        return []
    text = [f for f in lines if f.size >= least]
    found: list[Fragment] = []
    for run in _runs(sorted(small, key=lambda f: (round(f.x0), f.base))):
        if len(run) > 1 and all(_has_beside(f, text) for f in run) and _is_run_under(run, text):
            found.extend(run)
    return found


def placed(zones: Sequence[list[Fragment]], notes: Sequence[Fragment]) -> list[list[Fragment]]:
    """Return ``zones``, each of the notes that :func:`find` took from them after the paragraph it begins beside."""
    made: list[list[Fragment]] = []
    left = list(notes)
    for zone in zones:
        own = [n for n in left if any(f.x1 < n.x0 and abs(f.base - n.base) < f.size for f in zone)]
        left = [n for n in left if n not in own]
        made.extend(noted(zone, own) if own else [zone])
    return [*made, left] if left else made


def noted(text: list[Fragment], notes: list[Fragment]) -> list[list[Fragment]]:
    """Return the paragraphs of the text, each note after the one beside which it begins."""
    starts = paragraph_starts(text)
    begins = [bisect_left(starts, y + 4) - 1 for y in paragraph_starts(notes)]
    cuts = [starts[at + 1] - 4 for at in dict.fromkeys(begins) if 0 <= at < len(starts) - 1]
    parts: list[tuple[list[Fragment], list[Fragment]]] = [([], []) for _ in range(len(cuts) + 1)]
    for side, fragments in enumerate((text, notes)):
        for f in fragments:
            parts[bisect_left(cuts, f.base)][side].append(f)
    return [side for part in parts for side in part if side]


def _runs(small: Sequence[Fragment]) -> list[list[Fragment]]:
    """Return the lines that begin below one another, close together."""
    runs = [[small[0]]]
    for one, other in pairwise(small):
        if abs(other.x0 - one.x0) < 1 and 0 < other.base - one.base < STEP * one.size:
            runs[-1].append(other)
        else:
            runs.append([other])
    return runs


def _has_beside(note: Fragment, text: Sequence[Fragment]) -> bool:
    """Tell whether a line of the text ends before the note, at its height."""
    return any(f.x1 < note.x0 and abs(f.base - note.base) < LEVEL * f.size for f in text)


def _is_run_under(run: Sequence[Fragment], text: Sequence[Fragment]) -> bool:
    """Tell whether a line close below or above the note takes up its place as well as that of the text beside it."""
    right = max(f.x1 for f in run)
    beside = [f for f in text if f.x1 < run[0].x0 and run[0].base - f.size < f.base < run[-1].base + f.size]
    return any(
        f.x0 < min(g.x0 for g in beside) + f.size
        and f.x1 > (run[0].x0 + right) / 2
        and (0 < f.base - run[-1].base < BELOW * f.size or 0 < run[0].base - f.base < BELOW * f.size)
        for f in text
    )
