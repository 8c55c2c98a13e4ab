"""English number words: "ten million", "one hundred and twenty-five thousand"."""

import re

_UNITS = {
    name: value
    for value, name in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS = {
    name: 10 * value
    for value, name in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
NAMES = (*_UNITS, *_TENS, *_SCALES, "hundred")
_WORD = "|".join(NAMES)

WORDS = re.compile(rf"\b(?:{_WORD})(?:[ \t\n-]+(?:and[ \t\n]+)?(?:{_WORD}))*\b", re.IGNORECASE)
""" "ten million dollars" is caught, "tender" is spared."""


def parse(text: str) -> int | None:
    """Return the number that English words say; None where they do not form one ("one two")."""
    total = group = 0
    last = 1000
    for word in re.split(r"[\s-]+", text.lower().strip()):
        if word == "and":
            continue
        if word in _SCALES:
            unit = _SCALES[word]
            if not group or (total and unit >= total):
                return None
            total, group, last = total + group * unit, 0, 1000
        elif word == "hundred":
            if not 0 < group < 100:
                return None
            group, last = group * 100, 100
        else:
            value, size = (_TENS[word], 10) if word in _TENS else (_UNITS.get(word), 1)
            if value is None or size >= last or (last == 10 and not 0 < value < 10):
                return None
            group, last = group + value, size
    return total + group


def write(value: int) -> str:
    """Write a whole number below 10**15 in English words."""
    if value < 100:
        return _below_hundred(value)
    for unit, name in (
        (10**12, "trillion"),
        (10**9, "billion"),
        (10**6, "million"),
        (1000, "thousand"),
        (100, "hundred"),
    ):
        if value >= unit:
            head, rest = divmod(value, unit)
            return f"{write(head)} {name}" + (f" {write(rest)}" if rest else "")
    raise AssertionError


def _below_hundred(value: int) -> str:
    names = {number: name for name, number in (_UNITS | _TENS).items()}
    if value in names:
        return names[value]
    return f"{names[value - value % 10]}-{names[value % 10]}"
