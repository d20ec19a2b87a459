"""Learns the names of a set's faces from a few pictures of each, and measures on itself how well it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from vision.chances import softmax
from vision.classifier import LOOKS
from vision.networks import CLASSES, NONE, Picture
from vision.teaching.features import FaceFeatures
from vision.teaching.head import Head, fit_head
from vision.teaching.nothing import beside, clutter
from vision.teaching.strangeness import Familiar, familiar_with
from vision.teaching.variations import look, variation

Values = NDArray[np.float32]
Progress = Callable[[float], None]
"""Told how much of something is done, 0..1."""

VARIATIONS = 240
"""Of each face, shared among its pictures."""
NOTHINGS = 400
"""Of what is no face: half of it from the pictures themselves, half drawn."""
INVERSE = 0.25
"""How often a face is varied with ink and body exchanged: the odd cube may not have been among the pictures."""
SHAKY_LOOKS = 2
"""More looks at each picture that was left out, each at four variations of it: pictures to come differ more from
those that were taught than these do among themselves."""
MOST_PARTS = 40
"""As often it is learned with some pictures left out, at most: five pictures of each face are left out one by one."""
LEAST_TEMPERATURE = 2.0
"""What makes chances honest for pictures to come, however well those that were taught name each other: on photographs
of dice 1.1 to 2.9."""
TEMPERATURES = np.exp(np.linspace(np.log(1.0), np.log(15.0), 25))
TRUSTS = (0.0, 1.0, 2.0, 4.0)
"""What the network's own logits may count, where the set's faces are those of the game; the head's are steeper."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """One picture of a face: its name, its patch as `vision.teaching.variations.patch_of` cuts it, and the photograph
    that it is from."""

    face: str
    patch: Picture
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """How a taught set's faces are told. `labels`: the faces, then "none". `trust`: what the network's own logits
    count. `temperature`: what logits are divided by to make chances honest. `network`: whose features they go by."""

    labels: tuple[str, ...]
    head: Head
    familiar: Familiar
    trust: float
    temperature: float
    network: str

    def logits(self, features: Values, own: Values) -> Values:
        """(n, labels) of faces with these `features` and the network's `own` logits, not made honest yet."""
        return _joined(self.head.logits(features), own, self.labels, self.trust)

    def chances(self, features: Values, own: Values) -> Values:
        """(faces, labels) of faces at each of which so many looks were taken, all of them in one look before any in
        the next: `features` (looks, faces, width), `own` (looks, faces, classes). What was never taught may be none.
        """
        looks = [self.logits(*look) for look in zip(features, own, strict=True)]
        honest = softmax(np.asarray(np.mean(looks, axis=0), np.float32) / np.float32(self.temperature))
        return self.familiar.doubted(honest, features.mean(0))


@dataclass(frozen=True, slots=True)
class Practice:
    """How pictures that were left out were named. `right` and `of`: by face. `taken_for`: of those named wrong.

    `wrong`: which lessons those are.
    """

    right: dict[str, int]
    of: dict[str, int]
    taken_for: dict[str, tuple[str, ...]]
    wrong: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Studied:
    """A lesson as the network sees it: features of its variations, of the looks at it, and the own logits there."""

    name: int
    variations: Values
    looks: list[tuple[Values, Values]]


_Told = tuple[int, list[tuple[Values, Values]]]


def to_nobody(_share: float) -> None:
    """Progress that nobody wants to see."""


def learn(
    lessons: Sequence[Lesson], features: FaceFeatures, seed: int = 0, progress: Progress = to_nobody
) -> tuple[Names, Practice]:
    """Learn the faces of `lessons`: at least two faces, two pictures of each. The same pictures give the same names.
    `progress` is told how far it is.

    The figures are of leaving out photograph after photograph, and learning from the others.
    """
    faces = list(dict.fromkeys(lesson.face for lesson in lessons))
    labels = (*faces, NONE)
    rng = default_rng(seed)
    studied = []
    for number, lesson in enumerate(lessons, start=1):
        studied.append(_study(lesson, faces, lessons, features, rng))
        progress(number / len(lessons) / 2)
    nothings = _nothings(lessons, features, rng)
    told: dict[int, _Told] = {}
    photographs = by_photograph(lessons)
    parts = dealt(photographs)
    for number, part in enumerate(parts, start=1):
        head = _fit([one for at, one in enumerate(studied) if at not in part], nothings, len(labels))
        told |= {at: _told(studied[at], head) for at in part}
        progress((1 + number / len(parts)) / 2)
    left_out = [told[at] for at in range(len(studied))]
    trusts = TRUSTS if set(faces) <= set(CLASSES) else (0.0,)
    _, trust, hottest = min(
        (_surprise(left_out, labels, trust, temperature), trust, float(temperature))
        for trust in trusts for temperature in TEMPERATURES
    )  # fmt: skip
    # Without one of its few pictures a face is told worse than it will be with all of them.
    siblings = len(photographs) / len(faces)
    temperature = max(LEAST_TEMPERATURE, hottest ** ((siblings - 1) / siblings))
    head, familiar = _fit(studied, nothings, len(labels)), familiar_with(*_varied(studied))
    names = Names(labels, head, familiar, trust, temperature, features.network_id)
    return names, _practice(left_out, labels, trust)


def by_photograph(lessons: Sequence[Lesson]) -> list[list[int]]:
    """The numbers of the lessons that are left out together: of a face those from one photograph, for they show it in
    one light; where a single photograph shows a face, each of its lessons alone."""
    photographs: dict[tuple[str, str], list[int]] = {}
    for number, lesson in enumerate(lessons):
        photographs.setdefault((lesson.face, lesson.source), []).append(number)
    of_face = Counter(face for face, _ in photographs)
    together: list[list[int]] = []
    for (face, _), numbers in sorted(photographs.items(), key=lambda each: each[0][0]):
        together += [numbers] if of_face[face] > 1 else [[number] for number in numbers]
    return together


def dealt(photographs: Sequence[Sequence[int]]) -> list[list[int]]:
    """The same in `MOST_PARTS` parts at most: of more photographs some are left out together, of different faces as
    far as can be."""
    parts: list[list[int]] = [[] for _ in range(min(MOST_PARTS, len(photographs)))]
    for number, lessons in enumerate(photographs):
        parts[number % MOST_PARTS] += lessons
    return parts


def chance_of(names: Names, lesson: Lesson, features: FaceFeatures) -> float:
    """How likely the lesson's picture shows its face, by `names`."""
    seen = features.of([look(lesson.patch, zoom, quarter) for zoom, quarter in LOOKS])
    (chances,) = names.chances(*(looks[:, None] for looks in seen))
    return float(chances[names.labels.index(lesson.face)])


def _study(
    lesson: Lesson, faces: list[str], lessons: Sequence[Lesson], features: FaceFeatures, rng: Generator
) -> _Studied:
    siblings = sum(other.face == lesson.face for other in lessons)
    varied = [variation(lesson.patch, rng, INVERSE) for _ in range(max(24, VARIATIONS // siblings))]
    views = [[look(lesson.patch, zoom, quarter) for zoom, quarter in LOOKS]]
    views += [[variation(lesson.patch, rng) for _ in LOOKS] for _ in range(SHAKY_LOOKS)]
    return _Studied(faces.index(lesson.face), features.of(varied)[0], [features.of(view) for view in views])


def _nothings(lessons: Sequence[Lesson], features: FaceFeatures, rng: Generator) -> Values:
    seen = [beside(lessons[index % len(lessons)].patch, rng) for index in range(NOTHINGS // 2)]
    return features.of(seen + [clutter(rng) for _ in range(NOTHINGS // 2)])[0]


def _fit(studied: Sequence[_Studied], nothings: Values, count: int) -> Head:
    varied, names = _varied(studied)
    return fit_head(np.concatenate([varied, nothings]), np.append(names, [count - 1] * len(nothings)), count)


def _varied(studied: Sequence[_Studied]) -> tuple[Values, NDArray[np.int64]]:
    """The features of all variations, and which face each shows."""
    names = np.repeat([one.name for one in studied], [len(one.variations) for one in studied])
    return np.concatenate([one.variations for one in studied]), names


def _told(one: _Studied, head: Head) -> _Told:
    """A picture's name and, for each look at it, the head's and the network's own logits."""
    return one.name, [(head.logits(seen), own) for seen, own in one.looks]


def _joined(logits: Values, own: Values, labels: tuple[str, ...], trust: float) -> Values:
    if not trust:
        return logits
    columns = [CLASSES.index(label) for label in labels]
    return np.asarray(logits + trust * own[:, columns], np.float32)


def _surprise(
    left_out: list[_Told], labels: tuple[str, ...], trust: float, temperature: float
) -> float:
    losses = [
        -np.log(float(softmax(_joined(head, own, labels, trust).mean(0) / temperature)[name]) + 1e-6)
        for name, looks in left_out for head, own in looks
    ]  # fmt: skip
    return float(np.mean(losses))


def _practice(
    left_out: list[_Told], labels: tuple[str, ...], trust: float
) -> Practice:
    right, of = dict.fromkeys(labels[:-1], 0), dict.fromkeys(labels[:-1], 0)
    taken_for: dict[str, tuple[str, ...]] = {}
    wrong: list[int] = []
    for number, (name, looks) in enumerate(left_out):
        face, told = labels[name], labels[int(_joined(*looks[0], labels, trust).mean(0).argmax())]
        of[face] += 1
        right[face] += told == face
        if told != face:
            taken_for[face] = (*taken_for.get(face, ()), told)
            wrong.append(number)
    return Practice(right, of, taken_for, tuple(wrong))
