"""The scenes of the scoreboard, each in a turn of an invented game, to look at while one builds or draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from controller.ports import GameCube, GameView, Lamp, Message, Moment, Player, Snapshot, Standing
from hardware.canvas import Size
from hardware.errors import HardwareError
from hardware.scenes import SCENES, acts

PLAYERS = (
    Player("s1", "MAXIMILIAN", "#ffb020", "person"),
    Player("s2", "ZOË", "#40c0ff", "person"),
    Player("s3", "SOL", "#60e060", "computer"),
)
TOTALS = (145, 390, 60)
AFTER_S = 1.0
"""So long the picture stays that follows a scene."""
OF_NOBODY = frozenset({"game_over", "roll_off", "rules_changed", "rule_off", "waiting"})


@dataclass(frozen=True, slots=True)
class Step:
    """Show `snapshot` for so many seconds; `name`: what it is, for people."""

    name: str
    snapshot: Snapshot
    seconds: float


def steps(names: Sequence[str], size: Size) -> Iterator[Step]:
    """A turn that waits for its throw, then the scenes of these names, all of them where none is named.

    Raises:
        HardwareError: there is no scene of such a name.
    """
    unknown = [name for name in names if name not in SCENES]
    if unknown:
        raise HardwareError(f"There is no scene {unknown[0]!r}. There are: {', '.join(SCENES)}.")
    waiting = _snapshot(1, ())
    yield Step("waiting for a throw", waiting, 2 * AFTER_S)
    for number, name in enumerate(names or SCENES, start=2):
        shown = _snapshot(number, (Moment(name, None if name in OF_NOBODY else "s2", 60),))
        yield Step(name, shown, sum(act.seconds for act in acts(shown, size)) + AFTER_S)


def being_read(board: str, sentence: str) -> Snapshot:
    """Nobody plays, and the tray is read: the ring is the white that it is read in. `board`: what the modules say, at
    most three words."""
    waiting, lamps = _snapshot(0, ()), frozenset[Lamp]({"reading"})
    return replace(waiting, stage="seating", view=None, players=(), message=Message(board, sentence), lamps=lamps)


def _snapshot(number: int, moments: tuple[Moment, ...]) -> Snapshot:
    standings = tuple(
        Standing(player.seat, total, entered=True, leads=total == max(TOTALS))
        for player, total in zip(PLAYERS, TOTALS, strict=True)
    )
    view = GameView(
        phase="turn", standings=standings, to_act="s2", goal=500, stake=60, last_throw=(GameCube("10"),), kept=(),
        to_throw=2, odd_to_throw=None, options=(), selected=0, may_stop=True, may_roll=True, must_roll=(),
        message=Message("THROW 2", "Stop, or throw 2 cubes."), moments=moments,
    )  # fmt: skip
    shown = Snapshot(
        number=number, event=number, stage="playing", players=PLAYERS, view=view, tray=None, picture_size=None,
        scored=(), message=view.message, moments=moments, moments_event=number, lamps=frozenset({"ready"}),
        commands=frozenset(), asks=(), answer=None, devices=(), simulated=(), hand_entry=False, address="",
        table_name="",
    )  # fmt: skip
    over = replace(shown, stage="over", view=view._replace(phase="over", to_act=None, stake=0, winner="s2"))
    if any(moment.name == "waiting" for moment in moments):
        return replace(
            shown, stage="seating", view=None, players=(), message=Message("PLAY?", "Sit down with a phone."),
            lamps=frozenset[Lamp](), address="http://tray.local:8080/", table_name="the Cosmic Tray",
        )  # fmt: skip
    return over if any(moment.name == "game_over" for moment in moments) else shown
