"""Worker processes that can be killed: one that aborts, hangs or eats memory fails only its own document."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

from pebble import ProcessExpired, ProcessPool

from pipeline.batch import outcome, worker
from pipeline.batch.intake import Input
from pipeline.batch.outcome import Outcome
from pipeline.batch.worker import Orders, Timings
from pipeline.errors import Interrupted, WorkerLost

Result = tuple[Outcome, Timings]

_TICK_S = 1.0
_SLICE = 10_000_000
"""Bytes for which ``batch.timeout_s`` is granted."""
_STARTS = 2
"""Pools in a row that may break before a document is done."""


class Workers:
    """A pool of warm workers that any number of threads may hand documents to."""

    def __init__(self, orders: Orders, *, jobs: int) -> None:
        self._orders = orders
        self._jobs = jobs
        self._pool: ProcessPool | None = None
        self._running: set[Any] = set()
        self._lock = Lock()
        self._stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def prepare(self, each: Input, key: str, *, spare: int = 0) -> Result:
        """Prepare one document in a worker and wait for it; a crash is tried again as often as the settings say.

        ``spare`` more workers have nothing to do: they read pages of a long document ahead.

        Raises:
            Interrupted: the workers were stopped meanwhile.
            Exception: the stages could not be opened.
        """
        settings = self._orders.settings
        crashes = broken = 0
        ahead = self._read_ahead(each, spare + 1) if spare > 0 else ()
        while True:
            try:
                result: Result = self._call(worker.prepare, each, key, ahead)
            except TimeoutError:
                limit = f"{self._limit_s(each):g} s"
                return _lost(each, f"took longer than {limit}; raise batch.timeout_s or leave it out")
            except ProcessExpired as error:
                crashes += 1
                if error.exitcode == worker.OUTGREW:
                    limit = f"{settings.batch.memory_mb} MB"
                    return _lost(each, f"needs more than {limit} of memory; raise batch.memory_mb or leave it out")
                if crashes > settings.batch.retries:
                    why = f"brought its worker down ({_cause(error.exitcode)}); leave it out and report it"
                    return _lost(each, why, crashed=True)
            except BrokenProcessPool:
                broken += 1
                if broken == _STARTS:
                    return _lost(each, "no worker process can be started; look at memory and process limits")
            else:
                return result

    def stop(self) -> None:
        """End all workers at once; documents in work are given up."""
        with self._lock:
            self._stopped = True
            pool, self._pool = self._pool, None
            for future in tuple(self._running):
                future.cancel()
        if pool is not None:
            _end(pool)

    def _read_ahead(self, each: Input, parts: int) -> tuple[Path, ...]:
        """Return the files with the page ranges of a long document; none when any of them fails."""
        try:
            extents = self._call(worker.extents, each, parts)
            with ThreadPoolExecutor(parts) as threads:
                return tuple(threads.map(lambda extent: self._call(worker.read_ahead, each, extent), extents))
        except Exception:  # noqa: BLE001 - it comes again, and is told, when the document is read as a whole
            return ()

    def _limit_s(self, each: Input) -> float:
        """Return the seconds that a document may take: long scans are big files, and OCR is slow."""
        size = each.path.stat().st_size if each.path.is_file() else 0
        return self._orders.settings.batch.timeout_s * (1 + size // _SLICE)

    def _call(self, function: Callable[..., Any], each: Input, *arguments: Any) -> Any:
        """Call a function of a document in a worker.

        Raises:
            Interrupted: the workers were stopped meanwhile.
            TimeoutError, ProcessExpired, BrokenProcessPool: the call took too long, or its worker died.
            Exception: what the function raised.
        """
        with self._lock:
            if self._stopped:
                raise Interrupted("stopped by the user")
            pool = self._open()
            future = pool.schedule(function, args=(each, *arguments), timeout=self._limit_s(each))
            self._running.add(future)
        try:
            return _result(future, pool)
        except CancelledError:
            raise Interrupted("stopped by the user") from None
        finally:
            self._running.discard(future)

    def _open(self) -> ProcessPool:
        if self._pool is not None and not self._pool.active:
            _end(self._pool)
            self._pool = None
        if self._pool is None:
            resource_tracker.ensure_running()
            with _deaf_to_interrupts():
                self._pool = ProcessPool(
                    self._jobs, initializer=worker.start, initargs=(self._orders,), context=get_context("spawn")
                )
                assert self._pool.active
        return self._pool


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call] # pebble leaves it bare
    pool.join()


def _result(future: Any, pool: ProcessPool) -> Any:
    """Wait for a future; a pool that broke leaves some of its futures without an answer for ever."""
    while True:
        try:
            result = future.result(timeout=_TICK_S)
        except TimeoutError:
            if future.done():
                raise
            if not pool.active:
                raise BrokenProcessPool from None
        else:
            return result


def _lost(each: Input, why: str, *, crashed: bool = False) -> Result:
    return outcome.failed(each, WorkerLost(f"{each.relpath}: {why}"), retryable=crashed), {}


def _cause(exitcode: int) -> str:
    try:
        return signal.Signals(-exitcode).name
    except ValueError:
        return f"exit status {exitcode}"


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: it goes to the whole terminal group, and stopping is our part."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
