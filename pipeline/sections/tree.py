"""From a flat list of headings to nested sections over the units."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from pipeline.document import Document, Section, Unit
from pipeline.sections.chains import ORDER, PARENTS
from pipeline.sections.headings import Heading
from pipeline.sections.titles import COMPANY, squash

_SAME_SIZE = 0.6
_SAME_X = 8.0
_SHORT_SECTION = 80
"""Tokens; the frame of a section takes about 33."""


@dataclass(slots=True)
class Node:
    """A heading with its place in the tree."""

    heading: Heading
    level: int
    parent: "Node | None"
    type: str = "section"
    priority: str = "normal"
    depth: int | None = None
    """Where its contents list says that it stands."""
    evidence: list[str] = field(default_factory=list)


def nested(
    headings: Sequence[Heading], depths: dict[int, tuple[int, int]], *, roots: set[int], leaves: set[int]
) -> list[Node]:
    """Return a node for each heading, parents before children.

    ``depths`` maps ids to (contents list, depth in it); ``roots`` holds ids that stand under nothing, and
    ``leaves`` those that hold no numbered heading: clauses do not stand under the recitals.
    """
    stack: list[Node] = []
    nodes: list[Node] = []
    going_on = _going_on(headings)
    for heading in headings:
        while stack and (
            id(heading) in roots
            or (heading.scheme and id(stack[-1].heading) in leaves)
            or stack[-1].heading.scheme in {"signature", "schedule"}
            or not _holds(stack, heading, depths, going_on)
        ):
            stack.pop()
        parent = stack[-1] if stack else None
        node = Node(heading, len(stack) + 1, parent)
        nodes.append(node)
        stack.append(node)
    return nodes


def _going_on(headings: Sequence[Heading]) -> set[int]:
    """Return the ids of numbered headings that the next number of their count follows."""
    counts: dict[tuple[object, ...], Heading] = {}
    found: set[int] = set()
    for heading in headings:
        if heading.restart:
            before = counts.get(key := (heading.scheme, heading.restart, heading.path[:-1]))
            if before is not None:
                found.add(id(before))
            counts[key] = heading
    return found


def _within(top: Heading, heading: Heading, going_on: set[int]) -> bool:
    """Tell whether a heading without a number, in the look and column of a numbered title, is a part of its text.

    A note goes on until the next one, though parts of it look as its title does. Titles of chapters that the count
    goes on through look otherwise, or stand in the middle.
    """
    if heading.scheme or heading.type or id(top) not in going_on or top.form != "own" or top.tabular:
        return False
    return abs(heading.x - top.x) < _SAME_X and heading.style == top.style


def _holds(stack: list[Node], heading: Heading, depths: dict[int, tuple[int, int]], going_on: set[int]) -> bool:
    """Tell whether the top of the stack stays open for ``heading``."""
    top = stack[-1].heading
    mine, its = ORDER.get(heading.scheme), ORDER.get(top.scheme)
    if heading.type == "table_of_contents" and any(node.heading.scheme == "annex" for node in stack):
        return top.scheme == "annex"
    if mine is not None:
        if its is not None:
            return its < mine
        return (
            mine >= 3 and not any(_key(n.heading) == _key(heading) for n in stack) and _weight(top) >= _weight(heading)
        )
    if its is not None or _says_again(top, heading):
        return True
    listed = _by_list(stack, heading, depths)
    if listed is not None:
        return listed
    return _holds_by_look(stack, heading, going_on)


def _holds_by_look(stack: list[Node], heading: Heading, going_on: set[int]) -> bool:
    top = stack[-1].heading
    decimal = heading.scheme in {"decimal", "lettered"} and top.label is not None
    if decimal and any(_is_parent(n.heading, heading) for n in stack):
        return _is_parent(top, heading)
    for node in reversed(stack):
        if _within(node.heading, heading, going_on):
            break
        if _is_sibling(node.heading, heading):
            return False
        if ORDER.get(node.heading.scheme) is not None:
            break
    return _outweighs(top, heading)


def _says_again(top: Heading, heading: Heading) -> bool:
    """Tell whether a title repeats the numbered one right above it: "一、审计报告", and the report's own title."""
    if heading.scheme or top.label is None or not top.scheme:
        return False
    return squash(top.title[top.label.end :]) == squash(heading.title)


def _by_list(stack: list[Node], heading: Heading, depths: dict[int, tuple[int, int]]) -> bool | None:
    """Tell whether the contents list that names ``heading`` keeps the top open, where it says anything of it."""
    top = stack[-1].heading
    here, there = depths.get(id(heading)), depths.get(id(top))
    if here is None:
        return None
    if there is not None and here[0] == there[0] and not top.scheme:
        if not heading.scheme:
            return there[1] < here[1]
        if here[1] <= there[1]:
            return False
    seen = (depths.get(id(node.heading)) for node in stack)
    return False if not heading.scheme and any(each is not None and each[0] == here[0] for each in seen) else None


def _outweighs(top: Heading, heading: Heading) -> bool:
    if top.style.size + _SAME_SIZE < heading.style.size:
        return False
    if heading.scheme:
        return True
    if not top.scheme:
        return _weight(top) > _weight(heading)
    return _weight(top) >= _weight(heading) or _weight(top)[0] >= heading.style.size


def _is_parent(above: Heading, heading: Heading) -> bool:
    """Tell whether 4.2 stands under it: 4., Section 4 or ARTICLE IV."""
    if heading.scheme == "lettered":
        return above.scheme == "lettered" and above.path == heading.path[:-1]
    same = above.path[-1:] == heading.path[-2:-1]
    return above.scheme in PARENTS and same and len(above.path) < len(heading.path)


def _is_sibling(before: Heading, heading: Heading) -> bool:
    if _key(before) != _key(heading):
        return False
    if not heading.scheme:
        return True
    if heading.scheme == "lettered":
        return before.path < heading.path
    if heading.scheme == "enum" and 0 < before.restart != heading.restart > 0:
        return False
    return before.path[:-1] == heading.path[:-1] and heading.path[-1] - before.path[-1] > 0


def _key(heading: Heading) -> tuple[object, ...]:
    if heading.scheme:
        return (heading.scheme, len(heading.path))
    return ("", *_weight(heading))


def _weight(heading: Heading) -> tuple[float, ...]:
    style = heading.style
    return (round(style.size), style.bold, style.caps, not style.italic)


class UnitFinder:
    """Leads from a place on paper to the unit that begins there."""

    def __init__(self, units: tuple[Unit, ...]) -> None:
        self._units = units
        starts = [(place[0].page, place[0].span.start) if (place := unit.places) else (0, 0) for unit in units]
        self._starts = [*accumulate(starts, max)]

    def index(self, page: int, start: int) -> int:
        """Return the unit that begins at or holds the place, or the next one when the place is near its end."""
        at = bisect_right(self._starts, (page, start)) - 1
        while at > 0 and self._starts[at] == self._starts[at - 1]:
            at -= 1
        if at < 0:
            return 0
        place = next((p for p in self._units[at].places if p.page == page), None)
        if place is None or start >= place.span.end:
            return min(at + 1, len(self._units) - 1)
        late = start - place.span.start > max(3, (place.span.end - place.span.start) // 2)
        return min(at + 1, len(self._units) - 1) if late else at


def sections_of(
    document: Document, nodes: Sequence[Node], *, alone: str, listed: frozenset[int] = frozenset()
) -> tuple[Section, ...]:
    """Return the sections of the nodes and of the front matter before them; ``alone`` is the type without nodes.

    ``listed`` holds ids of headings that a contents list names: their sections stay, however short.
    """
    units = document.units
    if not units:
        return ()
    nodes, firsts = _with_units(*_on_units(nodes, UnitFinder(units)))
    nodes, firsts = _without_labels(nodes, firsts, units, listed)
    starts = _with_names(units, firsts)
    made: list[Section] = []
    if not nodes or starts[0] > 0:
        end = starts[0] if nodes else len(units)
        kind = "front_matter" if nodes else alone
        made.append(_without_heading(units[:end], kind))
    shift = len(made)
    ids = {id(node): f"s{index + shift:02d}" for index, node in enumerate(nodes)}
    for index, node in enumerate(nodes):
        end = next((starts[k] for k in range(index + 1, len(nodes)) if nodes[k].level <= node.level), len(units))
        heading = None if node.heading.form == "linked" else firsts[index]
        parent = ids[id(node.parent)] if node.parent is not None else None
        section = Section(
            id=ids[id(node)], type=node.type, title=node.heading.title, level=node.level, parent=parent,
            first=starts[index], end=end, page_start=node.heading.page,
            page_end=max(node.heading.page, _last_page(units[starts[index] : end])), heading=heading,
            priority="high" if node.priority == "high" else "normal", evidence=tuple(node.evidence),
        )  # fmt: skip
        made.append(section)
    return tuple(made)


def _with_names(units: Sequence[Unit], firsts: Sequence[int]) -> list[int]:
    """Return where sections begin: with the company's name where it stands above the heading at the top of a page."""
    starts = list(firsts)
    for index, first in enumerate(firsts):
        before = firsts[index - 1] if index else -1
        if first - 1 <= before or not units[first - 1].places or not units[first].places:
            continue
        place = units[first - 1].places[0]
        if place.span.start == 0 and place.page == units[first].places[0].page:
            starts[index] -= COMPANY.fullmatch(units[first - 1].text) is not None
    return starts


def _on_units(nodes: Sequence[Node], finder: UnitFinder) -> tuple[list[Node], list[int]]:
    """Return the nodes with the unit that each begins at; of two titles in one unit the one that says less goes."""
    kept: list[Node] = []
    firsts: list[int] = []
    for node in nodes:
        first = finder.index(node.heading.page, node.heading.start)
        first = max(first, firsts[-1]) if firsts else first
        if kept and first == firsts[-1] and node.level == kept[-1].level and node.parent is kept[-1].parent:
            says = [bool(each.heading.scheme) or each.type != "section" for each in (kept[-1], node)]
            if not says[1]:
                node.parent = kept[-1].parent
                _adopt(nodes, node, kept[-1])
                continue
            if not says[0]:
                _adopt(nodes, kept[-1], node)
                kept.pop()
                firsts.pop()
        kept.append(node)
        firsts.append(first)
    return kept, firsts


def _with_units(nodes: list[Node], firsts: list[int]) -> tuple[list[Node], list[int]]:
    """Drop nodes that the next one of their level or above leaves no unit."""
    kept: list[tuple[Node, int]] = []
    for index, node in enumerate(nodes):
        following = next((k for k in range(index + 1, len(nodes)) if nodes[k].level <= node.level), None)
        if following is None or firsts[following] > firsts[index]:
            kept.append((node, firsts[index]))
    return [node for node, _ in kept], [first for _, first in kept]


def _without_labels(
    nodes: list[Node], firsts: list[int], units: Sequence[Unit], listed: frozenset[int]
) -> tuple[list[Node], list[int]]:
    """Drop labels of one short paragraph: "Grant date:" in a form; the section around it says enough.

    One behind a longer section stays, for its words do not belong to that section.
    """
    parents = {id(node.parent) for node in nodes}
    lost: set[int] = set()
    for index, node in enumerate(nodes):
        end = firsts[index + 1] if index + 1 < len(nodes) else len(units)
        heading = node.heading
        known = heading.scheme or heading.type or node.type != "section" or id(heading) in listed
        if known or node.parent is None or id(node) in parents:
            continue
        before = nodes[index - 1]
        follows = before is node.parent or id(before) in lost
        if follows and sum(unit.tokens for unit in units[firsts[index] : end]) < _SHORT_SECTION:
            lost.add(id(node))
    kept = [(node, first) for node, first in zip(nodes, firsts, strict=True) if id(node) not in lost]
    return [node for node, _ in kept], [first for _, first in kept]


def _adopt(nodes: Sequence[Node], lost: Node, instead: Node) -> None:
    for node in nodes:
        if node.parent is lost:
            node.parent = instead


def _without_heading(units: Sequence[Unit], kind: str) -> Section:
    """Return the section of units that no heading stands above."""
    start = units[0].places[0].page if units[0].places else 1
    last = max(start, _last_page(units))
    return Section("s00", kind, "", 1, None, first=0, end=len(units), page_start=start, page_end=last)


def _last_page(units: Sequence[Unit]) -> int:
    return next((unit.places[-1].page for unit in reversed(units) if unit.places), 0)
