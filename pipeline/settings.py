"""Every knob, one frozen model a stage: defaults < TOML file < flags."""

import hashlib
import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pipeline.errors import SettingsError


class _Knobs(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ExtractSettings(_Knobs):
    """Reading."""

    ocr: Literal["auto", "never", "always"] = Field("auto", description="auto: pages without a usable text layer")
    ocr_dpi: int = Field(300, ge=150, le=600, description="dots per inch; below 300 figures are misread")
    password: str | None = Field(None, description="opens a locked PDF", repr=False)


class AmountSettings(_Knobs):
    """Figures."""

    locale: Literal["auto", "us", "eu", "ch", "in", "zh"] = Field("auto", description="auto: voted by the document")
    show_suspects: bool = Field(False, description="write a suspect figure as 10,0O0⟨?⟩ in the prompt")


class SentenceSettings(_Knobs):
    """Units."""

    language: Literal["auto", "en", "zh", "de"] = "auto"
    entities: bool = Field(True, description="find parties, laws, dates and amounts in the same spaCy pass")


class DictionarySettings(_Knobs):
    """Data that people edit without Python."""

    folder: Path | None = Field(None, description="a folder laid over the shipped one, entry by entry")


class VersionSettings(_Knobs):
    """Comparison against a baseline."""

    label: str = Field("", description='name of this version in the prompt: "draft1", "final"')


class SieveSettings(_Knobs):
    """What goes and what stays."""

    mode: Literal["auto", "gentle", "standard", "aggressive"] = Field(
        "auto", description="auto: gentle for contracts and due diligence reports, standard for filings"
    )
    threshold: float | None = Field(None, ge=0, le=1, description="entropy below which a unit goes; None: the mode's")
    keep: float | None = Field(None, gt=0, le=1, description="share of the input tokens to keep; 1 leaves nothing out")
    max_tokens: int | None = Field(None, gt=0, description="tokens of the whole prompt, frame included")

    @model_validator(mode="after")
    def _one_budget(self) -> "SieveSettings":
        if self.keep is not None and self.max_tokens is not None:
            raise ValueError("keep and max_tokens exclude each other; give one of them")
        return self


class PromptSettings(_Knobs):
    """Writing."""

    references: Literal["none", "paragraph", "sentence"] = "paragraph"
    task: str | None = Field(None, description="what the model shall do with the document, put before it")


class BatchSettings(_Knobs):
    """Many documents."""

    jobs: int = Field(0, ge=0, description="documents at a time; 0: one a processor")
    timeout_s: float = Field(900.0, gt=0, description="seconds that a document may take, for each 10 MB it has")
    memory_mb: int = Field(4096, ge=256, description="megabytes that one worker may grow by")
    retries: int = Field(1, ge=0, le=5, description="further tries for a document whose worker crashed")
    resume: bool = Field(True, description="leave documents alone whose files are what this run would write")


class Settings(_Knobs):
    """All knobs."""

    extract: ExtractSettings = ExtractSettings()
    amounts: AmountSettings = AmountSettings()
    sentences: SentenceSettings = SentenceSettings()
    dictionaries: DictionarySettings = DictionarySettings()
    versions: VersionSettings = VersionSettings()
    sieve: SieveSettings = SieveSettings()
    prompt: PromptSettings = PromptSettings()
    batch: BatchSettings = BatchSettings()


_SAID = {"extra_forbidden": "no such setting", "model_type": "a table is wanted here"}
"""How some of pydantic's complaints read to people who write TOML."""


def load(path: Path | None = None, **flags: dict[str, Any]) -> Settings:
    """Merge the defaults, the TOML file at ``path`` and ``flags`` (one dict a stage; None values do not count).

    Raises:
        SettingsError: the file cannot be read, a name is unknown or a value is out of its bounds.
    """
    merged: dict[str, Any] = {}
    where = "settings"
    if path is not None:
        where = str(path)
        try:
            merged = tomllib.loads(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise SettingsError(f"{path}: not a readable TOML file: {error}; see docs/settings.md") from error
    for stage, values in flags.items():
        given = {name: value for name, value in values.items() if value is not None}
        table = merged.get(stage, {})
        if given and isinstance(table, dict):
            merged[stage] = {**table, **given}
    try:
        return Settings.model_validate(merged)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        said = _SAID.get(first["type"], first["msg"].removeprefix("Value error, "))
        flag = len(first["loc"]) > 1 and flags.get(str(first["loc"][0]), {}).get(str(first["loc"][1])) is not None
        raise SettingsError(
            f"{'flags' if flag else where}: {place}: {said}; see docs/settings.md for the names and bounds"
        ) from error


def fingerprint(settings: Settings) -> str:
    """Return the sha256 of the settings that decide on the outputs: all but the password and ``batch``."""
    shown = settings.model_dump_json(exclude={"batch": True, "extract": {"password"}})
    return hashlib.sha256(shown.encode()).hexdigest()
