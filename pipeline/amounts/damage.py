"""What an engine did to the figures of a scanned page: doubtful tokens, and readings of them with the same digits."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from pipeline.amounts.forms import LOOKALIKES, Doubt
from pipeline.document import Page
from pipeline.spans import Edited, Span

_TOKEN = re.compile(r"[^\s\u2e80-\u9fff、。；【】\uff1a]*[0-9][^\s\u2e80-\u9fff、。；【】\uff1a]*")
_JUNK = "‘’'\"“”«»|[]{}_~=*—–!:;<>\\^°•·`,.¢©®"
_CLEAN = re.compile(r"[$€£¥]?\(?[-–−]?[$€£¥]?(?P<core>\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d+)?|\.\d+)%?\)?%?")
_FIGURE = re.compile(
    r"(?P<left>[$€£¥(\[{-]*)(?P<core>[\dA-Za-z.,;:'’*|!/]*\d[\dA-Za-z.,;:'’*|!/]*?)(?P<right>[%)\]}|]*)"
)
_SPARED = re.compile(
    r"\(?[a-z]\)?\d*|\d{1,3}\(?[a-z]\)|\(?\d{1,2}\)|\d{1,2}[.:]|(?:19|20)\d\d[),;:.’'*]*|\d{1,2}/\d{1,2}/\d{2,4}|\d+[A-Za-z]|\d+(?:st|nd|rd|th)"
    r"|(?:19|20)\d\d[-–/](?:19|20)?\d\d|[A-Za-z]{2,}[-–]?\d+|\d+-[A-Za-z]+|\d{1,2}:\d\d"
)
_WORDY = re.compile(r"[A-Za-z]{3,}")
_PER_SHARE = re.compile(r"per (?:\w+ )?(?:common )?shar|per unit|\bbasic\b|\bdiluted\b|每股", re.IGNORECASE)


class Token(NamedTuple):
    """A run of characters with digits in it, without the stray marks around it."""

    span: Span
    text: str
    line: int
    right: float
    """Right edge of its box; -1 without one."""
    confidence: float


class Style(NamedTuple):
    """How the clean figures of a column, a row or a page are written."""

    decimals: int
    votes: int


def tokens(page: Page, text: str, cleaned: Edited) -> list[Token]:
    """Return the tokens with digits of a page that an engine read."""
    words = page.words
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    result = []
    for found in _TOKEN.finditer(text):
        start, end = found.span()
        bare = found[0].strip(_JUNK)
        if not bare:
            continue
        offset = found[0].index(bare)
        origin = cleaned.origin(Span(start, end))
        first = max(0, bisect_right(words.starts, origin.start) - 1)
        last = max(first, bisect_right(words.starts, origin.end - 1) - 1)
        right = words.boxes[4 * last + 2] if words.boxes else -1.0
        confidence = min(words.confidences[first : last + 1], default=1.0)
        span = Span(start + offset, start + offset + len(bare))
        result.append(Token(span, bare, bisect_right(starts, start) - 1, right, confidence))
    return result


def decimals_of(text: str) -> int | None:
    """Return how many decimals a cleanly written figure has; None where it is not clean or tells nothing."""
    found = _CLEAN.fullmatch(text)
    if found is None or "%" in text:
        return None
    core = found["core"]
    whole, _, decimals = core.partition(".")
    if len(decimals) == 3 or (not decimals and "," not in core and len(whole) > 3):
        return None
    return len(decimals)


def styles(found: list[Token], key: Iterable[int]) -> dict[int, Style]:
    """Return the usual number of decimals of each group that ``key`` sorts the tokens into."""
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for token, group in zip(found, key, strict=True):
        decimals = decimals_of(token.text)
        if decimals is not None and group >= 0:
            counts[group][decimals] += 1
    return {group: Style(*count.most_common(1)[0]) for group, count in counts.items()}


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


def grouped(digits: str, decimals: int) -> str:
    """Write a run of digits with commas and so many decimals."""
    digits = digits.rjust(decimals + 1, "0")
    whole, rest = (digits[:-decimals], digits[-decimals:]) if decimals else (digits, "")
    whole = f"{int(whole):,}" if len(whole) > 3 and not whole.startswith("0") else whole
    return f"{whole}.{rest}" if rest else whole


def structured(core: str) -> str | None:
    """Return what the separators of ``core`` say when any of them may stand for a comma or a point; None if nothing.

    "1.185.655,97" says 1,185,655.97, "3.903" says 3,903, "28991" and "12.34.56" say nothing.
    """
    groups = re.split(r"[.,;:'’ ]+", core)
    if len(groups) < 2 or not all(group.isdigit() for group in groups) or not 1 <= len(groups[0]) <= 3:
        return None
    if any(len(group) != 3 for group in groups[1:-1]):
        return None
    last = len(groups[-1])
    if last == 3 and groups[0] != "0":
        return ",".join(groups)
    if last in {1, 2} and (len(groups) > 2 or "." in core):
        return ",".join(groups[:-1]) + "." + groups[-1]
    return None


def broken(token: Token, *, style: Style | None, per_share: bool, commas: bool) -> Doubt | None:
    """Return the doubt about one token whose form or style is not that of its neighbours."""
    written = token.text
    if _SPARED.fullmatch(written) or _WORDY.search(written):
        return None
    decimals = 2 if per_share else style.decimals if style else None
    clean = _CLEAN.fullmatch(written)
    if clean is not None and written.count("(") == written.count(")"):
        core = clean["core"]
        return _restyled(token, core, decimals, commas=commas, percent="%" in written)
    found = _FIGURE.fullmatch(written)
    if found is None:
        return None
    core, rule, reason = found["core"], "number.separators", "no well-formed figure"
    meant = core.translate(LOOKALIKES)
    left = found["left"].replace("[", "(").replace("{", "(")
    right = found["right"].replace("]", ")").replace("}", ")").replace("|", "")
    if core[0] in "Ss" and len(core) > 1 and core[1:2].isdigit():
        meant, left, rule = core[1:].translate(LOOKALIKES), left + "$", "number.dollar_sign"
    elif meant != core:
        rule = "number.letters"
    if "(" in left and ")" not in right:
        right, rule = right + ")", "number.paren_lost"
    elif ")" in right and "(" not in left:
        left, rule = left.replace("$", "$(") if "$" in left else "(" + left, "number.paren_lost"
    readings = _readings(meant, decimals, commas=commas)
    return Doubt(token.span, tuple(left + reading + right for reading in readings), rule, reason)


def _readings(meant: str, decimals: int | None, *, commas: bool) -> list[str]:
    digits = re.sub(r"\D", "", meant)
    if not digits:
        return []
    readings = []
    said = structured(meant)
    if said is not None:
        readings.append(said)
    if meant.isdigit() and len(meant) < 4 and not decimals:
        readings.append(meant)
    if decimals is not None:
        readings.append(grouped(digits, decimals))
    if commas:
        readings.append(grouped(digits, 0))
    if re.fullmatch(r"\d+(?:\.\d+)?", meant):
        readings.append(meant)
    return list(dict.fromkeys(readings))


def _restyled(token: Token, core: str, decimals: int | None, *, commas: bool, percent: bool) -> Doubt | None:
    """Return the doubt about a clean figure that is not written as its neighbours are."""
    left, right = token.text.split(core, 1)
    if percent:
        return None
    readings: list[str] = []
    rule, reason = "number.separators", ""
    whole, _, rest = core.partition(".")
    if len(rest) == 3 and 1 <= len(whole) <= 3 and whole != "0" and "," not in core and commas:
        readings, reason = [f"{whole},{rest}", core], "point where the page writes a comma"
    elif decimals and not rest and "," not in core and len(core) > decimals:
        readings, reason = [grouped(core, decimals), grouped(core, 0)], f"its neighbours have {decimals} decimals"
        rule = "number.point_lost"
    elif not rest and "," not in core and len(core) > 3 and commas:
        readings, reason = [grouped(core, 0)], "the page writes commas"
        rule = "number.comma_lost"
    if not readings:
        return None
    return Doubt(token.span, tuple(left + reading + right for reading in dict.fromkeys(readings)), rule, reason)


_SPLIT = re.compile(
    r"(?<![\d.,])\d{1,3}(?:(?:[.,;:]|[.,;:] | [.,;:]?)\d{3})*(?:(?:[.,:] ?| \.)\d{1,2})?(?![\d.,]*\d)(?! [.,]?\d{3}[.,]\d)"
)
_GLUED = re.compile(r"(?<![\d.,])(\d{1,3}(?:,\d{3})+\.\d\d)(\d{1,3}(?:,\d{3})+\.\d\d)(?![\d.,]*\d)")
"""1,565,407,816.19604,218,494.55 is two figures; their two decimals part them in one way only."""


def split(text: str, *, habit: bool) -> list[Doubt]:
    """Return figures that an engine parted with spaces beside their separators; with ``habit`` 0. 09 and 5, 100 too."""
    found = []
    for match in _SPLIT.finditer(text):
        written = match[0]
        if " " not in written or "  " in written:
            continue
        meant = structured(written)
        seams = len(re.findall(r"[.,;:]", written))
        if meant is None or not seams or not (seams > 1 or habit):
            continue
        found.append(Doubt(Span(*match.span()), (meant,), "number.split", "spaces beside the separators of one figure"))
    return found


def glued(text: str) -> list[Doubt]:
    """Return pairs of figures of two columns that stand without a space between them."""
    return [
        Doubt(
            Span(*match.span()),
            (f"{match[1]} {match[2]}",),
            "number.glued_columns",
            "two decimals end the first figure",
            sure=True,
        )
        for match in _GLUED.finditer(text)
    ]


def doubts(page: Page, text: str, cleaned: Edited) -> tuple[list[Doubt], list[Token]]:
    """Return the doubts about the figures of a page that an engine read, and all its tokens with digits."""
    parted = split(text, habit=False)
    if len(parted) > 1:
        parted = split(text, habit=True)
    found = tokens(page, text, cleaned)
    taken = [doubt.span for doubt in parted]
    found_free = [t for t in found if not any(s.start < t.span.end and t.span.start < s.end for s in taken)]
    heights = [page.words.boxes[4 * i + 3] - page.words.boxes[4 * i + 1] for i in range(len(page.words.starts))]
    reach = 0.35 * sorted(heights)[len(heights) // 2] if heights else 3.0
    column = columns_of(found_free, reach)
    by_column, by_line = styles(found_free, column), styles(found_free, [t.line for t in found_free])
    lines = text.split("\n")
    grouped_figures = sum("," in t.text and decimals_of(t.text) is not None for t in found_free)
    pointed = sum(re.fullmatch(r"\(?\$?\d{1,3}\.\d{3}\)?", t.text) is not None for t in found_free)
    commas = grouped_figures >= 2 and grouped_figures * 2 > pointed
    result = list(parted)
    for token, group in zip(found_free, column, strict=True):
        style = _style(by_column.get(group), by_line.get(token.line))
        per_share = _PER_SHARE.search(lines[token.line]) is not None
        doubt = broken(token, style=style, per_share=per_share, commas=commas)
        if doubt is not None:
            result.append(doubt)
    result.sort()
    return result, found


def _style(column: Style | None, line: Style | None) -> Style | None:
    if line is not None and (line.votes > 1 or column is None or column.votes < 2):
        return line
    return column
