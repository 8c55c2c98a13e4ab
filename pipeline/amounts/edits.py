"""From decisions over the cleaned text back to edits of the text as read."""

import re
from bisect import bisect_right
from typing import NamedTuple

from pipeline.amounts.figure import Figure
from pipeline.spans import Edited, Span

_CODE = re.compile(r"[A-Za-z]{2,3}\.?(?=[ \t\u00a0])")


class Written(NamedTuple):
    """What stands in the text as read, and what is to stand there."""

    span: Span
    after: str


def lead_back(edited: Edited, span: Span, after: str) -> Written:
    """Return the old characters of ``span`` and ``after`` grown by what a cut replacement at either edge meant."""
    if edited.starts:
        first = max(0, bisect_right(edited.starts, span.start) - 1)
        last = max(first, bisect_right(edited.starts, max(span.start, span.end - 1)) - 1)
        end = edited.starts[last + 1] if last + 1 < len(edited.starts) else len(edited.text)
        if not edited.copied[first]:
            after = edited.text[edited.starts[first] : span.start] + after
        if not edited.copied[last]:
            after += edited.text[span.end : end]
    return Written(edited.origin(span), after)


def tightened(text: str, figure: Figure) -> str:
    """Return the figure's characters with its signs drawn to its digits."""
    left, right = text[figure.start : figure.first], text[figure.last : figure.end]
    if left == "$ " and not right:
        return f"${text[figure.first : figure.last]}"
    code = _CODE.match(left) if left[:1].isalpha() else None
    head = f"{code[0]} " if code else ""
    return (
        head
        + "".join(left[len(code[0]) if code else 0 :].split())
        + text[figure.first : figure.last]
        + "".join(right.split())
    )


def space_rule(figure: Figure) -> str:
    """Return the id of the rule that draws the figure's signs to it."""
    if "$" in figure.spaces:
        return "number.detached_currency"
    return "number.percent_space" if figure.spaces == "%" else "number.paren_space"


def forward(edited: Edited, span: Span) -> Span:
    """Return where the old characters of ``span`` stand in the new text: ``origin`` the other way."""
    return Span(_forward(edited, span.start), _forward(edited, span.end))


def _forward(edited: Edited, at: int) -> int:
    begins = [origin.start for origin in edited.origins]
    index = bisect_right(begins, at) - 1
    if index < 0:
        return 0
    start, origin = edited.starts[index], edited.origins[index]
    end = edited.starts[index + 1] if index + 1 < len(edited.starts) else len(edited.text)
    return min(end, start + at - origin.start)
