"""What the table says of the game: how the last move ended, and whose turn it is to do what.

Everybody at the table reads the same sentence, so that it names those whom it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from controller.games.game import GameView, Message, Moment, Seat
from controller.ports import Player

Who = Callable[[Seat | None], Player | None]
"""Who sits, or sat, at a seat."""

_ENDED = {
    "banked": "{name} banks {points} points.",
    "wimpout": "{name}: Wimpout.",
    "train_wreck": "{name}: Train Wreck.",
    "supernova": "{name}: Supernova, out of the game.",
    "skipped": "{name} is skipped.",
    "roll_off": "{name} rolls a {points}.",
    "interrupted": "{name}'s turn is interrupted and goes on when {name} is next.",
    "put_out": "{name} is out of the game.",
    "gave_up": "{name} leaves the game.",
}
"""How a move ended a turn, or a player's part in the game."""

_BESIDE = {
    "joined": "{name} joins the game at {points} points.",
    "rules_changed": "The rules are changed.",
    "bump": "Bump: {name} falls to {points} points.",
    "tag": "Tag: {name} has {points} points now.",
    "forty_two": "Forty-Two: {name}'s Wimpout doesn't count.",
    "full_house": "Full House: {name}'s Wimpout doesn't count.",
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
    sentence = f"{_before(view, who)}{_address(view, player)} {_after_colon(view.message.sentence)}"
    return Message(view.message.board, sentence, view.message.rule)


def thinks(view: GameView, player: Player, who: Who) -> Message:
    """A computer player makes up its mind; people leave the cubes alone meanwhile."""
    sentence = f"{_before(view, who)}{player.name} thinks. Leave the cubes where they lie."
    return Message(f"{one_word(player.name)} THINKS", sentence, view.message.rule)


def throw_for(view: GameView, player: Player, who: Who) -> Message:
    """A computer player's throw at a tray where only people can throw."""
    choice = f"{player.name} chooses {view.options[view.selected].label}. " if len(view.options) > 1 else ""
    stake = f"{view.stake} points at stake. " if view.stake else ""
    sentence = f"{_before(view, who)}{choice}{stake}Throw {to_throw(view)} for {player.name}."
    return Message(f"THROW FOR {one_word(player.name)}", sentence, view.message.rule)


def enter_by_hand(view: GameView, who: Who) -> Message:
    """A throw that no camera sees."""
    player = who(view.to_act)
    if player is not None and player.kind == "person":
        deed = f"{player.name} throws {to_throw(view)} and enters on a phone what lies there."
    else:
        deed = f"Throw {to_throw(view)} for {player.name if player else 'the next player'}, and enter it on a phone."
    return Message(
        "ENTER BY HAND",
        f"{_before(view, who)}The camera is out. {deed}",
        "The game goes on by phone while camera or reader are out; such throws are marked in the journal.",
    )


def won(view: GameView, who: Who) -> Message:
    """The game is over."""
    player, before = who(view.winner), _before(view, who)
    if player is None:
        return Message(view.message.board, before + view.message.sentence, view.message.rule)
    sentence = f"{before}{player.name} wins: {_after_colon(view.message.sentence)}"
    return Message(f"{one_word(player.name)} WINS", sentence, view.message.rule)


def go_on(message: Message) -> Message:
    """The table was off; `message` is what it says of the game."""
    sentence = f"The table was off and is back: everything is as it was. {message.sentence}"
    return Message("GO ON", sentence, message.rule)


def by_chance(message: Message) -> Message:
    """A message of a show that is played without cubes."""
    sentence = f"{message.sentence} (A show by computer players, thrown by chance.)"
    return Message(message.board, sentence, message.rule)


def to_throw(view: GameView) -> str:
    """The cubes that come next, in words."""
    if view.phase == "roll_off":
        return "one common cube"
    if any(rule.rule == "reroll" for rule in view.must_roll):
        return "the same cube again" if view.to_throw == 1 else f"the same {view.to_throw} cubes again"
    return "1 cube" if view.to_throw == 1 else f"{view.to_throw} cubes"


def one_word(name: str) -> str:
    """A name as short as a board needs it."""
    return name.split()[0] if name.split() else name


def _before(view: GameView, who: Who) -> str:
    """How the last move ended somebody's turn; empty where the turn goes on."""
    told = [sentence for moment in view.moments if (sentence := _told(moment, who(moment.seat)))]
    return "".join(f"{sentence} " for sentence in told)


def _told(moment: Moment, player: Player | None) -> str:
    if moment.name not in WORDS:
        by_rule = f"by the rule {moment.name.replace('_', ' ')}"
        return f"{player.name} has {moment.points} points now, {by_rule}." if player is not None else ""
    if player is None and "{name}" in WORDS[moment.name]:
        return ""
    if moment.name == "skipped" and player is not None and not player.present:
        return f"{player.name} has left and is skipped."
    told = WORDS[moment.name].format(name=player.name if player is not None else "", points=moment.points)
    return f"{told} {moment.points} points lost." if moment.name in _LOST and moment.points else told


def _address(view: GameView, player: Player) -> str:
    happened = {moment.name for moment in view.moments}
    if view.phase == "roll_off":
        return f"{player.name}:"
    if "starter" in happened:
        return f"{player.name} starts:"
    ended = happened & _ENDED.keys()
    # Who leaves in another's turn ends none.
    goes_on = ended == {"gave_up"} and (view.options or view.must_roll)
    return f"{player.name}'s turn:" if ended and not goes_on else f"{player.name}:"


def _after_colon(sentence: str) -> str:
    """`sentence` as it goes on after a colon; words in capitals stay as they are."""
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() else sentence
