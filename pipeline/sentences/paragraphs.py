"""The headings, list items and running text of a text block."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from pipeline.document import Block, Page, UnitKind
from pipeline.sentences import headings
from pipeline.spans import Span


class Paragraph(NamedTuple):
    """Lines of one block that belong together."""

    kind: UnitKind
    """heading, item or sentence; a block that is no text gives its own"""
    span: Span
    marker: str
    """Style of its enumerator, such as ``(a)``; empty when it has none."""


_MARKER = regex.compile(
    r"""(?P<bullet>[•▪◦●○■□►➢❖✓◆∙·‣–—*-]|o(?=\s+\p{Lu}\p{Ll}))\s+(?=[^\s_=*–—-])
    | \((?P<bracket>[a-zA-Z]|[ivxIVX]{1,5}|\d{1,2}|[a-z]{2})\)\s*(?=\S)
    | (?P<plain>[a-zA-Z]|[ivxIVX]{1,5}|\d{1,2})(?P<mark>[.)])\s+(?=\S)
    | (?P<deep>\d{1,3}(?:\.\d{1,3}){1,4})\.?\s+(?=\p{Lu}|["“(])
    | (?P<chinese>[（(][一二三四五六七八九十]{1,3}[）)]|[（(]\d{1,2}[）)]|[①-⑳])
    | (?P<comma>[一二三四五六七八九十]{1,3}、|[A-Za-z]、|\d{1,2}[、．）])
    | (?P<article>第[一二三四五六七八九十百千零〇\d]{1,7}[条條])(?=[\s　])
    | (?P<section>§+\s?\d+[a-z]?)\s+(?=\S)""",
    regex.VERBOSE,
)
_BULLETS = "•▪◦●○■□►➢❖✓◆∙‣"
_BRACKET = regex.compile(r"\(([a-zA-Z]|[ivxIVX]{1,5}|\d{1,2})\)")
_OPEN_LIST = regex.compile(r"(?:[;,]|\b(?:and|or|und|oder))$")
_ROMANS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
_DANGLING = regex.compile(
    r"(?:\b(?:Sections?|Articles?|Clauses?|Notes?|Items?|Exhibits?|Schedules?|Paragraphs?|Rules?|Parts?|Regulation|No\.|Nos\.|Form"
    r"|Annex|Appendix|Artikel|Art\.|Ziffern?|Ziff\.|Nr\.|Abs\.|Absatz|Satz|Anlage|Anhang)|§+)$"
)
_COUNTED = regex.compile(
    r"\b(?:(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{Ll}+teen|hundred|thousand|million"
    r"|eins?|eine[rnms]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\p{Ll}*zehn|\p{Ll}*[zß]ig|hundert)$",
    regex.IGNORECASE,
)
_COUNT = regex.compile(r"\(\d{1,3}\)")
"""The figure of a number in words: "within thirty | (30) days"."""
_REFERENCE = regex.compile(
    r"(?:\b(?:sub-?)?(?:sections?|articles?|clauses?|paragraphs?|schedules?|exhibits?|rules?|artikeln?|ziffern?|absätzen?)|§§?)"
    r"(?:\s(?:\d[\w.()]*|\([a-z]{1,4}\))(?:,\s?[\w.()]{1,9})*,?\s(?:and|or|to|through|und|oder|bis))?$",
    regex.IGNORECASE,
)
"""An enumeration of references goes on: "in Paragraphs 7.2 and | 11.2."."""
_TITLED = regex.compile(r"\d(?:\.\d+)+\s\([^()]{2,60}\),(?:\s(?:and|or))?$")
"""A reference with its title in an enumeration: "12.03 (Failure to Perform), | 12.04 (Bankruptcy)"."""
_FIGURES = frozenset("0123456789(")
_UNSTOPPED = regex.compile(r"[\p{Ll}$€£]$")
_AMOUNT = regex.compile(
    r"\d{1,3}(?:[.,]\d+)*(?:\s?%|\s(?:per\s?cent|percentage|basis|hundred|thousand|million|billion|trillion|cents?|times"
    r"|years?|months?|weeks?|days?|shares|Prozent|Mio|Mrd|Millionen|Milliarden|Euro|Jahren?|Monaten?|Tagen?)\b)"
)
_ZH_BEGINS = regex.compile(
    r"\d{4}\s?年|第[一二三四五六七八九十百\d]+[条章节编]|[（(]?[一二三四五六七八九十]{1,3}[）)、]|《|\p{Han}[\p{Han}\s]{1,7}[：:]|注[：:]"
)
_TICKED = regex.compile(r"[□☐√☑☒✓■]\s*不?适用$")
"""The two answers of a Chinese form end a line: "□适用 √不适用"."""
_HAN = regex.compile(r"\p{Han}")
_CLAUSES = frozenset(("article", "section", "deep"))
"""Numbered clauses are running text that stands for itself, not items of a list."""
_BREAKS = regex.compile(r"(?:[.:;,—–。；：！？]|\b(?:and|or|und|oder))[\"”’)\]]*$")
"""Looked for in a line's last six characters."""


def marker_of(text: str) -> str:
    """Return the style of the enumerator or bullet that ``text`` begins with, such as ``(a)``, ``1.`` or ``•``."""
    match = _MARKER.match(text)
    if match is None:
        return ""
    group = match.lastgroup or ""
    if group == "mark":
        return _style(match["plain"]) + match["mark"]
    if group == "bracket":
        return f"({_style(match['bracket'])})"
    if group == "bullet":
        return match["bullet"]
    if group == "chinese":
        return "（1）" if match[0].strip("（）()").isdigit() else "①" if len(match[0]) == 1 else "（一）"
    if group == "comma" and match[0][0].isascii():
        return "1、" if match[0][0].isdigit() else "A、"
    return group


def _style(enumerator: str) -> str:
    if enumerator.isdigit():
        return "1"
    roman = len(enumerator) > 1 or enumerator in "ivxIVX"
    first = "i" if roman and enumerator not in ("aa", "bb", "cc") else "a"
    return first if enumerator.islower() else first.upper()


def goes_on(before: str, text: str) -> bool:
    """Tell that ``text``, at the beginning of a line, goes on with the sentence of ``before`` in spite of its number.

    "… in Section | 8.2 (Damages)", "margins were | 21.2 percent" and "… (a) amend; (b) issue; or | (c) incur …" only
    wrapped there.
    """
    tail = before[-30:]
    if _DANGLING.search(tail) or (text[:1] in _FIGURES and _figure_goes_on(before, text)):
        return True
    match = _BRACKET.match(text)
    if match is None or not _OPEN_LIST.search(tail):
        return False
    return any(f"({mark})" in before[2:] for mark in _predecessors(match[1]))


def _figure_goes_on(before: str, text: str) -> bool:
    """Whether the figure or bracket that begins ``text`` belongs to the words before it."""
    tail = before[-60:]
    if _UNSTOPPED.search(tail) and _AMOUNT.match(text):
        return True
    if _REFERENCE.search(tail) or _TITLED.search(before[-80:]):
        return True
    return _COUNT.match(text) is not None and _COUNTED.search(tail) is not None


def _predecessors(enumerator: str) -> Iterator[str]:
    lowered = enumerator.lower()
    if lowered.isdigit():
        yield str(int(lowered) - 1)
        return
    found = []
    if len(lowered) == 1:
        found.append(chr(ord(lowered) - 1))
    if lowered in _ROMANS:
        found.append(_ROMANS[_ROMANS.index(lowered) - 1])
    for mark in found:
        yield mark if enumerator.islower() else mark.upper()


def paragraphs(page: Page, block: Block, *, body: float) -> list[Paragraph]:
    """Part a text block before the lines that begin a heading, a list item or a new run of text."""
    lines = block.lines
    texts = [page.text[line.span.start : line.span.end].strip() for line in lines]
    starts: list[tuple[int, UnitKind, str]] = []
    index, after_heading = 0, True
    while index < len(lines):
        parted = after_heading or _parted(block, texts, index)
        fresh = parted or _BREAKS.search(texts[index - 1][-6:]) is not None or lines[index].bold > lines[index - 1].bold
        marker = marker_of(texts[index]) if fresh or texts[index][:1] in _BULLETS else ""
        high = headings.height(lines, texts, index, body=body) if fresh else 0
        if high:
            starts.append((index, "heading", marker))
        elif parted or (marker and _begins(texts, starts[-1][0], index, marker)):
            starts.append((index, "item" if marker and marker not in _CLAUSES else "sentence", marker))
        after_heading = high > 0
        index += high or 1
    return _spanned(block, starts)


def _parted(block: Block, texts: Sequence[str], index: int) -> bool:
    """Whether the line before ends early although the next word would have fitted: a paragraph ends there."""
    before, here = block.lines[index - 1], block.lines[index]
    room, wide = block.box[2] - before.box[2], block.box[2] - block.box[0]
    if _TICKED.search(texts[index - 1][-6:]):
        return True
    if room < 2 * before.size or before.box[0] > here.box[0] + before.size:
        return False
    text, earlier = texts[index], texts[index - 1]
    if not text or not earlier or text[0].islower() or earlier[-1] in "-,，、" or goes_on(earlier, text):
        return False
    if earlier[-1] > "\u2e80":
        return room > 3 * before.size and (
            room > 0.45 * wide or _ZH_BEGINS.match(text) is not None or _under_title(block, texts, index)
        )
    word = (here.box[2] - here.box[0]) * len(text.split(None, 1)[0]) / len(text)
    return room > max(word + 2 * before.size, 0.2 * wide)


def _under_title(block: Block, texts: Sequence[str], index: int) -> bool:
    """Whether a Chinese line begins a paragraph below a short numbered title: it is indented as the title is.

    A list point of ragged lines would have its next line there too, but no full one after a short one.
    """
    before, here = block.lines[index - 1], block.lines[index]
    if abs(before.box[0] - here.box[0]) >= before.size / 2 or _HAN.match(texts[index]) is None:
        return False
    room = block.box[2] - before.box[2]
    full = here.box[2] > block.box[2] - here.size
    return room > 0.4 * (block.box[2] - block.box[0]) or (full and marker_of(texts[index - 1]) != "")


def _begins(texts: Sequence[str], first: int, index: int, marker: str) -> bool:
    """A number or letter begins an item on a new line only where the text before has come to a stop."""
    if marker in _BULLETS:
        return True
    if goes_on(" ".join(texts[first:index]), texts[index]):
        return False
    return marker[0] in "(（①" or marker in _CLAUSES or texts[index - 1][-1:] in ".;:。；："


def _spanned(block: Block, starts: Sequence[tuple[int, UnitKind, str]]) -> list[Paragraph]:
    """Give the paragraphs their characters: all of the block, without a gap."""
    if not starts:
        return [Paragraph("sentence", block.span, "")]
    borders = [block.span.start, *(block.lines[index].span.start for index, _, _ in starts[1:]), block.span.end]
    return [Paragraph(kind, Span(borders[at], borders[at + 1]), marker) for at, (_, kind, marker) in enumerate(starts)]
