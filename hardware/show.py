"""Which picture is due now: keeps the times that scenes, scrolling texts and the breathing marker count from."""

from __future__ import annotations

from dataclasses import replace

from controller.ports import Snapshot
from hardware.canvas import Picture, Size
from hardware.layout import final_picture, steady_picture
from hardware.scenes import scene_picture


class Show:
    """The latest snapshot, played: its scenes first, then its steady picture.

    With `scenes` False nothing moves: each snapshot has its final picture at once.
    """

    def __init__(self, size: Size, scenes: bool) -> None:
        self.moves = scenes
        self._size = size
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
        if not self.moves:
            if self._final is None:
                self._final = final_picture(self._snapshot, self._size)
            return self._final
        steady = steady_picture(self._snapshot, self._size, now - self._message_since, now - self._began)
        scene = scene_picture(self._snapshot, self._size, now - self._moments_since)
        if scene is None:
            return steady
        if "reading" in self._snapshot.lamps:  # the ring lights the tray for the camera, scene or not
            return replace(scene, ring=steady.ring)
        return scene
