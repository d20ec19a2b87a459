"""`tray score`: throws from the command line or standard input, scored in every way."""

import json
from typing import Any

import pytest

KEYS = {"points", "kept", "thrown_next", "flash", "train", "must_roll"}


def scored(tray, *arguments: str, stdin: bytes = b"") -> list[dict[str, Any]]:
    result = tray("score", "--json", *arguments, stdin=stdin)
    assert result.status == 0, result.err
    assert result.err == ""
    return [json.loads(line) for line in result.out.splitlines()]


def test_a_throw_with_a_choice_has_every_option_and_what_it_forces(tray):
    assert scored(tray, "5 5 10 3 sun") == [
        {
            "throw": "5 5 10 3 sun*",
            "outcome": "score",
            "options": [
                {
                    "points": 60, "kept": ["5", "5", "10", "sun*"], "thrown_next": ["3"], "flash": "5", "train": None,
                    "must_roll": ["clear_flash"],
                }
            ],
        }
    ]  # fmt: skip
    (throw,) = scored(tray, "10 3 4 2 sun")
    assert [(option["points"], option["kept"], option["thrown_next"]) for option in throw["options"]] == [
        (20, ["10", "sun*"], ["2", "3", "4"]),
        (15, ["10", "sun*"], ["2", "3", "4"]),
        (10, ["10"], ["2", "3", "4", "sun*"]),
    ]
    assert all(set(option) == KEYS and option["must_roll"] == [] for option in throw["options"])


@pytest.mark.parametrize(
    ("throw", "outcome"),
    [
        ("2 2 3 4 6", "train_wreck"),
        ("2 2 3 4", "wimpout"),
        ("6 6 6 6 6", "instant_win"),
        ("10 10 10 10 10*", "supernova"),
    ],
)
def test_throws_that_end_a_turn_have_no_options(tray, throw: str, outcome: str):
    assert [(one["outcome"], one["options"]) for one in scored(tray, throw)] == [(outcome, [])]


def test_a_throw_that_shows_the_face_to_clear_does_not_count(tray):
    results = scored(tray, "--clearing", "4", "5 4*", "5 6", "6 6", "3 3 3")
    assert [one["outcome"] for one in results] == ["reroll", "score", "wimpout", "score"]
    assert results[1]["options"][0]["must_roll"] == []
    assert results[3]["options"][0]["must_roll"] == ["clear_flash", "all_five"]


def test_a_freight_train_names_its_face(tray):
    (option,) = scored(tray, "2 2 2 2 2*")[0]["options"]
    assert (option["points"], option["train"], option["flash"]) == (200, "2", None)
    assert option["thrown_next"] == option["kept"] == ["2", "2", "2", "2", "2*"]
    assert option["must_roll"] == ["all_five"]


def test_cubes_that_were_set_aside_before_are_thrown_again_unknown(tray):
    (option,) = scored(tray, "5 10")[0]["options"]
    assert option["thrown_next"] == ["?", "?", "?", "5", "10"]


@pytest.mark.parametrize(
    ("at_stake", "forced"),
    [
        ((), []),
        (("--score", "0"), ["entry"]),
        (("--score", "0", "--turn-points", "20"), ["entry"]),
        (("--score", "0", "--turn-points", "25"), []),
        (("--score", "0", "--rules", "entry=10"), []),
        (("--score", "40"), []),
    ],
)
def test_what_is_at_stake_and_banked_decides_whether_stopping_is_legal(tray, at_stake: tuple[str, ...], forced):
    (throw,) = scored(tray, *at_stake, "10 3 4 2 6")
    assert throw["options"][0]["must_roll"] == forced


def test_faces_in_a_row_are_one_throw_and_an_argument_with_spaces_is_one(tray):
    throws = [one["throw"] for one in scored(tray, "5", "10*", "2 3", "4 4", "6", "sun")]
    assert throws == ["5 10*", "2 3", "4 4", "6 sun*"]


def test_throws_come_from_standard_input_one_a_line(tray):
    assert [one["throw"] for one in scored(tray, stdin=b"5 10\n\n 2 2 2 \r\n6")] == ["5 10", "2 2 2", "6"]


@pytest.mark.parametrize("rules", [("--rules", "keep=free"), ("--rules", "goal=300", "keep=free"),
                                   ("--rules", "keep=free", "--rules", "goal=300")])
def test_rules_are_chosen_by_name(tray, rules: tuple[str, ...]):
    (throw,) = scored(tray, *rules, "5 10 2 3 4")
    assert [option["points"] for option in throw["options"]] == [15, 10, 5]


def test_house_rules_are_chosen_by_name(tray):
    (throw,) = scored(tray, "--rules", "sampler=50", "2 3 4 5 10")
    assert [option["points"] for option in throw["options"]] == [50]
    (throw,) = scored(tray, "--rules", "forty_two=true", "2 4 3")
    assert throw["outcome"] == "reroll"


def test_the_rules_of_a_settings_file_hold_where_it_is_named(tray, tmp_path):
    (tmp_path / "tray.toml").write_text('[rules]\nkeep = "free"\nsampler = true\n')
    assert len(scored(tray, "--config", "tray.toml", "5 10 2 2 4")[0]["options"]) == 3
    assert len(scored(tray, "--config", "tray.toml", "--rules", "keep=all", "5 10 2 2 4")[0]["options"]) == 1


def test_house_rules_of_the_tables_own_are_asked(tray, own_rules):
    (throw,) = scored(tray, "--config", "tray.toml", "2 3 4 5 6")
    assert [option["points"] for option in throw["options"]] == [75, 5]
    assert "There is no rule 'ladder'" in tray("score", "--rules", "ladder=true", "5").complaint
    broken = tray("score", "--config", "tray.toml", "--rules", "broken=true", "5").complaint
    assert "The house rule 'broken' is broken: it raised RuntimeError: nobody knows." in broken


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sun sun 2 3 4",), "Two suns"),
        (("2 2 2 2 3",), "A 3 was read on the odd cube"),
        (("3*",), "A 3 was read on the odd cube"),
        (("2* 4*",), "Two cubes were read as the odd one"),
        (("5 5 5 5 5 5",), "6 cubes"),
        (("1 2",), "No cube has the face '1'"),
        (("",), "this one has none"),
        (("--clearing", "sun", "5"), "'sun' is not one of"),
        (("--turn-points", "-5", "5"), "-5"),
        (("--score", "some", "5"), "'some' is not a valid whole number"),
        (("--rules", "keep", "5"), "KEY=VALUE"),
        (("--rules", "kept=free", "5"), "There is no rule 'kept'"),
        (("--rules", "goal=301", "5"), "multiple of 5"),
        (("--config", "nowhere.toml", "5"), "nowhere.toml: cannot be read"),
    ],
)
def test_an_impossible_throw_is_one_clear_line(tray, arguments: tuple[str, ...], words: str):
    assert words in tray("score", "--json", *arguments).complaint


def test_the_others_are_scored_beside_an_impossible_throw(tray):
    result = tray("score", "--json", stdin=b"5\nsun sun\n\xff\n10\n")
    assert result.status == 2
    assert [json.loads(line)["throw"] for line in result.out.splitlines()] == ["5", "10"]
    assert len(result.err.splitlines()) == 2
    assert "'sun sun': Two suns" in result.err


def test_in_words_every_option_says_what_it_scores_and_what_comes_next(tray):
    assert tray("score", "4 4 4 5 sun", "5 4", "--clearing", "4").out == (
        "4 4 4 5 sun*: doesn't count\n"
        "  A 4 matches the Flash; that throw doesn't count.\n"
        "5 4: doesn't count\n"
        "  A 4 matches the Flash; that throw doesn't count.\n"
    )
    assert tray("score", "5 2 3 4 sun", "3 3").out == (
        "5 2 3 4 sun*: scores\n"
        "   15  SUN AS 10; keep 5 sun*, throw 2 3 4; may stop\n"
        "   10  SUN AS 5; keep 5 sun*, throw 2 3 4; may stop\n"
        "    5  ROLL THE SUN; keep 5, throw 2 3 4 sun*; may stop\n"
        "3 3: Wimpout\n"
    )
