"""Everything that can go wrong, and what to do about it.

PipelineError                     exit code
├── SettingsError                 2   a flag, a settings file or a budget is not usable
├── UnreadableInput               3   not a document this project reads, or a broken one
├── LockedInput                   4   a password or a permission stands before the text
├── NoText                        5   a scan without OCR: nothing to read
├── DictionaryError               6   a dictionary entry or folder is wrong
├── ModelError                    6   the entropy model or its card is wrong
├── OutputError                   7   the output folder cannot be written
├── WorkerLost                    3   a worker died, hung or outgrew its limits on one document
└── Interrupted                   130 the user stopped the run
"""

from enum import IntEnum
from typing import ClassVar


class ExitCode(IntEnum):
    """What the command returns to the shell."""

    DONE = 0
    BUG = 1
    USAGE = 2
    UNREADABLE = 3
    LOCKED = 4
    NO_TEXT = 5
    DICTIONARY = 6
    OUTPUT = 7
    PARTLY_FAILED = 8
    FOUND = 9
    INTERRUPTED = 130


class PipelineError(Exception):
    """Base of all errors that a caller may want to catch; the message names the thing, the place and the next step."""

    exit_code: ClassVar[ExitCode] = ExitCode.BUG
    retryable: ClassVar[bool] = False
    """Whether the same call can succeed when it is made again."""


class SettingsError(PipelineError):
    """A flag, a settings file or a budget is not usable."""

    exit_code = ExitCode.USAGE


class UnreadableInput(PipelineError):
    """The file is not a document this project reads, or it is broken beyond reading."""

    exit_code = ExitCode.UNREADABLE


class LockedInput(PipelineError):
    """A password stands before the text."""

    exit_code = ExitCode.LOCKED


class NoText(PipelineError):
    """No page holds text, and OCR is not installed or switched off."""

    exit_code = ExitCode.NO_TEXT


class DictionaryError(PipelineError):
    """A dictionary file, an entry or one of its examples is wrong."""

    exit_code = ExitCode.DICTIONARY


class ModelError(PipelineError):
    """The model file, its card or its inputs disagree."""

    exit_code = ExitCode.DICTIONARY


class OutputError(PipelineError):
    """The output folder cannot be written."""

    exit_code = ExitCode.OUTPUT


class WorkerLost(PipelineError):
    """The worker that held the document crashed, hung past its time limit or outgrew its memory limit."""

    exit_code = ExitCode.UNREADABLE
    retryable = True


class Interrupted(PipelineError):
    """The user stopped the run; files written so far are whole."""

    exit_code = ExitCode.INTERRUPTED
