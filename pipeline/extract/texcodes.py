r"""Reads the signs that bitmap fonts of TeX keep below code 32, where the file does not say which characters they are.

MuPDF hands the bare codes over, and takes them for blanks: ``con\x1cguration`` falls apart, ``2019\x152021`` loses
its dash. Each stands for one sign in TeX's T1 or OT1 encoding, and a ligature between letters tells that it does.
"""

from collections.abc import Sequence

import regex

from pipeline.extract.raw import RawLine, RawPage, Word

SIGNS = {
    "\x0b": "ﬀ", "\x0c": "ﬁ", "\r": "ﬂ", "\x0e": "ﬃ", "\x0f": "ﬄ",
    "\x10": "“", "\x11": "”", "\x12": "„", "\x13": "«", "\x14": "»", "\x15": "–", "\x16": "—",
    "\x1b": "ﬀ", "\x1c": "ﬁ", "\x1d": "ﬂ", "\x1e": "ﬃ", "\x1f": "ﬄ",
}  # fmt: skip
_CODES = str.maketrans(SIGNS)
_CODE = regex.compile(r"[\x0b-\x16\x1b-\x1f]")
_LIGATURE = regex.compile(r"(?<=\p{L})[\x0b-\x0f\x1b-\x1f](?=\p{Ll})|(?<![^ ])[\x0b-\x0f\x1b-\x1f](?=\p{Ll})")
"""Catches ``con\\x1cguration``, `` \\x1celd``; spares ``a \\x0c b``."""
_PARTS = regex.compile(r"[^\x00-\x0a\x17-\x1a\x20\xa0\u202a-\u202e]+")
WIDTH = 0.5
"""Sizes that such a sign is wide at most where it begins or ends a word."""


def mended(raw: RawPage) -> RawPage:
    """Return the page with the signs in place of their codes, in the fonts that use one as a ligature."""
    if _LIGATURE.search(raw.text) is None:
        return raw
    fonts = {span["font"] for span in raw.spans if _LIGATURE.search(span["text"]) is not None}
    return raw.with_lines([_mended(line, fonts) for line in raw.lines])


def _mended(line: RawLine, fonts: set[str]) -> RawLine:
    read = [span["font"] in fonts and _CODE.search(span["text"]) is not None for span in line.spans]
    if not any(read):
        return line
    before = "".join([span["text"] for span in line.spans])
    spans = [
        {**span, "text": span["text"].translate(_CODES)} if found else span
        for span, found in zip(line.spans, read, strict=True)
    ]
    whole = "".join([span["text"] for span in spans])
    words = _words(before, whole, line)
    if words is None:
        return line
    made = RawLine(spans, words, line.box, block=line.block, order=line.order)
    made.dir, made.wmode = line.dir, line.wmode
    return made


def _words(before: str, whole: str, line: RawLine) -> list[Word] | None:
    """Return the words that ``whole`` holds, put together from the pieces that ``before`` fell into."""
    pieces = [match.span() for match in regex.finditer(r"[^\x00-\x20\xa0\u202a-\u202e]+", before)]
    if [before[slice(*piece)] for piece in pieces] != [word[4] for word in line.words]:
        return None
    size = line.spans[0]["size"]
    found: list[Word] = []
    at, right = 0, line.box[0]
    for match in _PARTS.finditer(whole):
        own: list[Word] = []
        first = at
        while at < len(pieces) and pieces[at][0] < match.end():
            own.append(line.words[at])
            at += 1
        left, end = _edges(match.span(), pieces[first:at], own, (right, _next(line, at)), size)
        model = own[0] if own else line.words[min(first, len(line.words) - 1)]
        found.append((left, model[1], end, model[3], match.group(), *model[5:]))
        right = end
    return found


def _next(line: RawLine, at: int) -> float:
    return line.words[at][0] if at < len(line.words) else line.box[2]


def _edges(
    span: tuple[int, int],
    pieces: Sequence[tuple[int, int]],
    own: Sequence[Word],
    free: tuple[float, float],
    size: float,
) -> tuple[float, float]:
    """Return left and right of a word: those of its pieces, with room for the signs at its ends."""
    if not own:
        return free[0], min(free[1], free[0] + WIDTH * size)
    left = own[0][0] if pieces[0][0] == span[0] else max(free[0], own[0][0] - WIDTH * size)
    right = own[-1][2] if pieces[-1][1] == span[1] else min(free[1], own[-1][2] + WIDTH * size)
    return left, right
