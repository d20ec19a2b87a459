"""The doors between the rooms: the values that pass through them and the protocols on either side.

This is the only file of the controller that `vision`, `hardware` and `web_ui` import. Everything here is a
frozen value or a protocol; nothing here does anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Protocol

from controller.games.game import Cube as GameCube
from controller.games.game import Face, GameView, Message, Moment, MustRoll, Option, Seat, Standing

__all__ = [
    "BoardPicture", "Clock", "Command", "CommandDoor", "CommandName", "Device", "Face", "Feed", "GameCube",
    "GameView", "Hands", "Lamp", "Message", "Moment", "MustRoll", "Option", "Panel", "Picture", "Player",
    "Point", "Preview", "Problem", "ProblemKind", "Quad", "ReadCube", "Reader", "ReaderEvents", "Reading",
    "Reply", "Scoreboard", "Seat", "Snapshot", "Standing", "Status", "TrayReading", "TrueCube", "UndoAsked", "Zone",
    "as_json",
]

# --- readings: vision -> table --------------------------------------------------------------------------------

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Zone = Literal["tray", "rail"]
Status = Literal["clear", "unclear", "moving", "blocked"]
ProblemKind = Literal["cocked", "unsure", "count", "nudged", "blocked", "foreign"]


@dataclass(frozen=True, slots=True)
class ReadCube:
    """One cube as the reader sees it. Lengths in pixels of the picture as it was given.

    `face`: None where it can't be told; then `alternatives` holds the likeliest. `odd`: None where fewer than
    five cubes are seen and no colours were taught. `quad`: the corners of the top face in order round it.
    `confidence`: 0..1, calibrated. `moved`: whether this cube was thrown since the reading before; None for a
    picture.
    """

    face: Face | None
    odd: bool | None
    zone: Zone | None
    center: Point
    quad: Quad
    alternatives: tuple[tuple[Face, float], ...]
    confidence: float
    moved: bool | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a reading can't be scored, and where in the picture (None: everywhere)."""

    kind: ProblemKind
    center: Point | None = None


@dataclass(frozen=True, slots=True)
class TrayReading:
    """What lies in the tray, as `tray read --json` prints it.

    `status`: only a `clear` reading may be scored. `detail`: what is the matter, in words; None when clear.
    `settled_at`: seconds from the start of a video to the frame in which the cubes had come to rest.
    """

    source: str
    status: Status
    cubes: tuple[ReadCube, ...] = ()
    problems: tuple[Problem, ...] = ()
    detail: str | None = None
    settled_at: float | None = None


@dataclass(frozen=True, slots=True)
class TrueCube:
    """A simulated cube as it truly lies: `cube` by the side that looks up most, `center` of that side in pixels,
    `leans`: by more than 10 degrees."""

    cube: GameCube
    center: Point
    leans: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A TrayReading of the live tray, on its way to the table.

    `number` rises by one with each reading of this reader process. `rest_at`: the `Clock.monotonic()` seconds at
    which the first frame at rest was delivered, None while nothing rests. `picture_size`: width and height of
    the picture that the cubes' pixels belong to. `thrown`: in a simulation the cubes as they truly lie, None while
    they move; for counting wrong readings and nothing else: the reader never sees it, the table never scores it.
    """

    number: int
    tray: TrayReading
    picture_size: tuple[int, int]
    rest_at: float | None = None
    thrown: tuple[TrueCube, ...] | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG with a number that rises with each new picture, and what was read in it (for drawing over it)."""

    number: int
    jpeg: bytes


class Preview(Protocol):
    """The camera's latest picture, for people to look at."""

    def latest(self) -> Picture | None:
        """The newest picture, None while there is none. Never waits."""
        ...


class Hands(Protocol):
    """The hands at a simulated tray: they take cubes up and throw them, for players who can't."""

    @property
    def busy(self) -> bool:
        """Whether a throw that was asked for hasn't come to rest yet."""
        ...

    def throw(self, cubes: tuple[Point, ...] | None, keep: tuple[Point, ...] = ()) -> None:
        """Put the cubes at `keep` on the rail and throw those at `cubes`.

        Points are cube centres in pixels of the latest reading; `cubes` None throws all five. Returns at once.
        """
        ...


@dataclass(frozen=True, slots=True)
class Device:
    """How a part of the machine is, for the screens, the lamp `trouble` and the log.

    `part`: "camera", "scoreboard", "panel", "journal". `kind`: the adapter in use ("/dev/video0", "simulated",
    "simavr", "model"). `state`: `fine`, `trouble` (it is being brought back), `off`. `detail`: what is the
    matter and what to do, in words. `simulated`: True is shown on every screen.
    """

    part: str
    kind: str
    state: Literal["fine", "trouble", "off"]
    detail: str = ""
    simulated: bool = False


class ReaderEvents(Protocol):
    """Where a reader's news goes. Called from the reader's own thread; must not wait."""

    def reading(self, reading: Reading) -> None:
        """The tray was read, or stopped being readable."""
        ...

    def device(self, device: Device) -> None:
        """The camera's or the reader's state changed."""
        ...

    def finished(self) -> None:
        """A video or folder has been played to its end."""
        ...


class Reader(Protocol):
    """Camera and reader: a process of its own that is brought back whenever it dies."""

    @property
    def preview(self) -> Preview: ...

    @property
    def hands(self) -> Hands | None:
        """The hands of a simulated tray, None at a real one."""
        ...

    def start(self, events: ReaderEvents, lying: tuple[ReadCube, ...] | None) -> None:
        """Begin to read. `lying`: the cubes of the last reading that the table has counted, against which
        `moved` is judged after a restart; None at a table where nothing has been read yet."""
        ...

    def counted(self, lying: tuple[ReadCube, ...]) -> None:
        """The table has counted these cubes: from now on they are what `moved` is judged against."""
        ...

    def stop(self) -> None:
        """End the process and give camera and memory back. Safe to call twice."""
        ...


# --- commands: buttons and phones -> table --------------------------------------------------------------------

CommandName = Literal[
    "sit",          # take a seat: value {"name": str, "colour": "#rrggbb"?}; the reply carries the seat's secret
    "leave",        # give the seat up
    "start",        # the seated people begin: value {"computers": int?}
    "rematch",      # the same seats and rules once more
    "stop",         # STOP
    "roll_on",      # ROLL ON
    "select",       # one of the options: value {"option": int}
    "next_option",  # the SUN button: the next of the options
    "throw",        # at a simulated tray: throw for me
    "enter",        # a throw entered by hand while camera or reader are out: value {"cubes": ["5", "sun*", ...]}
    "answer",       # name a face that the reader couldn't tell: value {"cube": int, "face": str}
    "confirm",      # another player's yes to such an answer
    "skip",         # end the turn of a player who doesn't answer (host)
    "correct",      # the last throw was misread: value {"cubes": ["5", "sun*", ...]}, those thrown or all as they lie
    "undo",         # take the last scored event back; a yes or no to another's wish: value {"agree": bool}
]


@dataclass(frozen=True, slots=True)
class Command:
    """A wish of a person. `seat`: None for the buttons at the tray, which speak for the player to act.

    `event`: the journal event that the person was looking at; None for buttons. A command for an older state
    is refused with the reason. `key`: makes a command that arrives twice count once.
    """

    name: CommandName
    seat: Seat | None = None
    value: Mapping[str, Any] = field(default_factory=dict)
    event: int | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """The table's answer: accepted, or refused with the reason in words. `event` is the journal's last event."""

    accepted: bool
    reason: str
    event: int
    value: Mapping[str, Any] = field(default_factory=dict)


class CommandDoor(Protocol):
    """The one door by which commands reach the table."""

    def submit(self, command: Command) -> Reply:
        """Hand a command over and wait for the answer (at most a few seconds; then refused: "table is busy")."""
        ...

    def seat_of(self, secret: str) -> Seat | None:
        """Whose seat this secret opens, None for a secret that is no longer one."""
        ...


# --- snapshots: table -> outputs ------------------------------------------------------------------------------

Lamp = Literal["ready", "reading", "trouble", "stop", "roll_on", "sun", "undo"]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat. `colour` as "#rrggbb"; `present`: False for a seat that was given up."""

    seat: Seat
    name: str
    colour: str
    kind: Literal["person", "computer"]
    present: bool = True


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """The player at `seat` asks to take a move back: that of the player at `whose`; `what` names it: "stop with 45
    points"."""

    seat: Seat
    whose: Seat | None
    what: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything there is to show, whole. Outputs need only the latest one.

    `number` rises with each snapshot, `event` is the last event in the journal. `stage`: `show` (idle: two
    computer players show the game), `seating` (people sit down), `playing`, `over`. `view` is None while seating.
    `tray`: the latest reading, `picture_size` its picture's width and height; `scored` are indexes into
    `tray.cubes` of the cubes that score under the selected option. `message`: the one thing to say now, tray
    troubles included. `moments` with `moments_event`: the scenes of the last move; an output plays them once per
    `moments_event`. `lamps` are lit; a button's lamp is lit exactly when pressing it is legal. `commands`: what
    the player to act may do. `asks`: indexes into `tray.cubes` whose face people are asked for; `answer`, the
    answer that waits for another player's yes: (cube, face, seat). `simulated`: one line a simulated part
    ("camera: simulated tray"). `hand_entry`: throws are entered by hand now, because camera or reader are out.
    `offers`: for each person at the table, by seat, what their phone offers; the table would accept each.
    `undo_asked`: what waits for the yes or no of those who are offered `undo`; the no of who asked drops it.
    `wimpout_chance`: 0..1, that the throw to come is a Wimpout; None where it isn't known or not to be shown.
    `chance_on_phones`: whether phones show it too, not the big screen alone.
    """

    number: int
    event: int
    stage: Literal["show", "seating", "playing", "over"]
    players: tuple[Player, ...]
    view: GameView | None
    tray: TrayReading | None
    picture_size: tuple[int, int] | None
    scored: tuple[int, ...]
    message: Message
    moments: tuple[Moment, ...]
    moments_event: int
    lamps: frozenset[Lamp]
    commands: frozenset[CommandName]
    asks: tuple[int, ...]
    answer: tuple[int, Face, Seat] | None
    devices: tuple[Device, ...]
    simulated: tuple[str, ...]
    hand_entry: bool
    address: str
    table_name: str
    offers: Mapping[Seat, frozenset[CommandName]] = field(default_factory=dict)
    undo_asked: UndoAsked | None = None
    wimpout_chance: float | None = None
    chance_on_phones: bool = False

    def player(self, seat: Seat | None) -> Player | None:
        """The player at `seat`, None for nobody."""
        return next((player for player in self.players if player.seat == seat), None)


class Feed(Protocol):
    """The latest snapshot; a slow reader misses those in between and never holds up the table."""

    def latest(self) -> Snapshot:
        """The newest snapshot. Never waits."""
        ...

    def wait(self, after: int, timeout: float) -> Snapshot | None:
        """The newest snapshot once its `number` is above `after`; None if `timeout` seconds pass before."""
        ...


def as_json(value: object) -> Any:
    """Frozen values of this module as plain JSON values (dicts, lists, strings, numbers, None)."""
    plain = asdict(value) if hasattr(value, "__dataclass_fields__") else value  # type: ignore[call-overload]
    return _plain(plain)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(_plain(item) for item in value)
    if isinstance(value, GameCube):
        return value._asdict()
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


# --- outputs --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What the scoreboard shows, as the board itself says: decoded from the pins in simulation, the last
    acknowledged frame on hardware.

    `pixels`: rows from the top, each a string of "." and "#". `ring`: one (red, green, blue) 0..255 a light,
    from the top clockwise. `number` rises with each picture that differs.
    """

    number: int
    pixels: tuple[str, ...]
    ring: tuple[tuple[int, int, int], ...]


class Scoreboard(Protocol):
    """The LED scoreboard. Slow, absent or broken, it never makes the table wait."""

    def start(self, feed: Feed, on_device: Callable[[Device], None]) -> None:
        """Begin to show the feed's snapshots, from a thread of its own."""
        ...

    def picture(self) -> BoardPicture | None:
        """What the board shows now, None while it can't be reached."""
        ...

    def acknowledged(self) -> tuple[int, float]:
        """The number of the newest snapshot of which the board has acknowledged a picture (-1: none yet), and the
        `Clock.monotonic()` seconds of that acknowledgement. Where scenes are played it is the scene's first."""
        ...

    def stop(self) -> None:
        """Leave the board in its idle picture and give the line back. Safe to call twice."""
        ...


class Panel(Protocol):
    """Lamps and buttons."""

    def start(self, feed: Feed, door: CommandDoor, on_device: Callable[[Device], None]) -> None:
        """Light the lamps of the feed's snapshots and hand presses to the door."""
        ...

    def stop(self) -> None:
        """All lamps dark, pins given back. Safe to call twice."""
        ...


class Clock(Protocol):
    """Time, passed in so that tests can travel."""

    def monotonic(self) -> float:
        """Seconds that never go back; the same count in every process of this machine."""
        ...

    def now(self) -> str:
        """The date and time of day in ISO 8601 with the zone, for the journal and people."""
        ...
