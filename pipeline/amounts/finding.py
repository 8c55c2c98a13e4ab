"""Finds the figures of a text: what is a number, and which signs around it belong to it."""

import re
from functools import cache

from pipeline.amounts.abroad import abroad
from pipeline.amounts.figure import Figure
from pipeline.amounts.grammar import CONVENTIONS, CURRENCIES, SCALES, Locale
from pipeline.amounts.ranges import ranged

_RUN = re.compile(r"\d(?:[\d,.'’]*\d)?")
_MARKS = frozenset(".,")
_BLANK = " \t\u00a0\u2009\u202f\u3000"
_MINUS = "-−–—"
_SYMBOLS = "$€£¥₹"
_SIGNS = frozenset("$€£¥₹(-−–—.")
_CELL_ENDS = frozenset("\t\n")
_CELL_HEADS = frozenset(("(", "$", "$ ", "$(", "$ ("))
_CODE = re.compile(
    r"(?:(?<![A-Za-z])(?:US|HK|NT|C|A)\$|[$€£¥₹]|(?<![A-Za-z])(?:USD|EUR|GBP|CHF|RMB|CNY|JPY|INR|HKD|CAD|AUD|Rs\.?)|人民币)$"
)
_AFTER = re.compile(
    r"[ \t\n\u00a0]?(?:(?P<scale>(?:thousand|million|billion|trillion|lakh|crore)s?\b|[bm]n\b|Mio\.?|Mrd\.?|Tsd\."
    r"|Million(?:en)?\b|Milliarden?\b|basis points?\b|bps?\b|万亿|[十百千]万|[十百]亿|[万亿])[ \u00a0]?)?"
    r"(?P<currency>€|EUR\b|USD\b|CHF\b|[Dd]ollars\b|[Ee]uros?\b|美元|港元|欧元|元)?"
)
_WRAPPED = ("million", "billion", "trillion", "thousand", "basis point", "万", "亿")
"""A line may break between a figure and its scale."""
_LETTER_SCALE = re.compile(r"(?:[mMkK]|MM|mm|B)(?![\w$])")
_LONGEST = 40
"""Characters; what is longer is no amount of anything."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_NUMBERED = re.compile(r"\d{1,2}\.(?:19|20)\d\d")
"""1.2007 年 is a heading number and a year."""
_SPACED_PERCENT = frozenset(("eu", "ch"))
"""These write a space before the sign: 3 % is right."""
_LISTED = re.compile(r"[,;:.] \(\d{1,2}\) [a-z]")
"""In "growth initiatives, (4) one-time expenses" the bracket counts a list."""
_TRAILED = re.compile(r"-(?=[\t\n]|$|[ \u00a0](?!to\b|or\b|and\b|through\b)|[.,;)](?!\d))")
"""1,234- is written by ledgers; "2,000- and 3,000-foot" is spared."""
_MARKED = re.compile(r"[.,'’]\d+$")
"""Form 10- at the end of a line is no negative."""
_SECTION = re.compile(r"\d{1,2}\.\d{1,2}[ \t\u00a0]+[\"“(]?[A-Z]")
_MIXED = re.compile(r"(?<![\d.,/])(?:(?P<whole>\d{1,2})[ -])?(?P<part>[1-7])/$")
_FRACTION = re.compile(r"/\d\d? ?%")
_EIGHTHS = {2: 500, 4: 250, 8: 125}
"""Denominators, and a thousand times what they stand for: 1 1/2% is 1.5 %."""
_PHONE = re.compile(r"\) ?\d{3}[-–. ]\d{4}(?!\d)")
"""(901) 818-7500 is a telephone number."""
_LOSS = re.compile(r"\b(?:loss|losses|deficit) (?:of |was |were |is |at )?$", re.IGNORECASE)
"""A net loss of ($1,234) is negative; the sum of ($1,234) is written twice."""
_SUBSECTION = re.compile(r"\([a-z]{1,3}\)")
"""15(d) is a reference, 17,072(a) a figure with a note mark."""
NEVER_AFTER = frozenset((
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "item", "items", "note", "notes", "section", "sections", "sec", "rule", "rules", "article", "articles",
    "part", "parts", "exhibit", "exhibits", "page", "pages", "no", "nos", "number", "form", "schedule",
    "appendix", "annex", "clause", "clauses", "paragraph", "paragraphs", "chapter", "figure", "topic", "asu", "asc",
    "sfas", "fas", "ifrs", "ias", "level", "class", "series", "regulation", "file", "suite", "floor", "room", "rooms",
    "unit", "release", "title", "act", "subsection", "commission", "zip", "box", "fiscal", "year", "years",
    "quarter", "step", "phase", "tier", "tranche", "version", "model", "windows", "cusip", "isin", "abn",
    "arbn", "iban", "wkn", "street",
))  # fmt: skip
"""A bare number right after one of these words counts nothing: Note 12, May 5, Rule 144."""
_NOT_QUANTITIES = frozenset("年月日号條条章节節款项項届版页頁")


@cache
def core(locale: Locale) -> re.Pattern[str]:
    """Return the compiled expression of an unsigned number."""
    return re.compile(CONVENTIONS[locale].core())


def figures(text: str, *, locale: Locale = "us") -> list[Figure]:
    """Return the numbers of ``text`` that count or measure something, in order.

    Years, dates, references (Note 12), identifiers (10b-5) and runs that are no number of the locale (1.2.3) are
    left out.
    """
    whole, point = core(locale).fullmatch, CONVENTIONS[locale].decimal
    found = []
    after = 0
    for run in _RUN.finditer(text):
        first, last = run.span()
        mark = text[first - 1 : first]
        marked = mark in _MARKS
        if first - marked < after or last - first > _LONGEST:
            continue
        written = run[0]
        if marked and mark == point and not text[first - 2 : first - 1].isalnum():
            first -= 1
            written = mark + written
        own = locale
        if not written.isdigit() and whole(written) is None:
            other = abroad(text, first, last)
            if other is None:
                continue
            own = other
        before = text[first - 1 : first]
        if before == "\t" and _cell_ends(text, last) and text[first - 2] not in _SIGNS:
            if not _YEAR.fullmatch(written):
                digits, decimals = _counted(written, own)
                found.append(Figure(first, last, first, last, digits, decimals, reach=last))
            continue
        figure = _signed_cell(text, first, last, own) if before and before in "($ " else None
        if figure is None:
            figure = _figure(text, first, last, own)
        if figure is not None:
            found.append(figure)
            after = max(figure.end, figure.reach)
    return ranged(text, _fractions(text, found) if _FRACTION.search(text) else found)


def _fractions(text: str, found: list[Figure]) -> list[Figure]:
    """Return the figures with fractions of a percent as one number each: 1 1/2%; without those that have no end."""
    result: list[Figure] = []
    for figure in found:
        if not figure.percent or text[figure.first - 1 : figure.first] != "/":
            result.append(figure)
        elif (mixed := _mixed(text, figure)) is not None:
            while result and result[-1].start >= mixed.start:
                result.pop()
            result.append(mixed)
    return result


def _signed_cell(text: str, first: int, last: int, locale: Locale) -> Figure | None:
    """Return the figure that fills a cell with a dollar sign or brackets, as ``_figure`` would; None for other cells.

    Most figures of a table are written in one of these ways, and need no look at what else may stand around them.
    """
    tab = text.rfind("\t", max(0, first - 4), first)
    written = text[first:last]
    if tab < 1 or (len(written) == 4 and _YEAR.fullmatch(written)):
        return None
    head = text[tab + 1 : first]
    sign = text[tab - 1]
    if (
        head not in _CELL_HEADS
        or sign in _SIGNS
        or sign in _BLANK
        or (head == "(" and not sign.isdigit() and sign != ")")
    ):
        return None
    opened = head[-1] == "("
    end = last + opened
    if (opened and text[last : last + 1] != ")") or not _cell_ends(text, end):
        return None
    digits, decimals = _counted(written, locale)
    currency = None if head == "(" else "$"
    return Figure(
        tab + 1, end, first, last, digits, decimals, opened, currency, reach=end, spaces="$" if " " in head else ""
    )


def _figure(text: str, first: int, last: int, locale: Locale) -> Figure | None:
    start, opened, minus, currency, spaces = _left(text, first)
    if (spaces or (currency is None and text[last : last + 1] in _BLANK)) and _YEAR.fullmatch(text, first, last):
        return None
    end, percent, closed, right = _right(text, last, opened=opened)
    if percent and locale in _SPACED_PERCENT and "\t" not in text[last:end]:
        right = right.replace("%", "")
    if opened and not closed:
        start, opened, minus, currency, spaces = _left(text, first, brackets=False)
    if text.startswith("/100", first - 1) or (opened and _PHONE.match(text, last)):
        return None
    follower = text[end : end + 1]
    exponent, reach = 0, end
    wrapped = follower == "\n" and text.startswith(_WRAPPED, end + 1)
    if wrapped or (follower and (follower in _BLANK or not follower.isascii() or follower in "mMkKB")):
        exponent, suffix, reach = _suffix(text, end, currency)
        currency = currency or suffix
    written = text[first:last]
    if _NUMBERED.fullmatch(written) and (
        text[first - 1 : first] in {"", "\n"} or follower == "年" or text[end + 1 : end + 2] == "年"
    ):
        return None
    plain = not (currency or percent or exponent or reach > end)
    if plain and _counts_nothing(text, start, end, written):
        return None
    if (
        opened
        and plain
        and len(written) < 3
        and (text[start - 1 : start] in {"", "\n"} or not text[start - 1].isascii())
    ):
        return None
    digits, decimals = _counted(written, locale)
    negative = minus or (closed and not (opened and _aside(text, start, written, plain=plain)))
    return Figure(
        start, end, first, last, digits, decimals, negative, currency, percent, exponent, reach, spaces + right
    )


def _mixed(text: str, figure: Figure) -> Figure | None:
    """Return the mixed number that ends in a percentage: 1 1/2%; None where none does, or its value has no end."""
    found = _MIXED.search(text, max(0, figure.first - 8), figure.first)
    if found is None or figure.digits not in _EIGHTHS or figure.decimals:
        return None
    thousandths = 1000 * int(found["whole"] or 0) + int(found["part"]) * _EIGHTHS[figure.digits]
    zeros = 2 if thousandths % 100 == 0 else 1 if thousandths % 10 == 0 else 0
    start, digits = found.start(), thousandths // 10**zeros
    return figure._replace(start=start, first=start, digits=digits, decimals=3 - zeros, negative=False)


def _cell_ends(text: str, last: int) -> bool:
    follower = text[last : last + 2]
    return follower[:1] in _CELL_ENDS and follower[1:] not in {"%", ")"}


def _counted(written: str, locale: Locale) -> tuple[int, int]:
    """Return the digits of an unsigned number and how many of them are decimals."""
    if written.isdigit():
        return int(written), 0
    convention = CONVENTIONS[locale]
    point = written.rfind(convention.decimal)
    decimals = len(written) - point - 1 if point >= 0 else 0
    bare = written.replace(convention.decimal, "") if decimals else written
    for mark in convention.groups:
        bare = bare.replace(mark, "")
    return int(bare), decimals


def _left(text: str, first: int, *, brackets: bool = True) -> tuple[int, bool, bool, str | None, str]:
    start = at = first
    opened = minus = False
    currency = None
    spaces = ""
    while at > 0:
        sign = text[at - 1]
        if sign in _BLANK:
            at -= 1
            if start - at > 3:
                break
            continue
        gap = at < start
        if sign == "(" and brackets and not opened:
            opened, at = True, at - 1
            spaces += "(" if gap else ""
        elif sign in _MINUS and not minus and not gap and not _ranges(text, at - 1):
            minus, at = True, at - 1
        elif currency is None and sign == "$" and not text[at - 2 : at - 1].isalpha():
            currency, at = "$", at - 1
            spaces += "$" if gap else ""
        elif (
            currency is None
            and (sign in _SYMBOLS or sign.isalpha() or sign == ".")
            and (code := _CODE.search(text, max(0, at - 4), at))
        ):
            currency, at = CURRENCIES.get(code[0], code[0]), code.start()
            spaces += "$" if gap and sign in _SYMBOLS else ""
        else:
            break
        start = at
    return start, opened, minus, currency, spaces


def _ranges(text: str, at: int) -> bool:
    """Whether the dash at ``at`` joins two figures or words and is no minus: 5%-10% and A-12, but 为-1,234."""
    before = text[at - 1 : at]
    return before == "%" or (before.isalnum() and (before.isascii() or not "\u4e00" <= before <= "\u9fff"))


def _right(text: str, last: int, *, opened: bool) -> tuple[int, bool, bool, str]:
    end = at = last
    percent = closed = False
    spaces = ""
    length = len(text)
    while at < length:
        sign = text[at]
        if sign in _BLANK:
            at += 1
            if at - end > 2:
                break
            continue
        if sign == "%" and not percent:
            percent = True
            spaces += "%" if at > end else ""
        elif sign == ")" and opened and not closed:
            closed = True
            spaces += ")" if at > end else ""
        elif (
            sign == "-"
            and at == last
            and not opened
            and _TRAILED.match(text, at)
            and _MARKED.search(text, last - 4, last)
        ):
            return at + 1, percent, True, spaces
        else:
            break
        at += 1
        end = at
    return end, percent, closed, spaces


def _suffix(text: str, end: int, currency: str | None) -> tuple[int, str | None, int]:
    if text[end] in "mMkKB":
        letter = _LETTER_SCALE.match(text, end) if currency else None
        return (SCALES[letter[0]], None, letter.end()) if letter else (0, None, end)
    found = _AFTER.match(text, end)
    if found is None or (found.end() <= end + 1 and not (found["scale"] or found["currency"])):
        return 0, None, end
    scale = SCALES.get(found["scale"] or "", 0)
    if not (found["scale"] or found["currency"]):
        return 0, None, end
    sign = CURRENCIES.get(found["currency"], "EUR") if found["currency"] else None
    return scale, sign, end + len(found[0].rstrip())


def _counts_nothing(text: str, start: int, end: int, written: str) -> bool:
    """Whether a bare number is a year, part of a date, a reference or an identifier."""
    before, follower = text[start - 1 : start], text[end : end + 1]
    if before.isalnum() or (before in "/-–_#.§" and before) or (follower.isalpha() and follower.isascii()):
        return True
    if (follower in _NOT_QUANTITIES and follower) or before == "第":
        return True
    if follower and follower in "-–/:" and text[end + 1 : end + 2].isalnum():
        return True
    if _YEAR.fullmatch(written) or (len(written) < 4 and _SUBSECTION.match(text, end)):
        return True
    if before == ")" and len(written) < 3 and text[start] == "(" and text[start - 2].isalpha():
        return True
    if before in {"\n", ""}:
        return (follower == "." and "," not in written) or _heads(text, start)
    if "," in written or before not in {" ", "\u00a0", "("}:
        return False
    words = text[max(0, start - 24) : start].rstrip(" \u00a0(").rstrip(".:").split()
    return bool(words) and words[-1].lstrip("(").lower() in NEVER_AFTER


def _heads(text: str, start: int) -> bool:
    """Whether a line begins with the number of a section: "18.2 The Party", but not "a rate of↵18.2 Percent"."""
    above = text[max(0, start - 2) : start].strip()
    return _SECTION.match(text, start) is not None and not above.islower() and above not in {",", "$"}


def _aside(text: str, start: int, written: str, *, plain: bool) -> bool:
    """Whether "(1)" is a footnote mark, an enumerator or an aside of running text, and no negative."""
    before = text[start - 1 : start]
    chinese = "\u4e00" <= before <= "\u9fff"
    if (before != " " and not chinese) or text.startswith("$(", start):
        return False
    if _LOSS.search(text, max(0, start - 30), start) and not plain:
        return False
    line = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    tabular = text.find("\t", line, end if end >= 0 else len(text)) >= 0
    if tabular and plain and len(written) < 3 and text.find("\t", line, start) < 0 and text[line:start].strip():
        return True
    if not text[start - 2 : start - 1].isalpha():
        return plain and not tabular and len(written) < 3 and _LISTED.search(text, start - 2, start + 8) is not None
    return (plain and len(written) < 3) or not tabular
