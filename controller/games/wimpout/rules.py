"""The choices that a table can make where the rule sheet is silent or the texts disagree, and its house rules.

The field names, and the names of the house rules, are the identifiers by which settings, journal and phones name
a rule. The defaults are the set called `official`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypeGuard, get_args, get_type_hints

from controller.games.game import IllegalMoveError
from controller.games.phrase import listed, phrase
from controller.games.wimpout.house import HOUSE_RULES, HouseRule
from controller.games.wimpout.order import Direction

Ending = Literal["sheet", "first_edition", "a", "b", "c", "d"]


class Rules(NamedTuple):
    """The rules of one game.

    goal: points that start last licks; a multiple of 5 from 50 to 100,000.
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
    house: the house rules that are on, each with its number if it has one, in the order in which they are asked.
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
    house: tuple[HouseRule, ...] = ()

    @classmethod
    def chosen(cls, choices: Mapping[str, Any], own: Iterable[type[HouseRule]] = ()) -> Rules:
        """The official rules with these choices instead; `own` are the table's own house rules.

        A house rule is on with `true`, or with its number, and off with `false` or 0.

        Raises:
            IllegalMoveError: an unknown rule, or a value that a rule can't have; the text names the right ones.
        """
        return cls().changed(choices, own)

    def changed(self, choices: Mapping[str, Any], own: Iterable[type[HouseRule]] = ()) -> Rules:
        """These rules with other choices; see `chosen`."""
        known = {rule.name: rule for rule in (*HOUSE_RULES, *own)}
        wrong = next((why for name, value in choices.items() if (why := _why_not(name, value, known))), None)
        if wrong:
            raise IllegalMoveError(wrong)
        on = {rule.name: rule for rule in self.house}
        for name in choices.keys() & known.keys():
            on.pop(name, None)
            if choices[name]:
                on[name] = _played(known[name], _number(known[name], choices[name]))
        house = tuple(on[name] for name in known if name in on)
        return self._replace(house=house, **{name: choices[name] for name in choices if name not in known})

    def without(self, name: str) -> Rules:
        """These rules without the house rule of this name."""
        return self._replace(house=tuple(rule for rule in self.house if rule.name != name))

    def house_rule(self, name: str) -> HouseRule | None:
        """The house rule of this name as it is played here, None where it is off."""
        return next((rule for rule in self.house if rule.name == name), None)


OFFICIAL = Rules()
MOST_POINTS = 100_000
"""The highest goal and entry: games beyond it would have no end, and figures no screen."""

_TYPES = get_type_hints(Rules)
_NAMES = tuple(name for name in Rules._fields if name != "house")


@cache
def unlike_official(rules: Rules) -> dict[str, Any]:
    """The choices that make `rules` of the official ones: `Rules.chosen` gives the same rules again."""
    chosen = {name: getattr(rules, name) for name in _NAMES if getattr(rules, name) != getattr(OFFICIAL, name)}
    return chosen | {rule.name: rule.value or True for rule in rules.house}


def require_names_of_their_own(own: Iterable[type[HouseRule]]) -> None:
    """Refuse a table's own house rules that settings, journal and phones couldn't name.

    Raises:
        ValueError: a name that isn't lower-case letters, digits and underscores, or that another rule has.
    """
    taken = {*_NAMES, "house", *(rule.name for rule in HOUSE_RULES)}
    for rule in own:
        name = getattr(rule, "name", None)
        if not isinstance(name, str) or not name.isidentifier() or name != name.lower():
            raise ValueError(f"A house rule's name is made of a to z, digits and underscores; {name!r} is not.")
        if not isinstance(getattr(rule, "says", None), str):
            raise ValueError(f"The house rule {name!r} doesn't say what it is; give it a sentence in `says`.")
        if rule.values and rule.usual not in rule.values:
            raise ValueError(f"The house rule {name!r} has numbers, so that its usual one must be among them.")
        if name in taken:
            raise ValueError(f"There is a rule {name!r} already; a table's own rule needs another name.")
        taken.add(name)


def _why_not(name: str, value: object, known: Mapping[str, type[HouseRule]]) -> str | None:
    if name in known:
        return _why_not_house(known[name], value)
    if name not in _NAMES:
        rules = listed(*_NAMES, *known)
        return phrase("There is no rule {name} to choose; there are {rules}.", name=repr(name), rules=rules)
    if name == "goal" and not (_is_whole(value) and 50 <= value <= MOST_POINTS and value % 5 == 0):
        return phrase(
            "The goal is a multiple of 5 from 50 to {most}, not {value}.", most=MOST_POINTS, value=_given(value)
        )
    if name == "entry" and not (_is_whole(value) and 0 <= value <= MOST_POINTS):
        return phrase(
            "The entry is a number of points from 0 to {most}, not {value}.", most=MOST_POINTS, value=_given(value)
        )
    if _TYPES[name] is bool and not isinstance(value, bool):
        return _not_true_or_false(name, value)
    allowed = get_args(_TYPES[name])
    if allowed and value not in allowed:
        return phrase(
            "The rule {name} is one of {values}; not {value}.",
            name=repr(name), values=listed(*allowed), value=_given(value),
        )
    return None


def _why_not_house(rule: type[HouseRule], value: object) -> str | None:
    if isinstance(value, bool):
        return None
    if not rule.values:
        return _not_true_or_false(rule.name, value)
    if _is_whole(value) and (value == 0 or value in rule.values):
        return None
    return phrase(
        "The rule {name} is {numbers}, true for {usual}, or false; not {value}.",
        name=repr(rule.name), numbers=_numbers_of(rule), usual=rule.usual, value=_given(value),
    )


def _numbers_of(rule: type[HouseRule]) -> str:
    least, most = rule.values[0], rule.values[-1]
    step = rule.values.step if isinstance(rule.values, range) else 1
    if len(rule.values) == 2:
        return phrase("{least} or {most}", least=least, most=most)
    if step > 1:
        return phrase("a number from {least} to {most} in steps of {step}", least=least, most=most, step=step)
    return phrase("a number from {least} to {most}", least=least, most=most)


def _not_true_or_false(name: str, value: object) -> str:
    return phrase("The rule {name} is true or false, not {value}.", name=repr(name), value=_given(value))


def _played(rule: type[HouseRule], number: int) -> HouseRule:
    try:
        return rule(number)
    except Exception as error:  # whatever a table's own rule may raise
        raised = f"{type(error).__name__}: {error}"
        raise IllegalMoveError(
            phrase("The house rule {name} can't be played: it raised {error}.", name=repr(rule.name), error=raised)
        ) from error


def _number(rule: type[HouseRule], value: int | bool) -> int:
    """The number that a rule is played with: `true` stands for the usual one."""
    return (rule.usual if value is True else value) if rule.values else 0


def _given(value: object) -> str:
    """A value as settings write it."""
    if isinstance(value, str):
        return repr(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
