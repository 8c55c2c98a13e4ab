"""Lays down the quantile tables on what the pipeline itself reads: ``python models/entropy/calibrate.py --data DIR``.

Run it after training and whenever reading or splitting has changed: the share of tokens below a probability moves
with how pages are cut into units. Uses no labels: the filings and the Chinese PDFs of DIR, and contracts of CUAD's
training part.
"""

import argparse
import gzip
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import card
import numpy as np
import quantiles

from pipeline import assembly, entropy
from pipeline.document import Document
from pipeline.settings import Settings

HERE = Path(__file__).resolve().parent
EVERY = 3
"""Of annual reports, in English and Chinese, one in this many is read: they are long and alike."""
CONTRACTS = 30


def scored(data: Path) -> Iterator[tuple[Document, np.ndarray]]:
    """Yield each document with the probabilities of its units."""
    settings = Settings()
    loaded = assembly.stages(settings)
    last = next(at for at, stage in enumerate(loaded) if isinstance(stage, entropy.Scorer))
    with tempfile.TemporaryDirectory() as scratch:
        for path in paths(data, Path(scratch)):
            document = assembly.prepare(path, settings, through=loaded[: last + 1])
            print(f"{document.type:18}{len(document.units):7} units  {path.name}", flush=True)
            if document.units:
                yield document, np.array([score.probability for score in document.scores])


def paths(data: Path, scratch: Path) -> Iterator[Path]:
    """Yield what to read, in a fixed order."""
    filings = sorted((data / "filings/pdf").glob("*.pdf"))
    annual = [path for path in filings if path.stem.endswith("10K")]
    yield from annual[::EVERY]
    yield from (path for path in filings if path not in annual)
    yield from sorted(path for path in (data / "zh").rglob("*") if path.suffix.lower() == ".pdf")[::EVERY]
    folder = data / "contracts/cuad"
    listed = gzip.decompress((folder / "spans.train.jsonl.gz").read_bytes()).decode().splitlines()
    for at, line in enumerate(listed[:CONTRACTS]):
        path = scratch / f"contract{at:03d}.txt"
        path.write_bytes(gzip.decompress((folder / json.loads(line)["txt"]).read_bytes()))
        yield path


def main() -> None:
    """Rewrite the tables of card.toml."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    card.lay(HERE / "card.toml", quantiles.tables(scored(parser.parse_args().data)))


if __name__ == "__main__":
    main()
