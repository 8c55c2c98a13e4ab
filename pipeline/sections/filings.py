"""Parts and items of filings; an item is known by (part, item), for a 10-Q has an Item 1 in both of its parts."""

import re
from collections.abc import Sequence

from pipeline.sections.headings import Heading, Style
from pipeline.sections.titles import squash

_PARTS_OF_10K = {
    **dict.fromkeys(range(1, 5), 1),
    **dict.fromkeys(range(5, 10), 2),
    **dict.fromkeys(range(10, 15), 3),
    15: 4,
    16: 4,
}
_ROMAN = {1: "I", 2: "II", 3: "III", 4: "IV"}
_SECOND_PART_OF_10Q = re.compile(
    r"legal|riskfactors|unregistered|issuerpurchases|purchasesofequity|changesinsecurities|defaults|minesafety|submission"
    r"|otherinformation|exhibits|reserved|removed"
)
_FIRST_PART_OF_10Q = re.compile(r"financialstatements|management.?s?discussion|quantitative|controlsandprocedures")
_CONTINUED = re.compile(r"\(?\bcont(?:inued|['’.]?d)\b\.?\)?\W*$", re.IGNORECASE)


def item_of(path: tuple[int, ...]) -> str:
    """Return "1A" for the path of Item 1A."""
    return "".join((str(path[0]), *map(chr, path[1:])))


def place_items(headings: Sequence[Heading], confirmed: set[int], *, form: str) -> list[Heading]:
    """Return parts and items once each, in document order, with what is missing between them made up.

    Running heads and mentions repeat an item; the one that a contents list names wins, then the best looking one.
    A part without a line of its own gets a heading at its first item.
    """
    items = [h for h in headings if h.scheme == "item" and not _CONTINUED.search(h.title)]
    parts = [h for h in headings if h.scheme == "part" and 1 <= h.path[0] <= len(_ROMAN)]
    if not items:
        return parts if form in ("10-K", "10-Q") and len(parts) > 1 else []
    keyed: dict[tuple[int, str], Heading] = {}
    part_at = 0
    walk = sorted([*items, *parts], key=lambda h: h.at)
    for heading in walk:
        if heading.scheme == "part":
            part_at = heading.path[0]
            continue
        key = (_part_of(heading, part_at, form), item_of(heading.path))
        best = keyed.get(key)
        if best is None or _worth(heading, confirmed) > _worth(best, confirmed):
            keyed[key] = heading
    kept = _in_order(keyed, confirmed) if form == "10-K" else keyed
    return _with_parts(kept, parts, confirmed)


def _part_of(heading: Heading, part_at: int, form: str) -> int:
    if form == "10-K":
        return _PARTS_OF_10K.get(heading.path[0], part_at)
    if form == "10-Q":
        words = squash(heading.title)
        if _FIRST_PART_OF_10Q.search(words) and heading.path[0] <= 4:
            return 1
        if _SECOND_PART_OF_10Q.search(words) or heading.path[0] > 4 or len(heading.path) > 1:
            return 2
        return part_at
    return 0


def _worth(heading: Heading, confirmed: set[int]) -> tuple[int, ...]:
    return (
        id(heading) in confirmed,
        heading.form == "own",
        heading.strength,
        heading.first,
        len(squash(heading.title)) > 6,
        -heading.page if id(heading) not in confirmed else 0,
    )


def _in_order(keyed: dict[tuple[int, str], Heading], confirmed: set[int]) -> dict[tuple[int, str], Heading]:
    """Keep the heaviest run of items whose pages rise with their numbers."""
    order = sorted(keyed, key=lambda key: (keyed[key].path[0], keyed[key].path[1:]))
    weights = [3 if id(keyed[key]) in confirmed else 1 for key in order]
    best = list(weights)
    before = [-1] * len(order)
    for i, key in enumerate(order):
        for j in range(i):
            if keyed[order[j]].at <= keyed[key].at and best[j] + weights[i] > best[i]:
                best[i], before[i] = best[j] + weights[i], j
    kept: list[int] = []
    at = max(range(len(order)), key=lambda i: best[i])
    while at >= 0:
        kept.append(at)
        at = before[at]
    return {order[i]: keyed[order[i]] for i in reversed(kept)}


def _with_parts(keyed: dict[tuple[int, str], Heading], parts: list[Heading], confirmed: set[int]) -> list[Heading]:
    found = list(keyed.values())
    for number in sorted({part for part, _ in keyed if part}):
        own = [heading for (part, _), heading in keyed.items() if part == number]
        first = min(own, key=lambda h: h.at)
        before = max((h.at for (part, _), h in keyed.items() if part and part < number), default=(0, 0))
        lines = [
            h for h in parts if h.path[0] == number and before <= h.at <= first.at and not _CONTINUED.search(h.title)
        ]
        if lines:
            found.append(max(lines, key=lambda h: (id(h) in confirmed, h.strength, h.at)))
        else:
            made = Heading(
                first.page,
                first.start,
                first.start,
                first.y,
                first.x,
                f"Part {_ROMAN[number]}",
                Style(0, bold=False, italic=False, caps=False),
            )
            made.scheme, made.path, made.form = "part", (number,), "linked"
            made.evidence.append(f"has no line of its own; begins with Item {item_of(first.path)}")
            found.append(made)
    return sorted(found, key=lambda h: (h.at, h.scheme != "part"))
