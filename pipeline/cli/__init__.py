"""The command ``distill``: results on stdout, everything else on stderr."""

import os
import sys
from pathlib import Path

import typer

from pipeline.cli import check, recall, run, trace
from pipeline.cli.flags import taking
from pipeline.errors import ExitCode, PipelineError
from pipeline.version import VERSION

app = typer.Typer(
    name="distill",
    help="Turns long filings, contracts and reports into small, repaired, traceable prompts.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("run", help=run.__doc__)(taking(run.RunFlags, run.run))
app.command("trace", help=trace.__doc__)(trace.trace)
app.command("recall", help=recall.__doc__)(recall.recall)
app.command("check", help=check.__doc__)(check.check)


@app.command("version")
def version() -> None:
    """Say which version this is."""
    print(VERSION)


def main() -> None:
    """Run the command; errors become one line on stderr and an exit code, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = _guarded()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone (`distill recall OUT | head`); what is left must not be flushed at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _guarded() -> int:
    try:
        app()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else ExitCode.USAGE
    except PipelineError as error:
        return _say(str(error), error.exit_code)
    except Exception as error:  # noqa: BLE001 - the edge: a user sees a line, not a traceback
        return _say(f"{type(error).__name__} at {_place(error)}; this is a fault of the program, please report it", 1)
    return ExitCode.DONE


def _say(message: str, code: int) -> int:
    print(f"distill: {message}", file=sys.stderr)
    return code


def _place(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "an unknown place" if trace is None else f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
