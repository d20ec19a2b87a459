"""Logits and chances: what the networks answer, and how likely that makes things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_Float = TypeVar("_Float", np.float32, np.float64)

_STEEPEST = 30.0  # beyond this logit a chance is 0 or 1 for every purpose
_LEAST = 1e-6  # chances nearer to 0 or 1 are taken to be so far off it


def softmax(logits: NDArray[_Float]) -> NDArray[_Float]:
    """The chances, 0..1 and 1 together, of the things that the last axis of `logits` runs over."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), logits.dtype)


def logistic(log_odds: NDArray[_Float]) -> NDArray[_Float]:
    """The chances, 0..1, of things with these log odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(log_odds, -_STEEPEST, _STEEPEST))), log_odds.dtype)


def log_odds(chance: float) -> float:
    """What `logistic` takes back, within reason for a chance of 0 or 1."""
    within = min(max(chance, _LEAST), 1 - _LEAST)
    return float(np.log(within / (1 - within)))


def bounded_log_odds(chances: NDArray[_Float], surest: float) -> NDArray[_Float]:
    """The log odds of each of the `chances`, where none nearer to 0 or 1 than `surest` counts, so that one can't
    outvote all others."""
    within = np.clip(chances, surest, 1 - surest)
    return np.asarray(np.log(within / (1 - within)), chances.dtype)


def shares(weights: Mapping[str, float]) -> dict[str, float]:
    """Chances, 1 together, that are to each other as the `weights` are."""
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}
