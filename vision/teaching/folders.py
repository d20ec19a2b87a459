"""Teaching from pictures in folders: one folder a face, its name the face's."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.ports import printable, read_regular
from vision.calibration.store import CalibrationError
from vision.finder import Finder
from vision.networks import NONE
from vision.pictures import PICTURE_SUFFIXES, PictureError, load_picture
from vision.teaching.main_cube import main_cubes
from vision.teaching.taught_set import FacePicture, face_picture

FEWEST_FACES = 2
FEWEST_PICTURES = 2
ENOUGH_PICTURES = 5
LONGEST_NAME = 12
CHOICES = 3
"""Of what may be the main cube of a picture so many are kept in mind, the likeliest first."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """What may be the face that a picture is about, the likeliest first."""

    faces: tuple[FacePicture, ...]


def from_folders(folder: Path, tell: Tell) -> list[Choices]:
    """The faces of all pictures under `folder`; each picture in which none is found is told, and left out.

    Raises:
        CalibrationError: there is no such folder, or too little in it; what is missing.
    """
    faces = list(_faces(folder))
    for file in sorted(each for each in _listed(folder) if not each.is_dir() and not each.name.startswith(".")):
        tell(
            f"Left out: {printable(file)} lies beside the folders of the faces. Put it into the one whose face it "
            "shows."
        )
    finder, any_dice = Finder(), Finder(any_dice=True)
    found: list[Choices] = []
    pictures = [(name, each) for name in faces for each in _pictures(folder / name, tell)]
    for face, file in _without_copies(pictures, tell):
        source = printable(file)
        try:
            picture = load_picture(file)
        except PictureError as error:
            tell(f"Left out: {printable(str(error))}")
            continue
        cubes = main_cubes(any_dice, picture)[:CHOICES]
        if not cubes:
            tell(f"Left out: no cube is to be found in {source}. Take it from nearer by, on an even ground.")
            continue
        found.append(Choices(tuple(face_picture(face, picture, cube.quad, source, finder) for cube in cubes)))
    check_enough(faces, [choices.faces[0].face for choices in found])
    return found


def check_enough(faces: list[str], taught: list[str]) -> None:
    """Whether there are enough pictures of each of `faces`; `taught`: the face of each picture.

    Raises:
        CalibrationError: there are too few; which.
    """
    few = [face for face in faces if taught.count(face) < FEWEST_PICTURES]
    if few:
        counts = ", ".join(f"{face} has {taught.count(face)}" for face in few)
        raise CalibrationError(
            f"Too few pictures in which the cube could be found: {counts}. Each face needs at least "
            f"{FEWEST_PICTURES}, better {ENOUGH_PICTURES}; move a folder that is no face elsewhere. Nothing was kept."
        )


def check_faces(faces: Sequence[str]) -> None:
    """Whether these can be the faces of a set.

    Raises:
        CalibrationError: they can't, and why.
    """
    for face in faces:
        check_label(face)
    if twice := sorted({face for face in faces if list(faces).count(face) > 1}):
        raise CalibrationError(f"Named twice: {', '.join(twice)}. Name each face once.")
    if len(faces) < FEWEST_FACES:
        raise CalibrationError(
            f"A set has at least {FEWEST_FACES} faces; only {', '.join(faces) or 'none'} is named. Name all that the "
            "cubes bear, such as 1,2,3,4,5,6."
        )


def check_label(face: str) -> None:
    """Whether a face can be called that.

    Raises:
        CalibrationError: it can't, and why.
    """
    if not face.isprintable() or not face.strip() or len(face) > LONGEST_NAME or face == NONE:
        raise CalibrationError(
            f"A face can't be called {printable(face)!r}: it has 1 to {LONGEST_NAME} letters that can be seen, and "
            f"{NONE!r} is what is no face at all."
        )


def _pictures(folder: Path, tell: Tell) -> list[Path]:
    """The pictures of a face, in the order of their names; what else lies there for people to see is told."""
    files = sorted(file for file in _listed(folder) if not file.name.startswith("."))
    for file in files:
        if file.is_dir():
            tell(f"Left out: {printable(file)} is a folder. Put its pictures into {printable(folder)} itself.")
        elif file.suffix.lower() not in PICTURE_SUFFIXES:
            tell(
                f"Left out: {printable(file)} is no JPEG or PNG, nor any other picture that can be read. Convert it "
                "to JPEG."
            )
    return [file for file in files if not file.is_dir() and file.suffix.lower() in PICTURE_SUFFIXES]


def _listed(folder: Path) -> list[Path]:
    """What is in a folder.

    Raises:
        CalibrationError: it can't be looked into.
    """
    try:
        return list(folder.iterdir())
    except OSError as error:
        raise CalibrationError(
            f"{printable(folder)} can't be read ({error.strerror}), so nothing was learned. Make it readable, or "
            "take it away."
        ) from error


def _without_copies(pictures: Sequence[tuple[str, Path]], tell: Tell) -> Iterator[tuple[str, Path]]:
    """Each of these pictures of faces once: a face isn't learned better from a picture's copies, and they would be
    named right by it. Each copy is told."""
    same: dict[bytes, list[tuple[str, Path]]] = {}
    for face, file in pictures:
        same.setdefault(_content(file), []).append((face, file))
    for (face, first), *copies in same.values():
        if any(other != face for other, _ in copies):
            files = ", ".join(printable(file) for file in (first, *(copy for _, copy in copies)))
            tell(f"Left out: {files} are one picture in the folders of several faces. Keep it where it belongs.")
            continue
        for _, copy in copies:
            tell(f"Left out: {printable(copy)} is a copy of {printable(first)}. Take another picture of the {face}.")
        yield face, first


def _content(file: Path) -> bytes:
    """The same for files of the same bytes. One that can't be read is like no other; loading it says why."""
    try:
        return hashlib.sha256(read_regular(file)).digest()
    except OSError:
        return os.fsencode(file)


def _faces(folder: Path) -> Iterator[str]:
    shown = printable(folder)
    if not folder.is_dir():
        raise CalibrationError(
            f"There is no folder {shown}. Name one that holds a folder for each face, such as {shown}/2 and "
            f"{shown}/sun, with pictures in them."
        )
    names = sorted(each.name for each in _listed(folder) if each.is_dir() and not each.name.startswith("."))
    if len(names) < FEWEST_FACES:
        raise CalibrationError(
            f"{shown} must hold a folder for each face, such as {shown}/2 and {shown}/sun; it holds "
            f"{'only ' + printable(names[0]) if names else 'none'}."
        )
    for name in names:
        check_label(name)
        yield name
