"""The training loop that the networks share: seeded, resumable after every epoch.

The weights that are kept are the mean of those of the last third of the steps, which does better on drawings of other
hands than the last ones do, and differs less from one training to the next (Cha et al. 2021, "SWAD", on averaging
weights for other domains).

Where the processor multiplies in bfloat16 the forward passes do, which takes them half to three quarters of the time
(Kalamkar et al. 2019 on training in bfloat16); the weights themselves stay in single precision. Where it doesn't,
PyTorch would do it all the same, in twice the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler
from torch.optim.swa_utils import AveragedModel, update_bn

from controller.ports import save
from vision.training.kept import DamagedError, first_line, read_whole
from vision.training.sources import learned_by

Batch = tuple[Tensor, ...]

_AVERAGED = 1 / 3  # share of the steps, the last ones, whose weights are averaged
_TO_NORM = 60  # batches from which the averaged network's norms are taken


@dataclass(frozen=True)
class _Learning:
    """What changes while a network learns."""

    network: nn.Module
    averaged: AveragedModel
    optimizer: Optimizer
    schedule: LRScheduler

    def state(self, epoch: int) -> dict[str, Any]:
        """It as it is after so many epochs."""
        return {
            "network": self.network.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "schedule": self.schedule.state_dict(),
            "epoch": epoch,
            "learned by": learned_by(),
        }

    def restore(self, state: dict[str, Any]) -> int:
        """Bring everything to that state; gives how many epochs are done."""
        if state["learned by"] != learned_by():
            raise DamagedError("it was made by another version of this code")
        self.network.load_state_dict(state["network"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.schedule.load_state_dict(state["schedule"])
        return int(state["epoch"])


def train(
    name: str,
    network: nn.Module,
    batches: Callable[[int], Iterable[Batch]],
    steps: int,
    loss: Callable[[nn.Module, Batch], Tensor],
    epochs: int,
    peak: float,
    folder: Path,
    seed: int,
    report: Callable[[nn.Module], str],
) -> None:
    """Train `network` in place for `epochs` epochs of `steps` batches.

    `batches(epoch)`: the batches of an epoch, the same for the same number. After each epoch a checkpoint is written
    to `folder`; a run that was stopped goes on from it, or begins anew where it is damaged. `report`: measures the
    network, in words.
    """
    torch.manual_seed(seed)
    brief = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
    optimizer = torch.optim.AdamW(network.parameters(), lr=peak, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, peak, total_steps=epochs * steps + 1, pct_start=0.15)
    learning = _Learning(network, AveragedModel(network), optimizer, schedule)
    checkpoint = folder / f"{name}-{seed}-{epochs}x{steps}.pt"
    first = _resumed(name, checkpoint, learning)
    if first:
        print(f"{name}: goes on after epoch {first} of {epochs}", flush=True)
    for epoch in range(first, epochs):
        torch.manual_seed(seed * 1000 + epoch)
        network.train()
        started, total = time.monotonic(), 0.0
        for step, batch in enumerate(_made_ahead(iter(batches(epoch))), epoch * steps):
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=brief):
                value = loss(network, batch)
            optimizer.zero_grad(set_to_none=True)
            value.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimizer.step()
            schedule.step()
            if step >= (1 - _AVERAGED) * epochs * steps:
                learning.averaged.update_parameters(network)
            total += float(value.detach())
        network.eval()
        _keep(checkpoint, learning.state(epoch + 1))
        print(
            f"{name}: epoch {epoch + 1} of {epochs}, loss {total / steps:.4f}, {time.monotonic() - started:.0f} s; "
            f"{report(network)}",
            flush=True,
        )
    update_bn(islice(batches(epochs), _TO_NORM), learning.averaged)
    network.load_state_dict(learning.averaged.module.state_dict())
    network.eval()
    print(f"{name}: averaged; {report(network)}", flush=True)


def _made_ahead(batches: Iterator[Batch]) -> Iterator[Batch]:
    """The batches, each made while the one before it is learned from, by a core that has nothing else to do."""
    with ThreadPoolExecutor(1) as maker:
        coming = maker.submit(next, batches, None)
        while (batch := coming.result()) is not None:
            coming = maker.submit(next, batches, None)
            yield batch


def _resumed(name: str, checkpoint: Path, learning: _Learning) -> int:
    """Bring everything to where the checkpoint left it; gives how many epochs are done. Where it can't be used, that
    is said, and everything is left as it was."""
    if not checkpoint.exists():
        return 0
    begin = deepcopy(learning.state(0))
    try:
        return learning.restore(torch.load(read_whole(checkpoint), weights_only=True))
    except OSError:
        raise
    except Exception as error:  # whatever PyTorch makes of a file that holds something else
        print(f"{name}: {checkpoint} can't be used ({first_line(error)}); training begins anew.", flush=True)
        return learning.restore(begin)


def _keep(checkpoint: Path, state: dict[str, Any]) -> None:
    content = BytesIO()
    torch.save(state, content)
    save(checkpoint, content.getvalue())
