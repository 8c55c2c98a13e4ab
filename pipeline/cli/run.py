"""Prepare documents: a prompt and a ledger each."""

import sys
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.flags import NAMED
from pipeline.cli.progress import watched
from pipeline.cli.summary import one_line, table

if TYPE_CHECKING:
    from pipeline.batch import RunReport
    from pipeline.settings import Settings


class Mode(StrEnum):
    """How much goes."""

    auto = "auto"
    gentle = "gentle"
    standard = "standard"
    aggressive = "aggressive"


@dataclass(frozen=True)
class RunFlags:
    """What can be said after ``distill run``."""

    paths: Annotated[list[Path], typer.Argument(**NAMED, help="PDF or text files, or folders that hold some.")]
    out: Annotated[Path, typer.Option("--out", "-o", **NAMED, help="Folder to write into; made when it is missing.")]
    baseline: Annotated[
        Path | None,
        typer.Option(
            **NAMED, help="Earlier version to compare with: a file, or a folder with the same relative paths or names."
        ),
    ] = None
    label: Annotated[str | None, typer.Option(help='Name of this version in the prompt: "draft1", "final".')] = None
    task: Annotated[str | None, typer.Option(help="What the model shall do; put before the document.")] = None
    mode: Annotated[
        Mode | None,
        typer.Option(help="How much goes. auto: gentle for contracts and due diligence reports, standard for filings."),
    ] = None
    keep: Annotated[float | None, typer.Option(help="Share of the tokens to keep, 0 to 1; 1 leaves nothing out.")] = (
        None
    )
    max_tokens: Annotated[int | None, typer.Option(help="Most tokens of a whole prompt, frame included.")] = None
    config: Annotated[Path | None, typer.Option(**NAMED, help="Settings as a TOML file; see docs/settings.md.")] = None
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", help="Documents at a time; 0: one a processor.")] = None
    resume: Annotated[
        bool | None,
        typer.Option("--resume/--fresh", help="Skip what is up to date (the default), or do all anew."),
    ] = None
    password: Annotated[str | None, typer.Option(help="Opens locked PDFs.")] = None

    def settings(self) -> "Settings":
        """Merge the settings file and the flags."""
        from pipeline import settings  # noqa: PLC0415 - keeps --help fast

        mode = None if self.mode is None else self.mode.value
        return settings.load(
            self.config,
            extract={"password": self.password},
            versions={"label": self.label},
            sieve={"mode": mode, "keep": self.keep, "max_tokens": self.max_tokens},
            prompt={"task": self.task},
            batch={"jobs": self.jobs, "resume": self.resume},
        )


def run(flags: RunFlags) -> None:
    """Prepare the documents, print where their prompts are, and leave with the run's exit code."""
    settings = flags.settings()
    from pipeline import batch  # noqa: PLC0415 - keeps --help fast

    with watched() as progress:
        report = batch.run(flags.paths, flags.out, settings, baseline=flags.baseline, progress=progress)
    _tell(report, flags.out)
    _tell_alone(report, flags.baseline)
    raise typer.Exit(batch.exit_code(report))


def _tell_alone(report: "RunReport", baseline: Path | None) -> None:
    """Name the documents that a baseline was asked for and none was found."""
    for outcome in report.documents if baseline is not None else ():
        if outcome.status == "done" and not outcome.baseline:
            said = f"{outcome.relpath}: not compared, {baseline} holds no file of its path or name"
            print(f"distill: {one_line(said)}", file=sys.stderr)


def _tell(report: "RunReport", out: Path) -> None:
    table(report)
    for outcome in report.documents:
        if outcome.fault is not None:
            print(f"distill: {one_line(outcome.fault.message)}", file=sys.stderr)
        else:
            with suppress(BrokenPipeError):  # the reader has gone; the exit code still says how the run went
                print(out / outcome.name / "prompt.txt")
    if report.interrupted:
        print("distill: stopped; the files written so far are whole, the same command goes on", file=sys.stderr)
