"""Arcs of circles: what coils, moons and bent tails are made of."""

from __future__ import annotations

import numpy as np

from vision.drawings.canvas import Points


def arc(start: float, end: float, count: int = 60) -> Points:
    """Points along a circle of radius 1, from one angle to another, clockwise as seen where `end` is larger."""
    angle = np.linspace(start, end, count)
    return np.column_stack([np.cos(angle), np.sin(angle)])
