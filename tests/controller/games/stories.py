"""Games told as stories: moves parted by "/".

Cubes are thrown ("5 10 2 3 4*", a star marks the odd one); "= 1" selects an option; "stop", "skip", "roll on" and
"fell" (a cube left the tray) are what they say.
"""

from controller.games.game import CubeFell, Move, RollOn, Select, Skip, Start, Stop, Throw
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.house import HouseRule
from controller.games.wimpout.notation import cubes_from_text

WORDS: dict[str, Move] = {"stop": Stop(), "skip": Skip(), "roll on": RollOn(), "fell": CubeFell()}


def play(
    story: str, seats: str = "ann bob cy", own: tuple[type[HouseRule], ...] = (), **rules: object
) -> WimpoutGame:
    """The game after this story, in which players act as they are listed; nobody needs points to get in, unless the
    rules say so. `own`: the table's own house rules."""
    chosen = {"entry": 0, "direction": "clockwise"} | rules
    game = WimpoutGame.started(Start(tuple(seats.split()), chosen, starter=seats.split()[0]), own)
    return go_on(game, story)


def go_on(game: WimpoutGame, story: str) -> WimpoutGame:
    """The game after more of a story."""
    for words in filter(None, story.split(" / ")):
        game = game.play(_move(words))
    return game


def _move(words: str) -> Move:
    if words.startswith("= "):
        return Select(int(words.removeprefix("= ")))
    return WORDS.get(words) or Throw(cubes_from_text(words))


def told(game: WimpoutGame) -> str:
    """What the last move has brought: the moments, the points at stake, and what the board says."""
    return f"{' '.join(moment.name for moment in game.moments)}, {game.view.stake}: {game.view.message.board}"


def forced(game: WimpoutGame) -> list[str]:
    """The rules that forbid to stop."""
    return [rule.rule for rule in game.view.must_roll]


def totals(game: WimpoutGame) -> list[int]:
    return [player.total for player in game.players]
