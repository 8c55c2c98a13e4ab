"""Finds text that a page paints as something else: /ActualText, which copying and screen readers take for the glyphs.

Honest files replace blanks, hyphens, ligatures and glyphs without a character; a planted one replaces a figure.
"""

import unicodedata
from collections import Counter
from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple

import pymupdf

from pipeline.document import Notice, SetApart
from pipeline.extract import fonts, raw
from pipeline.extract.hidden import ROOM
from pipeline.extract.raw import RawPage, Word, around, clipped

PAINTED = raw.FLAGS | pymupdf.TEXT_IGNORE_ACTUALTEXT


class Painted(NamedTuple):
    """A page as it is painted, and what it said instead."""

    raw: RawPage
    within: pymupdf.TextPage | None = None
    """The same page once more, clipped, where the file is short enough to look twice."""
    set_apart: tuple[SetApart, ...] = ()
    notices: tuple[Notice, ...] = ()


def painted(loaded: RawPage, page: pymupdf.Page) -> Painted:
    """Return the page as its glyphs read when what is said for them has other letters or figures.

    Files of up to ``SHORT`` pages are looked at; in long ones a second look at every page would cost too much, and the
    glyphs alone are read.
    """
    if not loaded.again or loaded.shown is None:
        return Painted(loaded)
    within = clipped(loaded.shown, PAINTED)
    said = _words(loaded)
    if "".join([word[4] for word in said]) == "".join(within.extractTEXT().split()):
        return Painted(replace(loaded, again=False))
    if not is_said(page):
        return Painted(loaded, within)
    shown = raw.load(page, flags=PAINTED)
    apart = () if fonts.doubt(shown) is not None else _differing(said, _words(shown), loaded.number)
    if not apart:
        return Painted(loaded, clipped(loaded.shown, raw.FLAGS))
    count = sum(len(entry.text.split()) for entry in apart)
    message = f"{count} words that the page says in place of what it paints are set apart; what it paints was read"
    return Painted(shown, within, apart, (Notice(ROOM, "hidden_text", loaded.number, message),))


def is_said(page: pymupdf.Page) -> bool:
    """Tell whether the page says something in place of what it paints."""
    return b"ActualText" in page.read_contents()


def _words(page: RawPage) -> list[Word]:
    return [word for line in page.lines for word in line.words]


def _letters(words: list[Word]) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", "".join(word[4] for word in words)).casefold()))


def _differing(said: list[Word], drawn: list[Word], number: int) -> tuple[SetApart, ...]:
    """Return the runs of words that are said where others are painted."""
    texts, shown = [word[4] for word in said], [word[4] for word in drawn]
    found = []
    for kind, a, b, c, d in SequenceMatcher(None, texts, shown, autojunk=False).get_opcodes():
        if kind != "equal" and a < b and _differ(_letters(said[a:b]), _letters(drawn[c:d])):
            found.append(SetApart("hidden", number, around(said[a:b]), " ".join(texts[a:b])))
    return tuple(found)


def _differ(one: str, other: str) -> bool:
    """Tell whether a figure or two letters differ; one letter may stand for a sign."""
    odd = [*(Counter(one) - Counter(other)).elements(), *(Counter(other) - Counter(one)).elements()]
    return len(odd) > 1 or any(map(str.isdigit, odd)) or (not odd and one != other)
