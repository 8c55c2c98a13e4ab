"""Groups the printed rows of a page into paragraphs, headings, list items and tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import regex

from pipeline.document import BlockKind
from pipeline.extract import heads, stacked
from pipeline.extract.fragments import is_cjk, is_figure
from pipeline.extract.rows import PrintedRow

ENUMERATOR = regex.compile(
    r"[•●○■□▪◦·‣–—*>➢✓o§-]|\(?(?:\d{1,3}|[A-Za-z]|[ivxlcIVXLC]{1,6})[.)]|\d{1,2}(?:\.\d{1,2}){1,4}\.?|"
    r"(?:Item|ITEM|Section|SECTION|Article|ARTICLE|Note|NOTE|Part|PART)\s+[\dIVXA-C]{1,5}(?:\.\d{1,2})?[.:]?|"
    r"第[一二三四五六七八九十百零\d]{1,5}[条章节款]|[一二三四五六七八九十]{1,3}、|[（(][一二三四五六七八九十\d]{1,3}[）)]"
)
"""Catches ``(iv)``, ``2.1`` and ``•``; spares ``2018``."""

_EXHIBIT = regex.compile(r"[*†+#]{0,3}\d{1,3}(?:\.\d{1,2}){1,3}[*†+#]{0,3}")
"""Catches the numbers of marked exhibits, ``10.13.1*``: these are no notes of figures when a text follows."""

SMALLER = 0.75
"""Points by which the print of a note is smaller than the text's."""
SIZES = 0.13
"""Share by which the sizes of two lines in one sentence may differ: OCR guesses them from the letters' heights."""
RAISED = 0.4
"""Sizes by which a line with a raised mark may stand lower than usual in the middle of a sentence."""
RAGGED = 0.35
"""Share of the width that a line in the middle of a sentence may leave white."""
WINDOW = 6
"""Lines above and below that say where the margins of a paragraph are."""

_ENDS = tuple(".:;!?。：；！？")
_CLOSING = "”\"’')）」』"
"""What may stand behind the end of a sentence."""
_NOTE = regex.compile(r"(?:\(?[a-z0-9]{1,2}\)|[*†‡§]{1,3}|\d{1,2})\s*\S")


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that make one block."""

    kind: BlockKind
    rows: list[PrintedRow]
    follows: bool = False
    """Whether it is a table that follows another without a gap, under the same title and unit."""


def group(rows: Sequence[PrintedRow]) -> list[Group]:
    """Return the blocks of a page's rows, zone by zone."""
    found: list[Group] = []
    begin = 0
    for at in range(1, len(rows) + 1):
        if at == len(rows) or rows[at].zone != rows[begin].zone:
            kind = rows[begin].kind
            found.extend(_zone(rows[begin:at]) if kind is None else [Group(kind, list(rows[begin:at]))])
            begin = at
    return _with_footnotes(found)


def _with_footnotes(groups: list[Group]) -> list[Group]:
    """Return the groups, notes in small print below a table or at the foot of their zone as such."""
    texts = [found for found in groups if found.kind == "text"]
    sizes = dict.fromkeys([round(found.rows[0].size, 1) for found in texts], 0)
    if len(sizes) < 2:
        return groups
    for found in texts:
        sizes[round(found.rows[0].size, 1)] += sum([len(row.text) for row in found.rows])
    usual = max(sizes, key=lambda size: (sizes[size], size))
    small = [
        found.kind == "text" and found.rows[0].size < usual - SMALLER and _NOTE.match(found.rows[0].text) is not None
        for found in groups
    ]
    result = list(groups)
    for at, found in enumerate(groups):
        below = at > 0 and result[at - 1].kind in ("table", "footnote")
        if small[at] and (below or _ends_zone(groups, small, at)):
            result[at] = Group("footnote", found.rows)
    return result


def _ends_zone(groups: Sequence[Group], small: Sequence[bool], at: int) -> bool:
    """Tell whether nothing but notes follows in the zone."""
    zone = groups[at].rows[0].zone
    after = at + 1
    while after < len(groups) and groups[after].rows[0].zone == zone:
        if not small[after]:
            return False
        after += 1
    return True


def _zone(rows: Sequence[PrintedRow]) -> list[Group]:
    tabular = _tabular(rows)
    pitches = _pitches(rows)
    margins = _Margins(rows, tabular)
    found: list[Group] = []
    at = 0
    while at < len(rows):
        end = at + 1
        if tabular[at]:
            while (
                end < len(rows)
                and tabular[end]
                and rows[end].base - rows[end - 1].base < 3.5 * pitches[round(rows[end].size)]
            ):
                end += 1
            found.extend(_tables(rows[at:end]))
        else:
            while (
                end < len(rows)
                and not tabular[end]
                and _goes_on(rows, at, end, margins=margins, pitch=pitches[round(rows[end].size)])
            ):
                end += 1
            found.append(Group("text", list(rows[at:end])))
        at = end
    return found


def _tables(rows: Sequence[PrintedRow]) -> list[Group]:
    """Return the rows of a table; as several where it is followed by others, with heads of their own."""
    starts = stacked.begins(rows)
    if not starts:
        return [Group("table", list(rows))]
    parts = pairwise([0, *starts, len(rows)])
    return [Group("table", list(rows[first:last]), follows=first > 0) for first, last in parts]


class _Margins:
    """The bounds of the lines of text around each row of a zone."""

    def __init__(self, rows: Sequence[PrintedRow], tabular: Sequence[bool]) -> None:
        """Note where the rows of text begin and end, with the first heads of tables; rows of these do not count."""
        inside = [
            table and (len(row.cells) > 1 or (at > 0 and tabular[at - 1]) or not heads.says_when(row.text))
            for at, (row, table) in enumerate(zip(rows, tabular, strict=True))
        ]
        self._left = [1e9 if table else row.edges[0][0] for row, table in zip(rows, inside, strict=True)]
        self._right = [-1e9 if table else row.edges[-1][1] for row, table in zip(rows, inside, strict=True)]

    def at(self, index: int) -> tuple[float, float]:
        """Return the left and right bound around the row at ``index``."""
        near = slice(max(0, index - WINDOW), index + WINDOW)
        return min(self._left[near]), max(self._right[near])


def _pitches(rows: Sequence[PrintedRow]) -> dict[int, float]:
    """Return the usual distance between two lines by rounded font size: full lines are inside a paragraph."""
    steps: dict[int, list[float]] = {round(row.size): [] for row in rows}
    for above, row in pairwise(rows):
        step = row.base - above.base
        if 0 < step < 3 * row.size and abs(above.size - row.size) < 0.6:
            steps[round(row.size)].append(step)
    return {size: sorted(found)[len(found) // 3] if found else 1.3 * size for size, found in steps.items()}


def _tabular(rows: Sequence[PrintedRow]) -> list[bool]:
    """Tell of each row whether it belongs to a table."""
    own = [len(row.cells) > 1 for row in rows]
    if True not in own:
        return own
    own = [several and _is_table_row(row) for several, row in zip(own, rows, strict=True)]
    for at, row in enumerate(rows):
        if not own[at] and len(row.cells) > 1 and not _is_item(row):
            near = [rows[i] for i in (at - 1, at + 1) if 0 <= i < len(rows)]
            own[at] = any(len(other.cells) > 1 and not _is_item(other) and _aligned(row, other) for other in near)
    for at, row in enumerate(rows):
        if own[at] and len(row.cells) > 2 and own[max(0, at - 1) : at + 2].count(True) == 1:
            own[at] = not _is_stretched(rows, at)
    return _bridged(rows, own)


def _is_stretched(rows: Sequence[PrintedRow], at: int) -> bool:
    """Tell whether the row is a line of a sentence with wide gaps, set so to end where the lines around it end."""
    row = rows[at]
    left, right = row.edges[0][0], row.edges[-1][1]
    near = [
        abs(other.base - row.base) < 1.6 * row.size
        and len(other.cells) == 1
        and abs(other.edges[0][0] - left) < 1
        and other.edges[0][1] - left > 0.6 * (right - left)
        for other in rows[max(0, at - 1) : at + 2]
    ]
    above, below = at > 0 and near[0], at + 1 < len(rows) and near[-1]
    if not (above or below):
        return False
    open_above = above and not _has_ended(rows[at - 1])
    ended = _has_ended(row)
    if any(is_figure(row.text[start:end]) for start, end in row.cells[1:]):
        return open_above and ended and _is_even(row)
    inside = (open_above and row.text[0].islower()) or (below and not ended and rows[at + 1].text[0].islower())
    return inside or _is_even(row)


def _is_even(row: PrintedRow) -> bool:
    """Tell whether each word is a cell, all of them equally far apart."""
    gaps = [after[0] - before[1] for before, after in pairwise(row.edges)]
    return len(row.cells) == len(row.starts) and max(gaps) < 1.06 * min(gaps)


def _is_table_row(row: PrintedRow) -> bool:
    if len(row.cells) < 2 or (len(row.cells) == 2 and _is_item(row)):
        return False
    if any(is_figure(row.text[start:end]) for start, end in row.cells[1:]):
        return not (len(row.cells) == 2 and row.cells[0][1] > 100)
    return len(row.cells) > 2


def _is_item(row: PrintedRow) -> bool:
    """Tell whether the row is an enumerator or bullet and its text."""
    (start, end), (begin, stop) = row.cells[0], row.cells[1]
    return not is_figure(row.text[begin:stop]) and _is_enumerator(row.text[start:end])


def _aligned(row: PrintedRow, other: PrintedRow) -> bool:
    return any(
        abs(a[0] - b[0]) < 3 or abs(a[1] - b[1]) < 3 or abs(a[0] + a[1] - b[0] - b[1]) < 6
        for a in row.edges[1:]
        for b in other.edges[1:]
    )


def _bridged(rows: Sequence[PrintedRow], own: list[bool]) -> list[bool]:
    """Take in the rows between table rows that are labels without figures or headings over columns."""
    width = max([row.edges[-1][1] for row in rows]) - min([row.edges[0][0] for row in rows])
    result = list(own)
    at = 0
    while at < len(rows):
        if own[at]:
            at += 1
            continue
        end = at
        while end < len(rows) and not own[end]:
            end += 1
        inside = at > 0 and end < len(rows) and end - at <= 4
        if inside and all(_is_label(rows, i, at - 1, end, width) for i in range(at, end)):
            result[at:end] = [True] * (end - at)
        if end < len(rows):
            _take_headings(rows, result, at, end)
        at = end
    return result


def _is_label(rows: Sequence[PrintedRow], at: int, above: int, below: int, width: float) -> bool:
    row = rows[at]
    if row.base - rows[at - 1].base > 3.5 * row.size or rows[at + 1].base - row.base > 3.5 * row.size:
        return False
    if abs(row.size - rows[below].size) > 2.5:
        return False
    first_figures = min(rows[above].edges[-1][0], rows[below].edges[-1][0])
    if row.edges[0][1] <= first_figures + 2:
        return True
    return len(row.text) < 60 and row.edges[-1][1] - row.edges[0][0] < 0.6 * width


def _take_headings(rows: Sequence[PrintedRow], result: list[bool], begin: int, table: int) -> None:
    """Take in the lines above a table that stand over its columns alone, such as "Years ended December 31,"."""
    at = table - 1
    while at >= begin and table - at <= heads.MOST and not result[at]:
        row = rows[at]
        several = len(row.cells) > 1 and not _is_item(row) and max(end - start for start, end in row.cells) < 60
        if not (heads.is_near(row, rows[at + 1]) if several else heads.is_head(rows, at, table)):
            return
        heads.part(row)
        result[at] = True
        at -= 1


def _goes_on(rows: Sequence[PrintedRow], first: int, at: int, *, margins: _Margins, pitch: float) -> bool:
    """Tell whether the row at ``at`` is a further line of the paragraph of the rows from ``first``."""
    last, row = rows[at - 1], rows[at]
    size = last.size
    step = row.base - last.base
    usual = last.base - rows[at - 2].base if at - first > 1 else max(pitch, 1.2 * size)
    if step <= 0 or step > usual + RAISED * size:
        return False
    ended = _has_ended(last)
    running_on = not ended and row.text[:1].islower()
    alike = max(0.6, SIZES * size) if running_on else 0.6
    most = usual + (RAISED if running_on and abs(row.edges[0][0] - last.edges[0][0]) < 1 else 0.25) * size
    if step > most or abs(row.size - size) > alike or (row.bold != last.bold and not running_on):
        return False
    item = _starts_item(row)
    if running_on and not item:
        return True
    had_room = _had_room(last, row, margins.at(at), ended=ended)
    if item and (ended or had_room or _starts_item(rows[first])):
        return False
    return running_on or (not had_room and not _is_indented(rows[first:at], row, ended=ended))


def _has_ended(row: PrintedRow) -> bool:
    """Tell whether the row ends as a sentence does."""
    return row.text.rstrip(_CLOSING).endswith(_ENDS)


def _had_room(last: PrintedRow, row: PrintedRow, margins: tuple[float, float], *, ended: bool) -> bool:
    """Tell whether the first word of ``row`` would have fitted on the line above, so that the line ended on purpose.

    In the middle of a sentence a ragged edge explains a third of the width.
    """
    left, right = margins
    room = right - last.edges[-1][1] - (0.0 if ended else RAGGED * (right - left))
    if _centred(last, row) and last.edges[0][0] > left + 2 * last.size:
        room += last.edges[0][0] - left
    if row.text[0] > "z" and is_cjk(row.text[0]):
        return room > 2 * last.size
    first = row.boxes[2] - row.boxes[0] if row.turn == "right" else 0.5 * row.ends[0] * row.size
    return room > first + 1.2 * last.size


def _is_indented(block: Sequence[PrintedRow], row: PrintedRow, *, ended: bool) -> bool:
    """Tell whether ``row`` begins a paragraph by where it begins: farther right, or left of what hung below an item."""
    last, size = block[-1], row.size
    shift = row.edges[0][0] - last.edges[0][0]
    if abs(shift) <= 0.8 * size or _centred(last, row):
        return False
    if len(block) > 1:
        return shift > 0 or row.edges[0][0] < min(line.edges[0][0] for line in block) - 0.8 * size
    return shift > 0 and ended and not _starts_item(last)


def _centred(one: PrintedRow, other: PrintedRow) -> bool:
    return abs(sum((one.edges[0][0], one.edges[-1][1])) - sum((other.edges[0][0], other.edges[-1][1]))) < 8


def _starts_item(row: PrintedRow) -> bool:
    if len(row.cells) > 1 and _is_item(row):
        return True
    first = row.text[: row.ends[0]]
    if len(row.starts) < 2 or (len(first) > 1 and first.isascii() and first.isalpha()):
        return False
    return _is_enumerator(first)


def _is_enumerator(text: str) -> bool:
    return ENUMERATOR.fullmatch(text) is not None or _EXHIBIT.fullmatch(text) is not None
