"""The command ``distill``: results on stdout, everything else on stderr."""

import errno
import os
import sys
from pathlib import Path

import typer

from pipeline.cli import check, recall, run, trace
from pipeline.cli.flags import taking
from pipeline.cli.summary import one_line
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

_FULL = (errno.ENOSPC, errno.EPIPE, errno.EIO)
"""What writing to stdout may meet; all other files are written by `batch`, which has its own error."""


@app.command("version")
def version() -> None:
    """Say which version this is."""
    print(VERSION)


def main() -> None:
    """Run the command; errors become one line on stderr and an exit code, never a traceback."""
    if sys.getfilesystemencoding() != "utf-8":
        # A locale without Chinese or umlauts cannot name their folders; Python's UTF-8 mode can.
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 - this very command
    _open_streams()
    code = _guarded()
    try:
        sys.stdout.flush()
    except OSError as error:
        # What is left must not be flushed at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _unsaid(error, code)
    sys.exit(code)


def _open_streams() -> None:
    """Give the streams that the caller closed somewhere to write to, and none a character it fails on."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - open until the end
        if hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="backslashreplace")


def _unsaid(error: OSError, code: int) -> int:
    """Return the exit code when stdout takes no more: a reader that has gone (`… | head`) is no fault."""
    if isinstance(error, BrokenPipeError):
        return code
    return _say(f"stdout cannot be written ({error.strerror})", ExitCode.OUTPUT)


def _guarded() -> int:
    try:
        app()
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):
            return ExitCode.DONE
        return leaving.code if isinstance(leaving.code, int) else ExitCode.USAGE
    except PipelineError as error:
        return _say(str(error), error.exit_code)
    except OSError as error:
        return _unsaid(error, 0) if error.errno in _FULL else _bug(error)
    except Exception as error:  # noqa: BLE001 - the edge: a user sees a line, not a traceback
        return _bug(error)
    return ExitCode.DONE


def _bug(error: Exception) -> int:
    return _say(f"{type(error).__name__} at {_place(error)}; this is a fault of the program, please report it", 1)


def _say(message: str, code: int) -> int:
    print(f"distill: {one_line(message)}", file=sys.stderr)
    return code


def _place(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "an unknown place" if trace is None else f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
