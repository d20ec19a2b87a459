"""The game speaks German: whole stories, every rule and the rule sheets, without a word of English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from controller.games.game import Cube, GameView, IllegalMoveError, Start
from controller.games.phrase import (
    Phrase,
    after_colon,
    all_of,
    counted,
    listed,
    one_of,
    paragraph,
    parted,
    phrase,
    phrase_from_json,
    phrase_to_json,
)
from controller.games.wimpout import RULEBOOK
from controller.games.wimpout.cubes import in_words
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.house import HOUSE_RULES
from controller.games.wimpout.notation import cubes_from_text
from tests.controller.games import test_sentences
from tests.controller.games.stories import go_on, play
from tests.languages import UntranslatedError, german, in_german, read_by_people

ROWS = [*test_sentences.HOW_TO_PLAY, *test_sentences.FAQ, *test_sentences.ENCYCLOPEDIA]
ALL_HOUSE_RULES = {rule.name: True for rule in HOUSE_RULES}
STORIES: list[tuple[str, dict[str, Any]]] = [
    *((row[1], (*row, {})[4]) for row in ROWS),  # type: ignore[misc]
    ("4 4 4 2 6* / 2 2*", {"full_house": True}),
    ("4 4 4 2 2*", {"full_house": True}),
    ("3 3 4 2 6*", {"forty_two": True}),
    ("2 4 5 6 sun", {"sampler": True}),
    ("4 4 4 2 6* / 4 2* / skip / skip / 5 6*", {"suspend": 1}),
    ("2 2 2 2 2* / 2 2 2 2 2* / 10 2 3 4 6* / stop / skip / skip / 2 2 3 4 6* / stop",
     {"insurance": True, "goal": 5000}),
    ("10 2 3 4 6* / stop / 10 2 3 4 6*", {"no_shared_score": True}),
    ("10 2 3 4 6* / stop / 10 10 2 3 4*", {"eclipse": 20}),
    ("10 2 3 4 6* / stop / 10 2 3 4 6* / stop", {"bump": True}),
    ("10 2 3 4 6* / stop / 5 5 2 3 4* / stop / 5 2 3 4 6* / stop / 5 5 2 3 4*", {"tag": True}),
    ("fell", {"off_the_cloth": True}),
    ("2 2 3 4 6* / skip / skip / 2 2 3 4 6*", {"train_wrecks": 1}),
    ("4 4 6 6 sun / = 1 / roll on", {}),
    ("5 5 5 10 10* / 5 5 2 3 4*", {"keep": "free", "reroll_scope": "offenders"}),
    ("3 3 3 3 sun / skip / 4 4 4 4 sun", {"sun_completes_train": True}),
    ("10 2 3 4 6*", {"entry": 35}),
]  # fmt: skip


def views(story: str, rules: dict[str, Any]) -> Iterator[GameView]:
    """The game's view after each move of a story."""
    game = play("", **rules)
    yield game.view
    for words in filter(None, story.split(" / ")):
        game = go_on(game, words)
        yield game.view


@pytest.mark.parametrize(("story", "rules"), STORIES)
def test_every_sentence_of_a_story_is_said_in_german(story: str, rules: dict[str, Any]) -> None:
    for view in views(story, rules):
        for text in read_by_people(view):
            assert in_german(text)


@pytest.mark.parametrize("rules", [
    {}, {"entry": 0, "direction": "clockwise", "keep": "free", "fourth_number": "dead", "sun_completes_train": True},
    {"reroll_scope": "offenders", "pending_flash": "accumulate"}, ALL_HOUSE_RULES,
    *({"last_licks": ending} for ending in ("first_edition", "a", "b", "c", "d")),
])  # fmt: skip
def test_the_rule_sheet_is_german(rules: dict[str, Any]) -> None:
    sheet = RULEBOOK.sheet(rules)
    texts = list(read_by_people(sheet))
    assert len(texts) > 60
    for text in texts:
        assert in_german(text)


def test_every_rule_says_in_german_what_it_is() -> None:
    assert [in_german(choice.says) for choice in RULEBOOK.choices]


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.name)
def test_the_sentence_of_a_house_rule_begins_with_its_name(rule: Any) -> None:
    """The rule sheet has the name as a heading: the same in every language."""
    assert in_german(rule.says).partition(": ")[0] == rule.says.partition(": ")[0]


@pytest.mark.parametrize(("rules", "says"), [
    ({"goal": 7}, "mindestens 50"), ({"entry": -1}, "von 0 bis 100000"), ({"keep": "some"}, "eins von"),
    ({"tag": 3}, "true oder"),
    ({"sampler": 7}, "25 oder 50"), ({"eclipse": 7}, "in Schritten von 20"), ({"suspend": -2}, "von 1 bis 999"),
    ({"nonsense": 1}, "gibt es nicht"), ({"sun_completes_train": 3}, "true oder false"),
])  # fmt: skip
def test_a_rule_that_cannot_be_is_refused_in_german(rules: dict[str, Any], says: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        RULEBOOK.start(Start(("one", "other"), rules))
    assert says in in_german(str(refused.value))


@pytest.mark.parametrize("cubes", [
    [("sun", True), ("sun", None)], [("3", True)], [("2", True), ("4", True)], [("sun", False)], [("7", False)],
    [("2", None)] * 6, [("3", None)] * 5,
])  # fmt: skip
def test_cubes_that_cannot_be_are_refused_in_german(cubes: list[tuple[str, bool | None]]) -> None:
    why = RULEBOOK.check_reading(tuple(Cube(face, odd) for face, odd in cubes))
    assert why is not None
    assert in_german(why)


def test_the_best_player_hints_in_german() -> None:
    best = RULEBOOK.best_player({"entry": 0})
    assert best is not None
    game = play("4 4 6 6 sun")
    hint = best.hint(game)
    assert hint is None or in_german(hint)
    hint = best.hint(play("5 10 2 3 4*"))
    assert hint is not None
    assert in_german(hint).startswith("Am besten: ")


# --- phrases ---


def test_a_phrase_is_its_english_text() -> None:
    text = phrase("{name} banks {points} points.", name="Ann", points=45)
    assert text == "Ann banks 45 points."
    assert isinstance(str(ValueError(text)), Phrase)


def test_a_phrase_is_said_with_its_values() -> None:
    text = phrase("{name} banks {points} points.", name="Ann {x}", points=45)
    assert in_german(text) == "Ann {x} schreibt 45 Punkte."


def test_a_number_chooses_the_pattern() -> None:
    assert in_german(counted("Throw the same cube again.", "Throw the same {number} cubes again.", 1)) \
        == "Denselben Würfel noch einmal werfen."
    assert in_german(counted("Throw the same cube again.", "Throw the same {number} cubes again.", 3)) \
        == "Dieselben 3 Würfel noch einmal werfen."


def test_a_list_is_joined_as_the_language_does_it() -> None:
    assert in_words(cubes_from_text("5 5 sun")) == "5, 5 and the sun"
    assert in_german(in_words(cubes_from_text("5 5 sun"))) == "5, 5 und die Sonne"
    assert one_of(["2", "3", "4"]) == "2, 3 or 4"
    assert in_german(one_of(["2", "3", "4"])) == "2, 3 oder 4"
    assert one_of([all_of("ab"), all_of("cd")]) == "a and b, or c and d"
    assert listed("a", "", "b") == "a, b"


def test_a_sentence_after_a_colon_is_small_in_english_alone() -> None:
    sentence = after_colon(phrase("Throw all five cubes."))
    assert sentence == "throw all five cubes."
    assert in_german(phrase("{name}: {sentence}", name="Ann", sentence=sentence)) == "Ann: Alle fünf Würfel werfen."
    assert after_colon("YMNWTBYM it is") == "YMNWTBYM it is"


def test_a_text_is_parted_in_every_language() -> None:
    rule = next(rule for rule in HOUSE_RULES if rule.name == "bump")
    name, says = parted(rule.says, ": ")
    assert (name, says[:8]) == ("Bump", "A player")
    assert (in_german(name), in_german(says)[:10]) == ("Bump", "Wer genau ")
    assert parted("no name here", ": ") == ("", "no name here")


def test_sentences_that_are_empty_are_left_out() -> None:
    assert paragraph("", phrase("Throw again."), "") == "Throw again."
    assert paragraph() == ""


def test_a_phrase_comes_back_from_the_journal_as_it_was() -> None:
    for text in [rule.says for rule in HOUSE_RULES] + [play("4 4 4 2 6* / 4 2*").view.message.sentence]:
        back = phrase_from_json(phrase_to_json(text))
        assert back == text
        assert in_german(back) == in_german(text)
    assert phrase_from_json(phrase_to_json("a table's own")) == "a table's own"
    with pytest.raises(ValueError, match="is no text"):
        phrase_from_json({"english": "?", "nonsense": []})


def test_a_text_without_a_translation_is_found() -> None:
    with pytest.raises(UntranslatedError):
        in_german(phrase("A text that nobody has translated."))
    with pytest.raises(UntranslatedError):
        in_german("A text that is no phrase.")
    assert german().gettext("Throw again.") == "Noch einmal werfen."


def test_a_rule_that_is_broken_is_told_in_german() -> None:
    class Broken(HOUSE_RULES[0]):  # type: ignore[misc,valid-type]
        name = "broken"

        def ways(self, thrown: Any, ways: Any) -> Any:
            raise ZeroDivisionError("oh")

    game: WimpoutGame = play("5 10 2 3 4*", own=(Broken,), broken=True)
    says = in_german(game.view.message.sentence)
    assert says.startswith("Die Hausregel 'broken' ist abgeschaltet: Sie brach ab mit")
