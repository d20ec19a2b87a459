"""What `python -m vision.training` does, one thing after the other."""

from __future__ import annotations

import argparse
import os
import time

from vision.networks import CLASSIFIER_FILE, FACING_FILE, FINDER_FILE, LEANING_FILE, USUAL_FILE
from vision.training import model_card
from vision.training.kept import TrainingError
from vision.training.leaning_samples import load_leaning_samples, make_leaning_samples
from vision.training.options import (
    NETWORKS,
    VALIDATION_LEANING,
    VALIDATION_SCENES,
    VALIDATION_SEED,
    VALIDATION_SINGLES,
    read_options,
)
from vision.training.samples import load_finder_samples, load_patches, make_samples
from vision.training.sources import claim
from vision.training.workers import run_all


def command() -> None:
    """Read the options and run what is not done yet."""
    options = read_options()
    started = time.monotonic()
    try:
        options.models.mkdir(parents=True, exist_ok=True)
        claim(options.folder)
        _render(options)
        _train(options)
        _write_card(options)
        print(f"all done; this run took {(time.monotonic() - started) / 60:.0f} minutes", flush=True)
    except TrainingError as error:
        raise SystemExit(f"Training stopped: {error}") from error
    except OSError as error:
        what = f"{error.filename or options.folder}: {error.strerror or error}"
        raise SystemExit(f"Training stopped: {what}. Started again it goes on from there.") from error


def _render(options: argparse.Namespace) -> None:
    """Make the samples that the networks to train need, and those that all are measured with."""
    folder, workers = options.folder, options.workers
    make_samples(folder, "validation", VALIDATION_SCENES, VALIDATION_SINGLES, VALIDATION_SEED, workers)
    make_leaning_samples(folder, "validation", VALIDATION_LEANING, VALIDATION_SEED, workers)
    if options.only != "leaning":
        singles = options.singles if options.only != "finder" else 0  # it learns from whole scenes alone
        make_samples(folder, "training", options.scenes, singles, options.seed, workers)
    if options.only in (None, "leaning"):
        make_leaning_samples(folder, "training", options.leaning_scenes, options.seed, workers)
    claim(folder)  # once more: the processes that render read the code when they begin


def _train(options: argparse.Namespace) -> None:
    """Train the networks that are asked for."""
    names = (options.only,) if options.only else NETWORKS
    # One core of each network's makes its batches: threads that wait for each other would be held up by that.
    threads = max(1, len(os.sched_getaffinity(0)) // len(names) - 1)
    try:
        jobs = [(options, name, threads) for name in names]
        run_all(_train_one, jobs, len(jobs), "--only trains one network at a time", lambda: None)
    except (TrainingError, OSError):
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise TrainingError(f"{what}. Started again it goes on from there.") from error


def _train_one(job: tuple[argparse.Namespace, str, int]) -> None:
    from vision.training.jobs import run  # PyTorch, which only the processes that train need

    run(*job)


def _write_card(options: argparse.Namespace) -> None:
    networks = (FINDER_FILE, CLASSIFIER_FILE, USUAL_FILE, LEANING_FILE, FACING_FILE)
    files = [options.models / file.name for file in networks]
    missing = [file.name for file in files if not file.is_file()]
    if missing:
        print(
            f"No model card is written: it tells of all five networks, and {' and '.join(missing)} "
            f"{'is' if len(missing) == 1 else 'are'} missing in {options.models}."
        )
        return
    from vision.training.export import read_made_with  # PyTorch again

    print("writing the model card", flush=True)
    model_card.write(
        options.models,
        load_finder_samples(options.folder, "validation", VALIDATION_SEED, VALIDATION_SCENES),
        load_patches(options.folder, "validation", VALIDATION_SEED, VALIDATION_SCENES, VALIDATION_SINGLES),
        load_leaning_samples(options.folder, "validation", VALIDATION_SEED, VALIDATION_LEANING),
        {file.stem: read_made_with(file) for file in files},
    )
