"""How long prompts are, in tokens, beside the text that they were made from.

The raw text is PyMuPDF's ``get_text()`` of all pages, with runs of white space folded to one space a line and empty
lines dropped (``folded``), or as it is (``raw``): typeset blanks alone make some contracts half as long again. 30
contracts of CUAD and 10 filings, drawn once by a fixed seed.

- ``SET_MODE_folded``, ``SET_MODE_raw``: tokens of all prompts over tokens of all texts; SET is ``contracts`` or
  ``filings``, MODE ``gentle`` or ``standard``. ``_median`` is the median over documents.
- ``SET_MODE_tags``, ``SET_MODE_references``: share of the prompts' tokens that section tags and references take.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

import pymupdf

from pipeline import assembly, prompt, sieve, tokens
from pipeline.document import Document
from pipeline.settings import Settings, SieveSettings

COUNTS = {"contracts": ("contracts/cuad/pdf", 30), "filings": ("filings/pdf", 10)}
_TAG = re.compile(r"</?[a-z][^>]*>\n?")
_REFERENCE = re.compile(r" ?⟨u\d+⟩")


def measure(data: Path) -> dict[str, float]:
    """Prepare the drawn documents once and write their prompts in both modes."""
    loaded = assembly.stages(Settings())
    before = loaded[: next(at for at, stage in enumerate(loaded) if isinstance(stage, sieve.Sieve))]
    results: dict[str, float] = {}
    for name, (folder, count) in COUNTS.items():
        found: dict[str, list[tuple[int, ...]]] = {"gentle": [], "standard": []}
        for path in _drawn(data / folder, count):
            document = assembly.prepare(path, Settings(), through=before)
            texts = _lengths(path)
            for mode, sizes in found.items():
                sizes.append((*texts, *_sizes(document, mode)))
        for mode, sizes in found.items():
            results |= {f"{name}_{mode}_{key}": value for key, value in _shares(sizes).items()}
    return results


def _drawn(folder: Path, count: int) -> Iterator[Path]:
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() == ".pdf")
    Random(7).shuffle(paths)
    yield from sorted(paths[:count])


def _lengths(path: Path) -> tuple[int, int]:
    raw = "\n".join(page.get_text() for page in pymupdf.open(path))
    folded = "\n".join(" ".join(line.split()) for line in raw.split("\n") if line.strip())
    return tokens.count(raw), tokens.count(folded)


def _sizes(document: Document, mode: str) -> tuple[int, int, int]:
    settings = Settings(sieve=SieveSettings.model_validate({"mode": mode}))
    text = prompt.render(sieve.Sieve.open(settings)(document), settings)
    cited = _REFERENCE.sub("", text)
    whole, uncited = tokens.count(text), tokens.count(cited)
    return whole, uncited - tokens.count(_TAG.sub("", cited)), whole - uncited


def _shares(sizes: list[tuple[int, ...]]) -> dict[str, float]:
    raw, folded, whole, tags, references = (sum(column) for column in zip(*sizes, strict=True))
    return {
        "raw": whole / raw,
        "raw_median": median(size[2] / size[0] for size in sizes),
        "folded": whole / folded,
        "folded_median": median(size[2] / size[1] for size in sizes),
        "tags": tags / whole,
        "references": references / whole,
    }
