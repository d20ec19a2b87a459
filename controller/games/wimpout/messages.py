"""What is said to the players: a few words on the board, a sentence on the phone, the rule behind it."""

from __future__ import annotations

from controller.games.game import Face, Message, MustRoll
from controller.games.wimpout.cubes import VALUE, number_of_cubes
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
    "last_licks": "Last licks: when a player has reached the goal, the others have a last chance to pass the "
    "leader. Equal has not passed.",
}


def message_of(state: State) -> Message:
    """The one thing to say now."""
    if state.to_act is None:
        return _game_over(state)
    if state.turn is None:
        return _roll_off(state)
    if state.turn.outcome == "ready":
        return _throw_all_five(state)
    forced = must_roll_of(state.turn)
    if forced and not state.turn.rolled_on:
        return Message(forced[0].board, _choice(state.turn) + forced[0].sentence, RULE[forced[0].rule])
    return _may_stop(state, state.turn)


def must_roll_of(turn: Turn) -> tuple[MustRoll, ...]:
    """The rules that forbid the player to stop now."""
    if turn.outcome == "reroll":
        faces = _any_of(frozenset(cube.face for cube in turn.again) & turn.before.uncleared)
        sentence = f"A {faces} matches the Flash: throw the same {number_of_cubes(len(turn.again))} again."
        return (MustRoll("reroll", "REROLL", sentence),)
    return tuple(_must_roll(turn, turn.way, rule) for rule in turn.forced(turn.way)) if turn.way else ()


def must_roll_after(turn: Turn, way: Way) -> tuple[MustRoll, ...]:
    """The rules that would forbid the player to stop with the last throw scored this `way`."""
    return tuple(_must_roll(turn, way, rule) for rule in turn.forced(way))


def why_not_stop(turn: Turn) -> str:
    """Why STOP is refused, in a sentence."""
    forced = must_roll_of(turn)
    if forced:
        return forced[0].sentence
    if turn.rolled_on:
        return "The turn goes on, as was said: the next move is a throw."
    return "Nothing was thrown yet in this turn."


def _must_roll(turn: Turn, way: Way, rule: Forced) -> MustRoll:
    cubes = "all five cubes" if not way.left else number_of_cubes(len(way.left))
    match rule:
        case "clear_flash":
            faces = _any_of(turn.uncleared(way))
            return MustRoll(rule, "CLEAR THE FLASH", f"Clear the Flash: throw {cubes} and score without a {faces}.")
        case "all_five":
            return MustRoll(rule, "YMNWTBYM", "All five cubes have scored: you must throw all five again.")
        case "entry":
            have = turn.stake_with(way)
            sentence = f"{turn.need} points in one turn get you into the game, you have {have}: throw {cubes}."
            return MustRoll(rule, f"NEED {turn.need}", sentence)
        case "reroll":
            raise ValueError("The Reroll Clause leaves nothing to score.")


def _any_of(faces: frozenset[Face]) -> str:
    return " or ".join(sorted(faces, key=lambda face: VALUE[face]))


def _choice(turn: Turn) -> str:
    """What is preselected, where there is something to choose."""
    return f"{turn.way.label}. " if turn.way and len(turn.ways) > 1 and not turn.rolled_on else ""


def _roll_off(state: State) -> Message:
    if state.roll_off is not None and state.roll_off.tied_before:
        return Message("TIE: ROLL ONE", "A tie: throw one common cube again to see who starts.", RULE["roll_off"])
    return Message("ROLL ONE", "Throw one common cube; the highest starts.", RULE["roll_off"])


def _throw_all_five(state: State) -> Message:
    """The call to the next player, after a word on how the turn before ended."""
    before, rule = "", RULE["stop"]
    for moment in state.moments:
        match moment.name:
            case "wimpout" | "train_wreck":
                name = "Wimpout" if moment.name == "wimpout" else "Train Wreck"
                before, rule = f"{name}, {moment.points} points lost. Next: ", RULE["wimpout"]
            case "supernova":
                before, rule = "Supernova, that player is out. Next: ", RULE["supernova"]
            case "banked":
                before = f"{moment.points} points banked. Next: "
            case "skipped":
                before = "Skipped. Next: "
    if state.to_pass is not None:
        sentence = f"{before}last lick. Throw all five cubes; more than {state.to_pass} points take the lead."
        return Message(f"BEAT {state.to_pass}", _capital(sentence), RULE["last_licks"])
    return Message("THROW 5", _capital(f"{before}throw all five cubes."), rule)


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
    return Message(f"THROW {number}", f"{sentence} Stopping now ends your last lick {behind}.", RULE["last_licks"])


def _game_over(state: State) -> Message:
    scenes = {moment.name for moment in state.moments}
    if state.winner is None:
        return Message("GAME OVER", "Supernova: nobody is left, nobody has won.", RULE["supernova"])
    if "instant_win" in scenes:
        return Message("INSTANT WINNER", "Five 6s: the game is won.", RULE["instant_win"])
    total = state.player(state.winner).total
    if "supernova" in scenes:
        sentence = f"Supernova: one player is left and has won with {total} points."
        return Message("GAME OVER", sentence, RULE["supernova"])
    return Message("GAME OVER", f"The game is over, won with {total} points.", RULE["last_licks"])


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]
