"""The player who makes the most of a turn, and what they would do in a game."""

from __future__ import annotations

from controller.games.game import Game
from controller.games.wimpout.cubes import CUBES, number_of_cubes
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
        choice = f"{game.turn.ways[option].label}, " if len(game.turn.ways) > 1 else ""
        return f"Best: {choice}{_deed(game.turn.select(option), policy, stops)}."


def _deed(turn: Turn, policy: Policy, stops: bool) -> str:
    if stops:
        return f"stop with {turn.stake}"
    number = turn.next_throw.number
    cubes = "all five cubes" if number == CUBES else number_of_cubes(number)
    return f"throw {cubes} ({round(100 * policy.wimpout_of(turn.next_throw))}\u00a0% Wimpout)"
