"""House rules of a table's own are found where the settings or a package say, and the documented example works."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.games.game import Start, Throw
from controller.games.wimpout import Rules, WimpoutGame
from controller.games.wimpout.house import HOUSE_RULES, HouseRule
from controller.games.wimpout.notation import cubes_from_text
from controller.house_rules import HouseRuleError, rulebook_with
from controller.settings import SettingsError, load_settings

GUIDE = Path(__file__).parents[2] / "docs" / "house-rules.md"


def _first_block(language: str) -> str:
    found: str = re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text("utf-8"), re.S)[0]
    return found


EXAMPLE, SETTINGS = _first_block("python"), _first_block("toml")
RULE_NAMED_BUMP = """
from controller.games.wimpout.house import HouseRule
class Mine(HouseRule):
    name = "bump"
    says = "Mine."
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the guide's example as a reader would save it."""
    (tmp_path / "ladder.py").write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "tray.toml").write_text(SETTINGS, encoding="utf-8")
    return tmp_path


def played(folder: Path, *throws: str) -> WimpoutGame:
    settings = load_settings(folder / "tray.toml")
    rules = settings.rules | {"entry": 0}
    game = rulebook_with(settings.house_rules.files).start(Start(("ann", "bob"), rules, "ann"))
    for cubes in throws:
        game = game.play(Throw(cubes_from_text(cubes)))
    return game


def test_the_example_of_the_guide_plays_as_the_guide_says(folder: Path) -> None:
    game = played(folder, "2 3 4 5 6*")
    assert [(option.label, option.points) for option in game.view.options] == [("LADDER", 75), ("KEEP 5", 5)]
    assert played(folder, "2 4 5 6 sun").view.options[0].label == "LADDER"
    assert played(folder, "2 3 4 5 5*").view.stake == 10
    unlucky = played(folder, "10 10 10 2 4*", "5 5*", "10 10 2 3 4*")
    assert [rule.board for rule in unlucky.view.must_roll] == ["UNLUCKY"]


def test_the_readme_names_every_rule_that_a_table_can_choose() -> None:
    readme = (GUIDE.parents[1] / "README.md").read_text("utf-8")
    named = re.findall(r"^\| `(\w+)` \|", readme, re.M)
    rules = [name for name in Rules._fields if name != "house"] + [rule.name for rule in HOUSE_RULES]
    assert set(rules) <= set(named)


def test_the_guide_names_every_question_that_a_rule_is_asked() -> None:
    questions = {name for name in vars(HouseRule) if not name.startswith("_")} - {
        "name", "says", "values", "usual", "value", "must_roll",
    }  # fmt: skip
    told = set(re.findall(r"^\| `(\w+)\(", GUIDE.read_text("utf-8"), re.M))
    assert told == questions


@pytest.mark.parametrize(
    ("module", "says"),
    [
        (None, "cannot be read: No such file"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError"),
        ("def (", "cannot be loaded: SyntaxError"),
        ("x = 1", "holds no house rule"),
        ("from controller.games.wimpout.house import HouseRule", "holds no house rule"),
        (RULE_NAMED_BUMP, "There is a rule 'bump' already"),
    ],
)
def test_a_file_that_holds_no_rule_is_a_mistake_in_the_settings(
    tmp_path: Path, module: str | None, says: str
) -> None:
    if module is not None:
        (tmp_path / "mine.py").write_text(module, encoding="utf-8")
    (tmp_path / "tray.toml").write_text('[rules]\n\n[house_rules]\nfiles = ["mine.py"]\n', encoding="utf-8")
    with pytest.raises(SettingsError, match=says) as caught:
        load_settings(tmp_path / "tray.toml")
    assert "line 4" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_python_is_named(tmp_path: Path) -> None:
    with pytest.raises(HouseRuleError, match=r"ends in \.py"):
        rulebook_with([tmp_path / "rules.txt"])


def test_a_number_that_the_rule_cannot_have_names_its_line(folder: Path) -> None:
    (folder / "tray.toml").write_text(SETTINGS.replace("ladder = true", "ladder = 30"), encoding="utf-8")
    with pytest.raises(SettingsError, match=r"line 5: rules\.ladder: .* a number from 25 to 500 in steps of 25"):
        load_settings(folder / "tray.toml")


@pytest.fixture
def package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The example as an installed package that offers its rule by an entry point, and a broken one beside it."""
    info = folder / "my_rules-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-rules\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[cosmic_tray.house_rules]\nladder = ladder:Ladder\ngone = nowhere:Gone\nrow = ladder:ROW\n"
    )
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    sys.modules.pop("ladder", None)


def test_an_installed_package_offers_rules_by_an_entry_point(
    package: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = rulebook_with().start(Start(("ann", "bob"), {"ladder": 100, "entry": 0}, "ann"))
    assert game.play(Throw(cubes_from_text("2 3 4 5 6*"))).view.stake == 100
    assert [record.getMessage().split(" is left out")[0] for record in caplog.records] == [
        "The house rule gone (nowhere:Gone)",
        "The house rule row (ladder:ROW)",
    ]
