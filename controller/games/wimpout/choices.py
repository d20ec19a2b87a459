"""What a table can choose, as settings pages and phones list it: every rule with its values and what it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from controller.games.phrase import phrase
from controller.games.rulebook import RuleChoice
from controller.games.wimpout.house import HOUSE_RULES, HouseRule
from controller.games.wimpout.rules import OFFICIAL, Ending

_BOTH = (False, True)

SAYS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "goal": (phrase("The points that start last licks: a multiple of 5 from 50."), (300, 500)),
    "entry": (phrase("The points in one turn that get a player into the game, from 0."), (0, 35)),
    "direction": (phrase("The order of play round the table."), ("counter-clockwise", "clockwise")),
    "last_licks": (
        phrase(
            "What happens after a player reaches the goal: each other player has one last turn (sheet), a passed "
            "leader has another lick (first_edition), or one of the variants a to d."
        ),
        get_args(Ending),
    ),
    "sun_completes_train": (phrase("Whether four alike and the sun are a Freight Train."), _BOTH),
    "fourth_number": (
        phrase("Whether the fourth 5 or 10 beside a Flash of its kind scores or is dead."), ("scores", "dead"),
    ),
    "keep": (
        phrase("Whether all 5s and 10s are set aside, or the player is free to leave some unscored."),
        ("all", "free"),
    ),
    "reroll_scope": (
        phrase(
            "Whether the Reroll Clause sends back all the cubes just thrown, or only the offenders that match the "
            "Flash."
        ),
        ("all", "offenders"),
    ),
    "pending_flash": (
        phrase(
            "Whether a new Flash replaces one that is still uncleared, or they accumulate and all faces are "
            "forbidden."
        ),
        ("newest", "accumulate"),
    ),
}
"""What each official choice is about, and its values; for a number of points those that are usual."""


def choices(own: Iterable[type[HouseRule]] = ()) -> tuple[RuleChoice, ...]:
    """Every rule that can be chosen: the official ones, the house rules, and a table's `own`."""
    official = [
        RuleChoice(name, says, getattr(OFFICIAL, name), values, is_open=name in ("goal", "entry"))
        for name, (says, values) in SAYS.items()
    ]
    return (*official, *(_of_house(rule) for rule in (*HOUSE_RULES, *own)))


def _of_house(rule: type[HouseRule]) -> RuleChoice:
    """A rule with few numbers offers them all, one with many its usual one."""
    few = tuple(rule.values) if len(rule.values) <= 5 else ()
    return RuleChoice(rule.name, rule.says, False, (*_BOTH, *few), is_open=len(rule.values) > 5, house=True)
