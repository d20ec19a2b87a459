"""The message catalogues: complete, of the same placeholders, and one file a language."""

from __future__ import annotations

import ast
import json
import re
import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from playwright.sync_api import Browser

from web_ui.catalogues import ROOMS, ROOT, refresh, texts_of_code
from web_ui.languages import FOLDER, CatalogueError, Language, negotiate, read_catalogue, read_languages

CATALOGUES = sorted(FOLDER.glob("*/LC_MESSAGES/messages.po"))
TEXTS = texts_of_code()


def ids(message: Message) -> list[str]:
    """The English of a message, for one and for many where that differs."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


IDS = {one for message in TEXTS if message.id for one in ids(message)}


def forms(message: Message) -> list[str]:
    """What a message is translated to, in each form of the number."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def placeholders(text: str) -> set[str]:
    """The names in braces or, as in templates, after a percent sign; and whether there is a sign of its own."""
    return set(re.findall(r"\{\w+\}|%\(\w+\)s|%%", text))


MAKERS = ("phrase", "counted", "pattern")


def test_there_is_german() -> None:
    assert [file.parent.parent.name for file in CATALOGUES] == ["de"]


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parent.parent.name)
def test_a_catalogue_has_every_text_of_the_code_and_no_other(file: Path) -> None:
    """`make catalogues` brings them up to date; what is new is to be translated then."""
    has = {message.id for message in read_catalogue(file) if message.id}
    wants = {message.id for message in TEXTS if message.id}
    assert wants - has == set(), "run `make catalogues`, then translate"
    assert has - wants == set(), "run `make catalogues`"


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parent.parent.name)
def test_every_text_is_translated_with_its_placeholders(file: Path) -> None:
    for message in read_catalogue(file):
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        assert all(forms(message)), message.id
        wanted = set().union(*map(placeholders, ids(message)))
        for form in forms(message):
            numbers = {"{number}", "%(num)s"} if len(ids(message)) > 1 else set()
            assert placeholders(form) <= wanted, message.id
            assert wanted - placeholders(form) <= numbers, message.id


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parent.parent.name)
def test_a_sentence_stays_a_sentence(file: Path) -> None:
    """A full stop, a question mark or three dots are in the translation what they are in English."""
    for message in read_catalogue(file):
        ends = {one[-1:] for one in ids(message)} & {"?", "…", "!"}
        for form in forms(message) if ends else ():
            assert form[-1:] in ends, message.id


def test_every_text_in_python_is_found() -> None:
    """A call whose text isn't a literal, or that stands where the collector doesn't look, would stay English."""
    dynamic = set()
    for room in ROOMS:
        for file in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in MAKERS:
                    continue
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    assert first.value in IDS, f"{file}:{node.lineno}"
                else:
                    dynamic.add(f"{file.relative_to(ROOT)} {ast.unparse(first)}")
    assert dynamic == {  # every one is marked by `pattern`
        "controller/commands/telling.py _DONE[scene.name]",
        "controller/commands/telling.py _THEN[moment.name]",
        "controller/commands/telling_proposals.py why",
        "controller/games/wimpout/house/asking.py otherwise",
        "controller/table/calls.py now",
        "controller/table/calls.py words",
    }


def test_every_text_in_scripts_and_templates_is_found() -> None:
    for file in [*(ROOT / "web_ui/static").glob("*.js"), *(ROOT / "web_ui/templates").glob("*.html")]:
        text = file.read_text()
        for quoted in re.findall(r"\b_n?\(\s*(\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')", text):
            assert ast.literal_eval(quoted) in IDS, f"{file.name}: {quoted}"
        calls = [call for call in re.findall(r"\b_n?\((?!\s*[\"'])[^)]{0,40}", text) if file.suffix == ".js"]
        assert calls == ([] if file.name != "text.js" else calls), f"{file.name}: no literal"


def test_a_language_is_added_by_adding_a_file(tmp_path: Path) -> None:
    file = tmp_path / "nl" / "LC_MESSAGES" / "messages.po"
    refresh(file, TEXTS)
    assert {message.id for message in read_catalogue(file)} == {message.id for message in TEXTS}
    empty = 'msgid "Throw again."\nmsgstr ""'
    file.write_text(file.read_text().replace(empty, f'{empty[:-1]}Gooi nog eens."'))
    refresh(file, TEXTS)
    languages = read_languages(tmp_path)
    assert list(languages) == ["en", "nl"]
    assert languages["nl"].name == "Nederlands"
    assert languages["nl"].gettext("Throw again.") == "Gooi nog eens."
    assert languages["nl"].gettext("Throw all five cubes.") == "Throw all five cubes."
    assert languages["nl"].series(["a", "b", "c"], "and") == "a, b en c"


def test_a_catalogue_that_is_up_to_date_stays_as_it_is(tmp_path: Path) -> None:
    for file in CATALOGUES:
        copy = tmp_path / file.parent.parent.name / "LC_MESSAGES" / "messages.po"
        copy.parent.mkdir(parents=True)
        shutil.copy(file, copy)
        refresh(copy, TEXTS)
        assert copy.read_bytes() == file.read_bytes(), "run `make catalogues`"


@pytest.mark.parametrize(("folder", "content", "says"), [
    ("klingon", 'msgid ""\nmsgstr ""\n', "klingon"),
    ("nl", "This is no catalogue.\n", "can't be read"),
])  # fmt: skip
def test_a_catalogue_that_cannot_be_is_named(tmp_path: Path, folder: str, content: str, says: str) -> None:
    file = tmp_path / folder / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    file.write_text(content)
    with pytest.raises(CatalogueError, match=says):
        read_languages(tmp_path)


@pytest.mark.parametrize(("wished", "offered", "code"), [
    ([], [], "en"),
    ([], [("de", 1)], "de"),
    ([], [("de-AT", 1), ("en", 0.8)], "de"),
    ([], [("fr", 1), ("de", 0.5), ("en", 0.8)], "en"),
    ([], [("de", 0), ("en", 0.1)], "en"),
    (["de"], [("en", 1)], "de"),
    (["xx", None, "DE_ch"], [("en", 1)], "de"),
    ([], [("*", 1)], "en"),
])  # fmt: skip
def test_the_language_is_the_one_asked_for_or_the_best_offered(
    wished: list[str | None], offered: list[tuple[str, float]], code: str
) -> None:
    assert negotiate(wished, offered, ["en", "de"]) == code


def test_scripts_are_taught_only_what_scripts_say() -> None:
    german = read_languages()["de"]
    assert german.script is not None
    taught = json.loads(re.search(r"learn\(.*?, (\{.*\})\);", german.script.decode()).group(1))  # type: ignore[union-attr]
    assert taught["STOP"] == "STOPP"
    assert taught["{number} cube"] == ["{number} Würfel", "{number} Würfel"]
    assert "Throw all five cubes." not in taught
    assert Language("en").script is None


def test_scripts_choose_the_form_of_a_number_as_gettext_does(tmp_path: Path, browser: Browser) -> None:
    """Three forms: the rule is the catalogue's own."""
    refresh(tmp_path / "pl" / "LC_MESSAGES" / "messages.po", TEXTS)
    script = read_languages(tmp_path)["pl"].script
    assert script is not None
    rule = re.search(r"learn\((\(n\) => .*?), \{", script.decode())
    assert rule is not None
    page = browser.new_page()
    assert page.evaluate(f"[1, 2, 5, 12, 22, 25].map({rule[1]})") == [0, 1, 2, 2, 1, 2]
    page.close()


def test_days_and_numbers_are_written_as_the_language_does_it() -> None:
    languages = read_languages()
    english, german = languages["en"], languages["de"]
    assert english.date("2026-01-02T20:00:00+01:00") == "2 January 2026"
    assert german.date("2026-01-02") == "2. Januar 2026"
    assert (english.date("2026-01-02", "medium"), german.date("2026-01-02", "medium")) == ("2 Jan 2026", "02.01.2026")
    assert (english.decimal(1234.5, 2), german.decimal(1234.5, 2)) == ("1,234.50", "1.234,50")
    assert german.decimal(1234.5, 0) == "1.234"
