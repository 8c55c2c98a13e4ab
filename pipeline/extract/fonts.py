"""Knows fonts that lie: sign fonts whose letters are pictures, shifted maps, glyphs that no map explains."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from pipeline.document import Box
from pipeline.extract.raw import RawLine, RawPage

UNICODE_IS_CODE = 128
"""Bit of ``char_flags``: the file does not map the glyph, its code stands for it."""
UNREADABLE = 0.2
"""Share of a page's characters without a map from which its text layer is no use."""
LATIN = 0x24F
ALL_BUT = 0.9
"""The same of characters in runs of type that have some such glyph: which ones they are is not said."""
FEW = 20
"""Characters below which a share says nothing."""
SAMPLE = 1500
"""Characters of a page that are looked at for a shift."""
ENOUGH = 40
"""Letter pairs below which nothing can be said."""
OTHER_SCRIPTS = 0.1
"""Share of letters beyond Latin from which the pairs of Latin ones say nothing."""
DIFFERENT = 30
"""Letter pairs that a garbled run has: one strange name, said over and over, has few."""
KINDS = 8
"""Different usual pairs that sense takes: a row of dots moved to letters has one."""
ODD = 0.3
"""Share of characters that are neither letters, digits nor usual signs, from which few letters are no excuse."""
NONSENSE, SENSE = 0.3, 0.42
"""Share of usual letter pairs that garbled text stays below, and that the text has when moved back."""

PRIVATE_SIGNS = {
    "\uf0b7": "•", "\uf0a7": "▪", "\uf0a8": "☐", "\uf06f": "☐", "\uf071": "❑", "\uf072": "❑", "\uf06e": "■",
    "\uf06c": "●", "\uf075": "◆", "\uf076": "❖", "\uf0d8": "➢", "\uf0e0": "→", "\uf0e8": "➔", "\uf0fc": "✓",
    "\uf0fb": "✗", "\uf0fd": "☒", "\uf0fe": "☑", "\uf0ae": "→", "\uf0d2": "®", "\uf0d3": "©", "\uf0d4": "™",
    "\uf02d": "-", "\uf020": " ",
}  # fmt: skip
"""Symbol and Wingdings bullets that Word writes into the private area, as they look (unicode.org/charts, L2/11-052)."""
_ZAPF = {
    "3": "✓", "4": "✔", "5": "✕", "6": "✖", "7": "✗", "8": "✘", "l": "●", "m": "❍", "n": "■", "o": "❏", "q": "❑",
    "u": "◆", "H": "★",
}  # fmt: skip
_WINGDINGS = {
    "l": "●", "n": "■", "o": "☐", "q": "❑", "r": "❒", "u": "◆", "v": "❖", "x": "☒", "§": "▪", "¨": "☐", "Ø": "➢",
    "à": "→", "è": "➔", "ü": "✓", "û": "✗", "ý": "☒", "þ": "☑", "·": "•", "ð": "→",
}  # fmt: skip
_WINGDINGS_2 = {"P": "✓", "O": "✗", "R": "☑", "S": "☒", "T": "☒", "Q": "☒", "£": "☐", "*": "☐", "¢": "☒"}
_SYMBOL = {"·": "•", "®": "→"}
_SIGN_FONTS = (
    ("zapfdingbats", _ZAPF),
    ("dingbats", _ZAPF),
    ("wingdings2", _WINGDINGS_2),
    ("wingdings", _WINGDINGS),
    ("symbol", _SYMBOL),
)
_USUAL_PAIRS = """
th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le
ve co me de hi ri ro ic ne ea ra ce li ch ll be ma si om ur ei ie ge un ns di we ca el la
ta ss ec il us
"""
_PAIRS = frozenset(_USUAL_PAIRS.split())
"""Half of the letter pairs of English prose and nearly half of German; an eighth of pairs at random."""
_SIGNS = frozenset(" .,;:$€%()-–—'’\"“”&/_•☐☒☑*")
_UNKNOWN = re.compile("[\ue000-\uf8ff\ufffd]")
_USUAL = (" the ", " of ", " and ", " der ", " und ", " die ")
_WITHIN = (*_USUAL, "tion", "ment", "otal", "TION", "MENT", "OTAL")
"""What shows at a glance that the letters of one font are what they say; most pages hold nothing else."""
_SHIFTS = (29, 31, 28, 30, 32, -29, -31, *range(1, 28), *range(-28, 0))


class Sign(NamedTuple):
    """A run of letters that a sign font shows as a picture."""

    box: Box
    """Of the word it begins."""
    start: int
    before: str
    after: str
    rule: str = "character.sign_font"


Lie = Literal["unmapped_glyphs", "shifted_font", "garbled_font"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is wrong with the characters of a page."""

    code: Lie
    count: int
    hopeless: bool
    """The text layer is no use at all."""
    fonts: frozenset[str] = frozenset()
    """The ones that lie when others of the page do not."""


def signs(raw: RawPage) -> list[Sign]:
    """Return what the sign fonts of the page show: a Wingdings ``ý`` is a crossed box."""
    tables = {name: table for name in {style[0] for style in raw.styles} if (table := _table(name))}
    if not tables:
        return []
    return [sign for line in raw.lines if any(s["font"] in tables for s in line.spans) for sign in _signs(line, tables)]


def doubt(raw: RawPage) -> Doubt | None:
    """Return what is wrong with the page's characters, None when nothing is."""
    coded = any(style[4] & UNICODE_IS_CODE for style in raw.styles)
    codes = [span["text"] for span in raw.spans if span["char_flags"] & UNICODE_IS_CODE] if coded else []
    texts = _by_font(raw.spans)
    lying = {font: text for font, text in texts.items() if len(text) > ENOUGH and _lies(text, western=raw.western)}
    if not codes and not lying and _reads_well(raw):
        return None
    flagged = sum(len("".join(text.split())) for text in codes if any(map(str.isalnum, text)))
    text = " ".join([word[4] for line in raw.lines for word in line.words])
    total = len(text) - text.count(" ")
    unknown = sum(char not in PRIVATE_SIGNS for char in _UNKNOWN.findall(text))
    if unknown or flagged:
        hopeless = total >= FEW and (unknown >= UNREADABLE * total or flagged >= ALL_BUT * total)
        return Doubt("unmapped_glyphs", unknown or flagged, hopeless=hopeless, fonts=frozenset(lying))
    if _shifted(text):
        return Doubt("shifted_font", total, hopeless=True)
    if not lying:
        return None
    count = sum(len("".join(part.split())) for part in lying.values())
    code: Lie = "shifted_font" if all(map(_shifted, lying.values())) else "garbled_font"
    return Doubt(code, count, hopeless=count >= ALL_BUT * total, fonts=frozenset(lying))


def _by_font(spans: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Return the text of each font."""
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for font, text in map(_font_and_text, spans):
        parts[font].append(text)
    return {font: "\n".join(part) for font, part in parts.items()}


def _reads_well(raw: RawPage) -> bool:
    """Tell by the shortest look, which most pages pass, that nothing is wrong with a page's text."""
    return any(map(raw.text.__contains__, _USUAL)) and (raw.western or _UNKNOWN.search(raw.text) is None)


def _table(font: str) -> dict[str, str] | None:
    plain = font.lower().replace(" ", "").replace("-", "")
    return next((table for name, table in _SIGN_FONTS if name in plain), None)


def _signs(line: RawLine, tables: dict[str, dict[str, str]]) -> list[Sign]:
    found: list[Sign] = []
    at, used = 0, 0
    for span in line.spans:
        table = tables.get(span["font"])
        for char in span["text"]:
            if char.isspace() or char == "\u00a0":
                continue
            if at < len(line.words) and used >= len(line.words[at][4]):
                at, used = at + 1, 0
            if at >= len(line.words):
                return found
            word = line.words[at]
            if table and char in table and word[4][used : used + 1] == char:
                found.append(Sign(word[:4], used, char, table[char]))
            used += 1
    return found


def _shifted(text: str) -> bool:
    """Tell whether the text is nonsense that makes sense when every code is moved by one and the same number."""
    if any(word in text for word in _USUAL):
        return False
    sample = text[:SAMPLE]
    if sum(ord(char) > 0x2E80 for char in sample) > ENOUGH:
        return False
    odd = sum(not char.isalnum() and char not in _SIGNS for char in sample)
    if _sense(sample, none=0.0 if odd > ODD * len(sample) else 1.0) > NONSENSE:
        return False
    return any(_sense(_moved(sample, shift), none=0.0) >= SENSE for shift in _SHIFTS)


def _lies(text: str, *, western: bool) -> bool:
    """Tell whether Latin letters, enough of them to say so, stand in no usual order: over 200 honest runs have .33."""
    if any(map(text.__contains__, _WITHIN)):
        return False
    sample = text[:SAMPLE]
    if not western and sum(char > "\u024f" and char.isalpha() for char in sample) > OTHER_SCRIPTS * len(sample):
        return False
    letters = sample.lower()
    different = {one + other for one, other in pairwise(letters) if one.isalpha() and other.isalpha()}
    if len(different) < DIFFERENT or len(different & _PAIRS) >= NONSENSE * len(different):
        return False
    return _sense(sample, none=1.0) < NONSENSE


def _sense(text: str, *, none: float) -> float:
    """Return the share of letter pairs that are usual in English or German; ``none`` when there are too few."""
    letters = text.lower()
    pairs = [one + other for one, other in pairwise(letters) if one.isalpha() and other.isalpha()]
    usual = [pair for pair in pairs if pair in _PAIRS]
    return len(usual) / len(pairs) if len(pairs) >= ENOUGH and (len(set(usual)) >= KINDS or none) else none


def _moved(text: str, shift: int) -> str:
    return "".join([chr(ord(char) + shift) if 32 < ord(char) + shift <= LATIN else " " for char in text])


_font_and_text = itemgetter("font", "text")
