"""`python -m vision.training`: draws, renders, trains, exports and writes the model card. Needs the extra `train`.

Stopped at any moment it goes on where it was when it is started again with the same options.
"""

from __future__ import annotations

import argparse
import time
from multiprocessing import get_context
from pathlib import Path

import torch

from vision.networks import CLASSIFIER_FILE, FINDER_FILE, LEAN_CROP, LEANING_FILE
from vision.training import classifier_training, finder_training, leaning_training, model_card
from vision.training.export import export
from vision.training.leaning_samples import load_leaning_samples, make_leaning_samples
from vision.training.samples import load_finder_samples, load_patches, make_samples

_VALIDATION_SCENES, _VALIDATION_SINGLES, _VALIDATION_SEED = 400, 2000, 1


def main() -> None:
    """Read the options and run what is not done yet."""
    options = _options()
    started = time.monotonic()
    make_samples(
        options.folder, "validation", _VALIDATION_SCENES, _VALIDATION_SINGLES, _VALIDATION_SEED, options.workers
    )
    make_samples(options.folder, "training", options.scenes, options.singles, options.seed, options.workers)
    make_leaning_samples(
        options.folder, "validation", _VALIDATION_SCENES, _VALIDATION_SEED, options.workers
    )
    make_leaning_samples(
        options.folder, "training", options.leaning_scenes, options.seed, options.workers
    )
    context = get_context("spawn")
    jobs = [
        context.Process(target=job, args=(options,))
        for name, job in (("finder", _finder), ("classifier", _classifier), ("leaning", _leaning))
        if options.only in (None, name)
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    if any(job.exitcode for job in jobs):
        raise SystemExit("training stopped with an error, which stands above; started again it goes on from there")
    print(f"all done in {(time.monotonic() - started) / 60:.0f} minutes; writing the model card")
    model_card.write(
        options.models,
        load_finder_samples(options.folder, "validation", _VALIDATION_SEED, _VALIDATION_SCENES),
        load_patches(options.folder, "validation", _VALIDATION_SEED),
        load_leaning_samples(options.folder, "validation", _VALIDATION_SEED),
        _facts(options),
    )


def _finder(options: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    samples = load_finder_samples(options.folder, "training", options.seed, options.scenes)
    validation = load_finder_samples(options.folder, "validation", _VALIDATION_SEED, _VALIDATION_SCENES)
    network = finder_training.train_finder(
        samples,
        validation,
        options.folder,
        options.seed,
        options.finder_epochs,
        options.finder_cycles,
        options.finder_start,
    )
    finder_training.set_false_alarms(network, validation, leaning=0.03, covered=0.005)
    options.models.mkdir(parents=True, exist_ok=True)
    difference = export(network, (1, 3, 256, 320), options.models / FINDER_FILE.name)
    print(f"finder: exported, OpenCV differs from PyTorch by {difference:.1g} at most", flush=True)


def _classifier(options: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    patches = load_patches(options.folder, "training", options.seed)
    validation = load_patches(options.folder, "validation", _VALIDATION_SEED)
    network = classifier_training.train_classifier(
        patches, validation, options.folder, options.seed, options.classifier_epochs
    )
    warmth = classifier_training.temperature(classifier_training.all_logits(network, validation), validation.classes)
    with torch.no_grad():
        network.name.weight /= warmth
        network.name.bias /= warmth
    options.models.mkdir(parents=True, exist_ok=True)
    difference = export(network, (4, 2, 48, 48), options.models / CLASSIFIER_FILE.name, batches=True)
    print(f"classifier: exported at temperature {warmth:.2f}, OpenCV differs by {difference:.1g} at most", flush=True)


def _leaning(options: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    samples = load_leaning_samples(options.folder, "training", options.seed)
    validation = load_leaning_samples(options.folder, "validation", _VALIDATION_SEED)
    network = leaning_training.train_leaning(
        samples, validation, options.folder, options.seed, options.leaning_epochs
    )
    options.models.mkdir(parents=True, exist_ok=True)
    difference = export(network, (4, 4, LEAN_CROP, LEAN_CROP), options.models / LEANING_FILE.name, batches=True)
    print(f"leaning: exported, OpenCV differs by {difference:.1g} at most", flush=True)


def _facts(options: argparse.Namespace) -> dict[str, object]:
    return {
        "seed": options.seed,
        "scenes": options.scenes,
        "close-ups": options.singles,
        "finder epochs": f"{options.finder_cycles} cycles of {options.finder_epochs}",
        "classifier epochs": options.classifier_epochs,
        "leaning scenes": options.leaning_scenes,
        "leaning epochs": options.leaning_epochs,
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
    parser.add_argument("--scenes", type=int, default=8000, help="whole scenes to render")
    parser.add_argument("--singles", type=int, default=20000, help="close-ups to render")
    parser.add_argument("--finder-epochs", type=int, default=9, help="of each of the finder's cycles")
    parser.add_argument("--finder-cycles", type=int, default=2)
    parser.add_argument("--finder-start", type=Path, help="a finder's checkpoint to fine-tune")
    parser.add_argument("--classifier-epochs", type=int, default=7)
    parser.add_argument("--leaning-scenes", type=int, default=16000, help="scenes to render for leaning cubes")
    parser.add_argument("--leaning-epochs", type=int, default=14)
    parser.add_argument("--workers", type=int, default=2, help="processes that render")
    parser.add_argument("--only", choices=("finder", "classifier", "leaning"), help="train one of the three")
    return parser.parse_args()


if __name__ == "__main__":
    main()
