"""Section types from heading words, by ``dictionaries/*/sections.toml``."""

import re
from collections.abc import Iterable
from functools import lru_cache

import regex

from pipeline.dictionary import Entry, compiled
from pipeline.sections.filings import item_of
from pipeline.sections.headings import Heading
from pipeline.sections.titles import folded
from pipeline.sections.tree import Node

_GROUPS = {
    "10-K": ("filing",), "10-Q": ("filing",), "8-K": ("filing",), "earnings_release": ("filing",),
    "contract": ("contract",), "dd_report": ("report",), "prospectus": ("disclosure",),
    "annual_report": ("disclosure", "report"),
    "other": ("contract", "report"),
}  # fmt: skip
_pattern = lru_cache(maxsize=None)(compiled)
_GAP = re.compile(r"(?<=\w) (?=\w\b)|(?<=\w)’ (?=s\b)")
_HAN = re.compile(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")


class Taxonomy:
    """The entries that hold in one type of document, ready to search."""

    def __init__(self, entries: Iterable[Entry], genre: str, language: str) -> None:
        groups = {None, "", genre, *_GROUPS.get(genre, ())}
        spoken = {language, "en"} if language in ("en", "zh", "de") else {"en", "zh", "de"}
        mine = [entry for entry in entries if entry.language in spoken]
        self._general = _Group()
        self._inside: dict[str, _Group] = {}
        fixed = {name for names in _GROUPS.values() for name in names} | set(_GROUPS)
        for entry in mine:
            if entry.section in groups:
                self._general.add(entry)
            elif entry.section and entry.section not in fixed:
                self._inside.setdefault(entry.section, _Group()).add(entry)
        self._known: dict[tuple[str, tuple[str, ...]], Entry | None] = {}

    def entry(self, title: str, around: tuple[str, ...] = ()) -> Entry | None:
        """Return the entry whose match in ``title`` is the longest, under sections of the types ``around``."""
        inside = tuple(sorted(set(around) & set(self._inside)))
        key = (title, inside)
        if key not in self._known:
            self._known[key] = self._search(title, inside)
        return self._known[key]

    def names(self, title: str) -> bool:
        """Tell whether an entry's match makes up half of the title or more."""
        entry = self.entry(title)
        if entry is None:
            return False
        hit = _pattern(entry).search(title)
        return hit is not None and 2 * len(hit[0].strip()) >= len(title.strip())

    def _search(self, title: str, inside: tuple[str, ...]) -> Entry | None:
        best: tuple[int, Entry] | None = None
        lowered = title.lower()
        for group in (self._general, *(self._inside[name] for name in inside)):
            for entry, pattern in group.candidates(lowered):
                hit = pattern.search(title)
                if hit is not None and (best is None or len(hit[0]) > best[0]):
                    best = (len(hit[0]), entry)
        return best[1] if best is not None else None


class _Group:
    """Entries that hold together, found by the literals that they need."""

    def __init__(self) -> None:
        self._entries: list[tuple[Entry, regex.Pattern[str]]] = []
        self._always: list[int] = []
        self._needs: dict[str, list[int]] = {}

    def add(self, entry: Entry) -> None:
        index = len(self._entries)
        self._entries.append((entry, _pattern(entry)))
        for need in entry.needs:
            self._needs.setdefault(need.lower(), []).append(index)
        if not entry.needs:
            self._always.append(index)

    def candidates(self, lowered: str) -> list[tuple[Entry, regex.Pattern[str]]]:
        wanted = set(self._always)
        for need, indices in self._needs.items():
            if need in lowered:
                wanted.update(indices)
        return [self._entries[index] for index in sorted(wanted)]


def words_of(heading: Heading) -> str:
    """Return the title as entries see it: without its number, an item with "item 1a" before it."""
    if heading.scheme == "annex" or heading.label is None:
        words = heading.title
    else:
        words = (
            heading.title[heading.label.end :] if heading.title.startswith(heading.label.text[:1]) else heading.title
        )
    words = _HAN.sub("", _GAP.sub("", folded(words)))
    return f"item {item_of(heading.path).lower()} {words}" if heading.scheme == "item" else words


def type_of(heading: Heading, taxonomy: Taxonomy) -> str:
    """Return the type that a heading's words name, or an empty string."""
    if heading.type:
        return heading.type
    entry = taxonomy.entry(words_of(heading))
    return entry.type if entry is not None else ""


def assign(nodes: list[Node], taxonomy: Taxonomy) -> None:
    """Write type, priority and evidence into the nodes."""
    for node in nodes:
        around = []
        above = node.parent
        while above is not None:
            around.append("financial_statements" if above.type == "notes" else above.type)
            above = above.parent
        fixed = "part" if node.heading.scheme == "part" else node.heading.type
        entry = None if fixed else taxonomy.entry(words_of(node.heading), tuple(around))
        if fixed:
            node.type = fixed
        elif entry is not None:
            node.type = entry.type
            node.evidence.append(entry.id)
            if entry.level == "high":
                node.priority = "high"
        elif node.heading.scheme == "annex":
            node.type = "annex"
