"""Measures the exported networks on held-out styles and writes what they are to MODEL_CARD.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from controller.ports import save
from vision.chances import logistic
from vision.classifier import FaceClassifier
from vision.drawings import FACES, HELD_OUT, MANNERS
from vision.finder import FAINT_SCORE, Finder
from vision.judgement import COCKED_CHANCE
from vision.neighbours import LEANING_IS_RARE
from vision.networks import CLASSES, CLASSIFIER_FILE, CUBE_WIDTH, FACING_FILE, FINDER_FILE, LEANING_FILE, USUAL_FILE
from vision.onnx import Network
from vision.training.faces import GLYPH, FaceMaker
from vision.training.facing_views import random_view
from vision.training.finder_samples import SPOT_CUBE, SPOT_IGNORE, FinderSamples
from vision.training.leaning_samples import LeaningSamples
from vision.training.patches import FACE, Patches
from vision.training.typefaces import typeset
from vision.view import Slant, View

CARD = "MODEL_CARD.md"
_TYPESET, _SEED = 200, 20  # how many of each numeral are set, and by which chance


def write(
    models: Path, scenes: FinderSamples, patches: Patches, leaning: LeaningSamples,
    made_with: Mapping[str, Mapping[str, object]],
) -> None:  # fmt: skip
    """Measure the networks in `models` on validation samples and write the card beside them.

    `made_with`: of each network what it was made with, by the names of such things.
    """
    classifier = FaceClassifier(models / CLASSIFIER_FILE.name, models / USUAL_FILE.name)
    names = name_patches(classifier, patches)
    lines = [
        "# The reader's networks",
        "",
        "`finder.onnx` finds the cubes' top faces, other objects and what a hand or glass covers; `leaning.onnx`",
        "tells leaning cubes by how the camera looks, and `facing.onnx` where that isn't known, by which way tops",
        "face; `classifier.onnx` names a face, and where it is in doubt `usual.onnx` is asked, too. They run in",
        "OpenCV and were made by `make train` from nothing but the drawings in `vision/drawings`, typefaces that",
        "Python packages bring along, and the scenes in `vision/training`: no photograph was trained on.",
        "",
        "## Data and settings",
        "",
        *(
            f"- {name}, {(models / f'{name}.onnx').stat().st_size // 1000} kB: "
            + ", ".join(f"{what} {value}" for what, value in facts.items())
            for name, facts in made_with.items()
        ),
        "",
        "The finder learns each scene anew in every pass: another part of it, turned, mirrored, in other colours and",
        "now and then under a shine, blurred or grainy, and most often as it looks in a wider view, of which much is",
        "bare floor. Into one scene in eight somebody reaches whom the other networks don't see, with skin of any",
        "colour, about that of the floor, too, and most often in a sleeve.",
        "",
        "A fifth of the faces that are made for the classifier are 2s, which are drawn in the most manners. Parts of",
        "pipped dice are among what it learns to be no face. Three fifths of its passes see crops of 36 pixels, the",
        "last ones those of 48 that the reader gives it. The usual network goes on from what it knows with only",
        "the manners that most sets are drawn in, as the simulated tray's, and those of any shape. It is asked where",
        "the classifier's first look leaves doubt; then their mean counts.",
        "",
        "A quarter of the cubes that the leaning network learns from bear doodles and rows of small shapes of no",
        "game, so that it doesn't mind what is on a cube. The facing network goes on from what that one knows, with",
        "the same cubes, seen from above tables that are tipped.",
        "",
        "Used for measuring and tuning, never for training: 48 path-traced pictures of the mat with two other sets",
        "of cubes, webcam photographs of dice, by which teaching and pips' roundness and sharpness were tuned, and",
        "pictures of the simulated tray. What went wrong there (printed markers taken for cubes, tapering fingers,",
        "dice of many sides, even floors and frames taken for hands, flat cubes that seemed to lean where a lamp",
        "left their sides dark) became kinds of things in the random scenes; figures on those pictures are",
        "therefore a little too kind.",
        "",
        "## Held-out styles",
        "",
        "Manners of drawing that training never saw, in scenes it never saw: any light, floor, wear and blur, some",
        "beyond reading for people too. One number of the classifier is fitted on these faces, the temperature",
        "that makes its chances honest. Quads are exact here; faces in doubt get several looks. Training draws two",
        "ribbons and four shards of any shape, too, which now and then come near to scrolls and long zigzags.",
        "",
        *_accuracy(names, patches),
        "",
        "Numerals in typefaces that training never saw, each photographed once:",
        "",
        *_in_typefaces(classifier),
        "",
        "## Is the classifier's confidence honest?",
        "",
        "On the faces that its temperature was fitted on. What a whole reading's confidence is worth, at throws that",
        "nothing was fitted on, is in `benchmarks.md`.",
        "",
        *_reliability(names, patches),
        "",
        "## Finding cubes in held-out scenes",
        "",
        "The levels of its chances of leaning and of something covering the tray are fitted on such scenes.",
        "",
        *_finding(Finder(models / FINDER_FILE.name), scenes),
        "",
        "## Telling leaning cubes in held-out scenes",
        "",
        "Scale and level of its chances are fitted on these scenes.",
        "",
        *_leaning(models / LEANING_FILE.name, leaning),
        "",
        "## Telling which way tops face, on tables that are only guessed to lie so",
        "",
        *_facing(models / FACING_FILE.name, leaning),
        "",
        "## Known weaknesses",
        "",
        "- Drawings of which much of the ink has come off are refused more often than others, and with them fat",
        "  numerals whose figures touch, with stars cut into them; seldom a worn 6 is surely taken for a 4.",
        "- Ink that differs from the body neither in brightness nor much in colour is read late or not at all.",
        "- Manners outside the list in `vision/drawings` are named by likeness; teaching a set is the cure.",
        "- Drawings nobody thought of are refused now and then rather than misread.",
        "- Classifiers of one recipe differ, in how they read drawings never seen most. Measure a new one with",
        "  `python -m vision.measure_throws` before it is used.",
        "- Dark cubes on dark felt are now and then said to lean.",
        "- Without a mat in view the camera's place is guessed from how the cubes look. Fewer than three don't tell",
        "  it: a flat cube seen from the side looks like a leaning one. So one or two are refused wherever they",
        "  could lean on something: each other, a thing, or what has an edge beside them, or may have one where the",
        "  picture ends. Mirrored pictures aren't told there, and in one a face may surely seem to be another.",
        "- What is smooth and crosses the whole view, an arm without its hand, is now and then taken for nothing,",
        "  and a napkin or a telephone often; what they cover is left out then.",
        "- Without a mat in view a hand is told less often than with it: most of the other such pictures are refused",
        "  for another reason. And a bare floor on which no cube lies is often taken for one.",
        "- A cube that is half covered is now and then left out, and so is one of which less than a sixth is in the",
        "  picture, and what lies below another cube.",
        "- Leaning cubes that are taken for flat lean by less than 20 degrees for the most part; without a mat",
        "  in view it happens more often.",
        "- A cube that touches another one right behind it is now and then overlooked.",
        "- Few white cubes on a wide dark floor stand out more than anything in most of the scenes: the reader",
        "  lessens the contrast of a whole tray's view.",
        "- A printed ring as wide as a glass is now and then taken for one.",
        "- Cubes on the rail are refused more often than others, most where the camera looks at them from the side.",
        "- Without a mat in view a printed marker is now and then taken for a cube.",
        "- The classifier takes six pips for stars; the reader tells them by their roundness where the picture is",
        "  sharp. Elsewhere a 6 is `unsure`, unless other cubes of its set have its colour.",
        "- A cube that fills its picture is now and then not found, and then nothing is said to lie there.",
        "",
    ]
    save(models / CARD, "\n".join(lines).encode())


def name_patches(classifier: FaceClassifier, patches: Patches) -> list[tuple[str, float]]:
    """The likeliest class of each patch and its chance."""
    named = (classifier.classify(patch, [FACE])[0] for patch in patches.pictures)
    return [(scores.best, scores.confidence) for scores in named]


def _accuracy(names: list[tuple[str, float]], patches: Patches) -> Iterable[str]:
    right = np.array([CLASSES.index(name) for name, _ in names]) == patches.classes
    yield f"All: {_share(right)}."
    yield ""
    yield "| face | manner | right |"
    yield "| --- | --- | --- |"
    for face in FACES:
        for manner in MANNERS[face]:
            chosen = (patches.classes == CLASSES.index(face)) & (patches.manners == manner)
            if manner in HELD_OUT[face] and chosen.any():
                yield f"| {face} | {manner} | {_share(right[chosen])} |"
    nothing = patches.classes == CLASSES.index("none")
    yield f"| none | dice, objects, blank cubes, bare floor | {_share(right[nothing])} |"


def _in_typefaces(classifier: FaceClassifier) -> Iterable[str]:
    maker, rng = FaceMaker("validation"), default_rng(_SEED)
    yield "| face | right |"
    yield "| --- | --- |"
    for face in ("5", "10"):
        right = []
        for _ in range(_TYPESET):
            [(picture, quad)] = maker.photographs(typeset(face, "validation", rng, GLYPH)[1], 1, rng)
            right.append(classifier.classify(picture, [quad])[0].best == face)
        yield f"| {face} | {_share(np.array(right))} |"


def _reliability(names: list[tuple[str, float]], patches: Patches) -> Iterable[str]:
    right = np.array([CLASSES.index(name) for name, _ in names]) == patches.classes
    confidence = np.array([chance for _, chance in names])
    yield "| confidence | faces | right |"
    yield "| --- | --- | --- |"
    for low, high in ((0.0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 0.99), (0.99, 0.999), (0.999, 1.01)):
        chosen = (confidence >= low) & (confidence < high)
        if chosen.any():
            yield f"| {low} to {min(high, 1.0)} | {int(chosen.sum())} | {100 * right[chosen].mean():.1f} % |"


def _finding(finder: Finder, samples: FinderSamples) -> Iterable[str]:
    cv2.setNumThreads(1)
    wanted = found = extra = 0
    off: list[float] = []
    for row, (picture, spots) in enumerate(zip(samples.pictures, samples.spots, strict=True)):
        cubes = [cube for cube in finder.find(_view(samples, row)).cubes if cube.score >= FAINT_SCORE]
        truth = spots[spots[:, 0] == SPOT_CUBE]
        truth = truth[
            (truth[:, 1:3] > 8).all(1) & (truth[:, 1] < picture.shape[1] - 8) & (truth[:, 2] < picture.shape[0] - 8)
        ]
        wanted += len(truth)
        centers = np.array([cube.center for cube in cubes]).reshape(-1, 2)
        for spot in truth:
            distance = np.hypot(*(centers - spot[1:3] + 0.5).T) if len(centers) else np.array([np.inf])
            nearest = int(distance.argmin())
            if distance[nearest] < 0.35 * spot[9]:
                found += 1
                off.append(float(distance[nearest] / spot[9]))
        extra += sum(_is_extra(center, spots) for center in centers)
    yield f"- found {_share(np.arange(wanted) < found)} of the cubes that are in sight; {extra} found where none is"
    yield (
        f"- centres off by {100 * float(np.median(off)):.1f} % of a cube's width (median)" if off else "- none found"
    )


def _leaning(model: Path, samples: LeaningSamples) -> Iterable[str]:
    network = Network(model)
    logits = [float(network.ask(samples.exact_input(row)[None])[0, 0]) for row in range(len(samples.tilts))]
    chances = logistic(np.array(logits) + LEANING_IS_RARE)
    degrees = np.degrees(samples.tilts)
    yield (
        "In one look, no brighter than it is and whatever lies beside it; "
        f"said to lean from a chance of {COCKED_CHANCE:.2f} on:"
    )
    yield ""
    yield "| leans by | said to lean |"
    yield "| --- | --- |"
    for words, low, high in (("0 to 6 degrees", -1, 6), ("10 to 15", 10, 15), ("15 to 20", 15, 20), ("more", 20, 90)):
        chosen = (degrees > low) & (degrees <= high)
        yield f"| {words} | {_share(chances[chosen] >= COCKED_CHANCE)} |"


def _facing(model: Path, samples: LeaningSamples) -> Iterable[str]:
    network, off = Network(model), []
    for row in range(len(samples.tilts)):
        view = random_view(samples, row, default_rng([_SEED, row]))
        off.append(np.hypot(*(network.ask(view.values[None])[0, 3:] - view.facing)))
    half, most = np.degrees(np.quantile(off, (0.5, 0.9)))
    yield f"Half of them, flat or leaning, are off by {half:.1f} degrees at most, nine in ten by {most:.1f}."


def _view(samples: FinderSamples, row: int) -> View:
    slant = Slant(*samples.slants[row, 1:].tolist()) if samples.slants[row, 0] else None
    return View(samples.pictures[row], np.eye(3), CUBE_WIDTH, slant)


def _is_extra(center: NDArray[np.float64], spots: NDArray[np.float32]) -> bool:
    cubes = spots[(spots[:, 0] == SPOT_CUBE) | (spots[:, 0] == SPOT_IGNORE)]
    return not any(np.hypot(*(center + 0.5 - row[1:3])) < 0.5 * row[9] for row in cubes)


def _share(right: NDArray[np.bool_]) -> str:
    if not len(right):
        return "none measured"
    return f"{100 * right.mean():.2f} % ({int(right.sum())} of {len(right)})"
