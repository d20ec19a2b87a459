"""The scene that docs/scenes.md shows is one, and is entered as it says."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from controller.games.game import Moment
from hardware.canvas import Size
from hardware.scenes import LONGEST_SECONDS, SCENES, announced, scene, scene_picture
from tests.hardware.support import game_view, snapshot

GUIDE = (Path(__file__).parents[2] / "docs" / "scenes.md").read_text(encoding="utf-8")
EXAMPLE, ENTRY = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture
def bump(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The example, entered in place of the word."""
    module = ModuleType("bump")
    exec(EXAMPLE, module.__dict__)
    assert eval(f"{{{ENTRY}}}", {"announced": announced, "bump": module})["bump"] is module
    monkeypatch.setitem(SCENES, "bump", module)
    return module


@pytest.mark.parametrize("size", [Size(), Size(1, 1), Size(4, 0), Size(16, 90)], ids=str)
def test_the_example_is_played_in_every_size(bump: ModuleType, size: Size) -> None:
    shown = snapshot(game_view("s1"), Moment("bump", "s2", 60))
    assert bump.SECONDS <= LONGEST_SECONDS
    pictures = [scene_picture(shown, size, frame / 30) for frame in range(round(30 * bump.SECONDS))]
    assert all(picture is not None and len(picture.ring) == 3 * size.lights for picture in pictures)
    assert len(set(pictures)) > (1 if size.lights or size.modules > 1 else 0)
    assert scene_picture(shown, size, bump.SECONDS) is None


def test_what_the_guide_names_is_there() -> None:
    for name in re.findall(r"`(\w+)\(canvas", GUIDE):
        assert hasattr(scene, name) or name == "draw_text"
    for name in re.findall(r"`scene\.(\w+)", GUIDE):
        assert name in {*dir(scene.Scene), *scene.Scene.__dataclass_fields__}
