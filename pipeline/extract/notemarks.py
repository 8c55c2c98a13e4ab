"""Parts raised note marks from the figures they stand behind, whichever way their line runs."""

from typing import TYPE_CHECKING, Any

from pipeline.document import Box

if TYPE_CHECKING:
    from pipeline.extract.raw import Word

SMALL, RAISED = 0.8, 0.15
"""Of the type size of its line: what a raised mark measures at most, and how far it stands above at least."""


def raised(spans: list[dict[str, Any]], direction: tuple[float, float]) -> list[dict[str, Any]]:
    """Mark the raised spans of a line that does not run to the right: MuPDF marks those of lines that do."""
    cosine, sine = direction
    main = max(spans, key=_length)
    x, y = main["origin"]
    found = []
    for span in spans:
        above = (span["origin"][0] - x) * sine - (span["origin"][1] - y) * cosine
        raised = span["size"] < SMALL * main["size"] and above > RAISED * main["size"]
        found.append({**span, "flags": span["flags"] | 1} if raised else span)
    return found


def _length(span: dict[str, Any]) -> int:
    return len(span["text"].strip())


def parted(words: list["Word"], spans: list[dict[str, Any]], direction: tuple[float, float]) -> list["Word"]:
    """Give a raised mark behind a figure a word of its own: $4,500 with note 3 is not $4,5003."""
    for span in spans:
        mark = span["text"].strip()
        if not (span["flags"] & 1 and mark.isdigit() and len(mark) < 3):
            continue
        x0, y0, x1, y1 = span["bbox"]
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        for at, word in enumerate(words):
            start = len(word[4].rstrip(".,;:)")) - len(mark)
            inside = word[0] < x < word[2] and word[1] < y < word[3]
            if inside and word[4][:start][-1:].isdigit() and word[4][start:].startswith(mark):
                head, tail = _cut_off(word[:4], (x0, y0, x1, y1), direction)
                figure, rest = word[4][:start], word[4][start:]
                words = [*words[:at], (*head, figure, *word[5:]), (*tail, rest, *word[5:]), *words[at + 1 :]]
                break
    return words


def _cut_off(word: Box, mark: Box, direction: tuple[float, float]) -> tuple[Box, Box]:
    """Return the boxes of a word before a mark behind it, and of the mark and what follows."""
    x0, y0, x1, y1 = word
    if direction[0] > 0.5:
        return (x0, y0, mark[0], y1), (mark[0], mark[1], x1, mark[3])
    if direction[0] < -0.5:
        return (mark[2], y0, x1, y1), (x0, mark[1], mark[2], mark[3])
    if direction[1] > 0:
        return (x0, y0, x1, mark[1]), (mark[0], mark[1], mark[2], y1)
    return (x0, mark[3], x1, y1), (mark[0], y0, mark[2], mark[3])
