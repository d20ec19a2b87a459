"""Writes a trained network as ONNX, its weights in bytes, and makes sure that OpenCV computes the same with it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from controller.ports import save
from vision.onnx import load_network

_ROUNDING, _IN_BYTES = 2e-3, 0.1
"""How far OpenCV's results may be from PyTorch's, as a share of these, both as root mean squares: with the same
weights, and with weights in bytes. Of random inputs the largest difference is that of one place among thousands."""
_STEPS = 127  # to either side of zero in a byte


def export(
    network: nn.Module, example: tuple[int, ...], file: Path, made_with: Mapping[str, int], *, batches: bool = False
) -> float:
    """Write `network` to `file`; gives the largest difference between what PyTorch and OpenCV compute.

    `example`: shape of an input. `made_with`: seed and amounts, kept in the file for `read_made_with`. `batches`: any
    number of inputs of that size at once, else one of any size.
    Raises ValueError when they differ by more than rounding the weights to bytes explains, and leaves the file alone.
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
    with torch.no_grad():
        wanted = network(values).numpy()
    try:
        _check(unchecked, values.numpy(), wanted, _ROUNDING)
        _store_in_bytes(unchecked, made_with)
        difference = _check(unchecked, values.numpy(), wanted, _IN_BYTES)
        save(file, unchecked.read_bytes())
    finally:
        unchecked.unlink()
    return difference


def read_made_with(file: Path) -> dict[str, str]:
    """What a network was made with, as `export` has written it; nothing where it wasn't."""
    return {fact.key: fact.value for fact in onnx.load(str(file)).metadata_props}


def _check(file: Path, values: NDArray[np.float32], wanted: NDArray[np.float32], allowed: float) -> float:
    """The largest difference between what is `wanted` and what OpenCV computes. Raises ValueError where they differ
    by more than `allowed`, a share of what is wanted."""
    network = load_network(file)
    network.setInput(values)
    differences = network.forward() - wanted
    share = float(np.sqrt(np.square(differences).mean() / np.square(wanted).mean()))
    # Asked so that what isn't a number is refused, too.
    if not share <= allowed:
        raise ValueError(
            f"OpenCV computes something else than PyTorch with {file.name}: they differ by {share:.3g} of what it is"
        )
    return float(np.abs(differences).max())


def _store_in_bytes(file: Path, made_with: Mapping[str, int]) -> None:
    """Keep the weights as whole steps in bytes, the step of each output's weights apart: a quarter of the file, and
    computed in single precision as before (Jacob et al. 2018, on quantization; of the weights only)."""
    model = onnx.load(str(file))
    graph = model.graph
    restore = []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.ndim < 2:
            continue
        step = np.abs(values).max(axis=tuple(range(1, values.ndim)), keepdims=True) / np.float32(_STEPS)
        step = np.maximum(step, np.finfo(np.float32).tiny)
        steps, whole, width = [f"{weights.name}_{kind}" for kind in ("steps", "whole", "step")]
        restore.append(helper.make_node("Cast", [steps], [whole], to=TensorProto.FLOAT))
        restore.append(helper.make_node("Mul", [whole, width], [weights.name]))
        graph.initializer.remove(weights)
        graph.initializer.append(numpy_helper.from_array(np.rint(values / step).astype(np.int8), steps))
        graph.initializer.append(numpy_helper.from_array(step, width))
    nodes = [*restore, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    helper.set_model_props(model, {name: str(value) for name, value in made_with.items()})
    onnx.checker.check_model(model)
    onnx.save(model, str(file))
