"""Which locale a document writes its numbers in, voted by those that only one locale can have written."""

import re
from collections import Counter

from pipeline.amounts.grammar import Locale
from pipeline.document import Document

PAGES = 60
"""How many pages, evenly spread, vote in a long document."""
_RUN = re.compile(r"\d{1,3}[.,'’]\d\d\d?(?:[.,'’][\d.,'’]*[€%]?|[€%])")
_SHAPES: tuple[tuple[Locale, re.Pattern[str]], ...] = (
    ("us", re.compile(r"0{1,3}(?:,000)+\.00?|0{1,3}(?:,000){2,}")),
    ("eu", re.compile(r"0{1,3}(?:\.000)+,00?[€%]?|0{1,3}(?:\.000){2,}[€%]?|0{1,3},00[€%]")),
    ("ch", re.compile(r"0{1,3}(?:['’]000)+(?:\.0+)?")),
    ("in", re.compile(r"0{1,2}(?:,00)+,000(?:\.0+)?")),
)
"""Forms, every digit written as 0, that only one locale uses."""
_ZEROS = str.maketrans("123456789", "000000000")
_ABROAD = re.compile(r"\b(?:und|der|die|das|nicht|wird|les|des|est|pour|dans|TEUR|Tsd|Mio|Mrd|Summe|Umsatz|Anhang)\b")
_ENGLISH = re.compile(r"\b(?:the|and|of|to)\b")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def locale_of(document: Document) -> Locale:
    """Return the locale that most of the document's unambiguous numbers speak for; ``us`` where none does.

    A document that is Chinese writes its numbers as the American do, but counts in 万 and 亿.
    """
    count: Counter[Locale] = Counter()
    shapes: Counter[str] = Counter()
    chinese = letters = 0
    for page in document.pages[:: 1 + len(document.pages) // PAGES]:
        shapes.update(_RUN.findall(page.text))
        if not page.text.isascii():
            chinese += len(_CHINESE.findall(page.text))
        letters += len(page.text)
    if chinese * 10 > letters:
        return "zh"
    for written, times in shapes.items():
        shape = written.translate(_ZEROS).rstrip(".,'’")
        for locale, form in _SHAPES:
            if form.fullmatch(shape):
                count[locale] += times * (1 if locale == "eu" and "," not in shape else 2)
    names: tuple[Locale, ...] = ("us", "eu", "ch", "in")
    first = max(names, key=lambda name: count[name])
    if count[first] > 1:
        return first
    return "eu" if _european(document) else "us"


def _european(document: Document) -> bool:
    """Whether the document is German or French, whose figures without a vote are no American ones."""
    text = "\n".join(page.text for page in document.pages[:PAGES])
    return len(_ABROAD.findall(text)) > len(_ENGLISH.findall(text))
