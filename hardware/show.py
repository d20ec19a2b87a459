"""Which picture is due now: keeps the times that scenes, scrolling texts and the breathing marker count from."""

from __future__ import annotations

from dataclasses import replace

from controller.ports import Moment, Snapshot
from hardware.brightness import Brightness
from hardware.canvas import Picture, Size
from hardware.layout import OPENING_SECONDS, final_picture, invited_for, steady_picture
from hardware.scenes import scene_picture, waiting
from hardware.scenes.scene import Scene


class Show:
    """The latest snapshot, played: its scenes first, then its steady picture.

    While the tray is read the ring lights it, evenly, steadily and white; scenes and markers have it back afterwards.
    With `scenes` False nothing moves: each snapshot has its final picture at once.
    """

    def __init__(self, size: Size, scenes: bool, brightness: Brightness | None = None) -> None:
        self.moves = scenes
        self._size = size
        self._reading_light = bytes((brightness or Brightness()).reading_light) * size.lights
        self._snapshot: Snapshot | None = None
        self._final: Picture | None = None
        self._began = 0.0
        self._moments_since = 0.0
        self._message_since = 0.0

    def take(self, snapshot: Snapshot, now: float) -> None:
        """Go on with this snapshot. `now`: monotonic seconds."""
        last, self._snapshot = self._snapshot, snapshot
        if last is snapshot:
            return
        self._final = None
        if last is None:  # what happened before the board was there is not news
            self._began = self._message_since = now
            self._moments_since = float("-inf")
            return
        if snapshot.moments_event != last.moments_event:
            self._moments_since = self._message_since = now
        if snapshot.message.board != last.message.board:
            self._message_since = now

    def picture(self, now: float) -> Picture:
        """What the board should show now, some snapshot having been taken."""
        assert self._snapshot is not None
        picture = self._moving(self._snapshot, now) if self.moves else self._still(self._snapshot)
        return replace(picture, ring=self._reading_light) if is_being_read(self._snapshot) else picture

    def _still(self, snapshot: Snapshot) -> Picture:
        if self._final is None:
            self._final = final_picture(snapshot, self._size)
        return self._final

    def _moving(self, snapshot: Snapshot, now: float) -> Picture:
        scene = scene_picture(snapshot, self._size, now - self._moments_since)
        if scene is not None:
            return scene
        invited = invited_for(snapshot, self._size, now - self._began)
        if invited is not None and invited < 0:
            return waiting.draw(Scene(snapshot, Moment("waiting", None), self._size), invited + OPENING_SECONDS)
        return steady_picture(snapshot, self._size, now - self._message_since, now - self._began)


def is_being_read(snapshot: Snapshot) -> bool:
    """Whether the reader waits for cubes to come to rest or for a hand to be gone; what rests next is read."""
    tray = snapshot.tray
    return "reading" in snapshot.lamps or (tray is not None and tray.status in ("moving", "blocked"))
