"""The statistics: figures, luck, and whether the cubes are fair, over a real journal."""

from __future__ import annotations

import re
import threading
from typing import Any

from tests.controller.table.conftest import written_shows
from tests.web_ui.past.conftest import MakeTable, Table, listed
from web_ui.looking_back import how_often


def facts(page: str, name: str) -> dict[str, str]:
    """The figures at the top of a part of the page."""
    block = re.search(rf'data-testid="{name}-facts">(.*?)</dl>', page, re.DOTALL)
    assert block is not None
    told = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", block[1])
    return {key: " ".join(re.sub(r"<[^>]+>", " ", value).split()) for key, value in told}


def test_the_figures_are_those_worked_by_hand(played: Table) -> None:
    page = played.html("/stats")
    for part in ("tonight", "all"):
        told = facts(page, part)
        assert told.pop("Best turn").startswith("45 by Bob")
        assert told == {
            "Games played": "0", "Wimpouts": "2 in 4 turns", "Flashes": "1", "Trains": "0", "Train Wrecks": "1",
        }  # fmt: skip
    assert re.findall(r'<th scope="row">([^<]+)</th><td>(\d+)</td></tr>', page)[:7] == [
        ("lost", "2"), ("5-20", "1"), ("25-40", "0"), ("45-60", "1"), ("65-80", "0"), ("85-100", "0"), ("105+", "0"),
    ]  # fmt: skip
    odd = dict(re.findall(r'<th scope="row">([^<]+)</th><td>(\d+)</td><td>1\.5</td>', page))
    assert odd == {
        "two swirls": "2", "the sun": "0", "four bolts": "2", "a five": "1", "six stars": "3", "a ten": "1",
    }  # fmt: skip


def test_luck_is_told_with_how_far_it_usually_goes(played: Table) -> None:
    page = played.html("/stats")
    people = {one.name: one for one in played.chronicle.statistics().of_evening.people}
    rows = re.findall(r"<bdi>(\w+)</bdi></th><td>([+-]\d+)</td><td>±(\d+)</td><td>(\d+)</td>", page)
    assert rows[:2] == [
        (one.name, f"{'+' if one.luck > 0 else '-'}{abs(round(one.luck))}", str(round(one.luck_spread)),
         str(one.lucky_throws))
        for one in sorted(people.values(), key=lambda one: -one.luck)
    ]  # fmt: skip
    assert (people["Ann"].lucky_throws, people["Bob"].lucky_throws) == (5, 4)


def test_every_chart_says_in_words_what_it_shows(played: Table) -> None:
    page = played.html("/stats")
    charts = re.findall(r'<svg class="chart".*?</svg>', page, re.DOTALL)
    assert len(charts) == 8
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids)), "labels would name another chart"
    for chart in charts:
        title, says = re.search(r"<title id=[^>]+>(.+?)</title><desc id=[^>]+>(.+?)</desc>", chart).groups()  # type: ignore[union-attr]
        assert title
        assert says
    assert page.count("As a table") == len(charts)


def test_few_throws_are_called_few_and_loaded_cubes_are_not_overlooked(table: MakeTable) -> None:
    made = table(rules={"goal": 5000, "entry": 0})
    made.at.play("Ann", "Bob")
    made.at.throw_all("2 3 4 6 6*")
    made.photograph()
    assert re.findall(r'data-verdict="(\w+)"', made.html("/stats")) == ["few"] * 4
    for _ in range(70):
        made.at.throw_all("2 3 4 6 6*")
    made.photograph()
    page = made.html("/stats")
    assert re.findall(r'data-verdict="(\w+)"', page) == ["uneven"] * 4
    assert "less than once in 1000 times" in page
    assert "hard to put down to chance" in page


def test_chances_are_told_as_people_say_them() -> None:
    told = [how_often(chance) for chance in (1.0, 0.432, 0.05, 0.0099, 0.004, 0.001, 0.0004, 0.0)]
    assert told == [(99, 100), (43, 100), (5, 100), (1, 100), (4, 1000), (1, 1000), (0, 1000), (0, 1000)]


def test_earlier_evenings_can_be_looked_at(played: Table) -> None:
    played.at.do("stop", "Bob")
    played.at.clock.travel(24 * 3600)
    played.at.wait(1)
    played.at.play("Cid", "Dan")
    played.at.throw_all("5 10 2 3 4*")
    played.photograph()
    page = played.html("/stats")
    assert "This evening" in page
    assert 'href="/stats?evening=2026-01-02"' in page
    before = played.html("/stats?evening=2026-01-02")
    assert "The evening of 2 January 2026" in before
    assert facts(before, "tonight")["Best turn"] == "45 by Bob at 20:00"
    assert {line.split()[1] for line in listed(played.html("/throws"))} == {"Cid", "Dan"}
    assert {line.split()[1] for line in listed(played.html("/throws?evening=2026-01-02"))} == {"Ann", "Bob"}


def test_while_an_old_journal_is_counted_the_page_says_how_far(table: MakeTable) -> None:
    made = table()
    written_shows(made.at, games=2, goal=100)
    holding, counted = threading.Event(), threading.Event()
    follow = made.chronicle._follow

    def slowly(event: Any) -> None:
        follow(event)
        if event.id == 40:
            counted.set()
            made.chronicle._changed.wait_for(holding.is_set, 20)

    made.chronicle._follow = slowly  # type: ignore[method-assign]
    made.photograph(counted=False)
    assert counted.wait(20)
    page = made.html("/stats")
    percent = int(re.search(r"(\d+)% of the journal is counted", page)[1])  # type: ignore[index]
    assert 0 < percent < 100
    assert '<meta http-equiv="refresh" content="3">' in page
    holding.set()
    with made.chronicle._changed:
        made.chronicle._changed.notify_all()
