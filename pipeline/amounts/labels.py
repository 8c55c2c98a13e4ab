"""What the label of a row, or a line without figures above it, says of the figures: prices, rates, counts, units."""

import re
from typing import Literal, NamedTuple

from pipeline.amounts.unitlines import POWERS, chinese_unit, currency_of

Kind = Literal["amount", "own", "shares", "price", "rate", "halves", "percent"]
_OWN = re.compile(
    r"/ ?share|\b(?:allowance|loans|reserves?|charge-offs|debt)\b.* to (?:total|average|period-|non)"
    r"|(?<![\d.)])%|(?<!\d )\bpercent|\bratios?\b|\bnumber of|employees|headcount|\bstores\b"
    r"|\(in years\)|\(years\)|比例|人数|股数|率(?:[（(%]|$)|[（(][倍次天人个家年月名户台辆][)）]"
    r"|\bper (?:\w+ ){0,3}?(?:unit|barrel|ton|hour|day|store|square)",
    re.IGNORECASE,
)
_PRICE = re.compile(r"per (?:\w+ ){0,3}?(?:share|diluted|basic)|\bEPS\b|每股", re.IGNORECASE)
_RATE = re.compile(
    r"(?<!exchange )(?<!floating )(?<!fixed )(?<!variable )(?<!-)\brates?\b"
    r"(?! (?:note|debt|loan|contract|swap|derivative|product|lock|risk|change|differen))|margin",
    re.IGNORECASE,
)
"""Effective tax rate is caught; "Interest rate swaps" and "effect of exchange rates" are spared."""
_CHINESE_SHARES = r"股数|股份数|股份总数|股票数|股本总数|万股|[（(]股[)）]"
_SHARES = re.compile(rf"\bshares?\b|{_CHINESE_SHARES}", re.IGNORECASE)
_COUNTED = re.compile(
    r"\bshares\b.*\b(?:outstanding|used|diluted|basic|issued|average)|average.*\bshares\b|\bshares:?$|^common shares"
    rf"|{_CHINESE_SHARES}",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"^(?:as a )?percent(?:age)?\b|\bpercent(?:age)?\b[^\t]*:$", re.IGNORECASE)
"""Percent of net sales: the rows below write no sign."""
_MEASURED = re.compile(
    r"\((?:in )?(?:pounds|tons|tonnes|barrels|gallons|miles|hours|days|years|ounces|kilograms|square feet|units)\):$"
)
_RATED = re.compile(r"\bper [a-z]+:$")
"""Rows under "Weight per shipment (pounds):" and "Revenue per shipment:" have a unit of their own."""
_USED = re.compile(r"\bshares (?:used|outstanding)|average (?:number of )?(?:\w+ )?shares", re.IGNORECASE)
"""Weighted-average shares used in computation of earnings per share are shares, no price."""
_OWN_SCALE = re.compile(
    r"\((?:shares )?(?:in )?(?:(?:(?:US|HK)?[$€£]|[A-Z]{3}) ?)?(?:(thousand|million|billion)s?|\$?['’]?000['’]?s?)"
    r"(?: (?:of )?[a-z]+)?\)",
    re.IGNORECASE,
)
"""(in millions), ($ million), (000 tonnes) are caught, "(100 million shares authorized)" is spared."""
_UNIT_CELL = re.compile(
    r"\t(?:in )?(?P<sign>(?:US|HK)?[$€£¥]|[A-Z]{3})? ?(?P<power>(?:thousand|million|billion)s?|mn|bn|['’]000|m)(?=\t)"
    r"|\t(?P<percent>%)(?=\t)|\t(?P<chinese>[百千万亿]+元)(?=\t)"
)
"""A cell of a row that holds nothing but its unit: Revenue ↦ $ million ↦ 1,234."""
_PERCENT_OF = re.compile(r"[（(][%％][)）]\s*$")
ROW_UNITS = (
    "housands)", "illions)", "housand)", "illion)", "(000", "'000)", "元)", "元）", "%)", "%）", "illion\t", "\t%\t",
    "元\t",
)  # fmt: skip
"""One of these stands in every page on which a row names its unit."""
_HALF = re.compile(r"(?:assuming dilution|basic|diluted)\b", re.IGNORECASE)
_HINTS = (
    "er ", "ER ", "hare", "HARE", "%", "ercent", "atio", "ate", "argin", "umber", "mployees", "eadcount", "tores",
    "EPS", "years", " to total", " to average", " to period", " to non",
    "asic", "iluted", "ousand", "illion", "000", "ilution", "每", "率", "比", "数", "股", "元", "倍", "次",
)  # fmt: skip
"""One of these stands in every label that the expressions above can match; looking for them is quicker."""
_PRICED = re.compile(r"\$ ?\d[\d,.]* per (?:\w+ ){0,3}?(?:share|unit)s?\b")
"""Dividends declared, $1.72 per share, are a row of amounts."""
_ASIDE = re.compile(r"\([^()]*\d[^()]*\bper [^()]*\)")
"""Dividends declared ($4.70 per share) are a row of amounts."""


class Label(NamedTuple):
    """What a row says of its figures."""

    kind: Kind
    exponent: int | None = None
    """The power of ten that it names."""
    currency: str | None = None


AMOUNT = Label("amount")


def headed(head: str) -> Kind:
    """Return what a line without figures says of the rows below it."""
    if head.endswith(":") and _MEASURED.search(head):
        return "own"
    if not any(map(head.__contains__, _HINTS)):
        return "amount"
    if _PERCENT.search(head):
        return "percent"
    if _USED.search(head):
        return "shares"
    if _PRICE.search(head) or _RATED.search(head):
        return "price"
    return "shares" if _COUNTED.search(head) else "amount"


def labelled(label: str, before: Kind) -> Label:
    """Return what a row's label says of its figures; ``before`` is what the row or heading above said."""
    if not any(map(label.__contains__, _HINTS)):
        return AMOUNT
    if "per " in label:
        label = _PRICED.sub("", _ASIDE.sub("", label))
    if _PERCENT_OF.search(label):
        return Label("own", -2)
    if not label.isascii() and (chinese := chinese_unit(label)) is not None:
        return Label("amount", *chinese)
    scale = _OWN_SCALE.search(label)
    return _kind(label, POWERS[(scale[1] or "thousand").lower()] if scale else None, before)


def unit_cell(text: str, tab: int) -> Label | None:
    """Return the unit that the cell behind a row's label at ``tab`` holds; None where it holds another thing."""
    found = _UNIT_CELL.match(text, tab)
    if found is None:
        return None
    if found["percent"]:
        return Label("own", -2)
    if found["chinese"]:
        return Label("amount", POWERS.get(found["chinese"]), "CNY")
    power = {"mn": 6, "bn": 9}.get(found["power"], POWERS.get(found["power"]))
    return Label("amount", power, currency_of(found["sign"] or ""))


def _kind(label: str, exponent: int | None, before: Kind) -> Label:
    if "hares" in label and _USED.search(label) and _COUNTED.search(label):
        return Label("shares", exponent)
    if _PRICE.search(label) and not label.startswith("Numerator"):
        return Label("price")
    if _OWN.search(label):
        return Label("own", exponent)
    if _RATE.search(label):
        return Label("rate", exponent)
    if _SHARES.search(label) and (exponent is not None or _COUNTED.search(label)):
        return Label("shares", exponent)
    if _HALF.match(label.lstrip(" -–—•")):
        return Label(before if before in {"price", "shares"} else "halves", exponent)
    return Label("amount", exponent)
