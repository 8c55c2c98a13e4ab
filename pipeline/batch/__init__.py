"""One document as a library call, or many in killable workers with one report."""

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.batch.docket import Docket, Progress, opened
from pipeline.batch.outcome import Outcome, RunReport, exit_code
from pipeline.batch.worker import Opener, Orders
from pipeline.document import Document
from pipeline.settings import Settings

if TYPE_CHECKING:
    from pipeline.assembly import Stage

__all__ = ["Docket", "Orders", "Outcome", "RunReport", "distill", "exit_code", "opened", "run", "work"]


def distill(
    path: str | Path,
    *,
    settings: Settings | None = None,
    baseline: str | Path | None = None,
    through: "Sequence[Stage] | None" = None,
) -> Document:
    """Read one document in this process and return it with all layers.

    ``through`` replaces the stages after reading by your own; ``pipeline.assembly.stages(settings)`` are the usual
    ones. They are loaded by the first call and kept for the next.

    Raises:
        PipelineError: the file cannot be read, or a stage cannot do its work; nothing else for bad input.
    """
    from pipeline import assembly  # noqa: PLC0415 - loads every stage, which `run` leaves to its workers

    chosen = settings or Settings()
    stages = tuple(through) if through is not None else _usual(chosen)
    if baseline is not None:
        stages = assembly.against(stages, Path(baseline), settings=chosen)
    return assembly.prepare(Path(path), chosen, through=stages)


@lru_cache(maxsize=2)
def _usual(settings: Settings) -> "tuple[Stage, ...]":
    from pipeline import assembly  # noqa: PLC0415 - see distill

    return assembly.stages(settings)


def run(
    paths: Sequence[str | Path],
    out: str | Path,
    settings: Settings | None = None,
    *,
    baseline: str | Path | None = None,
    progress: Progress | None = None,
    opener: Opener | None = None,
) -> RunReport:
    """Prepare all documents under ``paths`` and write one folder each, run.json and timings.json into ``out``.

    A document that fails is told in the report and harms no other. Ctrl-C and SIGTERM end the run with whole files and
    ``interrupted`` set. ``opener`` loads other stages than the usual ones, in the workers. Call it under
    ``if __name__ == "__main__":`` in a script: workers are fresh processes that import the script anew.

    Raises:
        UnreadableInput: there is no document under ``paths``, or no file or folder at ``baseline``.
        OutputError: ``out`` cannot be written.
        DictionaryError, ModelError, SettingsError: the stages cannot be opened.
    """
    orders = Orders(settings or Settings(), Path(out), opener)
    old = None if baseline is None else Path(baseline)
    docket = opened(orders, [Path(path) for path in paths], baseline=old, progress=progress)
    interrupted = False
    with _terminable():
        try:
            with docket:
                work(docket)
        except KeyboardInterrupt:
            interrupted = True
    return docket.report(interrupted=interrupted)


def work(docket: Docket) -> None:
    """Prepare every waiting document of an entered docket, as many at a time as it has workers."""
    threads = ThreadPoolExecutor(docket.jobs)
    try:
        for future in as_completed([threads.submit(docket.prepare, each) for each in docket.waiting]):
            future.result()
    finally:
        threads.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _terminable() -> Iterator[None]:
    """Treat SIGTERM as Ctrl-C where this is the main thread."""

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
