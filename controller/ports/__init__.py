"""The doors between the rooms: the values that pass through them and the protocols on either side.

This is the only part of the controller that `vision`, `hardware` and `web_ui` import, and they import it as a whole.
What passes is a frozen value or a protocol. Beside them lies what all rooms do in one way: save and read files, and
spell their names out.
"""

from controller.games.game import Cube as GameCube
from controller.games.game import Face, GameView, Message, Moment, MustRoll, Option, Seat, Standing
from controller.games.phrase import Joint, Phrase, counted, listed, one_of, paragraph, phrase, said
from controller.games.rulebook import Example, RuleChapter, RuleChoice, RuleEntry, RuleSheet
from controller.ports.chronicle import (
    BestTurn,
    Chronicle,
    FaceTest,
    PastThrow,
    PastThrows,
    Period,
    PlayerFigures,
    SeenCube,
    Statistics,
    ThrowShown,
    Verdict,
)
from controller.ports.commands import Command, CommandDoor, CommandName, HostCommand, PlayerCommand, Reply
from controller.ports.consent import LastThrow, MoveMade, Outcome, RuleChange, RulesProposal, ThrownCube, UndoAsked
from controller.ports.host import Entry, HostDoor, HostView, LogLine, PastMove, RecordError
from controller.ports.outputs import BoardPicture, Clock, Panel, Scoreboard, TrayLight
from controller.ports.plain import as_json
from controller.ports.reader import Device, Hands, Picture, Preview, Reader, ReaderEvents
from controller.ports.readings import (
    Point,
    Problem,
    ProblemKind,
    Quad,
    ReadCube,
    Reading,
    Status,
    TrayReading,
    TrueCube,
    Zone,
)
from controller.ports.regular_files import read_regular
from controller.ports.saving import discard_unfinished, save
from controller.ports.snapshot import Feed, Lamp, Player, Snapshot
from controller.ports.spelling import printable

__all__ = [
    "BestTurn", "BoardPicture", "Chronicle", "Clock", "Command", "CommandDoor", "CommandName", "Device", "Entry",
    "Example", "Face", "FaceTest", "Feed", "GameCube", "GameView", "Hands", "HostCommand", "HostDoor", "HostView",
    "Joint", "Lamp", "LastThrow", "LogLine", "Message", "Moment", "MoveMade", "MustRoll", "Option", "Outcome",
    "Panel", "PastMove", "PastThrow", "PastThrows", "Period", "Phrase", "Picture", "Player", "PlayerCommand",
    "PlayerFigures", "Point", "Preview", "Problem", "ProblemKind", "Quad", "ReadCube", "Reader", "ReaderEvents",
    "Reading", "RecordError", "Reply", "RuleChange", "RuleChapter", "RuleChoice", "RuleEntry", "RuleSheet",
    "RulesProposal", "Scoreboard", "Seat", "SeenCube", "Snapshot", "Standing", "Statistics", "Status",
    "ThrowShown", "ThrownCube", "TrayLight", "TrayReading", "TrueCube", "UndoAsked", "Verdict", "Zone", "as_json",
    "counted", "discard_unfinished", "listed", "one_of", "paragraph", "phrase", "printable", "read_regular",
    "said", "save",
]
