"""Reads pages that are pictures: decides page by page, renders, and turns what the OCR engine saw into words."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pymupdf

from pipeline.document import Box
from pipeline.extract.doubles import covered_by
from pipeline.extract.raw import RawLine, RawPage, pictures
from pipeline.settings import ExtractSettings

FEW = 300
"""Characters: a page with more of them has a text layer; a court stamp or a Bates number over a scan has up to 120."""
FULL = 0.5
"""Share of the page that its pictures cover when it is a scan with a stamp on it."""
SOME = 0.02
"""Share of the page that its pictures cover when it has no text at all: a letterhead, a seal."""
OUTLINES = 8
"""Shapes as large as letters, and no rectangles, on a page without text: letters turned into outlines."""
LETTER, WIDE = 4.0, 60.0
"""Points that such a shape is high and wide at least; width from which one shape may be a whole word or line."""
SIDE = 6000
"""Pixels of the longer side beyond which a page is rendered coarser."""
SURE = 0.8
"""Mean confidence of a page that stands upright; upside down it is far lower."""
TALL = 1.5
"""Height to width of a line that runs up or down the page."""
SKEW = 0.3
"""Degrees from which a slanted scan mixes neighbouring rows of a table."""
TYPE_SIZE, DESCENT = 0.9, 0.22
"""Of the height of a detected line: its type size, and what lies below its baseline."""
SEEN = 0.3
"""Share of a word, which detection boxes generously, that lies where it is looked for."""
PARAMS = {
    "Global.log_level": "critical",
    "Global.use_cls": False,
    "Global.max_side_len": 2 * SIDE,
    "Det.limit_type": "max",
    "Det.limit_side_len": 960,
    "Rec.rec_batch_num": 1,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}
"""One thread: workers share the processors, and sums come in one order. Detection at 960 pixels found 36 of 36 lines,
letters are then cut from the full picture. Lines are read one at a time: six at once are all padded to the longest,
which took twice the memory (1,140 against 590 MB on five full pages), 15 % more time, and lost blanks. Which way is up
is settled for the page, not line by line."""

Picture = npt.NDArray[np.uint8]


class Seen(NamedTuple):
    """One word that the engine read, in pixels of the picture it was given."""

    text: str
    box: Box
    confidence: float


@dataclass(frozen=True, slots=True)
class Reading:
    """All lines of a picture that was turned counter-clockwise by ``turns`` quarters to stand upright."""

    lines: list[list[Seen]]
    turns: int
    height: int
    width: int
    """Of the upright picture, in pixels."""
    tall: float = 0.0
    """Share of its lines that are higher than wide."""

    @property
    def letters(self) -> int:
        """How many characters were read."""
        return sum(len(word.text) for line in self.lines for word in line)

    @property
    def credit(self) -> float:
        """Confidence summed over all characters: the upright reading has the most."""
        return sum(word.confidence * len(word.text) for line in self.lines for word in line)


def available() -> bool:
    """Tell whether the OCR engine is installed."""
    return _engine() is not None


def needed(raw: RawPage) -> bool:
    """Tell whether the page shows text that ``raw`` does not hold: a scan, with nothing or a stamp for a text layer."""
    characters = 0
    for line in raw.lines:
        characters += sum([len(word[4]) for word in line.words])
        if characters >= FEW:
            return False
    if characters:
        return raw.holds.images and _pictured(raw) >= FULL and not _is_layer(raw)
    return _is_outlined(raw) or _pictured(raw) >= SOME


def _is_outlined(raw: RawPage) -> bool:
    """Tell whether the shapes of a page without text may be letters; rules, boxes and grids are none."""
    boxes = [vector.box for vector in raw.vectors if not vector.rectangle and vector.alpha]
    wide = [x1 - x0 for x0, y0, x1, y1 in boxes if y1 - y0 >= LETTER and x1 - x0 >= LETTER]
    return len(wide) >= OUTLINES or max(wide, default=0.0) >= WIDE


def read(raw: RawPage, settings: ExtractSettings, *, within: Sequence[Box] | None = None) -> RawPage:
    """Return ``raw`` with the words that the engine sees and that no word of ``raw`` lies over.

    ``within`` are the boxes where words are looked for, None for the whole page. Call it only when the engine is
    :func:`available`; ``raw.shown`` must be there.
    """
    assert raw.shown is not None
    zoom = min(settings.ocr_dpi / 72, SIDE / max(raw.width, raw.height, 1.0))
    reading = _upright(_rendered(raw.shown, zoom))
    known = [word[:4] for line in raw.lines for word in line.words]
    first = 1 + max((line.block for line in raw.lines), default=-1)
    found: list[RawLine] = []
    confidences: dict[tuple[int, int, int], float] = {}
    for line in reading.lines:
        words = [word._replace(box=_to_page(word.box, reading, zoom)) for word in line]
        words = [word for word in words if covered_by(word.box, known) < 0.5]
        if within is not None:
            words = [word for word in words if covered_by(word.box, within) >= SEEN]
        if words:
            confidences.update({(first + len(found), 0, at): word.confidence for at, word in enumerate(words)})
            found.append(_raw_line(words, first + len(found), reading.turns))
    if not found:
        return raw
    return replace(raw, lines=[*raw.lines, *found], source="mixed" if raw.lines else "ocr", confidences=confidences)


def _pictured(raw: RawPage) -> float:
    """Return the share of the page that its images cover, overlaps counted twice."""
    page = pymupdf.Rect(0, 0, raw.width, raw.height)
    area = page.get_area()
    boxes = [pymupdf.Rect(box) & page for box in pictures(raw.shown)] if raw.shown is not None else []
    return sum(box.get_area() for box in boxes if not box.is_empty) / area if area > 0 else 0.0


def _is_layer(raw: RawPage) -> bool:
    """Tell whether the text is the layer of an earlier OCR pass: never painted."""
    spans = [span for line in raw.lines for span in line.spans]
    return all(span["alpha"] == 0 or not span["char_flags"] & 48 for span in spans)


@cache
def _engine() -> Any | None:
    """Load the engine, once a process; None when the extra is not installed."""
    try:
        from rapidocr import RapidOCR  # noqa: PLC0415  half a second, and only scans need it
    except ImportError:
        return None
    return RapidOCR(params=PARAMS)


def _rendered(shown: pymupdf.DisplayList, zoom: float) -> Picture:
    pixels = shown.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), colorspace=pymupdf.csRGB, alpha=0)
    picture: Picture = np.frombuffer(pixels.samples, np.uint8).reshape(pixels.height, pixels.width, 3)
    return picture[:, :, ::-1].copy()


def _upright(picture: Picture) -> Reading:
    """Read ``picture``, turned as it reads best."""
    reading = _turned(picture, 0)
    if not reading.lines:
        return reading
    tries = (1, 3) if reading.tall > 0.5 else (2,) if reading.credit < SURE * reading.letters else ()
    return max([reading, *(_turned(picture, turns) for turns in tries)], key=lambda tried: tried.credit)


def _turned(picture: Picture, turns: int) -> Reading:
    upright = np.ascontiguousarray(np.rot90(picture, turns)) if turns else picture
    height, width = upright.shape[:2]
    engine = _engine()
    assert engine is not None
    result = engine(upright, return_word_box=True)
    if result.boxes is None or not result.txts:
        return Reading([], turns, height, width)
    quads = [np.asarray(quad, float) for quad in result.boxes]
    slope = _slope(quads)
    lines = []
    for quad, text, score, tokens in zip(quads, result.txts, result.scores, result.word_results, strict=True):
        words = _words(quad, text, float(score), tokens, slope, width)
        if words:
            lines.append(words)
    tall = sum(np.ptp(quad[:, 1]) > TALL * np.ptp(quad[:, 0]) for quad in quads) / len(quads)
    lines.sort(key=lambda words: (words[0].box[1], words[0].box[0]))
    return Reading(lines, turns, height, width, float(tall))


def _slope(quads: list[Any]) -> float:
    """Return how far lines sink a pixel to the right; 0 when the page lies straight."""
    wide = [quad for quad in quads if np.ptp(quad[:, 0]) > 5 * np.ptp(quad[:, 1])]
    slopes = [(quad[1][1] - quad[0][1]) / (quad[1][0] - quad[0][0]) for quad in wide]
    slope = median(slopes) if len(slopes) >= 3 else 0.0
    return slope if abs(math.degrees(math.atan(slope))) >= SKEW else 0.0


def _words(quad: Any, text: str, score: float, tokens: Any, slope: float, width: int) -> list[Seen]:
    """Return the words of one detected line; its own words' boxes where the engine gives them, else shares of it."""
    left, right = float(quad[:, 0].min()), float(quad[:, 0].max())
    letters: list[tuple[float, float, float]] = []
    if "".join(token[0] for token in tokens or ()).replace(" ", "") == text.replace(" ", ""):
        for token, confidence, corners in tokens:
            plain = token.replace(" ", "")
            x0, x1 = min(corner[0] for corner in corners), max(corner[0] for corner in corners)
            step = (x1 - x0) / max(1, len(plain))
            letters += [(x0 + step * at, x0 + step * (at + 1), float(confidence)) for at in range(len(plain))]
    else:
        step = (right - left) / max(1, len(text))
        letters = [
            (left + step * at, left + step * (at + 1), score) for at, char in enumerate(text) if not char.isspace()
        ]
    words, at = [], 0
    for word in text.split():
        share = letters[at : at + len(word)]
        at += len(word)
        if share:
            x0, x1 = share[0][0], share[-1][1]
            shift = slope * ((x0 + x1) / 2 - width / 2)
            top, bottom = _edges(quad, (x0 + x1) / 2)
            confidence = min(score, sum(letter[2] for letter in share) / len(share))
            words.append(Seen(word, (x0, top - shift, x1, bottom - shift), confidence))
    return words


def _edges(quad: Any, x: float) -> tuple[float, float]:
    """Return top and bottom of a detected line above ``x``."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    top = ay + (by - ay) * (x - ax) / (bx - ax) if bx > ax else min(ay, by)
    bottom = dy + (cy - dy) * (x - dx) / (cx - dx) if cx > dx else max(cy, dy)
    return (float(top), float(bottom)) if bottom > top else (float(quad[:, 1].min()), float(quad[:, 1].max()))


def _to_page(box: Box, reading: Reading, zoom: float) -> Box:
    """Return ``box`` of the upright picture in points of the page as shown."""
    x0, y0, x1, y1 = box
    if reading.turns == 1:
        x0, y0, x1, y1 = reading.height - y1, x0, reading.height - y0, x1
    elif reading.turns == 2:
        x0, y0, x1, y1 = reading.width - x1, reading.height - y1, reading.width - x0, reading.height - y0
    elif reading.turns == 3:
        x0, y0, x1, y1 = y0, reading.width - x1, y1, reading.width - x0
    return (round(x0 / zoom, 2), round(y0 / zoom, 2), round(x1 / zoom, 2), round(y1 / zoom, 2))


_DIRECTIONS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def _raw_line(words: list[Seen], block: int, turns: int) -> RawLine:
    """Return what MuPDF would have said of a line of type there."""
    boxes = [word.box for word in words]
    x0, y0, x1, y1 = (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )
    high = (y1 - y0, x1 - x0)[turns % 2]
    origin = (
        (x0, y1 - DESCENT * high), (x0 + DESCENT * high, y0), (x1, y0 + DESCENT * high), (x1 - DESCENT * high, y1)
    )[turns]  # fmt: skip
    span = {
        "text": " ".join(word.text for word in words), "bbox": (x0, y0, x1, y1), "origin": origin,
        "size": TYPE_SIZE * high, "font": "", "flags": 0, "char_flags": 16, "color": 0, "alpha": 255,
    }  # fmt: skip
    placed = [(*word.box, word.text, block, 0, at) for at, word in enumerate(words)]
    line = RawLine([span], placed, (x0, y0, x1, y1))
    line.dir, line.block, line.order = _DIRECTIONS[turns], block, block
    return line
