"""Finds the figures of a text: what is a number, and which signs around it belong to it."""

import re
from functools import cache

from pipeline.amounts.abroad import abroad, thousands
from pipeline.amounts.chinese import SIGNS
from pipeline.amounts.figure import Figure
from pipeline.amounts.fractions import Mixed, fractioned, fractions_in
from pipeline.amounts.grammar import CONVENTIONS, CURRENCIES, SCALES, Locale
from pipeline.amounts.naming import YEAR, names
from pipeline.amounts.ranges import ranged

_RUN = re.compile(r"\d(?:[\d,.'’]*\d)?")
_MARKS = frozenset(".,")
_BLANK = " \t\u00a0\u2009\u202f\u3000"
_MINUS = "-−–—"
_SYMBOLS = "$€£¥₹"
_SIGNS = frozenset("$€£¥₹(-−–—.")
_CELL_ENDS = frozenset("\t\n")
_SIGN_CELLS = frozenset(("%", ")", "b"))
"""A cell that begins so may hold the sign of the figure before: bp."""
_CELL_HEADS = frozenset(("(", "$", "$ ", "$(", "$ ("))
_CODE = re.compile(
    r"(?:(?<![A-Za-z])(?:USD?|HK|NT|NZ|CA|AU|Mex|[ACRS])\$|[$€£¥₹]|(?<![A-Za-z])(?:USD|EUR|GBP|CHF|RMB|CNY|JPY|INR|HKD|CAD|AUD"
    r"|SGD|NZD|TWD|KRW|BRL|MXN|SEK|NOK|DKK|PLN|ZAR|TEUR|TCHF|T€|Rs\.?|Fr\.)|人民币|港币|港元|美元|欧元|日元|英镑)$"
)
_DOLLARS_OF = ("US ", "U.S.", "U.S. ")
"""U.S. $5 is five US dollars."""
_AFTER = re.compile(
    r"[ \t\n\u00a0]?(?:[余多](?=[十百千万亿]))?(?:(?P<scale>(?:thousand|million|billion|trillion|lakh|crore)s?\b"
    r"|[bm]n\b|Mio\.?|Mrd\.?|Tsd\.|Million(?:en)?\b|Milliarden?\b|basis points?\b|bps?\b|percentage points?\b"
    r"|percent\b|per cent\b|Prozent(?:punkte?)?\b|cents?\b|[¢‰]|个?百分点|万亿|[十百千]万|[十百]亿|[万亿])[ \u00a0]?)?"
    r"(?P<currency>€|(?:EUR|USD|CHF|GBP|HKD|RMB|CNY|JPY|CAD|AUD|SGD|INR|SEK|TEUR|TCHF)\b|T€"
    r"|(?:(?:U\.?S\.?|United States|Hong Kong)[ \n])?[Dd]ollars\b|[Ee]uros?\b|pounds sterling\b|yen\b|Franken\b"
    r"|美元|港元|港币|欧元|日元|英镑|元)?"
)
_WRAPPED = ("million", "billion", "trillion", "thousand", "basis point", "percent", "per cent", "万", "亿")
"""A line may break between a figure and its scale."""
_LETTER_SCALE = re.compile(r"(?:[mMkK]|MM|mm|B|[BbMmTt]n|(?:m|b|tr)illion|thousand)(?![\w$])")
_GLUED_UNIT = re.compile(r"(?:bps?|x)(?!\w)")
"""25bps and 3.5x are caught, 10x10 and 5km are spared."""
_RUPEES = re.compile(r" ?(?:[Cc]rs?|[Ll]acs?)\b\.?")
_ENTRY = re.compile(r"[ \u00a0]?(?:CR|DR)(?![\w.-])|[ \u00a0]?(?:Cr|Dr)(?:\.(?! ?[A-Z][a-z])|(?![\w.]))")
"""The entry of a bank statement or ledger: 1,234.56CR, 987.00 Dr."""
_ENTRIES = frozenset("CD")
_CENTS = re.compile(r"\.\d\d$")
_NO_UNIT = frozenset(("", ",", ".", ";", ":", ")"))
_NO_UNIT_BEHIND = frozenset("aofnswirhv0123456789($-—–\n\t ")
"""No unit begins with these, nor a word of it: looking for one is quicker without " and " and " of "."""
_THOUSANDS = {"TEUR": "EUR", "T€": "EUR", "TCHF": "CHF"}
_LONGEST = 40
"""Characters; what is longer is no amount of anything."""
_NUMBERED = re.compile(r"\d{1,2}\.(?:19|20)\d\d")
"""1.2007 年 is a heading number and a year."""
_SPACED_PERCENT = frozenset(("eu", "ch"))
"""These write a space before the sign: 3 % is right."""
_TRAILED = re.compile(r"-(?=[\t\n]|$|[ \u00a0](?!to\b|or\b|and\b|through\b)|[.,;)](?!\d))")
"""1,234- is written by ledgers; "2,000- and 3,000-foot" is spared."""
_MARKED = re.compile(r"[.,'’]\d+$")
"""Form 10- at the end of a line is no negative."""
_WORDS_BEHIND = re.compile(r"\) [a-z(]")
"""A bracket at the head of a line that running text goes on behind."""
_PHONE = re.compile(r"\) ?\d{3}[-–. ]\d{4}(?!\d)")
"""(901) 818-7500 is a telephone number."""
_LOSS = re.compile(r"\b(?:loss|losses|deficit)[ \n](?:(?:of|was|were|is|at)[ \n])?$", re.IGNORECASE)
"""A net loss of ($1,234) is negative; the sum of ($1,234) is written twice."""


@cache
def core(locale: Locale) -> re.Pattern[str]:
    """Return the compiled expression of an unsigned number."""
    return re.compile(CONVENTIONS[locale].core())


def figures(text: str, *, locale: Locale = "us") -> list[Figure]:
    """Return the numbers of ``text`` that count or measure something, in order.

    Years, dates, references (Note 12), identifiers (10b-5) and runs that are no number of the locale (1.2.3) are
    left out.
    """
    point = CONVENTIONS[locale].decimal
    found = []
    after = 0
    fractions = fractions_in(text)
    for run in _RUN.finditer(text):
        first, last = run.span()
        mark = text[first - 1 : first]
        marked = mark in _MARKS
        if first - marked < after or last - first > _LONGEST or run[0] == "000":
            continue
        written = run[0]
        if (
            marked
            and mark == point
            and not text[first - 2 : first - 1].isalnum()
            and text[first - 2 : first - 1] != ")"
        ):
            first -= 1
            written = mark + written
        own = locale if written.isdigit() else _own(text, first, last, locale)
        if own is None:
            continue
        before = text[first - 1 : first]
        if before == "\t" and _cell_ends(text, last) and text[first - 2] not in _SIGNS:
            if not YEAR.fullmatch(written):
                digits, decimals = _counted(written, own)
                found.append(Figure(first, last, first, last, digits, decimals, reach=last))
            continue
        figure = _signed_cell(text, first, last, own) if before and before in "($ " else None
        if figure is None:
            mixed = fractioned(text, first, last) if fractions and written.isdigit() else None
            figure = _figure(text, first, mixed.end if mixed else last, own, mixed=mixed)
        if figure is not None:
            found.append(figure)
            after = max(figure.end, figure.reach)
    return ranged(text, found)


def _own(text: str, first: int, last: int, locale: Locale) -> Locale | None:
    """Return the locale that the characters are to be read in; None where they are no number."""
    if core(locale).fullmatch(text, first, last) is None:
        return abroad(text, first, last)
    if text[last - 4] == CONVENTIONS[locale].decimal and last - first > 4:
        return thousands(text, first, last) or locale
    return locale


def _signed_cell(text: str, first: int, last: int, locale: Locale) -> Figure | None:
    """Return the figure that fills a cell with a dollar sign or brackets, as ``_figure`` would; None for other cells.

    Most figures of a table are written in one of these ways, and need no look at what else may stand around them.
    """
    tab = text.rfind("\t", max(0, first - 4), first)
    written = text[first:last]
    if tab < 1 or (len(written) == 4 and YEAR.fullmatch(written)):
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


def _figure(text: str, first: int, last: int, locale: Locale, *, mixed: Mixed | None = None) -> Figure | None:
    start, opened, minus, currency, spaces = _left(text, first)
    if (spaces or (currency is None and text[last : last + 1] in _BLANK)) and YEAR.fullmatch(text, first, last):
        return None
    end, percent, closed, right = _right(text, last, opened=opened)
    if percent and locale in _SPACED_PERCENT and "\t" not in text[last:end]:
        right = right.replace("%", "")
    if opened and not closed:
        start, opened, minus, currency, spaces = _left(text, first, brackets=False)
    if text.startswith("/100", first - 1) or (opened and _PHONE.match(text, last)):
        return None
    written = text[first:last]
    exponent, reach = 0, end
    follower = text[end : end + 1]
    bare = follower in _NO_UNIT or (follower in _BLANK and text[end + 1 : end + 2] in _NO_UNIT_BEHIND)
    if not bare or currency in _THOUSANDS:
        exponent, currency, reach = _unit(text, end, currency)
    if (percent or exponent < 0) and mixed is None and text[first - 1 : first] == "/":
        return None
    if (
        reach == end
        and text[end : end + 2].lstrip()[:1] in _ENTRIES
        and (entry := _entry(text, end, written, currency))
    ):
        end = reach = entry
    if "." in written and _dated(text, first, end, written):
        return None
    plain = not (currency or percent or exponent or reach > end or text[end - 1].isalpha())
    if plain and (names(text, start, end, written) or (opened and _numbers(text, start, written))):
        return None
    digits, decimals = (mixed.digits, mixed.decimals) if mixed else _counted(written, locale)
    scaled = reach > end
    negative = minus or (closed and not (opened and _aside(text, start, written, plain=plain, scaled=scaled)))
    return Figure(
        start, end, first, last, digits, decimals, negative, currency, percent, exponent, reach, spaces + right
    )


def _dated(text: str, first: int, end: int, written: str) -> bool:
    """Whether the digits are a heading's number and a year: 1.2007 年."""
    return _NUMBERED.fullmatch(written) is not None and (
        text[first - 1 : first] in {"", "\n"} or "年" in text[end : end + 2].lstrip(" ")[:1]
    )


def _numbers(text: str, start: int, written: str) -> bool:
    """Whether a small number in brackets at the head of a line or behind Chinese words counts a list."""
    return len(written) < 3 and (text[start - 1 : start] in {"", "\n"} or not text[start - 1].isascii())


def _cell_ends(text: str, last: int) -> bool:
    follower = text[last : last + 2]
    return follower[:1] in _CELL_ENDS and follower[1:] not in _SIGN_CELLS


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
            currency, at = "USD" if text.endswith(_DOLLARS_OF, 0, at - 1) else "$", at - 1
            spaces += "$" if gap else ""
        elif (
            currency is None
            and (sign in _SYMBOLS or sign.isalpha() or sign == ".")
            and (code := _CODE.search(text, max(0, at - 5), at))
            and not (gap and (code[0] == "S$" or (code[0].isalpha() and not sign.isascii() and "\t" in text[at:start])))
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


def _unit(text: str, end: int, currency: str | None) -> tuple[int, str | None, int]:
    """Return the power of ten and the currency of a figure that ends at ``end``, and where its words end."""
    exponent, sign, reach = 0, None, end
    follower = text[end : end + 1]
    if follower.isascii() and follower.isalpha():
        found = (_LETTER_SCALE if currency else _GLUED_UNIT).match(text, end)
        if found is not None:
            exponent, reach = SCALES.get(found[0], 0), found.end()
    elif follower and (
        follower in _BLANK or not follower.isascii() or (follower == "\n" and text.startswith(_WRAPPED, end + 1))
    ):
        exponent, sign, reach = _suffix(text, end)
        if currency == "INR" and reach == end and (found := _RUPEES.match(text, end)):
            exponent, reach = 7 if "r" in found[0] else 5, found.end()
    currency = currency or sign
    if currency in _THOUSANDS:
        return exponent + 3, _THOUSANDS[currency], reach
    return exponent, currency, reach


def _suffix(text: str, end: int) -> tuple[int, str | None, int]:
    found = _AFTER.match(text, end)
    if found is None or not (found["scale"] or found["currency"]):
        return 0, None, end
    sign = CURRENCIES.get(found["currency"].replace("\n", " ")) if found["currency"] else None
    return SCALES.get(found["scale"] or "", 0), sign, end + len(found[0].rstrip())


def _entry(text: str, end: int, written: str, currency: str | None) -> int:
    """Return where CR or DR behind a sum of money ends; 0 where none stands there.

    Banks credit what bookkeepers credit with the other sign, so neither changes the value.
    """
    if not (currency or _CENTS.search(written)):
        return 0
    found = _ENTRY.match(text, end)
    return found.end() if found else 0


def _aside(text: str, start: int, written: str, *, plain: bool, scaled: bool) -> bool:
    """Whether "(1)" is a footnote mark, an enumerator or an aside of running text, and no negative.

    A unit behind the brackets makes 亏损（1,234）万元 negative, but not 壹拾（10）万元, which says 10 twice.
    """
    before = text[start - 1 : start]
    chinese = "\u4e00" <= before <= "\u9fff"
    if chinese and scaled:
        return before in SIGNS
    if (before not in {" ", "\n"} and not chinese) or text.startswith("$(", start):
        return False
    if _LOSS.search(text, max(0, start - 30), start) and not plain:
        return False
    line = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    tabular = text.find("\t", line, end if end >= 0 else len(text)) >= 0
    if before == "\n" and (plain or tabular or not _WORDS_BEHIND.search(text, start, end if end >= 0 else len(text))):
        return False
    if tabular and plain and len(written) < 3 and text.find("\t", line, start) < 0 and text[line:start].strip():
        return True
    if not text[start - 2 : start - 1].isalpha():
        return False
    return (plain and len(written) < 3) or not tabular
