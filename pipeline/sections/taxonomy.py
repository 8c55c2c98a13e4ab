"""Section types from heading words, by ``dictionaries/*/sections.toml``."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import regex
from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from pipeline.dictionary import Entry, applies, compiled
from pipeline.sections.filings import item_of
from pipeline.sections.headings import Heading
from pipeline.sections.titles import folded, titled
from pipeline.sections.tree import Node

_GROUPS = {
    "10-K": ("filing",), "10-Q": ("filing",), "8-K": ("filing",), "earnings_release": ("filing",),
    "contract": ("contract",), "dd_report": ("report",), "prospectus": ("disclosure",),
    "annual_report": ("disclosure", "report"),
    "other": ("contract", "report"),
}  # fmt: skip
_LONG = 8
_EDGES = " .:·–—-"
_pattern = lru_cache(maxsize=None)(compiled)
_GAP = re.compile(r"(?<=\w) (?=\w\b)|(?<=\w)’ (?=s\b)")
_SPLIT = re.compile(r"\b([A-Z]) (?=[A-Z]{2,})")
_HAN = re.compile(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")


class Shelf:
    """The entries by type of document and language, made ready when first asked for."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = tuple(entries)
        self._ready: dict[tuple[str, str], tuple[_Group, dict[str, _Group]]] = {}

    def taxonomy(self, genre: str, language: str) -> "Taxonomy":
        """Return a taxonomy for one document."""
        spoken = language if language in ("en", "zh", "de") else ""
        key = (genre, spoken)
        if key not in self._ready:
            self._ready[key] = _grouped(self._entries, genre, {spoken, "en"} if spoken else {"en", "zh", "de"})
        return Taxonomy(*self._ready[key])

    def __getstate__(self) -> dict[str, object]:
        return {"_entries": self._entries, "_ready": {}}


def _grouped(entries: Iterable[Entry], genre: str, spoken: set[str]) -> "tuple[_Group, dict[str, _Group]]":
    groups = {None, "", genre, *_GROUPS.get(genre, ())}
    fixed = {name for names in _GROUPS.values() for name in names} | set(_GROUPS)
    general: list[Entry] = []
    inside: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.language not in spoken or not applies(entry, genre):
            continue
        if entry.section in groups:
            general.append(entry)
        elif entry.section and entry.section not in fixed:
            inside.setdefault(entry.section, []).append(entry)
    return _Group(general), {name: _Group(mine) for name, mine in inside.items()}


class Taxonomy:
    """The entries that hold in one type of document, ready to search."""

    def __init__(self, general: "_Group", inside: "dict[str, _Group]") -> None:
        self._general = general
        self._inside = inside
        self._known: dict[tuple[str, tuple[str, ...]], Entry | None] = {}

    def entry(self, title: str, around: tuple[str, ...] = ()) -> Entry | None:
        """Return the entry whose matches make up most of ``title``, under sections of the types ``around``."""
        inside = tuple(sorted({name for name in around if name in self._inside})) if around else ()
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
        for group in (*(self._inside[name] for name in inside), self._general):
            for entry, pattern in group.candidates(lowered):
                if pattern.search(title) is not None:
                    said = sum(len(hit[0].strip(_EDGES)) for hit in pattern.finditer(title))
                    best = (said, entry) if best is None or said > best[0] else best
        return best[1] if best is not None else None


class _Group:
    """Entries that hold together, found by the literals that they need."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._patterns: dict[int, regex.Pattern[str]] = {}
        self._always = [index for index, entry in enumerate(entries) if not entry.needs]
        needs: dict[str, list[int]] = {}
        for index, entry in enumerate(entries):
            for need in entry.needs:
                needs.setdefault(need.lower(), []).append(index)
        self._wanted = [tuple(indices) for indices in needs.values()]
        self._needs = AhoCorasick([*needs], MatchKind.Standard, implementation=Implementation.DFA) if needs else None

    def candidates(self, lowered: str) -> list[tuple[Entry, regex.Pattern[str]]]:
        wanted = set(self._always)
        if self._needs is not None:
            for need, _, _ in self._needs.find_matches_as_indexes(lowered, overlapping=True):
                wanted.update(self._wanted[need])
        return [(self._entries[index], self._compiled(index)) for index in sorted(wanted)]

    def _compiled(self, index: int) -> regex.Pattern[str]:
        if index not in self._patterns:
            self._patterns[index] = _pattern(self._entries[index])
        return self._patterns[index]


def words_of(heading: Heading) -> str:
    """Return the title as entries see it: without its number, an item with "item 1a" before it."""
    if heading.scheme == "annex" or heading.label is None:
        words = heading.title
    else:
        words = (
            heading.title[heading.label.end :] if heading.title.startswith(heading.label.text[:1]) else heading.title
        )
    words = _tight(words)
    return f"item {item_of(heading.path).lower()} {words}" if heading.scheme == "item" else words


@lru_cache(maxsize=1 << 12)
def _tight(words: str) -> str:
    return _HAN.sub("", _GAP.sub("", folded(words)))


def _mended(title: str) -> str:
    """Return "ITEM 1A. RISK FACTORS" for "I TEM 1A. R ISK F ACTORS", a title in small capitals; else nothing."""
    whole = _SPLIT.sub(r"\1", title)
    return whole if whole != title else ""


def type_of(heading: Heading, taxonomy: Taxonomy) -> str:
    """Return the type that a heading's words name, or an empty string."""
    if heading.type:
        return heading.type
    entry = None if is_sentence(heading) else taxonomy.entry(words_of(heading))
    return entry.type if entry is not None else ""


def is_sentence(heading: Heading) -> bool:
    """Tell whether a heading without a number is a whole sentence; single words of it say little."""
    words = heading.title
    if heading.scheme or words[-1:] != ".":
        return False
    return len(words.split()) > _LONG and not titled(words) and not words.isupper()


def assign(nodes: list[Node], taxonomy: Taxonomy) -> None:
    """Write type, priority and evidence into the nodes."""
    for node in nodes:
        around = []
        above = node.parent
        while above is not None:
            around.append("financial_statements" if above.type == "notes" else above.type)
            above = above.parent
        fixed = "part" if node.heading.scheme == "part" else node.heading.type
        entry = None if fixed or is_sentence(node.heading) else taxonomy.entry(words_of(node.heading), tuple(around))
        if entry is None and node.heading.scheme == "item" and (whole := _mended(node.heading.title)):
            node.heading.title = whole
            entry = taxonomy.entry(words_of(node.heading), tuple(around))
        if fixed:
            node.type = fixed
        elif entry is not None:
            node.type = entry.type
            node.evidence.append(entry.id)
            if entry.level == "high":
                node.priority = "high"
        elif node.heading.scheme == "annex":
            node.type = "annex"
