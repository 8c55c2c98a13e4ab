"""Terms and patterns that people edit without Python: ``dictionaries/<language>/<kind>.toml``.

Literal terms of all kinds that are asked together are found in one Aho-Corasick pass a language; the same pass says
in which texts a pattern can match at all, so that most patterns run on few texts.
"""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

import regex
from ahocorasick_rs import AhoCorasick, Implementation, MatchKind
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pipeline.errors import DictionaryError
from pipeline.settings import Settings
from pipeline.shelf import shelf
from pipeline.spans import Span

LANGUAGES = ("en", "zh", "de")
GAP = "…"
_GAP_PATTERN = r"[^。；;\n]{0,20}?"
_KIND = r"^[a-z][a-z0-9_]*$"


class Entry(BaseModel):
    """One rule: a pattern or a list of literal terms, with texts that it must catch and texts that it must spare."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1)
    pattern: str | None = Field(None, description="regex syntax, compiled as written at first use")
    terms: tuple[str, ...] = Field((), description="literal, any case; … stands for up to 20 characters")
    needs: tuple[str, ...] = Field((), description="any match of the pattern holds one of these literals")
    type: str = ""
    level: str | None = None
    heading: str | None = Field(None, description="pattern of the heading that the text has to stand under")
    section: str | None = Field(None, description="section type that the text has to stand in")
    documents: tuple[str, ...] = Field((), description="document types that it holds for; none: all")
    scope: Literal["any", "heading", "sentence", "row"] = "any"
    source: str = ""
    matches: tuple[str, ...] = ()
    spares: tuple[str, ...] = ()
    note: str = ""
    remove: bool = Field(False, description="in a folder of one's own: drop the shipped entry of this id")
    language: str = Field("", description="set from the file")
    kind: str = Field("", description="set from the file")

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if not self.remove and (self.pattern is None) == (not self.terms):
            raise ValueError("give exactly one of pattern and terms")
        if self.needs and self.pattern is None:
            raise ValueError("needs belongs to a pattern")
        if any(not term.strip(GAP + " ") for term in (*self.terms, *self.needs)):
            raise ValueError("a term is empty")
        return self


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    language: Literal["en", "zh", "de"]
    kind: str = Field(pattern=_KIND)
    version: int = Field(ge=1)
    note: str = ""
    entry: tuple[Entry, ...] = ()


class Found(NamedTuple):
    """Where an entry matched in one text."""

    entry: Entry
    span: Span
    term: str
    """The literal term of the entry, or the matched characters of a pattern."""


class Problem(NamedTuple):
    """One mistake in a dictionary folder."""

    file: str
    entry: str
    what: str
    mend: str

    def __str__(self) -> str:
        """Return one line that names file, entry, mistake and mend."""
        return f"{self.file}: {self.entry}: {self.what}: {self.mend}"


@dataclass(frozen=True)
class Dictionary:
    """The entries of one or more kinds, ready to search; what is compiled stays out of a pickle."""

    entries: tuple[Entry, ...]

    def find(self, text: str, language: str) -> list[Found]:
        """Return what is found in one text; see :meth:`find_all`."""
        return self.find_all((text,), (language,))[0]

    def find_all(self, texts: Sequence[str], languages: Sequence[str]) -> list[list[Found]]:
        """Return for each text what is found in it, by start.

        Of overlapping terms of one kind the longest counts; a pattern is reported once a text, where it first
        matches. A language without entries is searched with the entries of all languages.
        """
        if len(texts) != len(languages):
            raise ValueError(f"{len(texts)} texts but {len(languages)} languages")
        found: list[list[Found]] = [[] for _ in texts]
        groups: dict[str, list[int]] = {}
        for index, language in enumerate(languages):
            groups.setdefault(language if language in self._machines else "", []).append(index)
        for language, members in groups.items():
            machine = self._machines[language]
            for index, hits in zip(members, machine.find_all([texts[index] for index in members]), strict=True):
                found[index] = hits
        return found

    def of(self, kind: str) -> tuple[Entry, ...]:
        """Return the entries of one kind."""
        return tuple(entry for entry in self.entries if entry.kind == kind)

    @cached_property
    def _machines(self) -> "dict[str, _Machine]":
        spoken = sorted({entry.language for entry in self.entries})
        machines = {name: _Machine([entry for entry in self.entries if entry.language == name]) for name in spoken}
        machines[""] = _Machine(list(self.entries))
        return machines

    def __getstate__(self) -> dict[str, Any]:
        return {"entries": self.entries}


class _Literal(NamedTuple):
    """What a hit of one literal stands for."""

    open_left: bool
    """A Latin word character begins it, so none may stand before it."""
    open_right: bool
    terms: tuple[tuple[int, str], ...]
    """Index of the entry and its term."""
    patterns: tuple[int, ...]
    """Indices of the entries whose pattern can match where the literal stands."""


class _Machine:
    """Searches texts of one language; compiles nothing before the first text."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries

    @cached_property
    def _literals(self) -> tuple[list[_Literal], AhoCorasick | None]:
        terms: dict[str, list[tuple[int, str]]] = {}
        patterns: dict[str, list[int]] = {}
        for index, entry in enumerate(self.entries):
            for term in entry.terms:
                if GAP in term:
                    patterns.setdefault(fold(max(term.split(GAP), key=len)), []).append(index)
                else:
                    terms.setdefault(fold(term), []).append((index, term))
            for need in entry.needs:
                patterns.setdefault(fold(need), []).append(index)
        words = sorted({*terms, *patterns})
        literals = [
            _Literal(_latin(word[0]), _latin(word[-1]), tuple(terms.get(word, ())), tuple(patterns.get(word, ())))
            for word in words
        ]
        if not words:
            return literals, None
        return literals, AhoCorasick(words, MatchKind.Standard, implementation=Implementation.DFA)

    @cached_property
    def _compiled(self) -> "dict[int, regex.Pattern[str]]":
        return {}

    @cached_property
    def _always(self) -> list[int]:
        return [index for index, entry in enumerate(self.entries) if entry.pattern is not None and not entry.needs]

    def find_all(self, texts: list[str]) -> list[list[Found]]:
        found: list[list[Found]] = [[] for _ in texts]
        plain = _plain("\n".join(texts))
        starts = [0]
        for text in texts:
            starts.append(starts[-1] + len(text) + 1)
        candidates, wanted = self._candidates(plain, starts)
        for start, end, unit, index, term in _longest(candidates, self.entries):
            found[unit].append(Found(self.entries[index], Span(start - starts[unit], end - starts[unit]), term))
        wanted.update((unit, index) for index in self._always for unit in range(len(texts)))
        for unit, index in sorted(wanted):
            text = plain[starts[unit] : starts[unit + 1] - 1]
            found[unit].extend(self._matches(index, text))
        for unit in {unit for unit, _ in wanted}:
            found[unit].sort(key=lambda hit: hit.span)
        return found

    def _candidates(
        self, plain: str, starts: list[int]
    ) -> tuple[list[tuple[int, int, int, int, str]], set[tuple[int, int]]]:
        literals, automaton = self._literals
        candidates: list[tuple[int, int, int, int, str]] = []
        wanted: set[tuple[int, int]] = set()
        if automaton is None:
            return candidates, wanted
        lowered = _lower(plain)
        unit, until, size = 0, starts[1] if len(starts) > 1 else 0, len(lowered)
        for number, start, end in automaton.find_matches_as_indexes(lowered, overlapping=True):
            while end >= until:
                unit += 1
                until = starts[unit + 1]
            open_left, open_right, terms, patterns = literals[number]
            for index in patterns:
                wanted.add((unit, index))
            if not terms:
                continue
            if open_left and start and _latin(lowered[start - 1]):
                continue
            if open_right and end < size and _latin(lowered[end]):
                continue
            for index, term in terms:
                candidates.append((start, -end, unit, index, term))
        return candidates, wanted

    def _matches(self, index: int, text: str) -> Iterator[Found]:
        entry = self.entries[index]
        pattern = self._compiled.get(index)
        if pattern is None:
            pattern = self._compiled[index] = compiled(entry)
        hit = pattern.search(text)
        if hit is not None and hit.end() > hit.start():
            yield Found(entry, Span(hit.start(), hit.end()), hit.group())


def load(kind: str | Iterable[str], settings: Settings, *, languages: Iterable[str] = LANGUAGES) -> Dictionary:
    """Return the shipped entries of one or more kinds with the user's own folder laid over them.

    Raises:
        DictionaryError: no shipped file has the kind, or a file or an entry is wrong.
    """
    kinds = (kind,) if isinstance(kind, str) else tuple(kind)
    own = settings.dictionaries.folder
    if own is not None and not own.is_dir():
        raise DictionaryError(f"{own}: no such folder: give settings dictionaries.folder a folder with en/, zh/ or de/")
    entries: list[Entry] = []
    for name in kinds:
        before = len(entries)
        for language in languages:
            layers = [folder / language / f"{name}.toml" for folder in (shelf("dictionaries"), own) if folder]
            entries.extend(_overlaid([read(path) for path in layers if path.is_file()]))
        if len(entries) == before:
            raise DictionaryError(f"{shelf('dictionaries').name}: {name}: no entries of this kind: write {name}.toml")
    return Dictionary(tuple(entries))


def read(path: Path) -> tuple[Entry, ...]:
    """Return the entries of one file, with its language and kind.

    Raises:
        DictionaryError: the file is not TOML, a key is unknown, an id comes twice, or an entry is incomplete.
    """
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DictionaryError(f"{_short(path)}: -: not readable TOML: {error}") from error
    try:
        file = _File.model_validate(raw)
    except ValidationError as error:
        raise DictionaryError(str(_explained(path, raw, error))) from error
    if (path.parent.name, path.stem) != (file.language, file.kind):
        says = f"says {file.language}/{file.kind}"
        raise DictionaryError(f"{_short(path)}: -: {says} inside: set language and kind as folder and file are named")
    names = sorted(entry.id for entry in file.entry)
    for name, following in pairwise(names):
        if name == following:
            raise DictionaryError(f"{_short(path)}: {name}: the id comes twice: rename one")
    return tuple(entry.model_copy(update={"language": file.language, "kind": file.kind}) for entry in file.entry)


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
        for entry in entries:
            problems.extend(Problem(_short(path), entry.id, what, mend) for what, mend in _examples(entry))
    return problems


def compiled(entry: Entry) -> "regex.Pattern[str]":
    """Return the compiled pattern of an entry, or of those of its terms that hold a gap.

    Raises:
        DictionaryError: it is not a valid pattern.
    """
    source = entry.pattern
    if source is None:
        gapped = sorted((term for term in entry.terms if GAP in term), key=len, reverse=True)
        source = "(?i)" + "|".join(_GAP_PATTERN.join(regex.escape(part) for part in term.split(GAP)) for term in gapped)
    try:
        return regex.compile(source)
    except regex.error as error:
        where = f"{entry.language}/{entry.kind}.toml"
        raise DictionaryError(f"{where}: {entry.id}: not a valid pattern: {error}") from error


def fold(text: str) -> str:
    """Return ``text`` as terms are compared: lower case, plain apostrophes and hyphens; as long as before."""
    return _lower(_plain(text))


def _plain(text: str) -> str:
    return text.replace("’", "'").replace("\u2011", "-").replace("\u2010", "-")


def _lower(text: str) -> str:
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(small if len(small := character.lower()) == 1 else character for character in text)


def _latin(character: str) -> bool:
    return character.isalnum() and character < "\u2e80"


def _longest(
    candidates: list[tuple[int, int, int, int, str]], entries: list[Entry]
) -> Iterator[tuple[int, int, int, int, str]]:
    """Yield hits by start; one that lies under a longer one of its kind is left out."""
    candidates.sort()
    reached: dict[str, tuple[int, int]] = {}
    for start, minus_end, unit, index, term in candidates:
        kind = entries[index].kind
        first, end = reached.get(kind, (-1, -1))
        if start < end and (start, -minus_end) != (first, end):
            continue
        reached[kind] = (start, -minus_end)
        yield start, -minus_end, unit, index, term


def _overlaid(layers: list[tuple[Entry, ...]]) -> list[Entry]:
    kept: dict[str, Entry] = {}
    for layer in layers:
        for entry in layer:
            kept[entry.id] = entry
    return [entry for entry in kept.values() if not entry.remove]


def _short(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _explained(path: Path, raw: dict[str, Any], error: ValidationError) -> Problem:
    first = error.errors()[0]
    where = first["loc"]
    name = "-"
    if len(where) > 1 and where[0] == "entry" and isinstance(where[1], int):
        entry = raw["entry"][where[1]]
        name = str(entry.get("id", f"entry {where[1] + 1}")) if isinstance(entry, dict) else f"entry {where[1] + 1}"
    key = ".".join(str(part) for part in where[2:] or where[:1] if not isinstance(part, int))
    message = first["msg"].removeprefix("Value error, ")
    return Problem(_short(path), name, f"{key} is wrong" if key and key != "entry" else "is incomplete", message)


def _examples(entry: Entry) -> Iterator[tuple[str, str]]:
    if entry.remove:
        return
    try:
        if entry.pattern is not None:
            compiled(entry)
        if entry.heading is not None:
            compiled(entry.model_copy(update={"pattern": entry.heading}))
    except DictionaryError as error:
        yield "not a valid pattern", str(error).rsplit(": ", 1)[-1]
        return
    if not entry.matches or not entry.spares:
        yield "has no examples", "give matches (texts it must catch) and spares (near misses it must not)"
    searcher = Dictionary((entry,))
    for text in entry.matches:
        if not searcher.find(text, entry.language):
            yield f"does not catch {text!r}", "widen it, mend needs, or correct the example"
    for text in entry.spares:
        for hit in searcher.find(text, entry.language)[:1]:
            yield f"catches {hit.term!r} in {text!r}", "narrow it or correct the example"
