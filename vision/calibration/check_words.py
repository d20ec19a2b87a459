"""What was wrong with the reading of a throw that is known, in words."""

from __future__ import annotations

from controller.ports import ReadCube
from vision.calibration.check_figures import MISSED, UNSURE, CheckedThrow, Judged, KnownCube

NO_CUBE = "no cube"
"""What there is of a cube that was read where none lies, as people are told it."""


def mistakes(throw: CheckedThrow) -> list[str]:
    """What was wrong with a throw that wasn't read as it should be, one thing after the other."""
    wrong = [cube for cube in throw.cubes if not cube.right or cube.mistaken]
    said = [_said(cube) for cube in wrong if not (cube.true and cube.true.leans)]
    if throw.leans:
        said.insert(0, "a cube leans")
    return said or ["every face right, and yet in doubt"]


def whose(cube: KnownCube | ReadCube | None) -> str:
    """Which cube a face is on."""
    return "the odd cube's" if cube is not None and cube.odd else "a common cube's"


def _said(cube: Judged) -> str:
    if cube.true is None:
        return f"a {cube.said} where no cube lies" if cube.read and cube.read.face else "a thing taken for a cube"
    if cube.said == MISSED:
        return f"the {cube.true.face} was missed"
    if cube.said == UNSURE:
        return f"the {cube.true.face} wasn't named for certain"
    if cube.right:
        return f"{whose(cube.true)} {cube.true.face} was taken for {whose(cube.read)}"
    return f"the {cube.true.face} was read as {cube.said}"
