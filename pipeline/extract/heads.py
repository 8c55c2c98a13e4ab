"""Tells which lines above a table head its columns or its labels: "Years ended December 31,", "Average"."""

from bisect import bisect_left
from collections.abc import Sequence

import regex

from pipeline.extract import channels
from pipeline.extract.fragments import is_figure
from pipeline.extract.rows import PrintedRow
from pipeline.extract.unitline import UNIT_LINE

MOST, UNSAID = 6, 3
"""Lines of heads above the first row of several cells at most; those that do not say a period."""
NEAR, FAR = 2.0, 2.8
"""Sizes that a head stands above the next line at most; one that says a period may leave room for a rule."""
LOOK = 6
"""Rows of a table that say where its columns begin."""
LONGEST = 60
"""Characters of a head that stands over columns alone, at most."""

_WORDS = (
    "for|as of|as|of|at|the|or|and|fiscal|first|second|third|fourth|one|three|four|six|nine|twelve|thirteen|weeks?"
    "|months?|quarters?|half|years?|periods?|ended|ending"
)
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_PHRASE = rf"(?:(?:{_WORDS})\b[\s-]?)*(?:ended|ending)\b\s?(?:{_MONTH}(?:\s\d{{1,2}})?)?"
_OPEN = rf"(?:(?:{_WORDS})\b[\s-]?){{2,8}}(?:months?|weeks?|years?|quarters?|periods?)"
_PERIOD = regex.compile(
    rf"(?:{_PHRASE}|{_OPEN}|(?:(?:as of|at)\s)?{_MONTH}\s\d{{1,2}})(?:,?\s(?:19|20)\d\d|,)?",
    regex.IGNORECASE,
)
"""Catches ``Three months ended June 30,`` and ``December 31,``; spares ``Years of service``."""
_YEAR = regex.compile(r"(?:19|20)\d\d|\d{1,2},")
_MEASURED = regex.compile(r"\d+\.\d+ ")
"""Catches ``5.00 years``."""
_SIDE = regex.compile(rf"(?:{_PHRASE}),?", regex.IGNORECASE)
"""Catches ``Year ending June 30,`` over labels that are years; spares it with a year, which would be a label."""
_EACH = rf"(?:(?:as|for)\b\s{_OPEN}|(?:(?:{_WORDS})\b[\s-]?){{2,8}}(?<=end(?:ed|ing)\s?)(?:{_MONTH}(?:\s\d{{1,2}})?)?)"
_TWICE = regex.compile(rf"{_EACH},?\s({_EACH}),?", regex.IGNORECASE)
"""Catches ``Three months ended June 30, Six months ended June 30,``; spares ``For the years ending``."""


def is_head(rows: Sequence[PrintedRow], at: int, table: int) -> bool:
    """Tell whether the line of one cell at ``at``, above heads or rows taken already, is a head of their table."""
    row, below = rows[at], rows[at + 1]
    step = (below.base - row.base) / max(row.size, below.size)
    if step > FAR or len(row.text) > LONGEST:
        return False
    left = row.edges[0][0]
    if step <= NEAR and table - at <= UNSAID and left > below.edges[0][1] and left > rows[table].edges[0][1] - 2:
        return True
    if not says_when(row.text):
        return at + 1 < table and UNIT_LINE.fullmatch(row.text) is not None and _is_label(rows, at, table)
    if _is_over(rows, at, table):
        return True
    return _SIDE.fullmatch(row.text) is not None and _is_label(rows, at, table)


def is_near(row: PrintedRow, below: PrintedRow) -> bool:
    """Tell whether a line of several heads stands right above the next line."""
    return below.base - row.base <= NEAR * max(row.size, below.size)


def says_when(text: str) -> bool:
    """Tell whether a line says a period or a date, and nothing else."""
    return _PERIOD.fullmatch(text) is not None or _TWICE.fullmatch(text) is not None


def says_side(text: str) -> bool:
    """Tell whether a line among the labels names what they are or what the figures count in: no label itself."""
    return _SIDE.fullmatch(text) is not None or UNIT_LINE.fullmatch(text) is not None


def dates(rows: Sequence[PrintedRow], at: int) -> bool:
    """Tell whether a date alone stands over the columns below it, with their heads between: it heads them all."""
    row = rows[at]
    if len(row.cells) > 1 or not ("20" in row.text or "19" in row.text) or _PERIOD.fullmatch(row.text) is None:
        return False
    full = next((i for i in range(at + 1, len(rows)) if is_full(rows[i])), len(rows))
    between = rows[at + 1 : full]
    return 0 < len(between) <= MOST and max(len(other.cells) for other in between) > 1 and _is_over(rows, at, full)


def is_full(row: PrintedRow) -> bool:
    """Tell whether a row has figures behind its label, years apart, or measures."""
    texts = [row.text[a:b] for a, b in row.cells[1:]]
    return any((is_figure(text) and _YEAR.fullmatch(text) is None) or _MEASURED.match(text) for text in texts)


def part(row: PrintedRow) -> None:
    """Part a line that says two periods with no more than a blank between: each stands over columns of its own."""
    if len(row.cells) == 1 and (found := _TWICE.fullmatch(row.text)) is not None:
        channels.cut(row, 0, bisect_left(row.starts, found.start(1)))


def _is_over(rows: Sequence[PrintedRow], at: int, table: int) -> bool:
    """Tell whether a line stands over the columns of a table: behind its labels, or where its figures begin."""
    left = rows[at].edges[0][0]
    labels = [row.edges[0][1] for row in rows[table : table + LOOK] if len(row.cells) > 1 and is_full(row)]
    return left > _columns_left(rows, table) or left > max(labels, default=float("inf"))


def _is_label(rows: Sequence[PrintedRow], at: int, table: int) -> bool:
    """Tell whether a line stands where the labels of the table begin, and ends before its columns."""
    left, right = rows[at].edges[0]
    near = rows[table : table + LOOK]
    return abs(left - min(row.edges[0][0] for row in near)) < rows[at].size and right < _columns_left(rows, table)


def _columns_left(rows: Sequence[PrintedRow], table: int) -> float:
    """Return where the figures of a table begin, or its labels end where those reach farther."""
    full = [
        row for row in rows[table : table + LOOK] if len(row.cells) > 1 and is_figure(row.text[slice(*row.cells[1])])
    ]
    return min([row.edges[1][0] for row in full], default=float("inf"))
