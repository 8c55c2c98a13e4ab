"""Whether lines are a heading: by their numbering, their font and their capitals, never by one alone when long."""

from collections import Counter
from collections.abc import Sequence

import regex

from pipeline.document import Line, Page

_NAMED = regex.compile(
    r"""(?:item|part|article|section|chapter|schedule|exhibit|annex|appendix|note|attachment|addendum
         |teil|abschnitt|kapitel|anlage|anhang|artikel)\s+(?:\d{1,3}[a-z]?(?:\.\d+)*|[ivxlc]{1,6}|[a-z](?:-\d+)?)
       (?=[.:)—–\s-]|$)""",
    regex.VERBOSE | regex.IGNORECASE,
)
_NUMBERED = regex.compile(
    r"(?:§+\s?\d+[a-z]?|\d{1,3}(?:\.\d{1,3}){0,4}[.)]?|[A-Z][.)]|[IVXLC]{1,6}[.)]|\([A-Za-z0-9]{1,3}\))\s+(?=\p{L})"
)
_CHINESE = regex.compile(
    r"(?P<part>第[一二三四五六七八九十百千零〇\d]{1,7}[编章节節編])(?=[\s　]|\p{Han})(?!的)"
    r"|(?P<article>第[一二三四五六七八九十百千零〇\d]{1,7}[条條])(?=[\s　]|\p{Han})(?![的第、和及至规款])"
    r"|[一二三四五六七八九十]{1,3}、|[A-Z]、|[（(][一二三四五六七八九十]{1,3}[）)]|\d{1,2}(?:[、．.]|\.\d{1,2})+\s*(?=\p{Han})"
)
_ENTRY = regex.compile(r"(?:\t|\s|\.{2,}|…)\s*(?:[A-Z]-?)?\d{1,3}$")
"""A printed page number at the end: the line of a table of contents."""
_VERB = regex.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|shall|will|may|must|should|would|does|do|did|means?|agrees?"
    r"|ist|sind|wird|werden|hat|haben|kann|muss|soll)\b",
    regex.IGNORECASE,
)
_NUMBER_STARTS = frozenset("0123456789(§第一二三四五六七八九十（")
_HANGING = regex.compile(
    r"(?:[,–—-]|\b(?:of|to|and|or|the|by|in|for|a|an|with|that|as|from|on|at|is|are|was|were|und|oder|der|die|das|von|zu))$"
)
"""A line that ends so goes on: "Accounts payable increased due to"."""
_SMALL = frozenset(
    "a an and as at by for from in into its of on or the to with und der die das dem den des von zu für mit im".split()
)
_HAN = regex.compile(r"\p{Han}")
_TERMINAL = ".!?:;,。！？；：，、"
_LONGEST = 160
_MOST_WORDS = 22
_MOST_LINES = 3


def body_size(pages: Sequence[Page]) -> float:
    """Return the font size that most characters of running text have."""
    sizes = Counter[float]()
    for page in pages:
        for block in page.blocks:
            if block.kind == "text":
                for line in block.lines:
                    sizes[round(line.size * 2) / 2] += line.span.end - line.span.start
    return max(sizes, key=lambda size: (sizes[size], -size)) if sizes else 0.0


def height(lines: Sequence[Line], texts: Sequence[str], first: int, *, body: float) -> int:
    """Return how many lines from ``first`` on are one heading; 0 when running text begins there."""
    stop = first + 1
    line = lines[first]
    strong = line.bold or line.size > 1.08 * body
    if not (strong or line.italic or _may_begin(texts[first])):
        return 0
    while stop < len(lines) and stop - first <= _MOST_LINES and _goes_on(lines, texts, stop, strong=strong):
        stop += 1
    if stop - first > _MOST_LINES:
        return 0
    alone = stop == len(lines) or not _wraps(lines, texts, stop)
    text = " ".join(texts[first:stop])
    return stop - first if alone and _is_heading(text, strong=strong, italic=line.italic) else 0


def is_capitals(text: str) -> bool:
    """Whether a text is set in capitals; the only letters with a case of a Chinese line may be a name's: 受IC 厂商."""
    return text.isupper() and (text.isascii() or _HAN.search(text) is None)


def _may_begin(text: str) -> bool:
    """Tell at little cost that a plain line is no heading: no number, no capitals, no "Item"."""
    return (
        text[:1] in _NUMBER_STARTS
        or text[1:2] == "、"
        or is_capitals(text)
        or bool(_NAMED.match(text) or _NUMBERED.match(text))
    )


def _goes_on(lines: Sequence[Line], texts: Sequence[str], index: int, *, strong: bool) -> bool:
    """Whether the line continues a heading of the same look."""
    before, here = lines[index - 1], lines[index]
    if before.bold != here.bold or abs(before.size - here.size) > 0.6:
        return False
    if _NAMED.match(texts[index]) or _NUMBERED.match(texts[index]):
        return False
    return strong or (is_capitals(texts[index - 1]) and is_capitals(texts[index]))


def _wraps(lines: Sequence[Line], texts: Sequence[str], stop: int) -> bool:
    """Whether the line at ``stop`` goes on with the sentence of the line before it."""
    before, here = lines[stop - 1], lines[stop]
    if texts[stop][:1].islower():
        return True
    if (
        before.bold != here.bold
        or abs(before.size - here.size) > 0.6
        or is_capitals(texts[stop - 1]) != is_capitals(texts[stop])
    ):
        return False
    right = max(line.box[2] for line in lines)
    left = min(line.box[0] for line in lines)
    return before.box[2] > right - 0.15 * (right - left)


def _is_heading(text: str, *, strong: bool, italic: bool) -> bool:
    if not text or len(text) > _LONGEST or not any(map(str.isalpha, text)) or _HANGING.search(text):
        return False
    if text.startswith("By:") or "/s/" in text:
        return False
    if not text.isascii() and (match := _CHINESE.match(text)):
        return _is_chinese(text[match.end() :], article=match["article"] is not None, strong=strong)
    if not text.isascii() and _HAN.match(text):
        return strong and _is_chinese(text, article=False, strong=True)
    words = text.split()
    if len(words) > _MOST_WORDS or (_ENTRY.search(text) and len(text) > 12 and not _NAMED.fullmatch(text)):
        return False
    if match := _NAMED.match(text):
        rest = text[match.end() :].strip(" .:—–-")
        return (not rest or rest[:1].isupper() or rest[:1] in "[(") and not _is_sentence(rest, words)
    capitals = is_capitals(text) and sum(map(str.isalpha, text)) > 2
    titled = _is_title([word for word in words if word[0].isalpha()])
    numbered = _NUMBERED.match(text) is not None
    if text[-1] in _TERMINAL and not (text[-1] == "." and numbered and titled and len(words) <= 10 and text[0] != "("):
        return strong and text[-1] == "." and capitals and len(words) <= 8
    return _looks_it(text, words, numbered=numbered, titled=titled, strong=strong, italic=italic)


def _looks_it(text: str, words: Sequence[str], *, numbered: bool, titled: bool, strong: bool, italic: bool) -> bool:
    """Judge a short line without a stop by its number, its capitals and its font."""
    if numbered:
        initial = text[1] == "." and text[0].isalpha() and not (strong or is_capitals(text))
        begins = words[1][0].isupper() or not words[1][0].isalpha()
        return begins and not initial and (titled or strong) and len(words) <= 14 and not _is_sentence(text, words)
    if is_capitals(text) and sum(map(str.isalpha, text)) > 2:
        return len(words) <= 15
    if strong:
        return titled or not _is_sentence(text, words)
    return italic and titled and len(words) <= 10


def _is_chinese(title: str, *, article: bool, strong: bool) -> bool:
    title = title.strip()
    if any(mark in title for mark in "。；！？") or title.endswith(("，", "：", "、")) or _ENTRY.search(title):
        return False
    if article:
        return len(title) <= 20 and "，" not in title
    return len(title) <= (60 if strong else 35) and (strong or "，" not in title)


def _is_title(words: Sequence[str]) -> bool:
    return bool(words) and all(word[0].isupper() or word.rstrip(",") in _SMALL for word in words)


def _is_sentence(text: str, words: Sequence[str]) -> bool:
    if text[-1:] in _TERMINAL and len(words) > 10:
        return True
    return not is_capitals(text) and _VERB.search(text) is not None and len(words) > 7
