"""The tokens with digits that an engine read on a page, and how the clean ones among them are written."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from pipeline.document import Page
from pipeline.spans import Edited, Span

LONGEST = 40
"""Characters; a longer run is no figure."""
_TOKEN = re.compile(r"[^\s\u2e80-\u9fff、。；【】\uff1a]*[0-9][^\s\u2e80-\u9fff、。；【】\uff1a]*")
_JUNK = "‘’'\"“”«»|[]_~=*—–!:;<>\\^°•·`,.¢©®+"
_STRAY = frozenset("‘«»|[]_~=*<>\\^°•·`¢©®")
CLEAN = re.compile(r"[$€£¥]?\(?[-–−]?[$€£¥]?(?P<core>\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,3})?|\.\d+)%?\)?%?")
_NAMED = re.compile(r"(?:编|码|号|话|\b[Nn]o\.?|CUSIP|ISIN|WKN|IBAN|Tel\.?|ABN|Fax)\s?[:：.]?\s*$")
WORDY = re.compile(r"[A-Za-z]{3,}")
_INSIDE = re.compile(r"\$?\d[\d.,]*\d(?![\w])")


class Token(NamedTuple):
    """A run of characters with digits in it, without the stray marks around it."""

    span: Span
    text: str
    line: int
    right: float
    """Right edge of its box; -1 without one."""
    confidence: float
    lead: bool = False
    """Nothing stands before it in its line."""
    outer: Span | None = None
    """With the marks at its edges that belong to no figure; None where there are none."""
    named: bool = False
    """A word before it says that it is a number of something: a code, a telephone number."""
    opened: bool = False
    """A bracket that was opened before it in its line is still open."""


class Style(NamedTuple):
    """How the clean figures of a column, a row or a page are written."""

    decimals: int
    votes: int
    of: int


def tokens(page: Page, text: str, cleaned: Edited) -> list[Token]:
    """Return the tokens with digits of a page that an engine read."""
    words = page.words
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    result = []
    for found in _TOKEN.finditer(text):
        start, end = found.span()
        bare = found[0].strip(_JUNK)
        inner = _INSIDE.search(bare) if WORDY.search(bare) else None
        bare = inner[0] if inner else bare
        if not bare or len(bare) > LONGEST:
            continue
        offset = found[0].index(bare)
        origin = cleaned.origin(Span(start, end))
        first = max(0, bisect_right(words.starts, origin.start) - 1)
        last = max(first, bisect_right(words.starts, origin.end - 1) - 1)
        right = words.boxes[4 * last + 2] if words.boxes else -1.0
        confidence = min((c for c in words.confidences[first : last + 1] if c >= 0), default=1.0)
        line = bisect_right(starts, start) - 1
        before = text[starts[line] : start + offset]
        result.append(
            Token(
                Span(start + offset, start + offset + len(bare)),
                bare,
                line,
                right,
                confidence,
                not before.strip(),
                _outer(found, offset, offset + len(bare)) if inner is None else None,
                _NAMED.search(before[-12:]) is not None,
                before.count("(") > before.count(")"),
            )
        )
    return result


def _outer(found: re.Match[str], start: int, end: int) -> Span | None:
    written = found[0]
    left = len(written[:start]) - len(written[:start].rstrip("".join(_STRAY)))
    right = len(written[end:]) - len(written[end:].lstrip("".join(_STRAY)))
    return Span(found.start() + start - left, found.start() + end + right) if left or right else None


def decimals_of(text: str) -> int | None:
    """Return how many decimals a cleanly written figure has; None where it is not clean or tells nothing."""
    found = CLEAN.fullmatch(text)
    if found is None:
        return None
    core = found["core"]
    whole, _, decimals = core.partition(".")
    if len(decimals) > 2 or (not decimals and "," not in core and (len(whole) > 3 or whole[0] == "0")):
        return None
    return len(decimals)


def styles(found: list[Token], key: Iterable[int]) -> dict[int, Style]:
    """Return the usual number of decimals of each group that ``key`` sorts the tokens into."""
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for token, group in zip(found, key, strict=True):
        decimals = decimals_of(token.text)
        if decimals is not None and group >= 0:
            counts[group][decimals] += 1
    return {group: Style(*count.most_common(1)[0], count.total()) for group, count in counts.items()}


def columns_of(found: list[Token], reach: float) -> list[int]:
    """Return the number of the column that each token's right edge stands in."""
    order = sorted(range(len(found)), key=lambda i: found[i].right)
    column = [-1] * len(found)
    number, previous = -1, None
    for i in order:
        right = found[i].right
        if right < 0:
            continue
        if previous is None or right - previous > reach:
            number += 1
        column[i], previous = number, right
    return column
