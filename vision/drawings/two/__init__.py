"""The 2: two swirls, half-moons, shooting stars or saucers, in many manners."""

from __future__ import annotations

from vision.drawings.canvas import Manner
from vision.drawings.two import swirls

MANNERS: dict[str, Manner] = {
    "spirals": swirls.spirals,
    "half-moons": swirls.half_moons,
    "shooting stars": swirls.shooting_stars,
    "saucers": swirls.saucers,
    "commas": swirls.commas,
    "angular spirals": swirls.angular_spirals,
    "whirls": swirls.whirls,
    "galaxies": swirls.galaxies,
    "swooshes": swirls.swooshes,
    "hooks": swirls.hooks,
    "half discs": swirls.half_discs,
    "ribbons": swirls.ribbons,
    "scrolls": swirls.scrolls,
}

TRAINING_ONLY = frozenset({"commas", "half discs", "galaxies", "swooshes", "hooks", "ribbons"})
"""Manners that the simulated tray doesn't draw."""
