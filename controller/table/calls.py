"""What the table says of the game: how the last move ended, and whose turn it is to do what.

Everybody at the table reads the same sentence, so that it names those whom it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from controller.games.game import GameView, Message, Moment, Seat
from controller.games.phrase import after_colon, counted, paragraph, pattern, phrase
from controller.ports import Player

Who = Callable[[Seat | None], Player | None]
"""Who sits, or sat, at a seat."""

_ENDED = {
    "banked": pattern("{name} banks {points} points."),
    "wimpout": pattern("{name}: Wimpout."),
    "train_wreck": pattern("{name}: Train Wreck."),
    "supernova": pattern("{name}: Supernova, out of the game."),
    "skipped": pattern("{name} is skipped."),
    "roll_off": pattern("{name} rolls a {points}."),
    "interrupted": pattern("{name}'s turn is interrupted and goes on when {name} is next."),
    "put_out": pattern("{name} is out of the game."),
    "gave_up": pattern("{name} leaves the game."),
}
"""How a move ended a turn, or a player's part in the game."""

_BESIDE = {
    "joined": pattern("{name} joins the game at {points} points."),
    "rules_changed": pattern("The rules are changed."),
    "bump": pattern("Bump: {name} falls to {points} points."),
    "tag": pattern("Tag: {name} has {points} points now."),
    "forty_two": pattern("Forty-Two: {name}'s Wimpout doesn't count."),
    "full_house": pattern("Full House: {name}'s Wimpout doesn't count."),
}
"""What happened beside the turn, to a score, or to a throw by a house rule."""

_SHOWN = dict.fromkeys(
    ("scored", "flash", "freight_train", "instant_win", "reroll", "last_licks", "starter", "game_over", "resumed",
     "rule_off", "insurance"),
    "",
)  # fmt: skip
"""What the message of the game itself says."""

WORDS: Mapping[str, str] = {**_ENDED, **_BESIDE, **_SHOWN}
"""What is said of each moment that the game knows, empty where its message says it. Any other moment is a score that
a house rule of the table's own has moved."""

_LOST = {"wimpout", "train_wreck"}


def turn_of(view: GameView, who: Who) -> Message:
    """What the player to act does now."""
    player = who(view.to_act)
    if player is None:
        return view.message
    return _told_first(view, who, view.message.board, _addressed(view, player))


def thinks(view: GameView, player: Player, who: Who) -> Message:
    """A computer player makes up its mind; people leave the cubes alone meanwhile."""
    thinking = phrase("{name} thinks. Leave the cubes where they lie.", name=player.name)
    return _told_first(view, who, f"{one_word(player.name)} THINKS", thinking)


def throw_for(view: GameView, player: Player, who: Who) -> Message:
    """A computer player's throw at a tray where only people can throw."""
    name = player.name
    label = view.options[view.selected].label if len(view.options) > 1 else ""
    choice = phrase("{name} chooses {choice}.", name=name, choice=label) if label else ""
    stake = phrase("{points} points at stake.", points=view.stake) if view.stake else ""
    throw = phrase("Throw {cubes} for {name}.", cubes=to_throw(view), name=name)
    return _told_first(view, who, f"THROW FOR {one_word(name)}", choice, stake, throw)


def enter_by_hand(view: GameView, who: Who) -> Message:
    """A throw that no camera sees."""
    player = who(view.to_act)
    cubes = to_throw(view)
    if player is not None and player.kind == "person":
        deed = phrase(
            "{name} throws {cubes} and enters on a phone what lies there.", name=player.name, cubes=cubes
        )
    else:
        name = player.name if player else phrase("the next player")
        deed = phrase("Throw {cubes} for {name}, and enter it on a phone.", cubes=cubes, name=name)
    out = phrase("The camera is out.")
    rule = phrase("The game goes on by phone while camera or reader are out; such throws are marked in the journal.")
    return Message("ENTER BY HAND", paragraph(*_before(view, who), out, deed), rule)


def won(view: GameView, who: Who) -> Message:
    """The game is over."""
    player = who(view.winner)
    if player is None:
        return _told_first(view, who, view.message.board, view.message.sentence)
    wins = phrase("{name} wins: {sentence}", name=player.name, sentence=after_colon(view.message.sentence))
    return _told_first(view, who, f"{one_word(player.name)} WINS", wins)


def go_on(message: Message) -> Message:
    """The table was off; `message` is what it says of the game."""
    back = phrase("The table was off and is back: everything is as it was.")
    return Message("GO ON", paragraph(back, message.sentence), message.rule)


def by_chance(message: Message) -> Message:
    """A message of a show that is played without cubes."""
    show = phrase("(A show by computer players, thrown by chance.)")
    return message._replace(sentence=paragraph(message.sentence, show))


def to_throw(view: GameView) -> str:
    """The cubes that come next, in words."""
    if view.phase == "roll_off":
        return phrase("one common cube")
    if any(rule.rule == "reroll" for rule in view.must_roll):
        return counted("the same cube again", "the same {number} cubes again", view.to_throw)
    return counted("{number} cube", "{number} cubes", view.to_throw)


def one_word(name: str) -> str:
    """A name as short as a board needs it."""
    return name.split()[0] if name.split() else name


def _told_first(view: GameView, who: Who, board: str, *sentences: str) -> Message:
    """These sentences, after how the last move ended somebody's turn."""
    return Message(board, paragraph(*_before(view, who), *sentences), view.message.rule)


def _before(view: GameView, who: Who) -> tuple[str, ...]:
    """How the last move ended somebody's turn; empty where the turn goes on."""
    return tuple(_told(moment, who(moment.seat)) for moment in view.moments)


def _told(moment: Moment, player: Player | None) -> str:
    name = player.name if player is not None else ""
    if moment.name not in WORDS:
        rule = moment.name.replace("_", " ")
        now = pattern("{name} has {points} points now, by the rule {rule}.")
        return phrase(now, name=name, points=moment.points, rule=rule) if player is not None else ""
    words = WORDS[moment.name]
    if not words or (player is None and "{name}" in words):
        return ""
    if moment.name == "skipped" and player is not None and not player.present:
        return phrase("{name} has left and is skipped.", name=name)
    told = phrase(words, name=name, points=moment.points)
    lost = phrase("{points} points lost.", points=moment.points) if moment.name in _LOST and moment.points else ""
    return paragraph(told, lost)


def _addressed(view: GameView, player: Player) -> str:
    """What the game says, to the player to act by name."""
    happened = {moment.name for moment in view.moments}
    name, sentence = player.name, after_colon(view.message.sentence)
    ended = happened & _ENDED.keys()
    # Who leaves in another's turn ends none.
    goes_on = ended == {"gave_up"} and (view.options or view.must_roll)
    if view.phase != "roll_off" and "starter" in happened:
        return phrase("{name} starts: {sentence}", name=name, sentence=sentence)
    if view.phase != "roll_off" and ended and not goes_on:
        return phrase("{name}'s turn: {sentence}", name=name, sentence=sentence)
    return phrase("{name}: {sentence}", name=name, sentence=sentence)
