"""Trains the entropy model: ``python models/entropy/train.py --data DIR``; about ten minutes on one core.

DIR has the layout of the development data. Needs torch, onnx and scikit-learn beside the package itself.
No FinanceBench question or evidence is read; filings and prospectuses whose PDFs stand in DIR are left out of the
weights by file name, because the benchmarks score them. Their PDFs serve, unlabelled, to lay down the quantiles
(``quantiles.py``).
"""

import argparse
import gzip
import hashlib
import json
import random
from collections.abc import Iterable
from pathlib import Path

import card
import numpy as np
import quantiles
import torch
from corpora import Sample, acord, agreements, contractnli, cuad, filings, prospectuses
from network import ARCHITECTURE, Network, export
from sklearn.metrics import roc_auc_score
from weak import GRAM, Recurrence, contract_odds, figures_of, filing_odds, labels_of_rows

from pipeline.entropy import features, words
from pipeline.entropy.features import NAMES, Seen
from pipeline.entropy.model import probabilities, session_of

HERE = Path(__file__).resolve().parent
SEED = 20261129
TAKEN = {"filings": 850, "cuad": 120, "nli": 100, "acord": 5_000, "agreements": 80, "zh": 400}
"""Units drawn from each document of a corpus at most."""
WEIGHT = {"filings": 1.0, "cuad": 1.0, "nli": 2.0, "acord": 1.0, "agreements": 0.5, "zh": 0.7}
"""Weight of a unit in the loss: expert labels above votes."""
RARE = 3.0
"""Further weight of current reports and press releases: short, few, and read from the top."""
CALIBRATES = 5
"""One group in this many is held out of the weights, to calibrate and to test."""


def collect(data: Path) -> list[tuple[Sample, Seen]]:
    """Read every corpus and compute what the model sees."""
    pdfs = {path.stem for path in (data / "filings/pdf").glob("*.pdf")}
    chinese = {path.stem for path in (data / "zh").rglob("*.[pP][dD][fF]")}
    contracts = data / "contracts"
    listed = gzip.decompress((contracts / "cuad/spans.dev.jsonl.gz").read_bytes()).decode().splitlines()
    scored = [json.loads(line)["txt"] for line in listed]
    known = [gzip.decompress((contracts / "cuad" / path).read_bytes()).decode() for path in scored]
    samples: list[Iterable[Sample]] = [
        filings(data / "train", without=pdfs, per_company=2),
        agreements(data / "train", every=8),
        prospectuses(data / "train", without=chinese),
        cuad(contracts / "cuad"),
        contractnli(contracts / "contractnli"),
        acord(contracts / "acord", without=known),
    ]
    found = [sample for corpus in samples for sample in corpus if len(sample.document.units) > 5]
    return [(sample, features.see(sample.document)) for sample in found]


def label(collected: list[tuple[Sample, Seen]]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return (decision content, template) for each sample, soft labels in 0..1."""
    of = lambda *names: [(s.group, seen) for s, seen in collected if s.corpus in names]  # noqa: E731
    recurring = {
        "filings": Recurrence.of(of("filings"), size=GRAM["en"], groups=4),
        "zh": Recurrence.of(of("zh"), size=GRAM["zh"], groups=5),
        "contract": Recurrence.of(of("agreements", "cuad", "nli"), size=GRAM["en"], groups=8),
    }
    standard, elsewhere = _standard_rows(collected), _figures_elsewhere(collected)
    labels = []
    for sample, seen in collected:
        cover = recurring.get(sample.corpus, recurring["contract"]).cover(seen)
        if sample.corpus in ("filings", "zh"):
            known = elsewhere.get(sample.document.source.name, set())
            odds = filing_odds(sample, seen, cover=cover, standard=standard, elsewhere=known)
        else:
            odds = contract_odds(sample, seen, cover=cover)
        prose = (seen.layout[:, NAMES.index("row")] == 0) & (seen.layout[:, NAMES.index("short")] == 0)
        template = np.where(prose, np.clip((cover - 0.2) / 0.6, 0, 1), 0.0)
        labels.append((1 / (1 + np.exp(-odds)), template))
    return labels


def _standard_rows(collected: list[tuple[Sample, Seen]]) -> set[str]:
    """Return the row labels that three companies and more use."""
    companies: dict[str, set[str]] = {}
    for sample, _ in collected:
        if sample.corpus in ("filings", "zh"):
            for words_of in labels_of_rows(sample):
                companies.setdefault(words_of, set()).add(sample.group)
    return {words_of for words_of, groups in companies.items() if len(groups) >= 3}


def _figures_elsewhere(collected: list[tuple[Sample, Seen]]) -> dict[str, set[str]]:
    """Return for each filing the figures that other filings of its company hold too."""
    by_company: dict[str, dict[str, set[str]]] = {}
    for sample, _ in collected:
        if sample.corpus == "filings":
            everything = set().union(*figures_of(sample))
            by_company.setdefault(sample.group, {})[sample.document.source.name] = everything
    return {
        name: set().union(*(other for of, other in documents.items() if of != name))
        for documents in by_company.values()
        for name in documents
    }


class Units:
    """Drawn units as arrays."""

    def __init__(self, collected: list[tuple[Sample, Seen]], labels: list[tuple[np.ndarray, np.ndarray]]) -> None:
        """Draw :data:`TAKEN` units of each corpus, the same ones each time."""
        draw = random.Random(SEED)
        chosen = []
        for at, (sample, seen) in enumerate(collected):
            units = range(len(seen.ids))
            chosen += [(at, unit) for unit in sorted(draw.sample(units, min(TAKEN[sample.corpus], len(units))))]
        self.corpus = np.array([collected[at][0].corpus for at, _ in chosen])
        groups = [collected[at][0].group for at, _ in chosen]
        self.held_out = np.array([hashlib.sha256(group.encode()).digest()[0] % CALIBRATES == 0 for group in groups])
        self.layout = np.stack([collected[at][1].layout[unit] for at, unit in chosen])
        self.ids = [collected[at][1].ids[unit][: words.LONGEST] for at, unit in chosen]
        self.targets = np.array([[labels[at][0][unit], labels[at][1][unit]] for at, unit in chosen], dtype=np.float32)
        rare = np.where(self.layout[:, NAMES.index("8-K")] > 0, RARE, 1.0)
        self.weights = (rare * [WEIGHT[corpus] for corpus in self.corpus]).astype(np.float32)


def fit(units: Units, *, epochs: int) -> Network:
    """Train on the units that are not held out; batches of units of like length."""
    torch.manual_seed(SEED)
    random.seed(SEED)
    learned = np.flatnonzero(~units.held_out)
    network = Network(units.layout[learned].mean(0), units.layout[learned].std(0) + 0.05)
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-4)
    order = learned[np.argsort([len(units.ids[at]) for at in learned], kind="stable")]
    batches = [order[at : at + 512] for at in range(0, len(order), 512)]
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=epochs * len(batches))
    for epoch in range(epochs):
        random.shuffle(batches)
        losses = []
        for batch in batches:
            loss = _loss(network, units, batch)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            losses.append(float(loss.detach()))
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}", flush=True)
    return network.eval()


def _loss(network: Network, units: Units, batch: np.ndarray) -> torch.Tensor:
    logits = network(*_inputs(units, batch))
    losses = nn_loss(logits, torch.tensor(units.targets[batch]))
    return (losses.mean(1) * torch.tensor(units.weights[batch])).mean()


nn_loss = torch.nn.BCEWithLogitsLoss(reduction="none")


def _inputs(units: Units, batch: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    ids = torch.tensor(words.padded([units.ids[at] for at in batch]), dtype=torch.int64)
    return ids, torch.tensor(units.layout[batch])


def calibrate(network: Network, units: Units) -> tuple[np.ndarray, np.ndarray, dict[str, float]]:
    """Fit slope and shift of both logits on the held-out groups; return them with what was measured there."""
    held = np.flatnonzero(units.held_out)
    order = held[np.argsort([len(units.ids[at]) for at in held], kind="stable")]
    with torch.no_grad():
        logits = torch.cat([network(*_inputs(units, order[at : at + 2048])) for at in range(0, len(order), 2048)])
    slopes = torch.ones(2, requires_grad=True)
    shifts = torch.zeros(2, requires_grad=True)
    targets = torch.tensor(units.targets[order])
    optimiser = torch.optim.LBFGS([slopes, shifts], max_iter=100)

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = nn_loss(logits * slopes + shifts, targets).mean()
        loss.backward()
        return loss

    optimiser.step(closure)
    measured = {"units_held_out": float(len(held))}
    for corpus in sorted(set(units.corpus)):
        inside = units.corpus[order] == corpus
        for head, name in enumerate(("content", "template")):
            truth = units.targets[order][inside, head] > 0.5
            if 0 < truth.sum() < len(truth):
                measured[f"auc_{name}_{corpus}"] = round(float(roc_auc_score(truth, logits[inside, head])), 3)
    return slopes.detach().numpy(), shifts.detach().numpy(), measured


def main() -> None:
    """Train, calibrate, write the model and what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=HERE)
    parser.add_argument("--epochs", type=int, default=4)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(mode=True)
    collected = collect(asked.data)
    print(f"{len(collected)} documents, {sum(len(seen.ids) for _, seen in collected)} units", flush=True)
    units = Units(collected, label(collected))
    network = fit(units, epochs=asked.epochs)
    slopes, shifts, measured = calibrate(network, units)
    model = asked.out / "model.onnx"
    export(network, model, slopes=slopes, shifts=shifts)
    sha256 = hashlib.sha256(model.read_bytes()).hexdigest()
    laid = _quantiles(model, collected)
    card.write(asked.out / "card.toml", sha256=sha256, architecture=ARCHITECTURE, quantiles=laid, measured=measured)
    print(json.dumps(measured | {"sha256": sha256}, indent=1))


def _quantiles(model: Path, collected: list[tuple[Sample, Seen]]) -> dict[str, dict[str, list[float]]]:
    session = session_of(model.read_bytes(), model)
    kept = [(s.document, seen) for s, seen in collected if s.corpus in ("filings", "zh", "cuad")]
    return quantiles.tables((document, probabilities(session, seen)[:, 0]) for document, seen in kept)


if __name__ == "__main__":
    main()
