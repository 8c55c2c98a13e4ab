"""A progress bar on a terminal, nothing elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pipeline.cli.summary import one_line

if TYPE_CHECKING:
    from pipeline.batch import Outcome


@contextmanager
def watched() -> "Iterator[Callable[[int, int, Outcome], None]]":
    """Yield what a run calls after each document."""
    if not sys.stderr.isatty():
        yield lambda ready, total, outcome: None  # noqa: ARG005 - the form of a progress callback
        return
    from rich.console import Console  # noqa: PLC0415 - keeps --help fast
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("loading the stages", total=None)

        def ready(done: int, total: int, outcome: "Outcome") -> None:
            bar.update(task, completed=done, total=total, description=one_line(outcome.relpath))

        yield ready
