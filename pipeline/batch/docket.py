"""The documents of one run: what is finished, what waits, and the report at the end."""

from collections.abc import Callable, Sequence
from os import cpu_count
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Self

from pipeline.batch import intake, outcome, shelving
from pipeline.batch.intake import Input
from pipeline.batch.outcome import Outcome, RunReport
from pipeline.batch.worker import Orders
from pipeline.batch.workers import Result, Workers

Progress = Callable[[int, int, Outcome], None]
"""Called after each document with how many are ready, how many there are, and what became of this one."""


_BIG = 1_500_000
"""Bytes; filings of 150 pages and more and scans of four pages and more have as many."""


class Docket:
    """Documents with their workers; leaving it ends the workers and removes what they left half written.

    Any number of threads may call :meth:`prepare`.
    """

    def __init__(self, orders: Orders, inputs: tuple[Input, ...], *, progress: Progress | None = None) -> None:
        self.orders = orders
        self.inputs = inputs
        most = orders.settings.batch.jobs or cpu_count() or 1
        self.jobs = most if any(_long(each) for each in inputs) else max(1, min(most, len(inputs)))
        self._progress = progress or (lambda *_: None)
        self._results: dict[str, Result] = {}
        self._begun: list[Input] = []
        self._told = Lock()
        provenance = shelving.provenance(orders.settings, opener=orders.opener)
        baselines: dict[Path | None, str] = {
            path: intake.sha256(path) for path in {each.baseline for each in inputs} if path is not None
        }
        self._keys = {
            each.name: shelving.key(each, orders.settings, provenance=provenance, baseline=baselines.get(each.baseline))
            for each in inputs
        }
        self._workers = Workers(orders, jobs=self.jobs)

    def __enter__(self) -> Self:
        if self.orders.settings.batch.resume:
            self._revive(self.inputs)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._workers.stop()
        for each in self.inputs:
            shelving.sweep(self.orders.out / each.name)
        self._revive([each for each in self._begun if each.name not in self._results])

    @property
    def waiting(self) -> tuple[Input, ...]:
        """The documents that have no outcome yet."""
        return tuple(each for each in self.inputs if each.name not in self._results)

    def prepare(self, each: Input) -> Outcome:
        """Prepare one document in a worker and note its outcome.

        Raises:
            Interrupted: the docket was left meanwhile.
            DictionaryError, ModelError, SettingsError: the stages cannot be opened.
        """
        self._begun.append(each)
        spare = self.jobs - len(self.waiting) if _long(each) else 0
        return self._settle(each, self._workers.prepare(each, self._keys[each.name], spare=spare))

    def report(self, *, interrupted: bool = False) -> RunReport:
        """Write run.json and timings.json and return what they say."""
        settled = [(each, *self._results[each.name]) for each in self.inputs if each.name in self._results]
        timings = {each.name: timings for each, _, timings in settled}
        report = RunReport(tuple(result for _, result, _ in settled), interrupted, timings)
        shelving.write(self.orders.out / "timings.json", outcome.timings_json(report))
        shelving.write(self.orders.out / "run.json", outcome.run_json(report, self.orders.settings))
        return report

    def _revive(self, inputs: Sequence[Input]) -> None:
        """Take over what is sealed: by an earlier run, or in the very moment in which this one was stopped."""
        for each in inputs:
            said = shelving.sealed(self.orders.out / each.name, key=self._keys[each.name])
            if said is not None:
                self._settle(each, (outcome.revived(said), {}))

    def _settle(self, each: Input, result: Result) -> Outcome:
        if result[0].status == "failed":
            shelving.discard(self.orders.out / each.name)
        with self._told:
            if each.name not in self._results:
                self._results[each.name] = result
                self._progress(len(self._results), len(self.inputs), result[0])
        return result[0]


def _long(each: Input) -> bool:
    """Tell whether a file is big enough that a worker should look whether reading it can be shared."""
    return each.path.is_file() and each.path.stat().st_size >= _BIG


def opened(orders: Orders, paths: list[Path], *, baseline: Path | None, progress: Progress | None = None) -> Docket:
    """Find the documents, claim the output folder, and return the docket to enter.

    Raises:
        UnreadableInput: there is no document under ``paths``, or nothing at ``baseline``.
        OutputError: the output folder cannot be written.
    """
    inputs = intake.documents(paths, out=orders.out, baseline=baseline)
    shelving.claim(orders.out)
    return Docket(orders, inputs, progress=progress)
