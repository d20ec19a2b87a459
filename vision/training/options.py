"""What `python -m vision.training` can be told."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from vision.networks import FINDER_FILE

VALIDATION_SCENES, VALIDATION_SINGLES, VALIDATION_LEANING, VALIDATION_SEED = 400, 2000, 600, 1

NETWORKS = ("classifier", "leaning", "finder")
"""Their names. All learn at once, for on two cores one learns hardly faster than on one, and no core then waits."""

HIGHEST_SEED = 99
"""Above it training would draw the scenes that everything is measured on."""

_BATCH_OF_SCENES = 16
"""What the finder learns from at once: fewer scenes are none."""


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of the command line, or of `arguments`. Ends the program in words where they won't do."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.training",
        description="Draws, renders, trains, exports and writes the model card. Stopped at any moment it goes on "
        "where it was when it is started again with the same options.",
    )
    parser.add_argument(
        "--folder", type=_folder, default=Path("training"), help="where samples and checkpoints are kept"
    )
    parser.add_argument(
        "--models", type=_folder, default=FINDER_FILE.parent, help="where the ONNX files and the model card go"
    )
    parser.add_argument(
        "--seed", type=_at_least(0, HIGHEST_SEED), default=1, help="of samples, first weights and order"
    )
    parser.add_argument("--scenes", type=_at_least(_BATCH_OF_SCENES), default=24000, help="whole scenes to render")
    parser.add_argument("--singles", type=_at_least(1), default=12000, help="close-ups to render")
    parser.add_argument(
        "--leaning-scenes", type=_at_least(1), default=26000, help="scenes to render for leaning cubes"
    )
    parser.add_argument("--finder-epochs", type=_at_least(1), default=16)
    parser.add_argument("--classifier-epochs", type=_at_least(1), default=36)
    parser.add_argument("--usual-epochs", type=_at_least(1), default=7)
    parser.add_argument("--leaning-epochs", type=_at_least(1), default=16)
    parser.add_argument("--facing-epochs", type=_at_least(1), default=4)
    parser.add_argument("--workers", type=_at_least(1), default=2, help="processes that render")
    parser.add_argument(
        "--only", choices=NETWORKS, help="train one of them; facing goes with leaning, usual with the classifier"
    )
    return parser.parse_args(arguments)


def _folder(text: str) -> Path:
    folder = Path(text)
    if folder.exists() and not folder.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a file; name a folder")
    return folder


def _at_least(least: int, most: int | None = None) -> Callable[[str], int]:
    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is too few; at least {least}")
        if most is not None and value > most:
            raise argparse.ArgumentTypeError(f"{value} is too many; at most {most}")
        return value

    return number
