"""The odds of Cosmic Wimpout under any set of rules, found by enumerating what the engine makes of every throw.

Where to find what: `throws` every throw of so many cubes, `settled` what a throw comes to once the Reroll Clause is
at its end, `turns` a whole turn as a decision process, `policies` what it is worth to different players, with `tail`
and `horizon` for high points, `report` all of it, `chance` the one of the throw that comes next in a game,
`best_player` what to do in it, `luck` how lucky a throw was.

A turn is looked at alone: a player with no counters, and no other scores to land on, to share or to be in line with.
One that a house rule interrupts goes on later as if nothing had been. A rule of a table's own is followed as far as
it looks at the cubes thrown and the Flash to clear; it is asked as if there were nothing else, and nothing at stake.
"""

from controller.games.wimpout.odds.policies import Policy, Worth
from controller.games.wimpout.odds.report import odds_report
from controller.games.wimpout.odds.settled import SettledThrows
from controller.games.wimpout.odds.turns import OddsError

__all__ = ["OddsError", "Policy", "SettledThrows", "Worth", "odds_report"]
