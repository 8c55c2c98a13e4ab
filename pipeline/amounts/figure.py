"""One number of a text."""

from typing import NamedTuple


class Figure(NamedTuple):
    """One number of a text with the signs that belong to it."""

    start: int
    end: int
    """Of all: currency, brackets, minus, digits, percent sign."""
    first: int
    last: int
    """Of the digits with their separators."""
    digits: int
    decimals: int
    """The unsigned number is ``digits`` / 10**decimals."""
    negative: bool = False
    currency: str | None = None
    percent: bool = False
    exponent: int = 0
    """Power of ten of the scale word behind it."""
    reach: int = 0
    """Where the scale word or currency behind it ends."""
    spaces: str = ""
    """Which signs stand apart from the digits: any of ``$(%)``."""
