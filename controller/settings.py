"""The settings of a table: one `tray.toml`, read against one schema; `settings_sections` has every key.

An unknown key or a bad value is a SettingsError that names the file, the line and what would be right.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError, ValidationInfo, field_validator

from controller.errors import TrayError
from controller.games.game import IllegalMoveError, Start
from controller.house_rules import HouseRuleError, rulebook_with
from controller.ports import read_regular
from controller.settings_lines import line_of
from controller.settings_sections import (
    CameraSection,
    HouseRulesSection,
    MatSection,
    PanelSection,
    ReaderSection,
    ScoreboardSection,
    ScreensSection,
    Section,
    SimulationSection,
    StateSection,
    TableSection,
    TrayLightSection,
    WebSection,
)


class SettingsError(TrayError):
    """A settings file that can't be used, and what would be right."""


class Settings(Section):
    """Everything that a table can be told. `rules` holds rule identifiers and values, as the README names them."""

    table: TableSection = TableSection()
    rules: dict[str, Any] = Field(default_factory=dict, description="rules unlike the official ones")
    house_rules: HouseRulesSection = HouseRulesSection()
    camera: CameraSection = CameraSection()
    mat: MatSection = MatSection()
    reader: ReaderSection = ReaderSection()
    scoreboard: ScoreboardSection = ScoreboardSection()
    panel: PanelSection = PanelSection()
    tray_light: TrayLightSection = TrayLightSection()
    web: WebSection = WebSection()
    screens: ScreensSection = ScreensSection()
    state: StateSection = StateSection()
    simulation: SimulationSection = SimulationSection()

    @field_validator("tray_light")
    @classmethod
    def _light_has_a_pin_of_its_own(cls, light: TrayLightSection, info: ValidationInfo) -> TrayLightSection:
        panel = info.data.get("panel", PanelSection(factory="off"))
        taken = [name for name, pin in panel.pins.items() if light.source != "off" and pin == light.pin]
        if taken:
            raise ValueError(f"pin {light.pin} is panel.{taken[0]} already; give each a pin of its own")
        return light


def load_settings(path: Path | None) -> Settings:
    """The settings in `path`; the defaults where it is None.

    Raises:
        SettingsError: the file can't be read, isn't TOML, has a key that doesn't exist or a value that can't be.
    """
    if path is None:
        return Settings()
    try:
        text = read_regular(path).decode("utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise SettingsError(
            f"{path}: cannot be read: {error.strerror}. Name a settings file like tray.toml."
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: is not text in UTF-8. Name a settings file like tray.toml.") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(
            f"{path}: is not TOML: {error}. Compare with what `tray settings` prints."
        ) from error
    try:
        settings = Settings.model_validate(data)
    except ValidationError as error:
        raise SettingsError(_in_words(path, text, error)) from error
    files = tuple(path.parent / file for file in settings.house_rules.files)
    settings = settings.model_copy(update={"house_rules": HouseRulesSection(files=files)})
    try:
        rulebook = rulebook_with(files)
    except HouseRuleError as error:
        line = line_of(text, ("house_rules", "files"))
        raise SettingsError(f"{path}, line {line}: house_rules: {error}") from error
    for name, value in settings.rules.items():
        try:
            rulebook.start(Start(("one", "other"), {name: value}))
        except IllegalMoveError as error:
            raise SettingsError(f"{path}, line {line_of(text, ('rules', name))}: rules.{name}: {error}") from error
    return settings


_WRONG_KIND = {
    "dict_type": "this is a section; its settings stand in lines of their own under its name in square brackets",
    "finite_number": "a finite number belongs here",
    "model_type": "this is a section; its settings stand in lines of their own under its name in square brackets",
    "path_type": "the path of a file or folder belongs here, in quotes",
    "tuple_type": "a list belongs here, in square brackets",
}
"""What would be right, for those of the schema's mistakes whose own text means Python's types."""


def _in_words(path: Path, text: str, error: ValidationError) -> str:
    first = error.errors()[0]
    keys = tuple(str(key) for key in first["loc"])
    where = f"{path}, line {line_of(text, keys)}"
    name = ".".join(keys)
    if first["type"] == "extra_forbidden":
        known = ", ".join(_known_keys(keys[:-1]))
        return f"{where}: there is no setting {name}. Settings here: {known}."
    message = _WRONG_KIND.get(first["type"], first["msg"].removeprefix("Value error, "))
    given = "" if isinstance(first["input"], dict) else f" = {first['input']!r}"
    return f"{where}: {name}{given}: {message[0].lower()}{message[1:]}."


def _known_keys(section: tuple[str, ...]) -> list[str]:
    model: type[BaseModel] = Settings
    for key in section:
        annotation = model.model_fields[key].annotation
        if not (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
            return []
        model = annotation
    return sorted(model.model_fields)
