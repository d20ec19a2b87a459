"""What the guided steps of calibration have in common: their options, and the settings that follow from them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from controller.settings import Settings, load_settings

Command = Callable[..., Any]

config = click.option(
    "--config", type=click.Path(path_type=Path), metavar="FILE", help="Settings, see `tray settings`."
)
camera = click.option("--camera", metavar="SOURCE", help="Camera to use instead of the settings' one.")
now = click.option("--now", is_flag=True, help="Ask nothing: measure what is in view now.")


def guided(command: Command) -> Command:
    """The options of a guided step: --config, --camera and --now."""
    return config(camera(now(command)))


def settings_with(config: Path | None, camera: str | None) -> Settings:
    """The settings of a file, with another camera where one is named."""
    settings = load_settings(config)
    if camera is None:
        return settings
    return settings.model_copy(update={"camera": settings.camera.model_copy(update={"source": camera})})
