"""Cosmic Wimpout: the rules of the current sheet as a library of frozen values.

Where to find a rule: `cubes` the set, `rules` what a table can choose, `scoring` one throw, `turn` a turn and
what it forces, `taken_up` how throwing answers a choice, `roll_off` who starts, `last_licks` how a game ends,
`game` the whole, `messages` and `view` what is said and shown, `advise` the computer player.
"""

from controller.games.game import Rulebook
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.rulebook import WimpoutRulebook
from controller.games.wimpout.rules import OFFICIAL, Rules
from controller.games.wimpout.scoring import Way, ways_to_score

__all__ = ["OFFICIAL", "RULEBOOK", "Rules", "Way", "WimpoutGame", "ways_to_score"]

RULEBOOK: Rulebook = WimpoutRulebook()
