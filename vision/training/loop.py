"""The training loop that the networks share: seeded, resumable after every epoch.

Where the processor multiplies in bfloat16 the forward passes do, which takes them half to three quarters of the time
(Kalamkar et al. 2019 on training in bfloat16); the weights themselves stay in single precision. Where it doesn't,
PyTorch would do it all the same, in twice the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

import torch
from torch import Tensor, nn

Batch = tuple[Tensor, ...]


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
    to `folder`; a run that was stopped goes on from it. `report`: measures the network, in words.
    """
    torch.manual_seed(seed)
    brief = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
    optimizer = torch.optim.AdamW(network.parameters(), lr=peak, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, peak, total_steps=epochs * steps + 1, pct_start=0.15)
    checkpoint = folder / f"{name}-{seed}-{epochs}x{steps}.pt"
    first = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        first = int(state["epoch"])
        print(f"{name}: goes on after epoch {first} of {epochs}", flush=True)
    for epoch in range(first, epochs):
        torch.manual_seed(seed * 1000 + epoch)
        network.train()
        started, total = time.monotonic(), 0.0
        for batch in batches(epoch):
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=brief):
                value = loss(network, batch)
            optimizer.zero_grad(set_to_none=True)
            value.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimizer.step()
            schedule.step()
            total += float(value.detach())
        network.eval()
        torch.save(
            {
                "network": network.state_dict(),
                "optimizer": optimizer.state_dict(),
                "schedule": schedule.state_dict(),
                "epoch": epoch + 1,
            },
            checkpoint.with_suffix(".tmp"),
        )
        checkpoint.with_suffix(".tmp").rename(checkpoint)
        print(
            f"{name}: epoch {epoch + 1} of {epochs}, loss {total / steps:.4f}, {time.monotonic() - started:.0f} s; "
            f"{report(network)}",
            flush=True,
        )
    network.eval()
