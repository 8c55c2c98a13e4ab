"""Puts accents on their letters: typesetters draw them as glyphs of their own, which come before or after the letter.

The evidence for a pair is where the two are drawn; an accent beside its letter is a sign of its own, as in company´s.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import pymupdf

from pipeline.document import Box, Edit, Page, Place
from pipeline.extract.fonts import Sign
from pipeline.extract.raw import FLAGS, RawPage, textpage_of
from pipeline.spans import Span

_COMBINING = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "^": "\u0302", "˜": "\u0303", "~": "\u0303",
    "ˇ": "\u030c", "˘": "\u0306", "˚": "\u030a", "¸": "\u0327", "˙": "\u0307", "˝": "\u030b", "¯": "\u0304",
}  # fmt: skip
_ACCENT = re.compile("[´`¨ˆ^˜~ˇ˘˚¸˙˝¯]")
_AT_LETTER = re.compile(rf"{_ACCENT.pattern}[^\W\d_]|[^\W\d_]{_ACCENT.pattern}")
_DOTLESS = {"ı": "i", "ȷ": "j"}
# catches "u" + U+0308; spares what has no composed form
_DECOMPOSED = re.compile("[^\\W\\d_][\u0300-\u036f]+")
# catches bold and full-width letters; spares full-width digits, which are read as figures
_STYLED = re.compile("[\U0001d400-\U0001d7ff\uff21-\uff3a\uff41-\uff5a]+")
_RADICALS = str.maketrans(
    "⺟⺠⻁⻄⻅⻆⻉⻋⻓⻔⻘⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻩⻬⻮⻰", "母民虎西见角贝车长门青页风飞食马骨鬼鱼鸟卤黄齐齿龙"
)
"""Radicals that some fonts name instead of the characters they look like, and that Unicode does not lead back."""
# catches U+2F00 for 一, U+F90A for its plain form, the shapes of Arabic letters; spares the characters themselves
_VARIANT = re.compile("[\u2e80-\u2fd5\uf900-\ufaff\ufb50-\ufd3d\ufe70-\ufefc]+")
_ODD = re.compile(
    "[\u0300-\u036f\u2e80-\u2fd5\uf900-\ufaff\ufb50-\ufd3d\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff]"
)
"""Any of them: one look at the pages that are not plainly western."""


class _Drawn(NamedTuple):
    char: str
    box: Box


def drawn(raw: RawPage, written: str) -> list[Sign]:
    """Return the letters that an accent is drawn over, with the accent; ``written`` is the text of the page's rows."""
    accented = any(map(written.__contains__, "`^~" if written.isascii() else _COMBINING))
    if not accented or raw.shown is None or _AT_LETTER.search(written) is None:
        return []
    words = [word for line in raw.lines for word in line.words]
    chars = list(_chars(textpage_of(raw.shown, FLAGS & ~pymupdf.TEXT_COLLECT_VECTORS).extractRAWDICT()["blocks"]))
    if sum(len(word[4]) for word in words) != len(chars):
        return []
    found: list[Sign] = []
    begin = 0
    for word in words:
        text = word[4]
        own = chars[begin : begin + len(text)] if _ACCENT.search(text) else []
        found.extend(Sign(word[:4], at, before, after, "character.accent") for at, before, after in _pairs(own))
        begin += len(text)
    return found


def composed(page: Page) -> Iterator[Edit]:
    """Yield the edits that join letters and their combining marks, and write styled letters and radicals plainly."""
    if _ODD.search(page.text) is None:
        return
    for match in _DECOMPOSED.finditer(page.text):
        after = unicodedata.normalize("NFC", match.group())
        if len(after) == 1:
            yield Edit(Place(page.number, Span(*match.span())), after, "character.composed")
    for match in _STYLED.finditer(page.text):
        after = unicodedata.normalize("NFKC", match.group())
        yield Edit(Place(page.number, Span(*match.span())), after, "character.styled")
    for match in _VARIANT.finditer(page.text):
        after = unicodedata.normalize("NFKC", match.group()).translate(_RADICALS)
        if after != match.group():
            yield Edit(Place(page.number, Span(*match.span())), after, "character.variant")


def _chars(blocks: Sequence[dict[str, Any]]) -> Iterator[_Drawn]:
    """Yield what MuPDF's words are made of: all characters but blanks."""
    lines = (line for block in blocks for line in block.get("lines", ()))
    for char in (char for line in lines for span in line["spans"] for char in span["chars"]):
        if not char["c"].isspace():
            yield _Drawn(char["c"], char["bbox"])


def _pairs(chars: Sequence[_Drawn]) -> Iterator[tuple[int, str, str]]:
    """Yield where in a word an accent and its letter stand, as they are and as one character."""
    taken = -1
    for at, (one, other) in enumerate(pairwise(chars)):
        if at <= taken:
            continue
        accent, letter = (one, other) if one.char in _COMBINING else (other, one)
        if accent.char not in _COMBINING or not _over(accent.box, letter.box):
            continue
        after = unicodedata.normalize("NFC", _DOTLESS.get(letter.char, letter.char) + _COMBINING[accent.char])
        if len(after) == 1 and letter.char.isalpha():
            taken = at + 1
            yield at, one.char + other.char, after


def _over(accent: Box, letter: Box) -> bool:
    """Tell whether the middle of the accent lies over the letter, in the direction that the line runs."""
    across = letter[0] < (accent[0] + accent[2]) / 2 < letter[2]
    down = letter[1] < (accent[1] + accent[3]) / 2 < letter[3]
    return across and down
