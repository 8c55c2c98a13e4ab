"""Stages that do what hostile documents do to a worker, by the name of the document."""

import ctypes
import os
import time
from dataclasses import replace
from pathlib import Path

from pipeline.document import Document, Place, Unit, Verdict
from pipeline.errors import DictionaryError
from pipeline.settings import Settings
from pipeline.spans import Span


def one_unit_a_page(document: Document) -> Document:
    """Make each page one kept unit: enough for the writers."""
    units = tuple(
        Unit(f"u{page.number:04d}", "sentence", page.text, (Place(page.number, Span(0, len(page.text))),), 1, "en")
        for page in document.pages
    )
    return replace(document, units=units, verdicts=(Verdict(True, "all"),) * len(units))


def misbehave(document: Document) -> Document:
    """Do what the document's name says."""
    word = Path(document.source.name).stem.partition("_")[0]
    if word == "abort":
        os.abort()
    elif word == "segfault":
        ctypes.string_at(0)
    elif word == "hang":
        ctypes.PyDLL(None).sleep(3600)  # holds the interpreter as MuPDF does
    elif word == "hoard":
        hoard = [bytearray(1 << 26) for _ in range(1 << 10)]
        raise AssertionError(len(hoard))
    elif word == "bug":
        raise KeyError(document.pages[0].text)
    elif word == "flaky":
        _crash_once(Path(os.environ["FLAKY_MARKER"]))
    return document


def _crash_once(marker: Path) -> None:
    if not marker.exists():
        marker.touch()
        os.abort()


def stages(settings: Settings) -> tuple:
    """Open the light stages of the fault tests."""
    return (misbehave, one_unit_a_page)


def linger(document: Document) -> Document:
    """Take half a second."""
    time.sleep(0.5)
    return document


def slow(settings: Settings) -> tuple:
    """Open stages that leave the time to stop a run."""
    return (linger, one_unit_a_page)


def broken_dictionary(settings: Settings) -> tuple:
    """Fail as a wrong dictionary does."""
    raise DictionaryError("en/anchors.toml: discount: not a valid pattern: missing )")


def stillborn(settings: Settings) -> tuple:
    """Bring the worker down before it has seen a document."""
    os._exit(3)
