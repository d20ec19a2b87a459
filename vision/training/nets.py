"""The three networks in PyTorch."""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from vision.networks import CLASSES, FINDER_CHANNELS, FINDER_INPUTS, LEAN_CROP
from vision.training.symbols import SYMBOLS


def _conv(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        self.change = _conv(channels, channels, 1, dilation)

    def forward(self, values: Tensor) -> Tensor:
        return values + cast(Tensor, self.change(values))


class FinderNet(nn.Module):
    """Views (N, FINDER_INPUTS, H, W) to maps (N, FINDER_CHANNELS, H / 4, W / 4): a small U, its bottom at H / 16."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(_conv(FINDER_INPUTS, 16, 2), _conv(16, 24, 2))
        self.eighth = nn.Sequential(_conv(24, 48, 2), _Residual(48))
        self.sixteenth = nn.Sequential(_conv(48, 96, 2), _Residual(96), _Residual(96, 2), _Residual(96))
        self.lift = nn.Conv2d(96, 48, 1)
        self.middle = _Residual(48)
        self.narrow = nn.Conv2d(48, 24, 1)
        self.overview = nn.Conv2d(48, FINDER_CHANNELS, 1)  # what takes a wide view: hands, leaning
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.head = nn.Sequential(_conv(24, 32), nn.Conv2d(32, FINDER_CHANNELS, 1))
        with torch.no_grad():  # at first nothing is anywhere: keeps the first steps from blowing up
            cast(Tensor, self.head[1].bias)[[0, 8, 9, 10]] = -3.0

    def forward(self, pictures: Tensor) -> Tensor:
        quarter = self.quarter(pictures)
        eighth = self.eighth(quarter)
        deep = self.up(self.lift(self.sixteenth(eighth)))
        middle = self.middle(eighth + deep)
        fine = self.head(quarter + self.up(self.narrow(middle)))
        return cast(Tensor, fine + self.up(self.overview(middle)))


class ClassifierNet(nn.Module):
    """Faces (N, 2, CROP, CROP) to logits (N, len(CLASSES)).

    Only training asks it for the symbols of no game as well.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _conv(2, 24),
            _conv(24, 40, 2),
            _conv(40, 64, 2),
            _Residual(64),
            _conv(64, 112, 2),
            _Residual(112),
            _Residual(112),
        )
        self.drop = nn.Dropout(0.2)
        self.name = nn.Linear(112, len(CLASSES))
        self.symbol = nn.Linear(112, SYMBOLS)

    def forward(self, faces: Tensor) -> Tensor:
        return self.both(faces)[0]

    def both(self, faces: Tensor) -> tuple[Tensor, Tensor]:
        """The logits (N, len(CLASSES)) of names and those (N, SYMBOLS) of symbols."""
        seen = self.drop(self.features(faces).mean((2, 3)))
        return cast(Tensor, self.name(seen)), cast(Tensor, self.symbol(seen))


class LeaningNet(nn.Module):
    """Cubes as from above (N, 4, LEAN_CROP, LEAN_CROP) to logits of leaning, and where the top's centre
    truly is, (x, y) in sides from the middle: (N, 3).

    Where in the crop something is seen matters, so that the last maps are not averaged but weighed place by place.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _conv(4, 24, 2),
            _Residual(24),
            _conv(24, 48, 2),
            _Residual(48),
            _Residual(48),
            _conv(48, 80, 2),
            _Residual(80),
            _Residual(80),
            _conv(80, 24),
        )
        cells = (LEAN_CROP // 8) ** 2
        self.drop = nn.Dropout(0.2)
        self.weigh = nn.Sequential(nn.Linear(24 * cells, 32), nn.ReLU(inplace=True), nn.Linear(32, 3))

    def forward(self, cubes: Tensor) -> Tensor:
        return cast(Tensor, self.weigh(self.drop(self.features(cubes).flatten(1))))
