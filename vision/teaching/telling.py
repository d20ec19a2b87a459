"""What a set that was taught is worth, in words, and what would make it better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from vision.drawings import FACES
from vision.networks import NONE
from vision.teaching.folders import ENOUGH_PICTURES
from vision.teaching.learning import Practice
from vision.teaching.taught_set import TaughtSet

MANY = 0.9


def in_words(taught: TaughtSet, practice: Practice) -> Iterator[str]:
    """A line for each face: of its pictures, left out photograph by photograph, how many the others name right; and
    what to do about it."""
    yield "Each photograph left out in turn, and named by the others:"
    for face in taught.faces:
        right, of = practice.right[face], practice.of[face]
        yield f"  {face:>5}  {right} of {of} right{_mistakes(practice.taken_for.get(face, ()))}"
    right, of = sum(practice.right.values()), sum(practice.of.values())
    weak = [face for face in taught.faces if practice.right[face] < MANY * practice.of[face]]
    few = [face for face in taught.faces if practice.of[face] < ENOUGH_PICTURES]
    if weak:
        yield (
            f"{right} of {of}: add pictures of {_and(weak)}, sharp and in even light, each with the cube turned "
            "otherwise; and see that each picture lies in the right folder and shows that face largest."
        )
    elif few:
        yield (
            f"{right} of {of}. {_and(few)} {'has' if len(few) == 1 else 'have'} fewer than {ENOUGH_PICTURES} "
            "pictures: with more of them fewer cubes will be called unsure."
        )
    else:
        yield f"{right} of {of}: nothing to improve is known."
    if not taught.of_the_game:
        yield "These aren't the faces of Cosmic Wimpout, so a table can't play with this set; `tray read --set` can."
        if not taught.all_faces:
            yield (
                f"A cube has six sides, and {len(taught.faces)} faces were taught: where another one is up, or lies "
                "something else, the reading is unsure."
            )
        return
    if missing := [face for face in FACES if face not in taught.faces]:
        yield (
            f"It lacks {_and(missing)}, so a table refuses this set, and so does `tray calibrate check`; `tray read "
            "--set` reads with it, and is unsure where a cube shows what it lacks. To play with it, teach it again "
            f"with all {len(FACES)} faces."
        )
    if taught.colours is not None:
        yield "The odd cube's colour is known too: it is told where fewer than five cubes are in view."


def _mistakes(taken_for: tuple[str, ...]) -> str:
    if not taken_for:
        return ""
    counts = Counter("no face" if told == NONE else told for told in taken_for)
    told_as = [told if count == 1 else f"{told} ({count} times)" for told, count in counts.items()]
    return ", taken for " + _and(told_as)


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
