"""Who starts: "each player rolls a common cube and the player with the highest roll starts the play"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.games.game import Face, IllegalMoveError, Seat, Throw
from controller.games.phrase import counted, phrase
from controller.games.wimpout.cubes import SUN, VALUE, why_impossible


@dataclass(frozen=True, slots=True)
class RollOff:
    """A roll-off under way.

    `contenders` of this round in the order in which they throw; the first `len(rolls)` of them have thrown.
    `rolls` holds their faces, None for a contender who was skipped. `shown`: each player's newest face.
    """

    contenders: tuple[Seat, ...]
    rolls: tuple[Face | None, ...] = ()
    shown: tuple[tuple[Seat, Face], ...] = ()

    @property
    def to_act(self) -> Seat:
        return self.contenders[len(self.rolls)]

    @property
    def tied_before(self) -> bool:
        """Whether this round decides between players who tied."""
        return {seat for seat, _ in self.shown} >= set(self.contenders)

    def rolled(self, face: Face | None) -> RollOff:
        """The roll-off after the next contender's `face` (None: skipped); those who tie are its next round.

        With a single contender left, that one starts: see `starter`.
        """
        shown = dict(self.shown) | ({self.to_act: face} if face else {})
        return replace(self, rolls=(*self.rolls, face), shown=tuple(shown.items()))._settled()

    def joined(self, seat: Seat) -> RollOff:
        """The roll-off with one more who throws last in this round; too late where it decides a tie."""
        return self if self.tied_before else replace(self, contenders=(*self.contenders, seat))

    def without(self, seat: Seat) -> RollOff:
        """The roll-off after somebody gave up."""
        if seat not in self.contenders:
            return self
        at = self.contenders.index(seat)
        contenders = self.contenders[:at] + self.contenders[at + 1 :]
        return replace(self, contenders=contenders, rolls=self.rolls[:at] + self.rolls[at + 1 :])._settled()

    def _settled(self) -> RollOff:
        """Once all have thrown: the next round, of those who tie for the highest."""
        if len(self.rolls) < len(self.contenders):
            return self
        highest = max(map(_height, self.rolls))
        tied = tuple(
            seat for seat, roll in zip(self.contenders, self.rolls, strict=True) if _height(roll) == highest
        )
        return replace(self, contenders=tied if highest else tied[:1], rolls=())

    @property
    def starter(self) -> Seat | None:
        """Who starts, None while that is open."""
        return self.contenders[0] if len(self.contenders) == 1 else None


def face_rolled(throw: Throw) -> Face:
    """The face of a roll-off throw.

    Raises:
        IllegalMoveError: it isn't one common cube.
    """
    if len(throw.thrown) != 1:
        raise IllegalMoveError(counted(
            "One common cube was to be thrown to see who starts; the throw had {number} cube.",
            "One common cube was to be thrown to see who starts; the throw had {number} cubes.",
            len(throw.thrown),
        ))
    (cube,) = throw.thrown
    if cube.odd or cube.face == SUN:
        raise IllegalMoveError(phrase("A common cube decides who starts; the odd cube was thrown."))
    wrong = why_impossible(throw.thrown)
    if wrong:
        raise IllegalMoveError(wrong)
    return cube.face


def _height(face: Face | None) -> int:
    return VALUE[face] if face else 0
