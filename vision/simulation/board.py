"""Hands that move a flat board about before the simulated camera, as somebody does who measures a lens."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.camera import Frame
from vision.simulation.camera import SimulatedTray
from vision.simulation.geometry import Array, turn
from vision.simulation.light import LIGHTS, TO_LINEAR, Light, Linear, Picture, to_picture
from vision.simulation.look import Look
from vision.simulation.sensor import draw_noise, expose
from vision.simulation.view import View

HELD, MOVED = 0.5, 0.5
"""Seconds for which the board is held still at a place, and in which it is moved on to the next."""
INK, PAPER = 0.03, 0.75
"""Shares of the light that come back from what is printed black, and from the paper."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How the board is held: turned by degrees about the camera's axes right, down and forward; where in the picture
    its middle is, in parts of its width and height; and what part of the picture's longer side it would fill there,
    faced squarely."""

    right: float
    down: float
    forward: float
    x: float
    y: float
    share: float

    def on_the_way_to(self, other: Pose, part: float) -> Pose:
        """Between the two, 0..1 of the way, setting off and arriving gently."""
        gently = part * part * (3 - 2 * part)
        pairs = zip(self._values(), other._values(), strict=True)
        return Pose(*(one + gently * (another - one) for one, another in pairs))

    def _values(self) -> tuple[float, ...]:
        return self.right, self.down, self.forward, self.x, self.y, self.share


POSES = (
    Pose(0, 0, 2, 0.50, 0.50, 0.80), Pose(0, 28, 0, 0.34, 0.38, 0.72), Pose(-27, 0, -4, 0.66, 0.38, 0.72),
    Pose(0, -28, 6, 0.66, 0.62, 0.72), Pose(27, 0, 0, 0.34, 0.62, 0.72), Pose(20, 20, 0, 0.50, 0.42, 0.95),
    Pose(-20, -20, 0, 0.50, 0.58, 0.95), Pose(0, 26, 90, 0.28, 0.50, 0.66), Pose(24, -10, 90, 0.72, 0.50, 0.66),
    Pose(-8, 8, 0, 0.24, 0.26, 0.62), Pose(-8, -8, 0, 0.76, 0.26, 0.62), Pose(8, -8, 0, 0.76, 0.74, 0.62),
    Pose(8, 8, 0, 0.24, 0.74, 0.62), Pose(26, 0, 40, 0.50, 0.50, 0.74), Pose(0, 26, 140, 0.50, 0.50, 0.74),
    Pose(0, -24, 0, 0.18, 0.50, 0.78), Pose(-24, 0, 180, 0.82, 0.50, 0.78),
)  # fmt: skip
"""Everywhere in the picture, near and far, tilted to all sides; after the last comes the first again."""


class BoardBeforeCamera:
    """The camera of a simulated tray before which a board is moved about without end.

    `sheet`: what is printed on the board, one grey level a pixel; `width`: of the sheet, in mm.
    """

    def __init__(self, tray: SimulatedTray, sheet: Picture, width: float) -> None:
        self._tray = tray
        self._board = _Board(sheet, width, tray.look.view, LIGHTS[tray.look.light])
        self._rng = np.random.default_rng(9)
        self._noise = draw_noise(tray.look.view.size, LIGHTS[tray.look.light].noise, self._rng)
        self._drawn: tuple[Pose, tuple[Picture, Linear]] | None = None

    @property
    def look(self) -> Look:
        """How the tray looks, and where its camera is."""
        return self._tray.look

    def read(self) -> Frame | None:
        """The tray's next frame with the board before it; None once the camera is closed."""
        frame = self._tray.read()
        if frame is None:
            return None
        board, cover = self._seen(pose_at(frame.timestamp))
        image = _before(frame.image, expose(board, self._noise, self._rng), cover)
        return Frame(image, frame.timestamp, frame.number)

    def close(self) -> None:
        """End the pictures. Safe to call twice."""
        self._tray.close()

    def _seen(self, pose: Pose) -> tuple[Picture, Linear]:
        """What `_Board.seen` gives, drawn once while the board is held still."""
        if self._drawn is None or self._drawn[0] != pose:
            self._drawn = (pose, self._board.seen(pose))
        return self._drawn[1]


def pose_at(time: float) -> Pose:
    """How the board is held so many seconds after the first frame."""
    number, since = divmod(time, HELD + MOVED)
    here, there = (POSES[int(place) % len(POSES)] for place in (number, number + 1))
    return here.on_the_way_to(there, max(0.0, since - HELD) / MOVED)


class _Board:
    """The sheet as one camera sees it in one light."""

    def __init__(self, sheet: Picture, width: float, view: View, light: Light) -> None:
        finest = min(1.0, max(view.size) / sheet.shape[1])  # a warp alone skips pixels
        sheet = np.asarray(cv2.resize(sheet, None, fx=finest, fy=finest, interpolation=cv2.INTER_AREA), np.uint8)
        self._printed = np.asarray(INK + (PAPER - INK) * TO_LINEAR[sheet], np.float32)
        self._size = width * np.array([1.0, sheet.shape[0] / sheet.shape[1]])
        self._view, self._light = view, light
        self._along = 90.0 if view.size[1] > view.size[0] else 0.0  # its longer side along the picture's

    def seen(self, pose: Pose) -> tuple[Picture, Linear]:
        """A picture that shows the board, and how much of each pixel it covers, (height, width, 1), 0..1."""
        axes = turn((0, 0, 1), pose.forward + self._along) @ turn((0, 1, 0), pose.down) @ turn((1, 0, 0), pose.right)
        middle = self._middle(pose)
        corner = middle - axes[:, :2] @ (self._size / 2)
        step = self._size[0] / self._printed.shape[1]
        x, y = self._view.middle
        lens = np.array([[self._view.focal, 0, x], [0, self._view.focal, y], [0, 0, 1]])
        to_sheet = np.array([[step, 0, step / 2], [0, step, step / 2], [0, 0, 1]])
        matrix = lens @ np.column_stack([axes[:, 0], axes[:, 1], corner]) @ to_sheet
        print_, cover = (
            cv2.warpPerspective(each, matrix, self._view.size, flags=cv2.INTER_LINEAR)
            for each in (self._printed, np.ones_like(self._printed))
        )
        soft = cv2.GaussianBlur(np.dstack([print_, cover]), (0, 0), self._light.blur)
        lit = self._lit(middle, -axes[:, 2])
        return to_picture(np.asarray(soft[..., :1] * lit, np.float32)), np.asarray(soft[..., 1:], np.float32)

    def _middle(self, pose: Pose) -> Array:
        """Where the board's middle is, in mm along the camera's axes."""
        size = np.array(self._view.size)
        ahead = (np.array([pose.x, pose.y]) * size - self._view.middle) / self._view.focal
        far = self._view.focal * self._size[0] / (pose.share * size.max())
        return np.asarray(far * np.append(ahead, 1.0))

    def _lit(self, middle: Array, normal: Array) -> Linear:
        """The light that falls on the board: blue, green, red. `normal`: the way it faces, along the camera's
        axes."""
        place = self._view.position + middle @ self._view.axes
        squarely = max(0.0, float(normal @ self._view.axes @ self._light.direction(place)))
        lamp = np.array(self._light.lamp) * squarely * self._light.fade(place[0], place[1])
        return np.asarray(lamp + self._light.room, np.float32)


def _before(picture: Picture, board: Picture, cover: Linear) -> Picture:
    mixed = picture + cover * (board.astype(np.float32) - picture)
    return np.asarray(mixed + 0.5, np.uint8)
