"""Finds the title and the unit line of a table in the text right above it."""

from collections.abc import Sequence

import regex

from pipeline.document import Place
from pipeline.extract.blocks import Group
from pipeline.extract.unitline import CURRENCY, UNIT_LINE
from pipeline.spans import Span

_UNIT = regex.compile(
    r"\((?:[^()]{0,40}\b)?[Ii]n (?:[A-Z$€£]{1,4} ?)?(?:millions|thousands|billions)\b[^()]{0,80}\)|单位[:：]\s*\S{1,12}"
)
"""Catches ``(in thousands)`` at the end of a sentence; spares ``in millions of homes``."""
_LINE = regex.compile(rf"{UNIT_LINE.pattern}|[（(]?{CURRENCY}[）)]?")
"""Catches a line that says nothing but the unit: ``EUR`` too, which among the heads of a table is a column's."""
TITLE = 120
"""Characters that each line of a title has at most."""


def above(groups: Sequence[tuple[Group, list[int]]], page: int) -> tuple[Place | None, Place | None]:
    """Return the places of the caption and of the unit line for a table that follows ``groups`` (with row offsets)."""
    unit: Place | None = None
    for group, offsets in reversed(groups[-3:]):
        if group.kind != "text":
            break
        found = _unit(group, offsets, page)
        unit = unit or found
        if found is not None and len(group.rows) == 1 and _LINE.fullmatch(group.rows[0].text):
            continue
        if len(group.rows) <= 3 and _is_title(group):
            return Place(page, Span(offsets[0], offsets[-1] + len(group.rows[-1].text))), unit
        break
    return None, unit


def _unit(group: Group, offsets: Sequence[int], page: int) -> Place | None:
    for row, offset in zip(group.rows[:-3:-1], offsets[:-3:-1], strict=False):
        match = _UNIT.search(row.text) or (_LINE.fullmatch(row.text) if len(row.text) < TITLE else None)
        if match is not None:
            return Place(page, Span(offset + match.start(), offset + match.end()))
    return None


def _is_title(group: Group) -> bool:
    text = group.rows[-1].text.rstrip()
    return all(len(row.text) < TITLE for row in group.rows) and not text.endswith((".", ";", "。", "；", ","))
