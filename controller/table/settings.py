"""What a table can be told: its pace, its rules, its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

COMPUTERS = (
    "SOL", "LUNA", "ORION", "VEGA", "RIGEL", "LYRA", "ATLAS", "NOVA", "COMET", "MIRA", "CETUS", "JUNO",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a table. Times in seconds, all at least 0; `_s` ends their names.

    `rules`: the game's own settings by their identifiers, empty for the official ones. `max_seats`: how many
    people and computer players together. `shows`: two computer players play while nobody sits. `show_games`:
    after so many games of the show the table rests (None: never). `replay`: the camera plays a recording, so
    that the table waits for `start_replay` and begins no game of its own.

    `think_s`: before a computer player acts, `undo_pause_s` where a move was just taken back: people may want to go
    back further. `again_s`: before simulated hands throw again what couldn't be read. `hands_timeout_s`: how long
    simulated hands wait for the reading of what they threw. `missing_s`: how long a cube may be out of view.
    `over_s`: how long a finished game, or people who sit but don't begin, stay before the show returns.
    `show_pause_s`: between two games of the show. `skip_after_s`: how long a person may do nothing before others can
    skip the turn. `by_hand_after_s`: how long camera or reader may be out before throws are entered by hand; a reader
    that dies is back within three seconds. `abandoned_s`: how long nobody at all may give a sign before the game of
    people ends as it stands and the show returns. `journal_retry_s`: before a journal that couldn't be written is
    tried again.

    `chance_on_phones`, `hint_on_phones`: phones show the chance of a Wimpout, and what the best player would do, too,
    where the table knows it.

    `nerve`: points at stake from which a computer player stops. `show_seed`: of the show's virtual throws
    where no hands can throw; None for chance.
    """

    table_name: str = "Cosmic Tray"
    address: str = ""
    rules: Mapping[str, Any] = field(default_factory=dict)
    max_seats: int = 12
    computers: tuple[str, ...] = COMPUTERS
    chance_on_phones: bool = False
    hint_on_phones: bool = False
    nerve: int = 45
    shows: bool = True
    show_games: int | None = None
    show_seed: int | None = None
    replay: bool = False
    think_s: float = 1.2
    undo_pause_s: float = 8.0
    again_s: float = 1.0
    hands_timeout_s: float = 15.0
    missing_s: float = 3.0
    over_s: float = 180.0
    show_pause_s: float = 8.0
    skip_after_s: float = 90.0
    by_hand_after_s: float = 3.0
    abandoned_s: float = 600.0
    journal_retry_s: float = 5.0
