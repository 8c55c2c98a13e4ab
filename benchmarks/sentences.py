"""How well sentences are split, and what the stage costs.

``sentences/gold_<language>.txt``: one sentence a line, a blank line parts blocks, ``¦`` is a border that is neither
right nor wrong, ``#`` begins a comment. The lines of a block are joined (by a space, in Chinese by nothing) and split
again; a border is the offset after a sentence's last character, the block's own end included.

``<language>_f1``      harmonic mean of precision and recall of borders
``<language>_exact``   share of gold sentences whose both borders were found with none between them
``cost_ratio``         CPU time of the whole stage as a multiple of ``page.get_text("dict")`` over every fifth filing,
                       each the least of three runs in this process
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pymupdf

from pipeline import extract
from pipeline.sentences import Splitter
from pipeline.sentences.component import SENTENCES, pipeline
from pipeline.settings import Settings

_OPTIONAL = "¦"
_JOINS = {"en": " ", "de": " ", "zh": ""}
_EVERY = 5
_RUNS = 3


def measure(data: Path) -> dict[str, float]:
    """Score each gold file of ``data``/sentences and time the stage on filings."""
    gold = sorted((data / "sentences").glob("gold_*.txt"))
    if not gold:
        raise FileNotFoundError(f"{data}/sentences: no gold_*.txt")
    results: dict[str, float] = {}
    for path in gold:
        language = path.stem.split("_")[1]
        results |= scored(path.read_text("utf-8"), language)
    return results | {"cost_ratio": _cost(sorted((data / "filings" / "pdf").glob("*.pdf"))[::_EVERY])}


def scored(gold: str, language: str) -> dict[str, float]:
    """Return F1 and the exact share for one gold text."""
    nlp = pipeline(german=language == "de", named=False)
    right = found = wanted = exact = 0
    for text, borders, optional in _blocks(gold, _JOINS[language]):
        got = {end for _, end in nlp(text).user_data[SENTENCES]}
        right += len(got & borders)
        found += len(got - optional)
        wanted += len(borders)
        starts = [0, *sorted(borders)[:-1]]
        for start, end in zip(starts, sorted(borders), strict=True):
            inside = {border for border in got - optional if start < border < end}
            exact += end in got and (start == 0 or start in got) and not inside
    return {f"{language}_f1": 2 * right / (found + wanted), f"{language}_exact": exact / wanted}


def _blocks(gold: str, join: str) -> Iterator[tuple[str, set[int], set[int]]]:
    """Yield the text of each block with its borders and its optional borders."""
    lines = [line for line in gold.splitlines() if not line.startswith("#")]
    for block in "\n".join(lines).split("\n\n"):
        text = ""
        borders: set[int] = set()
        optional: set[int] = set()
        for line in filter(None, map(str.strip, block.splitlines())):
            text += join if text else ""
            first, *others = line.split(_OPTIONAL)
            text += first
            for part in others:
                optional.add(len(text))
                text += part
            borders.add(len(text))
        if text:
            yield text, borders, optional - borders


def _cost(paths: list[Path]) -> float:
    settings = Settings()
    stage = Splitter.open(settings)
    raw = whole = 0.0
    for path in paths:
        document = extract.read(path, settings.extract)
        with pymupdf.open(path) as opened:
            raw += _least(partial(_dict, opened))
        whole += _least(partial(stage, document))
    return whole / raw if raw else float("inf")


def _dict(opened: pymupdf.Document) -> None:
    for page in opened:
        page.get_text("dict")


def _least(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the fastest of three runs; the first fills caches."""
    spent = []
    for _ in range(_RUNS):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return min(spent)
