"""Tells code from other code: samples that other code has made are never learned from, nor does a training go on from
a checkpoint of a network that was learned otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from controller.ports import read_regular, save
from vision.training.kept import TrainingError

RECORD = "made-by.txt"
_VISION = Path(__file__).parents[1]
_NO_SAMPLES = frozenset(
    f"{name}.py"
    for name in (
        "__main__", "blocks", "classifier_training", "command", "export", "face_batches", "faces",
        "facing_training", "facing_views", "finder_parts", "finder_training", "jobs", "kept", "leaning_training",
        "loop", "model_card", "nets", "optimizer", "options", "sources", "workers",
    )
)  # fmt: skip
"""Of `vision/training`, what may change without the samples being others; whatever else there is makes them."""
_LEARNING = (
    "classifier_training", "face_batches", "faces", "facing_training", "facing_views", "finder_parts",
    "finder_training", "leaning_training", "loop", "nets", "optimizer",
)  # fmt: skip
"""Of those, what decides what a network becomes."""


def sources() -> list[Path]:
    """The files that make the samples, sorted."""
    training = [file for file in (_VISION / "training").glob("*.py") if file.name not in _NO_SAMPLES]
    drawings = (_VISION / "drawings").rglob("*.py")
    others = (_VISION / f"{name}.py" for name in ("lens", "mat", "networks", "planes", "quads", "settings", "view"))
    return sorted([*training, *drawings, *others])


def claim(folder: Path) -> None:
    """Note which code makes the samples in `folder`.

    Raises:
        TrainingError: other code has made what is there.
        OSError: the folder can't be read or written.
    """
    record, ours = folder / RECORD, _digest(sources())
    if not record.exists() and not any(folder.glob("*.npz")):
        save(record, f"{ours}\n".encode())
        return
    known = read_regular(record).decode(errors="replace").strip() if record.exists() else ""
    if known != ours:
        raise TrainingError(
            f"the samples in {folder} were made by another version of this code, so they aren't what would be made "
            f"now. Delete {folder}, or name another folder with --folder."
        )


def learned_by() -> str:
    """The SHA-256 of the code that samples and networks are made by."""
    return _digest([*sources(), *(_VISION / "training" / f"{name}.py" for name in _LEARNING)])


def _digest(files: Sequence[Path]) -> str:
    whole = sha256()
    for file in files:
        content = file.read_bytes()
        whole.update(f"{file.relative_to(_VISION).as_posix()} {len(content)}\n".encode() + content)
    return whole.hexdigest()
