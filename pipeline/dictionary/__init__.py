"""Terms and patterns that people edit without Python: ``dictionaries/<language>/<kind>.toml``."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pipeline.dictionary.entries import (
    GAP,
    LANGUAGES,
    MASK,
    Entry,
    Problem,
    Scope,
    compiled,
    compiled_source,
    read,
    short,
)
from pipeline.dictionary.machine import Found, Machine
from pipeline.errors import DictionaryError
from pipeline.settings import Settings
from pipeline.shelf import shelf

__all__ = [
    "GAP", "LANGUAGES", "MASK", "Dictionary", "Entry", "Found", "Problem", "Scope",
    "applies", "check", "compiled", "load", "read",
]  # fmt: skip


@dataclass(frozen=True)
class Dictionary:
    """The entries of one or more kinds, ready to search; what is compiled stays out of a pickle."""

    entries: tuple[Entry, ...]

    def find(self, text: str, language: str) -> Sequence[Found]:
        """Return what is found in one text; see :meth:`find_all`."""
        return self.find_all((text,), (language,))[0]

    def find_all(
        self,
        texts: Sequence[str],
        languages: Sequence[str],
        *,
        scopes: Sequence[Scope] = (),
        document_type: str | None = None,
    ) -> list[Sequence[Found]]:
        """Return for each text what is found in it, by start.

        Of overlapping terms of one kind the longest counts; a pattern is reported once a text, where it first
        matches. A language without entries is searched with the entries of all languages. ``scopes`` says for each
        text what it is, and ``document_type`` what it stands in, so that only the entries that hold there are tried;
        without them all are.
        """
        if len(texts) != len(languages) or len(scopes) not in {0, len(texts)}:
            raise ValueError(f"{len(texts)} texts but {len(languages)} languages and {len(scopes)} scopes")
        found: list[Sequence[Found]] = [()] * len(texts)
        groups: dict[str, list[int]] = {}
        for index, language in enumerate(languages):
            groups.setdefault(language if language in self._spoken else "", []).append(index)
        for language, members in groups.items():
            machine = self._machine(language, document_type)
            chosen = [scopes[index] for index in members] if scopes else []
            for index, hits in machine.find_all([texts[index] for index in members], chosen).items():
                found[members[index]] = hits
        return found

    def of(self, kind: str) -> tuple[Entry, ...]:
        """Return the entries of one kind."""
        return tuple(entry for entry in self.entries if entry.kind == kind)

    def parted(self) -> tuple["Dictionary", "Dictionary"]:
        """Return the entries that hold anywhere, and those that hold under certain headings only."""
        anywhere = tuple(entry for entry in self.entries if entry.heading is None)
        return Dictionary(anywhere), Dictionary(tuple(entry for entry in self.entries if entry.heading is not None))

    @cached_property
    def _spoken(self) -> frozenset[str]:
        return frozenset(entry.language for entry in self.entries)

    @cached_property
    def _machines(self) -> dict[tuple[str, str | None], Machine]:
        return {}

    def _machine(self, language: str, document_type: str | None) -> Machine:
        key = (language, document_type)
        if key not in self._machines:
            self._machines[key] = Machine(
                [
                    entry
                    for entry in self.entries
                    if language in {"", entry.language} and (document_type is None or applies(entry, document_type))
                ]
            )
        return self._machines[key]

    def __getstate__(self) -> dict[str, Any]:
        return {"entries": self.entries}


def load(kind: str | Iterable[str], settings: Settings, *, languages: Iterable[str] = LANGUAGES) -> Dictionary:
    """Return the shipped entries of one or more kinds with the user's own folder laid over them.

    Raises:
        DictionaryError: no shipped file has the kind, or a file or an entry is wrong.
    """
    kinds = (kind,) if isinstance(kind, str) else tuple(kind)
    spoken = tuple(languages)
    own = settings.dictionaries.folder
    if own is not None and not own.is_dir():
        raise DictionaryError(f"{own}: no such folder: give settings dictionaries.folder a folder with en/, zh/ or de/")
    entries: list[Entry] = []
    for name in kinds:
        before = len(entries)
        for language in spoken:
            layers = [folder / language / f"{name}.toml" for folder in (shelf("dictionaries"), own) if folder]
            read_layers = {path: read(path) for path in layers if path.is_file()}
            if own is not None:
                _compile(read_layers.get(own / language / f"{name}.toml", ()))
            entries.extend(_overlaid([*read_layers.values()]))
        if len(entries) == before:
            raise DictionaryError(f"{shelf('dictionaries').name}: {name}: no entries of this kind: write {name}.toml")
    return Dictionary(tuple(entries))


def _compile(entries: Iterable[Entry]) -> None:
    """Refuse a wrong pattern at once: what nobody has tested shall not wait for the first text that needs it."""
    for entry in entries:
        for source in (entry.pattern, entry.heading, entry.unless):
            if source is not None:
                compiled_source(entry, source)


def applies(entry: Entry, document_type: str) -> bool:
    """Tell whether an entry holds for documents of a type."""
    return not entry.documents or (document_type or "other") in entry.documents


def check(folder: Path) -> list[Problem]:
    """Return every mistake of the dictionaries under ``folder``: files, patterns, and examples that do not hold."""
    problems: list[Problem] = []
    paths = sorted(path for language in LANGUAGES for path in (folder / language).glob("*.toml"))
    if not paths:
        return [Problem(str(folder), "-", "holds no dictionary", "name a folder with en/, zh/ or de/ and *.toml")]
    for path in paths:
        try:
            entries = read(path)
        except DictionaryError as error:
            parts = ([*str(error).split(": ", 3), "see docs/dictionaries.md"])[:4]
            problems.append(Problem(*parts))
            continue
        masks = tuple(entry for entry in entries if entry.type == MASK)
        for entry in entries:
            problems.extend(Problem(short(path), entry.id, what, mend) for what, mend in _mistakes(entry, masks=masks))
    return problems


def _overlaid(layers: list[tuple[Entry, ...]]) -> list[Entry]:
    kept: dict[str, Entry] = {}
    for layer in layers:
        for entry in layer:
            kept[entry.id] = entry
    return [entry for entry in kept.values() if not entry.remove]


def _mistakes(entry: Entry, *, masks: tuple[Entry, ...]) -> Iterator[tuple[str, str]]:
    if entry.remove or entry.type == MASK:
        return
    try:
        _compile((entry,))
    except DictionaryError as error:
        yield "not a valid pattern", str(error).rsplit(": ", 1)[-1]
        return
    if not entry.matches or not entry.spares:
        yield "has no examples", "give matches (texts it must catch) and spares (near misses it must not)"
    yield from _examples(entry, searcher=Dictionary((entry, *masks)))


def _examples(entry: Entry, *, searcher: Dictionary) -> Iterator[tuple[str, str]]:
    for text in entry.matches:
        if not searcher.find(text, entry.language):
            yield f"does not catch {text!r}", "widen it, mend needs, or correct the example"
    for text in entry.spares:
        for hit in searcher.find(text, entry.language)[:1]:
            yield f"catches {hit.term!r} in {text!r}", "narrow it or correct the example"
