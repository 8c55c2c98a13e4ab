"""Lays down the quantile tables: at which probability which share of an average document's tokens lies below."""

from collections.abc import Iterable

import numpy as np

from pipeline.document import Document
from pipeline.entropy import features
from pipeline.entropy.features import FAMILIES

SHARES = np.linspace(0, 1, 101)


def tables(scored: Iterable[tuple[Document, np.ndarray]]) -> dict[str, dict[str, list[float]]]:
    """Return one table a family of documents from (document, probability a unit) pairs; every document weighs the same.

    A family without documents, and "other", take all documents together.
    """
    found: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {family: [] for family in FAMILIES}
    for document, probabilities in scored:
        tokens = np.array([unit.tokens for unit in document.units], dtype=float)
        found[features.family(document)].append((probabilities, tokens / tokens.sum()))
    everything = [pair for pairs in found.values() for pair in pairs]
    return {family: _table(pairs or everything) for family, pairs in (found | {"other": everything}).items()}


def _table(pairs: list[tuple[np.ndarray, np.ndarray]]) -> dict[str, list[float]]:
    probabilities = np.concatenate([probability for probability, _ in pairs])
    weights = np.concatenate([weight for _, weight in pairs])
    order = np.argsort(probabilities, kind="stable")
    shares = np.cumsum(weights[order]) / weights.sum()
    points = np.interp(SHARES, np.concatenate([[0.0], shares]), np.concatenate([[0.0], probabilities[order]]))
    points[-1] = 1.0
    points = np.maximum.accumulate(points)
    return {"probability": [round(float(p), 5) for p in points], "share": [round(float(s), 4) for s in SHARES]}
