"""Reads the number that a heading begins with: "Item 1A.", "ARTICLE IV", "4.2", "(b)", "§ 5", "第三节", "（一）"."""

import re
from functools import lru_cache
from typing import NamedTuple

_HAN = "一二三四五六七八九十百零〇两"
_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_SPELLED = {
    word: value
    for value, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
         "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"), 1,
    )
}  # fmt: skip

_LABEL = re.compile(
    rf"""\s*(?:
      (?P<part>P\s?A\s?R\s?T|Part)\s+(?P<part_no>[IVX]{{1,4}}|\d{{1,2}})(?![\w(])\s*[.:–—-]*
    | (?:I\s?T\s?E\s?M\s?S?|Items?)\s*(?:No\s*\.?\s*)?(?P<item>\d{{1,2}}(?:\.\d\d)?\s?(?:\([a-z]\)|[A-C](?![a-z]))?)
        (?:\s*(?:and|,|&)\s*(?P<item_too>\d{{1,2}}[A-C]?))?(?!\w)\s*[.:–—-]*\s*[.:–—-]?
    | (?P<article>ARTICLE|Article|ARTIKEL|Artikel|Art\.)(?:\s*[–—-](?=\s*[IVXL\d]))?
        \s*(?P<article_no>[IVXL]{{1,7}}|\d{{1,3}}|[A-Z][A-Za-z]{{2,8}})
        (?![\w(]|\.\d)\s*[.:–—-]*
    | (?P<chapter>CHAPTER|Chapter|KAPITEL|Kapitel)\s*(?P<chapter_no>[IVXL]{{1,7}}|\d{{1,3}}|[A-Z][A-Za-z]{{2,8}})
        (?![\w(]|\.\d)\s*[.:–—-]*
    | (?P<section>SECTION|Section|Sec\.|SEC\.|Clause|CLAUSE|Ziffer|Ziff\.)\s*
        (?P<section_no>\d{{1,3}}(?:\.\s?\d{{1,3}}){{0,4}}|[IVXL]{{1,6}}|[A-Z])(?![\w(])\s*[.:–—-]*
    | §\s?(?P<paragraph>\d{{1,3}}(?:\.\d{{1,2}})*)[a-z]?(?!\w)\s*[.:–—-]*
    | (?:NOTE|Note|Anmerkung)\s+(?P<note>\d{{1,2}}[A-Z]?|[A-Z])(?![\w(])\s*[.:–—-]*
    | (?P<annex>EXHIBIT|Exhibit|SCHEDULE|Schedule|ANNEX|Annex|APPENDIX|Appendix|ATTACHMENT|Attachment|ADDENDUM|Addendum
        |ANLAGE|Anlage|ANHANG|Anhang|附件|附录|附表)(?![A-Za-z])(?!\s*(?:No|Number|Index|List|Nr)\b\.?\s*[A-Z])
        (?:\s*[–—-](?=\s*(?:[IVX]{{1,4}}|[A-Z]|\d{{1,2}})(?!\w)))?\s*["“]?(?P<annex_no>(?!(?:TO|OF|IN|BY|ON|AS)\b)[A-Z]{{1,2}}(?:-?\d{{1,2}})?|\d{{1,3}}(?:\.\d{{1,2}})*(?:\([A-Za-z]\))?|[IVX]{{1,5}}|[{_HAN}]{{1,3}})?["”]?
        (?!\w)\s*[.:：–—-]*
    | 第\s*(?P<han>[{_HAN}]{{1,5}}|\d{{1,3}})\s*(?P<han_kind>编|篇|部分|章|节|条|款)\s*[.:：、]?
    | (?P<enum>[{_HAN}]{{1,3}})\s*[、.．]
    | [(（](?P<paren>\d{{1,2}}|[a-z]|[ivxl]{{2,6}}|[A-Z]|[IVX]{{2,5}}|[{_HAN}]{{1,3}})[)）]\s*[.、:：]?
    | (?P<decimal>\d{{1,3}}(?:\.\s?\d{{1,3}}){{1,4}})(?![\d,%])[.)]?
    | (?P<hyphened>\d{{1,2}}-\d{{1,2}})[.)]?(?=\s+[A-Z][A-Za-z])
    | (?P<lettered>[A-Z]\.\d{{1,2}}(?:\.\d{{1,2}}){{0,3}})(?![\d,%])[.)]?(?=\s)
    | (?P<number>\d{{1,3}})(?P<number_mark>[.)、．](?!\d)|(?=\s+[A-ZÄÖÜ]{{2}})|(?=\t[A-ZÄÖÜ(\[][^\t]*$))
    | (?P<bare>[1-9]\d?)(?=[ ]+[A-Z][a-z])
    | (?P<letters>[IVX]{{1,5}}|[A-Z]|[a-z]|[ivx]{{2,5}})(?P<letters_mark>[.)])(?!\w\.)(?=\s|[A-Z])
    )""",
    re.VERBOSE,
)

_WORDS = frozenset("Pa PA It IT Ch CH Ka KA Ar AR Se SE Cl CL Zi No NO An AN Ex EX Sc SC Ap AP At AT Ad AD".split(" "))
"""First two letters of "Part", "ITEM" and the like."""
_BEHIND_DIGIT = frozenset(".)-、． \t\n")
_SIGNS = frozenset("§第附" + _HAN)


class Reading(NamedTuple):
    """One way to understand a label: its scheme, and its place in that scheme from 1."""

    scheme: str
    path: tuple[int, ...]


class Label(NamedTuple):
    """The number that a line begins with."""

    text: str
    end: int
    """Characters of the line that it takes."""
    readings: tuple[Reading, ...]
    """Most likely first: "(i)" is roman 1 or letter 9."""

    @property
    def scheme(self) -> str:
        """Scheme of the most likely reading."""
        return self.readings[0].scheme


def han_value(text: str) -> int:
    """Return the value of a Chinese numeral below a thousand: 二十一 is 21.

    Digits are read as they stand.
    """
    if text.isdigit():
        return int(text)
    total = unit = 0
    for character in text:
        if character == "百":
            total, unit = total + max(unit, 1) * 100, 0
        elif character == "十":
            total, unit = total + max(unit, 1) * 10, 0
        else:
            unit = _DIGITS[character]
    return total + unit


def roman_value(text: str) -> int:
    """Return the value of a roman numeral, 0 when the letters are none: IV is 4, IIX is 0."""
    values = [_ROMAN.get(character, 0) for character in text.upper()]
    total = 0
    for value, following in zip(values, [*values[1:], 0], strict=True):
        total += -value if value < following else value
    return total if 0 not in values and _roman(total) == text.upper() else 0


def _roman(value: int) -> str:
    written = ""
    for sign, worth in (
        ("C", 100), ("XC", 90), ("L", 50), ("XL", 40), ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1),
    ):  # fmt: skip
        written += sign * (value // worth)
        value %= worth
    return written


def _letters(text: str, mark: str) -> tuple[Reading, ...]:
    case = "upper" if text.isupper() else "lower"
    readings = []
    roman = roman_value(text)
    if roman:
        readings.append(Reading(f"{mark}roman_{case}", (roman,)))
    if len(text) == 1:
        letter = Reading(f"{mark}{case}", (ord(text.lower()) - 96,))
        readings.insert(len(readings) if text.lower() == "i" else 0, letter)
    return tuple(readings)


def _number(text: str) -> int:
    if text.isdigit():
        return int(text)
    return _SPELLED.get(text.lower()) or roman_value(text) or (ord(text) - 64 if len(text) == 1 else 0)


def _path(text: str) -> tuple[int, ...]:
    """Return the numbers of a decimal; "2.0" stands above 2.1 and is (2,)."""
    parts = tuple(int(part) for part in text.replace(" ", "").split("."))
    return parts[:1] if len(parts) == 2 and parts[1] == 0 else parts


@lru_cache(maxsize=1 << 12)
def _readings(groups: tuple[str, ...]) -> tuple[Reading, ...]:
    """Return the readings of what the groups of ``_LABEL`` caught; documents count by the same few numbers."""
    found = dict(zip(_LABEL.groupindex, groups, strict=True))
    if found["han"]:
        return (Reading(f"han_{found['han_kind']}", (han_value(found["han"]),)),)
    if found["enum"]:
        return (Reading("enum", (han_value(found["enum"]),)),)
    if found["paren"]:
        inside = found["paren"]
        if inside.isdigit():
            return (Reading("(number", (int(inside),)),)
        return (Reading("(enum", (han_value(inside),)),) if inside[0] in _HAN else _letters(inside, "(")
    if found["decimal"] or found["hyphened"]:
        path = _path(found["decimal"] or found["hyphened"].replace("-", "."))
        return (Reading("decimal" if len(path) > 1 else "number", path),)
    if found["lettered"]:
        letter, *numbers = found["lettered"].split(".")
        return (Reading("lettered", (ord(letter) - 64, *map(int, numbers))),)
    if found["bare"]:
        return (Reading("bare", (int(found["bare"]),)),)
    if found["number"]:
        return (Reading("number)" if found["number_mark"] == ")" else "number", (int(found["number"]),)),)
    if found["letters"]:
        return _letters(found["letters"], ")" if found["letters_mark"] == ")" else "")
    return _worded(found)


def _worded(found: dict[str, str]) -> tuple[Reading, ...]:
    """Return the reading of a number behind a word or sign of its own: "PART II", "Item 1A", "§ 5"."""
    if found["part"]:
        return (Reading("part", (_number(found["part_no"]),)),)
    if found["item"]:
        item = re.sub(r"\s", "", found["item"]).upper()
        digits = item[: len(item) - len(item.lstrip("0123456789"))]
        return (Reading("item", (int(digits), *(ord(c) for c in item[len(digits) :]))),)
    if found["article"]:
        text = found["article_no"]
        value = roman_value(text) if len(text) == 1 and text.isalpha() else _number(text)
        return (Reading("article", (value,)),) if value else ()
    if found["chapter"]:
        value = _number(found["chapter_no"])
        return (Reading("chapter", (value,)),) if value else ()
    if found["section"]:
        number = found["section_no"]
        if number[0].isdigit():
            path = _path(number)
            return (Reading("section" if len(path) == 1 else "decimal", path),)
        return (Reading("section", (_number(number),)),)
    if found["paragraph"]:
        path = _path(found["paragraph"])
        return (Reading("paragraph" if len(path) == 1 else "decimal", path),)
    if found["note"]:
        noted = re.match(r"\d+", found["note"])
        return (Reading("note", (int(noted[0]) if noted else ord(found["note"]) - 64,)),)
    return (Reading("annex", (0,)),)


@lru_cache(maxsize=1 << 14)
def may_be_numbered(opening: str) -> bool:
    """Tell by its first two characters whether a line may begin with a number; most do not."""
    first, second = opening[:1], opening[1:]
    if first.isdigit():
        return second.isdigit() or second in _BEHIND_DIGIT
    if first in {"(", "（"}:
        return second.isalnum()
    if first.isascii() and first.isalpha():
        roman = opening.strip("IVX") == "" or opening.strip("ivx") == ""
        return roman or second in {".", ")"} or opening in _WORDS or (first in "PI" and second.isspace())
    return first in _SIGNS or first.isspace()


def read_label(line: str) -> Label | None:
    """Return the label that ``line`` begins with, or None; "2019 sales" and "1,000 units" have none."""
    match = _LABEL.match(line) if may_be_numbered(line[:2]) else None
    if match is None:
        return None
    readings = _readings(match.groups())
    return Label(match[0].strip(), match.end(), readings) if readings else None
