"""How well a set of dice is read after teaching, on photographs that are not in this repository."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator, default_rng

from tests.benchmarks.figures import Figures, NotHereError
from vision.calibration.check_figures import wilson
from vision.cameras.camera import Image
from vision.finder import Finder
from vision.pictures import load_picture
from vision.reader import TrayReader
from vision.teaching.choosing import choose
from vision.teaching.folders import CHOICES, Choices
from vision.teaching.main_cube import main_cubes
from vision.teaching.reading import eyes_for
from vision.teaching.taught_set import TaughtSet, face_picture, teach_set

FACES = ("1", "2", "3", "4", "5", "6")
DRAWS = 3
"""Different pictures to teach from, by chance."""
DIE_PX = 60.0
"""Width of a die's top face in these photographs, roughly."""
HELD_BACK = 3
"""Every third photograph was not looked at while the teaching was designed."""


@dataclass(frozen=True, slots=True, eq=False)
class _Photo:
    """A photograph and its dice: the face and the centre of each."""

    image: Image
    dice: tuple[tuple[str, tuple[float, float]], ...]


@dataclass(slots=True)
class Score:
    """What became of the dice of some photographs, and of the photographs."""

    dice: int = 0
    right: int = 0
    unsure: int = 0
    wrong: int = 0
    missed: int = 0
    extra: int = 0
    photos: int = 0
    clear: int = 0
    clear_and_right: int = 0
    blocked: int = 0

    def row(self, name: str) -> str:
        """As a row of the table."""
        low, high = wilson(self.right, self.dice)
        return (
            f"| {name} | {self.dice} | {self.right / max(1, self.dice):.1%} ({low:.1%} to {high:.1%}) | "
            f"{self.unsure} | {self.wrong} | {self.missed} | {self.extra} | {self.photos} | {self.clear_and_right} | "
            f"{self.clear - self.clear_and_right} | {self.blocked} |"
        )


PART = ("1", "2", "3")
"""Of the faces; where no other was taught, the others look like these."""
LEAST_RIGHT = 0.99
"""Of the dice in other photographs, with five pictures a face."""


def report(root: Path) -> Figures:
    """The photographs in the folder beside the checkout.

    Raises:
        NotHereError: they aren't there.
    """
    folder = root.parent / "shared" / "real-dice" / "webcam"
    if not folder.is_dir():
        raise NotHereError("the photographs of dice to measure on lack")
    cv2.setNumThreads(1)
    photos = [_photo(file) for file in sorted(folder.glob("*.jpg"))]
    seen = [photo for number, photo in enumerate(photos) if number % HELD_BACK != HELD_BACK - 1]
    held_back = [photo for number, photo in enumerate(photos) if number % HELD_BACK == HELD_BACK - 1]
    plain = TrayReader()
    rows = [_read(plain, held_back).row("untaught, held back")]
    ratios, scores = [], dict[int, tuple[Score, Score]]()
    for pictures in (2, 5):
        others, kept = Score(), Score()
        for seed in range(DRAWS):
            taught, rest = _teach(seen, pictures, default_rng(seed))
            reader = TrayReader(eyes=eyes_for(taught))
            _read(reader, rest, others)
            _read(reader, held_back, kept)
            ratios.append(_slower(reader, plain, held_back[-1].image))
        rows.append(others.row(f"{pictures} a face, other photographs"))
        rows.append(kept.row(f"{pictures} a face, held back"))
        scores[pictures] = others, kept
    strangers = _part_taught(seen, held_back)
    text = "\n".join([
        "## Teaching", "",
        f"{len(photos)} photographs of ordinary dice, whose pips the networks know only as no face of the set. The "
        f"faces 1 to 6 are taught from cut-outs of some of them, {DRAWS} times by chance, and read in whole others "
        "without a mat. The thresholds were chosen with an eye on two photographs of three; the third ones were held "
        "back. Right is only what is named; in brackets the 95 % interval.", "",
        "| taught | dice | right | unsure | wrong | missed | seen where none is | photographs | clear and entirely "
        "right | clear and wrong | `blocked`, as by a hand that none shows |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |", *rows, "",
        f"Where of five pictures a face only those of {', '.join(PART)} were taught, {strangers.count} dice showed "
        f"another number, of which {strangers.named} were named; in {strangers.photos} photographs, of which "
        f"{strangers.clear} were called clear.", "",
        f"A whole reading of a photograph without a mat takes {np.median(ratios):.2f} times as long as untaught.",
    ])
    return Figures(text, tuple(beyond(scores, strangers)))


def beyond(scores: Mapping[int, Sequence[Score]], strangers: Strangers) -> Iterator[str]:
    """A sentence for each limit that wasn't kept. `scores`: by how many pictures a face were taught."""
    wrong = sum(each.clear - each.clear_and_right for some in scores.values() for each in some)
    if wrong:
        yield f"{wrong} photographs were called clear after teaching and are wrong; none may be."
    right = sum(each.right for each in scores[5]) / sum(each.dice for each in scores[5])
    if right < LEAST_RIGHT:
        yield f"from five pictures a face {right:.2%} of the dice are read right, not {LEAST_RIGHT:.0%}."
    if strangers.named or strangers.clear:
        yield (
            f"{strangers.named} dice with faces that weren't taught were named, and {strangers.clear} photographs "
            "that show some were called clear; neither may be."
        )


def _photo(file: Path) -> _Photo:
    image = load_picture(file)
    size = image.shape[1::-1]
    dice = []
    for line in file.with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        which, x, y, _, _ = line.split()
        dice.append((FACES[int(which)], (float(x) * size[0], float(y) * size[1])))
    return _Photo(image, tuple(dice))


@dataclass(slots=True)
class Strangers:
    """Dice with faces that weren't taught: how many there are, how many of them were named, in how many photographs,
    and how many of these were called clear."""

    count: int = 0
    named: int = 0
    photos: int = 0
    clear: int = 0


def _part_taught(seen: Sequence[_Photo], held_back: Sequence[_Photo]) -> Strangers:
    """The other dice where only `PART` was taught, in photographs that none of the pictures is from."""
    score = Strangers()
    for seed in range(DRAWS):
        taught, rest = _teach(seen, 5, default_rng(seed), PART)
        reader = TrayReader(eyes=eyes_for(taught))
        for photo in [*rest, *held_back]:
            strange = [center for face, center in photo.dice if face not in PART]
            if not strange:
                continue
            reading = reader.read_picture(photo.image)
            score.photos += 1
            score.clear += reading.status == "clear"
            score.count += len(strange)
            score.named += sum(
                any(cube.face is not None and np.hypot(*np.subtract(cube.center, center)) < DIE_PX / 2
                    for cube in reading.cubes)
                for center in strange
            )  # fmt: skip
    return score


def _teach(
    photos: Sequence[_Photo], pictures: int, rng: Generator, faces: Sequence[str] = FACES
) -> tuple[TaughtSet, list[_Photo]]:
    """A set taught from so many dice of each of the faces, and the photographs that none of them is from."""
    needed, used = Counter(dict.fromkeys(faces, pictures)), set()
    finder, any_dice = Finder(), Finder(any_dice=True)
    choices = []
    for number in rng.permutation(len(photos)):
        for face, center in photos[number].dice:
            if needed[face]:
                cut = _cut_out(photos[number].image, center, rng)
                cubes = main_cubes(any_dice, cut)[:CHOICES]
                if cubes:
                    needed[face] -= 1
                    used.add(int(number))
                    choices.append(Choices(tuple(face_picture(face, cut, cube.quad, "", finder) for cube in cubes)))
    chosen = choose(choices)
    taught, _ = teach_set("dice", chosen.pictures, learned=chosen.learned)
    return taught, [photo for number, photo in enumerate(photos) if number not in used]


def _cut_out(image: Image, center: tuple[float, float], rng: Generator) -> Image:
    """The surroundings of a die, from close to wide, the die not quite in the middle."""
    reach = DIE_PX * np.exp(rng.uniform(np.log(0.9), np.log(2.5)))
    middle = np.array(center) + rng.uniform(-0.15, 0.15, 2) * reach
    (left, top), (right, bottom) = np.maximum(0, middle - reach).astype(int), (middle + reach).astype(int)
    return image[top:bottom, left:right].copy()


def _read(reader: TrayReader, photos: Sequence[_Photo], score: Score | None = None) -> Score:
    score = score or Score()
    for photo in photos:
        reading = reader.read_picture(photo.image)
        left, right = list(reading.cubes), 0
        for face, center in photo.dice:
            near = [cube for cube in left if np.hypot(*np.subtract(cube.center, center)) < DIE_PX / 2]
            if not near:
                score.missed += 1
                continue
            left.remove(near[0])
            right += near[0].face == face
            score.unsure += near[0].face is None
            score.wrong += near[0].face not in (face, None)
        extra = sum(cube.face is not None for cube in left)
        score.dice += len(photo.dice)
        score.right += right
        score.extra += extra
        score.photos += 1
        score.blocked += reading.status == "blocked"
        score.clear += reading.status == "clear"
        score.clear_and_right += reading.status == "clear" and right == len(photo.dice) and not extra
    return score


def _slower(taught: TrayReader, plain: TrayReader, image: Image) -> float:
    def seconds(reader: TrayReader) -> float:
        began = time.process_time()
        reader.read_picture(image)
        return time.process_time() - began

    return min(seconds(taught) for _ in range(3)) / min(seconds(plain) for _ in range(3))
