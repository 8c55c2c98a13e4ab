"""The entries of a dictionary file, checked at the door."""

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

import regex
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pipeline.errors import DictionaryError

LANGUAGES = ("en", "zh", "de")
GAP = "…"
Scope = Literal["any", "heading", "sentence", "row"]
MASK = "mask"
"""Type of an entry that only keeps shorter terms inside its own from matching; it is never reported."""

_GAP_WIDTH = {"zh": 20}
_GAP_WIDTH_SPACED = 60
"""Characters that … may stand for; a German verb and its prefix stand far apart."""
_KIND = r"^[a-z][a-z0-9_]*$"


class Entry(BaseModel):
    """One rule: a pattern or a list of literal terms, with texts that it must catch and texts that it must spare."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1)
    pattern: str | None = Field(None, description="regex syntax, compiled as written at first use")
    terms: tuple[str, ...] = Field((), description="literal, any case; … is a gap of up to 20 (zh) or 60 characters")
    needs: tuple[str, ...] = Field((), description="any match of the pattern holds one of these literals")
    unless: str | None = Field(None, description="pattern; a text in which it matches is spared")
    type: str = ""
    level: str | None = None
    heading: str | None = Field(None, description="pattern of the heading that the text has to stand under")
    section: str | None = Field(None, description="section type that the text has to stand in")
    documents: tuple[str, ...] = Field((), description="document types that it holds for; none: all")
    scope: Scope = "any"
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
        if (self.needs or self.unless) and self.pattern is None:
            raise ValueError("needs and unless belong to a pattern")
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


class Problem(NamedTuple):
    """One mistake in a dictionary folder."""

    file: str
    entry: str
    what: str
    mend: str

    def __str__(self) -> str:
        """Return one line that names file, entry, mistake and mend."""
        return f"{self.file}: {self.entry}: {self.what}: {self.mend}"


def read(path: Path) -> tuple[Entry, ...]:
    """Return the entries of one file, with its language and kind.

    Raises:
        DictionaryError: the file is not TOML, a key is unknown, an id comes twice, or an entry is incomplete.
    """
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DictionaryError(f"{short(path)}: -: not readable TOML: {error}") from error
    try:
        file = _File.model_validate(raw)
    except ValidationError as error:
        raise DictionaryError(str(_explained(path, raw, error))) from error
    if (path.parent.name, path.stem) != (file.language, file.kind):
        says = f"says {file.language}/{file.kind}"
        raise DictionaryError(f"{short(path)}: -: {says} inside: set language and kind as folder and file are named")
    names = sorted(entry.id for entry in file.entry)
    for name, following in pairwise(names):
        if name == following:
            raise DictionaryError(f"{short(path)}: {name}: the id comes twice: rename one")
    return tuple(entry.model_copy(update={"language": file.language, "kind": file.kind}) for entry in file.entry)


def compiled(entry: Entry) -> "regex.Pattern[str]":
    """Return the compiled pattern of an entry, or of those of its terms that hold a gap.

    Raises:
        DictionaryError: it is not a valid pattern.
    """
    source = entry.pattern
    if source is None:
        gapped = sorted((term for term in entry.terms if GAP in term), key=len, reverse=True)
        gap = rf"[^。；;\n]{{0,{_GAP_WIDTH.get(entry.language, _GAP_WIDTH_SPACED)}}}?"
        source = "(?i)" + "|".join(gap.join(regex.escape(part) for part in term.split(GAP)) for term in gapped)
    return compiled_source(entry, source)


def compiled_source(entry: Entry, source: str) -> "regex.Pattern[str]":
    """Return one pattern of an entry compiled.

    Raises:
        DictionaryError: it is not a valid pattern.
    """
    try:
        return regex.compile(source)
    except regex.error as error:
        where = f"{entry.language}/{entry.kind}.toml"
        raise DictionaryError(f"{where}: {entry.id}: not a valid pattern: {error}") from error


def short(path: Path) -> str:
    """Return a file's name as messages say it: ``en/guards.toml``."""
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
    return Problem(short(path), name, f"{key} is wrong" if key and key != "entry" else "is incomplete", message)
