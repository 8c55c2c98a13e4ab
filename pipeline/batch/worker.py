"""What the pool calls inside a worker process; light, since the parent imports it too."""

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from pipeline.batch import outcome
from pipeline.batch.intake import Input
from pipeline.batch.outcome import Outcome
from pipeline.document import Document
from pipeline.errors import PipelineError
from pipeline.settings import Settings

if TYPE_CHECKING:
    from pipeline.batch.bench import Bench

Opener = Callable[[Settings], tuple[Callable[[Document], Document], ...]]
"""Loads the stages in the worker; a function of a module, since it travels by name."""

Timings = dict[str, float]
"""Processor seconds by stage, and ``peak_rss_mb`` of the worker so far."""

Extent = tuple[int, int]
"""Indices of pages: the first, and the one after the last."""

OUTGREW = 77
"""Exit status of a worker that ran into its memory limit."""

_MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Orders:
    """What all documents of a run share."""

    settings: Settings
    out: Path
    opener: Opener | None = None
    """None: the stages of ``assembly``."""


_bench: "Bench | Exception"


def start(orders: Orders) -> None:
    """Open the stages; what goes wrong here is kept for the first document to tell, so that the pool stays whole."""
    global _bench  # noqa: PLW0603 - the pool's initializer has nowhere else to leave it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        _bench = _open(orders)
    except Exception as error:  # noqa: BLE001 - told by the first document
        _bench = error
    gc.collect()
    gc.freeze()
    _limit(orders.settings.batch.memory_mb)


def extents(each: Input, parts: int) -> tuple[Extent, ...]:
    """Return the page ranges in which so many workers may read a document.

    Raises:
        Exception: the stages could not be opened, or the document cannot be.
    """
    return _opened().extents(each, parts)


def read_ahead(each: Input, extent: Extent) -> Path:
    """Read a range of pages and return the file that holds it.

    Raises:
        Exception: the stages could not be opened, or the range cannot be read.
    """
    return _opened().read_ahead(each, extent)


def prepare(each: Input, key: str, ahead: tuple[Path, ...] = ()) -> tuple[Outcome, Timings]:
    """Prepare one document and write its files.

    Raises:
        Exception: the stages could not be opened; no document can be prepared.
    """
    bench = _opened()
    timings: Timings = {}
    try:
        result = bench.prepare(each, key, timings, ahead=ahead)
    except PipelineError as error:
        result = outcome.failed(each, error)
    except MemoryError:
        os._exit(OUTGREW)
    except Exception as error:  # noqa: BLE001 - a bug that one document meets must not harm the others
        result = outcome.broken(each, error)
    timings["peak_rss_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
    return result, timings


def _opened() -> "Bench":
    if isinstance(_bench, Exception):
        raise _bench
    return _bench


def _open(orders: Orders) -> "Bench":
    # PyMuPDF loads its layout models when it can; nobody asks for them here: half a second and 55 MB a worker.
    sys.modules["pymupdf.layout"] = None  # type: ignore[assignment] # makes the import fail, which PyMuPDF expects
    from pipeline.batch.bench import Bench  # noqa: PLC0415 - loads every stage, which the parent never needs

    return Bench.open(orders.settings, out=orders.out, opener=orders.opener)


def _limit(megabytes: int) -> None:
    """Let the address space grow by so much; what asks for more fails alone instead of taking the machine down."""
    most = psutil.Process().memory_info().vms + megabytes * _MEGABYTE
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    with suppress(ValueError, OSError):  # macOS knows the name and refuses the value
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
