"""Trains the finder: centres as a heat map, shapes at the centres (after "Objects as Points", Zhou et al. 2019)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.networks import COCKED, FOREIGN, HEAT, LOG_SIZE, OBSTRUCTED, OFFSET, STRETCH, STRIDE, TURN, finder_input
from vision.training.finder_parts import Part, in_a_wider_view, random_part
from vision.training.finder_samples import SPOT_CUBE, SPOT_FOREIGN, SPOT_IGNORE, FinderSamples
from vision.training.loop import Batch, train
from vision.training.nets import FinderNet
from vision.view import Slant

_BATCH = 16
_PEAK = 6e-3  # the highest learning rate
_SPREAD = 0.11  # deviation of a centre's heat as a share of the cube's width
# The target maps: heat of cubes, where it counts, heat of foreign things, shapes, where they count, what is covered.
_HEAT, _HEAT_WEIGHT, _FOREIGN, _SHAPE, _SHAPE_WEIGHT, _COVERED = 0, 1, 2, slice(3, 11), 11, 12
_MAPS = 13
_WIDER, _BARE = 0.6, 0.9
"""Share of the parts that are seen as in a wider view, and how much of that is bare floor besides, at most."""


def train_finder(
    samples: FinderSamples, validation: FinderSamples, folder: Path, seed: int, epochs: int
) -> FinderNet:
    """A trained finder. `folder` keeps the checkpoints."""
    torch.manual_seed(seed)
    network = FinderNet()
    network = network.to(memory_format=torch.channels_last)
    steps = len(samples.pictures) // _BATCH

    def batches(epoch: int) -> Iterator[Batch]:
        rng = default_rng([seed, epoch, 1])
        order = rng.permutation(len(samples.pictures))[: steps * _BATCH].reshape(steps, _BATCH)
        for rows in order:
            yield _batch(samples, rows, rng)

    def report(trained: nn.Module) -> str:
        return f"held-out loss {held_out_loss(trained, validation):.4f}"

    train("finder", network, batches, steps, finder_loss, epochs, _PEAK, folder, seed, len(samples.pictures), report)
    return network


def held_out_loss(network: nn.Module, samples: FinderSamples) -> float:
    """The loss on the first of the samples, unchanged."""
    rows = [
        np.arange(start, start + _BATCH) for start in range(0, min(160, len(samples.pictures) - _BATCH + 1), _BATCH)
    ]
    with torch.no_grad():
        return float(np.mean([float(finder_loss(network, _batch(samples, row, None))) for row in rows]))


def settle_outputs(network: FinderNet, samples: FinderSamples, leaning: float, covered: float) -> None:
    """Shift three outputs, by what held-out samples show: at a chance of 0.5 the share `leaning` of flat cubes seen
    from above is said to lean, and the share `covered` of free places is said to be covered, for both stop a game and
    false alarms must be rare; and half of the tops come out too large, half too small."""
    flat, free, sizes = [], [], []
    for start in range(0, len(samples.pictures) - _BATCH + 1, _BATCH):
        rows = np.arange(start, start + _BATCH)
        pictures, target = _batch(samples, rows, None)
        with torch.no_grad():
            maps = network(pictures)
        here = target[:, _SHAPE_WEIGHT] > 0
        above = torch.from_numpy(samples.slants[rows, 0] > 0)[:, None, None]
        flat.append(maps[:, COCKED][here & above & (target[:, _SHAPE][:, 7] < 0.5)])
        free.append(maps[:, OBSTRUCTED][target[:, _COVERED] == 0])
        sizes.append((maps[:, LOG_SIZE] - target[:, _SHAPE][:, 2])[here])
    with torch.no_grad():
        fine = cast(Tensor, network.head[1].bias)
        fine[COCKED] -= float(np.quantile(torch.cat(flat).numpy(), 1 - leaning))
        fine[OBSTRUCTED] -= float(np.quantile(torch.cat(free).numpy(), 1 - covered))
        fine[LOG_SIZE] -= float(torch.cat(sizes).median())


def finder_loss(network: nn.Module, batch: Batch) -> Tensor:
    """Focal loss for the heat, L1 for the shapes where there is a cube, cross entropy for leaning and covered."""
    pictures, target = batch
    maps = network(pictures).float()
    count = target[:, _SHAPE_WEIGHT].sum().clamp(min=1.0)
    heat = _focal(maps[:, HEAT], target[:, _HEAT], target[:, _HEAT_WEIGHT])
    foreign = _focal(maps[:, FOREIGN], target[:, _FOREIGN], target[:, _HEAT_WEIGHT])
    told = torch.cat([maps[:, OFFSET], maps[:, LOG_SIZE : LOG_SIZE + 1], maps[:, STRETCH], maps[:, TURN]], 1)
    weight = target[:, _SHAPE_WEIGHT][:, None]
    wanted = target[:, _SHAPE]
    importance = torch.tensor([1.0, 1.0, 3.0, 3.0, 3.0, 1.0, 1.0]).view(1, 7, 1, 1)
    shape = (
        functional.smooth_l1_loss(told, wanted[:, :7], reduction="none", beta=0.05) * weight * importance
    ).sum() / count
    rare = torch.tensor(2.0)  # few cubes lean, and one that isn't seen to lean is scored
    leaning = functional.binary_cross_entropy_with_logits(
        maps[:, COCKED], wanted[:, 7], reduction="none", pos_weight=rare
    )
    leaning = (leaning * target[:, _SHAPE_WEIGHT]).sum() / count
    covered = functional.binary_cross_entropy_with_logits(maps[:, OBSTRUCTED], target[:, _COVERED])
    return heat + 0.5 * foreign + shape + 3.0 * leaning + 8.0 * covered


def _focal(logit: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    chance = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    hit = target > 0.99
    positive = torch.log(chance) * (1 - chance) ** 2 * hit
    negative = torch.log(1 - chance) * chance**2 * (1 - target) ** 4 * ~hit
    return -((positive + negative) * weight).sum() / hit.sum().clamp(min=1)


def _batch(samples: FinderSamples, rows: NDArray[np.int64], rng: Generator | None) -> Batch:
    pictures, targets = [], []
    for row in rows:
        slant = Slant(*samples.slants[row, 1:].tolist()) if samples.slants[row, 0] else None
        part = Part(samples.pictures[row], slant, samples.spots[row], samples.covered[row])
        if rng is not None:
            part = random_part(part, rng)
        values = finder_input(part.picture, part.slant)[0]
        if rng is not None:
            if rng.random() < _WIDER:
                in_a_wider_view(values[:-3], float(rng.uniform(0, _BARE)))
            values[:-3] = values[:-3] * np.float32(np.exp(rng.normal(0, 0.2))) + np.float32(rng.normal(0, 0.3))
        pictures.append(values)
        targets.append(_targets(part.spots, part.covered))
    inputs = torch.from_numpy(np.stack(pictures)).contiguous(memory_format=torch.channels_last)
    return inputs, torch.from_numpy(np.stack(targets))


def _targets(spots: NDArray[np.float32], covered: NDArray[np.uint8]) -> NDArray[np.float32]:
    rows, columns = covered.shape
    maps = np.zeros((_MAPS, rows, columns), np.float32)
    maps[_HEAT_WEIGHT] = 1
    maps[_COVERED] = covered / np.float32(255)
    ys, xs = np.mgrid[0:rows, 0:columns].astype(np.float32) + np.float32(0.5)
    closest = np.full((rows, columns), 1.2, np.float32)
    for kind, x, y, log_size, *shape, cocked, reach in spots[spots[:, 0] > 0]:
        center_x, center_y = x / STRIDE, y / STRIDE
        squared = (xs - center_x) ** 2 + (ys - center_y) ** 2
        if kind == SPOT_IGNORE:
            maps[_HEAT_WEIGHT][squared < (0.6 * reach / STRIDE) ** 2] = 0
            continue
        if not (0 <= center_x < columns and 0 <= center_y < rows):
            continue
        heat = np.exp(-squared / (2 * (_SPREAD * reach / STRIDE + 0.25) ** 2))
        heat[int(center_y), int(center_x)] = 1
        layer = maps[_HEAT if kind == SPOT_CUBE else _FOREIGN]
        np.maximum(layer, heat, out=layer)
        if kind == SPOT_FOREIGN:
            continue
        near = squared < closest
        closest[near] = squared[near]
        told = [center_x - xs[near], center_y - ys[near], log_size, *shape, cocked]
        for at, value in enumerate(told):
            maps[_SHAPE][at][near] = value
        maps[_SHAPE_WEIGHT][near] = 1
    return maps
