"""Half-open character spans, and replacements that never lose their way home.

Offsets count Unicode code points, as Python's ``str`` does. No domain words here.
"""

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """Characters ``start <= i < end`` of one text."""

    start: int
    end: int


class Replacement(NamedTuple):
    """Write ``after`` in the place of the characters under ``span``."""

    span: Span
    after: str


class Edited(NamedTuple):
    """A text after its replacements, with the way back to the text before them."""

    text: str
    starts: tuple[int, ...]
    """In the new text, where each unbroken run begins."""
    origins: tuple[Span, ...]
    """In the old text, the run each of them came from."""
    copied: tuple[bool, ...]
    """Whether the run was copied or replaced."""

    def origin(self, span: Span) -> Span:
        """Return the old characters that ``span`` of the new text stands for.

        A span that cuts into a replacement grows to the whole of what was replaced.
        """
        if not self.starts:
            return Span(0, 0)
        first = max(0, bisect_right(self.starts, span.start) - 1)
        last = max(first, bisect_right(self.starts, max(span.start, span.end - 1)) - 1)
        start, end = self.origins[first].start, self.origins[last].end
        if self.copied[first]:
            start += span.start - self.starts[first]
        if self.copied[last]:
            end = self.origins[last].start + span.end - self.starts[last]
        return Span(start, end)


def apply(text: str, replacements: Iterable[Replacement], *, within: Span | None = None) -> Edited:
    """Apply ``replacements`` to the characters of ``text`` under ``within`` (all of it when None).

    Offsets of the result's text begin at 0; its origins are offsets of the whole ``text``.

    Raises:
        ValueError: two replacements overlap, or one reaches outside ``within``.
    """
    at, stop = within if within is not None else Span(0, len(text))
    pieces: list[str] = []
    starts: list[int] = []
    origins: list[Span] = []
    copied: list[bool] = []
    length = 0
    for span, after in sorted(replacements):
        if span.start < at or span.end > stop or span.end < span.start:
            raise ValueError(f"replacement of {span} overlaps its neighbour or leaves the text at {at}..{stop}")
        if span.start > at:
            pieces.append(text[at : span.start])
            starts.append(length)
            origins.append(Span(at, span.start))
            copied.append(True)
            length += span.start - at
        if after:
            pieces.append(after)
            starts.append(length)
            origins.append(span)
            copied.append(False)
            length += len(after)
        at = span.end
    if at < stop:
        pieces.append(text[at:stop])
        starts.append(length)
        origins.append(Span(at, stop))
        copied.append(True)
    return Edited("".join(pieces), tuple(starts), tuple(origins), tuple(copied))


def overlay(below: Iterable[Replacement], above: Iterable[Replacement]) -> list[Replacement]:
    """Lay one set of replacements over another: a lower one that touches a higher one gives way, the rest stay.

    An ``above`` replacement has to be written so that its ``after`` already includes what the lower ones meant
    (find it in the text after the lower ones, lead it back with :meth:`Edited.origin`).
    """
    upper = sorted(above)
    starts = [span.start for span, _ in upper]
    kept = list(upper)
    for replacement in below:
        span = replacement.span
        at = bisect_right(starts, span.start) - 1
        covered = at >= 0 and upper[at].span.end > span.start
        following = at + 1 < len(upper) and upper[at + 1].span.start < span.end
        if not covered and not following:
            kept.append(replacement)
    kept.sort()
    return kept
