"""Pens for numerals besides the canvas's own: brushes that swell, and flat ones that leave corners."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np

from vision.drawings.canvas import Canvas, Points, polygon, resampled
from vision.drawings.numerals.lines import Line, length, whole

Pressure = Callable[[Points, Points], Points]
"""How wide a brush lies at each place of a line: from the places (N x 2), and how far along (N, 0..1) they are."""


def evenly(canvas: Canvas, lines: list[Line], width: float, ink: bool = True) -> None:
    """Draw lines with a round pen of even `width`, or with `ink=False` cut them away."""
    for points, closed in lines:
        canvas.stroke(points, width, ink, closed)


def swept(canvas: Canvas, points: Points, widths: Points) -> None:
    """Draw a line whose width runs through `widths`, one for each of `points`, with round ends and joints."""
    for point, width in zip(points, widths, strict=True):
        canvas.disc(point, width / 2)
    canvas.taper(points, widths)


def brush(canvas: Canvas, line: Line, pressure: Pressure, flat_ends: bool = False) -> None:
    """Draw a line with a round brush whose width `pressure` tells; its ends are round too, or cut off square."""
    points = resampled(whole(line), max(16, round(length(line) / 0.06)))
    widths = pressure(points, np.linspace(0, 1, len(points)))
    if flat_ends:
        canvas.taper(points, widths)
        points, widths = points[5:-5], widths[5:-5]
    swept(canvas, points, widths)


def flat_pen(canvas: Canvas, line: Line, width: float, corners: int) -> None:
    """Draw a line with a pen that has 4 or 8 `corners`, held so that two of its sides are level."""
    reach = width / 2 / np.cos(np.pi / corners)
    nib = polygon((0, 0), [reach] * corners, np.pi / corners)
    for start, end in pairwise(whole(line)):
        hull = cv2.convexHull(np.vstack([nib + start, nib + end]).astype(np.float32))
        canvas.fill(hull[:, 0])
