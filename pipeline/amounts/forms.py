"""Figures whose form is broken, and how they may be meant: same digits, other marks."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pipeline.amounts.finding import core as core_of
from pipeline.amounts.grammar import CONVENTIONS, Locale
from pipeline.document import Page
from pipeline.geometry import word_box, words_in
from pipeline.spans import Edited, Span

LOOKALIKES = str.maketrans("OoQDlIi|!SsBZzgqTt", "000011111558229971")
"""Letters that OCR writes for digits, and the digit each of them most often stands for."""

_LETTERED = re.compile(r"[$€£¥](?P<core>[\dOoQlIS|B](?:[\dOoQlIS|B]|[,.](?=[\dOoQlIS|B])){2,})(?![\w])")
"""$1O,OOO,OOO is caught; DS00378O123, 10b-5 and $SO are spared (after the mapping it must be a well-formed figure)."""
_GROUPED = re.compile(r"(?<![\w.,$€£¥/-])[\dOolISsB|]{1,3}(?:,[\dOolISB|]{3})+(?:\.[\dOolI]{2})?(?![\w,])")
"""10,000,OOO and S10,000 are caught, "SOLO, OIL" is spared (two of three characters have to be digits)."""
_CUT = re.compile(r"(?<![\w.,$-])(?P<first>\d{1,3}(?:,\d{3})+)(?P<second>\d{1,3}(?:,\d{3})+)(?![\w,])")
"""1,2345,678 are two figures of two columns, or one with a digit too many."""
_RATE = re.compile(r"(?<![\w.,])(?=[\d.OoIl]*[OoIl])(?=[.OoIl]*\d)[\dOoIl]{1,3}(?:\.[\dOoIl]{1,3})?$")
"""1OO%, l0% and O.5% are caught, "total%" is spared."""
_LOOKALIKES = frozenset("OoIl")
_LONE = re.compile(r"(?<![\w.,/#-])\d+[OoIl]\d+(?![\w/-])")
"""1O0 is caught, H2O and 10b-5 are spared."""
_SHORT_GROUP = re.compile(r"\$(?P<sum>[1-9]\d{0,2}(?:,\d{3})*,(?P<last>\d{1,2}|\d{4,}))(?![\d,.]*\w|%)")
"""$214,00 and $1,2345 are caught, $1,234 and "$5, 10 units" are spared."""
_BROKEN = re.compile(r",(?:\d{4}|\d{0,2}[OolISB|]|(?<=[OolISsB|],)\d|(?<=[OolISsB|]\d,)\d|(?<=[OolISsB|]\d\d,)\d)")
_LETTER_INSIDE = re.compile(r"[0-9][OoIl][0-9OoIl]*[0-9]")
"""What stands in a text before the three expressions above can match; looking for them is quicker."""
_LETTER_MONEY = re.compile(r"[$€£¥][\d,.]*[OoQlIS|B]")
_INNER = re.compile(r"[\w.]")
_SCALED = re.compile(r"[\d.,]+B")
"""$96.9B is 96.9 billion."""
_SPACED = re.compile(
    r"(?P<whole>\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+)(?:[.,](?P<decimals>\d\d))?(?![\d.,]*\d|[ \u00a0\u2009\u202f]\d)"
)
_COMMAED = re.compile(r"(?<=[$€£¥])\d{1,3}(?:,[ \u00a0\u2009\u202f]?\d{3}){2,}(?:\.\d\d)?(?<=\d)(?![\d,]|\.\d| \d)")
"""$1, 234, 567 is caught, "$1, 234 and 567" and $1,234,567 are spared (the latter below)."""
_COMMA_BLANK = re.compile(r",[ \u00a0\u2009\u202f]\d{3},")
_WRAPPED = re.compile(r"(?<=[$€£¥])\d{1,3}(?:,\d{3})*,\n000(?:,\d{3})*(?![\d,]|\.\d)")
"""$5,000, at a line's end and 000 below are caught; "$5, / 200 units" are spared."""
_HALF = re.compile(r"(?<=\d )l(?=/[248] ?(?:%|percent|per cent))")
"""1 l/2% is caught."""
_GROUP = re.compile(r"[ \u00a0\u2009\u202f](?<=\d.)\d{3}(?!\d)")
"""Looking for a group behind a blank is quicker than looking for whole amounts."""
_CURRENCY = re.compile(r"(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|RMB|CNY|JPY|INR|HKD|CAD|AUD|Rs\.?))[ \u00a0\u202f]?$")
"""$10 000 000 is caught; ABN 75 071 346 506 and "Rooms 101 102 103" are spared (no currency)."""
_MONEY_BEFORE = re.compile(r"\b(?:in|of) (?:USD|EUR|GBP|CHF|US dollars|dollars|euros?)\)?:?\s*$", re.IGNORECASE)
_MONEY_AFTER = re.compile(r"\s?(?:[€£₹]|EUR|USD|GBP|CHF|dollars|euros?|元)", re.IGNORECASE)
_NARROW = 1.0
"""Of the word height: inside split figures .95 of the gaps are below .61, between columns none is below 2.75."""


class Doubt(NamedTuple):
    """A figure that may not be what the page says, with what it may mean instead."""

    span: Span
    """In the text after cleaning."""
    readings: tuple[str, ...]
    """Likeliest first; each replaces the characters under ``span``."""
    rule: str
    reason: str
    sure: bool = False
    """The first reading is certain enough to be written without further evidence."""
    silent: bool = False
    """The characters stay as they are: the reading tells their value alone."""


def lettered(text: str, locale: Locale) -> list[Doubt]:
    """Return amounts with a currency sign whose digits are partly letters."""
    whole = core_of(locale).fullmatch
    found = []
    for match in _LETTERED.finditer(text) if _LETTER_MONEY.search(text) else ():
        core = match["core"]
        meant = core.translate(LOOKALIKES)
        if (
            meant == core
            or _INNER.match(text, match.start() - 1)
            or _SCALED.fullmatch(core)
            or not any(map(str.isdigit, core))
            or whole(meant) is None
            or len(meant) < 4
        ):
            continue
        marked = CONVENTIONS[locale].group in meant
        proof = "letters in the digits of a grouped amount with a currency sign"
        found.append(Doubt(Span(*match.span("core")), (meant,), "number.letters", proof, sure=marked))
    return found


def grouped(text: str, locale: Locale) -> list[Doubt]:
    """Return figures without a currency sign whose groups hold letters, or a group of four and more digits."""
    whole = core_of(locale).fullmatch
    found = []
    broken = _BROKEN.search(text) is not None
    for match in _GROUPED.finditer(text) if broken else ():
        written = match[0]
        if written.translate(LOOKALIKES) == written or 3 * sum(map(str.isdigit, written)) < len(written):
            continue
        readings = [written.translate(LOOKALIKES)]
        if written[0] in "Ss":
            readings.insert(0, "$" + written[1:].translate(LOOKALIKES))
        readings = [reading for reading in readings if whole(reading.removeprefix("$"))]
        if readings:
            reason = "letters in the digits of a grouped figure"
            found.append(Doubt(Span(*match.span()), tuple(readings), "number.letters", reason))
    found.extend(
        Doubt(Span(*match.span()), (match[0].translate(LOOKALIKES),), "number.letters", "a letter among digits")
        for match in (_LONE.finditer(text) if _LETTER_INSIDE.search(text) else ())
    )
    found.extend(_lettered_rates(text))
    if locale in {"us", "zh"}:
        found.extend(_malformed(text))
    for match in _CUT.finditer(text) if broken else ():
        parts = f"{match['first']} {match['second']}"
        found.append(Doubt(Span(*match.span()), (parts,), "number.glued_columns", "a group of more than three digits"))
    return found


def _lettered_rates(text: str) -> Iterator[Doubt]:
    """Yield percentages whose digits are partly letters."""
    at = text.find("%")
    while at > 0:
        if not _LOOKALIKES.isdisjoint(text[max(0, at - 4) : at]) and (match := _RATE.search(text, max(0, at - 8), at)):
            meant = match[0].translate(LOOKALIKES)
            yield Doubt(Span(*match.span()), (meant,), "number.letters", "a letter in a percentage")
        at = text.find("%", at + 1)


def _malformed(text: str) -> Iterator[Doubt]:
    """Yield sums of money whose last group is none of three digits: $214,00 may be 214.00 or 21,400."""
    for match in _SHORT_GROUP.finditer(text):
        digits = match["sum"].replace(",", "")
        readings = [f"{int(digits):,}"]
        if len(match["last"]) == 2:
            readings.insert(0, f"{int(digits[:-2]):,}.{digits[-2:]}")
        yield Doubt(Span(*match.span("sum")), tuple(readings), "number.separators", "a group that has not three digits")


def spaced(page: Page, text: str, edited: Edited, locale: Locale) -> list[Doubt]:
    """Return amounts whose groups of three digits are parted by narrow spaces."""
    convention = CONVENTIONS[locale]
    found = []
    for match in _SPACED.finditer(text) if _GROUP.search(text) else ():
        groups = re.split(r"\D", match["whole"])
        solid = match["decimals"] or " " not in match[0]
        if match.start() and (text[match.start() - 1].isalnum() or text[match.start() - 1] in "_.,/#-"):
            continue
        alone = bool(solid) or any(group[0] == "0" for group in groups[1:])
        if not 3 - alone <= len(groups) <= 5 or groups[0] == "0" or not _money(text, match):
            continue
        if not narrow(page, edited.origin(Span(*match.span()))):
            continue
        reason = f"{len(groups)} groups, gaps under one word height, an amount of money"
        abroad = match["decimals"] is not None and text[match.end("whole")] == ","
        own = CONVENTIONS["eu"] if abroad else convention
        meant = own.group.join(groups) + (own.decimal + match["decimals"] if match["decimals"] else "")
        found.append(Doubt(Span(*match.span()), (meant,), "number.space_groups", reason, sure=True, silent=abroad))
    return found


def commaed(page: Page, text: str, edited: Edited) -> list[Doubt]:
    """Return amounts with a currency sign whose groups stand apart behind their commas, in a line or over its end."""
    found = []
    for match in _COMMAED.finditer(text) if _COMMA_BLANK.search(text) else ():
        written = match[0]
        if not written.replace(",", "").replace(".", "").isdigit() and narrow(page, edited.origin(Span(*match.span()))):
            reason = "blanks behind the commas of one amount of money, gaps under one word height"
            meant = re.sub(r"[ \u00a0\u2009\u202f]", "", written)
            found.append(Doubt(Span(*match.span()), (meant,), "number.comma_space", reason, sure=True))
    for match in _WRAPPED.finditer(text) if ",\n000" in text else ():
        reason = "a comma ends the line, and no number begins with 000"
        meant = match[0].replace("\n", "")
        found.append(Doubt(Span(*match.span()), (meant,), "number.line_end", reason, sure=True))
    found.extend(
        Doubt(
            Span(match.start(), match.end()), ("1",), "number.letters", "an l over the half of a percentage", sure=True
        )
        for match in (_HALF.finditer(text) if "l/" in text else ())
    )
    return found


def _money(text: str, match: re.Match[str]) -> bool:
    if _CURRENCY.search(text, max(0, match.start() - 5), match.start()) or _MONEY_AFTER.match(text, match.end()):
        return True
    line = text.rfind("\n", 0, match.start()) + 1
    return _MONEY_BEFORE.search(text[line : match.start()].replace("\t", " ")) is not None


def narrow(page: Page, span: Span) -> bool:
    """Whether no two words under ``span`` stand further apart than a figure's own gaps; False without boxes."""
    indices = words_in(page, span)
    if not indices or "\t" in page.text[span.start : span.end]:
        return False
    boxes = [word_box(page, index) for index in indices]
    return all(right[0] - left[2] < _NARROW * (left[3] - left[1]) for left, right in pairwise(boxes))
