"""How much processor time the whole run takes, as a multiple of reading the same pages raw.

* raw: open each of ``filings/pdf/*.pdf`` and call ``page.get_text("dict")``, as PyMuPDF ships it, on every page; the
  mean of once before and once after the product has read the same file.
* whole: everything that one worker does for a document, from the closed PDF to the written prompt.txt and ledger.json,
  with libraries and model loaded; no OCR, no report, no baseline; ``whole_ratio`` is its sum over all files divided by
  the sum of raw. The other ratios split it by room (``read`` is ``extract``; ``files`` is the writing).
* ``pages_per_s``: pages a second of processor time of the whole run, on this machine.
* ``peak_rss_mb``: of a worker process that prepares the longest file and nothing else.
* ``documents_lost``: files that ended without a prompt and a ledger.

``DISTILL_SPEED_SAMPLE=N`` in the environment takes N files, evenly spread over the list, for development.
"""

import gc
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import pymupdf

from pipeline import batch
from pipeline.batch.bench import Bench
from pipeline.batch.intake import Input, documents
from pipeline.errors import PipelineError
from pipeline.settings import BatchSettings, ExtractSettings, Settings

_ROOMS = {
    "extract": "read",
    **{room: room for room in ("amounts", "sentences", "sections", "versions", "marks", "entropy", "sieve")},
    **{writer: writer for writer in ("prompt", "ledger", "files")},
}
_SETTINGS = Settings(extract=ExtractSettings(ocr="never"), batch=BatchSettings(jobs=1, memory_mb=16384))


def measure(data: Path) -> dict[str, float]:
    """Return the ratios, the pages a second, the peak memory and the lost documents."""
    with TemporaryDirectory() as scratch:
        inputs = _sample(documents([data / "filings" / "pdf"], out=Path(scratch)))
        pages, seconds, lost = _timed(inputs, Path(scratch))
        longest = max(inputs, key=lambda each: pages[each.name])
        peak = _peak_rss_mb(longest, Path(scratch))
    raw, whole = seconds.pop("raw"), seconds.pop("whole")
    return {
        "whole_ratio": whole / raw,
        **{f"{name}_ratio": seconds[room] / raw for room, name in _ROOMS.items()},
        "pages_per_s": pages.total() / whole,
        "raw_pages_per_s": pages.total() / raw,
        "pages": pages.total(),
        "peak_rss_mb": peak,
        "documents_lost": lost,
    }


def _sample(inputs: tuple[Input, ...]) -> tuple[Input, ...]:
    wanted = int(os.environ.get("DISTILL_SPEED_SAMPLE", len(inputs)))
    return tuple(inputs[at * len(inputs) // wanted] for at in range(min(wanted, len(inputs))))


def _timed(inputs: tuple[Input, ...], scratch: Path) -> tuple[Counter[str], Counter[str], int]:
    """Return pages by document, seconds by room and the number of lost documents."""
    bench = Bench.open(_SETTINGS, out=scratch)
    bench.prepare(inputs[0], "warm", {})
    gc.collect()
    gc.freeze()  # as a worker does when its stages are open
    pages: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    lost = 0
    for each in inputs:
        before, pages[each.name] = _raw(each.path)
        timings: dict[str, float] = {}
        started = process_time()
        try:
            bench.prepare(each, "speed", timings)
        except PipelineError as error:
            print(error, file=sys.stderr)
            lost += 1
        whole = process_time() - started
        after, _ = _raw(each.path)
        seconds.update(timings | {"raw": (before + after) / 2, "whole": whole})
        print(
            f"{each.name} {2 * whole / (before + after):.2f}", *_shares(timings, (before + after) / 2), file=sys.stderr
        )
    return pages, seconds, lost


def _raw(path: Path) -> tuple[float, int]:
    started = process_time()
    with pymupdf.open(path) as source:
        for page in source:
            page.get_text("dict")
        return process_time() - started, len(source)


def _shares(timings: dict[str, float], raw: float) -> Iterator[str]:
    return (f"{_ROOMS[room]} {seconds / raw:.2f}" for room, seconds in timings.items())


def _peak_rss_mb(each: Input, scratch: Path) -> float:
    report = batch.run([each.path], scratch / "longest", _SETTINGS)
    return report.timings[report.documents[0].name]["peak_rss_mb"]
