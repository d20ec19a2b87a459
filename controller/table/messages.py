"""What the table says of cubes, people and its own parts: at most three words for the scoreboard, a sentence, and the
rule behind it. What it says of the game is in `calls`.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.game import Face, GameView, Message
from controller.games.phrase import Phrase, counted, one_of, paragraph, phrase
from controller.ports import Player, TrayReading

SIT_DOWN = Message("SIT DOWN", phrase("Scan the code or open the address to take a seat."))
PAUSED = Message(
    "PAUSED", phrase("The host has paused the table: everything waits. Cubes that are moved now are no throw.")
)
ROLL_ENDED = Message("ROLL ENDED", phrase("The recording is at its end; the table waits."))
READING = Message("READING", phrase("The cubes are on their way; they are read as soon as they lie still."))
COCKED = Message(
    "COCKED",
    phrase("A cube leans or lies on another. Throw that cube again."),
    phrase("Only a cube that lies flat is counted."),
)
KEPT_LEANS = Message(
    "KEPT CUBE?",
    phrase("A cube that was set aside can't be read. Lay it flat on the rail, without turning it over."),
)
UNSURE = Message("CAN'T READ", phrase("A face can't be told. Throw that cube again."))
NUDGED = Message("NUDGED", phrase("A cube was pushed after it was read. The reading stands; go on."))

PARTS = {
    "camera": phrase("camera"),
    "scoreboard": phrase("scoreboard"),
    "panel": phrase("panel"),
    "journal": phrase("journal"),
}
"""The parts of the machine, in words."""

_KINDS = {"simulated": phrase("simulated"), "model": phrase("model"), "mock": phrase("mock")}
"""Kinds of parts that aren't names."""

_MISREAD = phrase(
    "A misread is corrected by the player with another's yes, as long as the next player has not thrown."
)


def still_there(simulated: bool) -> Message:
    """A game that is about to end because nobody plays it. `simulated`: nobody can reach into the tray."""
    play_on = phrase("Play on, or the game ends within a minute; touching a cube is enough.")
    return Message(
        "STILL THERE?",
        paragraph(
            phrase("Nobody has given a sign for long."),
            phrase("Play on, or the game ends within a minute.") if simulated else play_on,
        ),
        phrase("A game that nobody plays any more ends with its scores as they stand, and makes room for others."),
    )


def start_when_ready(persons: Sequence[Player], ends: bool) -> Message:
    """People sit and nobody has begun. `ends`: their seats are about to be given up."""
    number, name = len(persons), persons[0].name
    if ends and number == 1:
        sits = phrase("{name} sits here and nobody starts: the seat is given up within a minute.", name=name)
    elif ends:
        sits = phrase(
            "{number} people sit here and nobody starts: the seats are given up within a minute.", number=number
        )
    elif number == 1:
        sits = phrase("{name} sits at the table. Others sit down by phone. START on any phone begins.", name=name)
    else:
        sits = phrase(
            "{number} people sit at the table. Others sit down by phone. START on any phone begins.", number=number
        )
    return Message("PRESS START", sits)


def play_again(message: Message) -> Message:
    """The game is over, as `message` says, and the seats are about to be given up."""
    seats = phrase("The seats are given up within a minute, unless somebody presses REMATCH.")
    return message._replace(sentence=paragraph(message.sentence, seats))


def missing(simulated: bool) -> Message:
    """A cube is out of view. `simulated`: so is the tray, and nobody can reach into it."""
    bring = phrase("Bring the missing one back; if it was thrown, throw it again.")
    remedy = phrase("Throw again.") if simulated else bring
    return Message("CUBE MISSING", paragraph(phrase("Not all cubes are in view."), remedy))


def too_many(simulated: bool) -> Message:
    """More cubes are in view than there are. `simulated`: so is the tray, and nobody can reach into it."""
    remedy = phrase("Throw again.") if simulated else phrase("Take the strange ones away.")
    return Message("TOO MANY CUBES", paragraph(phrase("There are more cubes in view than the set has."), remedy))


def blocked(tray: TrayReading) -> Message:
    """The tray can't be read."""
    why = _sentence(tray.detail) or phrase("Something is in the way: a hand, a glass, or no light.")
    return Message("TRAY BLOCKED", why)


def unreadable(tray: TrayReading) -> Message:
    """A reading that can't be scored for a reason that only the reader knows."""
    why = _sentence(tray.detail) or phrase("The tray can't be read. Throw the cubes again.")
    return Message("CAN'T READ", why)


def wrong_count(view: GameView, allowed: frozenset[int], moved: int) -> Message:
    """Not the right number of cubes was thrown."""
    if allowed == {1}:
        sentence = phrase("1 cube was to be thrown, {moved} moved: throw just one.", moved=moved)
    else:
        due = one_of(str(number) for number in sorted(allowed))
        sentence = phrase(
            "{due} cubes were to be thrown, {moved} moved: throw the right {due} again.", due=due, moved=moved
        )
    rule = phrase("Highest of one common cube each starts.") if view.phase == "roll_off" else None
    return Message("WRONG COUNT", sentence, rule)


def wrong_cubes(reason: str) -> Message:
    """The game can't take the throw."""
    return Message("WRONG CUBES", paragraph(reason, phrase("Throw the right ones again.")))


def impossible(reason: str) -> Message:
    """A reading that can't be true."""
    return Message("MISREAD", paragraph(reason, phrase("Throw those cubes again.")))


def journal_trouble(reason: str) -> Message:
    """Nothing can be counted, for nothing can be written down."""
    return Message("JOURNAL TROUBLE", reason)


def asking(tray: TrayReading, cube: int, alone: bool) -> Message:
    """A face that people are asked for. `alone`: nobody is there who could confirm the answer."""
    likeliest = one_of(_face(face) for face, _ in tray.cubes[cube].alternatives[:2])
    confirm = phrase("Say so on a phone, and let another player confirm.")
    say_so = phrase("Say so on a phone.") if alone else confirm
    return Message(
        "WHICH FACE",
        paragraph(phrase("Is it {faces}?", faces=likeliest), say_so),
        phrase("What can't be told is asked for, never guessed."),
    )


def waiting_for_yes(player: Player | None, face: Face, others: Sequence[Player]) -> Message:
    """An answer that one of the `others` has to confirm."""
    says = phrase("{name} says it is {face}.", name=_name(player), face=_face(face))
    other = others[0].name if len(others) == 1 else phrase("Another player")
    return Message("CONFIRM FACE", paragraph(says, phrase("{name} has to confirm.", name=other)))


def undo_asked(player: Player | None, whose: Player | None) -> Message:
    """Something that is taken back if another player says yes."""
    asks = phrase("{name} asks to take the last move back.", name=_name(player))
    return Message("TAKE BACK?", paragraph(asks, _yes_or_no(player, whose)), _MISREAD)


def correction_asked(player: Player | None, whose: Player | None, shows: str) -> Message:
    """A throw that is read anew, as it `shows`, if another player says yes."""
    says = phrase("{name} says that the last throw shows {faces}.", name=_name(player), faces=shows)
    return Message("READ ANEW?", paragraph(says, _yes_or_no(player, whose)), _MISREAD)


def skip_asked(player: Player | None, whose: Player | None, needs: int) -> Message:
    """The turn of somebody who gives no sign is skipped if so many people more ask for it."""
    asks = phrase("{name} asks to skip the turn of {other}.", name=_name(player), other=_name(whose))
    more = counted("{number} more player has to agree.", "{number} more players have to agree.", needs)
    return Message("SKIP TURN?", paragraph(asks, more, phrase("{name} plays on by throwing.", name=_name(whose))))


def simulated(part: str, kind: str) -> str:
    """A part of the machine that is simulated."""
    return phrase("{part}: {kind}", part=PARTS.get(part, part), kind=_KINDS.get(kind, kind))


def _yes_or_no(player: Player | None, whose: Player | None) -> str:
    other = whose.name if whose is not None and whose != player else phrase("Another player")
    return phrase("{name} says yes on a phone; UNDO at the tray says no.", name=other)


def _name(player: Player | None) -> str:
    return player.name if player is not None else phrase("A player")


def _face(face: Face) -> str:
    return phrase("the sun") if face == "sun" else phrase("a {face}", face=face)


def _sentence(detail: str | None) -> str:
    """What the reader says is the matter, as a sentence."""
    text = detail or ""
    if isinstance(text, Phrase):
        return text
    text = text.strip()
    return f"{text[0].upper()}{text[1:].rstrip('.')}." if text else ""
