"""The jobs of a training: load samples, train a network, export it."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import torch

from vision.networks import (
    CLASSIFIER_FILE,
    CROP,
    FACE_INPUTS,
    FACING_FILE,
    FINDER_FILE,
    FINDER_INPUTS,
    FOLD,
    LEAN_CROP,
    LEAN_FOLD,
    LEAN_INPUTS,
    LEANING_FILE,
    USUAL_FILE,
)
from vision.training import classifier_training, facing_training, finder_training, leaning_training
from vision.training.export import export
from vision.training.leaning_samples import load_leaning_samples
from vision.training.nets import ClassifierNet
from vision.training.options import (
    VALIDATION_LEANING,
    VALIDATION_SCENES,
    VALIDATION_SEED,
    VALIDATION_SINGLES,
)
from vision.training.patches import Patches
from vision.training.samples import load_finder_samples, load_patches


def run(options: argparse.Namespace, name: str, threads: int) -> None:
    """Train and export the network of that name, in so many threads.

    `options`: what `python -m vision.training` was started with.
    """
    torch.set_num_threads(threads)
    cv2.setNumThreads(1)
    {"finder": _finder, "leaning": _leaning, "classifier": _classifier}[name](options)


def _finder(options: argparse.Namespace) -> None:
    samples = load_finder_samples(options.folder, "training", options.seed, options.scenes)
    validation = load_finder_samples(options.folder, "validation", VALIDATION_SEED, VALIDATION_SCENES)
    network = finder_training.train_finder(
        samples, validation, options.folder, options.seed, options.finder_epochs
    )
    finder_training.settle_outputs(network, validation, leaning=0.003, covered=0.005)
    made_with = {"seed": options.seed, "scenes": options.scenes, "epochs": options.finder_epochs}
    difference = export(network, (1, FINDER_INPUTS, 64, 80), options.models / FINDER_FILE.name, made_with)
    print(f"finder: exported, OpenCV differs from PyTorch by {difference:.1g} at most", flush=True)


def _classifier(options: argparse.Namespace) -> None:
    """The classifier, and the usual network that goes on from it."""
    patches = load_patches(options.folder, "training", options.seed, options.scenes, options.singles)
    validation = load_patches(options.folder, "validation", VALIDATION_SEED, VALIDATION_SCENES, VALIDATION_SINGLES)
    classifier = classifier_training.train_classifier(
        patches, validation, options.folder, options.seed, options.classifier_epochs
    )
    usual = classifier_training.train_usual(
        classifier, patches, validation, options.folder, options.seed, options.usual_epochs
    )
    made_with = {
        "seed": options.seed, "scenes": options.scenes, "close-ups": options.singles,
        "epochs": options.classifier_epochs,
    }  # fmt: skip
    _tempered(classifier, validation, options.models / CLASSIFIER_FILE.name, made_with)
    made_with |= {"epochs as the classifier": made_with["epochs"], "epochs": options.usual_epochs}
    _tempered(usual, validation, options.models / USUAL_FILE.name, made_with)


def _tempered(network: ClassifierNet, validation: Patches, file: Path, made_with: dict[str, int]) -> None:
    """Export a network that names faces, its chances made honest."""
    warmth = classifier_training.temperature(classifier_training.all_logits(network, validation), validation.classes)
    with torch.no_grad():
        network.name.weight /= warmth
        network.name.bias /= warmth
    cells = CROP // FOLD
    difference = export(network, (4, FACE_INPUTS, cells, cells), file, made_with, batches=True)
    said = f"exported at temperature {warmth:.2f}, OpenCV differs by {difference:.1g} at most"
    print(f"{file.stem}: {said}", flush=True)


def _leaning(options: argparse.Namespace) -> None:
    """The leaning network, and the facing one that goes on from it."""
    samples = load_leaning_samples(options.folder, "training", options.seed, options.leaning_scenes)
    validation = load_leaning_samples(options.folder, "validation", VALIDATION_SEED, VALIDATION_LEANING)
    network = leaning_training.train_leaning(
        samples, validation, options.folder, options.seed, options.leaning_epochs
    )
    leaning_training.settle_chances(network, validation)
    cells = LEAN_CROP // LEAN_FOLD
    file = options.models / LEANING_FILE.name
    made_with = {"seed": options.seed, "scenes": options.leaning_scenes, "epochs": options.leaning_epochs}
    difference = export(network, (4, LEAN_INPUTS, cells, cells), file, made_with, batches=True)
    print(f"leaning: exported, OpenCV differs by {difference:.1g} at most", flush=True)
    facing = facing_training.train_facing(
        network, samples, validation, options.folder, options.seed, options.facing_epochs
    )
    file = options.models / FACING_FILE.name
    made_with |= {"epochs as the leaning network": made_with["epochs"], "epochs": options.facing_epochs}
    difference = export(facing, (4, LEAN_INPUTS, cells, cells), file, made_with, batches=True)
    print(f"facing: exported, OpenCV differs by {difference:.1g} at most", flush=True)
