"""The rooms' mistakes, as the one error that commands print in a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.app.rooms import in_words
from controller.errors import TrayError


@pytest.mark.parametrize(("setting", "at"), [("", ""), ("web.host = 'here'", "web.host = 'here': ")])
def test_what_the_system_refuses_is_named(tmp_path: Path, setting: str, at: str) -> None:
    with pytest.raises(TrayError) as told, in_words(setting):
        (tmp_path / "nowhere").open()
    assert str(told.value) == f"{at}{tmp_path / 'nowhere'}: No such file or directory. Nothing was opened."


def test_where_the_system_names_nothing_no_name_is_made_up() -> None:
    with pytest.raises(TrayError) as told, in_words():
        raise OSError(12, "Cannot allocate memory")
    assert str(told.value) == "Cannot allocate memory. Nothing was opened."
