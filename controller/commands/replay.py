"""`tray replay`: a journal told as text, and checked."""

from __future__ import annotations

import hashlib
from pathlib import Path

import click

from controller.commands.checking import as_bytes, failures_of_event, trouble_with_game, unknown_rules
from controller.commands.named_file import NAMED_FILE
from controller.commands.telling import told
from controller.commands.whole_number import WholeNumber
from controller.errors import TrayError, as_sentence
from controller.games.game import IllegalMoveError
from controller.games.rulebook import Rulebook
from controller.house_rules import rulebook_with
from controller.journal import Event, JournalError, read_journal
from controller.settings import load_settings
from controller.table.folding import apply, restore
from controller.table.state import State

NOT_THE_SAME = 1


@click.command()
@click.option(
    "--config", type=NAMED_FILE, metavar="FILE",
    help="Settings that name house rules of the table's own.",
)
@click.option("--until", type=WholeNumber(min=1), metavar="EVENT", help="Stop after the event of this number.")
@click.argument("journal", type=NAMED_FILE, metavar="JOURNAL")
def replay(journal: Path, config: Path | None, until: int | None) -> None:
    """Tell what a journal holds, event by event, and check it.

    Every game is played again from its moves alone, those that were taken back left out; it has to come to the same
    state as the table had, byte for byte. If not, the exit status is 1. The journal is only read, also while a table
    writes to it.

    \b
    Examples:
      tray replay state/journal.sqlite3
      tray replay state/simulated.sqlite3 --until 120
    """
    rulebook = rulebook_with(load_settings(config).house_rules.files)
    events = _until(read_journal(journal), until, journal)
    failures: list[str] = []
    state, evening, games = State(), "", 0
    for event in events:
        if event.evening != evening:
            evening = event.evening
            click.echo(f"The evening of {evening}")
        if event.kind in ("game_started", "game_abandoned", "cleared"):
            failures += _failures_of_game(games, state, events, rulebook)
        games += event.kind == "game_started"
        before, (state, sentence) = state, _followed(state, event, games, rulebook, journal)
        failures += failures_of_event(event, before, state)
        click.echo(f"{event.id:>6}  {event.at[11:19]}  {sentence}")
    failures += _failures_of_game(games, state, events, rulebook)
    if as_bytes(restore(events, rulebook).game) != as_bytes(state.game):
        failures.append("a table that starts with this journal comes to another game.")
    _conclude(state, len(events), games, failures)


def _until(events: list[Event], until: int | None, journal: Path) -> list[Event]:
    last = events[-1].id if events else 0
    if until is not None and until > last:
        raise TrayError(f"{journal}: there is no event {until} in this journal; its last is {last}.")
    return [event for event in events if until is None or event.id <= until]


def _failures_of_game(number: int, state: State, events: list[Event], rulebook: Rulebook) -> list[str]:
    trouble = trouble_with_game(state, events, rulebook)
    return [f"game {number}: {trouble}"] if trouble else []


def _followed(before: State, event: Event, game: int, rulebook: Rulebook, journal: Path) -> tuple[State, str]:
    """The table after `event`, and what happened."""
    try:
        after = apply(before, event, rulebook)
        return after, told(event, before, after, game)
    except (IllegalMoveError, ValueError, LookupError, TypeError, AttributeError, StopIteration) as error:
        why = _other_rules(event, rulebook) or (
            f"{as_sentence(error)} The journal is damaged, or was written by a program with other rules"
        )
        raise JournalError(
            f"{journal}: event {event.id} ({event.kind}) can't be followed: {why}; --until tells what came before."
        ) from error


def _other_rules(event: Event, rulebook: Rulebook) -> str | None:
    """What to do about rules that the game was played by and that aren't at hand; None where all are."""
    unknown = unknown_rules(event, rulebook)
    if not unknown:
        return None
    return (
        f"this program has no rule {unknown[0]!r}. If it is a house rule of the table's own, name the table's "
        "settings with --config"
    )


def _conclude(state: State, events: int, games: int, failures: list[str]) -> None:
    if failures:
        for failure in failures:
            click.echo(f"tray replay: {failure}", err=True)
        raise click.exceptions.Exit(NOT_THE_SAME)
    if not events:
        click.echo("Nothing has happened at this table yet.")
        return
    number = "1 game" if games == 1 else f"{games} games"
    click.echo(
        f"{events} events, {number}; each game played again from its moves alone is the same, byte for byte.\n"
        f"The table after the last event: sha256 {hashlib.sha256(as_bytes(state)).hexdigest()}"
    )
