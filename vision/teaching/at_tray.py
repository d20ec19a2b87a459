"""Teaching at the tray: all cubes with one face up, a picture when they rest, and the next face."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from vision.calibration.overlay import Mark, mark
from vision.calibration.session import Session
from vision.cameras.camera import Image
from vision.finder import Finder, FoundCube, width_of
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.settings import KnownMat, LensSettings, MatSettings
from vision.settle import SettleWatch
from vision.teaching.folders import check_enough
from vision.teaching.main_cube import main_cubes
from vision.teaching.taught_set import FacePicture, face_picture
from vision.view import view_of_tray

TAKES = 2
"""Pictures of each face: of all cubes that have it at once, and once more, turned and elsewhere."""
SURE = 0.3
ONE_SIZE = 0.3
"""How far, as a logarithm, a cube's width may be from the set one."""

ASK = (
    "{face}, picture {take} of {takes}: put all cubes with the {face} up on the tray, {how}, and take your hand "
    "away; cubes without a {face} stay off it. Enter takes the picture; b takes the last one back; s skips the face; "
    "q ends."
)
HOW = ("apart from each other", "turned otherwise and elsewhere")


class TrayTeaching:
    """Takes pictures of faces at a tray whose mat is in view, or of one cube at a time where it isn't."""

    def __init__(
        self, session: Session, mat: MatSettings, known: KnownMat | None = None, lens: LensSettings | None = None,
        lay: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        """`lay`: lays the cubes with this face up, at a tray where the person can't."""
        self._session = session
        self._lay = lay
        self._mats = MatFinder(mat, known, lens)
        self._finder, self._any_dice = Finder(), Finder(any_dice=True)
        self._taken: list[list[FacePicture]] = []

    def faces(self, faces: Sequence[str]) -> list[FacePicture]:
        """Pictures of these faces, as many as the person takes.

        Raises:
            CalibrationError: there are too few, or the camera gives none.
        """
        steps = [(face, take) for face in faces for take in range(TAKES)]
        skipped: set[str] = set()
        at = 0
        while at < len(steps):
            face, take = steps[at]
            words = ASK.format(face=face, take=take + 1, takes=TAKES, how=HOW[take % len(HOW)])
            self._session.caption(words, at / len(steps))
            answer = "s" if face in skipped else self._session.question(words, self._marks).lower()
            if answer == "q":
                break
            if answer == "b":
                at = self._take_back(at)
                continue
            if answer == "s":
                skipped.add(face)
            elif not self._take(face):
                continue
            else:
                at += 1
                continue
            self._taken.append([])
            at += 1
        pictures = [one for taken in self._taken for one in taken]
        taught = [one.face for one in pictures]
        check_enough([face for face in faces if face in taught], taught)
        return pictures

    def _take(self, face: str) -> bool:
        """Take a picture when all is at rest; whether a cube is in it."""
        if self._lay is not None:
            self._lay(face)
        image = self._at_rest()
        cubes = self._cubes(image)
        self._session.show(image, [mark(cube, face) for cube in cubes])
        if not cubes:
            self._session.tell("No cube is to be seen there. Is one on the tray, in the light, and the hand away?")
            return False
        self._taken.append([
            face_picture(face, image, cube, f"{face}, picture {len(self._taken) + 1}", self._finder) for cube in cubes
        ])
        self._session.tell(f"Taken: {len(cubes)} {'cube' if len(cubes) == 1 else 'cubes'} with the {face} up.")
        return True

    def _take_back(self, at: int) -> int:
        if not self._taken:
            self._session.tell("There is nothing to take back.")
            return at
        self._taken.pop()
        return at - 1

    def _at_rest(self) -> Image:
        """The first picture in which nothing has moved for a moment."""
        settle = SettleWatch()
        for frame in self._session.frames():
            self._session.show(frame.image)
            if frame.still or settle.see(frame).motion == "settled":
                return frame.image
        raise AssertionError("frames never end")

    def _cubes(self, image: Image) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
        """The top faces of all cubes in the tray; of the one that the picture is about where there is no mat."""
        mat = self._mats.follow(image)
        if mat is None:
            return [cube.quad for cube in main_cubes(self._any_dice, image)[:1]]
        cube_px = mat.cube_pixels()
        found = self._any_dice.find(view_of_tray(image, mat), lambda cube: cube.score * mat.likeness(cube.quad))
        return [
            mat.top_face(cube.quad, mat.settings.cube) for cube in found.cubes if _is_cube(cube, mat, cube_px)
        ]  # fmt: skip

    def _marks(self, image: Image) -> list[Mark]:
        return [mark(quad) for quad in self._cubes(image)]


def _is_cube(cube: FoundCube, mat: Mat, cube_px: float) -> bool:
    right_size = abs(np.log(width_of(cube.quad) / cube_px)) < ONE_SIZE
    return cube.score >= SURE and right_size and mat.zone(cube.center) == "tray"
