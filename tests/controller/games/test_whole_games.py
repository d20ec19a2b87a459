"""Whole games between computer players who now and then do anything else that is legal, under any rules: they end."""

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.game import Cube, GameView, Move, RollOn, Select, Start, Stop, Throw
from controller.games.moves import move_from_json, move_to_json
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.rulebook import WimpoutRulebook
from tests.controller.games.any_game import any_start, cast, check

MOST_MOVES = 20_000
any_seed = st.integers(0, 2**32 - 1)


def skilful_move(view: GameView, random: Random, nerve: int) -> Move:
    """A computer player's move; now and then any other that is legal, but no skipping."""
    if random.random() < 0.2:
        moves: list[Move] = [cast(view, random)]
        moves += [Stop()] if view.may_stop else []
        moves += [RollOn(), Select(random.randrange(len(view.options)))] if view.may_roll else []
        return random.choice(moves)
    return WimpoutRulebook().advise(view, nerve) or cast(view, random)


@settings(deadline=None, max_examples=150)
@given(any_start, any_seed)
def test_every_game_ends_and_its_moves_alone_make_it(start: Start, seed: int) -> None:
    random, moves = Random(seed), []
    game = WimpoutGame.started(start)
    while game.view.phase != "over":
        moves.append(skilful_move(game.view, random, nerve=40))
        before, game = game, game.play(moves[-1])
        check(before, game)
        assert len(moves) < MOST_MOVES, "the game does not end"
    assert game.view.winner is not None or not game.still_in

    again = WimpoutGame.started(start)
    for move in moves:
        again = again.play(move_from_json(json.loads(json.dumps(move_to_json(move)))))
    assert again == game
    assert again.view == game.view


@settings(deadline=None, max_examples=30)
@given(any_start, any_seed)
def test_a_reader_that_tells_no_colours_of_fewer_than_five_cubes_does_not_stop_the_game(
    start: Start, seed: int
) -> None:
    random = Random(seed)
    game = WimpoutGame.started(start)
    for _ in range(80):
        view = game.view
        if view.phase == "over":
            break
        cubes = cast(view, random).thrown
        if len(cubes) < 5:
            cubes = tuple(Cube(cube.face, None) for cube in cubes)
        game = game.play(WimpoutRulebook().advise(view, 60) or Throw(cubes))
