"""Long enumerations in one sentence, parted at their semicolons."""

from typing import NamedTuple

import regex

from pipeline.sentences.paragraphs import marker_of
from pipeline.spans import Span

LONG = 900
"""Characters from which a sentence is parted; below, its clauses are read faster together than with their lead-in."""
_BORDER = regex.compile(r"(?<=[;；])(?:\s(?:and|or|und|oder))?\s(?=\((?:[a-z]{1,4}|[A-Z]|\d{1,2})\)\s)")
_FIRST = regex.compile(r"(?:^|\s)(?=\((?:a|i|A|1)\)\s)")


class Clause(NamedTuple):
    """A part of a sentence."""

    span: Span
    lead: tuple[str, ...]
    """What stands before the first letter of the enumeration; empty for the first clause, which holds it."""


def parted(text: str) -> list[Clause]:
    """Part a long enumeration before each letter or number of its outermost list; other texts stay whole."""
    first = _FIRST.search(text) if len(text) >= LONG else None
    if first is None:
        return [Clause(Span(0, len(text)), ())]
    style = marker_of(text[first.end() :])
    borders = [match for match in _BORDER.finditer(text, first.end()) if marker_of(text[match.end() :]) == style]
    starts = [0, *(match.end() for match in borders)]
    ends = [*(match.end() - 1 for match in borders), len(text)]
    lead = (text[: first.start()],) if first.start() else ()
    return [Clause(Span(a, b), lead if a else ()) for a, b in zip(starts, ends, strict=True)]
