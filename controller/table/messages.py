"""What the table says of cubes, people and its own parts: at most three words for the scoreboard, a sentence, and the
rule behind it. What it says of the game is in `calls`.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.game import Face, GameView, Message
from controller.games.phrase import phrase
from controller.ports import Player, TrayReading

SIT_DOWN = Message("SIT DOWN", "Scan the code or open the address to take a seat.")
PAUSED = Message(
    "PAUSED", phrase("The host has paused the table: everything waits. Cubes that are moved now are no throw.")
)
ROLL_ENDED = Message("ROLL ENDED", "The recording is at its end; the table waits.")
READING = Message("READING", "The cubes are on their way; they are read as soon as they lie still.")
COCKED = Message(
    "COCKED", "A cube leans or lies on another. Throw that cube again.", "Only a cube that lies flat is counted."
)
KEPT_LEANS = Message(
    "KEPT CUBE?", "A cube that was set aside can't be read. Lay it flat on the rail, without turning it over."
)
UNSURE = Message("CAN'T READ", "A face can't be told. Throw that cube again.")
NUDGED = Message("NUDGED", "A cube was pushed after it was read. The reading stands; go on.")


def still_there(simulated: bool) -> Message:
    """A game that is about to end because nobody plays it. `simulated`: nobody can reach into the tray."""
    enough = "" if simulated else "; touching a cube is enough"
    return Message(
        "STILL THERE?",
        f"Nobody has given a sign for long. Play on, or the game ends within a minute{enough}.",
        "A game that nobody plays any more ends with its scores as they stand, and makes room for others.",
    )


def start_when_ready(persons: Sequence[Player], ends: bool) -> Message:
    """People sit and nobody has begun. `ends`: their seats are about to be given up."""
    who = persons[0].name if len(persons) == 1 else f"{len(persons)} people"
    sit = "sits" if len(persons) == 1 else "sit"
    if ends:
        return Message("PRESS START", f"{who} {sit} here and nobody starts: the seats are given up within a minute.")
    return Message("PRESS START", f"{who} {sit} at the table. Others sit down by phone; START on a phone begins.")


def play_again(message: Message) -> Message:
    """The game is over, as `message` says, and the seats are about to be given up."""
    return Message(
        message.board,
        f"{message.sentence} The seats are given up within a minute, unless somebody presses REMATCH.",
        message.rule,
    )


def missing(simulated: bool) -> Message:
    """A cube is out of view. `simulated`: so is the tray, and nobody can reach into it."""
    remedy = "Throw again." if simulated else "Bring the missing one back; if it was thrown, throw it again."
    return Message("CUBE MISSING", f"Not all cubes are in view. {remedy}")


def too_many(simulated: bool) -> Message:
    """More cubes are in view than there are. `simulated`: so is the tray, and nobody can reach into it."""
    remedy = "Throw again." if simulated else "Take the strange ones away."
    return Message("TOO MANY CUBES", f"There are more cubes in view than the set has. {remedy}")


def blocked(tray: TrayReading) -> Message:
    """The tray can't be read."""
    return Message("TRAY BLOCKED", _sentence(tray.detail) or "Something is in the way: a hand, a glass, or no light.")


def unreadable(tray: TrayReading) -> Message:
    """A reading that can't be scored for a reason that only the reader knows."""
    return Message("CAN'T READ", _sentence(tray.detail) or "The tray can't be read. Throw the cubes again.")


def wrong_count(view: GameView, allowed: frozenset[int], moved: int) -> Message:
    """Not the right number of cubes was thrown."""
    expected = " or ".join(str(number) for number in sorted(allowed))
    were = "1 cube was" if expected == "1" else f"{expected} cubes were"
    again = "just one" if expected == "1" else f"the right {expected} again"
    sentence = f"{were} to be thrown, {moved} moved: throw {again}."
    rule = "Highest of one common cube each starts." if view.phase == "roll_off" else None
    return Message("WRONG COUNT", sentence, rule)


def wrong_cubes(reason: str) -> Message:
    """The game can't take the throw."""
    return Message("WRONG CUBES", f"{reason} Throw the right ones again.")


def impossible(reason: str) -> Message:
    """A reading that can't be true."""
    return Message("MISREAD", f"{reason} Throw those cubes again.")


def journal_trouble(reason: str) -> Message:
    """Nothing can be counted, for nothing can be written down."""
    return Message("JOURNAL TROUBLE", reason)


def asking(tray: TrayReading, cube: int, alone: bool) -> Message:
    """A face that people are asked for. `alone`: nobody is there who could confirm the answer."""
    likeliest = " or ".join(_face(face) for face, _ in tray.cubes[cube].alternatives[:2])
    confirm = "Say so on a phone." if alone else "Say so on a phone, and let another player confirm."
    return Message("WHICH FACE", f"Is it {likeliest}? {confirm}", "What can't be told is asked for, never guessed.")


def waiting_for_yes(player: Player | None, face: Face, others: Sequence[Player]) -> Message:
    """An answer that one of the `others` has to confirm."""
    who = player.name if player else "A player"
    other = others[0].name if len(others) == 1 else "Another player"
    return Message("CONFIRM FACE", f"{who} says it is {_face(face)}. {other} has to confirm.")


def undo_asked(player: Player | None, whose: Player | None) -> Message:
    """Something that is taken back if another player says yes."""
    who = player.name if player else "A player"
    other = whose.name if whose is not None and whose != player else "Another player"
    return Message(
        "TAKE BACK?",
        f"{who} asks to take the last move back. {other} says yes on a phone; UNDO at the tray says no.",
        "A misread is corrected by the player with another's yes, as long as the next player has not thrown.",
    )


def correction_asked(player: Player | None, whose: Player | None, shows: str) -> Message:
    """A throw that is read anew, as it `shows`, if another player says yes."""
    who = player.name if player else "A player"
    other = whose.name if whose is not None and whose != player else "Another player"
    return Message(
        "READ ANEW?",
        f"{who} says that the last throw shows {shows}. {other} says yes on a phone; UNDO at the tray says no.",
        "A misread is corrected by the player with another's yes, as long as the next player has not thrown.",
    )


def _face(face: Face) -> str:
    return "the sun" if face == "sun" else f"a {face}"


def _sentence(detail: str | None) -> str:
    text = (detail or "").strip()
    return f"{text[0].upper()}{text[1:].rstrip('.')}." if text else ""
