"""The tray with no cubes in it, as one camera sees it in one light: drawn once, whatever is thrown into it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.simulation.backdrop import Backdrop, draw_backdrop
from vision.simulation.hand import Hand, HandLook
from vision.simulation.light import Light
from vision.simulation.sensor import Noise, draw_noise
from vision.simulation.view import View


@dataclass(frozen=True, eq=False)
class EmptyTray:
    """All that is in a picture but the cubes and their shadows: what lies still, the hand, and the sensor's noise."""

    view: View
    light: Light
    backdrop: Backdrop
    hand: Hand
    noise: Noise


def draw_empty_tray(
    view: View, light: Light, floor: str, rng: np.random.Generator, hand: HandLook | None = None
) -> EmptyTray:
    """The empty tray on this floor, in this light. `hand`: whose reaches in, the house's own when None.

    Raises:
        ValueError: there is no floor of this name.
    """
    backdrop = draw_backdrop(view, light, floor, rng)
    return EmptyTray(view, light, backdrop, Hand(view, light, hand), draw_noise(view.size, light.noise, rng))
