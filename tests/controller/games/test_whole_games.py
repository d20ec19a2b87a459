"""Whole games with random cubes and random players under every combination of rules: they end, points never
appear from nowhere, nothing illegal passes, and the moves alone make the game."""

import json
from random import Random
from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.game import Cube, GameView, IllegalMoveError, Move, RollOn, Select, Skip, Start, Stop, Throw
from controller.games.moves import move_from_json, move_to_json
from controller.games.wimpout.cubes import COMMON_FACES, ODD_FACES
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.rulebook import WimpoutRulebook
from controller.games.wimpout.rules import Rules

MOST_MOVES = 20_000
CHOICES = {name: get_args(kind) for name, kind in get_type_hints(Rules).items() if name != "house" and get_args(kind)}

any_rules = st.fixed_dictionaries(
    {
        "goal": st.integers(10, 60).map(lambda fives: 5 * fives),
        "entry": st.integers(0, 50),
        "sun_completes_train": st.booleans(),
        **{name: st.sampled_from(values) for name, values in CHOICES.items()},
    }
)
any_start = st.builds(
    lambda seats, rules, named: Start(seats, rules, starter=seats[-1] if named else None),
    st.integers(1, 5).map(lambda number: tuple("abcde"[:number])),
    any_rules,
    st.booleans(),
)
any_seed = st.integers(0, 2**32 - 1)


def cast(view: GameView, random: Random, colours_known: bool = True) -> Throw:
    """Cubes thrown by chance, as many as the view asks for; those not thrown lie where the view has them."""
    if view.phase == "roll_off":
        return Throw((Cube(random.choice(COMMON_FACES)),))
    odd = view.odd_to_throw
    thrown = [Cube(random.choice(COMMON_FACES)) for _ in range(view.to_throw - bool(odd))]
    if odd:
        thrown.append(Cube(random.choice(ODD_FACES), True))
    random.shuffle(thrown)
    if not colours_known:
        thrown = [Cube(cube.face, None) for cube in thrown]
    return Throw(tuple(thrown), lying(view))


def lying(view: GameView) -> tuple[Cube, ...] | None:
    """The cubes that stay, as far as the view says which: known where an option is selected."""
    if not view.options or view.to_throw == 5:
        return () if view.to_throw == 5 else None
    return view.kept + view.options[view.selected].kept


def legal_moves(view: GameView, random: Random) -> list[Move]:
    """A move of every kind that the view calls legal."""
    moves: list[Move] = [cast(view, random), Skip()]
    if view.may_stop:
        moves.append(Stop())
    if view.may_roll:
        moves.append(RollOn())
        moves.append(Select(random.randrange(len(view.options))))
    return moves


def illegal_moves(view: GameView, random: Random) -> list[Move]:
    """Moves that the view calls illegal."""
    moves: list[Move] = [Start(("a",)), Select(len(view.options)), Select(-1)]
    numbers = {len(option.thrown_next) for option in view.options} | {view.to_throw}
    moves += [
        Throw(tuple(Cube("2", odd=number == 5 and at == 0) for at in range(number)))
        for number in range(7)
        if number not in numbers or view.phase == "over"
    ]
    if not view.may_stop:
        moves.append(Stop())
    if not view.may_roll:
        moves.append(RollOn())
    if view.phase == "over":
        moves.append(Skip())
    return moves


def check(before: WimpoutGame, after: WimpoutGame) -> None:
    """What holds between any two moves."""
    banked = sum(moment.points for moment in after.moments if moment.name == "banked")
    assert sum(player.total for player in after.players) - sum(player.total for player in before.players) == banked
    for was, now in zip(before.players, after.players, strict=True):
        assert now.total >= was.total
        assert now.entered >= was.entered
        assert now.out >= was.out
    view = after.view
    assert (view.to_act is None) == (view.phase == "over")
    assert view.to_act is None or not after.player(view.to_act).out
    assert not (view.may_stop and view.must_roll)
    assert 1 <= len(view.message.board.split()) <= 3
    assert view.message.sentence[0].isupper() or view.message.sentence[0].isdigit()
    assert [moment.name for moment in view.moments].count("game_over") == (view.phase == "over")
    for option in view.options:
        assert option.points > 0
        assert option.points % 5 == 0
        assert len(view.kept) + len(view.last_throw) == 5
        all_five_scored = len(option.kept) == len(view.last_throw)
        assert len(option.thrown_next) == (5 if all_five_scored else len(view.last_throw) - len(option.kept))


def skilful_move(view: GameView, random: Random, nerve: int) -> Move:
    """A computer player's move; now and then any other that is legal, but no skipping."""
    if random.random() < 0.2:
        return random.choice([move for move in legal_moves(view, random) if not isinstance(move, Skip)])
    return WimpoutRulebook().advise(view, nerve) or cast(view, random)


def whole_game(start: Start, seed: int) -> tuple[list[Move], WimpoutGame]:
    random = Random(seed)
    game = WimpoutGame.started(start)
    moves: list[Move] = []
    while game.view.phase != "over":
        move = skilful_move(game.view, random, nerve=40)
        after = game.play(move)
        check(game, after)
        moves.append(move)
        assert len(moves) < MOST_MOVES, "the game does not end"
        game = after
    return moves, game


@settings(deadline=None, max_examples=60)
@given(any_start, any_seed)
def test_every_game_ends_and_its_moves_alone_make_it(start: Start, seed: int) -> None:
    moves, game = whole_game(start, seed)
    assert game.view.winner is not None or len(start.seats) == 1

    again = WimpoutGame.started(start)
    for move in moves:
        again = again.play(move_from_json(json.loads(json.dumps(move_to_json(move)))))
    assert again == game
    assert again.view == game.view


@settings(deadline=None, max_examples=60)
@given(any_start, any_seed, st.integers(1, 60))
def test_what_the_view_calls_legal_passes_and_what_it_calls_illegal_is_refused(
    start: Start, seed: int, number: int
) -> None:
    random = Random(seed)
    game = WimpoutGame.started(start)
    for _ in range(number):
        view, before = game.view, repr(game)
        for move in illegal_moves(view, random):
            with pytest.raises(IllegalMoveError):
                game.play(move)
        assert repr(game) == before
        if view.phase == "over":
            break
        afters = [game.play(move) for move in legal_moves(view, random)]
        for after in afters:
            check(game, after)
        assert repr(game) == before
        game = random.choice(afters)


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
        cubes = cast(view, random, colours_known=view.to_throw == 5)
        game = game.play(WimpoutRulebook().advise(view, 60) or Throw(cubes.thrown))
