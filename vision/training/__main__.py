"""`python -m vision.training`: draws, renders, trains, exports and writes the model card. Needs the extra `train`.

Stopped at any moment it goes on where it was when it is started again with the same options.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from vision.networks import FINDER_FILE
from vision.training import model_card
from vision.training.jobs import (
    LONGEST_FIRST,
    VALIDATION_LEANING,
    VALIDATION_SCENES,
    VALIDATION_SEED,
    VALIDATION_SINGLES,
    run,
)
from vision.training.leaning_samples import load_leaning_samples, make_leaning_samples
from vision.training.samples import load_finder_samples, load_patches, make_samples


def main() -> None:
    """Read the options and run what is not done yet."""
    options = _options()
    started = time.monotonic()
    make_samples(
        options.folder, "validation", VALIDATION_SCENES, VALIDATION_SINGLES, VALIDATION_SEED, options.workers
    )
    make_leaning_samples(options.folder, "validation", VALIDATION_LEANING, VALIDATION_SEED, options.workers)
    if options.only != "leaning":
        make_samples(options.folder, "training", options.scenes, options.singles, options.seed, options.workers)
    if options.only in (None, "leaning"):
        make_leaning_samples(options.folder, "training", options.leaning_scenes, options.seed, options.workers)
    _train(options)
    print(f"all done in {(time.monotonic() - started) / 60:.0f} minutes; writing the model card")
    model_card.write(
        options.models,
        load_finder_samples(options.folder, "validation", VALIDATION_SEED, VALIDATION_SCENES),
        load_patches(options.folder, "validation", VALIDATION_SEED),
        load_leaning_samples(options.folder, "validation", VALIDATION_SEED),
        _facts(options),
    )


def _train(options: argparse.Namespace) -> None:
    """Train the networks that are asked for, two at a time."""
    names = [name for name in LONGEST_FIRST if options.only in (None, name)]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        jobs = [pool.submit(run, options, name) for name in names]
        try:
            for job in as_completed(jobs):
                job.result()
        except Exception as error:
            pool.shutdown(cancel_futures=True)
            what = f"{type(error).__name__}: {error}"
            raise SystemExit(f"Training stopped: {what}. Started again it goes on from there.") from error


def _facts(options: argparse.Namespace) -> dict[str, object]:
    return {
        "seed": options.seed,
        "scenes": options.scenes,
        "close-ups": options.singles,
        "finder epochs": options.finder_epochs,
        "classifier epochs": options.classifier_epochs,
        "leaning scenes": options.leaning_scenes,
        "leaning epochs": f"{options.leaning_epochs}, and {options.leaning_hard_epochs} with the hard ones",
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument(
        "--folder", type=Path, default=Path("training"), help="where samples and checkpoints are kept"
    )
    parser.add_argument(
        "--models", type=Path, default=FINDER_FILE.parent, help="where the ONNX files and the model card go"
    )
    parser.add_argument("--seed", type=int, default=1, help="of samples, first weights and order")
    parser.add_argument("--scenes", type=int, default=16000, help="whole scenes to render")
    parser.add_argument("--singles", type=int, default=12000, help="close-ups to render")
    parser.add_argument("--leaning-scenes", type=int, default=20000, help="scenes to render for leaning cubes")
    parser.add_argument("--finder-epochs", type=int, default=24)
    parser.add_argument("--classifier-epochs", type=int, default=22)
    parser.add_argument("--leaning-epochs", type=int, default=20)
    parser.add_argument("--leaning-hard-epochs", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2, help="processes that render")
    parser.add_argument("--only", choices=("finder", "classifier", "leaning"), help="train one of the three")
    return parser.parse_args()


if __name__ == "__main__":
    main()
