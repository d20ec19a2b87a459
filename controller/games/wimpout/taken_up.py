"""Which cubes a player took up and threw, and so which of the open choices they took.

"Throwing is the answer": the number of the thrown cubes, the odd one among them or not, and the faces of the
cubes left lying decide between the choices; what they leave open is the preselected choice.
"""

from __future__ import annotations

from typing import NamedTuple

from controller.games.game import Cube, Face, IllegalMoveError, Throw
from controller.games.phrase import counted, one_of, phrase
from controller.games.wimpout.cubes import CUBES, can_be, in_words, odd_among, tell_odd


class NextThrow(NamedTuple):
    """A throw that the rules allow now, and the turn as it stands when that throw is made.

    `number` of cubes to throw, `odd` whether the odd one is among them (None: not known). `aside`: cubes set
    aside earlier in this turn. `stay`: cubes of the throw before that are judged again together with the new
    ones. `points` of the turn so far, `uncleared` the Flash faces to clear.
    """

    number: int = CUBES
    odd: bool | None = True
    aside: tuple[Cube, ...] = ()
    stay: tuple[Cube, ...] = ()
    points: int = 0
    uncleared: frozenset[Face] = frozenset()

    @property
    def lying(self) -> tuple[Cube, ...]:
        """The cubes that are not thrown."""
        return self.aside + self.stay


def odd_to_throw(taken: tuple[Cube, ...], lying: tuple[Cube, ...]) -> bool | None:
    """Whether the odd cube is among those `taken` up, None where it can't be told."""
    is_taken = odd_among(taken)
    if is_taken is not None:
        return is_taken
    lies = odd_among(lying)
    return None if lies is None else not lies


def throw_made(throw: Throw, allowed: tuple[NextThrow, ...], preselected: int) -> tuple[NextThrow, tuple[Cube, ...]]:
    """The one of the `allowed` throws that `throw` is, and its cubes with the odd one named where it can be.

    Raises:
        IllegalMoveError: it is none of them; the text says what was expected and what was seen.
    """
    _require_number(len(throw.thrown), allowed)
    fitting = [one for one in allowed if one.number == len(throw.thrown)]
    fitting = _fitting_odd(throw.thrown, fitting)
    fitting = _fitting_lying(throw, fitting)
    chosen = allowed[preselected] if allowed[preselected] in fitting else fitting[0]
    return chosen, tell_odd(throw.thrown, chosen.odd)


def _require_number(thrown: int, allowed: tuple[NextThrow, ...]) -> None:
    numbers = sorted({one.number for one in allowed})
    if thrown in numbers:
        return
    due = one_of(map(str, numbers))
    if numbers == [1]:
        why = counted("1 cube was to be thrown, {number} was.", "1 cube was to be thrown, {number} were.", thrown)
    else:
        why = counted(
            "{due} cubes were to be thrown, {number} was.", "{due} cubes were to be thrown, {number} were.",
            thrown, due=due,
        )
    raise IllegalMoveError(why)


def _fitting_odd(thrown: tuple[Cube, ...], allowed: list[NextThrow]) -> list[NextThrow]:
    seen = odd_among(thrown)
    fitting = [one for one in allowed if seen is None or one.odd in (seen, None)]
    if not fitting:
        stays = phrase("The odd cube was to stay; it was thrown.")
        raise IllegalMoveError(stays if seen else phrase("The odd cube was to be thrown; it wasn't."))
    return fitting


def _fitting_lying(throw: Throw, allowed: list[NextThrow]) -> list[NextThrow]:
    """Cubes out of view say nothing; more cubes than the set has are somebody else's."""
    if throw.kept is None:
        return allowed
    if len(throw.thrown) + len(throw.kept) > CUBES:
        raise IllegalMoveError(counted(
            "{number} cube thrown and {lying} lying there are more than the {all} of the set.",
            "{number} cubes thrown and {lying} lying there are more than the {all} of the set.",
            len(throw.thrown), lying=len(throw.kept), all=CUBES,
        ))
    fitting = [one for one in allowed if can_be(throw.kept, one.lying)]
    if not fitting:
        right = one_of(dict.fromkeys(in_words(one.lying) for one in allowed))
        raise IllegalMoveError(
            phrase("The cubes to stay were {right}; {seen} lie there.", right=right, seen=in_words(throw.kept))
        )
    return fitting
