"""Whether many documents, long documents and more workers behave: memory stays flat, time grows with the work.

* ``documents_lost``: of ``documents`` small contracts (drawn here, all different) in one run.
* ``parent_growth_mb``: what the parent process grew by while it ran the second half of them.
* ``worker_growth_mb``: what a worker grew by between its tenth and its last document; leaks show here.
* ``parent_ms``: processor time of the parent a document: handing out, hearing back, reporting.
* ``resume_s``: processor time of running the same again, when all is up to date.
* ``same_bytes``: 1 when one worker and two made the same files.
* ``kb_a_page``: how much the peak of a worker grows with a page, from the longest and the shortest of
  ``filings/pdf/*.pdf`` that have 50 pages or more.

``DISTILL_SCALE_DOCUMENTS=N`` in the environment sets how many are drawn (400).
"""

import os
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import psutil
import pymupdf

from pipeline import batch
from pipeline.batch import Outcome, RunReport
from pipeline.settings import BatchSettings, ExtractSettings, Settings

_CLAUSES = (
    "The Supplier shall deliver lot {n} no later than {d} March 2024 at a price of USD {n},500.",
    "Liquidated damages are {d} % of the price of lot {n} for each week of delay and shall not exceed {d}0 %.",
    "Neither party is liable for delay that is due to force majeure in respect of lot {n}.",
)


def measure(data: Path) -> dict[str, float]:
    """Run the drawn contracts with one worker, again, and with two; then two filings."""
    count = int(os.environ.get("DISTILL_SCALE_DOCUMENTS", "400"))
    with TemporaryDirectory() as scratch:
        place = Path(scratch)
        _draw(place / "in", count)
        memory = _Memory(count)
        started = process_time()
        report = batch.run([place / "in"], place / "one", _settings(jobs=1), progress=memory)
        took = process_time() - started
        started = process_time()
        batch.run([place / "in"], place / "one", _settings(jobs=1))
        resumed = process_time() - started
        batch.run([place / "in"], place / "two", _settings(jobs=2))
        return {
            "documents": count,
            "documents_lost": sum(outcome.status != "done" for outcome in report.documents),
            "parent_growth_mb": memory.growth(),
            "worker_growth_mb": _worker_growth(report),
            "parent_ms": 1000 * took / count,
            "resume_s": resumed,
            "same_bytes": float(_files(place / "one") == _files(place / "two")),
            "kb_a_page": _kb_a_page(data / "filings" / "pdf", place),
        }


class _Memory:
    """Listens to a run's progress and watches the process that hears it."""

    def __init__(self, count: int) -> None:
        self.half = count // 2
        self.seen: list[int] = []

    def __call__(self, _ready: int, _total: int, _outcome: Outcome) -> None:
        self.seen.append(psutil.Process().memory_info().rss)

    def growth(self) -> float:
        """Return the megabytes between the middle and the end."""
        return (self.seen[-1] - self.seen[self.half]) / (1 << 20)


def _settings(*, jobs: int) -> Settings:
    return Settings(extract=ExtractSettings(ocr="never"), batch=BatchSettings(jobs=jobs, memory_mb=16384))


def _draw(folder: Path, count: int) -> None:
    folder.mkdir()
    for number in range(count):
        document = pymupdf.open()
        page = document.new_page()
        page.insert_text((72, 90), f"SUPPLY AGREEMENT No. {number}", fontsize=16)
        for line in range(20):
            text = _CLAUSES[line % len(_CLAUSES)].format(n=number + line, d=1 + (number + line) % 9)
            page.insert_text((72, 130 + 30 * line), f"{line + 1}. {text}", fontsize=10)
        document.save(folder / f"contract_{number:05d}.pdf", no_new_id=True)


def _worker_growth(report: RunReport) -> float:
    peaks = [timings["peak_rss_mb"] for timings in report.timings.values()]
    return max(peaks) - max(peaks[:10])


def _files(out: Path) -> dict[str, bytes]:
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and path.name != "timings.json"
    }


def _kb_a_page(folder: Path, scratch: Path) -> float:
    """Return the slope between two filings, each in a worker of its own."""
    sizes = []
    for path in sorted(folder.glob("*.pdf")):
        with pymupdf.open(path) as source:
            sizes.append((len(source), path))
    long = sorted(size for size in sizes if size[0] >= 50)
    points = [(pages, _peak_mb(path, scratch)) for pages, path in (long[0], long[-1])]
    return next(1024 * (after - before) / (more - fewer) for (fewer, before), (more, after) in pairwise(points))


def _peak_mb(path: Path, scratch: Path) -> float:
    report = batch.run([path], scratch / path.stem, _settings(jobs=1))
    return next(iter(report.timings.values()))["peak_rss_mb"]
