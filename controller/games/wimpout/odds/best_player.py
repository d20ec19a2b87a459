"""The player who makes the most of a turn, and what they would do in a game."""

from __future__ import annotations

from controller.games.game import Game
from controller.games.phrase import counted, phrase
from controller.games.wimpout.cubes import CUBES
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.odds.policies import Policy
from controller.games.wimpout.odds.settled import SettledThrows
from controller.games.wimpout.odds.tail import tail_of
from controller.games.wimpout.odds.turns import TurnModel
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.turn import Turn


class WimpoutBestPlayer:
    """Plays by `rules` for the most points to be expected of a turn; see `odds.__init__` for what that leaves out.

    Getting to know the rules takes seconds on a small machine, a hint no time.

    Raises:
        OddsError: these rules let a turn go on for ever.
    """

    def __init__(self, rules: Rules) -> None:
        model = TurnModel.of(SettledThrows(rules))
        tail = tail_of(model, free=True)
        in_game = Policy(model, tail, None)
        self._by_need = {rules.entry: Policy(model, tail, None, rules.entry, in_game), 0: in_game}

    def hint(self, game: Game) -> str | None:
        """What this player would do now, in a sentence.

        None where there is nothing to decide; in last licks, which are about passing the leader; and after a throw
        by other rules.
        """
        if not isinstance(game, WimpoutGame) or game.turn is None or game.last_licks is not None:
            return None
        policy = self._by_need.get(game.turn.need)
        if policy is None or not game.turn.may_roll_on:
            return None
        try:
            option, stops = policy.decide(game.turn)
        except KeyError:
            return None
        deed = _deed(game.turn.select(option), policy, stops)
        if len(game.turn.ways) > 1:
            return phrase("Best: {choice}, {deed}.", choice=game.turn.ways[option].label, deed=deed)
        return phrase("Best: {deed}.", deed=deed)


def _deed(turn: Turn, policy: Policy, stops: bool) -> str:
    if stops:
        return phrase("stop with {points}", points=turn.stake)
    number, percent = turn.next_throw.number, round(100 * policy.wimpout_of(turn.next_throw))
    if number == CUBES:
        return phrase("throw all five cubes ({percent}\u00a0% Wimpout)", percent=percent)
    return counted(
        "throw {number} cube ({percent}\u00a0% Wimpout)", "throw {number} cubes ({percent}\u00a0% Wimpout)",
        number, percent=percent,
    )
