"""The sections of a `tray.toml`: every key with its default, its bounds and what it is for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

Millimetres = Annotated[float, Field(gt=0, le=2000)]
Seconds = Annotated[float, Field(ge=0, le=86_400)]
AtLeastAMinute = Annotated[float, Field(ge=60, le=86_400)]
"""Seconds; shorter, people couldn't be warned in time."""
BcmPin = Annotated[
    Annotated[int, Field(ge=0, le=27)] | None, BeforeValidator(lambda value: None if value == "none" else value)
]
"""A GPIO pin by its Broadcom number, 0 to 27; "none" in the file, None here, where nothing is wired."""


class Section(BaseModel):
    """What every section has in common: no key that isn't here, and no change once it is read."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    @field_validator("*", mode="before")
    @classmethod
    def _only_switches_are_true_or_false(cls, value: object, info: ValidationInfo) -> object:
        if isinstance(value, bool) and cls.model_fields[str(info.field_name)].annotation is not bool:
            raise ValueError("true and false are for what is on or off; something else belongs here")
        return value


class TableSection(Section):
    """The table and the pace of its play."""

    name: str = Field("Cosmic Tray", min_length=1, max_length=40, description="what the big screen calls this table")
    seats: int = Field(12, ge=1, le=12, description="how many people can sit down")
    idle_show: bool = Field(True, description="two computer players show the game while nobody plays")
    think_seconds: Seconds = Field(1.2, description="how long a computer player thinks before it acts")
    missing_seconds: Seconds = Field(3.0, description="how long a cube may be out of view before it is missed")
    skip_after_seconds: Seconds = Field(
        90.0, description="after this long others may vote to skip a player who does nothing"
    )
    abandoned_seconds: AtLeastAMinute = Field(
        600.0, description="a game in which nobody gives a sign for this long ends, and the idle show begins"
    )
    over_seconds: Seconds = Field(
        180.0, description="how long a finished game, or people who begin none, stay before the idle show begins"
    )
    nerve: int = Field(45, ge=0, le=1000, description="points at stake from which a computer player stops")

    @field_validator("name")
    @classmethod
    def _name_can_be_read(cls, name: str) -> str:
        if not name.strip() or not name.isprintable():
            raise ValueError("a name is made of letters that can be seen")
        return name


class CameraSection(Section):
    """The camera above the tray."""

    source: str = Field(
        "/dev/video0", min_length=1, description="a device, picamera, simulated, a video or a folder of pictures"
    )
    width: int = Field(1280, ge=320, le=4096, description="pixels across asked of a camera that isn't calibrated")
    height: int = Field(960, ge=240, le=3072, description="pixels down asked of a camera that isn't calibrated")
    preview_per_second: float = Field(8.0, ge=0.5, le=30, description="pictures a second for the big screen")


class MatSection(Section):
    """Where things lie on the mat, in millimetres from the top-left corner of the rolling area."""

    rolling_width: Millimetres = Field(240.0, description="the rolling area inside the walls, left to right")
    rolling_height: Millimetres = Field(180.0, description="the rolling area inside the walls, far to near")
    rail_top: Millimetres = Field(190.0, description="where the rail for kept cubes begins")
    rail_bottom: Millimetres = Field(225.0, description="where the rail for kept cubes ends")

    @model_validator(mode="after")
    def _rail_lies_below_the_rolling_area(self) -> MatSection:
        if self.rail_top < self.rolling_height:
            raise ValueError(
                f"rail_top ({self.rail_top:g}) has to be rolling_height ({self.rolling_height:g}) or more: thrown "
                "cubes would be taken for kept ones"
            )
        if self.rail_top >= self.rail_bottom:
            raise ValueError(f"rail_top ({self.rail_top:g}) has to be less than rail_bottom ({self.rail_bottom:g})")
        return self


class ReaderSection(Section):
    """What reads the cubes in the camera's picture."""

    cube_set: str = Field(
        "", max_length=40, description="a set of cubes that tray calibrate teach was shown; empty for any cubes"
    )


class ScoreboardSection(Section):
    """The LED scoreboard."""

    source: str = Field(
        "auto", min_length=1,
        description="auto (finds it on USB), a serial device, simavr (the real firmware), model, or off",
    )
    modules: int = Field(8, ge=1, le=16, description="8x8 modules in the chain")
    lights: int = Field(60, ge=0, le=90, description="lights in the ring; 0 where there is none")
    brightness: int = Field(4, ge=0, le=15, description="how bright the modules are")
    reading_light: int = Field(
        20, ge=0, le=255,
        description="how bright the ring's steady white is while the tray is read; a change wants a new calibration",
    )
    current_limit_ma: int = Field(
        4000, ge=500, le=12_000,
        description="milliamperes that modules and ring may draw, 4000 behind the plans' fuse of 5 A; the board dims "
        "what would draw more",
    )


class PanelSection(Section):
    """Lamps and buttons, pins by their Broadcom number."""

    factory: Literal["lgpio", "mock", "off"] = Field(
        "off", description="lgpio where lamps and buttons are wired to a Pi, mock to simulate, off"
    )
    stop_button: BcmPin = Field(5, description='the button STOP; "none" for what isn\'t wired, here and below')
    roll_on_button: BcmPin = Field(6, description="the button ROLL ON")
    sun_button: BcmPin = Field(16, description="the button SUN: the next of the options")
    undo_button: BcmPin = Field(26, description="the button UNDO, by a long press")
    stop_lamp: BcmPin = Field(17, description="the lamp in the button STOP")
    roll_on_lamp: BcmPin = Field(27, description="the lamp in the button ROLL ON")
    sun_lamp: BcmPin = Field(22, description="the lamp in the button SUN")
    undo_lamp: BcmPin = Field(23, description="the lamp in the button UNDO")
    ready_lamp: BcmPin = Field(24, description="the lamp that says: ready for a throw")
    reading_lamp: BcmPin = Field(25, description="the lamp that says: the tray is being read")
    trouble_lamp: BcmPin = Field(20, description="the lamp that says: something needs a person")
    buttons_to_ground: bool = Field(True, description="a pressed button pulls its pin down (else up)")
    button_lamps_high: bool = Field(True, description="a button's lamp is lit while its pin is high (else low)")
    state_lamps_high: bool = Field(True, description="ready, reading, trouble: lit while the pin is high (else low)")
    bounce_seconds: float = Field(0.03, ge=0.001, le=0.5, description="how long a button's contacts may bounce")
    undo_hold_seconds: float = Field(1.0, ge=0.2, le=10, description="how long UNDO has to be held")
    sounds: Literal["off", "few", "all"] = Field(
        "off", description="the buzzer: few (your turn, something needs you), all (the great moments too), or off"
    )
    buzzer: BcmPin = Field(13, description="the buzzer, an active one; its pin is used only where sounds are on")
    buzzer_high: bool = Field(True, description="the buzzer sounds while its pin is high (else low)")

    @property
    def pins(self) -> dict[str, int]:
        """The pins in use, by their keys."""
        if self.factory == "off":
            return {}
        wired = {name: pin for name, pin in self if name.endswith(("_button", "_lamp")) and pin is not None}
        return wired | ({"buzzer": self.buzzer} if self.buzzer is not None and self.sounds != "off" else {})

    @model_validator(mode="before")
    @classmethod
    def _one_polarity_for_all_lamps(cls, data: Any) -> Any:
        """Files written before buttons' lamps and the others could differ say `lamps_high`."""
        if not isinstance(data, dict) or "lamps_high" not in data:
            return data
        both = {"button_lamps_high": data["lamps_high"], "state_lamps_high": data["lamps_high"]}
        return both | {key: value for key, value in data.items() if key != "lamps_high"}

    @model_validator(mode="after")
    def _each_pin_once(self) -> PanelSection:
        pins = [pin for name, pin in self if name.endswith(("_button", "_lamp", "buzzer")) and pin is not None]
        twice = sorted({pin for pin in pins if pins.count(pin) > 1})
        if twice:
            raise ValueError(f"pin {twice[0]} is named twice; give every lamp, button and buzzer a pin of its own")
        return self


class TrayLightSection(Section):
    """The white light above the tray. It needs dtoverlay=pwm,pin=18,func=2 in the Pi's config.txt."""

    source: Literal["pwm", "off"] = Field("off", description="pwm where one is wired to a Pi, else off")
    pin: Literal[12, 13, 18, 19] = Field(18, description="one of the pins with hardware PWM: 12, 13, 18, 19")
    level: float = Field(0.6, ge=0, le=1, description="how bright, 0 to 1; a change wants a new calibration")
    frequency: int = Field(25_000, ge=20_000, le=100_000, description="hertz; slower, a camera would see bands")
    high: bool = Field(True, description="it is lit while its pin is high (else low)")


class WebSection(Section):
    """The pages for phones and the big screen."""

    host: str = Field("0.0.0.0", description="the address to listen on")
    port: int = Field(8080, ge=0, le=65535, description="the port to listen on; 0 takes any free one")
    address: str = Field("", description="what the QR code says, if not this machine's own address")
    max_streams: int = Field(500, ge=1, le=1000, description="pages live at once; more fall back to polling")

    @field_validator("address")
    @classmethod
    def _address_is_a_link(cls, address: str) -> str:
        link = urlsplit(address)
        if address and (link.scheme not in ("http", "https") or not link.hostname):
            raise ValueError("an address is http:// or https:// and a name, or phones can't follow it")
        return address


class ScreensSection(Section):
    """What screens show beside the game."""

    wimpout_chance: Literal["big", "all", "off"] = Field(
        "big", description="the chance of a Wimpout before a throw: on the big screen, on all (phones too), or off"
    )
    hint: Literal["big", "all", "off"] = Field(
        "off", description="what the best player would do: on the big screen, on all (phones too), or off"
    )


class StateSection(Section):
    """Where the table keeps what a power cut must not hurt."""

    folder: Path = Field(
        Path("state"),
        description="a folder, seen from where commands are started; the journal and the simulated cubes are in it",
    )
    pictures_mb: int = Field(
        500, ge=0, le=1_000_000,
        description="megabytes for pictures of throws, the oldest go first; an evening takes about 100; 0 keeps none",
    )
    calibration: str = Field(
        "", description="a folder for what calibration finds out; empty for calibration in the folder above"
    )

    @property
    def calibration_folder(self) -> Path:
        """Where calibration is kept."""
        return Path(self.calibration) if self.calibration else self.folder / "calibration"


class SimulationSection(Section):
    """The simulated tray, used only where camera.source is simulated."""

    seed: int | None = Field(None, ge=0, description="the same seed throws the same; without one every run differs")
    cube_set: str = Field("", description="which drawings the simulated cubes carry; empty for the usual ones")
    lean_chance: float = Field(0.03, ge=0, le=1, description="how often a thrown cube comes to rest leaning")


class HouseRulesSection(Section):
    """House rules of this table's own; docs/house-rules.md tells how to write one."""

    files: tuple[Path, ...] = Field((), description="Python modules, by their path from this file")
