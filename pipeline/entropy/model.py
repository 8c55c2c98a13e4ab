"""Opens the ONNX model and holds it to its card."""

import hashlib
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from pipeline.entropy import features, words
from pipeline.entropy.features import Floats, Seen
from pipeline.errors import ModelError

_NEXT_STEP = "reinstall context-distiller, or train the model again (models/README.md)"
_BATCH = 1024
"""Units scored at a time: large enough to amortise a call, small enough to stay in the processor's cache."""


class Model:
    """The session, one thread, and the card's quantile tables."""

    def __init__(self, folder: Path) -> None:
        """Load ``model.onnx`` and ``card.toml`` of ``folder``.

        Raises:
            ModelError: one is missing, or they do not belong together.
        """
        self.card = _card(folder / "card.toml")
        try:
            content = (folder / "model.onnx").read_bytes()
        except OSError as error:
            raise ModelError(f"{folder / 'model.onnx'}: cannot be read; {_NEXT_STEP}") from error
        if hashlib.sha256(content).hexdigest() != self.card["sha256"]:
            raise ModelError(
                f"{folder / 'model.onnx'}: is not the file that card.toml describes (sha256); {_NEXT_STEP}"
            )
        self._session = session_of(content, folder / "model.onnx")
        self._check(folder)
        self.quantiles = {
            name: (np.array(table["probability"]), np.array(table["share"]))
            for name, table in self.card["quantiles"].items()
        }

    def _check(self, folder: Path) -> None:
        found = {made.name: made.shape[1:] for made in self._session.get_inputs()}
        asked = {"words": ["length"], "layout": [len(features.NAMES)]}
        if found != asked or list(self.card["layout"]) != list(features.NAMES) or self.card["buckets"] != words.BUCKETS:
            raise ModelError(f"{folder / 'model.onnx'}: takes other inputs than this version computes; {_NEXT_STEP}")
        missing = set(features.FAMILIES) - set(self.card["quantiles"])
        if missing:
            raise ModelError(f"{folder / 'card.toml'}: no quantiles for {sorted(missing)}; {_NEXT_STEP}")

    def probabilities(self, seen: Seen) -> Floats:
        """Return P(decision content) and P(template), two columns, one row a unit."""
        return probabilities(self._session, seen)

    def entropy(self, probability: NDArray[np.floating[Any]], *, family: str) -> NDArray[np.float64]:
        """Return the token-weighted quantile of each probability among the units of documents like this one."""
        found, share = self.quantiles[family]
        quantile: NDArray[np.float64] = np.interp(probability, found, share)
        return quantile


def _card(path: Path) -> dict[str, Any]:
    try:
        card = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ModelError(f"{path}: cannot be read: {error}; {_NEXT_STEP}") from error
    missing = {"sha256", "layout", "buckets", "quantiles"} - set(card)
    if missing:
        raise ModelError(f"{path}: lacks {', '.join(sorted(missing))}; {_NEXT_STEP}")
    return card


def session_of(content: bytes, path: Path) -> onnxruntime.InferenceSession:
    """Open the model on one thread, so that it gives the same answer everywhere; ``path`` is for the message.

    Raises:
        ModelError: onnxruntime cannot open it.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelError(f"{path}: onnxruntime cannot open it: {type(error).__name__}; {_NEXT_STEP}") from error


def probabilities(session: onnxruntime.InferenceSession, seen: Seen) -> Floats:
    """Run all units, those of like length together: padding is what would cost most."""
    count = len(seen.ids)
    found = np.zeros((count, 2), dtype=np.float32)
    order = sorted(range(count), key=lambda at: min(len(seen.ids[at]), words.LONGEST))
    for start in range(0, count, _BATCH):
        batch = order[start : start + _BATCH]
        given = {"words": words.padded([seen.ids[at] for at in batch]), "layout": seen.layout[batch]}
        found[batch] = session.run(["probabilities"], given)[0]
    return found
