"""The choices that a table can make where the rule sheet is silent or the texts disagree.

The field names are the identifiers by which settings, journal and phones name a rule. The defaults are the
set called `official`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeGuard, get_args, get_type_hints

from controller.games.game import IllegalMoveError

Direction = Literal["counter-clockwise", "clockwise"]
Ending = Literal["sheet", "first_edition", "a", "b", "c", "d"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game.

    goal: points that start last licks; a multiple of 5 from 50.
    entry: points in one turn to get into the game; 0 and up.
    direction: order of play round the table as seen from above.
    last_licks: what happens after a player reaches the goal; see `last_licks.py`.
    sun_completes_train: whether four alike and the sun are a Freight Train. The sheet's "five matching faces"
        doesn't say; by default they are a Flash, a dead fourth face and a free sun.
    fourth_number: whether a fourth 5 (or 10) beside a Flash of its kind scores by itself ("unless three or five
        of the same face are rolled at once") or is dead like a fourth symbol.
    keep: whether all natural 5s and 10s are set aside, or the player is free to leave some unscored as long as
        one cube scores. Flashes and Freight Trains are compulsory either way.
    reroll_scope: which cubes the Reroll Clause sends back: all of the throw, or only those that match.
    pending_flash: what a new Flash does while another is uncleared: the newest replaces it, or they accumulate.
    """

    goal: int = 500
    entry: int = 35
    direction: Direction = "counter-clockwise"
    last_licks: Ending = "sheet"
    sun_completes_train: bool = False
    fourth_number: Literal["scores", "dead"] = "scores"
    keep: Literal["all", "free"] = "all"
    reroll_scope: Literal["all", "offenders"] = "all"
    pending_flash: Literal["newest", "accumulate"] = "newest"

    @classmethod
    def chosen(cls, choices: Mapping[str, Any]) -> Rules:
        """The official rules with these choices instead.

        Raises:
            IllegalMoveError: an unknown rule, or a value that a rule can't have; the text names the right ones.
        """
        for name, value in choices.items():
            wrong = _why_not(name, value)
            if wrong:
                raise IllegalMoveError(wrong)
        return cls(**choices)


OFFICIAL = Rules()

_TYPES = get_type_hints(Rules)
_NAMES = tuple(field.name for field in fields(Rules))


def _why_not(name: str, value: object) -> str | None:
    if name not in _NAMES:
        return f"There is no rule {name!r} to choose; there are {', '.join(_NAMES)}."
    if name == "goal" and not (_is_whole(value) and value >= 50 and value % 5 == 0):
        return f"The goal is a multiple of 5 from 50, not {value!r}."
    if name == "entry" and not (_is_whole(value) and value >= 0):
        return f"The entry is a number of points from 0, not {value!r}."
    if _TYPES[name] is bool and not isinstance(value, bool):
        return f"The rule {name!r} is true or false, not {value!r}."
    allowed = get_args(_TYPES[name])
    if allowed and value not in allowed:
        return f"The rule {name!r} is one of {', '.join(allowed)}; not {value!r}."
    return None


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
