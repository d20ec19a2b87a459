"""Events of the journal as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from controller.commands.telling_host import HOST_DEEDS
from controller.commands.telling_proposals import PROPOSALS, Tell, in_words, name_of
from controller.games.game import (
    ChangeRules,
    Cube,
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
from controller.games.phrase import listed, paragraph, pattern, phrase, phrase_from_json
from controller.games.wimpout import WimpoutGame
from controller.games.wimpout.cubes import SUN
from controller.journal import Event
from controller.table.seats import player_from_json
from controller.table.state import HOST, State


def told(event: Event, before: State, after: State, game: int) -> str:
    """What happened with `event`, between the table `before` it and `after` it; `game` is the number of the game.

    Where there is no game on the table, for it can't be followed, a move is told without what it came to.
    """
    if event.kind == "move":
        return _move(event, before, after)
    if event.kind == "game_started":
        return _game_started(event, after, game)
    tell = _TABLE.get(event.kind)
    return tell(event, before, after) if tell else _unknown(event)


# --- the game ---

_DONE = {
    "scored": pattern("{points} points"),
    "flash": pattern("a Flash, {points} points"),
    "freight_train": pattern("a Freight Train, {points} points"),
    "reroll": pattern("it doesn't count"),
    "forty_two": pattern("a Wimpout, but with a 4 and a 2"),
    "full_house": pattern("a Full House, and no Wimpout"),
    "insurance": pattern("a Wimpout that two tokens can cancel"),
    "wimpout": pattern("a Wimpout, {points} points lost"),
    "train_wreck": pattern("a Train Wreck, {points} points lost"),
    "supernova": pattern("a Supernova, {points} points lost"),
    "instant_win": pattern("an Instant Winner"),
    "roll_off": pattern("to see who starts"),
    "banked": pattern("{points} points banked"),
    "skipped": pattern("no points"),
}
_THEN = {
    "starter": pattern("{name} starts."),
    "last_licks": pattern("Last licks: {name} leads."),
    "interrupted": pattern("{name}'s turn is interrupted."),
    "resumed": pattern("{name}'s turn goes on."),
    "put_out": pattern("{name} is out of the game."),
    "joined": pattern("{name} joins the game."),
    "gave_up": pattern("{name} gives up."),
}
_SAID_APART = {"rules_changed", "rule_off"}


def _move(event: Event, before: State, after: State) -> str:
    view = after.view
    move = move_from_json(event.payload["move"])
    moments = view.moments if view is not None else _moments_without_game(move)
    scene = next((moment for moment in moments if moment.name in _DONE), None)
    beside = (moment for moment in moments if moment != scene and moment.name not in _SAID_APART)
    sentences = [*_switched_off(after), *(_moment(moment, after) for moment in beside)]
    match move:
        case ChangeRules(rules):
            sentences.insert(0, phrase("The rules are changed: {rules}.", rules=in_words(rules)))
        case Join() | GiveUp():
            pass
        case _:
            by_host = event.payload.get("skipped_by") == HOST
            done = _deed(move, name_of(after, event.payload["seat"]), scene, view, by_host)
            if event.payload["by"] == "hand":
                done = phrase("{done} (entered by hand)", done=done)
            if event.payload.get("first_under"):
                done = phrase("{done}, the first throw under the changed rules", done=done)
            sentences.insert(0, phrase("{done}.", done=done))
    return paragraph(*sentences)


def _moments_without_game(move: Move) -> tuple[Moment, ...]:
    match move:
        case Join(seat):
            return (Moment("joined", seat),)
        case GiveUp(seat):
            return (Moment("gave_up", seat),)
        case _:
            return ()


def _deed(move: Move, name: str, scene: Moment | None, view: GameView | None, by_host: bool) -> str:
    """What the player did, and what it came to."""
    match move:
        case Throw(thrown):
            done = _and_came_to(phrase("{name} throws {cubes}", name=name, cubes=_written(thrown)), scene)
            return _and_stands(done, view) if scene and view else done
        case CubeFell():
            done = _and_came_to(phrase("{name} throws a cube off the tray", name=name), scene)
            return _and_stands(done, view) if scene and view else done
        case Select():
            if view is None:
                return phrase("{name} chooses how it scores", name=name)
            return phrase("{name} chooses {choice}", name=name, choice=view.options[view.selected].label)
        case RollOn():
            return phrase("{name} rolls on", name=name)
        case Stop():
            return _and_came_to(phrase("{name} stops", name=name), scene)
        case Skip():
            skipped = phrase("{name} is skipped by the host", name=name)
            return _and_came_to(skipped if by_host else phrase("{name} is skipped", name=name), scene)
        case _:
            raise ValueError(f"a move {type(move).__name__} in the midst of a game")


def _written(cubes: Iterable[Cube]) -> str:
    """Cubes as `tray score` reads them, where English is spoken: a star marks the odd one."""
    faces = ((phrase("sun") if cube.face == SUN else cube.face, cube.odd) for cube in cubes)
    return paragraph(*(phrase("{face}*", face=face) if odd else face for face, odd in faces))


def _and_came_to(done: str, scene: Moment | None) -> str:
    if scene is None:
        return done
    return phrase("{done}: {outcome}", done=done, outcome=phrase(_DONE[scene.name], points=scene.points))


def _and_stands(done: str, view: GameView) -> str:
    """With what the throw came to while its turn goes on."""
    boards = listed(*(rule.board for rule in view.must_roll))
    if not view.options:
        return phrase("{done}; {then}", done=done, then=boards) if boards else done
    if len(view.options) > 1:
        label = view.options[view.selected].label
        done = phrase("{done} ({choice}, of {ways} ways)", done=done, choice=label, ways=len(view.options))
    done = phrase("{done}, {points} at stake", done=done, points=view.stake)
    return phrase("{done}; {then}", done=done, then=boards or phrase("may stop"))


def _moment(moment: Moment, state: State) -> str:
    """A house rule that has moved a score says so by its name."""
    name = name_of(state, moment.seat)
    if moment.name == "game_over":
        return phrase("{name} wins: {scores}.", name=name, scores=_scores(state))
    if moment.name in _THEN:
        return phrase(_THEN[moment.name], name=name, points=moment.points)
    rule = _words(moment.name).capitalize()
    return phrase("{rule}: {name} has {points}.", rule=rule, name=name, points=moment.points)


def _switched_off(state: State) -> list[str]:
    """The house rules that the move has shown to be broken, and why."""
    return [state.game.notice] if isinstance(state.game, WimpoutGame) and state.game.notice else []


def _scores(state: State) -> str:
    standings = state.view.standings if state.view is not None else ()
    return listed(*(f"{name_of(state, one.seat)} {one.total}" for one in standings))


# --- the table ---


def _game_started(event: Event, after: State, game: int) -> str:
    players = listed(*(
        phrase("{name} (computer)", name=player.name) if player.kind == "computer" else player.name
        for player in map(player_from_json, event.payload["players"])
    ))
    rules = in_words(event.payload["start"]["rules"]) or phrase("official")
    moments = after.view.moments if after.view else ()
    begins = phrase("Game {number} begins: {players}. Rules: {rules}.", number=game, players=players, rules=rules)
    return paragraph(begins, *(_moment(moment, after) for moment in moments))


def _undone(event: Event, before: State, after: State) -> str:
    number, by = event.payload["event"], event.payload.get("seat")
    if by != HOST or event.payload.get("asked_by") is not None:
        return phrase("Event {event} is taken back.", event=number)
    if before.history and before.history[-1].event != number:
        return phrase("The host takes event {event} back and all that followed.", event=number)
    return phrase("The host takes event {event} back.", event=number)


def _correction_asked(event: Event, before: State, after: State) -> str:
    return phrase(
        "{name} says that event {event} shows {cubes}.",
        name=name_of(after, event.payload["seat"]), event=event.payload["event"], cubes=_cubes(event, "move"),
    )


def _corrected(event: Event, before: State, after: State) -> str:
    by, asked = name_of(after, event.payload["seat"]), event.payload["asked_by"]
    if asked:
        who = phrase("{name} corrects, and {other} agrees", name=name_of(after, asked), other=by)
    else:
        who = phrase("{name} corrects", name=by)
    anew = phrase(
        "{who}: event {event}, read as {read}, shows {cubes}.",
        who=who, event=event.payload["event"], read=_cubes(event, "from"), cubes=_cubes(event, "move"),
    )
    return paragraph(anew, phrase("What followed stands.") if event.payload.get("kept") else "")


def _cubes(event: Event, key: str) -> str:
    move = move_from_json(event.payload[key])
    return _written(move.thrown) if isinstance(move, Throw) else phrase("no throw")


def _not_counted(event: Event, before: State, after: State) -> str:
    why = event.payload.get("phrases", event.payload["message"])[1]
    return phrase("A throw isn't counted: {why}", why=phrase_from_json(why))


_REASONS = {
    "somebody sits down": phrase("somebody sits down"),
    "everybody left": phrase("everybody left"),
    "the cubes can't be read": phrase("the cubes can't be read"),
    "nobody who is still in the game is left": phrase("nobody who is still in the game is left"),
    "the host ends it": phrase("the host ends it"),
}
"""Why a game was closed, as the journal has it."""


def _abandoned(event: Event, before: State, after: State) -> str:
    reason = event.payload["reason"]
    silent = re.fullmatch(r"nobody gave a sign for (\d+) s", reason)
    why = phrase("nobody gave a sign for {seconds} s", seconds=silent[1]) if silent else _REASONS.get(reason, reason)
    scores = listed(*(f"{one['name']} {one['total']}" for one in event.payload.get("scores", ())))
    closed = phrase("The game is closed: {why}.", why=why)
    return paragraph(closed, phrase("{scores}.", scores=scores) if scores else "")


def _sits_down(event: Event, before: State, after: State) -> str:
    return phrase("{name} sits down.", name=event.payload["name"])


def _leaves(event: Event, before: State, after: State) -> str:
    name = name_of(before, event.payload["seat"])
    if event.payload.get("by") == HOST:
        return phrase("The host gives up the seat of {name}.", name=name)
    return phrase("{name} leaves.", name=name)


def _answered(event: Event, before: State, after: State) -> str:
    face = _written([Cube(event.payload["face"], odd=False)])
    return phrase("{name} says that it is a {face}.", name=name_of(after, event.payload["seat"]), face=face)


def _confirmed(event: Event, before: State, after: State) -> str:
    seat = event.payload["seat"]
    if not seat:
        return phrase("It stands, for nobody else plays.")
    return phrase("{name} confirms it.", name=name_of(after, seat))


def _undo_asked(event: Event, before: State, after: State) -> str:
    name, number = name_of(after, event.payload["seat"]), event.payload["event"]
    return phrase("{name} asks to take event {event} back.", name=name, event=number)


def _skip_voted(event: Event, before: State, after: State) -> str:
    name = name_of(after, event.payload["seat"])
    if after.view is None:
        return phrase("{name} asks to skip the turn.", name=name)
    return phrase("{name} asks to skip the turn of {other}.", name=name, other=name_of(after, after.to_act))


def _unknown(event: Event) -> str:
    return phrase("An event of the kind {kind}, which this program doesn't know.", kind=repr(event.kind))


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
    "skip_voted": _skip_voted,
    "correction_asked": _correction_asked,
    "corrected": _corrected,
    **PROPOSALS,
    **HOST_DEEDS,
    "cleared": _says(phrase("The table is cleared.")),
    "base": _says(phrase("The cubes lie as they do; nothing is scored.")),
    "nudged": _says(phrase("Cubes were nudged; the reading before stands.")),
    "asked": _says(phrase("The table asks what can't be told.")),
    "ask_dropped": _says(phrase("The question is dropped.")),
    "undo_dropped": _says(phrase("Nothing is taken back.")),
}


def _words(name: str) -> str:
    """ "rule_proposed" as "rule proposed" """
    return name.replace("_", " ")
