"""The networks in PyTorch.

Their shapes are those at which OpenCV is quick on a small processor: no convolution has few channels, a stride or
holes (dilation), for those cost it two to five times as much for each multiplication. So pictures are folded into
cells before, and made smaller by pooling.
"""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from vision.networks import (
    CLASSES,
    COCKED,
    FACE_INPUTS,
    FINDER_CHANNELS,
    FINDER_INPUTS,
    FOREIGN,
    HEAT,
    LEAN_CROP,
    LEAN_FOLD,
    LEAN_INPUTS,
    OBSTRUCTED,
)
from vision.training.symbols import SYMBOLS


def _conv(inputs: int, outputs: int, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, padding=size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.change = _conv(channels, channels)

    def forward(self, values: Tensor) -> Tensor:
        return values + cast(Tensor, self.change(values))


class FinderNet(nn.Module):
    """Views in cells (N, FINDER_INPUTS, H, W) to maps (N, FINDER_CHANNELS, H, W): a U, named by what is left
    of the view's width at each height; its bottom is at a thirty-second."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(_conv(FINDER_INPUTS, 24, 1), _conv(24, 24))
        self.eighth = nn.Sequential(nn.MaxPool2d(2), _conv(24, 48), _Residual(48))
        self.sixteenth = nn.Sequential(nn.MaxPool2d(2), _conv(48, 96), _Residual(96))
        self.bottom = nn.Sequential(nn.MaxPool2d(2), _conv(96, 64), _Residual(64), nn.Conv2d(64, 96, 1))
        self.deep = _Residual(96)
        self.lift = nn.Conv2d(96, 48, 1)
        self.middle = _Residual(48)
        self.narrow = nn.Conv2d(48, 24, 1)
        self.overview = nn.Conv2d(48, FINDER_CHANNELS, 1)  # what takes a wide view: hands, leaning
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.head = nn.Sequential(_conv(24, 24), nn.Conv2d(24, FINDER_CHANNELS, 1))
        with torch.no_grad():  # at first nothing is anywhere: keeps the first steps from blowing up
            cast(Tensor, self.head[1].bias)[[HEAT, COCKED, FOREIGN, OBSTRUCTED]] = -3.0

    def forward(self, views: Tensor) -> Tensor:
        quarter = self.quarter(views)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        deep = self.deep(sixteenth + self.up(self.bottom(sixteenth)))
        middle = self.middle(eighth + self.up(self.lift(deep)))
        fine = self.head(quarter + self.up(self.narrow(middle)))
        return cast(Tensor, fine + self.up(self.overview(middle)))


class ClassifierNet(nn.Module):
    """Faces in cells (N, FACE_INPUTS, CROP / FOLD, CROP / FOLD) to logits (N, len(CLASSES)).

    Only training asks it for the symbols of no game as well.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _conv(FACE_INPUTS, 40),
            _conv(40, 40),
            nn.MaxPool2d(2),
            _conv(40, 64),
            _Residual(64),
            nn.MaxPool2d(2),
            _conv(64, 104),
            _Residual(104),
            _Residual(104),
        )
        self.drop = nn.Dropout(0.2)
        self.name = nn.Linear(104, len(CLASSES))
        self.symbol = nn.Linear(104, SYMBOLS)

    def forward(self, faces: Tensor) -> Tensor:
        return self.both(faces)[0]

    def both(self, faces: Tensor) -> tuple[Tensor, Tensor]:
        """The logits (N, len(CLASSES)) of names and those (N, SYMBOLS) of symbols."""
        seen = self.drop(self.features(faces).mean((2, 3)))
        return cast(Tensor, self.name(seen)), cast(Tensor, self.symbol(seen))


class LeaningNet(nn.Module):
    """Cubes as from above in cells (N, LEAN_INPUTS, LEAN_CROP / LEAN_FOLD, LEAN_CROP / LEAN_FOLD) to logits of
    leaning, and where the top's centre truly is, (x, y) in sides from the middle: (N, 3).

    Where in the crop something is seen matters, so that the last maps are not averaged but weighed place by place.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _conv(LEAN_INPUTS, 32),
            _Residual(32),
            nn.MaxPool2d(2),
            _conv(32, 64),
            _Residual(64),
            _Residual(64),
            nn.MaxPool2d(2),
            _conv(64, 96),
            _Residual(96),
            _conv(96, 16),
        )
        cells = (LEAN_CROP // LEAN_FOLD // 4) ** 2
        self.drop = nn.Dropout(0.05)
        self.weigh = nn.Sequential(nn.Linear(16 * cells, 32), nn.ReLU(inplace=True), nn.Linear(32, 5))

    def forward(self, cubes: Tensor) -> Tensor:
        return self.all_answers(cubes)[:, :3]

    def all_answers(self, cubes: Tensor) -> Tensor:
        """Those and, learned only for what is learned on the way, which way the top faces, (x, y) of its normal as
        seen from above: (N, 5)."""
        return cast(Tensor, self.weigh(self.drop(self.features(cubes).flatten(1))))


class FacingNet(LeaningNet):
    """The same for cubes on a table of which it is only guessed how it lies; what it tells is all of that, (N, 5)."""

    def forward(self, cubes: Tensor) -> Tensor:
        return self.all_answers(cubes)
