"""Writes a trained network as ONNX and makes sure that OpenCV computes the same with it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from controller.ports import save
from vision.networks import load_network

_ROUNDING = 5e-3
"""How far OpenCV's results may be from PyTorch's, relative to the largest: weights in half precision cost so much."""


def export(
    network: nn.Module, example: tuple[int, ...], file: Path, made_with: Mapping[str, int], *, batches: bool = False
) -> float:
    """Write `network` to `file`; gives the largest difference between what PyTorch and OpenCV compute.

    `example`: shape of an input. `made_with`: seed and amounts, kept in the file for `read_made_with`. `batches`: any
    number of inputs of that size at once, else one of any size.
    Raises ValueError when they differ by more than rounding, and leaves the file alone.
    """
    values = torch.from_numpy(np.random.default_rng(0).standard_normal(example, np.float32))
    network = network.eval().to(memory_format=torch.contiguous_format)
    unchecked = file.with_suffix(".unchecked.onnx")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        axes = {0: "pictures"} if batches else {2: "height", 3: "width"}
        torch.onnx.export(
            network,
            (values,),
            str(unchecked),
            opset_version=13,
            dynamo=False,
            input_names=["input"],
            output_names=["output"],
            dynamic_axes={"input": axes},
        )
    _store_in_half(unchecked, made_with)
    with torch.no_grad():
        wanted = network(values).numpy()
    checked = load_network(unchecked)
    checked.setInput(values.numpy())
    difference = float(np.abs(checked.forward() - wanted).max())
    if difference > _ROUNDING * max(1.0, float(np.abs(wanted).max())):
        unchecked.unlink()
        raise ValueError(
            f"OpenCV computes something else than PyTorch with {file.name}: they differ by {difference:.3g}"
        )
    save(file, unchecked.read_bytes())
    unchecked.unlink()
    return difference


def read_made_with(file: Path) -> dict[str, str]:
    """What a network was made with, as `export` has written it; nothing where it wasn't."""
    return {fact.key: fact.value for fact in onnx.load(str(file)).metadata_props}


def _store_in_half(file: Path, made_with: Mapping[str, int]) -> None:
    """Keep the weights in half precision, each with a cast back: half the file, and computed as before."""
    model = onnx.load(str(file))
    graph = model.graph
    casts = []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < 64:
            continue
        half = f"{weights.name}_half"
        casts.append(helper.make_node("Cast", [half], [weights.name], to=TensorProto.FLOAT))
        graph.initializer.remove(weights)
        graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), half))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    helper.set_model_props(model, {name: str(value) for name, value in made_with.items()})
    onnx.checker.check_model(model)
    onnx.save(model, str(file))
