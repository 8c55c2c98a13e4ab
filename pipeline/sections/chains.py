"""Which numbered lines are headings: those whose numbers go on from one another and whose titles read as titles."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from pipeline.sections.headings import Heading
from pipeline.sections.numbering import Reading
from pipeline.sections.titles import squash, titled

WORDED = frozenset({"part", "item", "chapter", "article", "section", "note", "annex", "paragraph"})
"""Schemes whose label has a word or a sign of its own, so that a reference looks the same as a heading."""
ALWAYS = frozenset(
    {"part", "chapter", "article", "paragraph", "han_编", "han_篇", "han_部分", "han_章", "han_节", "han_条"}
)
"""Schemes that make a section even without a title."""
_REFERENCE = re.compile(
    r"""\s*(?:[a-zäöü,;)\]”"]|and\b|$(?!)|[—–-]{1,2}\s?["“]|Abs(?:atz|\.)|Satz\b|BGB|HGB|GmbHG|AktG|InsO|ZPO|StGB)"""
)
_HAN_REFERENCE = re.compile(
    r"\s*(?:[的之、和及或至，,；;。）)款项]|规定|约定|所[述列称]|以及|第[一二三四五六七八九十百零\d]+[款项条]|中(?:的|所|规|约|述))"
)
_TWINS = {"(number": "number)", "number)": "(number"} | {
    f"{one}{kind}": f"{other}{kind}"
    for kind in ("lower", "upper", "roman_lower", "roman_upper")
    for one, other in ("()", ")(")
}
"""Schemes that differ in the first bracket alone, which writers forget."""
_MAX_STEP = 3
_LETTERED = 2
"""Parts of "A.1", which stands under nothing or under Annex A."""
_SAME_X = 8.0


@dataclass(slots=True)
class _Chain:
    scheme: str
    path: tuple[int, ...]
    members: list[Heading] = field(default_factory=list)
    under: bool = False
    """It opened under the number before the last one of its decimals."""


def is_reference(heading: Heading, rest: str) -> bool:
    """Tell whether a line with a worded label goes on as a mention: "Section 4.2 of", "第十一条的规定"."""
    if heading.label is None:
        return False
    scheme = heading.label.scheme
    if scheme.startswith("han_"):
        return _HAN_REFERENCE.match(rest) is not None
    if scheme in WORDED or (heading.label.text[:1] in "SCZ§" and scheme in ("section", "decimal", "paragraph")):
        return _REFERENCE.match(rest) is not None
    return False


def accepted(headings: Iterable[Heading], confirmed: set[int]) -> list[Heading]:
    """Return the numbered headings, each with its scheme and path; ``confirmed`` holds ids that need no proof.

    A chain opens at 1 (a, i, 一) and goes on in steps of up to 3; lines without a title count as its members, so
    that "1.4 Distributor shall …" keeps it unbroken. A chain is one of headings when half of its members have titles.
    """
    chains: list[_Chain] = []
    stack: list[_Chain] = []
    rows: list[Heading] = []
    numbered = _without_bare([h for h in headings if h.label is not None], confirmed)
    followed = _followed(numbered)
    for heading in numbered:
        assert heading.label is not None
        if heading.tabular and id(heading) not in confirmed and heading.label.scheme not in WORDED:
            rows.append(heading)
            continue
        sure = id(heading) in confirmed
        reading, depth = _fit(heading, stack, sure=sure, followed=id(heading) in followed)
        if reading is None:
            continue
        heading.scheme, heading.path = reading
        if depth is None:
            chain = _Chain(reading.scheme, reading.path, [heading], under=_parent_of(reading, stack) is not None)
            chains.append(chain)
            del stack[_parent_depth(reading, stack) :]
            stack.append(chain)
        else:
            chain = stack[depth]
            del stack[depth + 1 :]
            chain.path = reading.path
            chain.members.append(heading)
    for heading in rows:
        _fill_gap(heading, chains)
    for count, chain in enumerate(chains, 1):
        if chain.members[0].path[-1] == 1:
            for heading in chain.members:
                heading.restart = count
    kept = [h for chain in chains for h in _of_chain(chain, confirmed)]
    kept.sort(key=lambda h: h.at)
    return kept


def _without_bare(numbered: list[Heading], confirmed: set[int]) -> list[Heading]:
    """Keep "2 Quality" where "2.1" comes next, as 2.; drop it elsewhere: "2 Officers" may begin any wrapped line."""
    kept: list[Heading] = []
    following: Heading | None = None
    for heading in reversed(numbered):
        assert heading.label is not None
        scheme, path = heading.label.readings[0]
        if scheme == "bare" and id(heading) not in confirmed:
            if following is None or following.label is None or following.label.readings[0].path != (*path, 1):
                continue
            if heading.form != "own" or not heading.first:
                continue
        if scheme == "bare":
            heading.label = heading.label._replace(readings=(Reading("number", path),))
        kept.append(heading)
        following = heading
    kept.reverse()
    return kept


def _followed(numbered: list[Heading]) -> set[int]:
    """Return the ids of titled headings that the next two numbers of their scheme follow in the same look.

    They may open a chain in its middle: the first clauses were read as a table, or a number is misprinted.
    """
    found: set[int] = set()
    by_scheme: dict[str, list[Heading]] = {}
    for heading in numbered:
        assert heading.label is not None
        scheme, path = heading.label.readings[0]
        if len(path) == 1 and heading.form != "none" and heading.first:
            by_scheme.setdefault(scheme, []).append(heading)
    for same in by_scheme.values():
        for one, two, three in zip(same, same[1:], same[2:], strict=False):
            numbers = [h.label.readings[0].path[0] for h in (one, two, three) if h.label]
            alike = max(h.x for h in (one, two, three)) - min(h.x for h in (one, two, three)) < _SAME_X
            if alike and numbers[0] < numbers[1] < numbers[2] <= numbers[0] + 4:
                found.add(id(one))
    return found


def _fill_gap(heading: Heading, chains: list[_Chain]) -> None:
    """Put a table row that reads as a heading into the chain that lacks its number right there.

    A statement of income numbers its rows as the chapters around it are numbered; alone, rows prove nothing.
    """
    assert heading.label is not None
    if heading.form != "own":
        return
    schemes = {reading.scheme for reading in heading.label.readings}
    for chain in reversed(chains):
        if chain.scheme not in schemes or chain.members[0].at > heading.at:
            continue
        before = [h for h in chain.members if h.at < heading.at]
        if not before:
            continue
        last = before[-1]
        following = next((h.path for h in chain.members if h.at > heading.at), None)
        for reading in heading.label.readings:
            if (
                reading.scheme != chain.scheme
                or reading.path[:-1] != last.path[:-1]
                or reading.path[-1] != last.path[-1] + 1
            ):
                continue
            if heading.page - last.page > 2 or (following is not None and following <= reading.path):
                continue
            heading.scheme, heading.path = reading
            chain.members.insert(len(before), heading)
            return


def _fit(  # noqa: C901
    heading: Heading, stack: list[_Chain], *, sure: bool, followed: bool
) -> tuple[Reading | None, int | None]:
    """Return the reading that fits and the depth of the chain that it goes on, or None for a new chain."""
    assert heading.label is not None
    readings = heading.label.readings
    if heading.first or sure:
        for depth in range(len(stack) - 1, -1, -1):
            for reading in readings:
                if _follows(reading, stack[depth], heading):
                    return reading, depth
        twin = _twin(readings, stack, heading)
        if twin is not None:
            return twin
    if sure or (readings[0].scheme in ("annex", "item", "part") and heading.form != "none" and _stands_out(heading)):
        return readings[0], None
    if readings[0].scheme in ("annex", "item", "part"):
        return None, None
    if not heading.first:
        return None, None
    opening = not stack or (stack[-1].scheme == "annex" and readings[0].path[:1] == (1,))
    for reading in readings:
        alone = len(reading.path) == 1 or (reading.scheme == "lettered" and len(reading.path) == _LETTERED)
        if reading.path[-1] == 1 and (alone or _parent_of(reading, stack) is not None or opening):
            return reading, None
    worded = heading.label.text[:1].isalpha() and heading.form != "none"
    lost = (
        len(readings[0].path) > 1 and _parent_of(readings[0], stack) is None and any(c.scheme in PARENTS for c in stack)
    )
    if lost:
        return (readings[0], None) if worded else (None, None)
    opens = readings[0].scheme in ALWAYS or (heading.form != "none" and (heading.strength > 1 or followed))
    under = len(readings[0].path) > 1 and _parent_of(readings[0], stack) is not None
    if opens or (under and (readings[0].path[-1] <= 2 or _stands_named(heading))):
        return readings[0], None
    return None, None


def _twin(readings: tuple[Reading, ...], stack: list[_Chain], heading: Heading) -> tuple[Reading, int] | None:
    """Return what goes on a chain but for its first bracket: "b) Fees" behind "(a) Services"."""
    for depth in range(len(stack) - 1, -1, -1):
        for scheme, path in readings:
            chain = stack[depth]
            other = Reading(_TWINS.get(scheme, ""), path)
            near = abs(heading.x - chain.members[-1].x) < _SAME_X and path[-1] == chain.path[-1] + 1
            if near and _follows(other, chain, heading):
                return other, depth
    return None


def _follows(reading: Reading, chain: _Chain, heading: Heading) -> bool:
    """Tell whether a reading goes on a chain: by one, or past a gap (or over a slip of the pen) when it looks alike."""
    if reading.scheme != chain.scheme or len(reading.path) != len(chain.path) or reading.path[:-1] != chain.path[:-1]:
        return False
    step = reading.path[-1] - chain.path[-1]
    if step == 1 or (0 < step <= _MAX_STEP and reading.scheme in ALWAYS):
        return True
    last = chain.members[-1]
    alike = abs(heading.x - last.x) < _SAME_X and heading.style[:2] == last.style[:2]
    if step == 0:
        again = alike and reading.path[-1] > 1 and heading.form == last.form == "own"
        return again and squash(heading.title) != squash(last.title)
    return alike and 0 < step <= _MAX_STEP


def _parent_of(reading: Reading, stack: list[_Chain]) -> int | None:
    """Return the depth of the chain that stands at the number before the last one of a decimal."""
    for depth in range(len(stack) - 1, -1, -1):
        if reading.scheme == "lettered":
            if stack[depth].scheme == "lettered" and stack[depth].path == reading.path[:-1]:
                return depth
        elif (
            stack[depth].scheme in PARENTS
            and stack[depth].path[-1:] == reading.path[-2:-1]
            and len(stack[depth].path) < len(reading.path)
        ):
            return depth
    return None


def _parent_depth(reading: Reading, stack: list[_Chain]) -> int:
    if len(reading.path) > 1:
        parent = _parent_of(reading, stack)
        return len(stack) if parent is None else parent + 1
    rank = ORDER.get(reading.scheme)
    if rank is None:
        return len(stack)
    for depth, chain in enumerate(stack):
        if ORDER.get(chain.scheme, 99) >= rank:
            return depth
    return len(stack)


PARENTS = frozenset(
    {"chapter", "article", "section", "number", "decimal", "roman_upper", "paragraph", "enum", "han_章", "han_节"}
    | {"han_条"}
)
"""Schemes whose numbers a decimal goes on from: 4.2 stands under ARTICLE IV, Section 4, 4. or 第四章."""
ORDER = {
    "annex": 0, "part": 0, "signature": 0.5, "schedule": 0.5, "chapter": 0.7,
    "han_编": 0, "han_篇": 0, "han_部分": 0, "item": 1, "article": 1, "han_章": 1, "han_节": 2,
    "note": 3, "han_条": 4,
}  # fmt: skip
"""Schemes with a fixed place: a lower number stands above a higher one."""


def _of_chain(chain: _Chain, confirmed: set[int]) -> list[Heading]:
    titled = [h for h in chain.members if h.form != "none"]
    if chain.scheme[0] == "(" and any(h.item for h in chain.members):
        return [h for h in titled if id(h) in confirmed or h.strength > 1 or h.form == "run_in"]
    always = chain.scheme in ALWAYS
    if chain.scheme in ("item", "annex", "part"):
        return [h for h in titled if id(h) in confirmed or _stands_out(h)]
    if always and len(chain.members) > 1:
        return chain.members
    dense = len(titled) * 2 >= len(chain.members)
    proven = len(chain.members) > 1 or chain.scheme in ALWAYS
    return [
        h
        for h in titled
        if id(h) in confirmed
        or h.strength > 1
        or (dense and proven)
        or (dense and h.form == "run_in" and h.path[-1] == 1)
        or (proven and h.form == "own" and h.scheme == "decimal" and _is_named(h))
        or (chain.under and h.scheme == "decimal" and _stands_named(h))
        or (dense and h.form == "own" and (h.strength > 0 or (h.path[-1] == 1 and "\u4e00" <= h.title[-1] <= "\u9fff")))
    ]


def _stands_named(heading: Heading) -> bool:
    """Tell whether a title of several words stands alone behind its number: "4.2 Conditions of Reimbursement."."""
    assert heading.label is not None
    words = heading.title[len(heading.label.text) :].strip(" .")
    return heading.form == "own" and len(words.split()) > 1 and words[-1] != ":" and titled(words)


def _is_named(heading: Heading) -> bool:
    assert heading.label is not None
    words = heading.title[len(heading.label.text) :]
    return len(words.split()) > 1 and words.strip()[-1:] not in ".:" and titled(words)


def _stands_out(heading: Heading) -> bool:
    if heading.label is not None and heading.label.scheme == "annex":
        return (
            heading.first
            and not heading.tabular
            and heading.form == "own"
            and squash(heading.title) != "exhibit"
            and (heading.strength > 0 or len(heading.title) < 60)
        )
    return heading.first and heading.form in ("own", "run_in", "linked")
