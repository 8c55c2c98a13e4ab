"""What an engine did to the figures of a scanned page: doubtful tokens, and readings of them with the same digits."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from pipeline.amounts.grammar import CONVENTIONS, Locale, write
from pipeline.amounts.forms import LOOKALIKES, Doubt
from pipeline.document import Page
from pipeline.spans import Edited, Span

_TOKEN = re.compile(r"[^\s\u2e80-\u9fff、。；【】\uff1a]*[0-9][^\s\u2e80-\u9fff、。；【】\uff1a]*")
_JUNK = "‘’'\"“”«»|[]_~=*—–!:;<>\\^°•·`,.¢©®+"
_STRAY = frozenset("‘«»|[]_~=*<>\\^°•·`¢©®")
_CLEAN = re.compile(r"[$€£¥]?\(?[-–−]?[$€£¥]?(?P<core>\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,3})?|\.\d+)%?\)?%?")
_FOREIGN = re.compile(
    r"[-–−(]?\d{1,3}(?:\.\d{3})+,\d\d\)?|[-–−(]?\d{1,3}(?:['’]\d{3})+(?:\.\d\d)?\)?|\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d\d)?"
)
"""Whole figures of other locales, on a page that mixes them."""
_FIGURE = re.compile(
    r"(?P<left>[$€£¥(\[{-]*)(?P<core>[\dA-Za-z.,;:'’*|!/]*\d[\dA-Za-z.,;:'’*|!/]*?)(?P<right>[%)\]}|]*)"
)
_SPARED = re.compile(
    r"\(?[a-z]\)?\d*|\d{1,3}\(?[a-z]\)|\(\d{1,2}\)|\d{1,2}[.:]|(?:19|20)\d\d[),;:.’'*]*|\d{1,2}/\d{1,2}/\d{2,4}|\d+[A-Za-z]|\d+(?:st|nd|rd|th)"
    r"|(?:19|20)\d\d[-–/](?:19|20)?\d\d|[A-Za-z]{2,}[-–]?\d+|\d+-[A-Za-z]+|\d*/\d+|\d{1,2}[,.;](?:19|20)\d\d|[A-Za-z]\d"
    r"|\d{1,2}(?:\.\d{1,2}){2,}|\d{5,6}[A-Z]{2}\d|\$?0\.\d{4,}|\d+['’]s|[A-Z]{2}[A-Z\d]{8,}"
)
_NAMED = re.compile(r"(?:编|码|号|话|\b[Nn]o\.?|CUSIP|ISIN|WKN|IBAN|Tel\.?|ABN|Fax)\s?[:：.]?\s*$")
_EUROPEAN = re.compile(r"€|\bEUR\b|\bCHF\b|\bRs\b|\bFr\.")
_ABROAD = re.compile(r"\(?[-–−]?(?P<core>\d{1,3}(?:[.,'’]\d+)+|\d{5,})\)?")
_WORDY = re.compile(r"[A-Za-z]{3,}")
_INSIDE = re.compile(r"\$?\d[\d.,]*\d(?![\w])")
_PER_SHARE = re.compile(r"per (?:\w+ )?(?:common )?shar|\bpar\b|per unit|\bbasic\b|\bdiluted\b|每股", re.IGNORECASE)


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
        inner = _INSIDE.search(bare) if _WORDY.search(bare) else None
        bare = inner[0] if inner else bare
        if not bare:
            continue
        offset = found[0].index(bare)
        origin = cleaned.origin(Span(start, end))
        first = max(0, bisect_right(words.starts, origin.start) - 1)
        last = max(first, bisect_right(words.starts, origin.end - 1) - 1)
        right = words.boxes[4 * last + 2] if words.boxes else -1.0
        confidence = min(words.confidences[first : last + 1], default=1.0)
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
            )  # fmt: skip
        )
    return result


def _outer(found: re.Match[str], start: int, end: int) -> Span | None:
    written = found[0]
    left = len(written[:start]) - len(written[:start].rstrip("".join(_STRAY)))
    right = len(written[end:]) - len(written[end:].lstrip("".join(_STRAY)))
    return Span(found.start() + start - left, found.start() + end + right) if left or right else None


def decimals_of(text: str) -> int | None:
    """Return how many decimals a cleanly written figure has; None where it is not clean or tells nothing."""
    found = _CLEAN.fullmatch(text)
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
    if last in {1, 2}:
        return ",".join(groups[:-1]) + "." + groups[-1]
    return None


def broken(token: Token, *, style: Style | None, per_share: bool, commas: bool) -> Doubt | None:
    """Return the doubt about one token whose form or style is not that of its neighbours."""
    written = token.text
    if token.named or _SPARED.fullmatch(written) or _WORDY.search(written) or _FOREIGN.fullmatch(written):
        return None
    decimals = 2 if per_share else style.decimals if style else None
    clean = _CLEAN.fullmatch(written)
    if clean is not None and written.count("(") == written.count(")"):
        doubt = _restyled(token, clean["core"], decimals, commas=commas)
        if doubt is None and token.outer:
            return Doubt(token.outer, (written,), "number.stray_mark", "marks beside it that belong to no figure")
        return doubt
    found = _FIGURE.fullmatch(written)
    if found is None or (re.fullmatch(r"\d\.\d{4,}", found["core"]) and decimals != 1):
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
        if token.opened:
            right = right.replace(")", "", 1)
            if meant == core and (_CLEAN.fullmatch(core) or (token.lead and core.isdigit())):
                return _restyled(token, core, decimals, commas=commas) if _CLEAN.fullmatch(core) else None
        elif token.lead and len(core) < 3:
            return None
        else:
            left, rule = left.replace("$", "$(") if "$" in left else "(" + left, "number.paren_lost"
    readings = _readings(meant, decimals, commas=commas)
    tail = ")" if token.opened and found["right"].startswith(")") else ""
    return Doubt(token.outer or token.span, tuple(left + reading + right + tail for reading in readings), rule, reason)


def foreign(token: Token, sign: str) -> Doubt | None:
    """Return the doubt about a figure of a line that ``sign`` gives to another locale than the page's."""
    locale: Locale = "ch" if sign == "CHF" else "in" if sign == "Rs" else "eu"
    found = _ABROAD.fullmatch(token.text)
    if found is None or token.named:
        return None
    core, groups = found["core"], re.split(r"[.,'’]", found["core"])
    point = len(groups) > 1 and len(groups[-1]) == 2
    if re.fullmatch(CONVENTIONS[locale].core(), core) and (len(core) < 5 or not core.isdigit() or locale == "eu"):
        return None
    if sum(map(len, groups)) < 5:
        return None
    number = Decimal("".join(groups[:-1]) + "." + groups[-1] if point else "".join(groups))
    meant = token.text.replace(core, write(number, locale=locale))
    return Doubt(token.outer or token.span, (meant,), "number.separators", "no figure of its line's locale")


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


def _restyled(token: Token, core: str, decimals: int | None, *, commas: bool) -> Doubt | None:
    """Return the doubt about a clean figure that is not written as its neighbours are."""
    left, right = token.text.split(core, 1)
    readings: list[str] = []
    rule, reason = "number.separators", ""
    whole, _, rest = core.partition(".")
    bare = not rest and "," not in core
    if bare and len(core) > 1 and core[0] == "0":
        readings, rule, reason = [f"0.{core[1:]}", f".{core}"], "number.point_lost", "a leading zero without a point"
        if decimals == 2 and len(core) == 2:
            readings.reverse()
    elif "%" in token.text:
        if bare and decimals and len(core) > 1:
            readings, rule = [f"{core[:-decimals] or 0}.{core[-decimals:].rjust(decimals, '0')}"], "number.point_lost"
            reason = f"its neighbours have {decimals} decimals"
    elif len(rest) == 3 and 1 <= len(whole) <= 3 and whole != "0" and commas:
        readings, reason = [f"{whole},{rest}", core], "point where the page writes a comma"
        if decimals == 1 and len(whole) > 1:
            readings.insert(1, grouped(whole + rest, 1))
    elif decimals and bare and len(core) > decimals:
        readings, reason = [grouped(core, decimals), grouped(core, 0)], f"its neighbours have {decimals} decimals"
        rule = "number.point_lost"
    elif bare and len(core) > 3 and commas:
        readings, reason = [grouped(core, 0)], "the page writes commas"
        rule = "number.comma_lost"
    if not readings:
        return None
    return Doubt(
        token.outer or token.span, tuple(left + reading + right for reading in dict.fromkeys(readings)), rule, reason
    )


_SPLIT = re.compile(r"(?<![\d.,])\d{1,3}(?:(?:[.,;:]|[.,;:] | [.,;:]?)\d{3})*(?:(?:[.,:] ?| \.)\d{1,2})?(?![\d.,]*\d)")
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


_WORD = re.compile(r"[^\s0-9]+")
_NIL = re.compile(
    r"[-–—=_~.|*\"'“”‘’:;]+|[$€£¥§%]+|[Ss$§8]+\$?|N/?[AM]|n/?[am]|and|to|of|or|the|[A-Z][a-z]{4,}|[a-z]{5,}|[\u2e80-\u9fff]+"
)
_FIGURE_BEFORE = re.compile(r"(?:\t|[\d)%$=—–-] )$")
_UNSURE = 0.8


def unreadable(page: Page, text: str, cleaned: Edited, found: list[Token], column: list[int]) -> list[Doubt]:
    """Return words without digits that stand where the columns of a table have their figures: "(ry" for (7,721)."""
    words = page.words
    ends: dict[int, list[float]] = defaultdict(list)
    lines: dict[int, set[int]] = defaultdict(set)
    for token, group in zip(found, column, strict=True):
        if group >= 0:
            ends[group].append(token.right)
            lines[group].add(token.line)
    edges = sorted((min(ends[group]), max(ends[group])) for group in ends if len(lines[group]) > 2)
    if not edges:
        return []
    result = []
    for word in _WORD.finditer(text):
        written = word[0]
        start = text.rfind("\n", 0, word.start()) + 1
        before, after = text[start : word.start()], text[word.end() : word.end() + 2]
        if len(written) > 7 or _NIL.fullmatch(written) or not before.strip() or after[:1].isdigit():
            continue
        if not _FIGURE_BEFORE.search(before) or (after[:1] == " " and after[1:].isalpha()):
            continue
        at = bisect_right(words.starts, cleaned.origin(Span(*word.span())).start) - 1
        left, top, right, bottom = words.boxes[4 * at : 4 * at + 4]
        reach = 0.6 * (bottom - top)
        if words.confidences[at] < _UNSURE and any(low - reach <= right <= high + reach for low, high in edges):
            reason = f"no figure where its column has figures; read with {100 * words.confidences[at]:.0f} % confidence"
            result.append(Doubt(Span(*word.span()), (), "number.unreadable", reason))
    return result


def doubts(page: Page, text: str, cleaned: Edited, *, chinese: bool) -> tuple[list[Doubt], list[Token]]:
    """Return the doubts about the figures of a page that an engine read, and all its tokens with digits."""
    parted = split(text, habit=chinese)
    if parted and not chinese:
        parted = split(text, habit=True)
    found = tokens(page, text, cleaned)
    taken = [doubt.span for doubt in parted]
    free = [t for t in found if not any(s.start < t.span.end and t.span.start < s.end for s in taken)]
    heights = sorted(page.words.boxes[i + 3] - page.words.boxes[i + 1] for i in range(0, len(page.words.boxes), 4))
    reach = 0.35 * heights[len(heights) // 2] if heights else 3.0
    percents = ["%" in t.text for t in free]
    column = columns_of(free, reach)
    by_column = styles(free, [2 * c + p if c >= 0 else -1 for c, p in zip(column, percents, strict=True)])
    by_line = styles(free, [2 * t.line + p for t, p in zip(free, percents, strict=True)])
    by_page = styles(free, percents)
    lines = text.split("\n")
    commas = _commas(free)
    result = list(parted)
    for token, group, percent in zip(free, column, percents, strict=True):
        usual = by_page.get(percent)
        style = _style(by_column.get(2 * group + percent), by_line.get(2 * token.line + percent))
        if style is None and usual and usual.votes > 5 and usual.votes > 0.6 * usual.of:
            style = usual
        if abroad := _EUROPEAN.search(lines[token.line]):
            if (doubt := foreign(token, abroad[0])) is not None:
                result.append(doubt)
            continue
        per_share = _PER_SHARE.search(lines[token.line]) is not None and not percent
        doubt = broken(token, style=style, per_share=per_share, commas=commas)
        if doubt is not None:
            result.append(doubt)
    result.extend(unreadable(page, text, cleaned, free, column))
    result.sort()
    return result, found


def _commas(found: list[Token]) -> bool:
    """Whether the page writes commas between groups and no three decimals."""
    commas = sum("," in t.text and decimals_of(t.text) is not None for t in found)
    decimals = sum(re.fullmatch(r"\$?0?\.\d{3}%?|\d\.\d{3}%", t.text) is not None for t in found)
    return commas > decimals or not decimals


def _style(column: Style | None, line: Style | None) -> Style | None:
    """Return the style that a figure is to be read in: decimals win where most of a column or of a row has them."""
    for style in (column, line):
        if style is not None and style.decimals and style.votes > 0.6 * style.of and (style is line or style.votes > 1):
            return style
    return line if line is not None and (line.votes > 1 or column is None or column.votes < 2) else column
