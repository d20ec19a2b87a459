"""The training loop that the networks share: seeded, resumable after every epoch.

Where the processor multiplies in bfloat16 the forward passes do, which takes them half to three quarters of the time
(Kalamkar et al. 2019 on training in bfloat16); the weights themselves stay in single precision. Where it doesn't,
PyTorch would do it all the same, in twice the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from controller.ports import save
from vision.training.kept import DamagedError, first_line, read_whole
from vision.training.optimizer import MuonAndAdam
from vision.training.sources import learned_by

Batch = tuple[Tensor, ...]

_REPORT_EVERY = 5  # epochs: measuring takes an eighth of the time of one


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
    samples: int,
    report: Callable[[nn.Module], str],
) -> None:
    """Train `network` in place for `epochs` epochs of `steps` batches.

    `batches(epoch)`: the batches of an epoch, the same for the same number. After each epoch a checkpoint is written
    to `folder`; a run that was stopped goes on from it, or begins anew where it is damaged or of another recipe.
    `samples`: how many the batches are made of. `report`: measures the network now and then, in words.
    """
    torch.manual_seed(seed)
    recipe = _recipe(network, samples)
    brief = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
    optimizer = MuonAndAdam(network, peak, epochs * steps)
    checkpoint = folder / f"{name}-{seed}-{epochs}x{steps}.pt"
    first = _resumed(name, checkpoint, network, optimizer, recipe)
    if first:
        print(f"{name}: goes on after epoch {first} of {epochs}", flush=True)
    for epoch in range(first, epochs):
        torch.manual_seed(seed * 1000 + epoch)
        network.train()
        started, total = time.monotonic(), 0.0
        for batch in _made_ahead(iter(batches(epoch))):
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=brief):
                value = loss(network, batch)
            network.zero_grad(set_to_none=True)
            value.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimizer.step()
            total += float(value.detach())
        network.eval()
        _keep(checkpoint, _state(network, optimizer, epoch + 1, recipe))
        done = f"{name}: epoch {epoch + 1} of {epochs}, loss {total / steps:.4f}, {time.monotonic() - started:.0f} s"
        measured = (epoch + 1) % _REPORT_EVERY == 0 or epoch + 1 == epochs
        print(f"{done}; {report(network)}" if measured else done, flush=True)
    network.eval()


def _made_ahead(batches: Iterator[Batch]) -> Iterator[Batch]:
    """The batches, each made while the one before it is learned from, by a core that has nothing else to do."""
    with ThreadPoolExecutor(1) as maker:
        coming = maker.submit(next, batches, None)
        while (batch := coming.result()) is not None:
            coming = maker.submit(next, batches, None)
            yield batch


def _recipe(network: nn.Module, samples: int) -> str:
    """What decides what a network becomes, beside its name, seed and epochs: the code, so many samples, and how it
    begins. Asked for before the first epoch, for the code that runs is that of then."""
    begin = sha256()
    for values in network.state_dict().values():
        begin.update(values.contiguous().numpy().tobytes())
    return f"{learned_by()} {samples} {begin.hexdigest()}"


def _resumed(name: str, checkpoint: Path, network: nn.Module, optimizer: MuonAndAdam, recipe: str) -> int:
    """Bring everything to where the checkpoint left it; gives how many epochs are done. Where it can't be used, that
    is said, and everything is left as it was."""
    if not checkpoint.exists():
        return 0
    begin = deepcopy(_state(network, optimizer, 0, recipe))
    try:
        return _restored(torch.load(read_whole(checkpoint), weights_only=True), network, optimizer, recipe)
    except OSError:
        raise
    except Exception as error:  # whatever PyTorch makes of a file that holds something else
        print(f"{name}: {checkpoint} can't be used ({first_line(error)}); training begins anew.", flush=True)
        return _restored(begin, network, optimizer, recipe)


def _restored(state: dict[str, Any], network: nn.Module, optimizer: MuonAndAdam, recipe: str) -> int:
    if state["recipe"] != recipe:
        raise DamagedError("it was made by another version of this code, or from other samples or first weights")
    network.load_state_dict(state["network"])
    optimizer.load_state_dict(state["optimizer"])
    return int(state["epoch"])


def _state(network: nn.Module, optimizer: MuonAndAdam, epoch: int, recipe: str) -> dict[str, Any]:
    return {
        "network": network.state_dict(),
        "optimizer": optimizer.state_dict(),
        "epoch": epoch,
        "recipe": recipe,
    }


def _keep(checkpoint: Path, state: dict[str, Any]) -> None:
    content = BytesIO()
    torch.save(state, content)
    save(checkpoint, content.getvalue())
