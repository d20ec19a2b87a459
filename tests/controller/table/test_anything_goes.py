"""Whatever people, cubes and cameras do, in any order: the table neither fails nor contradicts its journal."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from controller.commands.checking import as_bytes
from controller.games.game import ChangeRules, GiveUp, Join, Move
from controller.games.wimpout import RULEBOOK
from controller.ports import Command, CommandName, Device
from controller.table.folding import apply
from controller.table.state import State

NAMES = ("ANNA", "BEN", "CARA", "DORA")
BUTTONS = {"stop": "stop", "roll_on": "roll_on", "sun": "next_option", "undo": "undo"}
FACES = (("2", "3", "4", "5", "6", "10"),) * 4 + (("2", "sun", "4", "5", "6", "10"),)


HOSTS = {"pause", "resume", "end", "skip", "undo", "order", "remove", "reseat", "set_rules"}
"""What the table accepts of the host whenever it offers it, with a value that fits."""
BETWEEN_PEOPLE = {"propose", "vote", "undo"}


def last_move(state: State) -> Move | None:
    return state.history[-1].move if state.history else None


class Chaos:
    """Does one thing after another to a table, and looks at it after each."""

    def __init__(self, table, seed: int) -> None:
        self.table = table
        self.random = Random(seed)
        self.state = State()
        self.told = 0
        self.begun: dict[int, bytes] = {}
        table.tray.throw_all("2 3 4 5 6")
        table.table.reading(table.tray.reading())

    def step(self) -> None:
        deeds = (self.throw, self.throw, self.throw, self.command, self.command, self.sensible, self.offered,
                 self.wait, self.sit_or_begin, self.trouble, self.camera, self.go_back, self.hosted,
                 self.misread)
        self.random.choice(deeds)()
        self.look()

    def throw(self) -> None:
        view, tray = self.table.view, self.table.tray
        number = self.random.choice([view.to_throw if view and view.to_throw else 5] * 4 + [1, 2, 5])
        chosen = self.random.sample(range(5), number)
        for cube in range(5):
            if cube not in tray.places:
                tray.throw({cube: FACES[cube][0]})
        tray.throw({cube: self.random.choice(FACES[cube]) for cube in chosen})
        self.table.read(**self.random.choice([{}] * 5 + [
            {"problems": {chosen[0]: "cocked"}}, {"nameless": {chosen[0]: ("5", "6")}},
            {"more": ("foreign",)}, {"problems": {chosen[0]: "nudged"}}, {"more": ("count",)},
        ]))

    def command(self) -> None:
        seats = [None, "seat-1", "computer-1", *self.table.seats.values()]
        value = self.random.choice([{}, {"option": self.random.randint(-1, 4)}, {"cube": 2, "face": "5"},
                                    {"cubes": ["5", "2", "3", "4", "10*"]}, {"computers": 2}, {"name": "ANNA"},
                                    {"rules": {"sampler": True}}, {"agree": True}, {"agree": False}])
        event = self.random.choice([None, None, self.table.now.event, self.table.now.event - 3])
        name = self.random.choice(get_args(CommandName))
        host = self.random.random() < 0.2
        seat = None if host else self.random.choice(seats)
        reply = self.table.table.command(Command(name, seat, value, event, host=host))
        assert reply.accepted or reply.reason

    def sensible(self) -> None:
        """What the player to act is offered is accepted."""
        now = self.table.now
        offered = sorted(now.commands & {"stop", "roll_on", "next_option", "undo"})
        if not offered:
            return
        name = self.random.choice(offered)
        reply = self.table.table.command(Command(name, None, event=now.event))
        assert reply.accepted, (name, reply.reason)

    def offered(self) -> None:
        """What a phone offers between people is accepted."""
        now = self.table.now
        wishes = sorted((name, seat) for seat, names in now.offers.items() for name in names & BETWEEN_PEOPLE)
        if not wishes:
            return
        name, seat = self.random.choice(wishes)
        rules = {"tag": not now.view.rules.get("tag"), "sampler": self.random.choice([25, 50])}
        asked = now.undo_asked if name == "undo" else now.proposal
        mine = asked is not None and seat in (asked.agreed if name == "vote" else [asked.seat])
        value = {"rules": rules} if name == "propose" else {"agree": not mine} if asked is not None else {}
        reply = self.table.table.command(Command(name, seat, value, event=now.event))
        assert reply.accepted, (name, value, reply.reason)

    def hosted(self) -> None:
        """What the host is offered is accepted; a pause is soon over."""
        now = self.table.now
        name = "resume" if now.paused else self.random.choice(sorted(now.host_offers & HOSTS))
        people = [player.seat for player in now.players if player.present and player.kind == "person"]
        playing = [player.seat for player in now.players if player.present]
        past = self.table.table.host_view().past
        value = {
            "order": lambda: {"seats": self.random.sample(people, len(people))},
            "remove": lambda: {"seat": self.random.choice(playing)},
            "reseat": lambda: {"seat": self.random.choice(people)},
            "set_rules": lambda: {"rules": self.random.choice([None, {"goal": 200}])},
            "undo": lambda: self.random.choice([{}, {"move": self.random.choice(past).event}]),
        }.get(name, dict)()
        reply = self.table.table.command(Command(name, None, value, now.event, host=True))
        assert reply.accepted, (name, value, reply.reason)

    def misread(self) -> None:
        """The host reads any throw of the game anew; the table takes it, or says why not."""
        thrown = [move for move in self.table.table.host_view().past if move.cubes]
        if not thrown:
            return
        move = self.random.choice(thrown)
        cubes = [f"{cube.face}{'*' if cube.odd else ''}" for cube in move.cubes]
        cubes[self.random.randrange(len(cubes))] = self.random.choice(FACES[0])
        value = {"move": move.event, "cubes": cubes, "keep": self.random.random() < 0.7}
        reply = self.table.table.command(Command("correct", None, value, self.table.now.event, host=True))
        assert reply.accepted or reply.reason

    def go_back(self) -> None:
        """Whoever may takes back what can be, step by step: as far as the turn before the last, no further."""
        furthest, began = self.state.furthest, self.state.turn
        for _ in range(200):
            asked = self.table.now.undo_asked
            seats = [seat for seat, names in sorted(self.table.now.offers.items()) if "undo" in names]
            others = [seat for seat in seats if asked is None or seat != asked.seat]
            if not others:
                break
            told = len(self.table.kinds())
            value = {} if asked is None else {"agree": True}
            assert self.table.table.command(Command("undo", self.random.choice(others), value)).accepted
            assert len(self.table.kinds()) > told
            self.look()
        else:
            raise AssertionError("it can be taken back for ever")
        assert self.state.turn >= min(furthest - 1, began)
        begun = self.begun.get(self.state.turn)
        if self.table.now.undoes is None and self.state.turn == furthest - 1 and begun is not None:
            assert as_bytes(self.state.game) == begun

    def remember(self, before: State) -> None:
        """The game as each turn begins, as long as nobody comes or goes and no rule changes."""
        if self.state.game_id != before.game_id or isinstance(last_move(self.state), Join | GiveUp | ChangeRules):
            self.begun.clear()
        elif len(self.state.history) > len(before.history) and self.state.turn > before.turn:
            self.begun[self.state.turn] = as_bytes(self.state.game)

    def sit_or_begin(self) -> None:
        name = self.random.choice(NAMES)
        self.table.sit(name)
        if self.table.now.stage in ("seating", "over"):
            seat = next((one.seat for one in self.table.now.players if one.kind == "person" and one.present), None)
            if seat is not None:
                self.table.table.command(Command("start", seat))

    def wait(self) -> None:
        self.table.wait(self.random.choice([0.5, 2, 5, 100]))

    def trouble(self) -> None:
        tray = self.table.tray
        self.table.table.reading(self.random.choice([tray.moving(), tray.blocked("a hand"), tray.reading()]))

    def camera(self) -> None:
        state = self.random.choice(["fine", "fine", "trouble"])
        self.table.table.device(Device("camera", "test", state, "the camera was unplugged"))

    def look(self) -> None:
        now = self.table.now
        for event in self.table.journal.events(after=self.state.event):
            before, self.state = self.state, apply(self.state, event, RULEBOOK)
            self.remember(before)
            if event.kind == "corrected":
                self.begun.clear()  # a turn may have begun otherwise
        assert now.event == self.state.event
        if self.state.seed is None:  # of a show by chance the journal has the beginning alone
            assert now.view == (self.state.game.view if self.state.game else None)
        assert 1 <= len(now.message.board.split()) <= 3
        for lamp, command in BUTTONS.items():
            assert (lamp in now.lamps) == (command in now.commands)
        names = [player.name.casefold() for player in now.players if player.present]
        assert len(set(names)) == len(names)
        if now.tray is not None:
            assert all(index < len(now.tray.cubes) for index in (*now.asks, *now.scored))
        numbers = [snapshot.number for snapshot in self.table.published[self.told :]]
        assert numbers == sorted(set(numbers))
        self.told = len(self.table.published)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("with_hands", [False, True], ids=["real-tray", "simulated-tray"])
def test_nothing_that_happens_upsets_the_table(evening, seed, with_hands):
    table = evening(with_hands=with_hands, shows=True, rules={"goal": 100, "entry": 0}, think_s=1, seed=seed)
    chaos = Chaos(table, seed)
    for _ in range(150):
        chaos.step()
    if chaos.state.seed is not None:
        assert table.sit("WHOEVER").accepted
    before = table.now
    table.power_cut()
    same = replace(table.now, number=0, message=before.message, tray=None, picture_size=None, lamps=before.lamps,
                   commands=before.commands, offers=before.offers, scored=(), hand_entry=before.hand_entry,
                   host_offers=before.host_offers,
                   devices=before.devices)
    assert same == replace(before, number=0, tray=None, picture_size=None, scored=())
