"""Whole numbers as arguments."""

from __future__ import annotations

import click


class WholeNumber(click.IntRange):
    """A whole number within bounds; says in plain words what isn't one."""

    name = "whole number"
