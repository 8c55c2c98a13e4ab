"""The headings, list items and running text of a text block."""

from collections.abc import Sequence
from typing import NamedTuple

import regex

from pipeline.document import Block, Page
from pipeline.sentences import headings
from pipeline.spans import Span


class Paragraph(NamedTuple):
    """Lines of one block that belong together."""

    role: str
    """heading, item or text"""
    span: Span
    marker: str
    """Style of its enumerator, such as ``(a)``; empty when it has none."""


_MARKER = regex.compile(
    r"""(?P<bullet>[•▪◦●○■□►➢❖✓◆∙·‣–—*-])\s+(?=\S)
    | \((?P<bracket>[a-zA-Z]|[ivxIVX]{1,5}|\d{1,2}|[a-z]{2})\)\s*(?=\S)
    | (?P<plain>[a-zA-Z]|[ivxIVX]{1,5}|\d{1,2})(?P<mark>[.)])\s+(?=\S)
    | (?P<deep>\d{1,3}(?:\.\d{1,3}){1,4})\.?\s+(?=\p{Lu}|["“(])
    | (?P<chinese>[（(][一二三四五六七八九十]{1,3}[）)]|[（(]\d{1,2}[）)]|[①-⑳])
    | (?P<comma>[一二三四五六七八九十]{1,3}、|\d{1,2}[、．）])
    | (?P<article>第[一二三四五六七八九十百千零〇\d]{1,7}[条條])(?=[\s　])
    | (?P<section>§+\s?\d+[a-z]?)\s+(?=\S)""",
    regex.VERBOSE,
)
_CLAUSES = frozenset(("article", "section", "deep"))
"""Numbered clauses are running text that stands for itself, not items of a list."""
_BREAKS = regex.compile(r"(?:[.:;,—–。；：！？]|\b(?:and|or|und|oder))[\"”’)\]]*$")


def marker_of(text: str) -> str:
    """Return the style of the enumerator or bullet that ``text`` begins with: ``(a)``, ``1.``, ``•`` …"""
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
    return "1、" if group == "comma" and match[0][0].isdigit() else group


def _style(enumerator: str) -> str:
    if enumerator.isdigit():
        return "1"
    roman = len(enumerator) > 1 or enumerator in "ivxIVX"
    first = "i" if roman and enumerator not in ("aa", "bb", "cc") else "a"
    return first if enumerator.islower() else first.upper()


def paragraphs(page: Page, block: Block, *, body: float) -> list[Paragraph]:
    """Part a text block before the lines that begin a heading, a list item or the text after a heading."""
    lines = block.lines
    texts = [page.text[line.span.start : line.span.end].strip() for line in lines]
    starts: list[tuple[int, str, str]] = []
    index, after_heading = 0, True
    while index < len(lines):
        fresh = (
            after_heading or _BREAKS.search(texts[index - 1]) is not None or lines[index].bold > lines[index - 1].bold
        )
        marker = marker_of(texts[index]) if fresh or texts[index][:1] in "•▪◦●○■□►➢❖✓◆∙‣" else ""
        high = headings.height(lines, texts, index, body=body) if fresh else 0
        if high:
            starts.append((index, "heading", marker))
        elif after_heading or (marker and _begins(texts, index, marker)):
            starts.append((index, "item" if marker and marker not in _CLAUSES else "text", marker))
        after_heading = high > 0
        index += high or 1
    return _spanned(block, starts)


def _begins(texts: Sequence[str], index: int, marker: str) -> bool:
    """A number or letter begins an item on a new line only with a capital or a bracket behind it."""
    if marker[0] in "(（•①" or marker in _CLAUSES:
        return True
    return texts[index - 1][-1:] in ".;:。；：" or not marker[0].isalnum()


def _spanned(block: Block, starts: Sequence[tuple[int, str, str]]) -> list[Paragraph]:
    """Give the paragraphs their characters: all of the block, without a gap."""
    if not starts:
        return [Paragraph("text", block.span, "")]
    borders = [block.span.start, *(block.lines[index].span.start for index, _, _ in starts[1:]), block.span.end]
    return [Paragraph(role, Span(borders[at], borders[at + 1]), marker) for at, (_, role, marker) in enumerate(starts)]
