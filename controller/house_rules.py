"""A table's own house rules: Python modules found by their path in the settings, or installed with an entry point.

The rules engine reads no files; what is found here is handed to it. See docs/house-rules.md for how to write one.
"""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Iterable
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from controller.errors import TrayError
from controller.games.wimpout import HouseRule, WimpoutRulebook

ENTRY_POINTS = "cosmic_tray.house_rules"
"""The group of entry points that name house rules, each a subclass of HouseRule."""

log = logging.getLogger("tray")


class HouseRuleError(TrayError):
    """A house rule that can't be loaded, and what would be right."""


def rulebook_with(files: Iterable[Path] = ()) -> WimpoutRulebook:
    """The game with the house rules of these `files` and of installed packages, each off until it is chosen.

    An installed rule that can't be loaded is left out and logged: it came with a package, nobody has named it here.

    Raises:
        HouseRuleError: a file can't be read, raises, or holds no house rule; two rules have the same name.
    """
    own = (*_installed(), *(rule for file in files for rule in _in_file(file.resolve())))
    try:
        return WimpoutRulebook(own)
    except ValueError as error:
        raise HouseRuleError(str(error)) from error


def _installed() -> list[type[HouseRule]]:
    rules = []
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            rule = entry.load()
        except Exception as error:  # whatever somebody's package may raise
            log.warning("The house rule %s (%s) is left out: %s", entry.name, entry.value, error)
            continue
        if _is_house_rule(rule):
            rules.append(rule)
        else:
            log.warning("The house rule %s (%s) is left out: it is no HouseRule.", entry.name, entry.value)
    return rules


@cache
def _in_file(file: Path) -> tuple[type[HouseRule], ...]:
    """The house rules that a module defines, in the order in which they stand there."""
    module = _module(file)
    rules = [one for one in vars(module).values() if _is_house_rule(one) and one.__module__ == module.__name__]
    if not rules:
        raise HouseRuleError(f"{file} holds no house rule: it needs a class made of HouseRule, with a name.")
    return tuple(rules)


def _module(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"house_rules.{file.stem}", file)
    if spec is None or spec.loader is None:
        raise HouseRuleError(f"{file} is no Python module; a house rule's file ends in .py.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except OSError as error:
        raise HouseRuleError(f"{file} cannot be read: {error.strerror}. Name a file that exists.") from error
    except (Exception, SystemExit) as error:  # whatever a table's own module may raise
        raise HouseRuleError(f"{file} cannot be loaded: {type(error).__name__}: {error}.") from error
    return module


def _is_house_rule(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, HouseRule) and value is not HouseRule
