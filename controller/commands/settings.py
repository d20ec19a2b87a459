"""`tray settings`: print every setting with what it is for."""

from __future__ import annotations

import json
from pathlib import Path

import click
from pydantic import BaseModel

from controller.settings import Settings


@click.command()
def settings() -> None:
    """Print a settings file with every key, its default and what it is for.

    \b
    Example:
      tray settings > tray.toml
    """
    click.echo(example())


def example() -> str:
    """A whole tray.toml with the defaults, each key explained above it."""
    lines = ["# Settings of a Cosmic Tray. Every key may be left out; these are the defaults."]
    for name, field in Settings.model_fields.items():
        section = getattr(Settings(), name)
        lines += ["", f"[{name}]"]
        if isinstance(section, BaseModel):
            lines += [f"# {(section.__doc__ or '').strip()}", *_keys(section)]
        else:
            lines += [f"# {field.description}, for example:", "# goal = 300"]
    return "\n".join(lines)


def _keys(section: BaseModel) -> list[str]:
    lines = []
    for key, field in type(section).model_fields.items():
        value = getattr(section, key)
        lines.append(f"# {field.description}")
        lines.append(f"# {key} =" if value is None else f"{key} = {_toml(value)}")
    return lines


def _toml(value: object) -> str:
    return json.dumps(str(value) if isinstance(value, Path) else value)
