"""`tray host`: what the host may do, from the console of the table's own machine, and a new PIN."""

from __future__ import annotations

import contextlib
import inspect
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import segno

from controller.clock import SystemClock
from controller.commands.named_file import NAMED_FILE
from controller.errors import TrayError
from controller.host.access import HostAccess
from controller.host.console import ask, consoles
from controller.settings import load_settings

config_option = click.option(
    "--config", type=NAMED_FILE, metavar="FILE", help="Settings that the table runs with."
)

SIMPLE = (
    ("pause", "Let everything wait: cubes that are moved now are no throw.", "The table is paused."),
    ("resume", "Let a table that is paused go on as it was.", "The table goes on."),
    ("skip", "End the turn of whoever acts, without points.", "The turn is skipped."),
    ("undo", "Take the newest throw, stop or skip back.", "It is taken back."),
    ("stop", "STOP for the person whose turn it is: take the points.", "The points are taken."),
    ("start", "Begin a game with those who sit at the table.", "The game begins."),
    ("end", "End the game with its scores as they stand.", "The game is ended; everybody keeps their seat."),
)
"""Commands that need nothing but their name: what each does, and what is said once it is done."""


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


class Console:
    """The console of the table that runs with these settings."""

    def __init__(self, config: Path | None) -> None:
        folder = load_settings(config).state.folder
        found = consoles(folder)
        if not found:
            raise TrayError(f"No table runs with the state folder {folder}. Start `tray run`, or name its --config.")
        if len(found) > 1:
            raise TrayError(
                f"{len(found)} tables run with the state folder {folder}. Give each one a folder of its own."
            )
        self._path = found[0]

    def look(self) -> dict[str, Any]:
        """What all screens show now."""
        return ask(self._path, {"look": True})

    def do(self, name: str, **value: Any) -> dict[str, Any]:
        """What the table tells of a command that it has done; a TrayError with its reason where it refuses."""
        reply = ask(self._path, {"name": name, "value": value})
        if not reply["accepted"]:
            raise TrayError(reply["reason"])
        told: dict[str, Any] = reply["value"]
        return told

    def seat_of(self, name: str) -> str:
        """The seat of the player called `name`."""
        present = [player for player in self.look()["players"] if player["present"]]
        for player in present:
            if player["name"].casefold() == name.casefold():
                return str(player["seat"])
        names = ", ".join(player["name"] for player in present) or "nobody"
        raise TrayError(f"Nobody called {name} sits at this table; there is {names}.")


def _command(example: str, with_config: str | None = None) -> Callable[[Callable[..., None]], click.Command]:
    """Add a command of `tray host`, which takes --config; `example` is how it is called, and how `with_config`."""

    def added(run: Callable[..., None]) -> click.Command:
        name = example.split(" ")[0]
        examples = f"\b\nExamples:\n  tray host {example}\n  tray host {with_config or example} --config tray.toml"
        help_ = f"{inspect.getdoc(run)}\n\n{examples}"
        command: click.Command = host.command(name=name, help=help_)(config_option(run))
        return command

    return added


@_command("reset-pin")
def reset_pin(config: Path | None) -> None:
    """Make another PIN for /host. The one before, and every phone that it has let in, opens nothing any more.

    Works while the table runs, at once, and while it doesn't.
    """
    pin = HostAccess(load_settings(config).state.folder, SystemClock()).new_pin()
    click.echo(f"The PIN of the host is {pin}. Whoever was the host has to enter it.")


@_command("state")
def state(config: Path | None) -> None:
    """Tell what the table says, who sits there, how its parts are, and what keeps the tray from being read."""
    now = Console(config).look()
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
    if now["tray"] and now["tray"]["detail"]:
        click.echo(f"  tray: {now['tray']['detail']}")


@_command("remove Ann", 'remove "Ann Lee"')
@click.argument("name")
def remove(name: str, config: Path | None) -> None:
    """Give up the seat of the player called NAME; the game goes on without them."""
    console = Console(config)
    console.do("remove", seat=console.seat_of(name))
    click.echo(f"{name} has no seat any more.")


@_command("reseat Ann", 'reseat "Ann Lee"')
@click.argument("name")
def reseat(name: str, config: Path | None) -> None:
    """Show a link that gives another phone the seat of the player called NAME, once, within ten minutes."""
    console = Console(config)
    reply = console.do("reseat", seat=console.seat_of(name))
    link = f"{console.look()['address'].rstrip('/')}/seat#{reply['token']}"
    code = io.StringIO()
    segno.make(link).terminal(code, compact=True)
    with contextlib.suppress(UnicodeEncodeError):  # an output without block characters; the link says it all
        click.echo(code.getvalue(), nl=False)
    click.echo(f"{name} opens this with the other phone, within {reply['seconds'] // 60} minutes: {link}")


@_command("spoil black")
@click.argument("fault")
def spoil(fault: str, config: Path | None) -> None:
    """Let the camera of a simulated tray go wrong: black, frozen, torn, dropped, flicker, knocked or glass.

    To see what the table says and does then; `none` mends it.
    """
    Console(config).do("spoil", fault=None if fault == "none" else fault)
    click.echo("The camera is whole again." if fault == "none" else f"The camera goes wrong from now on: {fault}.")


def _add_simple(name: str, does: str, done: str) -> None:
    def run(config: Path | None) -> None:
        Console(config).do(name)
        click.echo(done)

    run.__doc__ = does
    _command(name)(run)


for simple in SIMPLE:
    _add_simple(*simple)
