"""`tray odds`: the chances of the game, exactly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import ceil, log10
from pathlib import Path
from typing import Any

import click

from controller.commands.chosen_rules import chosen_rules, house_rules_asked, rules_options, without_rules
from controller.commands.odds_cache import OddsCache
from controller.errors import TrayError
from controller.games.wimpout import Rules
from controller.games.wimpout.cubes import COMMON_FACES
from controller.games.wimpout.odds import OddsError, odds_report
from controller.settings import load_settings

SITUATIONS = {"in_game": "in the game", "entry": "at entry"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object, with the exact fractions.")
@rules_options
@click.argument("more_rules", nargs=-1, metavar="")
def odds(as_json: bool, rules: tuple[str, ...], config: Path | None, more_rules: tuple[str, ...]) -> None:
    """Tell the chances of the game, exactly.

    The chance of a Wimpout on every number of cubes, with and without the odd one, with nothing to clear and with a
    Flash of each face to clear (thrown again as often as the Reroll Clause says). Then what a whole turn is worth, in
    the game and at entry, to a player who stops at the first legal moment, to one who stops at a number of points
    (both take the option with the most points, then the one that keeps most cubes), and to the best player there can
    be, with the points from which that one stops. For the turn an instant win counts the goal and 100 points more, a
    Supernova 0.

    The rules themselves are enumerated, whichever a table plays. It takes some seconds; the answer is kept in the
    state folder and comes at once when asked again.

    \b
    Examples:
      tray odds
      tray odds --json --rules keep=free
      tray odds --rules pending_flash=accumulate entry=0
    """
    chosen_more, wrong = without_rules(more_rules)
    if wrong:
        raise click.UsageError(f"Got unexpected extra argument ({wrong[0]})", click.get_current_context())
    settings = load_settings(config)
    cache = OddsCache(settings.state.folder, settings.house_rules.files)
    report = _odds(chosen_rules(settings, (*rules, *chosen_more)), cache)
    click.echo(json.dumps(report) if as_json else "\n".join(_in_words(report)))


def _odds(rules: Rules, cache: OddsCache) -> dict[str, Any]:
    known = cache.get(rules)
    if known is not None:
        return known
    try:
        with house_rules_asked():
            report = odds_report(rules)
    except OddsError as error:
        raise TrayError(str(error)) from error
    try:
        cache.put(rules, report)
    except OSError as error:
        click.echo(f"tray odds: the odds were not kept: {error.filename}: {error.strerror}.", err=True)
    return report


def _in_words(report: dict[str, Any]) -> Iterator[str]:
    yield from _wimpouts(report["wimpout"])
    yield ""
    yield from _turns(report["turn"])
    yield ""
    yield from _stops(report["turn"])
    yield ""
    bound = max(report["turn"][situation]["best"]["bound"] for situation in SITUATIONS)
    right_to = 10 ** ceil(log10(bound))
    yield f"A Wimpout's chances are exact, as fractions with --json. What a turn is worth is right to {right_to:.0e};"
    yield "an instant win counts the goal and 100 points more in it, a Supernova 0."


def _wimpouts(chances: list[dict[str, Any]]) -> Iterator[str]:
    yield "Chance of a Wimpout, in per cent, by what there is to clear"
    yield f"{'cubes':<28}" + "".join(f"{face:>9}" for face in ("nothing", *COMMON_FACES))
    by_throw: dict[tuple[int, bool], list[float]] = {}
    for one in chances:
        by_throw.setdefault((one["cubes"], one["odd"]), []).append(one["chance"]["decimal"])
    for (number, odd), row in by_throw.items():
        yield f"{_cubes(number, odd):<28}" + "".join(f"{100 * chance:9.2f}" for chance in row)


def _turns(turn: dict[str, Any]) -> Iterator[str]:
    yield f"{'A whole turn':<28}" + "".join(f"{name:>23}" for name in SITUATIONS.values())
    yield f"{'stopping':<28}" + f"{'points':>12}{'Wimpout %':>11}" * len(SITUATIONS)
    rows = [("at the first moment", [turn[situation]["first"] for situation in SITUATIONS])]
    for points in turn["in_game"]["stop_at"]:
        rows.append((f"at {points}", [turn[situation]["stop_at"][points] for situation in SITUATIONS]))
    rows.append(("as well as can be", [turn[situation]["best"] for situation in SITUATIONS]))
    for name, worths in rows:
        yield f"{name:<28}" + "".join(f"{one['expected']:12.3f}{100 * one['wimpout']:11.2f}" for one in worths)


def _stops(turn: dict[str, Any]) -> Iterator[str]:
    yield f"{'Best to stop from, left are':<28}" + "".join(f"{name:>23}" for name in SITUATIONS.values())
    for rows in zip(*(turn[situation]["best"]["stop_from"] for situation in SITUATIONS), strict=True):
        yield f"{_cubes(rows[0]['cubes'], rows[0]['odd']):<28}" + "".join(f"{row['points']:>23}" for row in rows)


def _cubes(number: int, odd: bool) -> str:
    cubes = "1 cube" if number == 1 else f"{number} cubes"
    return f"{cubes} with the odd one" if odd and number > 1 else f"{cubes}, the odd one" if odd else cubes
