"""How weights are moved: convolutions as far in every direction, all with one learning rate."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="only the environment of `make train` has PyTorch")

from torch import nn  # noqa: E402

from vision.training.optimizer import Muon, MuonAndAdam  # noqa: E402

PEAK, STEPS = 1e-2, 20


def test_filters_are_moved_as_far_in_directions_in_which_little_pulls() -> None:
    torch.manual_seed(3)
    filters = nn.Conv2d(4, 4, 3, bias=False)
    before = filters.weight.detach().clone()
    strong, weak = torch.randn(2, 36).unbind()
    pull = torch.stack([100 * strong, weak, torch.randn(36), torch.randn(36)])
    filters.weight.grad = pull.view_as(filters.weight)
    MuonAndAdam(filters, PEAK, STEPS).step()
    first, second, *_ = (before - filters.weight.detach()).flatten(1).norm(dim=1).tolist()
    assert 0.5 < first / second < 2


@pytest.mark.parametrize("shape", [(104, 936), (40, 72), (96, 48)], ids=["wide", "small", "tall"])
def test_filters_are_moved_as_pytorchs_own_muon_moves_them_but_for_its_rounding(shape: tuple[int, int]) -> None:
    torch.manual_seed(5)
    ours = nn.Parameter(torch.randn(shape))
    theirs = nn.Parameter(ours.detach().clone())
    before = ours.detach().clone()
    muon = Muon([ours], PEAK)
    pytorchs = torch.optim.Muon([theirs], lr=PEAK, weight_decay=0.02, adjust_lr_fn="match_rms_adamw")
    for _ in range(5):
        ours.grad = torch.randn(shape)
        theirs.grad = ours.grad.clone()
        muon.step()
        pytorchs.step()
    assert (ours - theirs).norm() < 0.01 * (ours - before).norm()


def test_what_is_no_filter_is_moved_by_adam() -> None:
    layer = nn.Linear(3, 2)
    twin = nn.Linear(3, 2)
    twin.load_state_dict(layer.state_dict())
    optimizer = MuonAndAdam(layer, PEAK, STEPS)
    adam = torch.optim.AdamW(twin.parameters(), lr=PEAK / 25, weight_decay=0.02)
    for each in (layer, twin):
        each(torch.ones(1, 3)).sum().backward()
    optimizer.step()
    adam.step()
    for one, other in zip(layer.parameters(), twin.parameters(), strict=True):
        torch.testing.assert_close(one, other)


def test_the_learning_rate_rises_and_falls_to_nearly_nothing() -> None:
    layer = nn.Conv2d(1, 8, 3, bias=False)
    optimizer = MuonAndAdam(layer, PEAK, STEPS)
    moved = []
    for _ in range(STEPS):
        before = layer.weight.detach().clone()
        layer.weight.grad = torch.ones_like(layer.weight) + torch.arange(8).view(8, 1, 1, 1)
        optimizer.step()
        moved.append(float((layer.weight.detach() - before).norm()))
    assert moved[0] < moved[2] > moved[10] > moved[-1]
    assert moved[-1] < max(moved) / 20
