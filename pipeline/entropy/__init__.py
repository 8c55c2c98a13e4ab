"""Scores units: a small ONNX model says how likely a unit carries decision content.

Entropy here is no surprisal: on filings, surprisal and recurrence lose key evidence ("Total assets" recurs in every
one of them). It is the token-weighted quantile of the model's calibrated probability within the document's family,
so that leaving out what lies below 0.35 leaves out 35 % of an average document's tokens, guards aside.
"""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Self

from pipeline.document import Document, Score
from pipeline.entropy import features
from pipeline.entropy.model import Model
from pipeline.settings import Settings
from pipeline.shelf import shelf

__all__ = ["Scorer"]


@dataclass(frozen=True, slots=True)
class Scorer:
    """Adds ``Document.scores``, one a unit; holds the model's folder, so that it pickles without the session."""

    folder: Path

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Load the model that ships with the package.

        Raises:
            ModelError: the model or its card is missing, or they do not belong together.
        """
        del settings  # no knob yet: the threshold is the sieve's
        scorer = cls(shelf("models") / "entropy")
        _model(scorer.folder)
        return scorer

    def __call__(self, document: Document) -> Document:
        """Return the document with its scores."""
        if not document.units:
            return replace(document, scores=())
        model = _model(self.folder)
        probabilities = model.probabilities(features.see(document))
        entropies = model.entropy(probabilities[:, 0], family=features.family(document))
        rows = zip(entropies.tolist(), probabilities[:, 0].tolist(), probabilities[:, 1].tolist(), strict=True)
        return replace(document, scores=tuple(Score(round(e, 4), round(p, 4), round(t, 4)) for e, p, t in rows))


@cache
def _model(folder: Path) -> Model:
    """Open the session once a process."""
    return Model(folder)
