"""Places units in a tree of typed sections, and says what kind of document it is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

from pipeline.dictionary import Entry, load
from pipeline.document import Document, Notice
from pipeline.sections import boilerplate, chains, genre, typography
from pipeline.sections.contents import Contents, find_contents, outline_list, plain_lists
from pipeline.sections.entries import place_entries
from pipeline.sections.filings import item_of, place_items
from pipeline.sections.headings import Heading, Style, candidates
from pipeline.sections.taxonomy import Taxonomy, assign, words_of
from pipeline.sections.titles import squash
from pipeline.sections.tree import nested, sections_of
from pipeline.settings import Settings

ROOM = "sections"
_COVER_PAGES = 4
_STAMP = 14
_REPEATED = frozenset({"item", "part", "annex"})
"""Titles of these may come twice for a reason; items are sorted out by part."""
_TOP = 60
_LIST = "table_of_contents"
_WITNESS = re.compile(r"(?i)\bin\s+witness\s+(?:whereof|hereof)\b|[（(]以下无正文")
_OPENING_TYPES = frozenset(
    {"recitals", "parties", "forward_looking", "important_notice", "definitions", "executive_summary"}
)
_ROOT_TYPES = frozenset({"signatures", "exhibit_index", "glossary", "certification", "table_of_contents"})


@dataclass(frozen=True)
class Placer:
    """The stage: adds ``type``, ``type_evidence``, ``sections`` and ``boilerplate``."""

    entries: tuple[Entry, ...]
    genres: tuple[Entry, ...]
    templates: boilerplate.Rules

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Load the dictionaries.

        Raises:
            DictionaryError: an entry is wrong.
        """
        return cls(
            load("sections", settings).entries, load("documents", settings).entries, boilerplate.Rules.open(settings)
        )

    def __call__(self, document: Document) -> Document:
        """Return the document with its sections."""
        found = list(candidates(document))
        numbered = sum(h.label is not None and h.form != "none" for h in found)
        judged = genre.judge(document, self.genres, titles=numbered)
        items = {
            item_of(h.label.readings[0].path)
            for h in found
            if h.label and h.label.scheme == "item" and h.form != "none"
        }
        judged = genre.by_items(judged, items)
        taxonomy = Taxonomy(self.entries, judged.type, document.language)
        lists = find_contents(document)
        lists += plain_lists(document, found, lists)
        lists_too = [*lists, *outline_list(document)]
        placed, entries = place_entries(document, lists_too, found)
        depths = {
            key: (index, entry.depth)
            for index, each in enumerate(lists_too)
            for key, entry in entries.items()
            if any(entry is one for one in each.entries)
        }
        headings = _headings(document, found, placed, lists, taxonomy, judged.type)
        last = max((h.at for h in headings if h.scheme in ("item", "part")), default=(0, 0))
        roots = {
            id(h) for h in headings if h.at > last and (_is_root(h, taxonomy) or _listed_beside(h, headings, depths))
        }
        leaves = {id(h) for h in headings if not h.scheme and _type_of(h, taxonomy) in _OPENING_TYPES}
        nodes = nested(headings, depths, roots=roots, leaves=leaves)
        assign(nodes, taxonomy)
        sections = sections_of(document, nodes, alone="body")
        tagged, sections = boilerplate.tag(document.units, sections, rules=self.templates, document_type=judged.type)
        sections = tuple(replace(s, boilerplate=_LIST) if s.type == _LIST else s for s in sections)
        notices = tuple(notice for notice in document.notices if notice.room != ROOM)
        if not nodes and len(document.units) > 200:
            notices += (Notice(ROOM, "no_headings", None, "no headings found; the document is one section"),)
        return replace(
            document,
            type=judged.type,
            type_evidence=judged.evidence,
            sections=sections,
            boilerplate=tagged,
            notices=notices,
        )


def _is_root(heading: Heading, taxonomy: Taxonomy) -> bool:
    if heading.scheme or heading.path:
        return False
    return _type_of(heading, taxonomy) in _ROOT_TYPES


def _type_of(heading: Heading, taxonomy: Taxonomy) -> str:
    entry = taxonomy.entry(words_of(heading))
    return entry.type if entry is not None else ""


def _listed_beside(heading: Heading, headings: Sequence[Heading], depths: dict[int, tuple[int, int]]) -> bool:
    """Tell whether the contents list has it as far out as its items: "Signatures" after Item 16."""
    mine = depths.get(id(heading))
    if mine is None or heading.scheme:
        return False
    return any(
        its is not None and its[0] == mine[0] and mine[1] <= its[1]
        for its in (depths.get(id(h)) for h in headings if h.scheme == "item")
    )


def _headings(
    document: Document, found: list[Heading], placed: list[Heading], lists: Sequence[Contents], taxonomy: Taxonomy,
    kind: str,
) -> list[Heading]:  # fmt: skip
    confirmed = {id(heading) for heading in placed}
    outside = [h for h in found if not any(each.holds(h.at) for each in lists)]
    known = {id(h) for h in outside}
    outside += [h for h in placed if id(h) not in known]
    outside.sort(key=lambda h: h.at)
    usable = [h for h in outside if id(h) in confirmed or h.label is None or not _refers(document, h)]
    if kind == "contract":
        usable = [h for h in usable if id(h) in confirmed or not _is_filing_stamp(h)]
    usable = _without_running(usable, confirmed)
    numbered = chains.accepted(usable, confirmed)
    if kind in genre.FILINGS:
        items = place_items(numbered, confirmed, form=kind)
        last = max((h.at for h in items), default=(0, 0))
        inside = {"item", "part", "article", "annex"}
        numbered = [h for h in numbered if h.scheme not in inside or (h.scheme == "annex" and h.at > last)] + items
    if kind == "contract":
        usable = _without_signatures(document, usable)
    typed = {id(h) for h in usable if h.label is None and h.strength and taxonomy.names(words_of(h))}
    looks = typography.accepted(usable, confirmed, typed=typed)
    merged = sorted([*numbered, *looks, *map(_of_list, lists)], key=lambda h: (h.at, h.scheme != "part"))
    opening = {id(h) for h in looks if _type_of(h, taxonomy) in _OPENING_TYPES}
    if kind == "contract":
        confirmed = confirmed - {id(h) for h in looks} - {id(h) for h in numbered if h.scheme == "annex"}
    return _joined(_from_first(merged, confirmed, opening), usable)


def _refers(document: Document, heading: Heading) -> bool:
    assert heading.label is not None
    text = document.pages[heading.page - 1].text
    return chains.is_reference(
        heading, text[heading.start + heading.label.end : heading.start + heading.label.end + 40]
    )


def _is_filing_stamp(heading: Heading) -> bool:
    """Tell whether it is the number under which a contract was filed: "Exhibit 10.5", "Exhibit (13)(c)" on top."""
    if heading.page != 1 or heading.label is None or heading.label.scheme != "annex":
        return False
    odd = heading.label.text.isalpha() and len(heading.title) < len(heading.label.text) + _STAMP
    return "." in heading.label.text[:-1] or (heading.start < _TOP and odd)


def _without_running(headings: list[Heading], confirmed: set[int]) -> list[Heading]:
    """Drop chapter titles that come again, word for word, on later pages: heads that run through their chapter."""
    same: dict[str, list[Heading]] = {}
    for heading in headings:
        if heading.label is not None and heading.label.scheme in chains.ORDER and heading.label.scheme not in _REPEATED:
            words = squash(heading.title)
            if len(words) > len(squash(heading.label.text)):
                same.setdefault(words, []).append(heading)
    running: set[int] = set()
    for group in same.values():
        named = [heading for heading in group if id(heading) in confirmed] or group[:1]
        running.update(id(heading) for heading in group if heading is not named[0] and id(heading) not in confirmed)
    return [heading for heading in headings if id(heading) not in running]


def _without_signatures(document: Document, headings: list[Heading]) -> list[Heading]:
    """Drop what has no number between "IN WITNESS WHEREOF" and the next number: names in bold capitals."""
    kept: list[Heading] = []
    ends = [
        (page.number, match.start()) for page in document.pages for match in _WITNESS.finditer(page.text)
    ]  # fmt: skip
    signing = False
    for heading in headings:
        while ends and ends[0] <= heading.at:
            ends.pop(0)
            signing = True
        if heading.label is not None and heading.form != "none":
            signing = False
        if not signing or heading.label is not None:
            kept.append(heading)
    return kept


def _of_list(contents: Contents) -> Heading:
    style = Style(0.0, bold=False, italic=False, caps=False)
    return Heading(contents.page, contents.start, contents.start, 0.0, 0.0, "Table of Contents", style)


def _from_first(headings: list[Heading], confirmed: set[int], opening: set[int]) -> list[Heading]:
    """Drop what looks like a heading on the cover: all without a number before the first numbered or listed one.

    Where there is none, what is set larger on page 1 than any heading after it is the document's title.

    ``opening`` holds ids of those that may stand there, such as recitals.
    """
    first = next((h.at for h in headings if h.scheme not in {"", "annex"} or id(h) in confirmed), None)
    if first is None:
        inside = max((h.style.size for h in headings if h.page > 1), default=float("inf"))
        return [h for h in headings if h.page > 1 or h.style.size <= inside]
    if first[0] > _COVER_PAGES:
        return headings
    return [h for h in headings if h.at >= first or h.scheme or id(h) in opening or h.style.size == 0.0]


def _joined(headings: list[Heading], found: list[Heading]) -> list[Heading]:
    """Give a number that stands alone ("ARTICLE IV", "EXHIBIT A") the words of the line set off right below it."""
    kept: list[Heading] = []
    below = {id(h): following for h, following in pairwise(found)}
    taken: set[int] = set()
    for heading in headings:
        if id(heading) in taken:
            continue
        words = below.get(id(heading))
        if words is not None and _is_bare(heading) and _continues(heading, words):
            heading.title, heading.end = f"{heading.title} {words.title}", words.end
            taken.add(id(words))
        kept.append(heading)
    return kept


def _is_bare(heading: Heading) -> bool:
    return (
        heading.label is not None
        and heading.form == "own"
        and heading.scheme != "part"
        and squash(heading.title) == squash(heading.label.text)
    )


def _continues(heading: Heading, words: Heading) -> bool:
    near = words.page == heading.page and 0 <= words.y - heading.y < 4.5 * max(heading.style.size, 6)
    return near and words.label is None and words.form == "own" and words.strength > 0
