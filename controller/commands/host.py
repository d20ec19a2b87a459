"""`tray host`: what the host may do, from the console of the table's own machine, and a new PIN."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import segno

from controller.clock import SystemClock
from controller.errors import TrayError
from controller.host.access import HostAccess
from controller.host.console import ask, consoles
from controller.settings import load_settings

config_option = click.option(
    "--config", type=click.Path(path_type=Path), metavar="FILE", help="Settings that the table runs with."
)


@click.group()
def host() -> None:
    """Be the host of the table that runs on this machine.

    Whoever may read the table's state folder needs no PIN here, and keeps control of the table when the PIN is lost
    or too many wrong ones were tried. The folder is that of `state.folder` in the settings: name the same --config
    as for `tray run`, from the same folder.

    \b
    Examples:
      tray host reset-pin
      tray host pause --config tray.toml
      tray host reseat Ann
    """


@host.command(name="reset-pin")
@config_option
def reset_pin(config: Path | None) -> None:
    """Make another PIN for /host. The one before, and every phone that it has let in, opens nothing any more.

    Works while the table runs, at once, and while it doesn't.

    \b
    Examples:
      tray host reset-pin
      tray host reset-pin --config tray.toml
    """
    pin = HostAccess(load_settings(config).state.folder, SystemClock()).new_pin()
    click.echo(f"The PIN of the host is {pin}. Whoever was the host has to enter it.")


@host.command()
@config_option
def state(config: Path | None) -> None:
    """Tell what the table says, who sits there, and how its parts are.

    \b
    Examples:
      tray host state
      tray host state --config tray.toml
    """
    now = ask(_console(config), {"look": True})
    click.echo(now["message"]["sentence"])
    standings = {one["seat"]: one["total"] for one in now["view"]["standings"]} if now["view"] else {}
    for player in now["players"]:
        acts = " *" if now["view"] and now["view"]["to_act"] == player["seat"] else ""
        left = "" if player["present"] else ", has left"
        points = f": {standings[player['seat']]}" if player["seat"] in standings else ""
        click.echo(f"  {player['name']}{points} ({player['kind']}{left}){acts}")
    for device in now["devices"]:
        simulated = " (SIMULATED)" if device["simulated"] else ""
        click.echo(f"  {device['part']} {device['kind']}{simulated}: {device['state']} {device['detail']}".rstrip())


@host.command()
@click.argument("name")
@config_option
def remove(name: str, config: Path | None) -> None:
    """Give up the seat of the player called NAME; the game goes on without them.

    \b
    Examples:
      tray host remove Ann
      tray host remove "Ann Lee" --config tray.toml
    """
    console = _console(config)
    _do(console, "remove", {"seat": _seat_of(console, name)})
    click.echo(f"{name} has no seat any more.")


@host.command()
@click.argument("name")
@config_option
def reseat(name: str, config: Path | None) -> None:
    """Show a link that gives another phone the seat of the player called NAME, once, within ten minutes.

    \b
    Examples:
      tray host reseat Ann
      tray host reseat "Ann Lee" --config tray.toml
    """
    console = _console(config)
    reply = _do(console, "reseat", {"seat": _seat_of(console, name)})
    link = f"{ask(console, {'look': True})['address'].rstrip('/')}/seat#{reply['token']}"
    code = io.StringIO()
    segno.make(link).terminal(code, compact=True)
    with contextlib.suppress(UnicodeEncodeError):  # an output without block characters; the link says it all
        click.echo(code.getvalue(), nl=False)
    click.echo(f"{name} opens this with the other phone, within {reply['seconds'] // 60} minutes: {link}")


def _simple(name: str, does: str, done: str) -> click.Command:
    """A command of the host that needs nothing but its name."""

    @config_option
    def run(config: Path | None) -> None:
        _do(_console(config), name, {})
        click.echo(done)

    examples = f"\b\nExamples:\n  tray host {name}\n  tray host {name} --config tray.toml"
    decorate: Callable[[Any], click.Command] = click.command(name=name, help=f"{does}\n\n{examples}")
    return decorate(run)


for command in (
    _simple("pause", "Let everything wait: cubes that are moved now are no throw.", "The table is paused."),
    _simple("resume", "Let a table that is paused go on as it was.", "The table goes on."),
    _simple("skip", "End the turn of whoever acts, without points.", "The turn is skipped."),
    _simple("undo", "Take the newest throw, stop or skip back.", "It is taken back."),
    _simple("stop", "STOP for the person whose turn it is: take the points.", "The points are taken."),
    _simple("start", "Begin a game with those who sit at the table.", "The game begins."),
    _simple("end", "End the game with its scores as they stand.", "The game is ended; everybody keeps their seat."),
):
    host.add_command(command)


def _console(config: Path | None) -> Path:
    folder = load_settings(config).state.folder
    found = consoles(folder)
    if not found:
        raise TrayError(f"No table runs with the state folder {folder}. Start `tray run`, or name its --config.")
    if len(found) > 1:
        raise TrayError(f"{len(found)} tables run with the state folder {folder}. Give each one a folder of its own.")
    return found[0]


def _do(console: Path, name: str, value: dict[str, Any]) -> dict[str, Any]:
    reply = ask(console, {"name": name, "value": value})
    if not reply["accepted"]:
        raise TrayError(reply["reason"])
    told: dict[str, Any] = reply["value"]
    return told


def _seat_of(console: Path, name: str) -> str:
    present = [player for player in ask(console, {"look": True})["players"] if player["present"]]
    for player in present:
        if player["name"].casefold() == name.casefold():
            return str(player["seat"])
    names = ", ".join(player["name"] for player in present) or "nobody"
    raise TrayError(f"Nobody called {name} sits at this table; there is {names}.")
