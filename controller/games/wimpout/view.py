"""A game as tables, boards and phones show it."""

from __future__ import annotations

from controller.games.game import Cube, GameView, Option, Standing
from controller.games.wimpout.house.asking import forbidden_scores
from controller.games.wimpout.messages import message_of, must_roll_after, must_roll_of
from controller.games.wimpout.players import Player
from controller.games.wimpout.rules import unlike_official
from controller.games.wimpout.state import State
from controller.games.wimpout.turn import Turn
from controller.games.wimpout.way import Way


def view_of(state: State) -> GameView:
    """Everything about the game that anyone may show."""
    turn, shown = state.turn, state.last_thrown
    options = _options(turn) if turn else ()
    must_roll = options[turn.selected].must_roll if turn and options else must_roll_of(turn) if turn else ()
    to_throw, odd_to_throw = _next_throw(state)
    return GameView(
        phase=state.phase,
        standings=_standings(state),
        to_act=state.to_act,
        goal=state.rules.goal,
        stake=turn.stake if turn else 0,
        last_throw=shown.thrown if shown else (),
        kept=shown.before.aside if shown else (),
        to_throw=to_throw,
        odd_to_throw=odd_to_throw,
        options=options,
        selected=turn.selected if turn else 0,
        may_stop=turn is not None and turn.may_stop,
        may_roll=turn is not None and turn.may_roll_on,
        must_roll=must_roll,
        message=message_of(state, must_roll),
        moments=state.moments,
        winner=state.winner,
        rules=unlike_official(state.rules),
        forbidden=forbidden_scores(state.rules.house, turn.player, turn.others) if turn else (),
    )


def _standings(state: State) -> tuple[Standing, ...]:
    leaders, interrupted = state.leaders, [seat for seat, _ in state.interrupted]
    rolled = dict(state.roll_off.shown) if state.roll_off else {}
    return tuple(
        [
            Standing(
                player.seat,
                player.total,
                player.entered,
                out=player.out,
                leads=player.seat in leaders,
                roll_off=rolled.get(player.seat),
                turns=player.turns,
                counts=_counts(player),
                interrupted=player.seat in interrupted,
            )
            for player in state.players
        ]
    )


def _counts(player: Player) -> dict[str, int]:
    wrecks = {"train_wrecks": player.train_wrecks} if player.train_wrecks else {}
    return wrecks | dict(player.counters)


def _next_throw(state: State) -> tuple[int, bool | None]:
    """How many cubes come next, and whether the odd one is among them."""
    if state.turn is None:
        return (1, False) if state.phase == "roll_off" else (0, None)
    following = state.turn.next_throw
    return following.number, following.odd


def _options(turn: Turn) -> tuple[Option, ...]:
    """The ways to score the last throw, after ROLL ON too: the cubes that are thrown still decide among them."""
    return tuple([_option(turn, way) for way in turn.ways])


def _option(turn: Turn, way: Way) -> Option:
    return Option(
        points=way.points,
        stake=turn.stake_with(way),
        label=way.label,
        kept=way.kept,
        thrown_next=way.left or _all_five(turn),
        must_roll=must_roll_after(turn, way),
        flash=way.flash,
        train=way.train,
    )


def _all_five(turn: Turn) -> tuple[Cube, ...]:
    return turn.before.aside + turn.thrown
