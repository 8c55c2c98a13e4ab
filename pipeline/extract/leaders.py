"""Takes the dotted lines of contents pages out of the words, so that a title and its page number stay one row."""

import re
from collections.abc import Iterator, Sequence

import pymupdf
import regex

from pipeline.document import Box, SetApart
from pipeline.extract.fragments import is_cjk
from pipeline.extract.raw import RawLine, RawPage, Word
from pipeline.extract.rows import PrintedRow

_DOT = r"[.·•․‧．∙]"
_RUN = regex.compile(rf"{_DOT}{{5,}}|…{{3,}}|⋯{{3,}}|─{{5,}}")
"""Catches ``.....``; spares ``...`` and the Chinese ``……``."""
_DOTS = regex.compile(rf"{_DOT}+|[…⋯─]+")
_TYPED = regex.compile(r"_{4,}")
_PAGE = regex.compile(r"(?:[A-Z]{1,2}-)?\d{1,4}|[ivxl]{1,6}")
"""Catches ``22``, ``F-3``, ``iv``; spares ``2,000``."""
_SUSPECT = regex.compile(rf"(?:{_DOT}\s?){{4}}|…\s?…\s?…|⋯{{3}}|─{{5}}")
_TWO = {first: re.compile(rf"{re.escape(first)}\s?[.·•․‧．∙…⋯─]") for first in ".·•․‧．∙…⋯─"}
"""What a page with a leader holds, by its first dot: found in a tenth of the time that the expression takes."""
ENOUGH = 4
"""Single dots in a row that make a leader: an ellipsis has three."""


def lead(raw: RawPage) -> tuple[list[RawLine], list[SetApart]]:
    """Return the lines of a page without their leaders, and the leaders."""
    lines, page = raw.lines, raw.number
    if not _may_lead(raw.text) or _SUSPECT.search(raw.text) is None:
        return lines, []
    found: list[SetApart] = []
    kept: list[RawLine] = []
    for line in lines:
        if _SUSPECT.search("".join([span["text"] for span in line.spans])) is None and not _lonely(line):
            kept.append(line)
            continue
        words, dots = _parted(line)
        if not dots:
            kept.append(line)
            continue
        found.extend(SetApart("leader", page, _around(run), " ".join(word[4] for word in run)) for run in dots)
        if words:
            rest = RawLine(line.spans, words, line.box)
            rest.block, rest.order, rest.dir, rest.wmode = line.block, line.order, line.dir, line.wmode
            kept.append(rest)
    return kept, found


def _may_lead(text: str) -> bool:
    """Tell at a glance whether two dots follow each other; on most pages none do."""
    return any(first in text and two.search(text) is not None for first, two in _TWO.items())


def typed(rows: Sequence[PrintedRow], written: str, page: int, *, apart: Sequence[SetApart]) -> list[SetApart]:
    """Take the underscores out of rows in which they lead from a title to its page; ``written`` is the rows' text.

    One such row may be of a form; beside leaders of dots that stand ``apart`` already, it is none.
    """
    if "_" not in written:
        return []
    found = [row for row in rows if "____" in row.text and _is_typed(row)]
    if len(found) < (1 if any(entry.kind == "leader" for entry in apart) else 3):
        return []
    return [SetApart("leader", page, box, text) for box, text in map(_take_typed, found)]


def _is_typed(row: PrintedRow) -> bool:
    """Tell whether a row is a title, underscores and a page."""
    if len(row.starts) < 3 or row.kind is not None:
        return False
    title, last = row.text[: row.ends[-3]], row.text[row.starts[-1] :]
    typed = _TYPED.fullmatch(row.text, row.starts[-2], row.ends[-2]) is not None
    return typed and "_" not in title and title[-1] != ":" and _PAGE.fullmatch(last) is not None


def _take_typed(row: PrintedRow) -> tuple[Box, str]:
    """Take the word before the last out of a row; return its box and text."""
    end, taken, number = row.ends[-3], row.text[row.starts[-2] : row.ends[-2]], row.text[row.starts[-1] :]
    boxes = row.boxes
    cells = [(start, min(stop, end)) for start, stop in row.cells if start < end]
    row.edges = [*row.edges[: len(cells) - 1], (row.edges[len(cells) - 1][0], boxes[-10]), (boxes[-4], boxes[-2])]
    row.cells = [*cells, (end + 1, end + 1 + len(number))]
    row.text = f"{row.text[:end]}\t{number}"
    row.starts, row.ends = row.starts[:-2], row.ends[:-2]
    row.starts.append(end + 1)
    row.ends.append(len(row.text))
    row.boxes = boxes[:-8] + boxes[-4:]
    return (boxes[-8], boxes[-7], boxes[-6], boxes[-5]), taken


def _lonely(line: RawLine) -> bool:
    """Tell whether the line is nothing but a few dots: MuPDF cuts some leaders into pieces."""
    return len(line.words) <= 3 and all(word[4] in (".", "..", "...", "....") for word in line.words)


def _parted(line: RawLine) -> tuple[list[Word], list[list[Word]]]:
    kept: list[Word] = []
    dots: list[list[Word]] = []
    run: list[Word] = []
    for piece in (piece for word in line.words for piece in _pieces(word, line)):
        if _DOTS.fullmatch(piece[4]):
            run.append(piece)
            continue
        _close(run, kept, dots)
        run = []
        kept.append(piece)
    _close(run, kept, dots)
    return kept, dots


def _close(run: list[Word], kept: list[Word], dots: list[list[Word]]) -> None:
    if not run:
        return
    if len(run) >= ENOUGH or _RUN.search("".join(word[4] for word in run)) is not None:
        dots.append(run)
    else:
        kept.extend(run)


def _pieces(word: Word, line: RawLine) -> Iterator[Word]:
    """Cut a word such as ``Factors......14`` at its dots, with the share of its width that each piece has."""
    text = word[4]
    match = _RUN.search(text)
    if match is None or match.span() == (0, len(text)):
        yield word
        return
    parts = [part for part in (text[: match.start()], match[0], text[match.end() :]) if part]
    widths = _widths(parts, match[0], word[2] - word[0], line.spans[0]["size"])
    x = word[0]
    for part, width in zip(parts, widths, strict=True):
        piece = (x, word[1], x + width, word[3], part, *word[5:])
        x += width
        if part == match[0]:
            yield piece
        else:
            yield from _pieces(piece, line)


def _widths(parts: list[str], dots: str, whole: float, size: float) -> list[float]:
    """Return the shares that the parts have of ``whole`` points.

    Chinese characters are as wide as high, so beside them the dots take what is left; else all are to scale.
    """
    square = sum(is_cjk(char) for part in parts for char in part)
    usual = [_width(part, size) for part in parts]
    left = whole - sum(width for part, width in zip(parts, usual, strict=True) if part != dots)
    if square and left > 0:
        return [left if part == dots else width for part, width in zip(parts, usual, strict=True)]
    return [width * whole / sum(usual) for width in usual]


def _width(text: str, size: float) -> float:
    narrow = "".join([char for char in text if not is_cjk(char)])
    square = len(text) - len(narrow)
    return max(0.01, square * size + float(pymupdf.get_text_length(narrow, fontname="tiro", fontsize=size)))


def _around(words: list[Word]) -> Box:
    return (
        min(word[0] for word in words), min(word[1] for word in words),
        max(word[2] for word in words), max(word[3] for word in words),
    )  # fmt: skip
