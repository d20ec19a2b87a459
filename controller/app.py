"""Where everything is put together: the only module that knows all the rooms.

The rooms are imported when they are needed, so that `tray --help` and a mistake in the settings answer at once.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller.clock import SystemClock
from controller.errors import TrayError
from controller.feed import Mailbox
from controller.games.game import Game
from controller.games.wimpout.cubes import COMMON_FACES, ODD_FACES
from controller.games.wimpout.odds.chance import throw_to_come, wimpout_chance
from controller.house_rules import rulebook_with
from controller.journal import Journal
from controller.ports import Device, Panel, Reader, Reading, Scoreboard, Snapshot, TrayReading
from controller.settings import Settings
from controller.table import Table, TableSettings, TableThread
from controller.table.chances import Chances
from controller.table.hints import Hints

FIRMWARE_BUILD = Path(__file__).resolve().parent.parent / "firmware" / "build"
"""Where `make firmware` puts the scoreboard's firmware and its simulator."""

log = logging.getLogger("tray")


def simulated(settings: Settings) -> Settings:
    """The same settings with every piece of hardware simulated: the real firmware where it was built."""
    built = (FIRMWARE_BUILD / "scoreboard-sim").exists() and (FIRMWARE_BUILD / "firmware.elf").exists()
    return settings.model_copy(
        update={
            "camera": settings.camera.model_copy(update={"source": "simulated"}),
            "scoreboard": settings.scoreboard.model_copy(update={"source": "simavr" if built else "model"}),
            "panel": settings.panel.model_copy(update={"factory": "mock"}),
        }
    )


class OpenTable:
    """A table with everything that belongs to it, from the camera to the phones.

    `pace` holds changes to the table's settings (a demo doesn't think), `paced` whether a simulated or recorded
    camera keeps to real time, `scenes` whether the scoreboard plays them, `web` whether pages are served.

    Raises:
        TrayError: a part can't be opened for a reason that a person can mend.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        pace: dict[str, Any] | None = None,
        paced: bool = True,
        scenes: bool = True,
        web: bool = True,
        on_reading: Callable[[Reading, bool], None] = lambda reading, counted: None,
        on_game_over: Callable[[Snapshot], None] = lambda snapshot: None,
        on_game_given_up: Callable[[], None] = lambda: None,
        on_failure: Callable[[BaseException], None] = lambda error: None,
    ) -> None:
        self.clock = SystemClock()
        self.feed = _LoggedFeed()
        self._recording = _is_recording(settings)
        rulebook, screens = rulebook_with(settings.house_rules.files), settings.screens
        told = web and screens.wimpout_chance != "off"
        self._chances = Chances(throw_to_come, wimpout_chance, lambda: self.door.known()) if told else None
        self._hints = Hints(rulebook, lambda: self.door.known()) if web and screens.hint != "off" else None
        self._host, self._port = settings.web.host, settings.web.port or _free_port()
        self.journal = Journal(journal_file(settings))
        try:
            with _in_words():
                self.reader = _reader(settings, self.clock, paced)
                self.scoreboard = _scoreboard(settings, self.clock, scenes)
                self.panel = _panel(settings)
            self.address = _address(settings, self._port) if web else ""
            table = Table(
                _table_settings(settings, self.address, self._recording, pace or {}),
                rulebook, self.journal, self.feed, self.clock,
                hands=self.reader.hands, counted=self.reader.counted, dice=(COMMON_FACES,) * 4 + (ODD_FACES,),
                on_reading=on_reading, on_game_over=on_game_over, on_game_given_up=on_game_given_up,
                wimpout_chance=self._wimpout_chance, hint=self._hint,
            )
        except BaseException:
            self.journal.close()
            raise
        self._lying = table.lying
        self.door = TableThread(table, self.clock, on_failure)
        self.web = _web(settings, self, self._port) if web else None

    def _wimpout_chance(self, game: Game) -> float | None:
        return self._chances.of(game) if self._chances is not None else None

    def _hint(self, game: Game) -> str | None:
        return self._hints.of(game) if self._hints is not None else None

    def start(self) -> None:
        """Open the doors: pages first, so that a taken port is said before anything moves."""
        if self.web is not None:
            with _in_words(f"web.host = {self._host!r}"):
                self.web.start()
        self.scoreboard.start(self.feed, self._device)
        self.panel.start(self.feed, self.door, self._device)
        self.door.start()
        if self._chances is not None:
            self._chances.start()
        if self._hints is not None:
            self._hints.start()
        if self._recording:
            self.door.start_replay()
        # A recording shows a throw of its own: what was counted before it says nothing about its cubes.
        self.reader.start(_LoggedEvents(self.door, self._device), None if self._recording else self._lying)

    def stop(self) -> None:
        """Close everything, the journal last. Safe to call twice."""
        if self.web is not None:
            self.web.stop()
        self.reader.stop()
        if self._chances is not None:
            self._chances.stop()
        if self._hints is not None:
            self._hints.stop()
        self.door.stop()
        self.panel.stop()
        self.scoreboard.stop()
        self.journal.close()

    def _device(self, device: Device) -> None:
        _log(device)
        self.door.device(device)


def _log(device: Device) -> None:
    label = " (SIMULATED)" if device.simulated else ""
    level = logging.WARNING if device.state == "trouble" else logging.INFO
    log.log(level, "%s %s%s: %s %s", device.part, device.kind, label, device.state, device.detail)


class _LoggedFeed(Mailbox):
    """The feed, the journal's trouble logged: the one part whose state the table itself finds out."""

    def __init__(self) -> None:
        super().__init__()
        self._journal = ("fine", "")

    def publish(self, snapshot: Snapshot) -> None:
        """Pass the snapshot on, and log how the journal is whenever that has changed."""
        for device in snapshot.devices:
            if device.part == "journal" and (device.state, device.detail) != self._journal:
                self._journal = (device.state, device.detail)
                _log(device)
        super().publish(snapshot)


@contextmanager
def _in_words(setting: str = "") -> Iterator[None]:
    """What the rooms say to people, as the one error that commands print in a line; `setting`: what to mend."""
    from hardware.errors import HardwareError
    from vision.cameras import CameraError
    from web_ui.server import PortTakenError

    try:
        yield
    except (CameraError, HardwareError, PortTakenError) as error:
        raise TrayError(str(error)) from error
    except OSError as error:
        at = f"{setting}: " if setting else ""
        raise TrayError(f"{at}{error.strerror or error}. Nothing was opened.") from error


class _LoggedEvents:
    """The reader's news on its way to the table, devices logged."""

    def __init__(self, door: TableThread, on_device: Callable[[Device], None]) -> None:
        self.reading = door.reading
        self.finished = door.finished
        self.device = on_device


def _is_recording(settings: Settings) -> bool:
    from vision.cameras import is_recording

    return is_recording(settings.camera.source)


def journal_file(settings: Settings) -> Path:
    """Where a table with these settings keeps its journal. Simulated evenings, recordings and real ones never mix."""
    source = "simulated" if settings.camera.source == "simulated" else "journal"
    return settings.state.folder / f"{'recording' if _is_recording(settings) else source}.sqlite3"


def _table_settings(settings: Settings, address: str, recording: bool, pace: dict[str, Any]) -> TableSettings:
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


def _reader(settings: Settings, clock: SystemClock, paced: bool) -> Reader:
    from vision.cameras import check_recording
    from vision.process import ReaderProcess
    from vision.settings import ReaderSettings, SimulationSettings

    camera, simulation = settings.camera, settings.simulation
    if _is_recording(settings):
        check_recording(camera.source)
    elif camera.source == "simulated" and simulation.cube_set:
        _check_cube_set(simulation.cube_set)
    return ReaderProcess(
        camera.source,
        ReaderSettings(
            mat=_mat(settings),
            simulation=SimulationSettings(
                seed=simulation.seed, cube_set=simulation.cube_set or None, lean_chance=simulation.lean_chance,
                state_file=settings.state.folder.resolve() / "simulated-tray.json", paced=paced,
            ),
            resolution=(camera.width, camera.height), preview_fps=camera.preview_per_second, paced=paced,
        ),
        clock,
    )


def _mat(settings: Settings) -> Any:
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


def _scoreboard(settings: Settings, clock: SystemClock, scenes: bool) -> Scoreboard:
    from hardware.scoreboards import open_scoreboard

    board = settings.scoreboard
    return open_scoreboard(board.source, FIRMWARE_BUILD, clock, board.modules, board.lights, scenes)


def _panel(settings: Settings) -> Panel:
    from hardware.panel import PanelPins, open_panel

    pins = settings.panel.model_dump(exclude={"factory"})
    wired = {name.removesuffix("_button"): value for name, value in pins.items()}
    return open_panel(settings.panel.factory, PanelPins(**wired))


def _web(settings: Settings, table: OpenTable, port: int) -> Any:
    from web_ui.server import WebServer

    return WebServer(
        table.feed, table.door, table.reader.preview, table.scoreboard.picture,
        settings.web.host, port, settings.web.max_streams,
    )


def _address(settings: Settings, port: int) -> str:
    from web_ui.server import reachable_address

    return settings.web.address or reachable_address(settings.web.host, port)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


def read_files(files: Iterable[Path]) -> Iterator[TrayReading | str]:
    """What lies in pictures and videos: a reading each (a video: each settled roll), or why a file can't be read."""
    from vision.files import read_files as read

    for _, answer in read(files):
        yield answer if isinstance(answer, TrayReading) else str(answer)


def write_mat(settings: Settings, paper: Any, folder: Path) -> Iterator[Path]:
    """Write the mat for printing on `paper` ("A2", "A3", "A4" or "stickers"); yields each file written.

    Raises:
        TrayError: it is too large for that paper, or can't be written.
    """
    from vision.calibration.files import write_mat as write
    from vision.calibration.mat_print import PrintError

    try:
        yield from write(_mat(settings), paper, folder)
    except PrintError as error:
        raise TrayError(str(error)) from error


def write_card(settings: Settings, wifi: str | None, password: str | None, file: Path) -> str:
    """Write the card for the table to `file`; the address that is on it.

    Raises:
        TrayError: it can't be made for a reason that a person can mend.
    """
    from vision.saving import save
    from web_ui.card import CardError, card

    address = _address(settings, settings.web.port)
    try:
        save(file, card(settings.table.name, address, wifi, password))
    except CardError as error:
        raise TrayError(str(error)) from error
    return address


def reading_json(reading: TrayReading) -> dict[str, Any]:
    """A reading as `tray read --json` prints it."""
    from vision.reading_json import to_json

    return to_json(reading)
