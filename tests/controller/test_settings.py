"""A settings file: every key is documented, and a mistake names its line and what would be right."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from pydantic import BaseModel

from controller.app.rooms import panel_pins
from controller.commands.settings import example
from controller.settings import Settings, SettingsError, load_settings


def load(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "tray.toml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path)


def test_no_file_means_the_defaults() -> None:
    assert load_settings(None) == Settings()


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    settings = load(tmp_path, '[camera]\nsource = "picamera"\n[rules]\ngoal = 300\n')
    assert settings.camera.source == "picamera"
    assert settings.rules == {"goal": 300}
    assert settings.web == Settings().web


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[camera]\nwidth = 1280\nwidht = 3\n", 3, "there is no setting camera.widht"),
        ("simulate = true\n", 1, "there is no setting simulate"),
        ("\n[web]\nport = 99999\n", 3, "less than or equal to 65535"),
        ('# pins\n[panel]\nfactory = "gpio"\n', 3, "'lgpio', 'mock' or 'off'"),
        ("[panel]\nstop_lamp = 5\n", 1, "pin 5 is named twice"),
        ("[panel]\nbuzzer = 20\n", 1, "pin 20 is named twice"),
        ("[panel]\nstop_lamp = 40\n", 2, "panel.stop_lamp = 40: input should be less than or equal to 27"),
        ('[panel]\nstop_lamp = "nothing"\n', 2, "panel.stop_lamp = 'nothing': input should be a valid integer"),
        ('[panel]\nsounds = "loud"\n', 2, "'off', 'few' or 'all'"),
        ("[tray_light]\npin = 17\n", 2, "tray_light.pin = 17: input should be 12, 13, 18 or 19"),
        ("[tray_light]\nfrequency = 19999\n", 2, "greater than or equal to 20000"),
        ('[panel]\nfactory = "lgpio"\nsun_lamp = 18\n[tray_light]\nsource = "pwm"\n', 4, "pin 18 is panel.sun_lamp"),
        ("[scoreboard]\ncurrent_limit_ma = 100\n", 2, "greater than or equal to 500"),
        ("web.port = true\nweb.host = 3\n", 2, "web.host"),
        ("[table\n", 1, "is not TOML"),
        ("[rules]\ngoal = 300\ngaol = 3\n", 3, "There is no rule 'gaol'"),
        ("[rules]\n\ngoal = 12\n", 3, "multiple of 5"),
        ("[rules]\ngoal = [1]\n", 2, "rules.goal: The goal is a multiple of 5 from 50 to 100000, not [1]."),
        ("[rules]\nbump = 1979-05-27\n", 2, "rules.bump: The rule 'bump' is true or false, not 1979-05-27."),
        ("[rules.keep]\nall = true\n", 1, "rules.keep: The rule 'keep' is one of all, free; not {'all': True}."),
        ("\n[mat]\nrolling_width = true\n", 3, "mat.rolling_width = True: true and false are for what is on or off"),
        ("[table]\nseats = false\n", 2, "true and false are for what is on or off"),
        ("\n[mat]\nrail_top = 10\n", 2, "rail_top (10) has to be rolling_height (180) or more"),
        ("\n[mat]\nrail_top = 230\n", 2, "rail_top (230) has to be less than rail_bottom (225)"),
        ('[camera]\nsource = ""\n', 2, "camera.source"),
        ('[scoreboard]\nsource = ""\n', 2, "scoreboard.source"),
        ('[web]\naddress = "tray.local"\n', 2, "an address is http:// or https://"),
        ('[web]\naddress = "http://"\n', 2, "an address is http:// or https://"),
        ('[web]\naddress = "http://[::1"\n', 2, "invalid IPv6 URL"),
        ('[table]\nname = "A\\u0000B"\n', 2, "letters that can be seen"),
        ('[table]\nname = "  "\n', 2, "letters that can be seen"),
        ('[screens]\nwimpout_chance = "phones"\n', 2, "'big', 'all' or 'off'"),
        ("[table]\nthink_seconds = nan\n", 2, "table.think_seconds = nan: a finite number belongs here."),
        ("[simulation]\nlean_chance = inf\n", 2, "simulation.lean_chance = inf: a finite number belongs here."),
        ('[house_rules]\nfiles = "x"\n', 2, "house_rules.files = 'x': a list belongs here, in square brackets."),
        ("[house_rules]\nfiles = [3]\n", 2, "house_rules.files.0 = 3: the path of a file or folder belongs here"),
        ("table = 3\n", 1, "table = 3: this is a section; its settings stand in lines of their own"),
        ("rules = 3\n", 1, "rules = 3: this is a section; its settings stand in lines of their own"),
        ("[table]\nabandoned_seconds = 5\n", 2, "greater than or equal to 60"),
    ],
)
def test_a_mistake_names_its_line_and_what_would_be_right(tmp_path: Path, text: str, line: int, words: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(tmp_path, text)
    message = str(caught.value)
    assert words in message
    assert f"line {line}" in message
    assert "\n" not in message


def test_what_is_not_wired_has_no_pin(tmp_path: Path) -> None:
    text = '[panel]\nfactory = "lgpio"\nsounds = "few"\nundo_button = "none"\nundo_lamp = "none"\nsun_lamp = 26\n'
    panel = load(tmp_path, text).panel
    assert (panel.undo_button, panel.undo_lamp) == (None, None)
    assert panel.pins["sun_lamp"] == 26
    assert panel.pins["buzzer"] == 13
    assert not {"undo_button", "undo_lamp"} & set(panel.pins)
    assert load(tmp_path, "").panel.pins == {}


def test_a_file_that_knows_one_polarity_for_all_lamps_is_understood(tmp_path: Path) -> None:
    old = load(tmp_path, "[panel]\nlamps_high = false\n").panel
    assert (old.button_lamps_high, old.state_lamps_high) == (False, False)
    mixed = load(tmp_path, "[panel]\nlamps_high = false\nstate_lamps_high = true\n").panel
    assert (mixed.button_lamps_high, mixed.state_lamps_high) == (False, True)
    assert panel_pins(load(tmp_path, "[panel]\nbutton_lamps_high = false\n")).lamp_high("stop") is False
    with pytest.raises(SettingsError, match="lamps_high = 3"):
        load(tmp_path, "[panel]\nlamps_high = 3\n")


def test_a_pin_is_shared_only_where_one_of_both_is_off(tmp_path: Path) -> None:
    for light, panel in (("pwm", "off"), ("off", "lgpio")):
        text = f'[panel]\nfactory = "{panel}"\nsun_lamp = 18\n[tray_light]\nsource = "{light}"\n'
        assert load(tmp_path, text).tray_light.pin == 18


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.toml: cannot be read"):
        load_settings(tmp_path / "nowhere.toml")


def test_a_file_that_is_no_text_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "photo.toml"
    path.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(SettingsError, match="not text"):
        load_settings(path)


def test_the_printed_settings_are_the_defaults(tmp_path: Path) -> None:
    text = example()
    tomllib.loads(text)
    assert load(tmp_path, text) == Settings()


def test_every_key_is_documented() -> None:
    for name in Settings.model_fields:
        section = getattr(Settings(), name)
        if isinstance(section, BaseModel):
            assert section.__doc__, name
            for key, field in type(section).model_fields.items():
                assert field.description, f"{name}.{key}"
