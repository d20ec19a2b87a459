"""The console command `tray`: its subcommands, and one clear line for every mistake."""

from __future__ import annotations

import os
import signal
import sys

import click

from controller.commands.bring_up import bring_up
from controller.commands.calibrate import calibrate
from controller.commands.card import card
from controller.commands.demo import demo
from controller.commands.doctor import doctor
from controller.commands.host import host
from controller.commands.odds import odds
from controller.commands.read import read
from controller.commands.replay import replay
from controller.commands.run import run
from controller.commands.scenes import scenes
from controller.commands.score import score
from controller.commands.settings import settings
from controller.errors import TrayError

USAGE_ERROR = 2
INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="cosmic-tray", prog_name="tray")
def tray() -> None:
    """Reads the cubes of Cosmic Wimpout, plays by the rules and shows the score.

    \b
    Open a table without any hardware:   tray run --simulated
    Open the table of this machine:      tray run --config tray.toml
    Print the mat for its tray:          tray calibrate mat
    Hold the camera still:               tray calibrate camera --config tray.toml
    Find the mat with it:                tray calibrate tray --config tray.toml
    Print the card for its guests:       tray card
    Bring up a machine just built:       tray bring-up --config tray.toml
    Be its host, or make a new PIN:      tray host --help
    Examine its parts:                   tray doctor --config tray.toml
    Name the cubes in pictures:          tray read photo.jpg
    Play games without people:           tray demo --games 3
    Score a throw:                       tray score 2 2 5 10 sun
    Tell the chances of the game:        tray odds
    Tell a game that was played:         tray replay state/journal.sqlite3

    A mistake is one line on standard error and exit status 2.
    """


for command in (run, bring_up, host, doctor, calibrate, card, demo, read, score, odds, replay, scenes, settings):
    tray.add_command(command)


def main() -> None:
    """Run `tray` with the arguments of this process, and leave with its exit status."""
    # The libraries under OpenCV talk about damaged videos on their own; set before OpenCV is loaded.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    try:
        if sys.stdout is None:
            raise TrayError("standard output is closed, so nothing can be said. Leave it open, or use > /dev/null.")
        _invoke(sys.argv[1:])
        status = 0
    except click.exceptions.Exit as error:
        status = error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "")
        status = 0
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        click.echo(f"{context.command_path if context else 'tray'}: {error.format_message()}", err=True)
        status = USAGE_ERROR
    except TrayError as error:
        click.echo(f"tray: {error}", err=True)
        status = USAGE_ERROR
    except (click.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except BrokenPipeError:
        _end_like_a_broken_pipe()
        status = USAGE_ERROR
    except OSError as error:
        what = error.filename or "the output"
        advice = " Name a place that this user may write to, with room on its disk." if error.filename else ""
        click.echo(f"tray: {what}: {error.strerror or error}. Not everything was done.{advice}", err=True)
        _forget_what_is_unwritten()
        status = USAGE_ERROR
    sys.exit(status)


def _invoke(arguments: list[str]) -> None:
    """As click's own `main` does it, but without its exit status 1 for a broken pipe, which means something here."""
    with tray.make_context("tray", arguments) as context:
        tray.invoke(context)


def _end_like_a_broken_pipe() -> None:
    """Whoever read the output has enough of it (`tray read ... | head -1`): end as every other filter does."""
    _forget_what_is_unwritten()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGPIPE)


def _forget_what_is_unwritten() -> None:
    """So that Python doesn't try once more to write it, and complains, while it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
