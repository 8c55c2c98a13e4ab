"""German number words: "zehn Millionen", "hundertfünfundzwanzigtausend"."""

import re

_UNITS = {
    "null": 0, "ein": 1, "eine": 1, "eins": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7,
    "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "dreizehn": 13, "vierzehn": 14, "fünfzehn": 15,
    "sechzehn": 16, "siebzehn": 17, "achtzehn": 18, "neunzehn": 19,
}  # fmt: skip
_TENS = {
    "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "siebzig": 70,
    "achtzig": 80, "neunzig": 90,
}  # fmt: skip
_SMALL = {**_UNITS, **_TENS} | {
    f"{unit}und{ten}": _UNITS[unit] + _TENS[ten] for unit in list(_UNITS)[1:11] for ten in _TENS
}
UNITS = tuple(_UNITS)
_LARGE = {"million": 10**6, "millionen": 10**6, "milliarde": 10**9, "milliarden": 10**9}
_ANY = "|".join(sorted(_SMALL, key=len, reverse=True))
_BELOW_THOUSAND = rf"(?:(?:{_ANY})?hundert(?:und)?(?:{_ANY})?|(?:{_ANY}))"
_BELOW_MILLION = rf"(?:{_BELOW_THOUSAND})?tausend(?:und)?(?:{_BELOW_THOUSAND})?|{_BELOW_THOUSAND}"
_SCALE = "|".join(sorted(_LARGE, key=len, reverse=True))

WORDS = re.compile(
    rf"\b(?:{_BELOW_MILLION})(?:[ \n](?:{_SCALE})(?:[ \n](?:und[ \n])?(?:{_BELOW_MILLION}))?)?\b", re.IGNORECASE
)
""" "zehn Millionen" is caught, "Vierteljahr" is spared."""
_PARTS = re.compile(r"(?P<head>.*?)tausend(?:und)?(?P<tail>.*)")


def parse(text: str) -> int | None:
    """Return the number that German words say; None where they do not form one."""
    words = text.lower().split()
    if len(words) > 1 and words[1] in _LARGE:
        most, rest = _below_million(words[0]), " ".join(words[2:]).removeprefix("und ")
        least = _below_million(rest) if rest else 0
        return None if most is None or least is None else most * _LARGE[words[1]] + least
    return _below_million(words[0]) if len(words) == 1 else None


def _below_million(word: str) -> int | None:
    thousands = _PARTS.fullmatch(word)
    if thousands is None:
        return _below_thousand(word)
    head = _below_thousand(thousands["head"]) if thousands["head"] else 1
    tail = _below_thousand(thousands["tail"]) if thousands["tail"] else 0
    return None if head is None or tail is None else 1000 * head + tail


def _below_thousand(word: str) -> int | None:
    head, hundred, tail = word.partition("hundert")
    if not hundred:
        return _SMALL.get(word)
    most = _SMALL.get(head) if head else 1
    least = _SMALL.get(tail.removeprefix("und")) if tail else 0
    return None if most is None or least is None else 100 * most + least
