"""The table at the end of a run."""

import sys
from typing import TYPE_CHECKING
from unicodedata import category

if TYPE_CHECKING:
    from pipeline.batch import Outcome, RunReport

_NARROWEST = 132


def one_line(text: str) -> str:
    """Return ``text`` with its control characters escaped: a file's name may hold line ends and terminal commands."""
    return "".join(each if each.isprintable() or category(each) == "Zs" else ascii(each)[1:-1] for each in text)


def table(report: "RunReport") -> None:
    """Print one row a document on stderr."""
    from rich.console import Console  # noqa: PLC0415 - keeps --help fast
    from rich.table import Table  # noqa: PLC0415

    grid = Table(box=None, pad_edge=False)
    grid.add_column("document", overflow="fold")
    for name in ("type", "pages", "units", "tokens", "kept", "repairs", "suspects", "changes", "notices"):
        grid.add_column(name, justify="left" if name == "type" else "right")
    for outcome in report.documents:
        grid.add_row(*_cells(outcome))
    console = Console(stderr=True, markup=False, highlight=False)
    if not sys.stderr.isatty():
        console.width = max(console.width, _NARROWEST)
    console.print(grid)


def _cells(outcome: "Outcome") -> tuple[str, ...]:
    if outcome.status == "failed":
        return (one_line(outcome.relpath), "failed")
    counts = outcome.counts
    share = counts.kept_tokens / counts.input_tokens if counts.input_tokens else 1.0
    numbers = (counts.repairs, counts.suspects, counts.changes, counts.notices)
    return (
        one_line(outcome.relpath),
        outcome.type,
        str(counts.pages),
        str(counts.units),
        str(counts.input_tokens),
        f"{share:.1%}",
        *(str(number) for number in numbers),
    )
