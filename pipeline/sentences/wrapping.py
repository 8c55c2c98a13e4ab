"""Whether a block goes on with the sentence of the block right above it: a line that is full and has no stop wraps."""

from collections.abc import Sequence

import regex

from pipeline.document import Block, Line
from pipeline.sentences.paragraphs import marker_of

_OPEN_END = regex.compile(r"(?:[\p{Ll},%]|\p{Lo}|[，、）)”》])$")
_LIST_END = regex.compile(r"(?:[,;，；]|\b(?:and|or|und|oder))$")
_HAN = regex.compile(r"\p{Han}")
_BRACKETED = regex.compile(r"\((?:\w{1,4}\)|\p{Ll})")
_WORD = regex.compile(r"[\p{Latin}\d][^\s\p{Han}]*")
_LABEL = regex.compile(r"\p{Han}[\p{Han}\s]{1,7}[：:]")
"""Catches "电 话：" and "邮政编码：", which begin a line of their own."""
_MARGIN_LINES = 3
"""Lines that end in one place show a margin."""
_SAME_SIZE = 0.6
"""Points by which the sizes of one text differ at most."""
_WIDER = 1.25
"""How much wider than the lines' own distance a gap may be inside a paragraph."""


def wraps_into(above: Block, block: Block, texts: tuple[str, str], blocks: Sequence[Block], *, skip: int = 0) -> bool:
    """Tell that ``block`` goes on with the last line of ``above``; ``texts`` end above and begin here.

    The line above fills the column and ends in no stop, the next one begins no further right, looks the same and
    stands as near as lines of one paragraph do; ``blocks`` of the page say how wide the column is. The first ``skip``
    lines only underline.
    """
    before, text = texts
    if not (_OPEN_END.search(before[-1:]) and _may_go_on(before, text)):
        return False
    last, first = above.lines[-1], block.lines[skip]
    alike = abs(last.size - first.size) < _SAME_SIZE and last.bold == first.bold
    if not alike or first.box[0] > last.box[0] + last.size / 2 or not _near(above, block):
        return False
    return _full(last, first, text, blocks)


def returns(above: Block, block: Block) -> bool:
    """Whether the line above is indented and the next one is at the margin, as where a paragraph begins."""
    last, first = above.lines[-1], block.lines[0]
    return last.size <= last.box[0] - first.box[0] < 4 * last.size


def _may_go_on(before: str, text: str) -> bool:
    """Tell by its first characters that a text can stand in the middle of a sentence."""
    if text[:1].islower():
        return True
    if text.startswith("("):
        return _BRACKETED.match(text) is not None and _LIST_END.search(before[-4:]) is None
    if _HAN.search(before[-12:]) is None or _LABEL.match(text) or marker_of(text):
        return False
    return _HAN.match(text) is not None or _WORD.match(text) is not None


def _near(above: Block, block: Block) -> bool:
    last, first = above.lines[-1], block.lines[0]
    gap = first.box[1] - last.box[3]
    lines = above.lines if len(above.lines) > 1 else block.lines
    pitch = lines[1].box[1] - lines[0].box[3] if len(lines) > 1 else last.size
    return -last.size < gap <= max(_WIDER * pitch, last.size / 2)


def _full(last: Line, first: Line, text: str, blocks: Sequence[Block]) -> bool:
    """Whether what begins the next line would not have fitted on the line before it.

    A Chinese line can be broken before any character, so that its margin has to be seen: other lines end there too.
    """
    left, right = last.box[0], last.box[2]
    near = [block for block in blocks if block.kind == "text" and block.box[0] < right and block.box[2] > left]
    margin = max(block.box[2] for block in near)
    room = margin - last.box[2]
    slack = 1.6 * last.size
    if _HAN.search(text[:20]) is None:
        word = (first.box[2] - first.box[0]) * len(text.split(None, 1)[0]) / len(text)
        return room < word + 2 * last.size and room < (margin - left) / 4
    run = _WORD.match(text)
    word = last.size * len(run[0]) / 2 if run else 0.0
    ends = (line.box[2] > margin - slack for block in near for line in block.lines)
    return room < slack + word and sum(ends) >= _MARGIN_LINES
