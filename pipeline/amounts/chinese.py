"""Chinese numerals, plain (三千万) and capital (壹佰万元整), to and from numbers."""

import re
from decimal import Decimal

_PLAIN = "〇一二三四五六七八九"
_CAPITAL = "零壹贰叁肆伍陆柒捌玖"
_DIGITS = {sign: value for row in (_PLAIN, _CAPITAL) for value, sign in enumerate(row)} | {
    "零": 0, "两": 2, "貳": 2, "參": 3, "叄": 3, "陸": 6, "弍": 2,
}  # fmt: skip
_SMALL = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_LARGE = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_CENTS = {"角": Decimal("0.1"), "分": Decimal("0.01")}
SIGNS = "".join((*_DIGITS, *_SMALL, *_LARGE))

CAPITALS = re.compile(
    rf"[{SIGNS}]*[壹贰叁肆伍陆柒捌玖拾佰仟貳參叄陸][{SIGNS}]*[元圆圓](?:[{SIGNS}角分]+|[整正])?[整正]?"
)
"""人民币壹佰万元整 is caught, 第三佰货大楼 (no 元) is spared."""


SUMS = re.compile(
    r"(?<![一二三四五六七八九十百千万亿〇零两几数第])(?:[一二三四五六七八九两]|十[一二三四五六七八九]?(?=[万亿]))"
    r"[一二三四五六七八九十百千万亿〇零两]*[十百千万亿]元(?![化论素老帅首件勋])"
)
"""三千万元 is caught, 几百万元, 第三百元 and 多元化 are spared."""


def parse(text: str) -> Decimal | None:
    """Return the number that ``text`` writes out, with 元, 角 and 分; None where it is not well formed."""
    whole, _, cents = re.sub("[整正]$", "", text).replace("圆", "元").replace("圓", "元").partition("元")
    value = _whole(whole)
    if value is None:
        return None
    total, digit = Decimal(value), None
    for sign in cents:
        if sign in _CENTS and digit is not None:
            total, digit = total + digit * _CENTS[sign], None
        elif sign in _DIGITS and digit in {None, 0}:
            digit = _DIGITS[sign]
        else:
            return None
    return total if digit in {None, 0} else None


def _whole(text: str) -> int | None:
    total = group = digit = 0
    lowest, pending = 10**5, False
    for sign in text:
        if sign in _DIGITS:
            if pending:
                return None
            digit, pending = _DIGITS[sign], _DIGITS[sign] != 0
        elif sign in _SMALL:
            unit = _SMALL[sign]
            if unit >= lowest or not (pending or (unit == 10 and not group)):
                return None
            group, lowest, digit, pending = group + (digit if pending else 1) * unit, unit, 0, False
        elif sign in _LARGE:
            group += digit
            unit = _LARGE[sign]
            if not group and not total:
                return None
            total = (total + group) * unit if total and total < unit else total + group * unit
            group, digit, lowest, pending = 0, 0, 10**5, False
        else:
            return None
    return total + group + digit if text else None


def write(value: Decimal) -> str:
    """Write a sum of money below 10**12 with at most two decimals in capital numerals, as a cheque does."""
    cents = int((value * 100).to_integral_value())
    whole, rest = divmod(cents, 100)
    shown = _groups(whole) + "元"
    if not rest:
        return shown + "整"
    tenths, hundredths = divmod(rest, 10)
    shown += _CAPITAL[tenths] + "角" if tenths else "零"
    return shown + (_CAPITAL[hundredths] + "分" if hundredths else "整")


def _groups(whole: int) -> str:
    if not whole:
        return "零"
    shown, gap = "", False
    for unit, name in ((10**8, "亿"), (10**4, "万"), (1, "")):
        group, whole = divmod(whole, unit)
        if not group:
            gap = bool(shown)
            continue
        shown += ("零" if shown and (gap or group < 1000) else "") + _four(group) + name
        gap = False
    return shown


def _four(group: int) -> str:
    shown, gap = "", False
    for unit, name in ((1000, "仟"), (100, "佰"), (10, "拾"), (1, "")):
        digit, group = divmod(group, unit)
        if not digit:
            gap = bool(shown)
            continue
        shown += ("零" if gap else "") + _CAPITAL[digit] + name
        gap = False
    return shown
