"""Printed contents lists, with the links on them, and where in the body the entries stand."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from pipeline.document import Box, Document, Line, Page
from pipeline.sections.headings import Heading
from pipeline.sections.numbering import Label, read_label
from pipeline.sections.titles import folded, squash
from pipeline.spans import Span

HEAD = re.compile(
    r"^\s*(?:table\s+of\s+contents?(?:\s*\(continued\))?|contents|index(?:\s+to\b.*)?|目\s*录|inhalt(?:sverzeichnis|sübersicht)?)\W*$",
    re.IGNORECASE,
)
_HEAD_STARTS = frozenset("tTcCiI目 ")
_NUMBERED = re.compile(
    r"(?:[\s.…·_]|(?<=[a-zäöüß\u4e00-\u9fff])(?=\d))+(?P<page>(?:[A-Z]{1,2}-|\d-\d-)?\d{1,3}|[ivxl]{1,6})"
    r"(?:\s*[-–,]\s*\d{1,3})*\s*$"
)
_LEADER = re.compile(r"[\s.…·_]*(?:\.{2,}|…|·{2,}|_{2,})[\s.…·_]*$")
_LINE_END = re.compile(r"(?<!\d)\d{1,3}\s*$", re.MULTILINE)
_LEADERS = " \t\n\r\f\v\x1c\x1d\x1e\x1f\x85\xa0\u3000.…·_"
_BARE_ITEM = re.compile(r"(?P<item>\d{1,2}[A-C]?)\.?\s+(?=[A-Z(\[])")
_PAGE_FIRST = re.compile(r"(?P<page>(?:[A-Z]-)?\d{1,3})\s+(?=[A-Z])")
_OF_EXHIBITS = frozenset({21, 23, 24, 31, 32, 95, 97, 99, 101})
"""Numbers that exhibits of filings have, and clauses of contracts seldom."""
_BEHIND = 12
"""So many pages more than its number a page may have behind it: the cover, the list itself."""
_MIN_ROWS = 4
_MIN_ENDS = 3
_MIN_PLAIN = 8
_EARLY_PAGES = 6


@dataclass(slots=True)
class Entry:
    """One row of a contents list."""

    page: int
    start: int
    end: int
    x: float
    title: str
    label: Label | None
    printed: str | None = None
    target: tuple[int, float] | None = None
    depth: int = 1
    key: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """The rows of one contents list and the part of its page that they take."""

    entries: tuple[Entry, ...]
    page: int
    start: int
    end_page: int
    end: int
    titled: bool
    """A line such as "TABLE OF CONTENTS" begins it."""
    printed: bool = True
    """It stands on a page; the file's bookmarks do not."""

    def holds(self, heading: Heading) -> bool:
        """Tell whether a heading lies in the list."""
        within = self.page <= heading.page <= self.end_page
        return within and (self.page, self.start) <= heading.at < (self.end_page, self.end)


def outside(headings: Iterable[Heading], lists: Iterable[Contents]) -> list[Heading]:
    """Return the headings that lie in none of the lists."""
    kept = list(headings)
    for contents in lists:
        kept = [heading for heading in kept if not contents.holds(heading)]
    return kept


def title_key(title: str, label: Label | None) -> str:
    """Return what two spellings of a title share: the words without the number, squashed."""
    words = squash(title[label.end :] if label is not None else title)
    return words if len(words) >= 2 else squash(title)


def find_contents(document: Document) -> list[Contents]:
    """Return the contents lists of a document in order; neighbouring pages of one list are one."""
    links: dict[int, list[tuple[float, tuple[int, float]]]] = defaultdict(list)
    for link in document.links:
        if link.target_page != link.page:
            links[link.page].append(((link.box[1] + link.box[3]) / 2, (link.target_page, link.target_y)))
    found: list[Contents] = []
    early = max(16, len(document.pages) // 10)
    heads = {page.number: _head_line(page) for page in document.pages}
    if sum(head is not None for head in heads.values()) > max(6, len(document.pages) // 10):
        heads = {}
    for page in document.pages:
        linked = links.get(page.number, [])
        forward = {target for _, target in linked if target[0] > page.number}
        head = heads.get(page.number)
        before = found[-1] if found and found[-1].end_page == page.number - 1 else None
        if not (len(forward) >= _MIN_ROWS or head is not None or before is not None or page.number <= early):
            continue
        if len(forward) < _MIN_ROWS and not _ends_in_numbers(page.text):
            continue
        rows = _rows(page, _ordered(page, head), linked)
        if not _is_list(rows, total=len(document.pages), headed=head is not None or before is not None):
            continue
        made = _list_of(page, head, rows)
        if (before is not None and head is None) or (before is not None and before.titled and head is not None):
            made = Contents(
                (*before.entries, *made.entries), before.page, before.start, page.number, made.end, before.titled
            )
            found.pop()
        found.append(made)
    return found


def _ends_in_numbers(text: str) -> bool:
    """Tell whether three lines or more end as rows of contents do: words, leaders, a number of up to three digits."""
    count = end = 0
    for line in text.split("\n"):
        start, end = end, end + len(line) + 1
        if not line.rstrip()[-1:].isdigit() or (number := _LINE_END.search(line)) is None:
            continue
        words = text[: start + number.start()].rstrip(_LEADERS)
        count += words != "" and not words[-1].isdigit() and words[-1] not in ",%)"
        if count >= _MIN_ENDS:
            return True
    return False


def plain_lists(document: Document, headings: list[Heading], lists: list[Contents]) -> list[Contents]:
    """Return the contents lists that name no pages: numbered titles from "CONTENTS" to the last before one recurs."""
    found = []
    for page in document.pages[:_EARLY_PAGES]:
        head = _head_line(page)
        if head is None or any(each.page <= page.number <= each.end_page for each in lists):
            continue
        after = [h for h in headings if h.at > (page.number, head.span.start) and h.form != "none"]
        listed = [h for h in after if h.label is not None][:3]
        keys = {title_key(h.title, h.label) for h in listed if len(title_key(h.title, h.label)) > 3}
        seen: Counter[str] = Counter()
        for index, heading in enumerate(after):
            key = title_key(heading.title, heading.label)
            seen[key] += 1
            if key in keys and seen[key] > 1:
                entries = tuple(_entry_of(h) for h in after[:index] if h.label is not None)
                if len(entries) >= _MIN_PLAIN:
                    last = entries[-1]
                    found.append(Contents(entries, page.number, head.span.start, last.page, last.end, titled=True))
                break
    return found


def _entry_of(heading: Heading) -> Entry:
    made = Entry(heading.page, heading.start, heading.end, heading.x, heading.title, heading.label)
    made.key = title_key(heading.title, heading.label)
    return made


def outline_list(document: Document) -> list[Contents]:
    """Return the bookmarks of the file as a contents list that takes no part of a page."""
    entries = [
        Entry(1, 0, 0, 0.0, folded(title), read_label(title), target=(page, y), depth=level)
        for level, title, page, y in document.outline
        if page > 0 and squash(title)
    ]
    for entry in entries:
        entry.key = title_key(entry.title, entry.label)
    return [Contents(tuple(entries), 1, 0, 1, 0, titled=False, printed=False)] if entries else []


def _head_line(page: Page) -> Line | None:
    text = page.text
    for block in page.blocks[:8]:
        for line in block.lines[:3]:
            start, end = line.span
            if text[start : start + 1] in _HEAD_STARTS and end - start < 80 and HEAD.match(text[start:end]):
                return line
    return None


class _Row(NamedTuple):
    """A line whose label stands apart, and its words with it."""

    span: Span
    box: Box
    size: float
    bold: bool
    italic: bool
    words: str


def _ordered(page: Page, head: Line | None) -> list[Line | _Row]:
    """Return the lines under ``head`` from top to bottom; "Item 1." in a column of its own joins its row."""
    lines: list[Line | _Row] = [line for block in page.blocks for line in block.lines]
    if head is not None:
        lines = [line for line in lines if line.box[1] > head.box[1] or line.span.start > head.span.end]
    bare = [line for line in lines if _is_bare(page.text[line.span.start : line.span.end])]
    if not bare:
        return lines
    rest = [line for line in lines if line not in bare]
    for label in bare:
        centre = (label.box[1] + label.box[3]) / 2
        same = [n for n, each in enumerate(rest) if each.box[0] > label.box[0] and each.box[1] < centre < each.box[3]]
        if same:
            row = rest[same[0]]
            box = (label.box[0], row.box[1], row.box[2], row.box[3])
            span = Span(min(label.span.start, row.span.start), max(label.span.end, row.span.end))
            words = f"{page.text[label.span.start : label.span.end]}\t{page.text[row.span.start : row.span.end]}"
            rest[same[0]] = _Row(span, box, row.size, row.bold, row.italic, words)
        else:
            rest.append(label)
    return sorted(rest, key=lambda line: line.box[1])


def _is_bare(shown: str) -> bool:
    label = read_label(shown)
    return label is not None and label.scheme in ("item", "number", "decimal") and not squash(shown[label.end :])


def _rows(page: Page, lines: list[Line | _Row], links: list[tuple[float, tuple[int, float]]]) -> list[Entry]:
    targets = _targets(lines, links)
    rows: list[Entry] = []
    is_open = False
    for index, line in enumerate(lines):
        shown = line.words if isinstance(line, _Row) else page.text[line.span.start : line.span.end]
        if not shown.strip():
            continue
        number = _number_of(shown)
        words = _LEADER.sub("", shown[: number.start()] if number else shown)
        label = read_label(words)
        if not squash(words) and number is None:
            continue
        target = targets.get(index)
        if is_open and label is None and rows and not (rows[-1].target and target and rows[-1].target != target):
            row = rows[-1]
            row.title, row.end = folded(f"{row.title} {words}"), line.span.end
            row.target = row.target or target
        else:
            rows.append(
                Entry(page.number, line.span.start, line.span.end, line.box[0], folded(words), label, target=target)
            )
        rows[-1].printed = number["page"] if number else rows[-1].printed
        wide = line.box[2] > 0.6 * page.width
        is_open = number is None and wide and not (rows[-1].label is not None and rows[-1].label.scheme == "part")
    return rows


def _number_of(shown: str) -> re.Match[str] | None:
    last = shown.rstrip()[-1]
    return _NUMBERED.search(shown) if last.isdigit() or last in "ivxl" else None


def _targets(lines: list[Line | _Row], links: list[tuple[float, tuple[int, float]]]) -> dict[int, tuple[int, float]]:
    """Give each link to the row whose centre is nearest; its rectangle may overlap the neighbours (General Mills)."""
    centres = sorted(((line.box[1] + line.box[3]) / 2, index) for index, line in enumerate(lines))
    heights = [centre for centre, _ in centres]
    given: dict[int, tuple[float, tuple[int, float]]] = {}
    for y, target in links:
        at = bisect_left(heights, y)
        near = min(centres[max(0, at - 1) : at + 1], key=lambda each: abs(each[0] - y), default=None)
        if near is None or abs(near[0] - y) > 14:
            continue
        distance = abs(near[0] - y)
        for centre, index in centres[max(0, at - 4) : at + 4]:
            same_row = abs(centre - near[0]) < 2
            if same_row and (index not in given or given[index][0] > distance):
                given[index] = (distance, target)
    return {index: target for index, (_, target) in given.items()}


def _is_list(rows: list[Entry], *, total: int, headed: bool) -> bool:
    numbered = [row for row in rows if row.printed is not None or row.target is not None]
    if len(numbered) < (3 if headed else _MIN_ROWS) or len(numbered) < 0.4 * len(rows):
        return False
    worded = sum(len(squash(row.title)) > 2 for row in numbered)
    if worded < 0.8 * len(numbered) or (not headed and _is_of_exhibits(rows)):
        return False
    long = sum(len(row.title) > 180 for row in rows)
    if long > 0.2 * len(rows):
        return False
    pages = [int(row.printed) for row in numbered if row.printed is not None and row.printed.isdigit()]
    if len(pages) >= 3:
        rising = sum(a <= b for a, b in pairwise(pages))
        spread = headed or (max(pages) > min(pages) and max(pages) >= rows[0].page - _BEHIND)
        return rising >= (0.5 if headed else 0.75) * (len(pages) - 1) and max(pages) <= total + 40 and spread
    if not headed and sum(map(_is_point, rows)) > 0.5 * len(rows):
        return False
    linked = [row.target[0] for row in rows if row.target is not None]
    rising = sum(a <= b for a, b in pairwise(linked))
    return len(linked) >= _MIN_ROWS and rising >= 0.75 * (len(linked) - 1)


def _is_point(row: Entry) -> bool:
    """Tell whether a row is a point of a summary that links to where it is explained, and no title."""
    return row.title[:1] in "•●▪■◦–-" or row.title.endswith((".", ";"))


def _is_of_exhibits(rows: list[Entry]) -> bool:
    """Tell whether rows are the exhibits of a filing: "23.1 Consent", "31.1 Certification", linked or ticked."""
    paths = [row.label.readings[0].path for row in rows if row.label is not None and row.label.scheme == "decimal"]
    return sum(path[0] in _OF_EXHIBITS for path in paths) > 1 and paths[0][0] > 1


def _list_of(page: Page, head: Line | None, rows: list[Entry]) -> Contents:
    tail: list[Entry] = []
    while rows and rows[-1].printed is None and rows[-1].target is None:
        tail.append(rows.pop())
    itemised = sum(row.label is not None and row.label.scheme == "item" for row in rows) > 3
    while rows[0].printed is None and rows[0].target is None and not (itemised and rows[0].label is not None):
        rows.pop(0)
    kept = []
    indents: list[float] = []
    in_parts = sum(row.label is not None and row.label.scheme == "part" for row in rows) > 1
    for row in rows:
        _relabel(row, in_parts=in_parts)
        while indents and indents[-1] > row.x + 3:
            indents.pop()
        if not indents or row.x > indents[-1] + 3:
            indents.append(row.x)
        row.depth = len(indents)
        row.key = title_key(row.title, row.label)
        if (
            row.printed is not None
            or row.target is not None
            or (itemised and row.label is not None and row.label.scheme in ("part", "item"))
        ):
            kept.append(row)
    start = min(row.start for row in rows) if head is None else min(head.span.start, *(row.start for row in rows))
    above = page.text[:start].rstrip().rpartition("\n")[2]
    if head is None and HEAD.match(above):
        start = page.text.rindex(above, 0, start)
    end = max(row.end for row in rows)
    for row in reversed(tail):
        if row.label is None or row.label.scheme != "annex" or len(squash(row.title)) <= len(squash(row.label.text)):
            break
        end = max(end, row.end)
    return Contents(tuple(kept), page.number, start, page.number, end, head is not None)


def _relabel(row: Entry, *, in_parts: bool) -> None:
    """Read "1A. Risk Factors" under a PART as an item, and "42 Statements of Cash Flows" as a page before its title."""
    if in_parts and (bare := _BARE_ITEM.match(row.title)):
        made = read_label(f"Item {bare['item']}.")
        assert made is not None
        row.label = Label(bare[0], bare.end(), made.readings)
    elif row.printed is None and row.target is not None and (first := _PAGE_FIRST.match(row.title)):
        row.printed, row.title = first["page"], row.title[first.end() :]
        row.label = read_label(row.title)
