"""Throws that explain the rules. What each of them brings is the engine's answer, never written down."""

from __future__ import annotations

from collections.abc import Iterator

from controller.games.game import Cube, Face, IllegalMoveError, Throw
from controller.games.phrase import phrase
from controller.games.rulebook import Example
from controller.games.wimpout.cubes import odd_among
from controller.games.wimpout.judging import ENDS
from controller.games.wimpout.messages import must_roll_of
from controller.games.wimpout.notation import cubes_from_text
from controller.games.wimpout.odds.throws import about_to
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.taken_up import NextThrow
from controller.games.wimpout.turn import Turn

IMAGINARY_ROLL = ("4 4 4 4 5*", "4", "10", "2 3 6 6 sun", "5 10", "3 3 4 6 6*")
"""The turn that the rule sheet imagines: its throws, as far as the rules in force lead to the next of them."""

RESULT = {
    "wimpout": phrase("WIMPOUT"),
    "train_wreck": phrase("TRAIN WRECK"),
    "instant_win": phrase("INSTANT WINNER"),
    "supernova": phrase("SUPERNOVA"),
}


def scored(text: str, rules: Rules, words: str = "") -> Example:
    """What a throw scores, wherever in a turn it is made; without what it forces."""
    cubes = cubes_from_text(text)
    turn = about_to(NextThrow(len(cubes), odd_among(cubes)), rules).throw(Throw(cubes))
    return Example(
        turn.thrown, _places(turn), tuple(dict.fromkeys(way.points for way in turn.ways)), turn.stake,
        RESULT.get(turn.outcome, ""), words=words,
    )


def judged(
    text: str, rules: Rules, *, clearing: Face | None = None, points: int = 0, need: int = 0, by: str = ""
) -> Example:
    """What a throw is to a player who takes what is preselected, with what it forces.

    `clearing`: the Flash that it is to clear; `points` at stake before it; `need` to get into the game. `by`: the
    rule to tell of, should several forbid to stop.
    """
    cubes = cubes_from_text(text)
    made = NextThrow(len(cubes), odd_among(cubes), points=points, uncleared=frozenset({clearing} if clearing else ()))
    return _told(about_to(made, rules, need).throw(Throw(cubes)), by)


def imaginary_roll(rules: Rules) -> Iterator[Example]:
    """The sheet's turn, throw by throw, of a player who is in the game and takes what is preselected."""
    turn = Turn(rules, need=0)
    for text in IMAGINARY_ROLL:
        try:
            turn = turn.throw(Throw(cubes_from_text(text)))
        except IllegalMoveError:
            return
        yield _told(turn)
        if turn.outcome in ENDS or turn.is_interrupted:
            return


def _told(turn: Turn, by: str = "") -> Example:
    """A throw with what it forces, or what it ends."""
    points = (turn.way.points,) if turn.way else ()
    if turn.outcome in ENDS:
        lost = turn.before.points
        words = phrase("{points} points are lost.", points=lost) if lost else ""
        return Example(turn.thrown, _places(turn), points, 0, RESULT[turn.outcome], words=words)
    board, words = _forced(turn, by)
    return Example(turn.thrown, _places(turn), points, turn.stake, board=board, words=words)


def _forced(turn: Turn, by: str) -> tuple[str, str]:
    """What the throw forces, for the board and in a sentence."""
    if turn.is_interrupted:
        return phrase("INTERRUPTED"), phrase("The turn stops here, and goes on when its player is next.")
    forced = must_roll_of(turn)
    if not forced:
        return "", phrase("Stopping is allowed: it banks {points} points.", points=turn.stake)
    told = next((one for one in forced if one.rule == by), forced[0])
    return told.board, told.sentence


def _places(turn: Turn) -> tuple[int, ...]:
    """Where in the throw the cubes lie that score; all of them in a train that ends the game."""
    left: list[Cube] = list(turn.way.kept if turn.way else ())
    if turn.outcome in ("instant_win", "supernova"):
        left = list(turn.thrown)
    places = []
    for place, cube in enumerate(turn.thrown):
        if cube in left:
            left.remove(cube)
            places.append(place)
    return tuple(places)
