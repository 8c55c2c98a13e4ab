"""From characters to boxes: arithmetic over the words of a page, for every room that needs to point at paper."""

from bisect import bisect_left, bisect_right

from pipeline.document import Box, Page
from pipeline.spans import Span


def words_in(page: Page, span: Span) -> range:
    """Return the indices of the words of ``page`` that ``span`` touches."""
    words = page.words
    return range(bisect_right(words.ends, span.start), bisect_left(words.starts, span.end))


def word_box(page: Page, index: int) -> Box:
    """Return the box of word ``index``."""
    x0, y0, x1, y1 = page.words.boxes[4 * index : 4 * index + 4]
    return (x0, y0, x1, y1)


def _is_apart(word: Box, line: Box) -> bool:
    """Tell whether the word stands on another printed line: cells hold several; upright text goes on right below."""
    if abs(word[1] + word[3] - line[1] - line[3]) < 1.2 * min(word[3] - word[1], line[3] - line[1]):
        return False
    return abs(word[0] + word[2] - line[0] - line[2]) > 6


def boxes_of(page: Page, span: Span) -> tuple[Box, ...]:
    """Return one box a line for the characters under ``span``, tight to its words.

    A span that cuts a word takes the share of its width that the characters have.
    """
    boxes: list[Box] = []
    line_start = -1
    for index in words_in(page, span):
        start, end = page.words.starts[index], page.words.ends[index]
        x0, y0, x1, y1 = word_box(page, index)
        if start < span.start or end > span.end:
            wide = (x1 - x0) / (end - start)
            x0, x1 = x0 + wide * max(0, span.start - start), x1 - wide * max(0, end - span.end)
        newline = page.text.rfind("\n", 0, start)
        if newline == line_start and boxes and not _is_apart((x0, y0, x1, y1), boxes[-1]):
            a, b, c, d = boxes[-1]
            boxes[-1] = (min(a, x0), min(b, y0), max(c, x1), max(d, y1))
        else:
            boxes.append((x0, y0, x1, y1))
            line_start = newline
    return tuple(boxes)
