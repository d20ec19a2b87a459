"""Phones and the big screen in a real browser: what is shown as it happens, and what a press does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from controller.games.game import Message, Standing
from controller.ports import Player, Reply
from tests.web_ui.conftest import OpenPage
from tests.web_ui.fakes import ADAS_SECRET, BENS_SECRET, DOUBLE_TAP_MS, FakeTable, pressed, shows
from tests.web_ui.pictures import board_picture
from tests.web_ui.real import served
from tests.web_ui.scenes import ADA, BEN, by_hand, finished, must_clear, playing, real_choice, seating, unsure, view
from web_ui.server import WebServer


@pytest.mark.parametrize("path", ["/", "/score", "/big"])
def test_the_score_changes_as_it_happens(table: FakeTable, server: WebServer, open_page: OpenPage, path: str) -> None:
    table.publish(playing())
    page = open_page(server, path)
    expect(page.get_by_test_id("total-s1")).to_have_text("120")
    expect(page.get_by_test_id("stake")).to_have_text("0")
    standings = (Standing("s1", 165, True), Standing("s2", 235, True, leads=True), Standing("s3", 0, False))
    message = Message("45 IN", "Ada takes 45.")
    table.publish(playing(view(standings=standings, to_act="s2", stake=20, message=message)))
    expect(page.get_by_test_id("total-s1")).to_have_text("165")
    expect(page.get_by_test_id("stake")).to_have_text("20")
    expect(page.get_by_test_id("message")).to_have_text("Ada takes 45.")
    expect(page.get_by_test_id("turn")).to_have_text("Ben plays")
    expect(page.locator("#announce")).to_have_text("Ada takes 45. Ada 165.")


def test_the_cubes_are_drawn_as_read_and_those_that_score_are_lit(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    table.publish(real_choice())
    page = open_page(server)
    cubes = page.get_by_test_id("cube")
    expect(cubes).to_have_count(5)
    drawn = [(node.get_attribute("data-face"), node.get_attribute("data-scored")) for node in cubes.all()]
    assert drawn == [("5", "true"), ("2", "false"), ("10", "true"), ("sun", "true"), ("3", "false")]


@pytest.mark.parametrize(("button", "name"), [
    ("stop", "stop"), ("roll-on", "roll_on"), ("throw", "throw"), ("undo", "undo"),
])
def test_a_press_reaches_the_door_for_the_event_that_was_shown(
    table: FakeTable, server: WebServer, open_page: OpenPage, button: str, name: str
) -> None:
    shown = table.publish(real_choice())
    page = open_page(server, "/", ADAS_SECRET)
    page.get_by_test_id(button).tap()
    command = pressed(table)
    assert (command.name, command.seat, command.event) == (name, "s1", shown.event)
    assert command.key


def test_an_option_is_chosen_by_its_number(table: FakeTable, server: WebServer, open_page: OpenPage) -> None:
    shown = table.publish(real_choice())
    page = open_page(server, "/", ADAS_SECRET)
    expect(page.get_by_test_id("option-0")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("option-2").tap()
    command = pressed(table)
    assert (command.name, command.value, command.event) == ("select", {"option": 2}, shown.event)


def test_pressed_twice_counts_once(table: FakeTable, server: WebServer, open_page: OpenPage) -> None:
    table.publish(real_choice())
    page = open_page(server, "/", ADAS_SECRET)
    table.answering.clear()
    page.get_by_test_id("stop").wait_for()
    page.evaluate("for (let i = 0; i < 5; i += 1) document.querySelector('[data-testid=stop]').click()")
    table.answering.set()
    pressed(table)
    page.evaluate("document.querySelector('[data-testid=stop]').click()")
    later = table.publish(playing(view(to_act="s2")))
    shows(page, later)
    assert [command.name for command in table.commands] == ["stop"]


def test_the_second_tap_of_two_is_none_even_for_the_next_state(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    page = open_page(server, "/", ADAS_SECRET)
    answers = page.evaluate("""async () => {
      const { press } = await import("/static/press.js");
      const both = await Promise.all([press("undo", {}, 1), press("undo", {}, 2)]);
      return both.map((answer) => answer?.accepted ?? null);
    }""")
    assert answers == [True, None]
    assert [command.name for command in table.commands] == ["undo"]


def stop_the_clock(page: Page) -> None:
    """However slow the machine: from now on the page's time goes by only where it is let."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)  # it can be stopped in its future only


def test_who_drums_on_a_button_is_heard_now_and_then(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    page = open_page(server, "/", ADAS_SECRET)
    stop_the_clock(page)
    heard = []
    for ms in range(0, 2000, 100):
        if page.evaluate("""async (event) => {
          const { press } = await import("/static/press.js");
          return await press("confirm", {}, event) !== null;
        }""", ms):
            heard.append(ms)
        page.clock.run_for(100)
    assert heard == [0, 500, 1000, 1500]
    assert [command.event for command in table.commands] == heard


def test_neither_a_double_tap_nor_drumming_leaves_a_table(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    table.publish(seating(ADA, BEN))
    page = open_page(server, "/", ADAS_SECRET)
    leave = page.get_by_test_id("leave")
    leave.wait_for()
    stop_the_clock(page)
    for _ in range(10):
        leave.dispatch_event("click")
        page.clock.run_for(100)
    expect(leave).to_have_text("Really leave? Press again")
    assert table.commands == []


def test_a_refused_press_says_why_until_the_game_goes_on(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    table.publish(real_choice())
    page = open_page(server, "/", ADAS_SECRET)
    table.reply = Reply(False, "Too late: the cubes were thrown.", 0)
    page.get_by_test_id("stop").tap()
    expect(page.get_by_test_id("refusal")).to_have_text("Too late: the cubes were thrown.")
    with page.expect_response("**/api/v1/commands*"):
        page.get_by_test_id("stop").tap()
    assert pressed(table, 2).name == "stop"
    table.publish(real_choice())
    expect(page.get_by_test_id("refusal")).to_be_hidden()


def test_only_what_is_legal_is_offered_and_the_rule_says_why_the_rest_is_not(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    table.publish(must_clear())
    page = open_page(server, "/", ADAS_SECRET)
    expect(page.get_by_test_id("roll-on")).to_be_visible()
    expect(page.get_by_test_id("stop")).to_be_hidden()
    expect(page.get_by_test_id("whynot")).to_contain_text("A Flash must be cleared")
    table.publish(playing(commands=frozenset()))
    expect(page.get_by_test_id("roll-on")).to_be_hidden()
    expect(page.get_by_test_id("throw")).to_be_hidden()


@pytest.mark.parametrize("secret", [BENS_SECRET, None])
def test_who_is_not_at_turn_has_nothing_to_press(
    table: FakeTable, server: WebServer, open_page: OpenPage, secret: str | None
) -> None:
    shown = table.publish(real_choice())
    page = open_page(server, "/", secret)
    shows(page, shown)
    for name in ("stop", "roll-on", "throw", "undo", "option-0"):
        expect(page.get_by_test_id(name)).to_be_hidden()
    expect(page.get_by_test_id("turn")).to_have_text("Ada plays")


def test_the_throw_of_a_simulated_tray_is_labelled_as_such(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    table.publish(playing())
    page = open_page(server, "/", ADAS_SECRET)
    expect(page.get_by_test_id("throw")).to_contain_text("THROW 5")
    expect(page.get_by_test_id("throw")).to_contain_text("simulated")
    expect(page.get_by_test_id("simulated")).to_contain_text("camera: simulated tray")


def test_the_phone_calls_its_player(table: FakeTable, server: WebServer, open_page: OpenPage) -> None:
    table.publish(playing())
    page = open_page(server, "/", BENS_SECRET)
    page.add_init_script("navigator.vibrate = (pattern) => { window.shaken = pattern; return true; }")
    page.reload()
    expect(page.get_by_test_id("turn")).to_have_text("Ada plays")
    assert page.title() == "The Cosmic Tray"
    page.get_by_test_id("turn").tap()
    table.publish(playing(view(to_act="s2")))
    expect(page.get_by_test_id("turn")).to_have_text("Your turn")
    assert page.title() == "★ Your turn \N{EN DASH} The Cosmic Tray"
    assert page.evaluate("window.shaken") == [140, 70, 140]


def test_a_seat_is_taken_with_a_name_and_kept_through_a_reload(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    table.publish(seating(BEN))
    page = open_page(server, "/join")
    page.wait_for_selector("body[data-line=live]")
    page.get_by_test_id("name").fill("Ada")
    table.reply = Reply(True, "", 0, {"seat": "s1", "secret": ADAS_SECRET})
    page.get_by_test_id("sit").tap()
    page.wait_for_url(server.address + "/")
    assert pressed(table).value == {"name": "Ada", "colour": ADA.colour}
    table.reply = Reply(True, "", 0)
    shown = table.publish(seating(BEN, ADA))
    page.reload()
    shows(page, shown)
    page.get_by_test_id("start").tap()
    command = pressed(table, 2)
    assert (command.name, command.seat, command.value) == ("start", "s1", {"computers": 0})


def test_one_person_alone_begins_against_a_computer(table: FakeTable, server: WebServer, open_page: OpenPage) -> None:
    table.publish(seating(ADA))
    page = open_page(server, "/", ADAS_SECRET)
    expect(page.get_by_test_id("computers-0")).to_be_hidden()
    page.get_by_test_id("computers-2").tap()
    page.get_by_test_id("start").tap()
    assert pressed(table).value == {"computers": 2}


def test_a_refused_name_is_said_where_it_was_entered(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    page = open_page(server, "/join")
    table.reply = Reply(False, "Ada sits here already; choose another name.", 0)
    page.get_by_test_id("name").fill("Ada")
    page.get_by_test_id("sit").tap()
    expect(page.get_by_test_id("refusal")).to_have_text("Ada sits here already; choose another name.")


def test_a_seat_is_left_after_a_second_press(table: FakeTable, server: WebServer, open_page: OpenPage) -> None:
    table.publish(playing())
    page = open_page(server, "/", ADAS_SECRET)
    page.clock.install()
    page.get_by_test_id("leave").tap()
    expect(page.get_by_test_id("leave")).to_contain_text("Really leave?")
    page.clock.fast_forward(DOUBLE_TAP_MS)
    page.get_by_test_id("leave").tap()
    assert pressed(table).name == "leave"
    expect(page.get_by_test_id("sit-down")).to_be_visible()


def test_a_cube_that_can_not_be_told_is_named_by_its_player_and_confirmed_by_another(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    shown = table.publish(unsure())
    ada, ben = open_page(server, "/", ADAS_SECRET), open_page(server, "/", BENS_SECRET)
    expect(ada.get_by_test_id("question").locator(".answers").first.locator("button")).to_have_count(2)
    expect(ben.get_by_test_id("question")).to_be_hidden()
    ada.get_by_test_id("answer-6").tap()
    command = pressed(table)
    assert (command.name, command.value, command.event) == ("answer", {"cube": 4, "face": "6"}, shown.event)
    table.publish(unsure(answer=(4, "6", "s1"), commands=frozenset({"confirm"})))
    expect(ada.get_by_test_id("confirm")).to_be_hidden()
    expect(ben.get_by_test_id("confirmation")).to_contain_text("Ada says this cube shows six stars")
    ben.get_by_test_id("confirm").tap()
    command = pressed(table, 2)
    assert (command.name, command.seat) == ("confirm", "s2")


def test_who_slipped_and_who_sees_something_else_names_another_face(tmp_path: Path, open_page: OpenPage) -> None:
    with served(tmp_path, rules={"entry": 0}) as real:
        evening = real.evening
        evening.play("Ann", "Bob")
        evening.tray.throw_all("5 2 10 3 4")
        evening.read(nameless={3: ("6", "3")})
        ann, bob = (open_page(real.server, "/", evening.secrets[name]) for name in ("Ann", "Bob"))
        ann.get_by_test_id("answer-6").tap()
        expect(ann.get_by_test_id("confirmation")).to_contain_text("You said: six stars")
        ann.get_by_test_id("otherwise").locator("summary").tap()
        ann.get_by_test_id("answer-3").tap()
        expect(bob.get_by_test_id("confirmation")).to_contain_text("Ann says this cube shows three triangles")
        bob.get_by_test_id("otherwise").locator("summary").tap()
        bob.get_by_test_id("answer-6").tap()
        expect(ann.get_by_test_id("confirmation")).to_contain_text("Bob says this cube shows six stars")
        ann.get_by_test_id("confirm").tap()
        expect(ann.get_by_test_id("confirmation")).to_be_hidden()
        assert [cube["face"] for cube in evening.moves()[-1]["move"]["thrown"]] == ["5", "2", "10", "6", "4"]


def test_for_a_computer_player_any_person_names_the_cube(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    table.publish(unsure(view=view(to_act="s3")))
    page = open_page(server, "/", BENS_SECRET)
    page.get_by_test_id("answer-10").tap()
    assert pressed(table).seat == "s2"


def test_a_player_who_gives_no_sign_is_skipped_by_another(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    table.publish(playing(commands=frozenset({"throw", "skip"})))
    page = open_page(server, "/", BENS_SECRET)
    expect(page.get_by_test_id("skip")).to_have_text("Skip the turn of Ada")
    page.get_by_test_id("skip").tap()
    assert pressed(table).name == "skip"


def test_who_has_stopped_by_mistake_takes_it_back(table: FakeTable, server: WebServer, open_page: OpenPage) -> None:
    table.publish(playing(view(to_act="s2"), offers={"s1": frozenset({"undo"}), "s2": frozenset({"undo"})}))
    page = open_page(server, "/", ADAS_SECRET)
    page.get_by_test_id("undo").tap()
    assert pressed(table).name == "undo"


def test_who_has_a_seat_is_not_asked_for_a_name_again(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    table.publish(seating(ADA))
    page = open_page(server, "/join", ADAS_SECRET)
    assert page.url == server.address + "/"


def test_a_throw_is_entered_by_hand_with_the_odd_cube_marked(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    table.publish(by_hand())
    page = open_page(server, "/", ADAS_SECRET)
    for face in ("5", "3"):
        page.get_by_test_id(f"face-{face}").tap()
    expect(page.get_by_test_id("enter")).to_be_disabled()
    expect(page.get_by_test_id("face-3")).to_be_hidden()
    now = by_hand()
    shows(page, table.publish(replace(now, event=now.event + 1)))  # somebody sits down meanwhile
    page.get_by_test_id("face-sun").tap()
    page.get_by_test_id("enter").tap()
    command = pressed(table)
    assert (command.name, command.value) == ("enter", {"cubes": ["5", "3", "sun*"]})


def test_a_rematch_is_one_tap(table: FakeTable, server: WebServer, open_page: OpenPage) -> None:
    table.publish(finished())
    page = open_page(server, "/", ADAS_SECRET)
    expect(page.get_by_test_id("turn")).to_have_text("Ben has won!")
    page.get_by_test_id("rematch").tap()
    assert pressed(table).name == "rematch"


@pytest.mark.parametrize("path", ["/", "/score", "/big", "/join"])
def test_a_name_that_is_markup_is_shown_as_text(
    table: FakeTable, server: WebServer, open_page: OpenPage, path: str
) -> None:
    evil = Player("s1", "<img src=x>", "#ffe119", "person")
    shown = table.publish(seating(evil, message=Message("X", "<script>window.run = 1</script>")))
    page = open_page(server, path)
    shows(page, shown)
    expect(page.get_by_test_id("standings")).to_contain_text("<img src=x>")
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("window.run") is None


def test_the_board_is_shown_as_it_shows_itself(table: FakeTable, server: WebServer, open_page: OpenPage) -> None:
    table.board_picture = board_picture(1)
    page = open_page(server, "/big", big=True)
    board = page.get_by_test_id("board")
    expect(board).to_have_attribute("data-pixels", "\n".join(board_picture().pixels))
    table.board_picture = board_picture(2, "ADA  5")
    expect(board).to_have_attribute("data-number", "2")
    expect(board).to_have_attribute("data-pixels", "\n".join(board_picture(2, "ADA  5").pixels))
    lit = page.evaluate("""() => {
      const { width, height } = document.getElementById('board');
      const { data } = document.getElementById('board').getContext('2d').getImageData(0, 0, width, height);
      let lit = 0;
      for (let i = 0; i < data.length; i += 4) lit += data[i] > 240 && data[i + 1] < 90;
      return lit;
    }""")
    assert lit > 1000


def test_a_press_that_is_one_too_many_keeps_no_button_from_the_next(
    table: FakeTable, server: WebServer, open_page: OpenPage
) -> None:
    shown = table.publish(playing())
    page = open_page(server, "/", ADAS_SECRET)
    shows(page, shown)
    page.get_by_test_id("throw").tap()
    pressed(table)
    expect(page.locator("body.waiting")).to_have_count(0)
    page.get_by_test_id("throw").tap()
    expect(page.locator("body.waiting")).to_have_count(0)
