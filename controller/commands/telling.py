"""Events of the journal as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from controller.commands.telling_host import HOST_DEEDS
from controller.commands.telling_proposals import PROPOSALS, Tell, in_words, name_of
from controller.games.game import (
    ChangeRules,
    CubeFell,
    GameView,
    GiveUp,
    Join,
    Moment,
    Move,
    RollOn,
    Select,
    Skip,
    Stop,
    Throw,
)
from controller.games.moves import move_from_json
from controller.games.wimpout import WimpoutGame
from controller.games.wimpout.notation import text_of
from controller.journal import Event
from controller.table.state import HOST, State


def told(event: Event, before: State, after: State, game: int) -> str:
    """What happened with `event`, between the table `before` it and `after` it; `game` is the number of the game."""
    if event.kind == "move":
        return _move(event, before, after)
    if event.kind == "game_started":
        return _game_started(event, after, game)
    tell = _TABLE.get(event.kind)
    return tell(event, before, after) if tell else _unknown(event)


# --- the game ---

_DONE = {
    "scored": "{points} points",
    "flash": "a Flash, {points} points",
    "freight_train": "a Freight Train, {points} points",
    "reroll": "it doesn't count",
    "forty_two": "a Wimpout, but with a 4 and a 2",
    "full_house": "a Full House, and no Wimpout",
    "insurance": "a Wimpout that two tokens can cancel",
    "wimpout": "a Wimpout, {points} points lost",
    "train_wreck": "a Train Wreck, {points} points lost",
    "supernova": "a Supernova, {points} points lost",
    "instant_win": "an Instant Winner",
    "roll_off": "to see who starts",
    "banked": "{points} points banked",
    "skipped": "no points",
}
_THEN = {
    "starter": "{name} starts.",
    "last_licks": "Last licks: {name} leads.",
    "game_over": "{name} wins:",
    "interrupted": "{name}'s turn is interrupted.",
    "resumed": "{name}'s turn goes on.",
    "put_out": "{name} is out of the game.",
    "joined": "{name} joins the game.",
    "gave_up": "{name} gives up.",
}
_SAID_APART = {"rules_changed", "rule_off"}


def _move(event: Event, before: State, after: State) -> str:
    view = after.view
    assert view is not None
    move = move_from_json(event.payload["move"])
    scene = next((moment for moment in view.moments if moment.name in _DONE), None)
    beside = (moment for moment in view.moments if moment != scene and moment.name not in _SAID_APART)
    sentences = [*_switched_off(after), *(_moment(moment, after) for moment in beside)]
    match move:
        case ChangeRules(rules):
            sentences.insert(0, f"The rules are changed: {in_words(rules)}.")
        case Join() | GiveUp():
            pass
        case _:
            entered = " (entered by hand)" if event.payload["by"] == "hand" else ""
            under = ", the first throw under the changed rules" if event.payload.get("first_under") else ""
            by_host = " by the host" if event.payload.get("skipped_by") == HOST else ""
            deed = f"{_deed(move, scene, view, by_host)}{entered}{under}"
            sentences.insert(0, f"{name_of(after, event.payload['seat'])} {deed}.")
    return " ".join([*sentences, *_result(after)])


def _deed(move: Move, scene: Moment | None, view: GameView, by_host: str) -> str:
    """What the player did, and what it came to."""
    came_to = f": {_DONE[scene.name].format(points=scene.points)}" if scene else ""
    match move:
        case Throw(thrown):
            return f"throws {text_of(thrown)}{came_to}{_standing(view) if scene else ''}"
        case CubeFell():
            return f"throws a cube off the tray{came_to}{_standing(view) if scene else ''}"
        case Select():
            return f"chooses {view.options[view.selected].label}"
        case RollOn():
            return "rolls on"
        case Stop():
            return f"stops{came_to}"
        case Skip():
            return f"is skipped{by_host}{came_to}"
        case _:
            raise ValueError(f"a move {type(move).__name__} in the midst of a game")


def _standing(view: GameView) -> str:
    """What the throw came to, while its turn goes on."""
    if not view.options:
        return "".join(f"; {rule.board}" for rule in view.must_roll)
    label = f" ({view.options[view.selected].label}, of {len(view.options)} ways)" if len(view.options) > 1 else ""
    may = ", ".join(rule.board for rule in view.must_roll) or "may stop"
    return f"{label}, {view.stake} at stake; {may}"


def _moment(moment: Moment, state: State) -> str:
    """A house rule that has moved a score says so by its name."""
    text = _THEN.get(moment.name, f"{_words(moment.name).capitalize()}: {{name}} has {{points}}.")
    return text.format(name=name_of(state, moment.seat), points=moment.points)


def _switched_off(state: State) -> list[str]:
    """The house rules that the move has shown to be broken, and why."""
    return [state.game.notice] if isinstance(state.game, WimpoutGame) and state.game.notice else []


def _result(state: State) -> list[str]:
    """The scores of a game that is over."""
    if state.view is None or state.view.phase != "over":
        return []
    return [", ".join(f"{name_of(state, one.seat)} {one.total}" for one in state.view.standings) + "."]


# --- the table ---


def _game_started(event: Event, after: State, game: int) -> str:
    players = ", ".join(
        f"{player.name} (computer)" if player.kind == "computer" else player.name for player in after.players
    )
    start = event.payload["start"]
    rules = in_words(start["rules"]) or "official"
    moments = after.view.moments if after.view else ()
    begins = f"Game {game} begins: {players}. Rules: {rules}."
    return " ".join([begins, *(_moment(moment, after) for moment in moments)])


def _undone(event: Event, before: State, after: State) -> str:
    number, by = event.payload["event"], event.payload.get("seat")
    if by == HOST and event.payload.get("asked_by") is None:
        since = " and all that followed" if before.history and before.history[-1].event != number else ""
        return f"The host takes event {number} back{since}."
    return f"Event {number} is taken back."


def _correction_asked(event: Event, before: State, after: State) -> str:
    who = name_of(after, event.payload["seat"])
    return f"{who} says that event {event.payload['event']} {_shows(event, 'move')}."


def _corrected(event: Event, before: State, after: State) -> str:
    by = name_of(after, event.payload["seat"])
    asked = event.payload["asked_by"]
    who = f"{name_of(after, asked)} corrects, and {by} agrees" if asked else f"{by} corrects"
    read = _shows(event, "from").removeprefix("shows ")
    stands = " What followed stands." if event.payload.get("kept") else ""
    return f"{who}: event {event.payload['event']}, read as {read}, {_shows(event, 'move')}.{stands}"


def _shows(event: Event, key: str) -> str:
    move = move_from_json(event.payload[key])
    return f"shows {text_of(move.thrown)}" if isinstance(move, Throw) else "is no throw"


def _not_counted(event: Event, before: State, after: State) -> str:
    return f"A throw isn't counted: {event.payload['message'][1]}"


def _abandoned(event: Event, before: State, after: State) -> str:
    scores = ", ".join(f"{one['name']} {one['total']}" for one in event.payload.get("scores", ()))
    return f"The game is closed: {event.payload['reason']}." + (f" {scores}." if scores else "")


def _sits_down(event: Event, before: State, after: State) -> str:
    return f"{event.payload['name']} sits down."


def _leaves(event: Event, before: State, after: State) -> str:
    name = name_of(before, event.payload["seat"])
    return f"The host gives up the seat of {name}." if event.payload.get("by") == HOST else f"{name} leaves."


def _answered(event: Event, before: State, after: State) -> str:
    return f"{name_of(after, event.payload['seat'])} says that it is a {event.payload['face']}."


def _confirmed(event: Event, before: State, after: State) -> str:
    seat = event.payload["seat"]
    return f"{name_of(after, seat)} confirms it." if seat else "It stands, for nobody else plays."


def _undo_asked(event: Event, before: State, after: State) -> str:
    return f"{name_of(after, event.payload['seat'])} asks to take event {event.payload['event']} back."


def _unknown(event: Event) -> str:
    return f"An event of the kind {event.kind!r}, which this program doesn't know."


def _says(text: str) -> Tell:
    return lambda event, before, after: text


_TABLE: Mapping[str, Tell] = {
    "game_abandoned": _abandoned,
    "undone": _undone,
    "not_counted": _not_counted,
    "seat_taken": _sits_down,
    "seat_left": _leaves,
    "answered": _answered,
    "confirmed": _confirmed,
    "undo_asked": _undo_asked,
    "correction_asked": _correction_asked,
    "corrected": _corrected,
    **PROPOSALS,
    **HOST_DEEDS,
    "cleared": _says("The table is cleared."),
    "base": _says("The cubes lie as they do; nothing is scored."),
    "nudged": _says("Cubes were nudged; the reading before stands."),
    "asked": _says("The table asks what can't be told."),
    "ask_dropped": _says("The question is dropped."),
    "undo_dropped": _says("Nothing is taken back."),
}


def _words(name: str) -> str:
    """ "rule_proposed" as "rule proposed" """
    return name.replace("_", " ")
