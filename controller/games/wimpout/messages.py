"""What is said to the players: a few words on the board, a sentence on the phone, the rule behind it.

A sentence says what the player to act does now, and is read by everybody: it never says "you". What has happened is
in the view's moments, and why the player may not stop in `must_roll`; a sentence doesn't say it once more.
"""

from __future__ import annotations

from controller.games.game import Face, Message, MustRoll, Seat
from controller.games.phrase import Phrase, counted, one_of, paragraph, phrase
from controller.games.wimpout.cubes import CUBES, VALUE, in_words
from controller.games.wimpout.house import Landing, asking
from controller.games.wimpout.scoring import Way
from controller.games.wimpout.state import State
from controller.games.wimpout.turn import Forced, Turn

RULE: dict[str, str] = {
    "roll_off": phrase("Each player throws one common cube; the highest starts, and those who tie throw again."),
    "stop": phrase(
        "A player may stop after any throw that scores, except at the opening roll, when all five cubes have scored, "
        "and while a Flash is uncleared."
    ),
    "clear_flash": phrase(
        "Futtless Rule: all Flashes must be cleared, by scoring on a further throw in which no cube shows the face "
        "of the Flash."
    ),
    "reroll": phrase(
        "Reroll Clause: a throw that is to clear a Flash may not show its face. If it does, it is thrown again until "
        "it doesn't, or until it is a Wimpout."
    ),
    "all_five": phrase(
        "You May Not Want To But You Must: who has scored with all five cubes throws all five again."
    ),
    "entry": phrase(
        "Opening roll: a player gets into the game with a turn of enough points and may not stop before."
    ),
    "wimpout": phrase(
        "Wimpout: a throw without a number, a Flash or a Freight Train ends the turn and loses its points. On all "
        "five cubes it is a Train Wreck."
    ),
    "supernova": phrase("Supernova: five 10s are too many points; who throws them is out of the game."),
    "instant_win": phrase("Instant Winner: five 6s on one throw win the game."),
    "goal": phrase("Goal: the points that the players have agreed to reach."),
    "last_one": phrase("Who is the last player left in a game has won it."),
    "last_licks": phrase(
        "Last licks: when a player has reached the goal, the others have a last chance to pass the leader. Equal has "
        "not passed."
    ),
}

_ENDED_BY = {"wimpout": "wimpout", "train_wreck": "wimpout", "supernova": "supernova"}
"""The rules by which a turn ended of which nothing is banked."""


def message_of(state: State, must_roll: tuple[MustRoll, ...]) -> Message:
    """The one thing to say now, after a word on a rule that was found to be broken.

    `must_roll`: the rules that forbid the player to stop now, as `must_roll_of` has them.
    """
    message = _message_of(state, must_roll)
    return message._replace(sentence=paragraph(state.notice, message.sentence)) if state.notice else message


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
        sentence = phrase("A {faces} matches the Flash; that throw doesn't count.", faces=faces)
        return (MustRoll("reroll", phrase("REROLL"), sentence, RULE["reroll"]),)
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
        return phrase("The turn goes on, as was said: the next move is a throw.")
    return phrase("Nothing was thrown yet in this turn.")


def _must_roll(turn: Turn, way: Way, rule: Forced) -> MustRoll:
    match rule:
        case "clear_flash":
            faces = _any_of(turn.uncleared(way))
            sentence = phrase("The Flash has to be cleared: score without a {faces}.", faces=faces)
            return MustRoll(rule, phrase("CLEAR THE FLASH"), sentence, RULE[rule])
        case "all_five":
            sentence = phrase("All five cubes have scored: all five have to be thrown again.")
            return MustRoll(rule, phrase("YMNWTBYM"), sentence, RULE[rule])
        case "entry":
            sentence = phrase("A turn of {points} points gets a player into the game.", points=turn.need)
            return MustRoll(rule, phrase("NEED {points}", points=turn.need), sentence, RULE[rule])
        case _:
            raise ValueError(f"The rule {rule!r} leaves nothing to score.")


def _any_of(faces: frozenset[Face]) -> str:
    return one_of(sorted(faces, key=lambda face: VALUE[face]))


def _choice(turn: Turn) -> str:
    """What is preselected, where there is something to choose."""
    is_open = turn.way is not None and len(turn.ways) > 1 and not turn.rolled_on
    return phrase("{choice}.", choice=turn.way.label) if turn.way and is_open else ""


def _roll_off(state: State) -> Message:
    if state.roll_off is not None and state.roll_off.tied_before:
        sentence = phrase("Throw one common cube again, for it was a tie; the highest starts.")
        return Message("TIE: ROLL ONE", sentence, RULE["roll_off"])
    return Message("ROLL ONE", phrase("Throw one common cube; the highest starts."), RULE["roll_off"])


def _throw_all_five(state: State) -> Message:
    """The call to the next player; the rule is that by which the turn before ended, where one did."""
    if state.to_pass is not None:
        more = phrase("Throw all five cubes; more than {points} points take the lead.", points=state.to_pass)
        return Message(f"BEAT {state.to_pass}", paragraph(phrase("Last lick."), more), RULE["last_licks"])
    rule = next((_ENDED_BY[moment.name] for moment in state.moments if moment.name in _ENDED_BY), "stop")
    return Message("THROW 5", phrase("Throw all five cubes."), RULE[rule])


def _must_throw(turn: Turn, first: MustRoll) -> Message:
    """What to throw by a rule that takes the option to stop away."""
    if turn.outcome == "reroll":
        again = _same_again(turn.next_throw.number, to_clear=bool(turn.before.uncleared))
        return Message(first.board, paragraph(*_laid_again(turn), again), first.says)
    if first.rule == "entry":
        stake = phrase(
            "{points} points at stake, {short} short of getting into the game.",
            points=turn.stake, short=turn.need - turn.stake,
        )
    else:
        stake = _at_stake(turn)
    throw = _throw_next(turn.next_throw.number, to_clear=first.rule == "clear_flash")
    return Message(first.board, paragraph(*_laid_again(turn), _choice(turn), stake, throw), first.says)


def _may_decline(turn: Turn, saved: MustRoll) -> Message:
    """A Wimpout that the player may still have cancelled."""
    return Message(saved.board, paragraph(saved.sentence, phrase("Stop to leave it a Wimpout.")), saved.says)


def _laid_again(turn: Turn) -> tuple[str, ...]:
    """What to do before a turn that was interrupted goes on."""
    if not turn.resumed:
        return ()
    lying = turn.next_throw.lying
    goes_on = phrase("The turn goes on.")
    return (goes_on, phrase("Set {cubes} aside as before.", cubes=in_words(lying))) if lying else (goes_on,)


def _at_stake(turn: Turn) -> Phrase:
    return phrase("{points} points at stake.", points=turn.stake)


def _throw_next(number: int, to_clear: bool) -> str:
    if number == CUBES:
        return phrase("Throw all five cubes to clear the Flash.") if to_clear else phrase("Throw all five cubes.")
    if to_clear:
        return counted("Throw {number} cube to clear the Flash.", "Throw {number} cubes to clear the Flash.", number)
    return counted("Throw {number} cube.", "Throw {number} cubes.", number)


def _same_again(number: int, to_clear: bool) -> str:
    if number == CUBES:
        if to_clear:
            return phrase("Throw all five cubes again to clear the Flash.")
        return phrase("Throw all five cubes again.")
    if to_clear:
        return counted(
            "Throw the same cube again to clear the Flash.",
            "Throw the same {number} cubes again to clear the Flash.",
            number,
        )
    return counted("Throw the same cube again.", "Throw the same {number} cubes again.", number)


def _may_stop(state: State, turn: Turn) -> Message:
    number = turn.next_throw.number
    if turn.rolled_on:
        return Message(
            f"THROW {number}", paragraph(_at_stake(turn), _throw_next(number, to_clear=False)), RULE["stop"]
        )
    or_throw = counted("Stop, or throw {number} cube.", "Stop, or throw {number} cubes.", number)
    said = (_choice(turn), _at_stake(turn), or_throw)
    if state.last_licks is None or state.to_act is None:
        return Message(f"THROW {number}", paragraph(*said), RULE["stop"])
    short = _short_of(state.last_licks.leader, state, turn, state.to_act)
    return Message(f"THROW {number}", paragraph(*said, _stopping_now(short)), RULE["last_licks"])


def _short_of(leader: Seat, state: State, turn: Turn, seat: Seat) -> int:
    """By how many points the player at `seat` would stop short of the leader, whom house rules may move then."""
    player = state.player(seat)
    landed = player._replace(total=player.total + turn.stake)
    totals = {leader: state.player(leader).total, seat: landed.total}
    for _, moved in asking.moved_by_landing(turn.rules.house, Landing(landed, player.total, state.others(seat))):
        totals.update(moved)
    return totals[leader] - totals[seat]


def _stopping_now(short: int) -> str:
    """What stopping in a last lick comes to, `short` of the leader by so many points."""
    if short < 0:
        return phrase("Stopping now takes the lead.")
    if short == 0:
        return phrase("Stopping now ends this last lick level with the leader, which has not passed.")
    return phrase("Stopping now ends this last lick {points} points short of the leader.", points=short)


def _game_over(state: State) -> Message:
    scenes = {moment.name for moment in state.moments}
    if state.winner is None:
        rule = RULE["supernova" if "supernova" in scenes else "last_one"]
        return Message("GAME OVER", phrase("Nobody is left, nobody has won."), rule)
    if "instant_win" in scenes:
        return Message("INSTANT WINNER", phrase("Five 6s, an instant win."), RULE["instant_win"])
    winner = state.player(state.winner)
    total = winner.total
    if len(state.players) == 1:
        turns = counted("{total} points in 1 turn.", "{total} points in {number} turns.", winner.turns, total=total)
        return Message("GAME OVER", turns, RULE["goal"])
    last_left = phrase("The last player left, with {points} points.", points=total)
    if "supernova" in scenes:
        return Message("GAME OVER", last_left, RULE["supernova"])
    if scenes & {"put_out", "gave_up"}:
        return Message("GAME OVER", last_left, RULE["last_one"])
    return Message("GAME OVER", phrase("{points} points.", points=total), RULE["last_licks"])
