"""One document as a library call, or many in killable workers with one report."""

import hashlib
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from functools import cache, lru_cache
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.batch import intake, outcome, shelving
from pipeline.batch.intake import Input
from pipeline.batch.outcome import Outcome, RunReport, exit_code
from pipeline.batch.worker import Opener, Orders
from pipeline.batch.workers import Result, Workers
from pipeline.document import Document
from pipeline.errors import UnreadableInput
from pipeline.settings import Settings

if TYPE_CHECKING:
    from pipeline.assembly import Stage

__all__ = ["Outcome", "RunReport", "distill", "exit_code", "run"]

Progress = Callable[[int, int, Outcome], None]
"""Called after each document with how many are ready, how many there are, and what became of this one."""


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
    stages = tuple(through) if through is not None else _opened(chosen)
    if baseline is not None:
        stages = assembly.against(stages, Path(baseline), settings=chosen)
    return assembly.prepare(Path(path), chosen, through=stages)


@lru_cache(maxsize=2)
def _opened(settings: Settings) -> "tuple[Stage, ...]":
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
    ``interrupted`` set. ``opener`` loads other stages than the usual ones, in the workers.

    Raises:
        UnreadableInput: there is no document under ``paths``, or no file or folder at ``baseline``.
        OutputError: ``out`` cannot be written.
        DictionaryError, ModelError, SettingsError: the stages cannot be opened.
    """
    orders = Orders(settings or Settings(), Path(out), opener)
    old = None if baseline is None else Path(baseline)
    if old is not None and not old.exists():
        raise UnreadableInput(f"{old}: no such file or folder to compare with; look at --baseline")
    inputs = intake.documents([Path(path) for path in paths], out=orders.out, baseline=old)
    shelving.claim(orders.out)
    report = _Run(orders, inputs, progress=progress or (lambda *_: None)).report()
    shelving.write(orders.out / "timings.json", outcome.timings_json(report))
    shelving.write(orders.out / "run.json", outcome.run_json(report, orders.settings))
    return report


class _Run:
    """One run over its inputs."""

    def __init__(self, orders: Orders, inputs: tuple[Input, ...], *, progress: Progress) -> None:
        self.orders = orders
        self.inputs = inputs
        self.progress = progress
        provenance = shelving.provenance(orders.settings, opener=orders.opener)
        self.keys = {
            each.name: shelving.key(
                each, orders.settings, provenance=provenance, baseline_sha256=_sha256(each.baseline)
            )
            for each in inputs
        }
        self.results: dict[str, Result] = {}

    def report(self) -> RunReport:
        """Do the work and say what became of it."""
        interrupted = False
        with _terminable():
            try:
                self._revive()
                self._work()
            except KeyboardInterrupt:
                interrupted = True
        settled = [(each, self.results[each.name]) for each in self.inputs if each.name in self.results]
        timings = {each.relpath: timings for each, (_, timings) in settled}
        return RunReport(tuple(result for _, (result, _) in settled), interrupted, timings)

    def _revive(self) -> None:
        """Take over what an earlier run has done already."""
        for each in self.inputs if self.orders.settings.batch.resume else ():
            said = shelving.sealed(self.orders.out / each.name, key=self.keys[each.name])
            if said is not None:
                self._settle(each, (outcome.revived(said), {}))

    def _work(self) -> None:
        waiting = [each for each in self.inputs if each.name not in self.results]
        jobs = min(self.orders.settings.batch.jobs or cpu_count() or 1, len(waiting))
        if not waiting:
            return
        threads = ThreadPoolExecutor(jobs)
        try:
            with Workers(self.orders, jobs=jobs) as workers:
                futures = {threads.submit(workers.prepare, each, self.keys[each.name]): each for each in waiting}
                for future in as_completed(futures):
                    self._settle(futures[future], future.result())
        finally:
            threads.shutdown(cancel_futures=True)
            for each in waiting:
                shelving.sweep(self.orders.out / each.name)

    def _settle(self, each: Input, result: Result) -> None:
        if result[0].status == "failed":
            shelving.discard(self.orders.out / each.name)
        self.results[each.name] = result
        self.progress(len(self.results), len(self.inputs), result[0])


@cache
def _sha256(path: Path | None) -> str:
    return "" if path is None else hashlib.sha256(path.read_bytes()).hexdigest()


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
