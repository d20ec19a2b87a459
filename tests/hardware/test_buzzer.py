"""What the buzzer says, and that it is silent while the tray is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from gpiozero import Buzzer as BuzzerPin  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory, MockPin  # type: ignore[import-untyped]

from controller.games.game import Moment
from controller.ports import Snapshot, TrayReading
from hardware.buzzer import Buzzer
from hardware.sounds import MOMENTS, TROUBLE, YOUR_TURN, Sound, Sounder, Sounds
from tests.hardware.support import game_view, snapshot, wait_until

READING = frozenset({"reading"})
SUPERNOVA: Snapshot = snapshot(None, Moment("supernova", "s1"))


def heard(*shown: Snapshot, which: Sounds = "all") -> list[Sound]:
    sounder = Sounder(which)
    said = [sounder.hear(one) for one in shown]
    return [sound for sound in said if sound is not None]


def turn(seat: str, *moments: Moment, **others: object) -> Snapshot:
    return snapshot(game_view(seat), *moments, **others)


def test_a_person_whose_turn_begins_is_called_and_a_computer_player_is_not() -> None:
    assert heard(turn("s1"), turn("s1"), turn("s2"), turn("s3"), turn("s1")) == [YOUR_TURN, YOUR_TURN]
    assert heard(turn("s1")) == []  # what was so before is no news
    assert heard(turn("s1"), turn("s1", lamps=READING), turn("s2")) == [YOUR_TURN]


def test_the_great_moments_sound_once_and_only_where_all_is_to_be_heard() -> None:
    wimpout = turn("s2", Moment("wimpout", "s1"))
    again = replace(wimpout, number=wimpout.number + 1)
    assert heard(turn("s1"), wimpout, again) == [MOMENTS["wimpout"]]
    assert heard(turn("s1"), wimpout, again, which="few") == [YOUR_TURN]
    assert heard(turn("s1"), wimpout, again, which="off") == []


def test_of_several_moments_the_greatest_is_heard() -> None:
    assert heard(turn("s1"), turn("s2", Moment("wimpout", "s1"), Moment("train_wreck", "s1"))) == [
        MOMENTS["train_wreck"]
    ]
    assert heard(turn("s1"), turn("s1", Moment("scored", "s1", 60), Moment("flash", "s1", 60))) == [MOMENTS["flash"]]
    assert heard(turn("s1"), turn("s1", Moment("scored", "s1", 5))) == []


@pytest.mark.parametrize("which", ["few", "all"])
def test_what_needs_a_person_is_said_once_and_again_after_another_throw(which: Sounds) -> None:
    cocked = turn("s1", lamps=frozenset({"trouble"}))
    moving = turn("s1", lamps=READING)
    hand = turn("s1", lamps=frozenset({"trouble"}), tray=TrayReading("camera", "blocked"))
    assert heard(turn("s1"), moving, cocked, cocked, hand, cocked, which=which) == [TROUBLE]
    assert heard(turn("s1"), moving, cocked, moving, cocked, which=which) == [TROUBLE, TROUBLE]
    assert heard(turn("s1"), hand, turn("s1"), which=which) == []


def test_the_idle_show_is_silent() -> None:
    show = [replace(one, stage="show") for one in (turn("s1"), turn("s2", Moment("flash", "s1", 60)))]
    assert heard(*show) == []


def test_a_sound_is_short_begins_and_ends_with_a_tone_and_can_be_told_apart() -> None:
    sounds = [YOUR_TURN, TROUBLE, *(sound for name, sound in MOMENTS.items() if name != "game_over")]
    assert all(len(sound) % 2 == 1 and sum(sound) < 1.2 and min(sound) >= 0.03 for sound in sounds)
    assert len({*sounds}) == len(sounds)


class Bell:
    """A buzzer on a mock pin, which notes when it changes and how long after the last time."""

    def __init__(self, high: bool = True) -> None:
        self.pin: MockPin = MockFactory().pin(13)
        self._device = BuzzerPin(13, active_high=high, pin_factory=self.pin.factory)
        self.buzzer = Buzzer(self._device, "all")
        self.buzzer.take(turn("s1"))
        self.pin.clear_states()

    def states(self) -> list[bool]:
        return [state.state for state in self.pin.states]

    def close(self) -> None:
        self.buzzer.close()
        self._device.close()


@pytest.fixture
def bell(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bell]:
    monkeypatch.setattr("hardware.sounds.MOMENTS", {**MOMENTS, "supernova": (60.0,)})  # that nobody waits for
    ringing = Bell()
    yield ringing
    ringing.close()


def test_a_sound_is_played_tone_for_tone(bell: Bell) -> None:
    bell.buzzer.take(turn("s1", lamps=frozenset({"trouble"})))
    wait_until("the sound", lambda: bell.states() == [False, True, False, True, False])
    lengths = [state.timestamp for state in bell.pin.states][2:]
    assert all(length >= wanted for length, wanted in zip(lengths, TROUBLE, strict=True))


def test_a_throw_cuts_the_sound_and_nothing_sounds_while_it_is_read(bell: Bell) -> None:
    bell.buzzer.take(SUPERNOVA)
    wait_until("its tone", lambda: bell.pin.state)
    bell.buzzer.take(snapshot(lamps=READING))
    wait_until("silence", lambda: not bell.pin.state)
    bell.buzzer.take(turn("s2", Moment("flash", "s1"), lamps=READING))
    bell.buzzer.take(turn("s2", tray=TrayReading("camera", "blocked")))
    bell.buzzer.close()
    assert bell.states() == [False, True, False]


def test_a_new_sound_takes_the_old_ones_place(bell: Bell) -> None:
    bell.buzzer.take(SUPERNOVA)
    wait_until("its tone", lambda: bell.pin.state)
    bell.buzzer.take(turn("s1", Moment("reroll", "s1")))
    wait_until("the other sound", lambda: bell.states()[-3:] == [False, True, False])


def test_a_buzzer_may_sound_while_its_pin_is_low() -> None:
    bell = Bell(high=False)
    assert bell.pin.state
    bell.buzzer.take(turn("s2"))
    wait_until("the sound", lambda: bell.states() == [True, False, True])
    bell.close()


def test_a_pin_that_fails_for_a_moment_costs_one_sound_and_no_more(
    bell: Bell, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as failing:
        failing.setattr(MockPin, "_set_state", lambda *_: 1 // 0)
        bell.buzzer.take(turn("s2"))
        wait_until("word of it", lambda: "can't sound" in caplog.text)
    bell.buzzer.take(turn("s1", lamps=frozenset({"trouble"})))
    wait_until("the next sound", lambda: bell.states()[-4:] == [True, False, True, False])


def test_closing_a_buzzer_ends_its_tone(bell: Bell) -> None:
    bell.buzzer.take(SUPERNOVA)
    wait_until("its tone", lambda: bell.pin.state)
    bell.buzzer.close()
    assert not bell.pin.state
    bell.buzzer.close()
