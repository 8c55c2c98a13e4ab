"""Section types from heading words, by ``dictionaries/*/sections.toml``."""

import re
from collections.abc import Iterable

import regex

from pipeline.dictionary import Entry, compiled
from pipeline.sections.filings import item_of
from pipeline.sections.headings import Heading, folded
from pipeline.sections.tree import Node

_GROUPS = {
    "10-K": ("filing",), "10-Q": ("filing",), "8-K": ("filing",), "earnings_release": ("filing",),
    "contract": ("contract",), "dd_report": ("report",), "prospectus": ("disclosure",), "annual_report": ("disclosure", "report"),
    "other": ("contract", "report"),
}  # fmt: skip
_GAP = re.compile(r"(?<=\w) (?=\w\b)|(?<=\w)’ (?=s\b)")
_HAN = re.compile(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")


class Taxonomy:
    """The entries that hold in one type of document, ready to search."""

    def __init__(self, entries: Iterable[Entry], genre: str, language: str) -> None:
        groups = {None, "", genre, *_GROUPS.get(genre, ())}
        spoken = {language, "en"} if language in ("en", "zh", "de") else {"en", "zh", "de"}
        mine = [entry for entry in entries if entry.language in spoken]
        self._general = [(entry, compiled(entry)) for entry in mine if entry.section in groups]
        self._inside: dict[str, list[tuple[Entry, regex.Pattern[str]]]] = {}
        fixed = {name for names in _GROUPS.values() for name in names} | set(_GROUPS)
        for entry in mine:
            if entry.section and entry.section not in fixed:
                self._inside.setdefault(entry.section, []).append((entry, compiled(entry)))
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
        hit = compiled(entry).search(title)
        return hit is not None and 2 * len(hit[0].strip()) >= len(title.strip())

    def _search(self, title: str, inside: tuple[str, ...]) -> Entry | None:
        best: tuple[int, Entry] | None = None
        lowered = title.lower()
        for entry, pattern in [*self._general, *(pair for name in inside for pair in self._inside[name])]:
            if entry.needs and not any(need in lowered for need in entry.needs):
                continue
            hit = pattern.search(title)
            if hit is not None and (best is None or len(hit[0]) > best[0]):
                best = (len(hit[0]), entry)
        return best[1] if best is not None else None


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


def assign(nodes: list[Node], taxonomy: Taxonomy) -> None:
    """Write type, priority and evidence into the nodes."""
    for node in nodes:
        around = []
        above = node.parent
        while above is not None:
            around.append("financial_statements" if above.type == "notes" else above.type)
            above = above.parent
        entry = None if node.heading.scheme == "part" else taxonomy.entry(words_of(node.heading), tuple(around))
        if node.heading.scheme == "part":
            node.type = "part"
        elif entry is not None:
            node.type = entry.type
            node.evidence.append(entry.id)
            if entry.level == "high":
                node.priority = "high"
        elif node.heading.scheme == "annex":
            node.type = "annex"
