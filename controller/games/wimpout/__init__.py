"""Cosmic Wimpout: the rules of the current sheet as a library of frozen values.

Where to find a rule: `cubes` the set, `rules` and `choices` what a table can choose, `scoring` what a throw
scores, `judging` what it is, `turn` a turn and what it forces, `taken_up` how throwing answers a choice,
`roll_off` who starts, `order` who is next, `banking` what stopping does, `last_licks` how a game ends,
`progress` how one turn follows on the other, `coming_and_going` players who join and leave, `house` the house
rules, each in a file of its own, `game` the whole, `messages` and `view` what is said and shown, `sheet`
the rules for newcomers with their worked `examples`, `advise` the
computer player, `odds` the chances, and what the best player would do.
"""

from controller.games.rulebook import Rulebook
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.house import HouseRule
from controller.games.wimpout.rulebook import WimpoutRulebook
from controller.games.wimpout.rules import OFFICIAL, Rules
from controller.games.wimpout.scoring import Way, ways_to_score

__all__ = [
    "OFFICIAL",
    "RULEBOOK",
    "HouseRule",
    "Rules",
    "Way",
    "WimpoutGame",
    "WimpoutRulebook",
    "ways_to_score",
]

RULEBOOK: Rulebook = WimpoutRulebook()
