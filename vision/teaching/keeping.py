"""Keeps taught sets among the other results of calibration: the pictures, from which all else is learned again.

Pictures that were taken at a tray are kept before they are learned, which takes a minute: a power cut costs none.
What was learned is kept as well, beside them; where that was cut off, the networks have changed since, or that file
is gone, damaged, or of other pictures, it is learned anew.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from shlex import quote

import cv2
import numpy as np
from pydantic import ValidationError

from controller.ports import read_regular
from vision.calibration.results import Entry, SetResult, TaughtPicture, why_invalid
from vision.calibration.store import CalibrationError, CalibrationStore
from vision.drawings import FACES
from vision.networks import Picture
from vision.teaching.features import network_id
from vision.teaching.head import Head
from vision.teaching.learning import Names, Practice
from vision.teaching.strangeness import Familiar
from vision.teaching.taught_set import FacePicture, TaughtSet, set_of, teach_set
from vision.teaching.variations import PATCH

log = logging.getLogger("tray")

LEARNING_TAKES = "That takes a minute on a fast machine, and several on a Raspberry Pi."


def keep_set(
    store: CalibrationStore, taught: TaughtSet, pictures: Sequence[FacePicture], practice: Practice, camera: str
) -> int:
    """Keep a set; the number it is kept under. `camera`: where its pictures are from.

    Raises:
        CalibrationError: it can't be written; nothing of it is kept.
    """
    return _keep(store, taught.name, pictures, camera, (taught.names, practice)).number


def keep_pictures(store: CalibrationStore, name: str, pictures: Sequence[FacePicture], camera: str) -> Entry:
    """Keep what the set of this name is to be learned from. It is in force from then on: where it isn't learned, for
    the power was cut, whoever reads with it learns it.

    Raises:
        CalibrationError: it can't be written; nothing of it is kept.
    """
    return _keep(store, name, pictures, camera, None)


def keep_learned(store: CalibrationStore, kept: Entry, taught: TaughtSet, practice: Practice) -> None:
    """Keep what was learned from the pictures that are `kept`, and how good that is.

    Raises:
        CalibrationError: it can't be written; the pictures stay.
    """
    result = kept.result
    assert isinstance(result, SetResult)
    try:
        store.write(_beside(result.sheet), _as_file(taught.names, result.sheet_sha256))
        store.complete(kept, result.model_copy(update={"left_out": sum(practice.right.values())}))
    except CalibrationError as error:
        raise CalibrationError(
            f"The pictures of the set are kept as number {kept.number}, but not all that was learned from them: what "
            f"is missing is learned when the set is read with. Nothing more can be written in {store.folder}; put "
            "that right."
        ) from error


def _keep(
    store: CalibrationStore, name: str, pictures: Sequence[FacePicture], camera: str,
    learned: tuple[Names, Practice] | None,
) -> Entry:  # fmt: skip
    png = cv2.imencode(".png", np.vstack([picture.patch for picture in pictures]))[1].tobytes()
    pictured = sha256(png).hexdigest()
    with store.alone() as number:
        sheet = f"set-{number:04}.png"
        result, beside = _result(name, pictures, camera, sheet, pictured), {sheet: png}
        if learned is not None:
            names, practice = learned
            result = result.model_copy(update={"left_out": sum(practice.right.values())})
            beside[_beside(sheet)] = _as_file(names, pictured)
        return store.keep(result, beside=beside)


def load_set(store: CalibrationStore, name: str) -> TaughtSet:
    """The set of this name that is in force.

    Raises:
        CalibrationError: there is none, or its files are damaged; which, and what to do.
    """
    result, sheet = _in_force(store, name)
    pictures, pictured = _pictures(store, result, sheet), sha256(sheet).hexdigest()
    names = _learned(store, result, pictured)
    if names is not None and set(names.labels[:-1]) == set(result.faces):
        return set_of(name, names, pictures)
    log.warning("The set %s is learned anew from its pictures. %s", name, LEARNING_TAKES)
    taught, _ = teach_set(name, pictures)
    with suppress(CalibrationError):  # it can be read all the same, and is learned anew the next time
        store.write(_beside(result.sheet), _as_file(taught.names, pictured))
    return taught


def _in_force(store: CalibrationStore, name: str) -> tuple[SetResult, bytes]:
    """The set of this name and the file with its pictures. Raises what `load_set` raises."""
    result = store.newest(SetResult, name)
    if result is None:
        known = sorted({
            stored.entry.result.about for stored in store.history()
            if stored.entry is not None and stored.entry.result.kind == "set"
        })  # fmt: skip
        others = f" There is {', '.join(known)}." if known else f" None was taught yet in {store.folder}."
        raise CalibrationError(
            f"There is no set {name!r}.{others} `tray calibrate teach {quote(name)}` teaches it; if settings keep it "
            "elsewhere, name them with --config."
        )
    return result, store.read_beside(result, result.sheet)


def check_playable(store: CalibrationStore, name: str) -> None:
    """Whether Cosmic Wimpout can be played with the set of this name. Learns nothing.

    Raises:
        CalibrationError: it can't, for there is no such set, it is damaged, or it lacks a face of the game.
    """
    result, sheet = _in_force(store, name)
    _pictures(store, result, sheet)
    missing = [face for face in FACES if face not in result.faces]
    strange = [face for face in result.faces if face not in FACES]
    if missing or strange:
        what = f"lacks {', '.join(missing)}" if missing else f"has {', '.join(strange)} as well"
        raise CalibrationError(
            f"Cosmic Wimpout can't be played with the set {name!r}: it {what}. Name another in reader.cube_set, or "
            f"none; `tray read --set {quote(name)}` reads pictures with it."
        )


def _result(name: str, pictures: Sequence[FacePicture], camera: str, sheet: str, pictured: str) -> SetResult:
    try:
        return SetResult(
            camera=camera, name=name, sheet=sheet, sheet_sha256=pictured,
            pictures=tuple(
                TaughtPicture(face=each.face, source=each.source, found=each.found,
                              body=(float(each.body[0]), float(each.body[1]), float(each.body[2])))
                for each in pictures
            ),
        )  # fmt: skip
    except ValidationError as error:
        raise CalibrationError(
            f"The set {name!r} can't be kept ({why_invalid(error)}), so nothing was. Give whatever that is "
            "another name, or take other pictures."
        ) from error


def _pictures(store: CalibrationStore, result: SetResult, content: bytes) -> list[FacePicture]:
    try:
        sheet = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        sheet = None
    if sheet is None or sheet.shape != (PATCH * len(result.pictures), PATCH, 3):
        raise store.unusable_beside(result, result.sheet, "it is damaged")
    patches: list[Picture] = [np.asarray(patch, np.uint8) for patch in np.split(sheet, len(result.pictures))]
    return [
        FacePicture(each.face, patch, np.array(each.body), each.found, each.source)
        for each, patch in zip(result.pictures, patches, strict=True)
    ]


def _as_file(names: Names, pictured: str) -> bytes:
    """What was learned. `pictured`: the SHA-256 of the sheet that it was learned from."""
    content = io.BytesIO()
    np.savez(
        content, weights=names.head.weights, bias=names.head.bias, labels=np.array(names.labels),
        means=names.familiar.means, directions=names.familiar.directions, evenly=names.familiar.evenly,
        honesty=np.array([names.trust, names.temperature]), network=np.array(names.network),
        pictured=np.array(pictured),
    )  # fmt: skip
    return content.getvalue()


def _learned(store: CalibrationStore, result: SetResult, pictured: str) -> Names | None:
    """What was learned from these pictures, by their SHA-256; None where it has to be learned anew. Sets that were
    taught before that was kept are taken at their word."""
    try:
        with np.load(io.BytesIO(read_regular(store.folder / _beside(result.sheet))), allow_pickle=False) as file:
            labels = tuple(str(label) for label in file["labels"])
            head = Head(file["weights"], file["bias"])
            familiar = Familiar(file["means"], file["directions"], file["evenly"])
            trust, temperature = (float(value) for value in file["honesty"])
            network = str(file["network"])
            of_these = not result.sheet_sha256 if "pictured" not in file else str(file["pictured"]) == pictured
        width, count = head.weights.shape
        sizes = (head.bias.shape, familiar.means.shape, familiar.directions.shape[:1], familiar.evenly.shape)
        fits = sizes == ((len(labels),), (len(labels) - 1, width), (width,), (width,)) and count == len(labels)
        numbers = (head.weights, head.bias, familiar.means, familiar.directions, familiar.evenly, np.array(trust))
        sound = all(bool(np.isfinite(each).all()) for each in numbers) and 0.0 < temperature < np.inf
        usable = fits and sound and of_these and network == network_id()
    except Exception:  # NumPy raises nearly anything at a damaged file, and it is only learned anew
        return None
    return Names(labels, head, familiar, trust, temperature, network) if usable else None


def _beside(sheet: str) -> str:
    return sheet.removesuffix(".png") + ".npz"
