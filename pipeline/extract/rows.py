"""Sets fragments side by side into printed rows: one visual line, words parted by a blank, cells by a tab."""

from array import array
from collections.abc import Sequence

from pipeline.document import BlockKind, Box
from pipeline.extract.fragments import SIGNS, Fragment, is_cjk, is_figure


class PrintedRow:
    """One visual line of a zone; offsets are relative to its own ``text``. Picklable and small."""

    __slots__ = (
        "base",
        "bold",
        "box",
        "boxes",
        "cells",
        "edges",
        "ends",
        "italic",
        "kind",
        "size",
        "starts",
        "text",
        "turn",
        "zone",
    )

    def __init__(self, *, zone: int, size: float, base: float) -> None:
        """Begin an empty row; :func:`_set` fills it."""
        self.zone = zone
        self.size = size
        self.base = base
        self.bold = self.italic = False
        self.turn = "right"
        self.kind: BlockKind | None = None
        """Set where it is known before any geometry: form fields and notes."""
        self.text = ""
        self.starts: array[int] = array("l")
        self.ends: array[int] = array("l")
        self.boxes: array[float] = array("d")
        self.cells: list[tuple[int, int]] = []
        """Start and end of each cell in ``text``."""
        self.edges: list[tuple[float, float]] = []
        """Left and right x of each cell."""
        self.box: Box = (0.0, 0.0, 0.0, 0.0)


def rows(zone: Sequence[Fragment], number: int) -> list[PrintedRow]:
    """Return the rows of one zone from the top."""
    return [_set(group, number) for group in grouped(zone)]


def grouped(zone: Sequence[Fragment]) -> list[list[Fragment]]:
    groups: list[list[Fragment]] = []
    head: Fragment | None = None
    for f in sorted(zone, key=_place):
        if head is not None:
            off = f.base - head.base
            size = min(max(f.size, head.size), 1.3 * min(f.size, head.size))  # a drop cap draws no second line up
            if off < 0.25 * size or (off < 0.62 * size and _beside(groups[-1], f)):
                groups[-1].append(f)
                if f.size > 1.25 * head.size:
                    head = f
                continue
        groups.append([f])
        head = f
    return groups


def _place(fragment: Fragment) -> tuple[float, float]:
    return (fragment.base, fragment.x0)


def _beside(group: list[Fragment], fragment: Fragment) -> bool:
    """Tell whether the fragment stands free beside the group: a raised marker, or figures set lower than their label."""
    return all(fragment.x0 >= other.x1 - 1 or fragment.x1 <= other.x0 + 1 for other in group)


def _set(group: list[Fragment], zone: int) -> PrintedRow:
    group.sort(key=lambda f: f.x0)
    _untangle(group)
    main = group[0] if len(group) == 1 else max(group, key=lambda f: f.length)
    row = PrintedRow(zone=zone, size=main.size, base=main.base)
    row.bold, row.italic = main.bold, main.italic
    pieces: list[str] = []
    at = 0
    previous: Fragment | None = None
    for f in group:
        if previous is None:
            row.edges.append((f.x0, f.x1))
            begin = 0
        elif _same_cell(previous, f):
            if not _glued(previous, f):
                pieces.append(" ")
                at += 1
            row.edges[-1] = (row.edges[-1][0], max(row.edges[-1][1], f.x1))
        else:
            row.cells.append((begin, at))
            pieces.append("\t")
            at += 1
            begin = at
            row.edges.append((f.x0, f.x1))
        first = True
        for x0, y0, x1, y1, text, _, _, _ in f.words:
            if not first:
                pieces.append(" ")
                at += 1
            first = False
            row.starts.append(at)
            pieces.append(text)
            at += len(text)
            row.ends.append(at)
            row.boxes.extend((x0, y0, x1, y1))
        previous = f
    row.cells.append((begin, at))
    row.text = "".join(pieces)
    boxes = row.boxes
    row.box = (min(boxes[::4]), min(boxes[1::4]), max(boxes[2::4]), max(boxes[3::4]))
    return row


def _untangle(group: list[Fragment]) -> None:
    """Put the words of fragments that overlap ("SO" and its lowered "2") into one, from the left."""
    at = 1
    while at < len(group):
        one, other = group[at - 1], group[at]
        if other.x0 < one.x1 - 1 and len(one.words) > 1:
            one.words = sorted([*one.words, *other.words], key=lambda word: word[0])
            one.x1 = max(one.x1, other.x1)
            one.length += other.length + 1
            del group[at]
        else:
            at += 1


def _glued(left: Fragment, right: Fragment) -> bool:
    """Tell whether two Chinese characters stand side by side as in one word, although they were drawn apart."""
    return right.x0 - left.x1 < 0.5 * right.size and is_cjk(left.words[-1][4][-1]) and is_cjk(right.words[0][4][0])


def _same_cell(left: Fragment, right: Fragment) -> bool:
    """Tell whether ``right`` goes on in the cell of ``left``: no wide gap, or a sign that belongs to its figure."""
    gap = right.x0 - left.x1
    size = max(left.size, right.size)
    last, first = left.words[-1][4], right.words[0][4]
    if len(left.words) == 1 and last in SIGNS:
        return is_figure(first) or first in ("(", "-", "—", "–")
    if first in (")", "%", ")%", "pts", "%)") or (first[0] in ")%" and is_figure(first)):
        return is_figure(last)
    if first in SIGNS:
        return len(right.words) > 1 and gap < 0.6 * size and not is_figure(last)
    if last == "(" and is_figure(first):
        return True
    if right.size < 0.8 * left.size and right.length <= 5:  # a raised note marker behind its figure
        return gap < 1.5 * size
    return gap < size
