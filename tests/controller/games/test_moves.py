"""Moves survive the way through JSON, and nothing else passes for a move."""

import json

import pytest

from controller.games.game import (
    ChangeRules,
    Cube,
    CubeFell,
    GiveUp,
    Join,
    Move,
    RollOn,
    Select,
    Skip,
    Start,
    Stop,
    Throw,
)
from controller.games.moves import move_from_json, move_to_json

MOVES: list[Move] = [
    Start(("ann", "bob"), {"goal": 300, "keep": "free"}, "bob"),
    Start(("ann",)),
    Throw((Cube("5"), Cube("sun", True), Cube("10", None)), None),
    Throw((Cube("2"),), (Cube("5", False),)),
    Throw((Cube("2"),), ()),
    Select(2),
    RollOn(),
    Stop(),
    Skip(),
    CubeFell(),
    ChangeRules({"sampler": 50, "keep": "free"}),
    Join("cy", after="ann"),
    Join("cy"),
    GiveUp("bob"),
]


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_a_move_comes_back_from_json_as_it_went(move: Move) -> None:
    assert move_from_json(json.loads(json.dumps(move_to_json(move)))) == move


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (["stop"], "A move is an object"),
        ({}, "kind is one of"),
        ({"kind": "jump"}, "not 'jump'"),
        ({"kind": ["stop"]}, "kind is one of"),
        ({"kind": "stop", "why": "tired"}, "has no why"),
        ({"kind": "throw", "thrown": []}, "lacks kept"),
        ({"kind": "throw", "thrown": "5", "kept": None}, "thrown is a list"),
        ({"kind": "throw", "thrown": ["5"], "kept": None}, r"thrown\[0\] is a cube"),
        ({"kind": "throw", "thrown": [{"face": 5, "odd": False}], "kept": None}, "a face is a string"),
        ({"kind": "throw", "thrown": [{"face": "5", "odd": 1}], "kept": None}, "true, false or null"),
        ({"kind": "throw", "thrown": [{"face": "5"}], "kept": None}, r"thrown\[0\] lacks odd"),
        ({"kind": "select", "option": "1"}, "whole number"),
        ({"kind": "select", "option": True}, "whole number"),
        ({"kind": "start", "seats": ["ann", 2], "rules": {}, "starter": None}, "A seat is a string"),
        ({"kind": "start", "seats": ["ann"], "rules": [], "starter": None}, "rules is an object"),
        ({"kind": "start", "seats": ["ann"], "rules": {1: 2}, "starter": None}, "name is a string"),
        ({"kind": "start", "seats": ["ann"], "rules": {}, "starter": 7}, "starter is a seat or null"),
        ({"kind": "join", "seat": 1, "after": None}, "A seat is a string"),
        ({"kind": "join", "seat": "cy", "after": 1}, "after is a seat or null"),
        ({"kind": "give_up"}, "lacks seat"),
        ({"kind": "change_rules", "rules": ["bump"]}, "rules is an object"),
        ({"kind": "cube_fell", "seat": "cy"}, "has no seat"),
    ],
    ids=str,
)
def test_what_is_not_exactly_a_move_is_refused_in_words(data: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        move_from_json(data)
