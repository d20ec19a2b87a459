"""The snapshot: everything there is to show, put together from what the table knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from controller.feed import Mailbox
from controller.games.game import GameView, Message, Seat
from controller.games.phrase import phrase
from controller.ports import CommandName, Device, Lamp, LastThrow, MoveMade, RulesProposal, Snapshot
from controller.table import calls, messages
from controller.table.asked import skip_needs, undo_asked
from controller.table.cubes import in_a_row, scoring
from controller.table.settings import TableSettings
from controller.table.state import State
from controller.table.watch import TrayWatch

_BUTTONS: dict[CommandName, Lamp] = {"stop": "stop", "roll_on": "roll_on", "next_option": "sun", "undo": "undo"}


@dataclass(frozen=True, slots=True)
class Situation:
    """What a snapshot is made of, beside the tray. `decided`: the computer player to act has made up its mind
    and has to throw; `restarted`: nothing has happened since the table was off; `ended`: the recording is;
    `ends_soon`: nobody gives a sign, and the game or the seats are about to be given up."""

    settings: TableSettings
    state: State
    devices: tuple[Device, ...]
    commands: frozenset[CommandName]
    offers: Mapping[Seat, frozenset[CommandName]]
    host_offers: frozenset[CommandName]
    undoes: MoveMade | None
    last_throw: LastThrow | None
    proposal: RulesProposal | None
    hand_entry: bool
    journal_trouble: str | None
    decided: bool
    restarted: bool
    ended: bool
    ends_soon: bool
    wimpout_chance: float | None
    hint: str | None


class Display:
    """Publishes what there is to show, whenever it has changed."""

    def __init__(self, feed: Mailbox, watch: TrayWatch) -> None:
        self._feed = feed
        self._watch = watch
        self._number = 0
        self._shown: Snapshot | None = None

    @property
    def shown(self) -> Snapshot:
        """What was published last."""
        return self._feed.latest()

    def show(self, now: Situation) -> None:
        """Publish what there is to show now, unless that is shown already."""
        latest = snapshot(self._number, now, self._watch)
        if latest != self._shown:
            self._number += 1
            self._shown = replace(latest, number=self._number)
            self._feed.publish(self._shown)


def snapshot(number: int, now: Situation, watch: TrayWatch) -> Snapshot:
    """Everything there is to show now."""
    state = now.state
    view = state.view
    tray, picture_size = watch.shown
    asking = state.asking
    trouble = _trouble(now, watch)
    return Snapshot(
        number=number,
        event=state.event,
        stage=state.stage,
        players=state.players + state.waiting,
        view=view,
        tray=tray,
        picture_size=picture_size,
        scored=scoring(view, state.tray, tray) if view is not None and not watch.virtual else (),
        message=_message(now, watch, view, trouble),
        moments=view.moments if view is not None and _shows_moments(state) else (),
        moments_event=state.moments_event,
        lamps=_lamps(now, watch, trouble is not None),
        commands=now.commands,
        asks=asking.open if asking is not None else (),
        answer=asking.waiting if asking is not None else None,
        devices=now.devices,
        simulated=_simulated(now, watch),
        hand_entry=now.hand_entry,
        address=now.settings.address,
        table_name=now.settings.table_name,
        offers=now.offers,
        undo_asked=undo_asked(state),
        undoes=now.undoes,
        last_throw=now.last_throw,
        proposal=now.proposal,
        wimpout_chance=now.wimpout_chance,
        chance_on_phones=now.settings.chance_on_phones,
        hint=now.hint,
        hint_on_phones=now.settings.hint_on_phones,
        host_offers=now.host_offers,
        paused=state.paused,
        seats_free=0 if state.kind == "replay" else max(0, now.settings.max_seats - len(state.persons)),
    )


def _shows_moments(state: State) -> bool:
    """After an undo the scene of the move before isn't played a second time."""
    return not state.history or state.history[-1].event == state.moments_event


def _trouble(now: Situation, watch: TrayWatch) -> Message | None:
    """What keeps the cubes from being counted."""
    if now.journal_trouble is not None:
        return messages.journal_trouble(now.journal_trouble)
    if watch.virtual or now.state.paused or now.state.stage not in ("show", "playing") or watch.moving:
        return None
    asking = now.state.asking
    if asking is not None and asking.waiting is not None:
        _, face, seat = asking.waiting
        others = [one for one in now.state.persons_playing if one.seat != seat]
        return messages.waiting_for_yes(now.state.who(seat), face, others)
    if asking is not None and asking.open:
        return messages.asking(asking.tray, asking.open[0], alone=len(now.state.persons_playing) < 2)
    return watch.trouble


def _message(now: Situation, watch: TrayWatch, view: GameView | None, trouble: Message | None) -> Message:
    state = now.state
    if now.journal_trouble is not None and trouble is not None:
        return trouble
    if state.paused:
        return messages.PAUSED
    if view is None:
        return messages.start_when_ready(state.persons, now.ends_soon) if state.persons else messages.SIT_DOWN
    if now.ends_soon and state.stage == "playing":
        return messages.still_there(simulated=watch.hands.are_there)
    if now.restarted:
        return calls.go_on(_of_game(now, watch, view))
    if state.undo_asked is not None:
        message = _undo_asked(state, *state.undo_asked)
    elif state.skip_votes and trouble is None and not watch.moving:
        message = _skip_asked(state)
    else:
        message = trouble or _of_game(now, watch, view)
    return messages.play_again(message) if now.ends_soon and state.stage == "over" else message


def _of_game(now: Situation, watch: TrayWatch, view: GameView) -> Message:
    if now.ended:
        return messages.ROLL_ENDED
    if view.phase == "over":
        return _of_show(watch, calls.won(view, now.state.who))
    if watch.moving and not watch.virtual:
        return messages.READING
    if now.hand_entry:
        return calls.enter_by_hand(view, now.state.who)
    return _of_show(watch, _turn(now, watch, view))


def _undo_asked(state: State, event: int, seat: Seat) -> Message:
    played = next((played for played in state.history if played.event == event), None)
    mover = state.seated(played.seat) if played is not None else None
    person = mover if mover is not None and mover.kind == "person" else None
    if state.correction is not None:
        shows = in_a_row(state.correction.thrown)
        return messages.correction_asked(state.seated(seat), person, shows)
    return messages.undo_asked(state.seated(seat), person)


def _skip_asked(state: State) -> Message:
    votes = state.skip_votes
    return messages.skip_asked(state.seated(votes[0]), state.actor, skip_needs(state, votes))


def _turn(now: Situation, watch: TrayWatch, view: GameView) -> Message:
    who = now.state.who
    player = who(view.to_act)
    thrown_for = not watch.hands.are_there and not watch.virtual and now.state.kind != "replay"
    if player is None or player.kind == "person" or not thrown_for:
        return calls.turn_of(view, who)
    return calls.throw_for(view, player, who) if now.decided else calls.thinks(view, player, who)


def _of_show(watch: TrayWatch, message: Message) -> Message:
    return calls.by_chance(message) if watch.virtual else message


def _lamps(now: Situation, watch: TrayWatch, trouble: bool) -> frozenset[Lamp]:
    lamps = {lamp for command, lamp in _BUTTONS.items() if command in now.commands}
    if now.state.paused:
        return frozenset({"trouble"} if trouble or any(one.state == "trouble" for one in now.devices) else ())
    awaiting = now.state.stage in ("show", "playing") and not watch.virtual and not now.ended
    if watch.moving:
        lamps.add("reading")
    elif awaiting and not trouble and not now.hand_entry:
        lamps.add("ready")
    if trouble or any(device.state == "trouble" for device in now.devices):
        lamps.add("trouble")
    return frozenset(lamps)


def _simulated(now: Situation, watch: TrayWatch) -> tuple[str, ...]:
    parts = tuple(messages.simulated(device.part, device.kind) for device in now.devices if device.simulated)
    return (*parts, phrase("throws: by chance, not in the tray")) if watch.virtual else parts
