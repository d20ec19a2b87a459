"""What the guided steps of calibration have in common: their options, and the settings that follow from them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from controller.commands.named_file import config_option
from controller.settings import Settings, load_settings
from controller.settings_sections import CameraSection

Command = Callable[..., Any]

_SIZE = re.compile(r"(?P<across>\d{1,6})x(?P<down>\d{1,6})")


def _nameable(context: click.Context, option: click.Parameter, source: str | None) -> str | None:
    """A camera as it can be written down. Raises click's usage error for any other."""
    if source is not None and not source.isprintable():
        raise click.BadParameter(
            f"{source!r} has letters that can't be written down (not UTF-8?); rename the file or folder",
            context, option,
        )  # fmt: skip
    return source


camera = click.option(
    "--camera", metavar="SOURCE", callback=_nameable, help="Camera to use instead of the settings' one."
)
now = click.option("--now", is_flag=True, help="Ask nothing: measure what is in view now.")

NOT_ASKED = "To be asked nothing, start it with --now."
"""For those without a keyboard; of the steps that can do without a person."""


def guided(command: Command) -> Command:
    """The options of a guided step: --config, --camera and --now."""
    return config_option(camera(now(command)))


class PictureSize(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """Width and height of a picture, as in 1280x960, within the bounds of the settings."""

    name = "WIDTHxHEIGHT"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Raises click's usage error for anything that is no such size."""
        (narrowest, widest), (lowest, highest) = _bounds("width"), _bounds("height")
        written = _SIZE.fullmatch(str(value))
        across, down = (int(written["across"]), int(written["down"])) if written else (0, 0)
        if not (narrowest <= across <= widest and lowest <= down <= highest):
            self.fail(
                f"{value!r} is no size: write width and height as in 1280x960, {narrowest}x{lowest} at least and "
                f"{widest}x{highest} at most", param, ctx,
            )  # fmt: skip
        return across, down


def _bounds(key: str) -> tuple[int, int]:
    """The least and the most that the settings allow for this key of the camera."""
    allowed = CameraSection.model_json_schema()["properties"][key]
    return int(allowed["minimum"]), int(allowed["maximum"])


def settings_with(config: Path | None, camera: str | None) -> Settings:
    """The settings of a file, with another camera where one is named."""
    settings = load_settings(config)
    if camera is None:
        return settings
    return settings.model_copy(update={"camera": settings.camera.model_copy(update={"source": camera})})
