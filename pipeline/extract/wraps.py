"""Joins Chinese lines: a script without blanks has no blank where a line ends."""

from collections.abc import Iterator

import regex

from pipeline.document import Edit, Page, Place
from pipeline.spans import Span

_WIDE = r"[\u2E80-\u9FFF\uF900-\uFAFF\uFF01-\uFF60\u3000-\u303F]"
_WRAP = regex.compile(
    rf"(?<={_WIDE})\n(?=\S)|(?<=\S)\n(?={_WIDE})|(?<=\d,)\n(?=\d{{3}}(?:,\d{{3}})*(?:\.\d+)?\s*{_WIDE})|(?<=\d)\n(?=\d[\d,.]*{_WIDE})"
)
"""Catches ``审\n计`` and ``1,000,\n000元``; spares ``Alder\nCapital``."""


def unwrap(page: Page) -> Iterator[Edit]:
    """Yield the removal of each line end inside a Chinese paragraph of ``page``."""
    for block in page.blocks:
        if block.kind != "table" and len(block.lines) > 1:
            for match in _WRAP.finditer(page.text, block.span.start, block.span.end):
                yield Edit(Place(page.number, Span(*match.span())), "", "character.cjk_wrap")
