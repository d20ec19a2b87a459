"""Teaching at the tray: all cubes with one face up, a picture when they rest, and the next face."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from vision.calibration.overlay import Mark, mark
from vision.calibration.session import NoPictureError, RecordingEndedError, Session
from vision.calibration.store import CalibrationError
from vision.cameras.camera import Image
from vision.finder import Finder, FoundCube
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.on_mat import trusted
from vision.quads import width_of
from vision.settings import KnownMat, LensSettings, MatSettings
from vision.settle import SettleWatch
from vision.teaching.asking import Asking, Wanted
from vision.teaching.folders import FEWEST_FACES, FEWEST_PICTURES, check_faces
from vision.teaching.main_cube import main_cubes
from vision.teaching.taught_set import FacePicture, face_picture
from vision.view import view_of_tray
from vision.watch import WATCHED

SURE = 0.3
ONE_SIZE = 0.3
"""How far, as a logarithm, a cube's width may be from the set one."""
REST_WITHIN = 8.0
"""Seconds in which what is laid has to come to rest; then the person is asked again."""
STILL_MOVES = (
    "Something still moves in the picture, so none was taken. Is the hand away, and does the light keep still? Where "
    "no mat is in view, nothing beside the cube may move either."
)

ASK = (
    "{face}, picture {take} of {takes}: put all cubes with the {face} up on the tray, {how}, and take your hand "
    "away; cubes without a {face} stay off it. Enter takes the picture; b takes the last one back; s goes on with "
    "the next face; q ends."
)
ALL = "That was all: {taken}. Enter learns the set from it; b takes the last picture back."
ALONE = " No mat is in view, so that only the cube that stands out most is taken: lay one at a time."
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
        self._asking = Asking(())

    def taken(self) -> list[FacePicture]:
        """What was taken so far, if that makes a set already; else nothing. For whoever is interrupted."""
        return self._asking.cubes() if self._asking.enough() else []

    def in_words(self) -> str:
        """What was taken so far, "" where nothing was."""
        return self._asking.in_words()

    def faces(self, faces: Sequence[str]) -> list[FacePicture]:
        """Pictures of these faces, as many as the person takes; enough for a set.

        Raises:
            CalibrationError: the person ends it with too few, a recording comes to its end before there are enough,
                or these faces are no set.
        """
        check_faces(faces)
        self._asking = Asking(faces)
        try:
            self._ask_for_all(self._asking)
        except RecordingEndedError as error:
            if not self._asking.enough():
                raise
            self._session.tell(f"{error} The set is made of what was taken: {self._asking.in_words()}.")
        for face in self._asking.lone():
            self._session.tell(f"The {face} is left out of the set: a single picture is too little to learn it from.")
        return self._asking.cubes()

    def _ask_for_all(self, asking: Asking) -> None:
        """Ask for face after face, until the person ends it or nothing is wanted any more."""
        warned = False
        while True:
            if asking.next is None and not asking.enough():
                self._session.tell(f"{_too_few(asking)} What is missing is asked for once more.")
                asking.missing_again()
            wanted = asking.next
            if wanted is None:
                if self._is_all(asking):
                    break
                continue
            answer = self._ask(wanted, asking.takes, asking.progress)
            if answer == "q":
                if self._may_end(asking, warned):
                    break
            elif answer == "b":
                if not asking.taken_back():
                    self._session.tell("There is nothing to take back.")
            elif answer == "s":
                asking.skipped()
            elif answer:
                self._session.tell(f"{answer!r} is no answer: no picture was taken. Press Enter, or type b, s or q.")
            elif cubes := self._take(wanted):
                asking.taken(cubes)
            warned = answer == "q"

    def _is_all(self, asking: Asking) -> bool:
        """Whether the person keeps what was taken last, too; what was taken back is asked for once more."""
        while answer := self._session.question(ALL.format(taken=asking.in_words())).lower():
            if answer == "b":
                return not asking.taken_back()
            if answer == "q":
                break
            self._session.tell(f"{answer!r} is no answer here. Press Enter, or type b.")
        return True

    def _ask(self, wanted: Wanted, takes: int, progress: float) -> str:
        how = HOW[min(wanted.take, len(HOW)) - 1]
        words = ASK.format(face=wanted.face, take=wanted.take, takes=takes, how=how)
        self._session.caption(words, progress)
        return self._session.question(words, self._marks).lower()

    def _may_end(self, asking: Asking, warned: bool) -> bool:
        """Whether it ends with what was taken; what would be missing then is said first, unless the person was
        `warned`.

        Raises:
            CalibrationError: it ends without a set.
        """
        if not asking.in_words():
            raise CalibrationError("Ended before a picture was taken. Nothing was kept.")
        lacking = ", ".join(asking.lacking())
        if asking.enough() and (warned or not lacking):
            return True
        if warned:
            raise CalibrationError(f"{_too_few(asking)} It was ended all the same: nothing was kept.")
        if asking.enough():
            self._session.tell(f"The set would lack: {lacking}. Go on; or end with another q, and without them.")
        else:
            self._session.tell(f"{_too_few(asking)} Go on; or end with another q, which throws away what was taken.")
        return False

    def _take(self, wanted: Wanted) -> list[FacePicture]:
        """Take a picture when all is at rest; the cubes in it."""
        face = wanted.face
        if self._lay is not None:
            self._lay(face)
        try:
            image = self._at_rest()
        except NoPictureError:
            self._session.tell("No picture was taken.")
            return []
        if image is None:
            self._session.tell(STILL_MOVES)
            return []
        mat = self._mats.follow(image)
        cubes, alone = self._cubes(image, mat), ALONE if mat is None else ""
        self._session.show(image, [mark(cube, face) for cube in cubes])
        if not cubes:
            self._session.tell("No cube is to be seen there. Is one on the tray, in the light, and the hand away?")
            return []
        self._session.tell(f"Taken: {len(cubes)} {'cube' if len(cubes) == 1 else 'cubes'} with the {face} up.{alone}")
        source = f"{face}, picture {wanted.take}"
        return [face_picture(face, image, cube, source, self._finder) for cube in cubes]

    def _at_rest(self) -> Image | None:
        """The first picture in which nothing has moved for a moment; None where something moves on and on. What moves
        beside a mat that is in view is no movement."""
        settle, began, mat = SettleWatch(), self._session.now, None
        for frame in self._session.frames():
            self._session.show(frame.image)
            if frame.still:
                return frame.image
            if mat is None and (mat := self._mats.follow(frame.image)) is not None:
                size = (frame.image.shape[1], frame.image.shape[0])
                settle.look_within([mat.outline(border) for border in WATCHED], size)
            if settle.see(frame).motion == "settled":
                return frame.image
            if self._session.now - began >= REST_WITHIN:
                return None
        raise AssertionError("frames never end")

    def _cubes(self, image: Image, mat: Mat | None) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
        """The top faces of all cubes in the tray; of the one that the picture is about where there is no mat."""
        if mat is None:
            return [cube.quad for cube in main_cubes(self._any_dice, image)[:1]]
        cube_px = mat.cube_pixels()
        found = self._any_dice.find(view_of_tray(image, mat), lambda cube: trusted(cube, mat))
        return [
            mat.top_face(cube.quad, mat.settings.cube) for cube in found.cubes if _is_cube(cube, mat, cube_px)
        ]  # fmt: skip

    def _marks(self, image: Image) -> list[Mark]:
        return [mark(quad) for quad in self._cubes(image, self._mats.follow(image))]


def _too_few(asking: Asking) -> str:
    return (
        f"That is no set yet: it needs {FEWEST_FACES} faces at least, {FEWEST_PICTURES} pictures of cubes with each. "
        f"Taken so far: {asking.in_words() or 'none'}."
    )


def _is_cube(cube: FoundCube, mat: Mat, cube_px: float) -> bool:
    right_size = abs(np.log(width_of(cube.quad) / cube_px)) < ONE_SIZE
    return cube.score >= SURE and right_size and mat.zone(cube.center) == "tray"
