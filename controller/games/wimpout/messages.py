"""What is said to the players: a few words on the board, a sentence on the phone, the rule behind it.

A sentence says what the player to act does now, and is read by everybody: it never says "you". What has happened is
in the view's moments, and why the player may not stop in `must_roll`; a sentence doesn't say it once more.
"""

from __future__ import annotations

from controller.games.game import Face, Message, MustRoll
from controller.games.wimpout.cubes import CUBES, VALUE, in_words, number_of_cubes
from controller.games.wimpout.scoring import Way
from controller.games.wimpout.state import State
from controller.games.wimpout.turn import Forced, Turn

RULE: dict[str, str] = {
    "roll_off": "Each player throws one common cube; the highest starts, and those who tie throw again.",
    "stop": "A player may stop after any throw that scores, except at the opening roll, when all five cubes have "
    "scored, and while a Flash is uncleared.",
    "clear_flash": "Futtless Rule: all Flashes must be cleared, by scoring on a further throw in which no cube "
    "shows the face of the Flash.",
    "reroll": "Reroll Clause: a throw that is to clear a Flash may not show its face. If it does, it is thrown "
    "again until it doesn't, or until it is a Wimpout.",
    "all_five": "You May Not Want To But You Must: who has scored with all five cubes throws all five again.",
    "entry": "Opening roll: a player gets into the game with a turn of enough points and may not stop before.",
    "wimpout": "Wimpout: a throw without a number, a Flash or a Freight Train ends the turn and loses its points. "
    "On all five cubes it is a Train Wreck.",
    "supernova": "Supernova: five 10s are too many points; who throws them is out of the game.",
    "instant_win": "Instant Winner: five 6s on one throw win the game.",
    "goal": "Goal: the points that the players have agreed to reach.",
    "last_one": "Who is the last player left in a game has won it.",
    "last_licks": "Last licks: when a player has reached the goal, the others have a last chance to pass the "
    "leader. Equal has not passed.",
}

_ENDED_BY = {"wimpout": "wimpout", "train_wreck": "wimpout", "supernova": "supernova"}
"""The rules by which a turn ended of which nothing is banked."""


def message_of(state: State, must_roll: tuple[MustRoll, ...]) -> Message:
    """The one thing to say now, after a word on a rule that was found to be broken.

    `must_roll`: the rules that forbid the player to stop now, as `must_roll_of` has them.
    """
    message = _message_of(state, must_roll)
    return message._replace(sentence=f"{state.notice} {message.sentence}") if state.notice else message


def _message_of(state: State, must_roll: tuple[MustRoll, ...]) -> Message:
    if state.to_act is None:
        return _game_over(state)
    if state.turn is None:
        return _roll_off(state)
    if state.turn.outcome == "ready":
        return _throw_all_five(state)
    if state.turn.may_decline and state.turn.saved:
        return _may_decline(state.turn, state.turn.saved.must_roll)
    if must_roll and not state.turn.rolled_on:
        return _must_throw(state.turn, must_roll[0])
    return _may_stop(state, state.turn)


def must_roll_of(turn: Turn) -> tuple[MustRoll, ...]:
    """The rules that forbid the player to stop now."""
    if turn.may_decline:
        return ()
    if turn.saved:
        return (turn.saved.must_roll,)
    if turn.outcome == "reroll":
        faces = _any_of(frozenset(cube.face for cube in turn.again) & turn.before.uncleared)
        sentence = f"A {faces} matches the Flash; that throw doesn't count."
        return (MustRoll("reroll", "REROLL", sentence, RULE["reroll"]),)
    return must_roll_after(turn, turn.way) if turn.way else ()


def must_roll_after(turn: Turn, way: Way) -> tuple[MustRoll, ...]:
    """The rules that would forbid the player to stop with the last throw scored this `way`."""
    by_house = turn.forbidden_by_house(way)
    official = turn.forced(way)[: -len(by_house) or None]
    return (*(_must_roll(turn, way, rule) for rule in official), *by_house)


def why_not_stop(turn: Turn) -> str:
    """Why STOP is refused, in a sentence."""
    forced = must_roll_of(turn)
    if forced:
        return forced[0].sentence
    if turn.rolled_on:
        return "The turn goes on, as was said: the next move is a throw."
    return "Nothing was thrown yet in this turn."


def _must_roll(turn: Turn, way: Way, rule: Forced) -> MustRoll:
    match rule:
        case "clear_flash":
            sentence = f"The Flash has to be cleared: score without a {_any_of(turn.uncleared(way))}."
            return MustRoll(rule, "CLEAR THE FLASH", sentence, RULE[rule])
        case "all_five":
            sentence = "All five cubes have scored: all five have to be thrown again."
            return MustRoll(rule, "YMNWTBYM", sentence, RULE[rule])
        case "entry":
            sentence = f"A turn of {turn.need} points gets a player into the game."
            return MustRoll(rule, f"NEED {turn.need}", sentence, RULE[rule])
        case _:
            raise ValueError(f"The rule {rule!r} leaves nothing to score.")


def _any_of(faces: frozenset[Face]) -> str:
    return " or ".join(sorted(faces, key=lambda face: VALUE[face]))


def _choice(turn: Turn) -> str:
    """What is preselected, where there is something to choose."""
    return f"{turn.way.label}. " if turn.way and len(turn.ways) > 1 and not turn.rolled_on else ""


def _roll_off(state: State) -> Message:
    if state.roll_off is not None and state.roll_off.tied_before:
        sentence = "Throw one common cube again, for it was a tie; the highest starts."
        return Message("TIE: ROLL ONE", sentence, RULE["roll_off"])
    return Message("ROLL ONE", "Throw one common cube; the highest starts.", RULE["roll_off"])


def _throw_all_five(state: State) -> Message:
    """The call to the next player; the rule is that by which the turn before ended, where one did."""
    if state.to_pass is not None:
        sentence = f"Last lick. Throw all five cubes; more than {state.to_pass} points take the lead."
        return Message(f"BEAT {state.to_pass}", sentence, RULE["last_licks"])
    rule = next((_ENDED_BY[moment.name] for moment in state.moments if moment.name in _ENDED_BY), "stop")
    return Message("THROW 5", "Throw all five cubes.", RULE[rule])


def _must_throw(turn: Turn, first: MustRoll) -> Message:
    """What to throw by a rule that takes the option to stop away."""
    to_clear = " to clear the Flash" if turn.before.uncleared else ""
    if turn.outcome == "reroll":
        return Message(first.board, f"{_laid_again(turn)}Throw {_same_again(turn)}{to_clear}.", first.says)
    short = f", {turn.need - turn.stake} short of getting into the game" if first.rule == "entry" else ""
    to_clear = " to clear the Flash" if first.rule == "clear_flash" else ""
    stake = f"{_laid_again(turn)}{_choice(turn)}{turn.stake} points at stake{short}."
    return Message(first.board, f"{stake} Throw {_cubes_to_throw(turn)}{to_clear}.", first.says)


def _may_decline(turn: Turn, saved: MustRoll) -> Message:
    """A Wimpout that the player may still have cancelled."""
    return Message(saved.board, f"{saved.sentence} Stop to leave it a Wimpout.", saved.says)


def _laid_again(turn: Turn) -> str:
    """What to do before a turn that was interrupted goes on."""
    if not turn.resumed:
        return ""
    lying = turn.next_throw.lying
    return f"The turn goes on. Set {in_words(lying)} aside as before. " if lying else "The turn goes on. "


def _cubes_to_throw(turn: Turn) -> str:
    number = turn.next_throw.number
    return "all five cubes" if number == CUBES else number_of_cubes(number)


def _same_again(turn: Turn) -> str:
    number = turn.next_throw.number
    if number == CUBES:
        return "all five cubes again"
    return "the same cube again" if number == 1 else f"the same {number_of_cubes(number)} again"


def _may_stop(state: State, turn: Turn) -> Message:
    number = turn.next_throw.number
    if turn.rolled_on:
        sentence = f"{turn.stake} points at stake. Throw {number_of_cubes(number)}."
        return Message(f"THROW {number}", sentence, RULE["stop"])
    sentence = f"{_choice(turn)}{turn.stake} points at stake. Stop, or throw {number_of_cubes(number)}."
    if state.to_pass is None or state.to_act is None:
        return Message(f"THROW {number}", sentence, RULE["stop"])
    short = state.to_pass - state.player(state.to_act).total - turn.stake
    if short < 0:
        return Message(f"THROW {number}", f"{sentence} Stopping now takes the lead.", RULE["last_licks"])
    behind = f"{short} points short of the leader" if short else "level with the leader, which has not passed"
    return Message(f"THROW {number}", f"{sentence} Stopping now ends this last lick {behind}.", RULE["last_licks"])


def _game_over(state: State) -> Message:
    scenes = {moment.name for moment in state.moments}
    if state.winner is None:
        rule = RULE["supernova" if "supernova" in scenes else "last_one"]
        return Message("GAME OVER", "Nobody is left, nobody has won.", rule)
    if "instant_win" in scenes:
        return Message("INSTANT WINNER", "Five 6s, an instant win.", RULE["instant_win"])
    winner = state.player(state.winner)
    if len(state.players) == 1:
        turns = "1 turn" if winner.turns == 1 else f"{winner.turns} turns"
        return Message("GAME OVER", f"{winner.total} points in {turns}.", RULE["goal"])
    total = winner.total
    if "supernova" in scenes:
        return Message("GAME OVER", f"The last player left, with {total} points.", RULE["supernova"])
    if scenes & {"put_out", "gave_up"}:
        return Message("GAME OVER", f"The last player left, with {total} points.", RULE["last_one"])
    return Message("GAME OVER", f"{total} points.", RULE["last_licks"])
