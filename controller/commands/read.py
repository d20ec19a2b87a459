"""`tray read`: name the cubes in pictures and videos."""

from __future__ import annotations

import json
from pathlib import Path

import click

from controller.commands.named_file import NAMED_FILE
from controller.ports import TrayReading, printable
from controller.settings import load_settings


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, as the README describes it.")
@click.option("--set", "cube_set", metavar="NAME", help="A set of cubes that `tray calibrate teach` was shown.")
@click.option(
    "--config", type=NAMED_FILE, metavar="FILE",
    help="Settings: how large the mat is, where taught sets are kept, and with which the table reads.",
)
@click.argument("files", nargs=-1, required=True, type=NAMED_FILE, metavar="FILE...")
def read(as_json: bool, cube_set: str | None, config: Path | None, files: tuple[Path, ...]) -> None:
    """Name the cubes in pictures and videos.

    Prints one line for each picture, and one for each settled roll of a video, with the cubes from left to right: a
    star follows the odd cube's face, ? is a face that can't be told, (rail) a cube that is kept there. A reading is
    `clear`, or it says what is the matter; it never guesses in silence. A file that can't be read is named
    on standard error, the others are read all the same, and the exit status is 2. What shows another mat than that of
    the settings is read as if it showed none, and named there, too.

    With --set the cubes are those of a set that was taught, which may bear any marks: then any number of them may lie
    there, and none is the odd one, unless they are cubes of Cosmic Wimpout.

    \b
    Examples:
      tray read photo.jpg
      tray read --json night-1/*.jpg throw.mp4
      tray read --set grandma photo.jpg
    """
    from controller.app import read_files, reading_json

    failed = False
    settings = load_settings(config)
    for item in read_files(files, settings, cube_set, _say):
        if isinstance(item, TrayReading):
            click.echo(json.dumps(reading_json(item)) if as_json else printable(_in_words(item)))
        else:
            failed = True
            _say(item)
    if failed:
        raise click.exceptions.Exit(2)


def _say(words: str) -> None:
    click.echo(f"tray read: {printable(words)}", err=True)


def _in_words(reading: TrayReading) -> str:
    from_the_left = sorted(reading.cubes, key=lambda cube: cube.center)
    cubes = "  ".join(_cube_words(cube.face, cube.odd, cube.zone) for cube in from_the_left) or "no cubes"
    when = "" if reading.settled_at is None else f" at {reading.settled_at:.2f} s"
    detail = "" if reading.detail is None else f"  ({reading.detail})"
    things = sum(problem.kind == "foreign" for problem in reading.problems)
    besides = f"  and {things} {'thing' if things == 1 else 'things'} of another kind" if things else ""
    return f"{reading.source}{when}: {reading.status}: {cubes}{besides}{detail}"


def _cube_words(face: str | None, odd: bool | None, zone: str | None) -> str:
    name = face or "?"
    star = "*" if odd and name != "sun" else ""
    return f"{name}{star}" + ("(rail)" if zone == "rail" else "")
