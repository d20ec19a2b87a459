"""What the best player would do: a sentence where there is something to decide, and nothing where there isn't."""

from __future__ import annotations

import pytest

from controller.games.game import ChangeRules, Game, RollOn, Start, Stop, Throw
from controller.games.rulebook import BestPlayer
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.notation import cubes_from_text


@pytest.fixture(scope="module")
def best() -> BestPlayer:
    player = RULEBOOK.best_player({"goal": 50, "entry": 35})
    assert player is not None
    return player


def after(*throws: str, entry: int = 0) -> Game:
    game = RULEBOOK.start(Start(("one", "two"), {"goal": 50, "entry": entry}, starter="one"))
    for throw in throws:
        game = game.play(Throw(cubes_from_text(throw)))
    return game


@pytest.mark.parametrize(
    ("throws", "says"),
    [
        (("5 10 2 3 4*",), "Best: throw 3 cubes (21\u00a0% Wimpout)."),
        (("5 10 2 3 4*", "5 5 2*"), "Best: stop with 25."),
        (("2 3 4 6 sun",), "Best: SUN AS 10, throw 4 cubes (16\u00a0% Wimpout)."),
        (("5 5 10 10 sun",), "Best: FLASH OF 10, KEEP 5 5, throw all five cubes (14\u00a0% Wimpout)."),
        (("5 10 2 3 sun",), "Best: SUN AS 10, stop with 25."),
    ],
)
def test_it_says_what_to_take_and_whether_to_stop(best: BestPlayer, throws: tuple[str, ...], says: str) -> None:
    assert best.hint(after(*throws)) == says


@pytest.mark.parametrize(
    "game",
    [
        after(),
        after("2 2 2 4 6*"),
        after("2 3 4 4 6*"),
        after("5 10 2 3 4*").play(RollOn()),
        RULEBOOK.start(Start(("one", "two"), {"goal": 50, "entry": 35})),
    ],
    ids=["before a throw", "must roll", "Wimpout", "rolled on", "roll-off"],
)
def test_it_says_nothing_where_there_is_nothing_to_decide(best: BestPlayer, game: Game) -> None:
    assert best.hint(game) is None


def test_it_says_nothing_in_last_licks_which_are_about_passing_the_leader(best: BestPlayer) -> None:
    licks = after("5 5 5 10 2*", "10*").play(Throw(cubes_from_text("5 10 2 3 4*"))).play(Stop())
    licks = licks.play(Throw(cubes_from_text("5 10 2 3 4*")))
    assert licks.view.phase == "last_licks"
    assert licks.view.may_stop
    assert best.hint(licks) is None


def test_at_entry_it_plays_for_the_entry(best: BestPlayer) -> None:
    assert best.hint(after("5 10 2 3 sun", entry=35)) == "Best: ROLL THE SUN, throw 3 cubes (21\u00a0% Wimpout)."


def test_it_says_nothing_of_a_throw_by_other_rules() -> None:
    start = Start(("one", "two"), {"entry": 0, "pending_flash": "accumulate"}, starter="one")
    game: Game = RULEBOOK.start(start)
    for throw in ("2 2 2 5 10*", "4 4 4 3 sun"):
        game = game.play(Throw(cubes_from_text(throw)))
    for rules in ({"pending_flash": "newest"}, {"entry": 25}):
        changed = game.play(ChangeRules(rules))
        knows_the_old, knows_the_new = (RULEBOOK.best_player(one.view.rules) for one in (game, changed))
        assert knows_the_old is not None
        assert knows_the_new is not None
        assert knows_the_old.hint(changed) is not None
        assert (knows_the_new.hint(changed) is None) == ("pending_flash" in rules)
