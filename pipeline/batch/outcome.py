"""What became of each document, as run.json says it."""

import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

import orjson

from pipeline.batch.intake import Input
from pipeline.document import Document
from pipeline.errors import ExitCode, PipelineError
from pipeline.settings import Settings, fingerprint
from pipeline.version import VERSION


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there was of what."""

    pages: int = 0
    units: int = 0
    kept_units: int = 0
    input_tokens: int = 0
    kept_tokens: int = 0
    prompt_tokens: int = 0
    repairs: int = 0
    suspects: int = 0
    changes: int = 0
    notices: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a document failed."""

    error: str
    """Name of the class in ``pipeline.errors``; ``Bug`` for anything else."""
    message: str
    exit_code: int
    retryable: bool = False
    """Whether the worker died, so that another try can succeed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One document of a run."""

    name: str
    relpath: str
    sha256: str
    status: Literal["done", "failed"]
    baseline: str = ""
    """Name of the file that it was compared with."""
    type: str = ""
    language: str = ""
    counts: Counts = Counts()
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class RunReport:
    """All documents of a run, in the order of their relative paths."""

    documents: tuple[Outcome, ...]
    interrupted: bool = False
    timings: dict[str, dict[str, float]] = field(default_factory=dict)
    """Processor seconds by name of the document and stage; empty for a document that was up to date."""


def done(each: Input, document: Document, *, prompt_tokens: int) -> Outcome:
    """Return the outcome of a document that was written."""
    verdicts = document.verdicts
    counts = Counts(
        pages=document.source.pages,
        units=len(document.units),
        kept_units=sum(verdict.kept for verdict in verdicts),
        input_tokens=sum(unit.tokens for unit in document.units),
        kept_tokens=sum(unit.tokens for unit, verdict in zip(document.units, verdicts, strict=True) if verdict.kept),
        prompt_tokens=prompt_tokens,
        repairs=sum(edit.status == "repaired" for edit in document.repairs),
        suspects=sum(edit.status == "suspect" for edit in document.repairs),
        changes=len(document.changes),
        notices=len(document.notices),
    )
    sha256 = document.source.sha256
    said = (document.type, document.language, counts)
    return Outcome(each.name, each.relpath, sha256, "done", _baseline(each), *said)


def failed(each: Input, error: PipelineError, *, retryable: bool = False) -> Outcome:
    """Return the outcome of a document that one of our own errors stopped; the message names the document."""
    said = _utf8(str(error))
    named = said.startswith((each.relpath, each.relpath.rpartition("/")[2]))
    message = said if named else f"{each.relpath}: {said}"
    fault = Fault(type(error).__name__, message, int(error.exit_code), retryable)
    return Outcome(each.name, each.relpath, each.sha256, "failed", fault=fault)


def broken(each: Input, error: Exception) -> Outcome:
    """Return the outcome of a document that met a bug: the place in our code, never the exception's text."""
    place = "an unknown place"
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename.replace("\\", "/")
        if "/pipeline/" in file:
            place = f"{file.rpartition('/pipeline/')[2]}:{trace.tb_lineno}"
        trace = trace.tb_next
    message = f"{each.relpath}: {type(error).__name__} at {place}; this is a fault of the program, please report it"
    return Outcome(each.name, each.relpath, each.sha256, "failed", fault=Fault("Bug", message, int(ExitCode.BUG)))


def revived(said: dict[str, Any]) -> Outcome:
    """Return the outcome that a seal holds."""
    return Outcome(**{**said, "counts": Counts(**said["counts"]), "fault": None})


def run_json(report: RunReport, settings: Settings) -> bytes:
    """Return run.json: the same for the same inputs, settings and versions, however long it took."""
    outcomes = [asdict(outcome) for outcome in report.documents]
    said = {
        "schema": "run/1",
        "version": VERSION,
        "settings_sha256": fingerprint(settings),
        "interrupted": report.interrupted,
        "summary": {
            "documents": len(outcomes),
            "done": _count(report.documents, "done"),
            "failed": _count(report.documents, "failed"),
            **{name: sum(each["counts"][name] for each in outcomes) for name in Counts.__dataclass_fields__},
        },
        "documents": outcomes,
    }
    return orjson.dumps(said, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def timings_json(report: RunReport) -> bytes:
    """Return timings.json: processor seconds by document and stage."""
    return orjson.dumps({"schema": "timings/1", "documents": report.timings}, option=orjson.OPT_INDENT_2)


def exit_code(report: RunReport) -> ExitCode:
    """Return what the command says to the shell."""
    faults = [outcome.fault for outcome in report.documents if outcome.fault is not None]
    if report.interrupted:
        return ExitCode.INTERRUPTED
    if not faults:
        return ExitCode.DONE
    return ExitCode(faults[0].exit_code) if len(report.documents) == 1 else ExitCode.PARTLY_FAILED


def _baseline(each: Input) -> str:
    return "" if each.baseline is None else _utf8(each.baseline.name)


def _utf8(text: str) -> str:
    return os.fsencode(text).decode("utf-8", "replace")


def _count(outcomes: Iterable[Outcome], status: str) -> int:
    return sum(outcome.status == status for outcome in outcomes)
