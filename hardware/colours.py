"""Colours of players as lights take them."""

from __future__ import annotations

from functools import lru_cache

from hardware.canvas import DARK, Colour

GAMMA = 2.2
"""What screens assume about the eye; a light's PWM is linear, so a colour made for screens has to be bent."""


@lru_cache(maxsize=1024)
def light(colour: str, brightness: float = 1.0) -> Colour:
    """A screen's "#rrggbb" for a light; `brightness` 0..1 as the eye sees it."""
    values = bytes.fromhex(colour.removeprefix("#"))
    red, green, blue = (round(255 * (value / 255 * brightness) ** GAMMA) for value in values)
    return red, green, blue


def blend(colours: list[Colour]) -> Colour:
    """What several markers on one light look like: their mean, so that no place outshines the others."""
    if not colours:
        return DARK
    red, green, blue = (sum(values) // len(colours) for values in zip(*colours, strict=True))
    return red, green, blue


def dimmed(colour: Colour, share: float) -> Colour:
    """The colour with `share` (0..1) of its light."""
    red, green, blue = (round(value * share) for value in colour)
    return red, green, blue


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """The colour with `share` (0..1) of its light given over to the other."""
    red, green, blue = (round(one * (1 - share) + two * share) for one, two in zip(colour, other, strict=True))
    return red, green, blue
