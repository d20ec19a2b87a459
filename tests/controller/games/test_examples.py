"""What the rule sheet says, sentence by sentence, and what must happen.

Each example is a turn: throws parted by "/", then what the last of them brings: the moments, the points at stake,
and what the board says. Cubes are written as people type them, a star marks the odd cube; "= N" after a throw
selects option N of the view.
"""


import pytest

from controller.games.game import IllegalMoveError, Select, Start, Stop, Throw
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.notation import cubes_from_text
from controller.games.wimpout.rules import OFFICIAL, Rules
from controller.games.wimpout.scoring import ways_to_score
from controller.games.wimpout.taken_up import NextThrow
from controller.games.wimpout.turn import Turn

IN_THE_GAME = [
    # --- numbers ---
    ("5 and 10 count as five and ten points", "5 10 2 3 4*", "scored, 15: THROW 3"),
    ("unless three of the same face are rolled at once: two 5s are two numbers", "5 5 2 3 4*", "scored, 10: THROW 3"),
    ("two 10s are two numbers", "10 10 2 3 4*", "scored, 20: THROW 3"),
    ("the odd cube's 10 is a 10 like any other", "2 3 4 6 10*", "scored, 10: THROW 4"),
    ("two pairs of numbers are four numbers", "5 5 10 10 2*", "scored, 30: THROW 1"),
    ("the remaining non-scoring cubes can be rerolled", "5 10 2 3 4* / 10 2 4*", "scored, 25: THROW 2"),
    ("three alike on several throws are no Flash", "5 10 2 3 4* / 5 2 4* / 5 4*", "scored, 25: THROW 1"),
    # --- Flashes ---
    ("three 2s on one throw are a Flash of 20", "2 2 2 3 4*", "flash, 20: CLEAR THE FLASH"),
    ("three 3s are 30", "3 3 3 2 4*", "flash, 30: CLEAR THE FLASH"),
    ("three 4s are 40", "4 4 3 2 4*", "flash, 40: CLEAR THE FLASH"),
    ("three 5s are 50", "5 5 5 2 4*", "flash, 50: CLEAR THE FLASH"),
    ("three 6s are 60", "6 6 6 2 4*", "flash, 60: CLEAR THE FLASH"),
    ("three 10s are 100", "10 10 10 2 4*", "flash, 100: CLEAR THE FLASH"),
    ("numbers beside a Flash count", "4 4 4 5 2*", "flash, 45: CLEAR THE FLASH"),
    ("three cubes are enough for a Flash", "5 10 2 3 4* / 6 6 6*", "flash, 75: CLEAR THE FLASH"),
    ("the fourth matching face is non-scoring", "4 4 4 4 5*", "flash, 45: CLEAR THE FLASH"),
    ("a fourth 5 is a number again", "5 5 5 5 2*", "flash, 55: CLEAR THE FLASH"),
    ("a fourth 10 is a number again", "10 10 10 10 2*", "flash, 110: CLEAR THE FLASH"),
    # --- the Flaming Sun ---
    ("the Flaming Sun is wild: with a pair it makes a Flash", "6 6 2 3 sun", "flash, 60: CLEAR THE FLASH"),
    ("you must make a Flash with the sun: 5, 5, sun is 50", "5 5 2 3 sun", "flash, 50: CLEAR THE FLASH"),
    ("10, 10, sun is 100", "10 10 2 3 sun", "flash, 100: CLEAR THE FLASH"),
    ("the sun stands where the odd cube's 3 would be: 3, 3, sun is 30", "3 3 2 4 sun", "flash, 30: CLEAR THE FLASH"),
    ("with two pairs the player chooses, the greater preselected", "4 4 6 6 sun", "flash, 60: CLEAR THE FLASH"),
    ("... or the smaller", "4 4 6 6 sun = 1", "flash, 40: CLEAR THE FLASH"),
    ("with two pairs of numbers the other pair counts as well", "5 5 10 10 sun", "flash, 110: CLEAR THE FLASH"),
    ("... either way", "5 5 10 10 sun = 1", "flash, 70: CLEAR THE FLASH"),
    ("the sun as the only scoring cube counts 10", "2 3 4 6 sun", "scored, 10: THROW 4"),
    ("... or 5", "2 3 4 6 sun = 1", "scored, 5: THROW 4"),
    ("beside a number the sun counts 10", "5 3 4 6 sun", "scored, 15: THROW 3"),
    ("... or 5", "5 3 4 6 sun = 1", "scored, 10: THROW 3"),
    ("... or not at all, and is rolled again", "5 3 4 6 sun = 2", "scored, 5: THROW 4"),
    ("a natural triple is the Flash, the sun is free", "4 4 4 2 sun", "flash, 50: CLEAR THE FLASH"),
    ("... so it may count 5", "4 4 4 2 sun = 1", "flash, 45: CLEAR THE FLASH"),
    ("... or be rolled again", "4 4 4 2 sun = 2", "flash, 40: CLEAR THE FLASH"),
    ("four alike and the sun: a Flash, a dead face, a free sun", "4 4 4 4 sun", "flash, 50: CLEAR THE FLASH"),
    ("four 5s and the sun: a Flash, a 5 and a free sun", "5 5 5 5 sun", "flash, 65: CLEAR THE FLASH"),
    # --- Freight Trains ---
    ("five 2s are a Freight Train of 200", "2 2 2 2 2*", "freight_train, 200: YMNWTBYM"),
    ("five 4s are 400", "4 4 4 4 4*", "freight_train, 400: YMNWTBYM"),
    ("five 5s are 500", "5 5 5 5 5*", "freight_train, 500: YMNWTBYM"),
    ("five 6s are an instant winner", "6 6 6 6 6*", "instant_win game_over, 0: INSTANT WINNER"),
    ("five 10s are a Supernova: out of the game", "10 10 10 10 10*", "supernova, 0: THROW 5"),
    # --- Wimpouts ---
    ("nothing that scores is a Wimpout; the turn's points are lost", "5 10 2 3 4* / 2 3 4*", "wimpout, 0: THROW 5"),
    ("wimping out with five cubes is a Train Wreck", "2 2 3 4 6*", "train_wreck, 0: THROW 5"),
    # --- You May Not Want To But You Must ---
    ("who scores with all five on a series of throws must roll on", "5 10 2 3 4* / 10 5 5*", "scored, 35: YMNWTBYM"),
    ("... rolling all five and accumulating", "5 10 2 3 4* / 10 5 5* / 5 2 3 4 4*", "scored, 40: THROW 4"),
    ("... at the risk of a Train Wreck", "2 2 2 2 2* / 2 3 4 6 2*", "train_wreck, 0: THROW 5"),
    # --- the Futtless Rule and the Reroll Clause ---
    ("all Flashes must be cleared, by scoring additional points", "4 4 4 2 6* / 5 2*", "scored, 45: THROW 1"),
    ("... with the last cube, YMNWTBYM comes into effect", "10 10 10 10 2* / 5*", "scored, 115: YMNWTBYM"),
    ("... or you wimp out", "4 4 4 2 6* / 6 2*", "wimpout, 0: THROW 5"),
    ("you cannot match the Flash's face when clearing", "4 4 4 2 6* / 4 2*", "reroll, 40: REROLL"),
    ("a match voids the numbers of that throw", "4 4 4 2 6* / 4 10*", "reroll, 40: REROLL"),
    ("reroll those just rolled until you can keep them", "4 4 4 2 6* / 4 2* / 4 4* / 5 6*", "scored, 45: THROW 1"),
    ("... or wimp out", "4 4 4 2 6* / 4 2* / 6 6*", "wimpout, 0: THROW 5"),
    ("a 5 matches a Flash of 5s", "5 5 5 2 6* / 5 10*", "reroll, 50: REROLL"),
    ("the sun never matches", "4 4 4 2 6* / 2 sun", "scored, 50: THROW 1"),
    ("a new Flash is to be cleared in its turn", "4 4 4 5 10* / 6 6 6 2 2*", "flash, 115: CLEAR THE FLASH"),
    ("cleared, all five: a 4 is a 4 again", "4 4 4 2 6* / 5 10* / 4 4 5 2 6*", "scored, 60: THROW 4"),
    ("a sweep leaves it uncleared: five are thrown to clear", "4 4 4 5 10* / 4 5 10 2 6*", "reroll, 55: REROLL"),
    ("... so a train of the Flash's face is void", "6 6 6 5 10* / 6 6 6 6 6*", "reroll, 75: REROLL"),
    ("... and so is its Supernova", "10 10 10 5 5* / 10 10 10 10 10*", "reroll, 110: REROLL"),
    ("... and another train clears it", "6 6 6 5 10* / 2 2 2 2 2*", "freight_train, 275: YMNWTBYM"),
    ("the newest Flash replaces the older", "6 6 6 5 10* / 4 4 4 2 2* / 6 5*", "scored, 120: THROW 1"),
]

NOT_YET_IN = [
    ("you need at least 35 points to get in the game", "5 10 2 3 4*", "scored, 15: NEED 35"),
    ("... on one turn", "5 10 2 3 4* / 10 5 2*", "scored, 30: NEED 35"),
    ("35 are enough", "10 10 2 3 4* / 10 5 2*", "scored, 35: THROW 1"),
    ("a Flash of 20 is to be cleared first", "2 2 2 3 4*", "flash, 20: CLEAR THE FLASH"),
    ("... and doesn't get a player in", "2 2 2 3 4* / 5 4*", "scored, 25: NEED 35"),
    ("an instant win also counts before a player is in", "6 6 6 6 6*", "instant_win game_over, 0: INSTANT WINNER"),
    ("and so does a Supernova", "10 10 10 10 10*", "supernova, 0: THROW 5"),
]


def play(turn: str, rules: dict[str, object] | None = None) -> WimpoutGame:
    """The game after this turn of Ann's, who plays with Bob and Cy."""
    game = WimpoutGame.started(Start(("ann", "bob", "cy"), rules or {}, starter="ann"))
    for throw in turn.split(" / "):
        cubes, _, option = throw.partition(" = ")
        game = game.play(Throw(cubes_from_text(cubes)))
        moments = game.moments
        if option:
            game = game.play(Select(int(option)))
            game = game._replace(moments=moments)
    return game


def told(game: WimpoutGame) -> str:
    moments = " ".join(moment.name for moment in game.moments)
    return f"{moments}, {game.view.stake}: {game.view.message.board}"


@pytest.mark.parametrize(("sentence", "turn", "happens"), IN_THE_GAME, ids=lambda text: text)
def test_for_a_player_in_the_game(sentence: str, turn: str, happens: str) -> None:
    assert told(play(turn, {"entry": 0})) == happens, sentence


@pytest.mark.parametrize(("sentence", "turn", "happens"), NOT_YET_IN, ids=lambda text: text)
def test_for_a_player_not_yet_in_the_game(sentence: str, turn: str, happens: str) -> None:
    assert told(play(turn)) == happens, sentence


OTHER_CHOICES = [
    ("sun_completes_train", True, "3 3 3 3 sun", "freight_train, 300: YMNWTBYM"),
    ("sun_completes_train", True, "6 6 6 6 sun", "instant_win game_over, 0: INSTANT WINNER"),
    ("sun_completes_train", True, "10 10 10 10 sun", "supernova, 0: THROW 5"),
    ("fourth_number", "dead", "5 5 5 5 2*", "flash, 50: CLEAR THE FLASH"),
    ("fourth_number", "dead", "10 10 10 10 5*", "flash, 105: CLEAR THE FLASH"),
    ("keep", "free", "5 10 2 3 4* = 1", "scored, 10: THROW 4"),
    ("keep", "free", "5 10 2 3 4* = 2", "scored, 5: THROW 4"),
    ("keep", "free", "4 4 4 5 2* = 1", "flash, 40: CLEAR THE FLASH"),
    ("reroll_scope", "offenders", "4 4 4 2 6* / 4 5*", "reroll, 40: REROLL"),
    ("reroll_scope", "offenders", "4 4 4 2 6* / 4 5* / 2", "scored, 45: THROW 1"),
    ("reroll_scope", "offenders", "4 4 4 2 6* / 4 5* / 4 / 10", "scored, 55: YMNWTBYM"),
    ("pending_flash", "accumulate", "6 6 6 5 10* / 4 4 4 2 2* / 6 5*", "reroll, 115: REROLL"),
    ("pending_flash", "accumulate", "6 6 6 5 10* / 4 4 4 2 2* / 5 2*", "scored, 120: THROW 1"),
    ("entry", 50, "10 10 2 3 4* / 10 5 2*", "scored, 35: NEED 50"),
]


@pytest.mark.parametrize(("rule", "value", "turn", "happens"), OTHER_CHOICES)
def test_where_the_table_has_chosen_otherwise(rule: str, value: object, turn: str, happens: str) -> None:
    assert told(play(turn, {"entry": 0} | {rule: value})) == happens


def test_should_all_six_faces_be_forbidden_all_are_cleared() -> None:
    before = NextThrow(number=3, odd=False, uncleared=frozenset({"2", "3", "4", "5", "10"}))
    (way,) = ways_to_score(cubes_from_text("6 6 6"), OFFICIAL)
    assert Turn(Rules(pending_flash="accumulate"), need=0, before=before).uncleared(way) == frozenset()
    assert Turn(Rules(pending_flash="newest"), need=0, before=before).uncleared(way) == frozenset({"6"})


def test_the_imaginary_turn_of_the_sheet() -> None:
    """Its throws add up to 130; the 75 that the sheet prints does not follow from them."""
    game = play("4 4 4 4 5*")
    assert (game.view.stake, game.view.to_throw) == (45, 1)
    assert [rule.rule for rule in game.view.must_roll] == ["clear_flash"]

    game = game.play(Throw(cubes_from_text("4")))
    assert game.moments[-1].name == "reroll"
    assert (game.view.stake, game.view.to_throw) == (45, 1)

    game = game.play(Throw(cubes_from_text("10")))
    assert (game.view.stake, game.view.to_throw) == (55, 5)
    assert [rule.rule for rule in game.view.must_roll] == ["all_five"]

    game = game.play(Throw(cubes_from_text("6 6 2 3 sun")))
    assert (game.view.stake, game.view.to_throw) == (115, 2)
    assert [option.flash for option in game.view.options] == ["6"]

    game = game.play(Throw(cubes_from_text("5 10")))
    assert (game.view.stake, game.view.to_throw) == (130, 5)
    assert [rule.rule for rule in game.view.must_roll] == ["all_five"]

    game = game.play(Throw(cubes_from_text("2 2 3 4 6*")))
    assert [(moment.name, moment.points) for moment in game.moments] == [("train_wreck", 130)]
    assert (game.view.stake, game.view.to_act) == (0, "cy")
    assert game.player("ann").total == 0


def test_a_turn_may_be_stopped_exactly_where_no_rule_forbids_it() -> None:
    for _, turn, happens in IN_THE_GAME:
        game = play(turn, {"entry": 0})
        if game.view.to_act == "ann" and happens.partition(": ")[2].startswith("THROW"):
            assert game.play(Stop()).player("ann").total == game.view.stake, turn
        else:
            with pytest.raises(IllegalMoveError):
                game.play(Stop())
