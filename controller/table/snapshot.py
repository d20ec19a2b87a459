"""The snapshot: everything there is to show, put together from what the table knows."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.game import GameView, Message, Seat
from controller.ports import CommandName, Device, Lamp, Player, Snapshot
from controller.table import messages
from controller.table.cubes import scoring
from controller.table.settings import TableSettings
from controller.table.state import State
from controller.table.watch import TrayWatch

_BUTTONS: dict[CommandName, Lamp] = {"stop": "stop", "roll_on": "roll_on", "next_option": "sun", "undo": "undo"}


@dataclass(frozen=True, slots=True)
class Situation:
    """What a snapshot is made of, beside the tray. `decided`: the computer player to act has made up its mind
    and has to throw; `restarted`: nothing has happened since the table was off; `ended`: the recording is."""

    settings: TableSettings
    state: State
    devices: tuple[Device, ...]
    commands: frozenset[CommandName]
    hand_entry: bool
    journal_trouble: str | None
    decided: bool
    restarted: bool
    ended: bool


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
    )


def _shows_moments(state: State) -> bool:
    """After an undo the scene of the move before isn't played a second time."""
    return not state.history or state.history[-1].event == state.moments_event


def _trouble(now: Situation, watch: TrayWatch) -> Message | None:
    """What keeps the cubes from being counted."""
    if now.journal_trouble is not None:
        return messages.journal_trouble(now.journal_trouble)
    if watch.virtual or now.state.stage not in ("show", "playing") or watch.moving:
        return None
    asking = now.state.asking
    if asking is not None and asking.waiting is not None:
        return messages.waiting_for_yes(now.state.seated(asking.waiting[2]), asking.waiting[1])
    if asking is not None and asking.open:
        return messages.asking(asking.tray, asking.open[0])
    return watch.trouble


def _message(now: Situation, watch: TrayWatch, view: GameView | None, trouble: Message | None) -> Message:
    state = now.state
    if now.journal_trouble is not None and trouble is not None:
        return trouble
    if view is None:
        return messages.start_when_ready(len(state.persons)) if state.persons else messages.SIT_DOWN
    if now.restarted:
        return messages.GO_ON
    if state.undo_asked is not None:
        return _undo_asked(state, *state.undo_asked)
    if trouble is not None:
        return trouble
    if now.ended:
        return messages.ROLL_ENDED
    if view.phase == "over":
        return _of_show(watch, messages.won(_player(state, view.winner), view.message))
    if watch.moving and not watch.virtual:
        return messages.READING
    if now.hand_entry and not watch.virtual and state.kind != "show":
        return messages.ENTER_BY_HAND
    return _of_show(watch, _turn(now, watch, view))


def _undo_asked(state: State, event: int, seat: Seat) -> Message:
    played = next((played for played in state.history if played.event == event), None)
    mover = state.seated(played.seat) if played is not None else None
    person = mover if mover is not None and mover.kind == "person" else None
    return messages.undo_asked(state.seated(seat), person)


def _turn(now: Situation, watch: TrayWatch, view: GameView) -> Message:
    player = _player(now.state, view.to_act)
    if player is None or player.kind == "person" or watch.hands is not None or watch.virtual:
        return messages.turn_of(player, view.message)
    if now.state.kind == "replay":
        return messages.turn_of(player, view.message)
    return messages.throw_for(player, view.message) if now.decided else messages.thinks(player, view.message)


def _of_show(watch: TrayWatch, message: Message) -> Message:
    return messages.by_chance(message) if watch.virtual else message


def _player(state: State, seat: str | None) -> Player | None:
    return next((player for player in state.players if player.seat == seat), None)


def _lamps(now: Situation, watch: TrayWatch, trouble: bool) -> frozenset[Lamp]:
    lamps = {lamp for command, lamp in _BUTTONS.items() if command in now.commands}
    awaiting = now.state.stage in ("show", "playing") and not watch.virtual and not now.ended
    if watch.moving:
        lamps.add("reading")
    elif awaiting and not trouble and not now.hand_entry:
        lamps.add("ready")
    if trouble or any(device.state == "trouble" for device in now.devices):
        lamps.add("trouble")
    return frozenset(lamps)


def _simulated(now: Situation, watch: TrayWatch) -> tuple[str, ...]:
    parts = tuple(f"{device.part}: {device.kind}" for device in now.devices if device.simulated)
    return (*parts, "throws: by chance, not in the tray") if watch.virtual else parts
