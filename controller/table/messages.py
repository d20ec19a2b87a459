"""What the table says: at most three words for the scoreboard, a sentence, and the rule behind it."""

from __future__ import annotations

from controller.games.game import Face, GameView, Message
from controller.ports import Player, TrayReading

GO_ON = Message("GO ON", "The table was off and is back: everything is as it was. Go on.")
SIT_DOWN = Message("SIT DOWN", "Scan the code or open the address to take a seat.")
ROLL_ENDED = Message("ROLL ENDED", "The recording is at its end; the table waits.")
READING = Message("READING", "The cubes are still moving, or somebody's hand is.")
ENTER_BY_HAND = Message(
    "ENTER BY HAND",
    "Camera or reader are out: throw, and enter on a phone what lies there.",
    "The game goes on by phone; such throws are marked in the journal.",
)
MISSING = Message(
    "CUBE MISSING", "Not all cubes are in view. Bring the missing one back; if it was thrown, throw it again."
)
COCKED = Message(
    "COCKED", "A cube leans or lies on another. Throw that cube again.", "Only a cube that lies flat is counted."
)
TOO_MANY = Message("TOO MANY CUBES", "There are more cubes in view than the set has. Take the strange ones away.")
UNSURE = Message("CAN'T READ", "A face can't be told. Throw that cube again.")
NUDGED = Message("NUDGED", "A cube was pushed after it was read. The reading stands; go on.")


def start_when_ready(persons: int) -> Message:
    """People sit and nobody has begun."""
    who = "One person sits" if persons == 1 else f"{persons} people sit"
    return Message("PRESS START", f"{who} at the table. Sit down with them, or start the game on a phone.")


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
    return Message("WRONG CUBES", reason)


def impossible(reason: str) -> Message:
    """A reading that can't be true."""
    return Message("MISREAD", f"{reason} Throw those cubes again.")


def journal_trouble(reason: str) -> Message:
    """Nothing can be counted, for nothing can be written down."""
    return Message("JOURNAL TROUBLE", reason)


def asking(tray: TrayReading, cube: int) -> Message:
    """A face that people are asked for."""
    likeliest = " or ".join(_face(face) for face, _ in tray.cubes[cube].alternatives[:2])
    return Message(
        "WHICH FACE",
        f"Is it {likeliest}? Say so on a phone, and let another player confirm.",
        "What can't be told is asked for, never guessed.",
    )


def waiting_for_yes(player: Player | None, face: Face) -> Message:
    """An answer that another player has to confirm."""
    who = player.name if player else "A player"
    return Message("CONFIRM FACE", f"{who} says it is {_face(face)}. Another player has to confirm.")


def undo_asked(player: Player | None, whose: Player | None) -> Message:
    """Something that is taken back if another player says yes."""
    who = player.name if player else "A player"
    other = whose.name if whose is not None and whose != player else "Another player"
    return Message(
        "TAKE BACK?",
        f"{who} asks to take the last move back. {other} says yes with UNDO on a phone; UNDO at the tray says no.",
        "A misread is corrected by the player with another's yes, as long as the next player has not thrown.",
    )


def turn_of(player: Player | None, message: Message) -> Message:
    """What the game says, to the player whose turn it is."""
    if player is None:
        return message
    return Message(message.board, f"{player.name}: {message.sentence}", message.rule)


def thinks(player: Player, message: Message) -> Message:
    """A computer player makes up its mind; people leave the cubes alone meanwhile."""
    return Message(f"{_one_word(player.name)} THINKS", f"{player.name} decides. {message.sentence}", message.rule)


def throw_for(player: Player, message: Message) -> Message:
    """A computer player's throw at a tray where only people can throw."""
    sentence = f"Somebody throws for {player.name}: {message.sentence}"
    return Message(f"THROW FOR {_one_word(player.name)}", sentence, message.rule)


def won(player: Player | None, message: Message) -> Message:
    """The game is over."""
    if player is None:
        return message
    return Message(f"{_one_word(player.name)} WINS", f"{player.name} wins. {message.sentence}", message.rule)


def by_chance(message: Message) -> Message:
    """A message of a show that is played without cubes."""
    note = "Two computer players show the game; these throws are by chance, not in the tray."
    return Message(message.board, f"{message.sentence} ({note})", message.rule)


def _face(face: Face) -> str:
    return "the sun" if face == "sun" else f"a {face}"


def _sentence(detail: str | None) -> str:
    text = (detail or "").strip()
    return f"{text[0].upper()}{text[1:].rstrip('.')}." if text else ""


def _one_word(name: str) -> str:
    return name.split()[0] if name.split() else name
