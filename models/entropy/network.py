"""The network: hashed words through an embedding and one convolution, pooled, beside the layout features."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from pipeline.entropy.features import NAMES
from pipeline.entropy.words import BUCKETS

WIDTH, FILTERS, KERNEL, HIDDEN = 64, 48, 5, 64
ARCHITECTURE = (
    f"hashed words, int8 table {BUCKETS} x {WIDTH}; convolution {KERNEL} wide, {FILTERS} filters; maximum and mean "
    f"pooling; {len(NAMES)} layout features; {HIDDEN} hidden; two sigmoids"
)


class Network(nn.Module):
    """Two logits a unit: decision content, template text."""

    def __init__(self, mean: np.ndarray, deviation: np.ndarray) -> None:
        super().__init__()
        self.register_buffer("mean", torch.tensor(mean))
        self.register_buffer("deviation", torch.tensor(deviation))
        self.table = nn.Embedding(BUCKETS, WIDTH, padding_idx=0)
        nn.init.normal_(self.table.weight, std=0.1)
        with torch.no_grad():
            self.table.weight[0] = 0
        self.convolve = nn.Conv1d(WIDTH, FILTERS, KERNEL, padding=KERNEL // 2)
        self.hidden = nn.Linear(2 * FILTERS + len(NAMES), HIDDEN)
        self.heads = nn.Linear(HIDDEN, 2)
        self.drop = nn.Dropout(0.2)

    def forward(self, words: torch.Tensor, layout: torch.Tensor) -> torch.Tensor:
        """Return logits [n, 2] for words [n, t] and layout [n, f]."""
        mask = (words != 0).unsqueeze(1).float()
        found = torch.relu(self.convolve(self.table(words).transpose(1, 2))) * mask
        pooled = torch.cat([found.amax(2), found.sum(2) / mask.sum(2).clamp(min=1)], 1)
        seen = torch.cat([self.drop(pooled), (layout - self.mean) / self.deviation], 1)
        return self.heads(self.drop(torch.relu(self.hidden(seen))))


def export(network: Network, path: Path, *, slopes: np.ndarray, shifts: np.ndarray) -> None:
    """Write the network as ONNX, opset 17: int8 table with one scale a row, everything else float32.

    ``slopes`` and ``shifts`` calibrate the two logits before the sigmoid (Platt). Built node by node, so that the
    file depends on no exporter's version.
    """
    weights = {name: value.detach().numpy().astype(np.float32) for name, value in network.state_dict().items()}
    table = weights["table.weight"]
    scale = np.maximum(np.abs(table).max(1, keepdims=True), 1e-8) / 127
    constants = {
        "table": np.round(table / scale).astype(np.int8), "scale": scale.astype(np.float32),
        "kernel": weights["convolve.weight"], "kernel_bias": weights["convolve.bias"],
        "mean": weights["mean"], "deviation": weights["deviation"],
        "hidden": weights["hidden.weight"].T.copy(), "hidden_bias": weights["hidden.bias"],
        "heads": (weights["heads.weight"] * slopes[:, None]).T.astype(np.float32).copy(),
        "heads_bias": (weights["heads.bias"] * slopes + shifts).astype(np.float32),
        "pad": np.array(0, np.int32), "one": np.array(1, np.float32),
        "axis_middle": np.array([1], np.int64), "axis_last": np.array([2], np.int64),
    }  # fmt: skip
    onnx.save(_model(constants), path)


def _model(constants: dict[str, np.ndarray]) -> onnx.ModelProto:
    node = helper.make_node
    nodes = [
        node("Gather", ["table", "words"], ["packed"]),
        node("Cast", ["packed"], ["wide"], to=TensorProto.FLOAT),
        node("Gather", ["scale", "words"], ["scales"]),
        node("Mul", ["wide", "scales"], ["embedded"]),
        node("Transpose", ["embedded"], ["channels"], perm=[0, 2, 1]),
        node("Conv", ["channels", "kernel", "kernel_bias"], ["convolved"], pads=[KERNEL // 2, KERNEL // 2]),
        node("Relu", ["convolved"], ["active"]),
        node("Equal", ["words", "pad"], ["padding"]),
        node("Not", ["padding"], ["real"]),
        node("Cast", ["real"], ["real_float"], to=TensorProto.FLOAT),
        node("Unsqueeze", ["real_float", "axis_middle"], ["mask"]),
        node("Mul", ["active", "mask"], ["found"]),
        node("ReduceMax", ["found"], ["most"], axes=[2], keepdims=0),
        node("ReduceSum", ["found", "axis_last"], ["sum"], keepdims=0),
        node("ReduceSum", ["mask", "axis_last"], ["length"], keepdims=0),
        node("Max", ["length", "one"], ["length_or_one"]),
        node("Div", ["sum", "length_or_one"], ["average"]),
        node("Sub", ["layout", "mean"], ["centred"]),
        node("Div", ["centred", "deviation"], ["scaled"]),
        node("Concat", ["most", "average", "scaled"], ["seen"], axis=1),
        node("Gemm", ["seen", "hidden", "hidden_bias"], ["inner"]),
        node("Relu", ["inner"], ["inner_active"]),
        node("Gemm", ["inner_active", "heads", "heads_bias"], ["logits"]),
        node("Sigmoid", ["logits"], ["probabilities"]),
    ]
    graph = helper.make_graph(
        nodes,
        "entropy",
        [
            helper.make_tensor_value_info("words", TensorProto.INT32, ["units", "length"]),
            helper.make_tensor_value_info("layout", TensorProto.FLOAT, ["units", len(NAMES)]),
        ],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["units", 2])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], producer_name="context-distiller")
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model
