"""The texts of the game, sentence by sentence: what each rules, as a story and what must happen.

A row is a sentence; a story (see `stories`: moves parted by "/", a star marks the odd cube, "= 1" selects an option);
what its last move brings: the moments, the points at stake, what the board says; and the scores then, where they
matter. Ann starts, Bob and Cy follow. Nobody needs points to get in unless the row says so.
"""

from typing import Any

import pytest

from controller.games.game import ChangeRules, Cube, Start, Throw
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.notation import cubes_from_text
from tests.controller.games.stories import go_on, play, told, totals

Row = tuple[str, str, str, str] | tuple[str, str, str, str, dict[str, Any]]

REACH_505 = "5 5 5 5 5* / 5 2 3 4 6* / stop"
REACH_510 = "5 5 5 5 5* / 10 2 3 4 6* / stop"
REACH_520 = "5 5 5 5 5* / 10 10 2 3 4* / stop"
ENTRY = {"entry": 35}

HOW_TO_PLAY: list[Row] = [
    ("Agree on a game goal (usually 300 or 500 points).",
     "2 2 2 2 2* / 10 10 10 2 4* / 5 2* / stop", "banked last_licks, 0: BEAT 305", "305 0 0", {"goal": 300}),
    ("The first player starts by rolling all five cubes.", "", "starter, 0: THROW 5", "0 0 0"),
    ("Next, count the points rolled on that first throw.", "5 10 2 3 4*", "scored, 15: THROW 3", ""),
    ("5 and 10 count as five and ten points ...", "5 5 10 10 2*", "scored, 30: THROW 1", ""),
    ("... unless three ... of the same face are rolled at once.", "5 5 5 2 4*", "flash, 50: CLEAR THE FLASH", ""),
    ("... or five of the same face are rolled at once.", "5 5 5 5 5*", "freight_train, 500: YMNWTBYM", ""),
    ("Three matching faces on the same throw is known as a flash: three 2s = 20",
     "2 2 2 3 4*", "flash, 20: CLEAR THE FLASH", ""),
    ("... three 3s = 30", "3 3 3 2 4*", "flash, 30: CLEAR THE FLASH", ""),
    ("... three 4s = 40", "4 4 4 2 6*", "flash, 40: CLEAR THE FLASH", ""),
    ("... three 5s = 50", "5 5 5 2 6*", "flash, 50: CLEAR THE FLASH", ""),
    ("... three 6s = 60", "6 6 6 2 4*", "flash, 60: CLEAR THE FLASH", ""),
    ("... three 10s = 100", "10 10 10 2 4*", "flash, 100: CLEAR THE FLASH", ""),
    ("The Flaming Sun ... can be used to score ... 10 points", "5 3 4 6 sun", "scored, 15: THROW 3", ""),
    ("... 5 points", "5 3 4 6 sun / = 1", ", 10: THROW 3", ""),
    ("... (you must if it's the only scoring cube in that roll)", "2 3 4 6 sun / = 1", ", 5: THROW 4", ""),
    ("... as part of a flash ...", "6 6 2 3 sun", "flash, 60: CLEAR THE FLASH", ""),
    ("... or as a non-scoring cube and then it can be re-rolled.", "5 3 4 6 sun / = 2", ", 5: THROW 4", ""),
    ("The Flaming Sun Rule says that you must make a flash with the sun if you roll it with a pair.",
     "10 10 2 3 sun", "flash, 100: CLEAR THE FLASH", ""),
    ("Five matching faces rolled at once are a Freight Train: five 2s = 200 points",
     "2 2 2 2 2*", "freight_train, 200: YMNWTBYM", ""),
    ("... five 4s = 400 points", "4 4 4 4 4*", "freight_train, 400: YMNWTBYM", ""),
    ("... five 5s = 500 points", "5 5 5 5 5*", "freight_train, 500: YMNWTBYM", ""),
    ("... five 6s = Instant Winner", "6 6 6 6 6*", "instant_win game_over, 0: INSTANT WINNER", "0 0 0"),
    ("If you roll five tens, that is just Too Many Points. This is a Supernova. You are instantly out of the game.",
     "10 10 10 10 10* / skip / skip", "skipped, 0: THROW 5", "0 0 0"),
    ("Any time you roll something other than numbers, Flashes or Freight Trains, that's a Wimpout.",
     "5 10 2 3 4* / 2 3 4*", "wimpout, 0: THROW 5", ""),
    ("Your turn is over and you've lost all points accumulated in that turn.",
     "5 10 2 3 4* / 10 2 4* / 2 4*", "wimpout, 0: THROW 5", "0 0 0"),
    ("Wimping out with five cubes is called a Train Wreck.", "2 2 3 4 6*", "train_wreck, 0: THROW 5", "0 0 0"),
    ("You have the option to stop, accumulate points and end your turn anytime you roll and don't wimp out",
     "5 10 2 3 4* / stop", "banked, 0: THROW 5", "15 0 0"),
    ("Opening Roll - You need at least 35 points to get in the game.",
     "10 10 2 3 4* / 10 2 4*", "scored, 30: NEED 35", "0 0 0", ENTRY),
    ("... at least 35", "10 10 2 3 4* / 10 5 2* / stop", "banked, 0: THROW 5", "35 0 0", ENTRY),
    ("You May Not Want To But You Must - If after any series of rolls you score with all 5 dice, you must continue",
     "5 10 2 3 4* / 10 5 5*", "scored, 35: YMNWTBYM", ""),
    ("... rolling all five cubes.", "5 10 2 3 4* / 10 5 5* / 5 2 3 4 4*", "scored, 40: THROW 4", ""),
    ("The Futless Rule - States that all flashes must be cleared.",
     "4 4 4 10 6*", "flash, 50: CLEAR THE FLASH", ""),
    ("To clear a flash, you must score additional points by continuing to roll the non-scoring cubes",
     "4 4 4 2 6* / 5 2*", "scored, 45: THROW 1", ""),
    ("... (or all 5 if you've scores with five cubes)",
     "4 4 4 5 10* / 5 2 3 6 6*", "scored, 60: THROW 4", ""),
    ("... or you wimp out.", "4 4 4 2 6* / 6 2*", "wimpout, 0: THROW 5", "0 0 0"),
    ("The reroll clause states that you cannot match any one of the flash faces when clearing.",
     "4 4 4 2 6* / 4 10*", "reroll, 40: REROLL", ""),
    ("If you match a flash face when clearing, you must reroll all those cubes just rolled until you can keep 'em",
     "4 4 4 2 6* / 4 10* / 4 4* / 5 6*", "scored, 45: THROW 1", ""),
    ("... or Wimp out.", "4 4 4 2 6* / 4 10* / 6 6*", "wimpout, 0: THROW 5", "0 0 0"),
    ("When the player reaches the Game Goal, all other players get one last chance to catch up and pass the leader.",
     REACH_505, "banked last_licks, 0: BEAT 505", "505 0 0"),
    ("... all other players get one last chance ...",
     f"{REACH_505} / skip / skip", "skipped game_over, 0: GAME OVER", "505 0 0"),
    ("... and pass the leader.", f"{REACH_505} / {REACH_510}", "banked, 0: BEAT 510", "505 510 0"),
    ("Imaginary Roll: That's 45 points - the fourth matching face is non-scoring.",
     "4 4 4 4 5*", "flash, 45: CLEAR THE FLASH", ""),
    ("If you roll a four, the Reroll Clause says you must reroll that cube.",
     "4 4 4 4 5* / 4", "reroll, 45: REROLL", ""),
    ("Say you roll a ten, that would give you 55 points. The You May Not Want To But You Must rule comes into effect",
     "4 4 4 4 5* / 4 / 10", "scored, 55: YMNWTBYM", ""),
    ("The Flaming Sun Rule says you have to make this a 60 point flash and The Futless Rule says ... clear it",
     "4 4 4 4 5* / 4 / 10 / 6 6 2 3 sun", "flash, 115: CLEAR THE FLASH", ""),
    ("... (without rolling a six - reroll clause).",
     "4 4 4 4 5* / 4 / 10 / 6 6 2 3 sun / 6 10", "reroll, 115: REROLL", ""),
    ("Say you roll a five and a ten ... but you must roll them all again (Y.M.N.W.T.B.Y.M).",
     "4 4 4 4 5* / 4 / 10 / 6 6 2 3 sun / 5 10", "scored, 130: YMNWTBYM", ""),
    ("This Cosmic Wimpout is a classic Train Wreck and you lose all your points for the turn.",
     "4 4 4 4 5* / 4 / 10 / 6 6 2 3 sun / 5 10 / 2 2 3 4 6*", "train_wreck, 0: THROW 5", "0 0 0"),
]  # fmt: skip

FAQ: list[Row] = [
    ("Each turn begins by rolling all five Cubes.", "5 10 2 3 4* / stop", "banked, 0: THROW 5", ""),
    ("5 and 10: These score 5 and 10 points respectively unless three or five of them are rolled at once.",
     "5 5 5 5 2*", "flash, 55: CLEAR THE FLASH", ""),
    ("Three matching faces rolled all at once scores a Flash: not on several rolls",
     "5 10 2 3 4* / 5 2 4* / 5 4*", "scored, 25: THROW 1", ""),
    ("one Cube of another color with the wild \"Flaming Sun\" face ... (the 3 side): with a pair of 3s",
     "3 3 2 4 sun", "flash, 30: CLEAR THE FLASH", ""),
    ("It may be scored as 5 or 10 points, or it may be considered non-scoring and rerolled: beside a Flash too",
     "4 4 4 2 sun / = 2", ", 40: CLEAR THE FLASH", ""),
    ("Five matching faces rolled all at once: four and the sun are no train",
     "4 4 4 4 sun", "flash, 50: CLEAR THE FLASH", ""),
    ("A Freight Train of 10's ... you are automatically out of the game.",
     "10 10 10 10 10*", "supernova, 0: THROW 5", "0 0 0"),
    ("Any time the Cubes are cast, and no Numbers, Flashes, or Freight Trains come up, you've Wimped Out",
     "10 10 10 2 6* / 5 2* / 2*", "wimpout, 0: THROW 5", "0 0 0"),
    ("(There is one exception....see Reroll Clause)", "4 4 4 2 6* / 4 2*", "reroll, 40: REROLL", ""),
    ("The turn passes to the next player.", "2 2 3 4 6* / 10 2 3 4 4* / stop", "banked, 0: THROW 5", "0 10 0"),
    ("Scoring Cubes must be counted and set aside.", "5 10 2 3 4* / 5 10 4*", "scored, 30: THROW 1", ""),
    ("The remaining non-scoring Cubes can then be rerolled.", "5 10 2 3 4* / 2 3 10*", "scored, 25: THROW 2", ""),
    ("You continue to accumulate points until either Opting to Stop and taking those points",
     "5 10 2 3 4* / 10 2 4* / stop", "banked, 0: THROW 5", "25 0 0"),
    ("Note that once you have gotten in the game, this rule does not apply",
     "10 10 2 3 4* / 10 5 2* / stop / skip / skip / 5 2 3 4 6* / stop", "banked, 0: THROW 5", "40 0 0", ENTRY),
    ("If after any series of rolls you have scored with all five Cubes, you must continue your turn ...",
     "10 10 5 5 2* / 5*", "scored, 35: YMNWTBYM", ""),
    ("Flashes Must Be Cleared. After a Flash, you must continue your turn, rerolling all non-scoring Cubes",
     "6 6 6 5 2*", "flash, 65: CLEAR THE FLASH", ""),
    ("... (or all 5 cubes if you have scored with all 5 cubes).",
     "6 6 6 5 10* / 6 5 2 3 4*", "reroll, 75: REROLL", ""),
    ("LAST LICKS: Each of the other players gets one last chance to try and pass the leader's score.",
     f"{REACH_505} / {REACH_505}", "banked, 0: BEAT 505", "505 505 0", {"last_licks": "first_edition"}),
    ("Any player who fails to take over the lead is out of the game.",
     f"{REACH_505} / skip / skip", "skipped game_over, 0: GAME OVER", "505 0 0", {"last_licks": "first_edition"}),
    ("Anytime a leader is passed, the old leader gets a Last Lick to try to pass the new leader.",
     f"{REACH_505} / {REACH_510} / skip / 10 2 3 4 6* / stop", "banked, 0: BEAT 515", "515 510 0",
     {"last_licks": "first_edition"}),
    ("This continues until everyone has Wimped Out, leaving the player with the highest total score as the Winner.",
     f"{REACH_505} / {REACH_510} / skip / 2 2 3 4 6*", "train_wreck game_over, 0: GAME OVER", "505 510 0",
     {"last_licks": "first_edition"}),
    ("VARIANT A: If the player fails, the player is removed from the game.",
     f"{REACH_505} / skip", "skipped, 0: BEAT 505", "505 0 0", {"last_licks": "a"}),
    ("... If the player succeeds, then a one-on-one battle occurs, where the old leader tries to regain his post.",
     f"{REACH_505} / {REACH_510} / 10 2 3 4 6* / stop", "banked, 0: BEAT 515", "515 510 0", {"last_licks": "a"}),
    ("... These two players continue until one fails and is removed. Then the next player tries",
     f"{REACH_505} / {REACH_510} / skip / {REACH_520}", "banked, 0: BEAT 520", "505 510 520", {"last_licks": "a"}),
    ("VARIANT B: If the player succeeds, the next person must now beat THIS new leader's score.",
     f"{REACH_505} / {REACH_510} / {REACH_510}", "banked, 0: BEAT 510", "505 510 510", {"last_licks": "b"}),
    ("... The old leader is not immediately affected in any way.",
     f"{REACH_505} / {REACH_510} / {REACH_520} / 10 10 2 3 4* / stop", "banked, 0: BEAT 525", "525 510 520",
     {"last_licks": "b"}),
    ("VARIANT C: All players try to beat the leader's score. Any who fail are removed. Any who succeed stay in.",
     f"{REACH_505} / {REACH_520} / {REACH_510}", "banked, 0: BEAT 520", "505 520 510", {"last_licks": "c"}),
    ("... the rest of the players who are still in the game (including the old leader) must try to beat THAT score.",
     f"{REACH_505} / {REACH_520} / {REACH_510} / skip / 10 10 2 3 4* / stop", "banked, 0: BEAT 525", "525 520 510",
     {"last_licks": "c"}),
    ("... When all players fail to beat a leader, that leader is the winner.",
     f"{REACH_505} / skip / skip", "skipped game_over, 0: GAME OVER", "505 0 0", {"last_licks": "c"}),
    ("VARIANT D: Same as variant B, mostly...but the old leader is removed from the game - no second chance!",
     f"{REACH_505} / {REACH_510} / skip", "skipped game_over, 0: GAME OVER", "505 510 0", {"last_licks": "d"}),
]  # fmt: skip

ENCYCLOPEDIA: list[Row] = [
    ("Any fives or tens rolled are worth that amount.", "10 10 5 2 4*", "scored, 25: THROW 2", ""),
    ("Rolling three of a kind of any number, or a pair and a \"flaming sun\", is a \"flash\"",
     "2 2 3 4 sun", "flash, 20: CLEAR THE FLASH", ""),
    ("A flash scores ten times the number of one of the dice in the flash.",
     "10 10 10 3 4*", "flash, 100: CLEAR THE FLASH", ""),
    ("When a player rolls scoring dice, they ... may choose to either keep the points they have",
     "10 2 3 4 6* / stop", "banked, 0: THROW 5", "10 0 0"),
    ("... or to roll the non scoring dice and try for more points.",
     "10 2 3 4 6* / 5 2 3 4*", "scored, 15: THROW 3", ""),
    ("Whenever all five have been set aside as scoring, a player must reroll all of them.",
     "5 5 10 10 2* / sun / = 1", ", 35: YMNWTBYM", ""),
    ("When a player has fewer than 35 points overall, all non-scoring dice must be rerolled.",
     "5 5 10 10 2*", "scored, 30: NEED 35", "", ENTRY),
    ("When a player rolls a flash, to keep the points, they must then \"clear the flash\"",
     "3 3 3 2 4* / 3 5*", "reroll, 30: REROLL", ""),
    ("5 of a kind in a single roll ... is called a \"freight train\" and is worth 100 times the number on the dice.",
     "4 4 4 4 4*", "freight_train, 400: YMNWTBYM", ""),
    ("Rolling a freight train of stars is an instant win for that player.",
     f"{REACH_505} / 6 6 6 6 6*", "instant_win game_over, 0: INSTANT WINNER", "505 0 0"),
    ("A \"supernova\" ... that player has lost and is immediately out of the game.",
     "skip / 10 10 10 10 10* / skip / skip / skip", "skipped, 0: THROW 5", "0 0 0"),
    ("Game play continues for the remaining players, if any.",
     "10 10 10 10 10* / 10 10 10 10 10*", "supernova game_over, 0: GAME OVER", "0 0 0"),
    ("If a player rolls the dice and no points at all are scored, that player has \"wimped out\".",
     "10 2 3 4 6* / 2 3 4 6*", "wimpout, 0: THROW 5", "0 0 0"),
    ("If the player rolled all five cubes and scores no points, this is a \"train wreck\".",
     "5 10 2 3 4* / 10 5 5* / 2 2 3 4 6*", "train_wreck, 0: THROW 5", "0 0 0"),
    ("In any case, the player loses all points gained in that round: and no others",
     "10 2 3 4 6* / stop / skip / skip / 10 2 3 4 6* / 2 3 4 6*", "wimpout, 0: THROW 5", "10 0 0"),
    ("those points are \"safe\" for the remainder of the game ...",
     "10 2 3 4 6* / stop / skip / skip / 2 2 3 4 6*", "train_wreck, 0: THROW 5", "10 0 0"),
    ("... and the player's score cannot drop below that value, house rules notwithstanding.",
     "10 2 3 4 6* / stop / 10 2 3 4 6* / stop", "banked bump, 0: THROW 5", "0 10 0", {"bump": True}),
]  # fmt: skip


@pytest.mark.parametrize("row", [*HOW_TO_PLAY, *FAQ, *ENCYCLOPEDIA], ids=lambda row: row[0])
def test_the_sentence_is_what_happens(row: Row) -> None:
    sentence, story, happens, scores, rules = (*row, {})[:5]
    game = play(story, **rules)
    assert told(game) == happens, sentence
    if scores:
        assert " ".join(map(str, totals(game))) == scores, sentence


@pytest.mark.parametrize(("sentence", "cubes", "options"), [
    ("The Flaming Sun is WILD. It can be used to score 5 or 10 points ... or as a non-scoring cube",
     "5 3 4 6 sun", "SUN AS 10 / SUN AS 5 / ROLL THE SUN"),
    ("(you must if it's the only scoring cube in that roll)", "2 3 4 6 sun", "SUN AS 10 / SUN AS 5"),
    ("You must make a flash with the sun if you roll it with a pair: no other way to score a pair of 10s and the sun",
     "10 10 2 3 sun", "FLASH OF 10"),
    ("With two pairs the player chooses", "4 4 6 6 sun", "FLASH OF 6 / FLASH OF 4"),
    ("Scoring Cubes must be counted and set aside: all of them", "5 10 2 3 4*", "KEEP 5 10"),
    ("Three matching faces ... known as a Flash: no choice about it", "5 5 5 2 4*", "FLASH OF 5"),
])  # fmt: skip
def test_the_sentence_is_the_choice_there_is(sentence: str, cubes: str, options: str) -> None:
    assert " / ".join(option.label for option in play(cubes).view.options) == options, sentence


@pytest.mark.parametrize(("sentence", "seats", "rolls", "then"), [
    ("Each player rolls a Common Cube and the player with the highest roll starts the play.",
     "ann bob cy", "4 10 6", "turn: bob"),
    ("Of course, if there is a tie for highest roll, those player(s) must reroll.",
     "ann bob cy", "10 4 10", "roll_off: ann"),
    ("... those player(s) must reroll: nobody else", "ann bob cy", "10 4 10 2", "roll_off: cy"),
    ("Any number of people can play: one needs no roll", "ann", "", "turn: ann"),
])  # fmt: skip
def test_the_sentence_is_who_starts(sentence: str, seats: str, rolls: str, then: str) -> None:
    game = WimpoutGame.started(Start(tuple(seats.split()), {"direction": "clockwise"}))
    for face in rolls.split():
        game = game.play(Throw((Cube(face),)))
    assert f"{game.view.phase}: {game.to_act}" == then, sentence


def test_once_a_starter_is_determined_play_goes_in_a_counter_clockwise_direction() -> None:
    """Seats are listed clockwise, so counter-clockwise play goes down through them."""
    game = WimpoutGame.started(Start(("ann", "bob", "cy"), {"entry": 0}, starter="bob"))
    assert go_on(game, "skip").to_act == "ann"


def test_the_proposed_new_rule_may_go_into_effect_the_next_time_the_situation_occurs() -> None:
    game = play("2 3 4 6 sun / = 1").play(ChangeRules({"sampler": True}))
    assert game.view.stake == 5
    assert told(go_on(game, "stop / 2 3 4 6 sun")) == "scored, 25: YMNWTBYM"


def test_set_aside_is_set_aside() -> None:
    """ "Scoring Cubes must be counted and set aside. The remaining non-scoring Cubes can then be rerolled." """
    view = play("5 10 2 3 4* / 10 2 4*").view
    assert view.kept == cubes_from_text("5 10")
    assert view.options[0].kept == cubes_from_text("10")
    assert view.options[0].thrown_next == cubes_from_text("2 4*")


def test_there_are_examples_enough() -> None:
    assert len([*HOW_TO_PLAY, *FAQ, *ENCYCLOPEDIA]) >= 60
