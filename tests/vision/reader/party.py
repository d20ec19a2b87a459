"""Light that never keeps still, as a bar has it: what it does to one picture after the other of a film."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Image

_COARSE = 4
"""Light is drawn with so much fewer pixels, for it has soft edges."""

Gain = NDArray[np.float32]
Places = tuple[Gain, Gain]
"""How far right and down each place is, in heights of the picture from its middle."""


@dataclass(frozen=True, slots=True)
class PartyLight:
    """`gain`: how many times as much light falls on each of the places (height, width) after so many seconds, or on
    all of them, of each colour alike or blue, green and red on their own."""

    gain: Callable[[Places, float], Gain]

    def on(self, picture: Image, seconds: float) -> Image:
        """A picture (height, width, 3) as it is after so many seconds."""
        height, width = picture.shape[:2]
        across, down = (np.linspace(-side / height, side / height, side // _COARSE) / 2 for side in (width, height))
        right, below = (each.astype(np.float32) for each in np.meshgrid(across, down))
        gain = self.gain((right, below), seconds)
        # A camera's grey levels are about the 2.2th root of the light.
        factor = cv2.resize(gain ** np.float32(1 / 2.2), (width, height), interpolation=cv2.INTER_LINEAR)
        lit = picture * factor.reshape(*factor.shape[:2], -1)
        return np.clip(lit, 0, 255).astype(np.uint8)


def mirror_ball(pace: float, size: float = 0.07) -> PartyLight:
    """Spots of light that wander by so many heights of the picture a second."""
    starts = np.random.default_rng(5).uniform(-1, 1, (16, 2))

    def gain(places: Places, seconds: float) -> Gain:
        right, below = places
        lit = np.zeros_like(right)
        for spot, start in enumerate(starts):
            x, y = (start + seconds * pace * np.array([np.cos(0.3 + 0.1 * (spot % 3)), 0.1]) + 1) % 2 - 1
            lit = np.maximum(lit, np.clip(4 * (1 - np.hypot(right - x, below - y) / size), 0, 1))
        return 1 + lit

    return PartyLight(gain)


def flashing(times: float, left: float) -> PartyLight:
    """A lamp that goes out so many times a second, by half of the time, when so much of the light is left."""
    return PartyLight(lambda places, seconds: np.full_like(places[0], 1 if (seconds * times) % 1 < 0.5 else left))


def below_a_fan(turns: float, depth: float) -> PartyLight:
    """The shadow of three blades, which turns so many times a second and takes so much of the light."""

    def gain(places: Places, seconds: float) -> Gain:
        angle = np.arctan2(places[1] + 0.2, places[0] - 0.15)
        return 1 - np.float32(depth) * (0.5 + 0.5 * np.tanh(3 * np.sin(3 * angle - 2 * np.pi * 3 * turns * seconds)))

    return PartyLight(gain)


def people_passing(every: float, depth: float) -> PartyLight:
    """A shadow with a hard edge that crosses the picture every so many seconds and takes so much of the light."""

    def gain(places: Places, seconds: float) -> Gain:
        middle = -1.2 + 2.4 * (seconds / every % 1)
        return 1 - np.float32(depth) * np.clip((0.3 - np.abs(places[0] - middle)) / 0.06, 0, 1)

    return PartyLight(gain)


def changing_colours(every: float, depth: float) -> PartyLight:
    """Lamps that fade from one colour into the next and are back at the first after so many seconds."""

    def gain(places: Places, seconds: float) -> Gain:
        phases = 2 * np.pi * (seconds / every + np.arange(3) / 3)
        return np.broadcast_to(1 - depth / 2 * (1 - np.cos(phases)), (*places[0].shape, 3)).astype(np.float32)

    return PartyLight(gain)
