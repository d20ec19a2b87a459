"""From the table's event to the picture at the pins, and what a picture takes of Python and of the line."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any

from controller.clock import SystemClock
from controller.feed import Mailbox
from controller.games.game import Moment
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.cubes import COMMON_FACES, ODD_FACES
from controller.journal import Journal
from controller.ports import Command, Device, GameView, Snapshot
from controller.table import Table, TableSettings, TableThread
from hardware.canvas import Size
from hardware.layout import final_picture, steady_picture
from hardware.protocol import Message, MessageType, pack_frame
from hardware.scenes import SCENES, acts, scene_picture
from hardware.scoreboard import FRAME_SECONDS, INTENSITY, SerialScoreboard
from tests.benchmarks.figures import Figures
from tests.benchmarks.yardstick import best_of, loop_seconds
from tests.e2e.scoreboard.pins import Looks, PinsLine, as_shown
from tests.firmware.board import FRAME, Client, Simulator
from tests.firmware.test_frames import noise
from tests.hardware.support import DeviceLog, game_view, snapshot, wait_until

SIZE = Size()
EVENTS = 500
SEED = 20_260_101
BYTES_A_SECOND = 25_000
FRAMES_A_SECOND = 30
BURST = 150
QUIET_S = 5.0
"""A board that has answered nothing for so long has answered all that it will."""
WAIT_S = 20.0


@dataclass(frozen=True, slots=True)
class Burst:
    """Frames that came without a pause: how many `a_second` were shown, by the chip's own cycles, how many bytes were
    `lost`, and how many frames were `never_shown`."""

    a_second: float
    lost: int
    never_shown: int


def report(root: Path) -> Figures:
    """Everything; the parts that need the simulated board only where it is built."""
    wire = _bytes_of_a_frame()
    parts = ["## Scoreboard", _drawing(), _line(wire)]
    burst = None
    if (root / "firmware" / "build" / "scoreboard-sim").exists():
        burst = sent_without_a_pause()
        parts += [_headroom(burst), _latency()]
    else:
        parts.append("The simulated board isn't built: `make firmware`.")
    return Figures("\n\n".join(parts), tuple(beyond(wire, burst)))


def beyond(wire: int, burst: Burst | None) -> Iterator[str]:
    """A sentence for each limit that isn't kept. `wire`: the bytes of a frame; `burst`: None where it wasn't
    measured."""
    if BYTES_A_SECOND / wire < FRAMES_A_SECOND:
        yield f"the line carries {BYTES_A_SECOND / wire:.1f} frames a second, not {FRAMES_A_SECOND}."
    if burst is None:
        return
    if burst.a_second < FRAMES_A_SECOND:
        yield f"the firmware shows {burst.a_second:.1f} frames a second, not {FRAMES_A_SECOND}."
    if burst.lost or burst.never_shown:
        yield (
            f"of {BURST} frames without a pause {burst.never_shown} were never shown, and {burst.lost} bytes were "
            "lost; neither may be."
        )


# --- Python


def _drawing() -> str:
    loop = loop_seconds()
    steady, dearest, scene = drawing_seconds()
    return (
        f"Python for a picture: {steady / loop:.3f} loops while nothing happens, {scene / loop:.3f} in the dearest "
        f"scene ({dearest}). On this machine that is {1000 * steady:.2f} ms and {1000 * scene:.2f} ms of the "
        f"{1000 * FRAME_SECONDS:.1f} that a frame has."
    )


def drawing_seconds() -> tuple[float, str, float]:
    """Seconds of Python for a picture while nothing happens, and which scene is the dearest, with its seconds."""
    shown = snapshot(game_view("s2", stake=125, to_throw=3), board="CLEAR THE FLASH")
    steady = _seconds_a_frame(lambda t: steady_picture(shown, SIZE, t, t), 3.0)
    scenes = {name: _scene_seconds_a_frame(name) for name in SCENES}
    dearest = max(scenes, key=lambda name: scenes[name])
    return steady, dearest, scenes[dearest]


def _scene_seconds_a_frame(name: str) -> float:
    shown = snapshot(game_view("s2", stake=60), Moment(name, "s2", 60))
    return _seconds_a_frame(partial(scene_picture, shown, SIZE), sum(act.seconds for act in acts(shown, SIZE)))


def _seconds_a_frame(draw: Callable[[float], Any], seconds: float) -> float:
    frames = [frame * FRAME_SECONDS for frame in range(int(seconds / FRAME_SECONDS))]
    return best_of(3, lambda: [draw(at) for at in frames]) / len(frames)


# --- the line


def _bytes_of_a_frame() -> int:
    picture = final_picture(snapshot(game_view(stake=60)), SIZE)
    return len(Message(MessageType.FRAME, 1, pack_frame(INTENSITY, picture.pixels, picture.ring)).to_wire())


def _line(wire: int) -> str:
    most = BYTES_A_SECOND / wire
    return (
        f"A frame of {SIZE.modules} modules and {SIZE.lights} lights: {wire} bytes on the wire. The line could carry "
        f"{most:.1f} a second, {most / FRAMES_A_SECOND:.1f} times the {FRAMES_A_SECOND} that are wanted."
    )


def sent_without_a_pause() -> Burst:
    """What the real firmware makes of frames that come without a pause."""
    chance = random.Random(SEED)
    frames = [noise(chance) for _ in range(BURST)]
    with Simulator() as simulator, closing(Client(simulator.pty())) as client:
        client.greet()
        unanswered = {client.send(FRAME, frame.payload()) for frame in frames}
        for message in client.messages(QUIET_S):
            unanswered.discard(message.seq)
            if not unanswered:
                break
        lost = client.counters()["overrun"]
        with suppress(AssertionError):  # it counts as never shown
            simulator.wait_for(frames[-1].is_shown_by)
    shown = [next((one.cycle for one in simulator.pictures if frame.is_shown_by(one)), None) for frame in frames]
    cycles = [cycle for cycle in shown if cycle is not None]
    a_second = (len(cycles) - 1) / ((cycles[-1] - cycles[0]) / 16e6) if len(cycles) > 1 else 0.0
    return Burst(a_second, lost, shown.count(None))


def _headroom(burst: Burst) -> str:
    return (
        f"The real firmware in simavr shows {burst.a_second:.1f} frames a second that come without a pause "
        f"({burst.a_second / FRAMES_A_SECOND:.1f} times what is wanted), {burst.lost} bytes lost, "
        f"{burst.never_shown} frames never shown."
    )


# --- from the table to the pins


class _TimedMailbox(Mailbox):
    """A mailbox that knows when the last snapshot was put into it."""

    published_at = 0.0

    def publish(self, snapshot: Snapshot) -> None:
        self.published_at = time.monotonic()
        super().publish(snapshot)


class _Evening:
    """Two people at a real table without a camera, who enter their throws and stop when they may."""

    def __init__(self, folder: Path) -> None:
        self.feed = _TimedMailbox()
        self._chance = random.Random(SEED)
        self._journal = Journal(folder / "journal.sqlite3")
        out = Device("camera", "test", "trouble", "unplugged")
        clock = SystemClock()
        table = Table(
            TableSettings(shows=False), RULEBOOK, self._journal, self.feed, clock, devices=(out,),
            dice=(COMMON_FACES,) * 4 + (ODD_FACES,),
        )
        self._door = TableThread(table, clock, lambda error: None)
        self._door.start()
        self._door.device(out)
        self._seats = [self._do("sit", None, name=name).value["seat"] for name in ("ANNA", "BEN")]
        self._do("start", self._seats[0])
        wait_until("throws are entered by hand", lambda: self.feed.latest().hand_entry, WAIT_S)

    def move(self) -> None:
        """One move of the game; another game when it is over."""
        view = self.feed.latest().view
        assert view is not None
        if view.phase == "over":
            self._do("rematch", self._seats[0])
        elif view.may_stop:
            self._do("stop", view.to_act)
        else:
            self._do("enter", view.to_act, cubes=self._throw(view))

    def _throw(self, view: GameView) -> list[str]:
        """What is to be thrown; where nobody knows yet whether the odd cube is among it, it isn't."""
        commons = [self._chance.choice(COMMON_FACES) for _ in range(view.to_throw - bool(view.odd_to_throw))]
        return [*commons, f"{self._chance.choice(ODD_FACES)}*"] if view.odd_to_throw else commons

    def _do(self, command: Any, seat: str | None, /, **value: Any) -> Any:
        reply = self._door.submit(Command(command, seat, value))
        assert reply.accepted, f"{command}: {reply.reason}"
        return reply

    def close(self) -> None:
        self._door.stop()
        self._journal.close()


def _latency() -> str:
    from_command, from_event = [], []
    looks = Looks()
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(_Evening(Path(folder))) as evening,
        PinsLine(looks.add) as pins,
    ):
        board = SerialScoreboard(pins, SIZE, SystemClock(), scenes=False)
        board.start(evening.feed, DeviceLog().append)
        try:
            _see(evening, looks)
            while len(from_event) < EVENTS:
                before = final_picture(evening.feed.latest(), SIZE)
                began = time.monotonic()
                evening.move()
                if final_picture(evening.feed.latest(), SIZE) == before:
                    continue
                published = evening.feed.published_at
                shown = _see(evening, looks)
                from_command.append(shown - began)
                from_event.append(shown - published)
        finally:
            board.stop()
    return (
        f"{EVENTS} moves at a real table with its journal, the real firmware in simavr at the pace of the clock, "
        "until modules and ring show the new score:\n\n"
        "| from | p50 ms | p99 ms |\n| --- | --- | --- |\n"
        f"| the event, journaled and published, to the picture at the pins | {_percentiles(from_event)} |\n"
        f"| the player's command (rules and journal included) to the same | {_percentiles(from_command)} |"
    )


def _see(evening: _Evening, looks: Looks) -> float:
    """Wait until the latest score is at the pins; since when it is."""
    want = as_shown(final_picture(evening.feed.latest(), SIZE), INTENSITY, SIZE)
    assert looks.wait_until(lambda seen: bool(seen) and seen[-1][0] == want, WAIT_S), "the score never came"
    looks.forget()
    return looks.all()[-1][1]


def _percentiles(seconds: list[float]) -> str:
    cuts = quantiles(seconds, n=100)
    return f"{1000 * cuts[49]:.1f} | {1000 * cuts[98]:.1f}"
