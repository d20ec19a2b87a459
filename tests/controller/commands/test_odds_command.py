"""`tray odds`: the whole answer, and that it comes at once when asked again."""

import json
import os

import pytest

from controller.commands import odds as command


@pytest.fixture
def computed(monkeypatch):
    """The rules for which odds were computed, by the real computation."""
    asked = []
    compute = command.odds_report

    def counting(rules):
        asked.append(rules)
        return compute(rules)

    monkeypatch.setattr(command, "odds_report", counting)
    return asked


def test_the_odds_are_computed_once_for_each_set_of_rules(tray, computed, tmp_path):
    first = tray("odds", "--json")
    assert first.status == 0, first.err
    report = json.loads(first.out)
    five = next(one for one in report["wimpout"] if one["cubes"] == 5 and one["clearing"] is None)
    assert five["chance"] == {"fraction": "25/432", "decimal": 25 / 432}
    assert tray("odds", "--json").out == first.out
    assert len(computed) == 1

    other = tray("odds", "--json", "--rules", "sampler=50", "entry=0")
    assert json.loads(other.out)["rules"]["sampler"] == 50
    assert len(computed) == 2
    assert tray("odds", "--json").out == first.out
    assert len(computed) == 2
    assert {path.suffix for path in (tmp_path / "state").iterdir()} == {".json"}


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: "[]",
        lambda text: '{"engine": 1, "digest": 2, "odds": 3}',
        lambda text: text.replace("25/432", "26/432"),
        lambda text: text.replace('"engine": "', '"engine": "0'),
    ],
)
def test_damaged_or_old_odds_are_computed_again(tray, computed, tmp_path, monkeypatch, damage):
    monkeypatch.setattr(command, "odds_report", lambda rules: computed.append(rules) or {"chance": "25/432"})
    first = tray("odds", "--json").out
    (kept,) = (tmp_path / "state").iterdir()
    whole = kept.read_text()
    kept.write_text(damage(whole))
    assert tray("odds", "--json").out == first
    assert len(computed) == 2
    assert kept.read_text() == whole


def test_odds_by_a_rule_of_the_tables_own_follow_its_file(tray, computed, own_rules):
    odds = json.loads(tray("odds", "--json", "--config", "tray.toml").out)
    assert odds["rules"]["ladder"] is True
    assert odds["turn"]["in_game"]["first"]["expected"] > 19.36
    assert json.loads(tray("odds", "--json", "--config", "tray.toml").out) == odds
    assert len(computed) == 1
    own_rules.write_text(own_rules.read_text() + "# mended")
    tray("odds", "--json", "--config", "tray.toml")
    assert len(computed) == 2
    assert "'broken' is broken" in tray("odds", "--config", "tray.toml", "--rules", "broken=true").complaint


def test_a_rule_that_takes_every_way_to_score_away_leaves_no_odds(tray, tmp_path):
    (tmp_path / "barren.py").write_text(
        "from controller.games.wimpout.house import HouseRule\n\n\n"
        "class Barren(HouseRule):\n    name = 'barren'\n    says = 'Barren: nothing scores.'\n\n"
        "    def ways(self, thrown, ways):\n        return ()\n"
    )
    (tmp_path / "tray.toml").write_text('[house_rules]\nfiles = ["barren.py"]\n[rules]\nbarren = true\n')
    assert "no throw scores" in tray("odds", "--config", "tray.toml").complaint


def test_where_nothing_can_be_kept_the_odds_are_told_all_the_same(tray, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "odds_report", lambda rules: {"chance": "25/432"})
    (tmp_path / "state").write_text("a file, where the folder would be")
    result = tray("odds", "--json")
    assert (result.status, json.loads(result.out)) == (0, {"chance": "25/432"})
    (line,) = result.err.splitlines()
    assert "the odds were not kept" in line
    assert os.listdir(tmp_path) == ["state"]


def test_in_words_the_odds_are_tables(tray):
    lines = tray("odds").out.splitlines()
    assert lines[1].split() == ["cubes", "nothing", "2", "3", "4", "5", "6", "10"]
    assert lines[2].split() == ["1", "cube", "66.67", "60.00", "60.00", "60.00", "80.00", "60.00", "80.00"]
    assert any(line.split()[:5] == ["5", "cubes", "with", "the", "odd"] and " 5.79" in line for line in lines)
    assert "in the game" in lines[12]
    assert any(line.startswith("as well as can be") for line in lines)
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("everything",), "unexpected extra argument (everything)"),
        (("--rules", "entry=-1"), "The entry is a number of points from 0"),
        (("--rules", "entry=5000000"), "points from 0 to 100000"),
        (("--config", "nowhere.toml"), "nowhere.toml: cannot be read"),
    ],
)
def test_a_mistake_is_one_clear_line(tray, arguments, words):
    assert words in tray("odds", *arguments).complaint
