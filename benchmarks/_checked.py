"""Proofs checked by other means: the figures that a proof names are looked up among the PDF's words and reckoned anew.

Nothing of the stage is used here but its records: page, box and proof of each proven figure, as a ledger holds them.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import NamedTuple

import pymupdf

Box = tuple[float, float, float, float]
DRAWN = 200
"""Proven figures that are checked."""
_FLAGS = pymupdf.TEXTFLAGS_WORDS & ~pymupdf.TEXT_CLIP
"""Figures that a page's own clip cuts off ("82," of 82,083) stand whole in the file."""
_STRAY = 12.0
"""Points that the right edges of one column's figures may differ by: brackets and signs hang out."""
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+\.\d\d|\d[\d,.'’]*\d|\d")
_COLUMN = re.compile(r"column (?P<kind>sum|difference): (?P<members>.+) = (?P<total>\S+?)(?:, (?P<count>\d+) figures)?")
_ROW = re.compile(r"row (?P<kind>sum|change): (?P<members>.+) = (?P<total>\S+), as in \d+ rows of these columns")
_CHANGE = re.compile(r"percentage change from (\S+) to (\S+), as in \d+ rows of these columns")
_SHARE = re.compile(r"percentage share: (\S+) of (\S+), as in \d+ rows of these columns")


class Record(NamedTuple):
    """One proven figure as the ledger tells of it."""

    page: int
    box: Box
    text: str
    proof: str


class Word(NamedTuple):
    """One number among the words of a PDF page."""

    box: Box
    digits: str


def faults(path: str, records: list[Record], chosen: Iterable[Record]) -> Iterator[tuple[Record, str]]:
    """Yield the chosen records of one PDF whose proofs do not hold, and why."""
    with pymupdf.open(path) as opened:
        for record in chosen:
            words = _words(opened[record.page - 1])
            beside = [other for other in records if other.page == record.page]
            fault = _fault(record, beside, words)
            if fault:
                yield record, fault


def _words(page: pymupdf.Page) -> list[Word]:
    found = []
    for x0, y0, x1, y1, written, *_ in page.get_text("words", flags=_FLAGS):
        for number in _NUMBER.finditer(written):
            right = x1 - (x1 - x0) * (len(written) - number.end()) / len(written)
            turned = pymupdf.Rect(x0, y0, right, y1) * page.rotation_matrix
            found.append(Word((turned.x0, turned.y0, turned.x1, turned.y1), _digits(number[0])))
    return found


def _fault(record: Record, beside: list[Record], words: list[Word]) -> str:
    if found := _COLUMN.fullmatch(record.proof):
        return _column(record, found, beside, words)
    if found := _ROW.fullmatch(record.proof):
        parts = re.split(r" [+-] ", found["members"])
        total = value(parts[0]) - value(parts[1]) if found["kind"] == "change" else sum(map(value, parts))
        if total != value(found["total"]):
            return "does not add up"
        return _missing([*parts, found["total"]], _in_row(record, words))
    if found := _CHANGE.fullmatch(record.proof) or _SHARE.fullmatch(record.proof):
        whole, part = (found[1], found[2]) if "change" in record.proof else (found[2], found[1])
        top = value(part) - value(whole) if "change" in record.proof else value(part)
        if not _rounds(100 * top / abs(value(whole)), value(record.text)):
            return "another percentage"
        return _missing([part], _in_row(record, words)) or _missing([whole], words)
    return "a proof of no known form"


def _column(record: Record, found: re.Match[str], beside: list[Record], words: list[Word]) -> str:
    if found["count"]:
        first = re.split(r" [+-] ", found["members"])[0]
        whole = [
            full
            for other in beside
            if (full := _COLUMN.fullmatch(other.proof)) and not full["count"] and full["total"] == found["total"]
        ]
        full = next((f for f in whole if f["members"].startswith(f"{first} ")), None)
        if full is None or len(re.split(r" [+-] ", full["members"])) != int(found["count"]):
            return "its total does not write it out"
        found = full
    parts = re.split(r" [+-] ", found["members"])
    rest = sum(map(value, parts[1:]), Decimal(0))
    if value(parts[0]) + (rest if found["kind"] == "sum" else -rest) != value(found["total"]):
        return "does not add up"
    if _digits(record.text) not in map(_digits, [*parts, found["total"]]):
        return "does not name its own figure"
    stack = [word for word in words if abs(word.box[2] - record.box[2]) < _STRAY]
    return _missing([*parts, found["total"]], sorted(stack, key=lambda word: word.box[3]), ordered=True)


def _in_row(record: Record, words: list[Word]) -> list[Word]:
    middle = (record.box[1] + record.box[3]) / 2
    return [word for word in words if word.box[1] < middle < word.box[3]]


def _missing(written: list[str], words: list[Word], *, ordered: bool = False) -> str:
    """Return which of the written figures do not stand among the words, from top to bottom where that matters."""
    found = [word.digits for word in words]
    if ordered:
        starts = range(len(found))
        if any(_follows([_digits(part) for part in written], found[start:]) for start in starts):
            return ""
        return "not found from top to bottom in its column"
    missing = [part for part in written if _digits(part) not in found]
    return f"not found beside it: {', '.join(missing)}" if missing else ""


def _follows(wanted: list[str], found: list[str]) -> bool:
    rest = iter(found)
    return all(any(digits == other for other in rest) for digits in wanted)


def _digits(written: str) -> str:
    return re.sub(r"\D", "", written)


def value(written: str) -> Decimal:
    """Return the value of a figure: the last mark parts decimals unless three digits follow or it stands twice."""
    core = _NUMBER.search(written)
    if core is None:
        return Decimal(0)
    marks = re.findall(r"[,.]", core[0])
    decimals = len(core[0]) - 1 - max(core[0].rfind(","), core[0].rfind(".")) if marks else 0
    grouped = (
        not marks or len(set(marks)) < len(marks) == marks.count(marks[-1]) or (decimals == 3 and marks[-1] == ",")
    )
    number = Decimal(_digits(core[0])).scaleb(0 if grouped else -decimals)
    return -number if "(" in written or re.search(r"[-−–]\s*[$€£¥]?\s*\d", written) else number


def _rounds(exact: Decimal, shown: Decimal) -> bool:
    return any(exact.quantize(shown, rounding=way) == shown for way in (ROUND_HALF_UP, ROUND_HALF_EVEN))
