"""The states that a table can be in, as snapshots."""

from __future__ import annotations

from typing import Any

from controller.games.game import Cube, GameView, Message, Moment, MustRoll, Option, Standing
from controller.ports import CommandName, Device, Player, Problem, ReadCube, Snapshot, TrayReading

ADA = Player("s1", "Ada", "#ffe119", "person")
BEN = Player("s2", "Ben", "#42d4f4", "person")
SOL = Player("s3", "Sol", "#f032e6", "computer")

LEFT_TO_RIGHT = ((310.0, 300.0), (520.0, 420.0), (700.0, 250.0), (860.0, 520.0), (450.0, 610.0))
SIMULATED = ("camera: simulated tray", "scoreboard: simavr")


def cube(face: str | None, center: tuple[float, float], odd: bool | None = False, **more: Any) -> ReadCube:
    """A cube of 52 pixels, turned by an angle that its place gives."""
    x, y = center
    a, b = 26.0, 26.0 * ((x + y) % 90 - 45) / 90
    quad = ((x - a + b, y - a - b), (x + a + b, y - a + b), (x + a - b, y + a + b), (x - a - b, y + a - b))
    alternatives = more.pop("alternatives", ((face or "5", 0.99),))
    return ReadCube(face, odd, more.pop("zone", "tray"), center, quad, alternatives, 0.99, more.pop("moved", True))


def reading(*faces: str, **more: Any) -> TrayReading:
    """Cubes with these faces, the odd one marked by a star: "sun*"."""
    cubes = tuple(
        cube(face.rstrip("*"), center, face.endswith("*")) for face, center in zip(faces, LEFT_TO_RIGHT, strict=False)
    )
    return TrayReading("simulated", more.pop("status", "clear"), cubes, **more)



def seating(*players: Player, **more: Any) -> Snapshot:
    """People sit down."""
    state: dict[str, Any] = {
        "number": 1, "event": 1, "stage": "seating", "players": players, "view": None,
        "tray": None, "picture_size": None, "scored": (),
        "message": Message("SIT DOWN", "Scan the code or open the address to take a seat."),
        "moments": (), "moments_event": 0, "lamps": frozenset(), "commands": frozenset({"sit", "start"}),
        "asks": (), "answer": None, "devices": (), "simulated": SIMULATED, "hand_entry": False,
        "address": "http://192.168.7.20:8080", "table_name": "The Cosmic Tray",
    }
    state |= more
    return Snapshot(**{"offers": _offers(**state)} | state)


def _offers(
    players: tuple[Player, ...], view: GameView | None, commands: frozenset[CommandName], **_: object
) -> dict[str, frozenset[CommandName]]:
    """What the table would offer on each phone where all who sit play, and the last move was that of who acts."""
    acts = view.to_act if view is not None else None
    people = {player.seat for player in players if player.kind == "person"}
    of_others: frozenset[CommandName] = frozenset({"skip", "confirm"})
    for_all: frozenset[CommandName] = frozenset({"start", "rematch"} if acts in people else {*commands} - of_others)
    return {seat: commands - of_others if seat == acts else commands & (of_others | for_all) for seat in people}


def view(**more: Any) -> GameView:
    """A game in its middle, Ada about to throw."""
    state: dict[str, Any] = {
        "phase": "turn", "to_act": "s1", "goal": 500, "stake": 0, "last_throw": (), "kept": (),
        "to_throw": 5, "odd_to_throw": True,
        "standings": (Standing("s1", 120, True), Standing("s2", 235, True, leads=True), Standing("s3", 0, False)),
        "options": (), "selected": 0, "may_stop": False, "may_roll": True, "must_roll": (), "moments": (),
        "message": Message("THROW 5", "Ada, throw all five cubes."),
    }
    return GameView(**(state | more))


def playing(game: GameView | None = None, **more: Any) -> Snapshot:
    """A game with Ada, Ben and the computer player Sol."""
    game = game or view()
    state: dict[str, Any] = {
        "stage": "playing", "view": game, "message": game.message, "picture_size": (1280, 960), "event": 17,
        "commands": frozenset({"throw"}), "moments": game.moments,
    }
    return seating(ADA, BEN, SOL, **(state | more))


SUN_AS_10 = Option(25, 45, "SUN AS 10", (Cube("5"), Cube("10"), Cube("sun", True)), (Cube("2"), Cube("3")), ())
SUN_AS_5 = Option(20, 40, "SUN AS 5", (Cube("5"), Cube("10"), Cube("sun", True)), (Cube("2"), Cube("3")), ())
SUN_RESTS = Option(15, 35, "SUN NOT SCORED", (Cube("5"), Cube("10")), (Cube("2"), Cube("3"), Cube("sun", True)), ())


def real_choice(**more: Any) -> Snapshot:
    """A sun beside a 5 and a 10: three ways to score it, and stopping is legal."""
    game = view(
        stake=45, last_throw=(Cube("5"), Cube("2"), Cube("10"), Cube("sun", True), Cube("3")), to_throw=2,
        odd_to_throw=False, options=(SUN_AS_10, SUN_AS_5, SUN_RESTS), may_stop=True,
        message=Message("45 AT STAKE", "45 at stake. Stop, or throw the two cubes that are left.",
                        "A sun beside other scoring cubes is 5, 10 or nothing, as its player likes."),
    )
    state: dict[str, Any] = {
        "tray": reading("5", "2", "10", "sun*", "3"), "scored": (0, 2, 3),
        "commands": frozenset({"stop", "roll_on", "select", "next_option", "throw", "undo"}),
    }
    return playing(game, **(state | more))


FLASH = Option(
    40, 60, "FLASH OF 4", (Cube("4"), Cube("4"), Cube("4")), (Cube("2"), Cube("6", True)),
    (MustRoll("clear_flash", "CLEAR THE FLASH", "A Flash must be cleared: roll the two other cubes, without a 4."),),
    flash="4",
)


def must_clear(**more: Any) -> Snapshot:
    """A Flash of 4s that must be cleared: no stopping."""
    game = view(
        stake=60, last_throw=(Cube("4"), Cube("4"), Cube("2"), Cube("4"), Cube("6", True)), to_throw=2,
        options=(FLASH,), must_roll=FLASH.must_roll, moments=(Moment("flash", "s1", 40),),
        message=Message("CLEAR THE FLASH", "Flash of bolts! Clear it: throw the other two."),
    )
    state: dict[str, Any] = {
        "tray": reading("4", "4", "2", "4", "6*"), "scored": (0, 1, 3), "commands": frozenset({"roll_on", "throw"}),
        "moments_event": 21,
    }
    return playing(game, **(state | more))


def unsure(**more: Any) -> Snapshot:
    """One cube that the reader can't tell: a 6, or a 10."""
    cubes = [*reading("5", "2", "10", "sun*").cubes]
    cubes.append(cube(None, LEFT_TO_RIGHT[4], alternatives=(("6", 0.55), ("10", 0.4), ("4", 0.05))))
    problems = (Problem("unsure", LEFT_TO_RIGHT[4]),)
    tray = TrayReading("simulated", "unclear", tuple(cubes), problems, "one face is unsure")
    state: dict[str, Any] = {
        "tray": tray, "asks": (4,), "commands": frozenset({"answer", "throw"}),
        "message": Message("CAN'T TELL", "One cube can't be told. Ada, what does it show?"),
    }
    return playing(**(state | more))


def by_hand(**more: Any) -> Snapshot:
    """The camera is out: throws are entered by hand."""
    state: dict[str, Any] = {
        "hand_entry": True, "commands": frozenset({"enter"}), "simulated": (),
        "message": Message("ENTER THROW", "The camera is away. Throw, and enter what lies there."),
        "devices": (Device("camera", "/dev/video0", "trouble", "No picture since 20:14. Is its cable in?"),),
    }
    return playing(view(to_throw=3), **(state | more))


def finished(**more: Any) -> Snapshot:
    """Ben has won."""
    game = view(
        phase="over", to_act=None, winner="s2", may_roll=False, moments=(Moment("game_over", "s2"),),
        standings=(
            Standing("s1", 120, True), Standing("s2", 515, True, leads=True), Standing("s3", 0, True, out=True),
        ),
        message=Message("BEN WINS", "Ben wins with 515 points."),
    )
    state: dict[str, Any] = {"stage": "over", "commands": frozenset({"rematch"}), "moments_event": 90}
    return playing(game, **(state | more))
