"""Each room's part as the settings name it. Its mistakes come in the rooms' own words: see `in_words`."""

from __future__ import annotations

import socket
from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.clock import SystemClock
from controller.errors import TrayError
from controller.ports import Chronicle, Feed, HostDoor, Panel, Reader, Scoreboard, TrayLight
from controller.settings import Settings
from controller.table import TableSettings, TableThread

if TYPE_CHECKING:
    from hardware.brightness import Brightness
    from hardware.panel_pins import PanelPins
    from vision.settings import MatSettings, ReaderSettings
    from web_ui.server import WebServer

FIRMWARE_BUILD = Path(__file__).resolve().parents[2] / "firmware" / "build"
"""Where `make firmware` puts the scoreboard's firmware and its simulator."""


def simulated(settings: Settings) -> Settings:
    """The same settings with every piece of hardware simulated: the real firmware where it was built."""
    built = (FIRMWARE_BUILD / "scoreboard-sim").exists() and (FIRMWARE_BUILD / "firmware.elf").exists()
    return settings.model_copy(
        update={
            "camera": settings.camera.model_copy(update={"source": "simulated"}),
            "scoreboard": settings.scoreboard.model_copy(update={"source": "simavr" if built else "model"}),
            "panel": settings.panel.model_copy(update={"factory": "mock"}),
            "tray_light": settings.tray_light.model_copy(update={"source": "off"}),
        }
    )


@contextmanager
def in_words(setting: str = "") -> Iterator[None]:
    """What the rooms say to people, as the one error that commands print in a line; `setting`: what to mend."""
    from hardware.errors import HardwareError
    from vision.calibration.store import CalibrationError
    from vision.cameras import CameraError
    from web_ui.server import PortTakenError

    try:
        yield
    except (CalibrationError, CameraError, HardwareError, PortTakenError) as error:
        raise TrayError(str(error)) from error
    except BrokenPipeError:  # whoever read what is said here has gone
        raise
    except OSError as error:
        at = [str(each) for each in (setting, error.filename) if each]
        raise TrayError(f"{': '.join([*at, error.strerror or str(error)])}. Nothing was opened.") from error


def is_recording(settings: Settings) -> bool:
    """Whether the camera is a video or a folder of pictures."""
    from vision import cameras

    return cameras.is_recording(settings.camera.source)


def journal_file(settings: Settings) -> Path:
    """Where a table with these settings keeps its journal. Simulated evenings, recordings and real ones never mix."""
    source = "simulated" if settings.camera.source == "simulated" else "journal"
    return settings.state.folder / f"{'recording' if is_recording(settings) else source}.sqlite3"


def table_settings(settings: Settings, address: str, recording: bool, pace: dict[str, Any]) -> TableSettings:
    """What of the settings is the table's own; `pace` takes their place."""
    table = settings.table
    values: dict[str, Any] = {
        "table_name": table.name, "address": address, "rules": settings.rules, "max_seats": table.seats,
        "nerve": table.nerve, "shows": table.idle_show, "show_seed": settings.simulation.seed, "replay": recording,
        "think_s": table.think_seconds, "missing_s": table.missing_seconds, "over_s": table.over_seconds,
        "skip_after_s": table.skip_after_seconds, "abandoned_s": table.abandoned_seconds,
        "chance_on_phones": settings.screens.wimpout_chance == "all",
        "hint_on_phones": settings.screens.hint == "all",
    }
    return TableSettings(**{**values, **pace})


def open_reader(settings: Settings, clock: SystemClock, paced: bool) -> Reader:
    """The reader of the camera that the settings name. Raises what `in_words` knows."""
    from vision.process import ReaderProcess

    check_camera(settings)
    return ReaderProcess(settings.camera.source, reader_settings(settings, paced), clock)


def check_camera(settings: Settings) -> None:
    """Whether the settings name a camera that can be. Raises what `in_words` knows."""
    from vision.cameras import check_recording

    if is_recording(settings):
        check_recording(settings.camera.source)
    elif settings.camera.source == "simulated" and settings.simulation.cube_set:
        _check_cube_set(settings.simulation.cube_set)


def reader_settings(settings: Settings, paced: bool, without: Container[str] = ()) -> ReaderSettings:
    """What the reader is told: of the settings, and of what calibration found out about this camera.

    `without`: kinds of results (`vision.calibration.results.Kind`) that aren't even looked at, so that a step of
    calibration begins where the file that it is to replace is damaged. Raises what `in_words` knows.
    """
    from vision.calibration.results import CameraResult, LensResult, TrayResult
    from vision.calibration.store import CalibrationStore
    from vision.settings import ReaderSettings, SimulationSettings

    camera, simulation = settings.camera, settings.simulation
    store = CalibrationStore(settings.state.calibration_folder)
    tray = store.newest(TrayResult, camera.source) if "tray" not in without else None
    lens = store.newest(LensResult, camera.source) if "lens" not in without else None
    picture = store.newest(CameraResult, camera.source) if "camera" not in without else None
    return ReaderSettings(
        mat=mat_settings(settings),
        simulation=SimulationSettings(
            seed=simulation.seed, cube_set=simulation.cube_set or None, lean_chance=simulation.lean_chance,
            state_file=settings.state.folder.resolve() / "simulated-tray.json", paced=paced,
        ),
        resolution=picture.size if picture else (camera.width, camera.height),
        preview_fps=camera.preview_per_second, paced=paced,
        mat_required=tray is not None,
        taught_set=_taught_set(settings) if "set" not in without else None,
        known_mat=tray.known() if tray else None,
        lens=lens.settings() if lens else None,
        locks=picture.locks() if picture else None,
    )


def _taught_set(settings: Settings) -> tuple[Path, str] | None:
    """The taught set that a table is to read with. Raises what `in_words` knows."""
    name = settings.reader.cube_set
    if not name:
        return None
    from vision.calibration.store import CalibrationStore
    from vision.teaching.keeping import check_playable

    folder = settings.state.calibration_folder.resolve()
    check_playable(CalibrationStore(folder), name)
    return folder, name


def mat_settings(settings: Settings) -> MatSettings:
    """The mat's lengths, as the reader is told them."""
    from vision.settings import MatSettings

    mat = settings.mat
    return MatSettings(
        rolling=(mat.rolling_width, mat.rolling_height),
        rail=(0.0, mat.rail_top, mat.rolling_width, mat.rail_bottom),
    )


def _check_cube_set(name: str) -> None:
    from vision.drawings import cube_set

    try:
        cube_set(name)
    except ValueError as error:
        raise TrayError(f"simulation.cube_set = {name!r}: {error}") from error


def open_scoreboard(settings: Settings, clock: SystemClock, scenes: bool) -> Scoreboard:
    """The scoreboard that the settings name. Raises what `in_words` knows."""
    from hardware import scoreboards

    board = settings.scoreboard
    return scoreboards.open_scoreboard(
        board.source, FIRMWARE_BUILD, clock, board.modules, board.lights, scenes, brightness(settings)
    )


def brightness(settings: Settings) -> Brightness:
    """How bright the board shines."""
    from hardware.brightness import Brightness

    board = settings.scoreboard
    return Brightness(board.brightness, board.reading_light, board.current_limit_ma)


def open_panel(settings: Settings) -> Panel:
    """Lamps and buttons as the settings wire them. Raises what `in_words` knows."""
    from hardware import panel

    wanted, pins = settings.panel, panel_pins(settings)
    return panel.open_panel(wanted.factory, pins, wanted.sounds, wanted.bounce_seconds, wanted.undo_hold_seconds)


def panel_pins(settings: Settings) -> PanelPins:
    """Where lamps, buttons and buzzer are wired."""
    from hardware.panel_pins import PanelPins

    wanted = settings.panel
    wired = {name.removesuffix("_button"): pin for name, pin in wanted if name.endswith(("_button", "_lamp"))}
    keys = ("buttons_to_ground", "button_lamps_high", "state_lamps_high", "buzzer_high")
    polarity = {name: getattr(wanted, name) for name in keys}
    return PanelPins(**wired, **polarity, buzzer=wanted.buzzer if wanted.sounds != "off" else None)


def open_tray_light(settings: Settings) -> TrayLight:
    """The light above the tray as the settings wire it. Raises what `in_words` knows."""
    from hardware import tray_light

    light = settings.tray_light
    return tray_light.open_tray_light(light.source, light.pin, light.level, light.frequency, light.high)


def open_web(
    settings: Settings, port: int, feed: Feed, door: TableThread, reader: Reader, board: Scoreboard,
    host: HostDoor, chronicle: Chronicle,
) -> WebServer:
    """The server of the pages."""
    from web_ui.server import WebServer

    web = settings.web
    return WebServer(
        feed, door, reader.preview, board.picture, web.host, port, web.max_streams, host_door=host,
        chronicle=chronicle,
    )  # fmt: skip


def address_of(settings: Settings, port: int) -> str:
    """Where phones find the pages on this port."""
    from web_ui.server import reachable_address

    return settings.web.address or reachable_address(settings.web.host, port)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])
