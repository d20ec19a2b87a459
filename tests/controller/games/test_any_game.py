"""Anything that can happen in a game, in any order and under any rules: what is legal passes, what isn't is refused,
points never appear from nowhere, and the moves alone make the game."""

import json
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from controller.games.game import (
    ChangeRules,
    Cube,
    CubeFell,
    GiveUp,
    IllegalMoveError,
    Join,
    Move,
    RollOn,
    Select,
    Skip,
    Start,
    Stop,
    Throw,
)
from controller.games.moves import move_from_json, move_to_json
from controller.games.wimpout.advise import advise
from controller.games.wimpout.game import WimpoutGame
from tests.controller.games.any_game import any_change, any_start, cast, check

chances = st.randoms(use_true_random=False)
seldom = st.sampled_from([False, False, False, True])
any_seed = st.integers(0, 2**32 - 1)


class AnyGame(RuleBasedStateMachine):
    game: WimpoutGame

    @initialize(start=any_start)
    def sit_down(self, start: Start) -> None:
        self.begin(start)

    def begin(self, start: Start) -> None:
        self.start = start
        self.game = WimpoutGame.started(start)
        self.moves: list[Move] = []
        self.guests = 0

    def play(self, move: Move) -> None:
        before, frozen = self.game, repr(self.game)
        self.game = before.play(move)
        self.moves.append(move)
        assert repr(before) == frozen
        check(before, self.game)

    def is_on(self) -> bool:
        return self.game.to_act is not None

    def is_turn(self) -> bool:
        return self.game.turn is not None

    # --- what is legal passes ---

    @precondition(is_on)
    @rule(seed=any_seed, alike=st.booleans())
    def throw(self, seed: int, alike: bool) -> None:
        random = Random(seed)
        view = self.game.view
        option = random.randrange(len(view.options)) if view.options else None
        self.play(cast(view, random, option, alike))

    @precondition(is_on)
    @rule(seed=any_seed, turns=st.integers(1, 6), nerve=st.sampled_from([5, 20, 60]))
    def computers_play(self, seed: int, turns: int, nerve: int) -> None:
        random = Random(seed)
        for _ in range(4 * turns):
            if self.is_on():
                view = self.game.view
                self.play(advise(view, nerve) or cast(view, random, alike=random.random() < 0.1))

    @precondition(lambda self: self.is_turn() and self.game.view.may_stop)
    @rule()
    def stop(self) -> None:
        self.play(Stop())

    @precondition(lambda self: self.is_turn() and self.game.view.may_roll)
    @rule(data=st.data())
    def select(self, data: st.DataObject) -> None:
        self.play(Select(data.draw(st.integers(0, len(self.game.view.options) - 1))))

    @precondition(lambda self: self.is_turn() and self.game.view.may_roll)
    @rule()
    def roll_on(self) -> None:
        self.play(RollOn())

    @precondition(is_on)
    @rule(seldom=seldom)
    def skip(self, seldom: bool) -> None:
        if seldom:
            self.play(Skip())

    @precondition(lambda self: self.is_turn() and "off_the_cloth" in self.game.view.rules)
    @rule()
    def cube_fell(self) -> None:
        self.play(CubeFell())

    @precondition(is_on)
    @rule(change=any_change, seldom=seldom)
    def change_rules(self, change: dict[str, object], seldom: bool) -> None:
        if not seldom:
            return
        lying = self.game.view.options
        self.play(ChangeRules(change))
        assert self.game.view.options == lying

    @precondition(lambda self: self.is_on() and self.game.last_licks is None)
    @rule(random=chances, seldom=seldom)
    def join(self, random: Random, seldom: bool) -> None:
        if not seldom:
            return
        self.guests += 1
        after = random.choice([None, *self.game.seats])
        move = Join(f"guest-{self.guests}", after)
        if sum(not player.gone for player in self.game.players) < 12:
            self.play(move)
        else:
            self.is_refused(move)

    @precondition(is_on)
    @rule(random=chances, seldom=seldom)
    def give_up(self, random: Random, seldom: bool) -> None:
        if seldom:
            self.play(GiveUp(random.choice([player.seat for player in self.game.players if not player.gone])))

    @precondition(lambda self: not self.is_on())
    @rule(start=any_start)
    def rematch(self, start: Start) -> None:
        self.moves_make_the_game()
        self.begin(start)

    # --- what isn't is refused ---

    def is_refused(self, move: Move) -> None:
        frozen = repr(self.game)
        with pytest.raises(IllegalMoveError):
            self.game.play(move)
        assert repr(self.game) == frozen

    @invariant()
    def nothing_illegal_passes(self) -> None:
        if not hasattr(self, "game"):
            return
        view = self.game.view
        numbers = {len(option.thrown_next) for option in view.options} | {view.to_throw}
        refused: list[Move] = [
            Start(("a",)),
            Select(len(view.options)),
            Select(-1),
            ChangeRules({"goal": 51}),
            ChangeRules({"bump": 3}),
            Join(self.game.seats[0]),
            GiveUp("nobody"),
            *(Throw(_twos(number)) for number in range(7) if number not in numbers or view.phase == "over"),
        ]
        refused += [] if view.may_stop else [Stop()]
        refused += [] if view.may_roll else [RollOn()]
        refused += [] if self.is_on() else [Skip(), GiveUp(self.game.seats[0]), ChangeRules({"goal": 300})]
        refused += [] if self.is_turn() and "off_the_cloth" in view.rules else [CubeFell()]
        refused += [Join("late")] if self.game.last_licks else []
        for move in refused:
            self.is_refused(move)

    # --- and in the end ---

    def teardown(self) -> None:
        if hasattr(self, "game"):
            self.moves_make_the_game()
            self.it_can_end()

    def moves_make_the_game(self) -> None:
        again = WimpoutGame.started(self.start)
        for move in self.moves:
            again = again.play(move_from_json(json.loads(json.dumps(move_to_json(move)))))
        assert again == self.game
        assert again.view == self.game.view

    def it_can_end(self) -> None:
        """Whatever has happened: skipping to a new turn, somebody can throw five 6s."""
        game = self.game
        for _ in range(50):
            if game.view.phase == "over":
                return
            turn = game.turn
            ready = turn is not None and turn.outcome == "ready"
            game = game.play(Throw((*(Cube("6"),) * 4, Cube("6", True)))) if ready else game.play(Skip())
        raise AssertionError("the game can't be ended")


def _twos(number: int) -> tuple[Cube, ...]:
    return tuple(Cube("2", odd=number == 5 and at == 0) for at in range(number))


AnyGame.TestCase.settings = settings(deadline=None, max_examples=50, stateful_step_count=50)
TestAnyGame = AnyGame.TestCase
