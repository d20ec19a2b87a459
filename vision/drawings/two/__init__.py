"""The 2: two swirls, half-moons, shooting stars or saucers, in many manners."""

from __future__ import annotations

from vision.drawings.canvas import Manner
from vision.drawings.two import coils, moons, saucers, shooting_stars, strokes, swirls

_FOR_TRAINING: dict[str, Manner] = {
    "snails": coils.snails,
    "parted s": coils.parted_s,
    "interwound": coils.interwound,
    "dotted spirals": coils.dotted_spirals,
    "open rings": coils.open_rings,
    "carved discs": coils.carved_discs,
    "hollow spirals": coils.hollow_spirals,
    "six and nine": coils.six_and_nine,
    "crescents": moons.crescents,
    "hooked moons": moons.hooked_moons,
    "bitten moons": moons.bitten_moons,
    "nested moons": moons.nested_moons,
    "parted discs": moons.parted_discs,
    "moons with noses": moons.moons_with_noses,
    "moon outlines": moons.moon_outlines,
    "moons with stars": moons.moons_with_stars,
    "barred stars": shooting_stars.barred_stars,
    "fanned stars": shooting_stars.fanned_stars,
    "comets": shooting_stars.comets,
    "asterisk stars": shooting_stars.asterisk_stars,
    "flaming stars": shooting_stars.flaming_stars,
    "circling stars": shooting_stars.circling_stars,
    "lenses": saucers.lenses,
    "stacked saucers": saucers.stacked_saucers,
    "beaming saucers": saucers.beaming_saucers,
    "saucer outlines": saucers.saucer_outlines,
    "tilted saucers": saucers.tilted_saucers,
    "ringed saucers": saucers.ringed_saucers,
    "beans": saucers.beans,
}

MANNERS: dict[str, Manner] = {
    "spirals": swirls.spirals,
    "half-moons": moons.half_moons,
    "shooting stars": shooting_stars.shooting_stars,
    "saucers": saucers.saucers,
    "commas": strokes.commas,
    "angular spirals": swirls.angular_spirals,
    "whirls": swirls.whirls,
    "galaxies": swirls.galaxies,
    "swooshes": strokes.swooshes,
    "hooks": strokes.hooks,
    "half discs": moons.half_discs,
    "ribbons": strokes.ribbons,
    "scrolls": swirls.scrolls,
    **_FOR_TRAINING,
}

TRAINING_ONLY = frozenset({"commas", "half discs", "galaxies", "swooshes", "hooks", "ribbons", *_FOR_TRAINING})
"""Manners that the simulated tray doesn't draw."""
