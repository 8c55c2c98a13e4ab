"""The open stages of one worker, and the way of one document over them to its files."""

import gc
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import process_time
from typing import Self

from pipeline import assembly, collector, extract, ledger, prompt, tokens
from pipeline.batch import intake, outcome, shelving
from pipeline.batch.intake import Input
from pipeline.batch.outcome import Outcome
from pipeline.batch.worker import Extent, Opener, Timings
from pipeline.errors import PipelineError, UnreadableInput
from pipeline.settings import Settings

_FEWEST = 150
"""Pages below which a document is not worth a second worker: handing a range over costs what ten pages cost."""
_FEWEST_SCANNED = 4
_SCANNED_PAGE = 40_000
"""Bytes a page above which a file is probably scanned; OCR takes a second a page."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What a worker holds between documents."""

    settings: Settings
    out: Path
    stages: tuple[assembly.Stage, ...]
    _compared: dict[Path, tuple[assembly.Stage, ...]] = field(default_factory=dict)
    """The stages that compare with the baseline of the last document: most runs have one for all."""

    @classmethod
    def open(cls, settings: Settings, *, out: Path, opener: Opener | None = None) -> Self:
        """Load the stages, and the token vocabulary: no document's time shall go into it."""
        tokens.count("")
        return cls(settings, out, (opener or assembly.stages)(settings))

    def extents(self, each: Input, parts: int) -> tuple[Extent, ...]:
        """Return the page ranges in which so many workers may read a document; none when it is not worth it.

        Raises:
            PipelineError: it cannot be opened.
        """
        pages = extract.page_count(each.path, self.settings.extract)
        bulky = each.path.stat().st_size >= _SCANNED_PAGE * pages
        if pages < (_FEWEST_SCANNED if bulky else _FEWEST):
            return ()
        return tuple((pages * part // parts, pages * (part + 1) // parts) for part in range(parts))

    def read_ahead(self, each: Input, extent: Extent) -> Path:
        """Read a range of pages and leave it in the document's folder.

        Raises:
            PipelineError: it cannot be read or written.
        """
        first, last = extent
        read = extract.read_pages(each.path, self.settings.extract, first=first, last=last)
        path = self.out / each.name / shelving.partial(f"pages-{first}-{last}")
        shelving.write(path, pickle.dumps((intake.sha256(each.path), read), pickle.HIGHEST_PROTOCOL))
        return path

    def prepare(self, each: Input, key: str, timings: Timings, *, ahead: tuple[Path, ...] = ()) -> Outcome:
        """Prepare a document, write its files and book processor seconds by stage.

        ``ahead`` are its page ranges, read by other workers.

        Raises:
            PipelineError: the document cannot be read or prepared, or its files cannot be written.
        """
        lap = _stopwatch(timings)
        if not each.path.is_file():
            raise UnreadableInput(f"{each.relpath}: no such file, or not a regular one; look at its path")
        with _uncollected():
            stages = self._against(each)
            if each.baseline is not None:
                lap("baseline")
            ranges = _ranges(each, ahead)
            document = assembly.prepare(
                each.path, self.settings, through=stages, relpath=each.relpath, ranges=ranges, after=lap
            )
            written = prompt.render(document, self.settings)
            prompt_tokens = tokens.count(written)
            lap("prompt")
            entry = ledger.dump(document, self.settings, prompt_tokens=prompt_tokens)
            lap("ledger")
            if document.source.sha256 != each.sha256:
                raise UnreadableInput(f"{each.relpath}: changed while it was read; run again")
            done = outcome.done(each, document, prompt_tokens=prompt_tokens)
            folder = self.out / each.name
            shelving.write(folder / "prompt.txt", written.encode())
            shelving.write(folder / "ledger.json", entry)
            shelving.seal(folder, key=key, outcome=asdict(done))
            lap("files")
        return done

    def _against(self, each: Input) -> tuple[assembly.Stage, ...]:
        baseline = each.baseline
        if baseline is None:
            return self.stages
        if baseline not in self._compared:
            self._compared.clear()
            try:
                self._compared[baseline] = assembly.against(self.stages, baseline, settings=self.settings)
            except PipelineError as error:
                raise type(error)(f"{each.relpath}: its baseline cannot be compared with: {error}") from error
        return self._compared[baseline]


def _ranges(each: Input, ahead: tuple[Path, ...]) -> tuple[extract.Range, ...]:
    """Return the page ranges that other workers left; none when they did not see the same bytes."""
    left = [pickle.loads(path.read_bytes()) for path in ahead]  # noqa: S301 - written by our own workers just now
    return tuple(read for _, read in left) if all(sha256 == each.sha256 for sha256, _ in left) else ()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the cycle collector from walking a document's many small objects over and over: a sixth of all time.

    What the document before left in cycles goes first.
    """
    gc.collect()
    with collector.paused():
        yield


def _stopwatch(timings: Timings) -> Callable[[str], None]:
    """Return a function that books the processor seconds since its last call under a name."""
    last = process_time()

    def lap(name: str) -> None:
        nonlocal last
        now = process_time()
        timings[name] = round(timings.get(name, 0.0) + now - last, 6)
        last = now

    return lap
