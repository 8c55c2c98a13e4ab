"""Finds where a further table begins among the rows of one: at heads of its own, years or dates over its columns."""

from collections.abc import Sequence
from itertools import pairwise

import regex

from pipeline.extract import heads
from pipeline.extract.fragments import is_figure
from pipeline.extract.rows import PrintedRow
from pipeline.extract.unitline import UNIT_LINE

LONGEST = 24
"""Characters of a date over a column at most."""
MOST = 4
"""Rows without figures above the dates that are heads and titles too."""

PROSE = 100
"""Characters from which a row is a sentence, no title."""
_NOTE = regex.compile(r"\(?[a-z0-9]{1,2}\)|[*†‡]")

_DATE = regex.compile(
    r"(?:(?:FY|Fiscal|Year)\s?)?(?:(?:\d{1,2}\.?\s)?[A-Z][a-zä]{2,8}\.?\s(?:\d{1,2},\s?)?)?(?:19|20)\d\d"
    r"(?:年(?:度|\d{1,2}月(?:\d{1,2}日)?)?)?(?:\s?\([a-z0-9]\))?"
)
"""Catches ``2021``, ``Dec. 31, 2021``, ``31 December 2021``, ``2021年12月31日``; spares ``2,021``."""
_PERIOD = regex.compile(
    r"(?:(?:(?:for|as of|at|the|fiscal|three|six|nine|twelve|months?|quarters?|years?|period|ended|ending)\b\s?)+"
    r"(?:[A-Z][a-z]{2,8}\.?(?:\s\d{1,2})?)?|[A-Z][a-z]{2,8}\.?\s\d{1,2}),?:?|\([^()]{0,60}\)",
    regex.IGNORECASE,
)
"""Catches ``Years ended December 31,``, ``(Millions)``; spares ``Expiry``."""


def begins(rows: Sequence[PrintedRow]) -> list[int]:
    """Return the rows with which further tables begin."""
    found: list[int] = []
    last = 0
    for at in range(2, len(rows) - 1):
        if not (_is_head(rows[at]) if len(rows[at].cells) > 1 else heads.dates(rows, at)):
            continue
        begin = _with_titles(rows, at, last)
        if begin > last and any(map(_holds_sums, rows[last:begin])) and any(map(_holds_sums, rows[at + 1 :])):
            found.append(begin)
            last = at
    return found


def _is_head(row: PrintedRow) -> bool:
    """Tell whether a row holds nothing but dates behind what says their period or unit."""
    cells = row.cells
    start, end = cells[-1]
    if end - start > LONGEST or not _is_date(row, cells[-1]):
        return False
    label, *dates = cells
    if not all(_is_date(row, cell) for cell in dates):
        return False
    if _is_date(row, label):
        return True
    years = [int(row.text[slice(*cell)][-4:]) for cell in dates if row.text[slice(*cell)][-4:].isdigit()]
    if len(years) == len(dates) > 2 and all(abs(a - b) == 1 for a, b in pairwise(years)):
        return True
    text = row.text[slice(*label)]
    return _PERIOD.fullmatch(text) is not None or UNIT_LINE.fullmatch(text) is not None


def _is_date(row: PrintedRow, cell: tuple[int, int]) -> bool:
    text = row.text[slice(*cell)]
    return ("20" in text or "19" in text) and _DATE.fullmatch(text) is not None


def _holds_sums(row: PrintedRow) -> bool:
    """Tell whether a row has figures behind its label that are neither dates nor days of dates (``30,``)."""
    return any(
        is_figure(row.text[start:end]) and row.text[end - 1] != "," and not _is_date(row, (start, end))
        for start, end in row.cells[1:]
    )


def _with_titles(rows: Sequence[PrintedRow], head: int, last: int) -> int:
    """Return the first of the rows without figures right above a head that are heads and titles as well."""
    at = head
    while at - 1 > last and head - at < MOST and not _holds_sums(rows[at - 1]) and not _is_note(rows, at - 1):
        at -= 1
    return at


def _is_note(rows: Sequence[PrintedRow], at: int) -> bool:
    """Tell whether a row belongs to the table above: a note, or the second line of the label of a row of figures."""
    text = rows[at].text
    wraps = text[0].islower() and _holds_sums(rows[at - 1])
    return wraps or len(text) > PROSE or _NOTE.match(text) is not None
