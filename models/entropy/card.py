"""Writes card.toml: what the model is, what it takes, where it comes from, what was measured."""

import json
from collections.abc import Mapping
from pathlib import Path

from pipeline.entropy.features import NAMES
from pipeline.entropy.words import BUCKETS, LONGEST

Quantiles = Mapping[str, Mapping[str, list[float]]]

SOURCES = """\
[[sources]]
name = "SEC filings (10-K, 10-Q, 8-K, earnings releases) of the training companies, text"
licence = "public filings, www.sec.gov"
use = "weak labels: votes of labelling functions (weak.py); cross-company recurrence"

[[sources]]
name = "contraxsuite-samples, agreements filed with the SEC"
licence = "CC BY-SA 4.0"
attribution = "LexPredict, ContraxSuite samples"
use = "weak labels; recurrence across agreements"

[[sources]]
name = "Prospectuses of the Shenzhen and Shanghai exchanges, text"
licence = "public disclosures"
use = "weak labels; recurrence across prospectuses"

[[sources]]
name = "CUAD v1, 271 contracts"
licence = "CC BY 4.0"
attribution = "The Atticus Project, Contract Understanding Atticus Dataset"
use = "expert labels: sentences that hold a labelled clause"

[[sources]]
name = "ContractNLI, training part (truncated to 50 agreements)"
licence = "CC BY 4.0"
attribution = "Koreeda and Manning, ContractNLI (Findings of EMNLP 2021)"
use = "expert labels: evidence spans"

[[sources]]
name = "ACORD, graded clauses that stand in no contract the benchmarks score"
licence = "CC BY 4.0"
attribution = "The Atticus Project, ACORD"
use = "expert labels: relevance grade 2 and more"
"""


def write(path: Path, *, sha256: str, architecture: str, quantiles: Quantiles, measured: Mapping[str, float]) -> None:
    """Write the card of the model whose file has this ``sha256``."""
    lines = [
        'name = "entropy"',
        f'sha256 = "{sha256}"',
        'licence = "Apache-2.0 for the code; the weights are derived from the sources below, attribution with each"',
        "opset = 17",
        f"buckets = {BUCKETS}",
        f"longest = {LONGEST}",
        f'architecture = "{architecture}"',
        f"layout = {json.dumps(NAMES)}",
        "",
        "[inputs]",
        f'words = ["int32", "units", "length (at most {LONGEST}, padded with 0)"]',
        f'layout = ["float32", "units", "{len(NAMES)}"]',
        "",
        "[outputs]",
        'probabilities = ["float32", "units", "2: decision content, template text"]',
        "",
        SOURCES,
        "[measured]",
        "# on groups (companies, files) held out of the weights, against the labels above; the product's own numbers",
        "# are measured by `python -m benchmarks retention`",
        *(f"{name} = {value:g}" for name, value in measured.items()),
    ]
    path.write_text("\n".join(lines) + "\n" + _tables(quantiles), "utf-8")


def lay(path: Path, quantiles: Quantiles) -> None:
    """Put new quantile tables in the place of those of the card at ``path``."""
    text = path.read_text("utf-8")
    path.write_text(text[: text.index("\n[quantiles.")] + _tables(quantiles), "utf-8")


def _tables(quantiles: Quantiles) -> str:
    lines = []
    for family, table in quantiles.items():
        lines += ["", f'[quantiles."{family}"]']
        lines += [f"{name} = {json.dumps(values)}" for name, values in table.items()]
    return "\n".join(lines) + "\n"
