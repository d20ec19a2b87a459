"""Reads a tray from single pictures, as `tray read` does."""

from __future__ import annotations

from controller.ports import TrayReading
from vision.cameras.camera import Image
from vision.eyes import Eyes
from vision.judgement import blocked, judge
from vision.mat_finder import MatFinder
from vision.settings import MatSettings


class TrayReader:
    """Reads pictures that have nothing to do with each other."""

    def __init__(self, mat: MatSettings | None = None, eyes: Eyes | None = None) -> None:
        self._mats = MatFinder(mat)
        self._eyes = eyes or Eyes()

    @property
    def markers_apart(self) -> bool:
        """Whether the last picture was read without a mat though several of its markers are in view."""
        return self._mats.markers_apart

    def read_picture(self, image: Image, source: str = "") -> TrayReading:
        """What lies in the tray. `image`: height x width x 3, blue, green, red; with or without the mat in view."""
        mat = self._mats.find(image)
        if self._mats.mirrored:
            return blocked(source, self._mats.trouble)
        return judge(self._eyes.look(image, mat), source)
