"""The sun: a disc or ring with rays, with or without a face, in many manners."""

from __future__ import annotations

from vision.drawings.canvas import Manner
from vision.drawings.sun import centres, lines, suns, tongues, wedges

_FOR_TRAINING: dict[str, Manner] = {
    "serpentine": suns.serpentine,
    "flames": suns.flames,
    "ringed": centres.ringed,
    "spiralled": centres.spiralled,
    "eyed": centres.eyed,
    "sleepy": centres.sleepy,
    "rosy": centres.rosy,
    "stern": centres.stern,
    "triangles": wedges.triangles,
    "starburst": wedges.starburst,
    "facets": wedges.facets,
    "straight and wavy": wedges.straight_and_wavy,
    "petals": tongues.petals,
    "drops": tongues.drops,
    "tongues": tongues.tongues,
    "needles": lines.needles,
    "dashes": lines.dashes,
    "bundles": lines.bundles,
    "zigzag tapers": lines.zigzag_tapers,
    "hand-drawn": lines.hand_drawn,
}

MANNERS: dict[str, Manner] = {
    "wavy": suns.wavy,
    "zigzag": suns.zigzag,
    "pointed": suns.pointed,
    "beams": suns.beams,
    "curled": suns.curled,
    "corona": suns.corona,
    **_FOR_TRAINING,
}

TRAINING_ONLY = frozenset(_FOR_TRAINING)
"""Manners that the simulated tray doesn't draw."""
