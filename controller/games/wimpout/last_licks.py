"""Last licks: what happens after a player has reached the goal, in each of the endings that the texts give.

In all of them the others try, in the order of play, to pass the leader; equal hasn't passed. They differ in
what becomes of a player who fails and of a leader who is passed:

    ending           who fails   a passed leader
    sheet            is done     is done; the highest wins
    first_edition    is out      goes to the end of the line, and has a lick when it comes round
    a                is out      answers at once
    b                is out      has a lick when the order comes round
    c                is out      tries again in the next round, which the best of those who passed leads
    d                is out      is out

`b` is `first_edition` told in other words: players go in a circle and the leader before always sits right
behind the challenger, so the order comes round to them exactly at the end of the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from controller.games.game import Seat
from controller.games.wimpout.rules import Ending


@dataclass(frozen=True, slots=True)
class LastLicks:
    """The line of those who still have a lick; the game is over when it is empty.

    `circle`: all seats in the order of play. `passed`: those who have passed the leader in this round of `c`.
    `out`: who failed or, in `d`, was passed. `gone`: who has given up; a leader who has gone is still the one to
    pass.
    """

    ending: Ending
    circle: tuple[Seat, ...]
    leader: Seat
    line: tuple[Seat, ...]
    passed: tuple[Seat, ...] = ()
    out: frozenset[Seat] = frozenset()
    gone: frozenset[Seat] = frozenset()

    @classmethod
    def begin(cls, ending: Ending, circle: tuple[Seat, ...], leader: Seat, playing: frozenset[Seat]) -> LastLicks:
        """Last licks with everyone still `playing` but the leader in line."""
        return cls(ending, circle, leader, _in_line(circle, leader, playing - {leader}))

    def postponed(self) -> LastLicks:
        """Last licks after the turn of the first in line was interrupted: it goes on at the end of the line."""
        return replace(self, line=(*self.line[1:], self.line[0]))

    def without(self, seat: Seat) -> LastLicks:
        """Last licks after somebody gave up whose turn it wasn't."""
        return replace(self, line=_less(self.line, seat), passed=_less(self.passed, seat), gone=self.gone | {seat})

    def after_lick(self, totals: Mapping[Seat, int]) -> LastLicks:
        """Last licks after the turn of the first in line; `totals` are the players' points now.

        A player who was put out in that turn (Supernova) has failed like any other.
        """
        challenger, waiting = self.line[0], self.line[1:]
        has_passed = totals[challenger] > totals[self.leader]
        if self.ending == "c":
            return self._after_lick_of_c(challenger, waiting, has_passed, totals)
        if not has_passed:
            out = self.out if self.ending == "sheet" else self.out | {challenger}
            return replace(self, line=waiting, out=out)
        match self.ending:
            case "sheet":
                return replace(self, leader=challenger, line=waiting)
            case "a":
                return replace(self, leader=challenger, line=(*self._answer, *waiting))
            case "first_edition" | "b":
                return replace(self, leader=challenger, line=(*waiting, *self._answer))
            case "d":
                return replace(self, leader=challenger, line=waiting, out=self.out | {self.leader})

    @property
    def _answer(self) -> tuple[Seat, ...]:
        """The leader who was passed, for a lick of their own; nobody where they have gone."""
        return () if self.leader in self.gone else (self.leader,)

    def _after_lick_of_c(
        self, challenger: Seat, waiting: tuple[Seat, ...], has_passed: bool, totals: Mapping[Seat, int]
    ) -> LastLicks:
        """Everyone tries to pass the round's leader; the first of the best of those who did leads the next."""
        passed = (*self.passed, challenger) if has_passed else self.passed
        out = self.out if has_passed else self.out | {challenger}
        if waiting or not passed:
            return replace(self, line=waiting, passed=passed, out=out)
        best = max(passed, key=lambda seat: totals[seat])
        line = _in_line(self.circle, best, {*passed, *self._answer} - {best})
        return replace(self, leader=best, line=line, passed=(), out=out)


def _less(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(one for one in seats if one != seat)


def _in_line(circle: tuple[Seat, ...], leader: Seat, licks: set[Seat] | frozenset[Seat]) -> tuple[Seat, ...]:
    at = circle.index(leader)
    return tuple(seat for seat in circle[at:] + circle[:at] if seat in licks)
