"""Places units in a tree of typed sections, and says what kind of document it is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from pipeline import collector, dictionary
from pipeline.dictionary import Entry as Term
from pipeline.document import Document, Notice
from pipeline.sections import boilerplate, genre
from pipeline.sections.contents import Contents, Entry, find_contents, outline_list, plain_lists
from pipeline.sections.entries import place_entries
from pipeline.sections.filings import item_of
from pipeline.sections.headings import Heading, candidates
from pipeline.sections.selection import OPENING_TYPES, chosen
from pipeline.sections.spelling import respelt
from pipeline.sections.taxonomy import Shelf, Taxonomy, assign, type_of
from pipeline.sections.tree import nested, sections_of
from pipeline.settings import Settings

ROOM = "sections"
_LIST = "table_of_contents"
_ROOT_TYPES = frozenset({"signatures", "exhibit_index", "glossary", "certification", "table_of_contents"})


@dataclass(frozen=True)
class Placer:
    """The stage: adds ``type``, ``type_evidence``, ``sections`` and ``boilerplate``."""

    titles: Shelf
    genres: tuple[Term, ...]
    templates: boilerplate.Rules

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Load the dictionaries.

        Raises:
            DictionaryError: an entry is wrong.
        """
        return cls(
            Shelf(dictionary.load("sections", settings).entries),
            dictionary.load("documents", settings).entries,
            boilerplate.Rules.open(settings),
        )

    def __call__(self, document: Document) -> Document:
        """Return the document with its sections."""
        with collector.paused():
            return self._placed(document)

    def _placed(self, document: Document) -> Document:
        found = list(candidates(document))
        numbered = sum(h.label is not None and h.form != "none" for h in found)
        judged = genre.judge(document, self.genres, titles=numbered)
        items = {
            item_of(h.label.readings[0].path)
            for h in found
            if h.label and h.label.scheme == "item" and h.form != "none"
        }
        judged = genre.by_items(judged, items)
        taxonomy = self.titles.taxonomy(judged.type, document.language)
        lists = find_contents(document)
        lists += plain_lists(document, found, lists)
        lists_too = [*lists, *outline_list(document)]
        placed, entries = place_entries(document, lists_too, found)
        depths = _depths(lists_too, entries)
        headings = chosen(document, found, placed, lists, taxonomy, judged.type)
        roots = _roots(headings, depths, taxonomy)
        leaves = {id(h) for h in headings if not h.scheme and type_of(h, taxonomy) in OPENING_TYPES}
        nodes = nested(headings, depths, roots=roots, leaves=leaves)
        assign(nodes, taxonomy)
        listed = frozenset(entries) if judged.type != "contract" else frozenset(map(id, headings))
        sections = sections_of(document, nodes, alone="body", listed=listed)
        sections = respelt(document, sections, [entry.title for each in lists_too for entry in each.entries])
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


def _depths(lists: Sequence[Contents], entries: dict[int, Entry]) -> dict[int, tuple[int, int]]:
    """Return by heading which list names it, and how deep in that list."""
    found = {id(entry): (index, entry.depth) for index, each in enumerate(lists) for entry in each.entries}
    return {key: found[id(entry)] for key, entry in entries.items()}


def _roots(headings: Sequence[Heading], depths: dict[int, tuple[int, int]], taxonomy: Taxonomy) -> set[int]:
    last = max((h.at for h in headings if h.scheme in {"item", "part"}), default=(0, 0))
    annexed = min((h.at for h in headings if h.scheme == "annex"), default=last)
    return {
        id(h)
        for h in headings
        if h.at > last
        and (_is_root(h, taxonomy) or _listed_beside(h, headings, depths))
        and not (h.type == _LIST and h.at > annexed > last)
    }


def _is_root(heading: Heading, taxonomy: Taxonomy) -> bool:
    if heading.scheme or heading.path:
        return False
    return type_of(heading, taxonomy) in _ROOT_TYPES


def _listed_beside(heading: Heading, headings: Sequence[Heading], depths: dict[int, tuple[int, int]]) -> bool:
    """Tell whether the contents list has it as far out as its items: "Signatures" after Item 16."""
    mine = depths.get(id(heading))
    if mine is None or heading.scheme:
        return False
    return any(
        its is not None and its[0] == mine[0] and mine[1] <= its[1]
        for its in (depths.get(id(h)) for h in headings if h.scheme == "item")
    )
