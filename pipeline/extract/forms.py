"""Reads form fields with their labels, ticked boxes as such, and notes laid over the page, each once.

What the text layer says stays as read; a tick, which arrives as a letter of ZapfDingbats, becomes a box by an edit.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

import pymupdf

from pipeline.document import Box
from pipeline.extract.fonts import Sign
from pipeline.extract.raw import RawPage, Word, around, without
from pipeline.extract.rows import PrintedRow

TICKED, OPEN = "☒", "☐"
RULE = "character.form_box"
REACH = 220.0
"""Points between a label and its field: the column of labels of a form."""
BESIDE = 20.0
"""Points between a tick box and the label to its right."""
ABOVE = 20.0
"""Points that a label may stand above its field."""
BLANK = 1.5
"""Word heights that part two labels on one line."""
ZONE = 100_000
"""Zones of form rows count from here, beyond those of columns."""

Place = tuple[int, int]
_CHOICES = (pymupdf.PDF_WIDGET_TYPE_CHECKBOX, pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON)
_LIST = pymupdf.PDF_WIDGET_TYPE_LISTBOX
_TEXTS = (pymupdf.PDF_WIDGET_TYPE_TEXT, pymupdf.PDF_WIDGET_TYPE_COMBOBOX, _LIST)
_NOTES = (
    pymupdf.PDF_ANNOT_TEXT, pymupdf.PDF_ANNOT_FREE_TEXT, pymupdf.PDF_ANNOT_HIGHLIGHT, pymupdf.PDF_ANNOT_UNDERLINE,
    pymupdf.PDF_ANNOT_SQUIGGLY, pymupdf.PDF_ANNOT_STRIKE_OUT, pymupdf.PDF_ANNOT_CARET, pymupdf.PDF_ANNOT_SQUARE,
    pymupdf.PDF_ANNOT_CIRCLE,
)  # fmt: skip
_UNSEEN = pymupdf.PDF_ANNOT_IS_HIDDEN | pymupdf.PDF_ANNOT_IS_NO_VIEW
_COLONS = ":：?？.。"


@dataclass(slots=True)
class Collected:
    """A page without its form fields and notes, and these as rows of their own."""

    raw: RawPage
    rows: list[PrintedRow] = field(default_factory=list)
    signs: list[Sign] = field(default_factory=list)


@dataclass(slots=True)
class _Field:
    box: Box
    choice: bool
    ticked: bool
    value: str
    listed: bool = False
    """All options are printed, and ``value`` is the chosen one."""


def collect(raw: RawPage, page: pymupdf.Page) -> Collected:
    """Take the form fields and notes of ``page`` out of ``raw``."""
    if not raw.holds.annotations:
        return Collected(raw)
    fields = sorted(_fields(page), key=lambda one: (round(one.box[1]), one.box[0]))
    notes = list(_notes(page))
    if not fields and not notes:
        return Collected(raw)
    desk = _Desk(raw, [one.box for one in fields])
    for one in fields:
        desk.take_choice(one) if one.choice else desk.take_text(one)
    for box, text, painted in notes:
        desk.take_note(box, text, painted=painted)
    return Collected(raw.with_lines(without(raw.lines, desk.taken)), desk.rows, desk.signs)


def insert(rows: list[PrintedRow], extra: Iterable[PrintedRow]) -> None:
    """Put the rows of fields and notes where they stand on the page, behind what lies higher."""
    for row in extra:
        middle = (row.box[1] + row.box[3]) / 2
        at = next((at for at, other in enumerate(rows) if other.box[1] > middle), len(rows))
        while 0 < at < len(rows) and rows[at - 1].zone == rows[at].zone >= ZONE:
            at += 1
        rows.insert(at, row)


def _fields(page: pymupdf.Page) -> Iterator[_Field]:
    for widget in page.widgets():
        kind = widget.field_type
        if widget.field_flags is None or kind not in (*_CHOICES, *_TEXTS) or _flags(page, widget.xref) & _UNSEEN:
            continue
        box = tuple(widget.rect * page.rotation_matrix)
        if kind in _CHOICES:
            yield _Field(box, choice=True, ticked=_is_on(page, widget.xref), value="")
        else:
            value = str(widget.field_value or "").strip()
            yield _Field(box, choice=False, ticked=False, value=value, listed=kind == _LIST)


def _flags(page: pymupdf.Page, xref: int) -> int:
    kind, value = page.parent.xref_get_key(xref, "F")
    return int(value) if kind == "int" else 0


def _is_on(page: pymupdf.Page, xref: int) -> bool:
    kind, value = page.parent.xref_get_key(xref, "AS")
    if kind != "name":
        kind, value = page.parent.xref_get_key(xref, "V")
    return kind == "name" and value not in ("/Off", "/")


def _notes(page: pymupdf.Page) -> Iterator[tuple[Box, str, bool]]:
    """Yield box and text of each note, and whether the page itself paints the text."""
    for note in page.annots(types=_NOTES):
        text = str(note.info.get("content") or "").strip()
        if text and not note.flags & _UNSEEN:
            yield tuple(note.rect * page.rotation_matrix), text, note.type[0] == pymupdf.PDF_ANNOT_FREE_TEXT


class _Desk:
    """Takes words off the page and writes the rows."""

    def __init__(self, raw: RawPage, boxes: list[Box]) -> None:
        self.words = [((at, index), word) for at, line in enumerate(raw.lines) for index, word in enumerate(line.words)]
        self.boxes = boxes
        self.taken: set[Place] = set()
        self.rows: list[PrintedRow] = []
        self.signs: list[Sign] = []
        self._zone = ZONE

    def take_text(self, one: _Field) -> None:
        """Write "Loan amount (USD): 750,000"; a field inside a sentence stays there, an empty one is no fact."""
        inside = self._inside(one.box)
        if (not inside and not one.value) or self._in_sentence(one.box):
            return
        label = self._label(one.box)
        self.taken.update(place for place, _ in (*label, *inside))
        if label and label[-1][1][4][-1] not in _COLONS:
            last = label[-1][1]
            self.signs.append(Sign(last[:4], len(last[4]), "", ":", RULE))
        lines = _lines([word for _, word in inside]) or [_written(one.value, one.box)]
        if one.listed and inside:
            for line in lines:
                chosen = " ".join(word[4] for word in line) == one.value
                self.signs.append(Sign(line[0][:4], 0, "", f"{TICKED if chosen else OPEN} ", RULE))
        self._write("form_field", [[word for _, word in label] + lines[0], *lines[1:]])

    def take_choice(self, one: _Field) -> None:
        """Write "☒ Confirmed by applicant", the box on the side of the label where it stands."""
        inside = self._inside(one.box)
        right = self._beside(one.box)
        label = right or self._label(one.box)
        words = [word for _, word in label]
        if not label and not inside:
            return
        shown = TICKED if one.ticked else OPEN
        self.taken.update(place for place, _ in (*label, *inside))
        if inside:
            mark = inside[0][1]
            self.signs.append(Sign(mark[:4], 0, mark[4], shown, RULE))
            glyphs = [word for _, word in inside]
            self._write("form_field", [glyphs + words if right else words + glyphs])
            return
        edge = words[0] if right else words[-1]
        sign = Sign(edge[:4], 0 if right else len(edge[4]), "", f"{shown} " if right else f" {shown}", RULE)
        self.signs.append(sign)
        self._write("form_field", [words])

    def take_note(self, box: Box, text: str, *, painted: bool) -> None:
        """Write what a note says: as painted when the page paints it, else as the file says.

        A painted one whose words are not here any more was set apart as hidden, and stays so.
        """
        inside = [(place, word) for place, word in self._inside(box) if word[4] in text]
        squashed = "".join(text.split())
        if squashed == "".join(word[4] for _, word in inside):
            self.taken.update(place for place, _ in inside)
            self._write("annotation", _lines([word for _, word in inside]))
        elif not painted:
            self._write("annotation", [_written(line, box) for line in text.splitlines() if line.strip()])

    def _inside(self, box: Box) -> list[tuple[Place, Word]]:
        x0, y0, x1, y1 = box
        return [
            (place, word)
            for place, word in self.words
            if place not in self.taken
            and x0 <= (word[0] + word[2]) / 2 <= x1
            and y0 - 1 <= (word[1] + word[3]) / 2 <= y1 + 1
        ]

    def _on_line(self, box: Box) -> list[tuple[Place, Word]]:
        """Return the free words on the first line of ``box``, outside all fields, from the left."""
        top, bottom = box[1], min(box[3], box[1] + 24)
        found = []
        for place, word in self.words:
            middle = (word[1] + word[3]) / 2
            if place not in self.taken and top <= middle <= bottom and not self._in_field(word):
                found.append((place, word))
        return sorted(found, key=lambda entry: entry[1][0])

    def _in_field(self, word: Word) -> bool:
        x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
        return any(a <= x <= c and b <= y <= d for a, b, c, d in self.boxes)

    def _label(self, box: Box) -> list[tuple[Place, Word]]:
        """Return the words to the left of ``box``, else those above it."""
        left = [entry for entry in self._on_line(box) if entry[1][2] <= box[0] + 3]
        run: list[tuple[Place, Word]] = []
        edge = box[0]
        for entry in reversed(left):
            word = entry[1]
            gap = edge - word[2]
            if gap > (BLANK * (word[3] - word[1]) if run else REACH) or (not run and self._field_between(word, box)):
                break
            run.insert(0, entry)
            edge = word[0]
        return run or self._above(box)

    def _field_between(self, word: Word, box: Box) -> bool:
        middle = (word[1] + word[3]) / 2
        return any(b <= middle <= d and word[2] <= a and c <= box[0] + 1 for a, b, c, d in self.boxes)

    def _above(self, box: Box) -> list[tuple[Place, Word]]:
        over = [
            (place, word)
            for place, word in self.words
            if place not in self.taken
            and box[1] - ABOVE <= word[1]
            and word[3] <= box[1] + 3
            and word[0] < box[2]
            and box[0] - 6 <= word[0]
            and not self._in_field(word)
        ]
        last = max((word[3] for _, word in over), default=0.0)
        line = sorted((entry for entry in over if entry[1][3] > last - 3), key=lambda entry: entry[1][0])
        return _run(line)

    def _beside(self, box: Box) -> list[tuple[Place, Word]]:
        right = [entry for entry in self._on_line(_higher(box)) if entry[1][0] >= box[2] - 2]
        if not right or right[0][1][0] - box[2] > BESIDE:
            return []
        return _run(
            right, before=min((a for a, b, c, d in self.boxes if a > box[2] and b < box[3] and d > box[1]), default=1e9)
        )

    def _in_sentence(self, box: Box) -> bool:
        """Tell whether words stand close on both sides: a blank in running text."""
        line = self._on_line(box)
        left = [word for _, word in line if word[2] <= box[0] + 3]
        right = [word for _, word in line if word[0] >= box[2] - 3]
        near = 10.0
        return bool(left and right) and box[0] - left[-1][2] < near and right[0][0] - box[2] < near

    def _write(self, kind: Literal["form_field", "annotation"], lines: list[list[Word]]) -> None:
        lines = [line for line in lines if line]
        if lines:
            self._zone += 1
            self.rows.extend(_row(line, kind, self._zone) for line in lines)


def _higher(box: Box) -> Box:
    """Return ``box`` with the room that the line of its label takes."""
    return (box[0], box[1] - 2, box[2], max(box[3], box[1] + 12) + 2)


def _run(line: list[tuple[Place, Word]], *, before: float = 1e9) -> list[tuple[Place, Word]]:
    """Return the first words of ``line`` that no wide blank parts."""
    run: list[tuple[Place, Word]] = []
    for entry in line:
        word = entry[1]
        if word[0] >= before or (run and word[0] - run[-1][1][2] > BLANK * (word[3] - word[1])):
            break
        run.append(entry)
    return run


def _lines(words: list[Word]) -> list[list[Word]]:
    """Return ``words`` line by line as the text layer has them."""
    lines: list[list[Word]] = []
    for word in words:
        if lines and abs(lines[-1][-1][1] - word[1]) < 0.5 * (word[3] - word[1]) and word[0] >= lines[-1][-1][0]:
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def _written(text: str, box: Box) -> list[Word]:
    """Return the words of a value that the page does not paint; each has the box of its field."""
    return [(*box, word, -1, 0, index) for index, word in enumerate(text.split())]


def _row(words: list[Word], kind: Literal["form_field", "annotation"], zone: int) -> PrintedRow:
    box = around(words)
    high = min(word[3] - word[1] for word in words)
    row = PrintedRow(zone=zone, size=0.75 * high, base=words[0][3] - 0.22 * high)
    row.kind = kind
    row.starts, row.ends, row.boxes = array("l"), array("l"), array("d")
    at = 0
    for word in words:
        row.starts.append(at)
        row.ends.append(at + len(word[4]))
        row.boxes.extend(word[:4])
        at += len(word[4]) + 1
    row.text = " ".join(word[4] for word in words)
    row.cells, row.edges, row.box = [(0, len(row.text))], [(box[0], box[2])], box
    return row
