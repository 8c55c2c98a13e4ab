"""Cuts MuPDF's lines into fragments: runs of words that no wide gap parts, in a table one cell or a part of it."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import regex

from pipeline.extract.raw import RawLine, Word

SIGNS = frozenset(
    ("$", "€", "£", "¥", "￥", "US$", "C$", "A$", "HK$", "R$", "RMB", "USD", "EUR", "GBP", "CHF", "Rs.", "₹")
)
"""Currency signs that stand before their figure, often at the far side of the cell."""
_BEFORE_SUMS = frozenset(
    "in of to than exceed exceeds by is at least and or for über von mit auf unter bis bei".split()
)
"""Words of prose that lead to an amount: a currency behind them at the end of a line is no column of signs."""

FIGURE = re.compile(
    r"(?:[-–—−(+~<>≈]{0,3}\s?(?:(?:US|C|A|HK)?[$€£¥￥₹])?\s?[-–—−(+]{0,2}\s?\d[\d,.'’]*\s?\)?\s?[%‰x]?\s?\)?"
    r"|[$€£¥￥₹]?\s?[-–—−]{1,3}\s?%?|N/?[AMm]|n/?[am])(?:\s?(?:\([a-z0-9*]{1,2}\)|[*†‡]+))?|\*+|%|\)\s?%?"
)
"""Catches ``(1,234.5)%``, a nil dash and ``NM``; spares ``10-K``, ``A1`` and ``Note 5``."""

_LETTERS = frozenset("UCAHNn")
"""What figures begin with that begin with a letter: US$, C$, A$, HK$, N/A, nm."""

_STATE, _ZIP = regex.compile("[A-Z]{2}"), regex.compile(r"\d{5}(?:-\d{4})?")
"""Catches ``NY`` and ``10174``: typewritten addresses put two blanks between them."""

_CJK = regex.compile(r"[\u2E80-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\u3000-\u303F]")

EM_GAP = 1.0
"""A gap of more than this many font sizes parts two fragments: inside a split figure .95 of the gaps are below .61."""
INITIAL = 18.0
"""Points from which a single capital can be a drop capital."""
_INITIAL = regex.compile(r"[“„«‘\"]?\p{Lu}")
_BEGUN = frozenset(
    "additional after agreement all also although among an and another any article as at if in income information is it"
    " item its into".split()
)
"""Words that begin with a letter that is a word itself."""
SENTENCE_GAP = 1.7
"""Typewritten contracts put two blanks after a full stop: 1.2 sizes."""


class Fragment:
    """Words on one baseline without a wide gap between them; coordinates are those that the text is read in."""

    __slots__ = (
        "base", "bold", "italic", "length", "line", "order", "prose", "size", "text", "words", "x0", "x1", "y0", "y1",
    )  # fmt: skip

    def __init__(self, words: list[Word], line: RawLine, span: dict[str, Any], order: int) -> None:
        """Take ``words`` of ``line``; ``span`` gives their font."""
        self.line = line
        self.x0 = words[0][0]
        self.x1 = words[-1][2]
        self.y0 = line.box[1]
        self.y1 = line.box[3]
        self.base: float = span["origin"][1]
        self.size: float = span["size"]
        flags = span["flags"]
        self.bold = flags & 16 != 0 and (len(line.spans) == 1 or all(map(_is_bold, line.spans)))
        """Whether all of its line is bold: a bold term inside a sentence makes no heading."""
        self.italic = flags & 2 != 0
        self.order = order
        """Position in the content stream."""
        self.reword(words)

    def part(self, words: list[Word]) -> "Fragment":
        """Return a fragment of some of its words."""
        found = Fragment(words, self.line, self.line.spans[0], self.order)
        found.base, found.size, found.bold, found.italic = self.base, self.size, self.bold, self.italic
        return found

    def take_on(self, other: "Fragment") -> None:
        """Go on with the words of ``other``, whose first word is the rest of the last one here."""
        x0, y0, _, y1, head, *place = self.words[-1]
        _, top, x1, bottom, tail, *_ = other.words[0]
        joined: Word = (x0, min(y0, top), x1, max(y1, bottom), head + tail, place[0], place[1], place[2])
        self.line, self.x1 = other.line, other.x1
        self.reword([*self.words[:-1], joined, *other.words[1:]])

    def reword(self, words: list[Word]) -> None:
        """Hold other words in the same place."""
        self.words = words
        self.text = " ".join([word[4] for word in words])
        self.length = len(self.text)
        self.prose = self.length >= 18 and (len(words) >= 4 or _CJK.search(words[0][4]) is not None)
        """Whether it looks like a line of running text, not like a cell."""


@lru_cache(maxsize=16384)
def is_figure(text: str) -> bool:
    """Tell whether a word or cell is a figure, a nil dash or a sign that belongs to one."""
    return (text[:1] in _LETTERS or not text[:1].isalpha()) and FIGURE.fullmatch(text) is not None


def is_cjk(character: str) -> bool:
    """Tell whether a character belongs to a script that is written without blanks."""
    return _CJK.match(character) is not None


def cut(lines: Iterable[RawLine]) -> list[Fragment]:
    """Return the fragments of horizontal ``lines`` in stream order."""
    fragments: list[Fragment] = []
    for line in lines:
        words, spans = line.words, line.spans
        span = spans[0] if len(spans) == 1 else max(spans, key=_printed)
        if len(words) == 1 or line.whole:
            fragments.append(Fragment(words, line, span, len(fragments)))
            continue
        begin = 0
        cuts = _cuts(words, span["size"])
        if line.taken:
            cuts = [at for at in cuts if not _emptied(words[at - 1], words[at], line.taken, span["size"])]
        for at in cuts:
            fragments.append(Fragment(words[begin:at], line, _span_at(spans, words[begin], span), len(fragments)))
            begin = at
        last = words[begin:] if begin else words
        fragments.append(Fragment(last, line, _span_at(spans, last[0], span) if begin else span, len(fragments)))
    return _with_initials(fragments)


def _emptied(before: Word, after: Word, taken: Sequence[tuple[float, float]], size: float) -> bool:
    """Tell whether the gap between two words is only there because struck or hidden words were taken out of it."""
    inside = [(x0, x1) for x0, x1 in taken if before[2] - 1 <= x0 and x1 <= after[0] + 1]
    left = after[0] - before[2] - sum(x1 - x0 for x0, x1 in inside)
    return bool(inside) and left <= EM_GAP * size * (len(inside) + 1)


def _with_initials(fragments: list[Fragment]) -> list[Fragment]:
    """Give drop capitals to the line that goes on behind them: "O" and "ver the past" become "Over the past"."""
    initials = [f for f in fragments if f.length < 3 and f.size > INITIAL and _INITIAL.fullmatch(f.text) is not None]
    for initial in initials:
        beside = [
            f
            for f in fragments
            if f.size < 0.6 * initial.size
            and -2 < f.x0 - initial.x1 < f.size
            and initial.y0 < f.base < initial.base + 0.35 * f.size
        ]
        if len(beside) < 2:
            continue
        line = min(beside, key=lambda f: f.base)
        line.x0 = initial.x0
        if initial.text[-1] in "AI" and (initial.text[-1] + line.words[0][4]).casefold() not in _BEGUN:
            line.reword([*initial.words, *line.words])
        else:
            x0, y0, _, y1, capital, *_ = initial.words[0]
            _, top, x1, bottom, rest, block, number, word = line.words[0]
            joined = (x0, min(y0, top), x1, max(y1, bottom), capital + rest, block, number, word)
            line.reword([joined, *line.words[1:]])
        fragments.remove(initial)
    return fragments


def _is_bold(span: dict[str, Any]) -> bool:
    return bool(span["flags"] & 16) or not span["text"].strip()


def _printed(span: dict[str, Any]) -> int:
    return len(span["text"].strip())


def _span_at(spans: list[dict[str, Any]], word: Word, otherwise: dict[str, Any]) -> dict[str, Any]:
    if len(spans) == 1:
        return otherwise
    middle = (word[0] + word[2]) / 2
    for span in spans:
        if span["bbox"][0] <= middle <= span["bbox"][2] and span["text"].strip():
            return span
    return otherwise


def _cuts(words: list[Word], size: float) -> list[int]:
    limit, back = EM_GAP * size, -2 * size
    cuts: list[int] = []
    right = words[0][2]
    for at, (x0, _, x1, _, text, _, _, _) in enumerate(words):
        gap = x0 - right
        right = x1
        if at and (gap > limit or text in SIGNS or gap < back):
            cuts.append(at)
    return _confirmed(words, cuts, size) if cuts else cuts


def _even_blank(words: list[Word], size: float) -> float:
    """Return what parts more than the blanks of a typewritten line of few words, two characters wide each; or 0.

    Catches ``between  the  Parties.``; spares ``2018  2017  2016``.
    """
    gaps = sorted([after[0] - before[2] for before, after in pairwise(words)])
    if gaps[1] > 1.05 * gaps[0] or gaps[0] < 0.8 * size or any(is_figure(word[4]) for word in words[1:]):
        return 0.0
    return min(1.3 * gaps[0], 1.6 * size)


def _confirmed(words: list[Word], cuts: list[int], size: float) -> list[int]:
    """Keep the cuts that are not just the stretched blanks of a justified or typewritten line."""
    limit = EM_GAP * size
    if len(words) >= 6:
        gaps = sorted(words[at][0] - words[at - 1][2] for at in range(1, len(words)))
        limit = min(max(limit, 2.2 * gaps[len(gaps) // 4]), 2.5 * size)
    elif len(words) >= 3:
        limit = max(limit, _even_blank(words, size))
    kept = []
    for at in cuts:
        before, after = words[at - 1], words[at]
        gap = after[0] - before[2]
        if gap <= 1.6 * size and _STATE.fullmatch(before[4]) and _ZIP.fullmatch(after[4]):
            continue
        if after[4] in SIGNS and gap <= limit:
            trailing = at == len(words) - 1 and not before[4].endswith("(") and before[4].casefold() not in _BEFORE_SUMS
            if trailing or (is_figure(before[4]) and (before[4] != "-" or gap > 0.5 * size)):
                kept.append(at)
        elif gap < 0 or gap > limit * (SENTENCE_GAP if before[4][-1] in '.:;?!”"' and not is_figure(before[4]) else 1):
            kept.append(at)
    return kept
