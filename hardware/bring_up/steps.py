"""What a step of bringing up a machine is: something to look at, what may be seen, and where to look then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from hardware.canvas import Picture

Draw = Callable[[float], Picture]
"""The picture to show so many seconds after a step has begun."""


class Machine(Protocol):
    """What a step can do with the machine that is being brought up."""

    def show(self, draw: Draw) -> None:
        """Show pictures on the scoreboard until the next step."""
        ...

    def light(self, lamp: str) -> None:
        """Light this lamp and no other."""
        ...

    def tray_light(self, level: float) -> None:
        """The tray light at `level`, 0..1."""
        ...

    def sound(self) -> None:
        """Let the buzzer sound."""
        ...


@dataclass(frozen=True, slots=True)
class Which:
    """A number that is asked for before a sighting can be told: `question`, from `first` to `last`."""

    question: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Sighting:
    """Something that may be seen though it shouldn't. `advice`: where to look then, in lines; where `which` asks for
    a number first, what makes the lines of its answer."""

    seen: str
    advice: list[str] | Callable[[int], list[str]]
    which: Which | None = None

    def where_to_look(self, number: int) -> list[str]:
        """The advice, `number` being the answer to `which`."""
        return self.advice if isinstance(self.advice, list) else self.advice(number)


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `key`: its name, for coming back to it; `shown`: what the machine does; `right`: what is seen of a
    machine that is in order; `wrong`: what else may be seen; `begin` makes the machine do it.

    `button`: the button that is to be pressed; whether that works is seen by the machine itself, and `mistaken` says
    where to look if it was another one that was felt. `held` is told of a button that is down before it was pressed.
    """

    key: str
    title: str
    shown: str
    right: str
    wrong: tuple[Sighting, ...]
    begin: Callable[[Machine], None]
    button: str | None = None
    mistaken: Callable[[str], list[str]] = field(default=lambda other: [])
    held: Callable[[], list[str]] = field(default=list)


def shows(draw: Draw) -> Callable[[Machine], None]:
    """What begins a step that is seen on the scoreboard: its modules and its ring."""
    return lambda machine: machine.show(draw)
