"""Rules of the game as options of a command."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from controller.commands.named_file import NAMED_FILE
from controller.errors import TrayError
from controller.games.game import IllegalMoveError
from controller.games.wimpout import Rules
from controller.games.wimpout.house.asking import BrokenRuleError
from controller.house_rules import rulebook_with
from controller.settings import Settings

Command = TypeVar("Command", bound=Callable[..., Any])


def rules_options(command: Command) -> Command:
    """Give `command` the options `--rules` and `--config`."""
    rules = click.option(
        "--rules", multiple=True, metavar="KEY=VALUE...",
        help="Rules unlike the official ones, as the README names them, for example keep=free.",
    )
    config = click.option(
        "--config", type=NAMED_FILE, metavar="FILE", help="Settings whose rules are meant."
    )
    return rules(config(command))


def without_rules(words: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`words` parted into those that choose a rule and the others, for a line like `--rules keep=free goal=300`."""
    words = tuple(words)
    return tuple(word for word in words if "=" in word), tuple(word for word in words if "=" not in word)


def chosen_rules(settings: Settings, words: Iterable[str]) -> Rules:
    """The rules of `settings`, house rules of the table's own among them, changed by `words`, each KEY=VALUE.

    Raises:
        click.UsageError: not a choice, an unknown rule, or a value that it can't have.
        HouseRuleError: two house rules have the same name.
    """
    choices: dict[str, Any] = dict(settings.rules)
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise _wrong(f"A rule is chosen as KEY=VALUE, for example keep=free; not {word!r}.")
        choices[key.strip()] = _value(value.strip())
    try:
        return Rules.chosen(choices, rulebook_with(settings.house_rules.files).own)
    except IllegalMoveError as error:
        raise _wrong(str(error)) from error


@contextmanager
def house_rules_asked() -> Iterator[None]:
    """A house rule that is broken is a mistake here: a game would go on without it, an answer would be wrong."""
    try:
        yield
    except BrokenRuleError as error:
        raise TrayError(f"{error} Mend it, or leave it out.") from error


def _value(text: str) -> bool | int | str:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if re.fullmatch("-?[0-9]+", text) else text


def _wrong(text: str) -> click.UsageError:
    return click.UsageError(text, click.get_current_context(silent=True))
