"""Everything that there is to say of the odds under a set of rules, as plain JSON values."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from controller.games.wimpout.cubes import COMMON_FACES
from controller.games.wimpout.odds.policies import Policy
from controller.games.wimpout.odds.settled import SettledThrows
from controller.games.wimpout.odds.tail import Tail, tail_of
from controller.games.wimpout.odds.throws import numbers_to_throw, throw_of
from controller.games.wimpout.odds.turns import TurnModel
from controller.games.wimpout.rules import Rules

STOP_AT = range(5, 105, 5)
"""The points at which a player may make it a habit to stop."""


def odds_report(rules: Rules) -> dict[str, Any]:
    """The odds under `rules`.

    "wimpout" lists the exact chance of a Wimpout for every number of cubes, without and with the odd one among
    them, "clearing" nothing (None) or a face. "turn" has, "in_game" and at "entry", what a whole turn is worth
    under the policies "first", "stop_at" (by points) and "best", each with the "bound" of its error.

    Raises:
        OddsError: these rules let a turn go on for ever.
    """
    settled = SettledThrows(rules)
    model = TurnModel.of(settled)
    early, best = tail_of(model, free=False), tail_of(model, free=True)
    return {
        "rules": _names(rules),
        "wimpout": [
            {"cubes": number, "odd": odd, "clearing": face, "chance": _chance(_wimpout(settled, number, odd, face))}
            for face in (None, *COMMON_FACES)
            for number, odd in numbers_to_throw()
        ],
        "turn": _turns(model, early, best, rules.entry),
    }


def _names(rules: Rules) -> dict[str, Any]:
    """The rules by the names that settings know: the choices, and the house rules that are on."""
    choices = {name: value for name, value in rules._asdict().items() if name != "house"}
    return choices | {rule.name: rule.value or True for rule in rules.house}


def _wimpout(settled: SettledThrows, number: int, odd: bool, clearing: str | None) -> Fraction:
    uncleared = frozenset({clearing} if clearing else ())
    return settled.of(throw_of(number, odd, uncleared)).get("wimpout", Fraction())


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"fraction": str(chance), "decimal": float(chance)}


def _turns(model: TurnModel, early: Tail, best: Tail, entry: int) -> dict[str, Any]:
    in_game = Policy(model, best, stop_from=None)
    at_entry = Policy(model, best, stop_from=None, need=entry, in_game=in_game)
    return {
        situation: {
            "first": asdict(Policy(model, early, stop_from=0, need=policy.need).worth),
            "stop_at": {
                str(points): asdict(Policy(model, early, stop_from=points, need=policy.need).worth)
                for points in STOP_AT
            },
            "best": {**asdict(policy.worth), "stop_from": _stop_table(policy)},
        }
        for situation, policy in (("in_game", in_game), ("entry", at_entry))
    }


def _stop_table(policy: Policy) -> list[dict[str, Any]]:
    """From how many points at stake on the best policy stops, by what would be thrown next."""
    table = [
        {"cubes": throw.number, "odd": throw.odd, "points": points} for throw, points in policy.stop_table().items()
    ]
    return sorted(table, key=lambda row: (row["cubes"], row["odd"]))
