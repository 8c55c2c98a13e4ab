"""What an engine did to the figures of a scanned page: doubtful tokens, and readings of them with the same digits."""

import re
from decimal import Decimal

from pipeline.amounts.forms import LOOKALIKES, Doubt
from pipeline.amounts.grammar import CONVENTIONS, Locale, write
from pipeline.amounts.tokens import CLEAN, WORDY, Style, Token

_FOREIGN = re.compile(
    r"[-–−(]?\d{1,3}(?:\.\d{3})+,\d\d\)?|[-–−(]?\d{1,3}(?:['’]\d{3})+(?:\.\d\d)?\)?|\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d\d)?"
)
"""Whole figures of other locales, on a page that mixes them."""
_FIGURE = re.compile(
    r"(?P<left>[$€£¥(\[{_-]*)(?P<core>[\dA-Za-z.,;:'’*|!/]*\d[\dA-Za-z.,;:'’*|!/]*?)(?P<right>[%)\]}|]*)"
)
_SPARED = re.compile(
    r"\(?[a-z]\)?\d*|\d{1,3}\(?[a-z]\)|\(\d{1,2}\)|\d{1,2}[.:]|(?:19|20)\d\d[),;:.’'*]*|\d{1,2}/\d{1,2}/\d{2,4}|\d+[A-Za-z]|\d+(?:st|nd|rd|th)"
    r"|(?:19|20)\d\d[-–/](?:19|20)?\d\d|[A-Za-z]{2,}[-–]?\d+|\d+-[A-Za-z]+|\d*/\d+|\d{1,2}[,.;](?:19|20)\d\d|[A-Za-z]\d"
    r"|\d{1,2}(?:\.\d{1,2}){2,}|\d{5,6}[A-Z]{2}\d|\$?0\.\d{4,}|\d+['’]s|[A-Z]{2}[A-Z\d]{8,}|\d+\.\d+x"
)
EUROPEAN = re.compile(r"€|\bEUR\b|\bCHF\b|\bRs\b|\bFr\.")
_LAST_LETTER = re.compile(r"\(?\d{1,3}[sSBgzZIlOo]\)?")
_SIGN_FOR_DIGIT = re.compile(r"(?<=[\d,.])\$(?=\d)|^§(?=,\d{3})|[@&?](?=\d)")
_FOUR_DECIMALS = re.compile(r"\d\.\d{4,}")
_BRACKETS = str.maketrans("[{]}", "(())", "|_")
_ABROAD = re.compile(r"\(?[-–−]?(?P<core>\d{1,3}(?:[.,'’]\d+)+|\d{5,})\)?")


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
    if token.named or _SPARED.fullmatch(written) or WORDY.search(written) or _FOREIGN.fullmatch(written):
        return None
    decimals = 2 if per_share else style.decimals if style else None
    clean = CLEAN.fullmatch(written)
    if clean is not None and clean["core"][0] == "0" and "," in clean["core"]:
        return Doubt(token.outer or token.span, (), "number.separators", "a zero before its first comma")
    if clean is None or written.count("(") != written.count(")"):
        return _mended(token, decimals, commas=commas)
    doubt = _restyled(token, clean["core"], decimals, commas=commas)
    if doubt is None and token.outer:
        return Doubt(token.outer, (written,), "number.stray_mark", "marks beside it that belong to no figure")
    return doubt


def misread(token: Token) -> Doubt | None:
    """Return the doubt about a token that fills a cell of a column of figures and holds a sign or letter for a digit.

    60S and §,372 are caught there; 10K in running text is a name.
    """
    written = token.text
    if _LAST_LETTER.fullmatch(written):
        return Doubt(
            token.outer or token.span, (written.translate(LOOKALIKES),), "number.letters", "a letter among figures"
        )
    if _SIGN_FOR_DIGIT.search(written) and not token.named:
        meant = _SIGN_FOR_DIGIT.sub("5", written)
        readings = (meant,) if CLEAN.fullmatch(meant) and meant.count("(") == meant.count(")") else ()
        return Doubt(token.outer or token.span, readings, "number.letters", "a sign among figures")
    return None


def _mended(token: Token, decimals: int | None, *, commas: bool) -> Doubt | None:
    """Return the doubt about a token that is no well-formed figure."""
    found = _FIGURE.fullmatch(token.text)
    if found is None or (_FOUR_DECIMALS.fullmatch(found["core"]) and decimals != 1):
        return None
    core = found["core"]
    left, right = found["left"].translate(_BRACKETS), found["right"].translate(_BRACKETS)
    if token.opened and right.startswith(")") and "(" not in left:
        if core.isdigit() or CLEAN.fullmatch(core):
            return _restyled(token, core, decimals, commas=commas)
        right = right.replace(")", "", 1)
        brackets = (left, right, right + ")")
    elif token.lead and len(core) < 3 and ")" in right:
        return None
    else:
        brackets = _balanced(left, right)
    readings = [
        brackets[0] + sign + reading + brackets[2]
        for sign, meant in _meant(core, figure="(" in left or (core[1:2] == "0" and not decimals))
        for reading in _readings(meant, decimals, commas=commas)
    ]
    rule = "number.separators"
    if brackets[:2] != (left, right):
        rule = "number.paren_lost"
    elif core[0] in "Ss" and core[1:2].isdigit():
        rule = "number.dollar_sign"
    elif core.translate(LOOKALIKES) != core:
        rule = "number.letters"
    return Doubt(token.outer or token.span, tuple(dict.fromkeys(readings)), rule, "no well-formed figure")


def _balanced(left: str, right: str) -> tuple[str, str, str]:
    if "(" in left and ")" not in right:
        right += ")"
    elif ")" in right and "(" not in left:
        left = left.replace("$", "$(") if "$" in left else "(" + left
    return left, right, right


def _meant(core: str, *, figure: bool) -> list[tuple[str, str]]:
    """Return the digits that ``core`` may stand for, with a sign before them: an S is a dollar sign or a 5."""
    figures = [("", core.translate(LOOKALIKES))]
    if core[0] in "Ss" and core[1:2].isdigit():
        figures.insert(figure, ("$", core[1:].translate(LOOKALIKES)))
    return figures


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
        decimals = decimals or (2 if len(core) > 2 and core not in {"100", "200", "150"} else 0)
        if bare and decimals and len(core) > 1:
            readings, rule = [f"{core[:-decimals] or 0}.{core[-decimals:].rjust(decimals, '0')}"], "number.point_lost"
            reason = f"rates beside it have {decimals} decimals"
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
