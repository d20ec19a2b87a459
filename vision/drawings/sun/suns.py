"""The sun: a disc or ring with rays, with or without a face."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, turned
from vision.drawings.sun.bodies import plain_body


def wavy(canvas: Canvas, rng: Generator) -> None:
    """Rays like flames that wave as they taper."""
    rays, inner = int(rng.integers(7, 17)), plain_body(canvas, rng)
    swing, width = rng.uniform(0.05, 0.13), rng.uniform(0.8, 1.5) * 2.2 * inner / rays
    waves, phase = rng.uniform(0.7, 1.5), rng.uniform(0, 6)
    t = np.linspace(0, 1, 22)
    ray = np.column_stack(
        [swing * np.sin(2 * np.pi * waves * t + phase) * t**0.5, -inner * 0.93 - t * (1 - inner * 0.93)]
    )
    even = rng.random() < 0.35
    widths = np.full(22, width * 0.45) if even else width * (1 - t) ** 0.7 + 0.02
    for k in range(rays):
        canvas.taper(turned(ray, 2 * np.pi * k / rays), widths)


def serpentine(canvas: Canvas, rng: Generator) -> None:
    """Rays of even line that snake outwards, each with a bend or two, all the same way or in turns."""
    rays, inner = int(rng.integers(6, 17)), plain_body(canvas, rng)
    width, waves = rng.uniform(0.05, 0.13), rng.uniform(0.8, 2.0)
    swing = min(rng.uniform(0.06, 0.2), 2.6 * inner / rays)
    phase, growing, in_turns = rng.choice([0.0, 1.57, 3.14]), rng.uniform(0.0, 1.0), rng.random() < 0.2
    t = np.linspace(0, 1, 26)
    gap = rng.choice([-0.06, -0.06, 0.06])
    reach = -(inner + gap) - t * (1 - inner - gap)
    ray = np.column_stack([swing * (np.sin(2 * np.pi * waves * t + phase) - np.sin(phase)) * t**growing, reach])
    for k in range(rays):
        flip = np.array([-1.0, 1.0]) if in_turns and k % 2 else np.ones(2)
        canvas.stroke(turned(ray * flip, 2 * np.pi * k / rays), width)


def flames(canvas: Canvas, rng: Generator) -> None:
    """Fat bent flames that stand off the disc or grow out of it, now and then a small one between two large."""
    rays, inner = int(rng.integers(6, 13)), plain_body(canvas, rng)
    gap, bend = rng.choice([-0.05, 0.06]), rng.uniform(-0.3, 0.3)
    width = rng.uniform(0.9, 1.5) * 2 * np.pi * (inner + 0.2) / rays / 2
    between = rng.random() < 0.4
    t = np.linspace(0, 1, 14)
    for k in range(rays * (2 if between else 1)):
        tip = 0.8 if between and k % 2 else 1.0
        ray = np.column_stack([bend * np.sin(np.pi * t) * t, -(inner + gap) - t * (tip - inner - gap)])
        widths = width * (0.6 if between else 1.0) * np.sin(np.pi * (0.18 + 0.82 * t)) ** 0.8 + 0.015
        canvas.taper(turned(ray, 2 * np.pi * k / (rays * (2 if between else 1))), widths)


def zigzag(canvas: Canvas, rng: Generator) -> None:
    """Rays of straight pieces."""
    rays, inner = int(rng.integers(6, 15)), plain_body(canvas, rng)
    swing, width = rng.uniform(0.05, 0.12), rng.uniform(0.06, 0.12)
    corners = int(rng.integers(3, 6))
    t = np.linspace(0.0, 1, corners)
    ray = np.column_stack([swing * (-1.0) ** np.arange(corners), -inner * 0.93 - t * (1 - inner * 0.93)])
    for k in range(rays):
        canvas.stroke(turned(ray, 2 * np.pi * k / rays), width)


def pointed(canvas: Canvas, rng: Generator) -> None:
    """Straight pointed rays, on the disc or standing off it, long and short by turns."""
    rays, inner = int(rng.integers(6, 17)), plain_body(canvas, rng)
    gap = rng.choice([-0.04, 0.07, 0.12])
    half = rng.uniform(0.6, 1.05) * np.pi * (inner + gap) / rays
    lean = rng.uniform(-0.25, 0.25) if rng.random() < 0.5 else 0.0
    short = rng.uniform(0.7, 1.0) if rays % 2 == 0 else 1.0
    for k in range(rays):
        tip = 1.0 if k % 2 else short
        foot = inner + gap
        canvas.fill(turned([[-half, -foot], [lean, -max(tip, foot + 0.15)], [half, -foot]], 2 * np.pi * k / rays))


def curled(canvas: Canvas, rng: Generator) -> None:
    """Rays that all bend one way, like a turning wheel."""
    rays, inner = int(rng.integers(8, 15)), plain_body(canvas, rng)
    bend, width = rng.uniform(0.25, 0.6), rng.uniform(1.2, 2.0) * 2 * inner / rays
    t = np.linspace(0, 1, 16)
    radius = inner * 0.92 + (1 - inner * 0.92) * t
    ray = np.column_stack([radius * np.sin(bend * t), -radius * np.cos(bend * t)])
    for k in range(rays):
        canvas.taper(turned(ray, 2 * np.pi * k / rays), width * (1 - t) + 0.02)


def beams(canvas: Canvas, rng: Generator) -> None:
    """Rays as plain lines or dots round the disc."""
    rays, inner = int(rng.integers(8, 17)), plain_body(canvas, rng)
    width, dots = rng.uniform(0.07, 0.12), rng.random() < 0.2
    for k in range(rays):
        ray = turned([[0, -inner - 0.13], [0, -1.0]], 2 * np.pi * k / rays)
        if dots:
            canvas.disc(ray.mean(0), 0.1)
        else:
            canvas.stroke(ray, width)


def corona(canvas: Canvas, rng: Generator) -> None:
    """One zigzag line all round a ring or a disc."""
    rays, inner = int(rng.integers(9, 17)), plain_body(canvas, rng)
    angle = np.linspace(0, 2 * np.pi, 2 * rays, endpoint=False)
    radius = np.where(np.arange(2 * rays) % 2, inner + 0.16, 1.0)
    canvas.stroke(
        radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), rng.uniform(0.06, 0.1), closed=True
    )
