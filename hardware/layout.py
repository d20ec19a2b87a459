"""A snapshot as a picture: who plays, what they have, what is at stake, how many cubes to throw, what to do.

From the left: the player's name, taking turns with the message; the cubes to throw as blocks; the player's total;
the points at stake with their plus. The numbers stand still, so that they can be read at any moment.
"""

from __future__ import annotations

from controller.ports import Player, Seat, Snapshot, Standing
from hardware import font
from hardware.canvas import Canvas, Picture, Size
from hardware.ring import draw_ring

MARGIN = 2
CUBE, CUBES_A_COLUMN = 2, 3
TOTAL_COLUMNS = font.width("000")
NARROWEST_TEXT = 9
"""Columns below which a name is left out rather than cut to a letter."""

HOLD_SECONDS = 1.6
SCROLL_HOLD_SECONDS = 0.7
SCROLL_COLUMNS_PER_SECOND = 24
SHOW_SECONDS = 12
"""How long the idle show shows its game before it invites again."""
OPENING_SECONDS = 1.5
"""How long the scene `waiting` takes, which opens each invitation."""


def final_picture(snapshot: Snapshot, size: Size) -> Picture:
    """What the board shows of a snapshot when nothing moves: the name, the numbers, the markers at full light."""
    return _draw(snapshot, size, None, None)


def steady_picture(snapshot: Snapshot, size: Size, since_message: float, running: float) -> Picture:
    """The same picture as it moves: name and message take turns, long ones scroll, the marker breathes.

    `since_message`: seconds since this message was first to be shown. `running`: seconds since the board was started.
    """
    return _draw(snapshot, size, since_message, running)


def player_shown(snapshot: Snapshot) -> Player | None:
    """Whose score the board shows: the player to act, the winner when the game is over."""
    view = snapshot.view
    if view is None:
        return None
    leader = next((standing.seat for standing in view.standings if standing.leads), None)
    return snapshot.player(view.to_act or view.winner or leader)


def standing_of(snapshot: Snapshot, seat: Seat | None) -> Standing | None:
    """A player's place in the game, None for nobody."""
    standings = snapshot.view.standings if snapshot.view is not None else ()
    return next((standing for standing in standings if standing.seat == seat), None)


def board_name(snapshot: Snapshot, player: Player) -> str:
    """A player's name as the board can write it."""
    return font.name_of(player.name, snapshot.players.index(player) + 1)


def board_message(snapshot: Snapshot) -> str:
    """The message as the board can write it: a name in another script stands there as its seat's number."""
    words = snapshot.message.board.split()
    for player in snapshot.players:
        name = player.name.split()
        words = [board_name(snapshot, player) if word in name and not font.drawable(word) else word for word in words]
    return " ".join(words)


def invitation(snapshot: Snapshot) -> str:
    """What an idle board says."""
    address = snapshot.address.removeprefix("http://").rstrip("/")
    table = f"Play {snapshot.table_name}?" if font.drawable(snapshot.table_name) else "Play?"
    return f"{table} {address}"


def invited_for(snapshot: Snapshot, size: Size, running: float | None) -> float | None:
    """Seconds into the invitation that the idle show makes every now and then, below 0 while it is being opened; None
    while the show shows its game."""
    if snapshot.stage != "show" or running is None:
        return None
    before = SHOW_SECONDS + OPENING_SECONDS
    into = running % (before + text_seconds(invitation(snapshot), size.columns)) - before
    return into if into >= -OPENING_SECONDS else None


def draw_text(canvas: Canvas, text: str, columns: tuple[int, int], seconds: float | None) -> None:
    """Text in columns from..to (exclusive): from the left if it fits or `seconds` is None, else scrolling through."""
    start, stop = columns
    if font.width(text) <= stop - start:
        canvas.put(font.draw(text), start, within=columns)
    elif seconds is None:
        canvas.put(font.draw(_fitting(text, stop - start)), start, within=columns)
    else:
        moved = max(0.0, seconds - SCROLL_HOLD_SECONDS) * SCROLL_COLUMNS_PER_SECOND
        canvas.put(font.draw(text), start - int(moved), within=columns)


def text_seconds(text: str, columns: int) -> float:
    """How long a text stays: a moment if it fits, else until it has scrolled through."""
    if font.width(text) <= columns:
        return HOLD_SECONDS
    return SCROLL_HOLD_SECONDS + font.width(text) / SCROLL_COLUMNS_PER_SECOND


def _draw(snapshot: Snapshot, size: Size, since_message: float | None, running: float | None) -> Picture:
    canvas = Canvas(size)
    draw_ring(canvas, snapshot, running)
    player = player_shown(snapshot)
    inviting = invited_for(snapshot, size, running)
    if player is None:
        _say_in_turn(canvas, [board_message(snapshot), invitation(snapshot)], (0, size.columns), since_message)
    elif inviting is not None and inviting >= 0:
        draw_text(canvas, invitation(snapshot), (0, size.columns), inviting)
    else:
        room = _draw_numbers(canvas, snapshot, player)
        if room >= NARROWEST_TEXT:
            _draw_words(canvas, snapshot, player, room, since_message)
    return canvas.freeze()


def _draw_numbers(canvas: Canvas, snapshot: Snapshot, player: Player) -> int:
    """Draw from the right what fits: total, stake, cubes. Returns the columns that are left for words."""
    view, standing = snapshot.view, standing_of(snapshot, player.seat)
    assert view is not None
    total = font.draw(str(standing.total if standing else 0))
    stake = font.draw(f"+{view.stake}") if view.stake else None
    right: int = canvas.size.columns
    if stake is not None and stake.shape[1] + MARGIN + total.shape[1] <= right:
        right -= int(stake.shape[1])
        canvas.put(stake, right)
        right -= MARGIN
    canvas.put(total, right - total.shape[1])
    right -= min(right, max(int(total.shape[1]), TOTAL_COLUMNS)) + MARGIN
    cubes = -(-view.to_throw // CUBES_A_COLUMN) * (CUBE + 1) - 1
    if 0 < cubes <= right:
        draw_cubes(canvas, right - cubes, view.to_throw)
        right -= cubes + MARGIN
    return right


def draw_cubes(canvas: Canvas, left: int, count: int) -> None:
    """Cubes as blocks of two by two pixels, three above one another."""
    for cube in range(count):
        column, row = divmod(cube, CUBES_A_COLUMN)
        canvas.block(left + column * (CUBE + 1), row * (CUBE + 1), CUBE, CUBE)


def _draw_words(canvas: Canvas, snapshot: Snapshot, player: Player, room: int, seconds: float | None) -> None:
    """The name, in turn with the message. A turn begins with the name; else what to do comes first."""
    name, message = board_name(snapshot, player), board_message(snapshot)
    turn_begins = snapshot.view is not None and not snapshot.view.last_throw and "trouble" not in snapshot.lamps
    words = [name, message] if turn_begins or seconds is None else [message, name]
    _say_in_turn(canvas, words, (0, room), seconds)


def _say_in_turn(canvas: Canvas, texts: list[str], columns: tuple[int, int], seconds: float | None) -> None:
    """One text after the other, round and round; only the first for `seconds` None."""
    said = [text for text in texts if text]
    if not said:
        return
    if seconds is None:
        draw_text(canvas, said[0], columns, None)
        return
    lengths = [text_seconds(text, columns[1] - columns[0]) for text in said]
    into = seconds % sum(lengths)
    for text, length in zip(said, lengths, strict=True):
        if into < length:
            draw_text(canvas, text, columns, into)
            return
        into -= length


def _fitting(text: str, columns: int) -> str:
    """As many letters from the start as fit."""
    while text and font.width(text) > columns:
        text = text[:-1]
    return text.rstrip()
