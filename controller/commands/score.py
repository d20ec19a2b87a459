"""`tray score`: what throws score, in every way."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from controller.commands.chosen_rules import chosen_rules, house_rules_asked, rules_options, without_rules
from controller.commands.whole_number import WholeNumber
from controller.errors import TrayError
from controller.games.game import Cube, Face, Throw
from controller.games.wimpout import Rules, Way
from controller.games.wimpout.cubes import COMMON_FACES, CUBES, odd_among
from controller.games.wimpout.messages import must_roll_after, must_roll_of
from controller.games.wimpout.notation import cubes_from_text, text_of
from controller.games.wimpout.odds.throws import about_to
from controller.games.wimpout.taken_up import NextThrow
from controller.games.wimpout.turn import Turn
from controller.settings import load_settings

IMPOSSIBLE = 2
UNKNOWN = "?"
"""A cube that was set aside before: all that is known of it is that it will be thrown."""

OUTCOMES = {
    "score": "scores",
    "reroll": "doesn't count",
    "wimpout": "Wimpout",
    "train_wreck": "Train Wreck",
    "instant_win": "Instant Winner",
    "supernova": "Supernova",
}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a throw.")
@click.option(
    "--clearing", type=click.Choice(COMMON_FACES), metavar="FACE", help="The throw is to clear a Flash of this face."
)
@click.option(
    "--turn-points", type=WholeNumber(min=0), default=0, metavar="N", help="Points at stake before the throw."
)
@click.option(
    "--score", "banked", type=WholeNumber(min=0), metavar="N",
    help="Points banked; 0 for a player who has to get into the game first. Without it, one who is in.",
)
@rules_options
@click.argument("throws", nargs=-1, metavar="[THROW...]")
def score(
    as_json: bool, clearing: str | None, turn_points: int, banked: int | None, rules: tuple[str, ...],
    config: Path | None, throws: tuple[str, ...],
) -> None:
    """Say what throws score, in every way.

    A throw is one to five cubes as they lie: 2 3 4 5 6 10 sun, the odd cube's face with a star after it (the sun is
    always the odd cube's). Five cubes without a star are four common ones and the odd one last. Without a THROW they
    are read from standard input, one a line. An impossible throw is named on standard error, the others are scored
    all the same, and the exit status is 2.

    Each way to score a throw has its points, the cubes that are kept, those that are thrown next, and the rules by
    which the player must throw them. A cube that was set aside before and isn't known is a "?".

    \b
    Examples:
      tray score 2 2 5 10 sun
      tray score --clearing 4 "5 4*" "10 3"
      tray score --json --rules keep=free --score 0 < throws.txt
    """
    more_rules, words = without_rules(throws)
    chosen = chosen_rules(load_settings(config), (*rules, *more_rules))
    need = chosen.entry if banked == 0 else 0
    failed = False
    for text in _throws(words) if words else _lines():
        try:
            cubes = _cubes(text)
        except ValueError as error:
            failed = True
            click.echo(f"tray score: {text!r}: {error}", err=True)
            continue
        with house_rules_asked():
            turn = _judged(cubes, chosen, clearing, turn_points, need)
        click.echo(json.dumps(_as_json(turn, cubes)) if as_json else _in_words(turn, cubes))
    if failed:
        raise click.exceptions.Exit(IMPOSSIBLE)


def _throws(words: tuple[str, ...]) -> Iterator[str]:
    """The throws among the arguments: one that has spaces is a throw by itself, faces in a row make one together."""
    row: list[str] = []
    for word in words:
        if len(word.split()) == 1:
            row.append(word)
            continue
        if row:
            yield " ".join(row)
        row = []
        yield word
    if row:
        yield " ".join(row)


def _lines() -> Iterator[str]:
    if sys.stdin is None:
        raise TrayError("standard input is closed, so there is no throw. Name throws as arguments.")
    for line in sys.stdin.buffer:
        text = line.decode("utf-8", errors="replace").strip()
        if text:
            yield text


def _cubes(text: str) -> tuple[Cube, ...]:
    cubes = cubes_from_text(text)
    if not cubes:
        raise ValueError("A throw has one to five cubes; this one has none.")
    return cubes


def _judged(cubes: tuple[Cube, ...], rules: Rules, clearing: Face | None, points: int, need: int) -> Turn:
    """The engine's turn after these cubes were thrown."""
    uncleared = frozenset({clearing} if clearing else ())
    throw = NextThrow(len(cubes), bool(odd_among(cubes)), points=points, uncleared=uncleared)
    return about_to(throw, rules, need).throw(Throw(cubes))


def _as_json(turn: Turn, cubes: tuple[Cube, ...]) -> dict[str, Any]:
    return {
        "throw": text_of(cubes),
        "outcome": turn.outcome,
        "options": [
            {
                "points": way.points,
                "kept": _words(way.kept),
                "thrown_next": _thrown_next(turn, way),
                "flash": way.flash,
                "train": way.train,
                "must_roll": [must_roll.rule for must_roll in must_roll_after(turn, way)],
            }
            for way in turn.ways
        ],
    }


def _in_words(turn: Turn, cubes: tuple[Cube, ...]) -> str:
    lines = [f"{text_of(cubes)}: {OUTCOMES[turn.outcome]}"]
    lines += [f"  {must_roll.sentence}" for must_roll in must_roll_of(turn) if not turn.ways]
    for way in turn.ways:
        forced = [must_roll.board for must_roll in must_roll_after(turn, way)]
        lines.append(
            f"  {way.points:>3}  {way.label}; keep {text_of(way.kept)}, throw {' '.join(_thrown_next(turn, way))}; "
            + (f"must roll: {', '.join(forced)}" if forced else "may stop")
        )
    return "\n".join(lines)


def _thrown_next(turn: Turn, way: Way) -> list[str]:
    """The cubes left, or all five when all have scored, those that were set aside before first."""
    if way.left:
        return _words(way.left)
    return [UNKNOWN] * (CUBES - len(turn.thrown)) + _words(turn.thrown)


def _words(cubes: tuple[Cube, ...]) -> list[str]:
    return [text_of([cube]) for cube in cubes]
