"""Writes a trained network as ONNX and makes sure that OpenCV computes the same with it."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.networks import load_network


def export(network: nn.Module, example: tuple[int, ...], file: Path, *, batches: bool = False) -> float:
    """Write `network` to `file`; gives the largest difference between what PyTorch and OpenCV compute.

    `example`: shape of an input. `batches`: any number of inputs of that size at once, else one of any size.
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
    with torch.no_grad():
        wanted = network(values).numpy()
    checked = load_network(unchecked)
    checked.setInput(values.numpy())
    difference = float(np.abs(checked.forward() - wanted).max())
    if difference > 1e-3 * max(1.0, float(np.abs(wanted).max())):
        unchecked.unlink()
        raise ValueError(
            f"OpenCV computes something else than PyTorch with {file.name}: they differ by {difference:.3g}"
        )
    unchecked.replace(file)
    return difference
