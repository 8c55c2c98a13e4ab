"""One page from raw lines to printed rows in reading order; sees nothing but the page."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pipeline.document import Box, Notice, PageSource, SetApart
from pipeline.extract import (
    cards,
    channels,
    columns,
    directions,
    margins,
    ruledgrids,
    ruling,
    slanted,
    stretched,
    wordgrids,
)
from pipeline.extract import leaders as leading
from pipeline.extract import rows as printed
from pipeline.extract.fonts import Sign
from pipeline.extract.fragments import Fragment, cut
from pipeline.extract.raw import RawPage, Vector
from pipeline.extract.rows import PrintedRow
from pipeline.extract.ruledgrids import Taken

RULE = 2.0
"""A painted rectangle or line at most this high, in points, is a rule."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A page as rows in reading order: all that the document-wide steps need of it. Picklable."""

    number: int
    width: float
    height: float
    rotation: int
    source: PageSource
    rows: list[PrintedRow]
    rules: list[tuple[float, float, float]]
    """Horizontal rules: x0, x1, y."""
    set_apart: list[SetApart] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    label: str | None = None
    western: bool = False
    """Known to be written in western letters and signs."""
    signs: list[Sign] = field(default_factory=list)
    seen: dict[tuple[float, float], float] = field(default_factory=dict)
    """OCR only: the confidence of a word, by its upper left corner to a tenth of a point."""


def arrange(raw: RawPage) -> Layout:
    """Put the lines of a page into rows in reading order."""
    rows: list[PrintedRow] = []
    apart: list[SetApart] = []
    zone = 0
    lines, leaders = leading.lead(raw)
    apart.extend(leaders)
    for bearing in directions.bearings(lines, width=raw.width, height=raw.height):
        fragments = cut(stretched.rejoined(bearing.lines))
        if bearing.turn == "slanted":
            rows.extend(slanted.rows(fragments, zone))
            zone += 1
            continue
        back = directions.to_page(bearing.turn, width=raw.width, height=raw.height)
        fragments, numbers = margins.line_numbers(fragments, height=_height(raw, bearing.turn))
        apart.extend(SetApart("line_number", raw.number, back(_box(f)), f.text) for f in numbers)
        fragments, tables = ruledgrids.take(fragments, ruling.find(_vectors(raw, bearing.turn)))
        fragments, unruled = ruledgrids.take(fragments, wordgrids.find(fragments), sure=True)
        tables.extend(unruled)
        groups = cards.zones(fragments, raw) if bearing.turn == "right" else columns.zones(fragments)
        parts = [part for group in groups for part in (ruledgrids.parts(group, tables) if tables else (group,))]
        found = _printed(parts, zone)
        zone += len(parts)
        if bearing.turn != "right":
            _turn_back(found, back)
        for row in found:
            row.turn = bearing.turn
        rows.extend(found)
    return Layout(
        raw.number,
        raw.width,
        raw.height,
        raw.rotation,
        raw.source if rows else "empty",
        rows,
        _rules(raw.flats),
        apart,
        western=raw.western,
    )


def _height(raw: RawPage, turn: directions.Turn) -> float:
    return raw.width if turn in ("up", "down") else raw.height


def _vectors(raw: RawPage, turn: directions.Turn) -> list[Vector]:
    """Return what is painted, in the coordinates in which lines of this direction are read."""
    if turn == "right":
        return raw.vectors
    to_reading = directions.to_reading(turn, width=raw.width, height=raw.height)
    return [vector._replace(box=to_reading(vector.box)) for vector in raw.vectors]


def _printed(parts: Sequence[list[Fragment] | Taken], first: int) -> list[PrintedRow]:
    """Return the rows of the parts of a page, zones that count from ``first``."""
    numbered = list(enumerate(parts, first))
    plain = printed.rows_of({zone: part for zone, part in numbered if not isinstance(part, Taken)})
    found: list[PrintedRow] = []
    for zone, part in numbered:
        if isinstance(part, Taken):
            found.extend(part.rows(zone))
        else:
            channels.part(plain[zone])
            for row in plain[zone]:
                row.zone = zone
            found.extend(plain[zone])
    return found


def _box(fragment: Fragment) -> Box:
    return (fragment.x0, fragment.words[0][1], fragment.x1, fragment.words[0][3])


def _turn_back(rows: list[PrintedRow], back: Callable[[Box], Box]) -> None:
    for row in rows:
        row.box = back(row.box)
        flat = row.boxes
        row.boxes = array("d")
        for at in range(0, len(flat), 4):
            row.boxes.extend(back((flat[at], flat[at + 1], flat[at + 2], flat[at + 3])))


def _rules(vectors: list[Vector]) -> list[tuple[float, float, float]]:
    return [
        (x0, x1, (y0 + y1) / 2)
        for (x0, y0, x1, y1), _, _, _, _, alpha in vectors
        if y1 - y0 <= RULE and x1 - x0 >= 8 and alpha
    ]
