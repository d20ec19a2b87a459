"""Asking the house rules of a table, one after the other, and believing only answers that make sense.

A rule may be a table's own, written in an afternoon. Where it raises, or answers what can't be, BrokenRuleError
names it; the game switches it off and plays on without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from controller.games.game import Cube, Face, MustRoll, Seat
from controller.games.phrase import pattern, phrase
from controller.games.wimpout.cubes import VALUE, odd_among
from controller.games.wimpout.house.rule import Ended, HouseRule
from controller.games.wimpout.house.situation import Again, Landing, Situation
from controller.games.wimpout.players import Player
from controller.games.wimpout.way import Way

LONGEST_ANSWER = 200
"""Letters of a nonsensical answer that are told."""

MOST_POINTS = 1_000_000
"""More than that, of whatever it is, no rule means."""


class BrokenRuleError(Exception):
    """A house rule has raised or answered nonsense: `rule` is its name, `reason` what was wrong, in a sentence."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(phrase("The house rule {rule} is broken: {reason}", rule=repr(rule), reason=reason))
        self.rule = rule
        self.reason = reason


def ways_with(rules: Iterable[HouseRule], thrown: tuple[Cube, ...], ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """The `ways` to score `thrown` after each rule has had its say, in their usual order."""
    for rule in rules:
        answer = _asked(rule, rule.ways, thrown, ways)
        if answer is not ways:
            _require(rule, pattern("as ways to score it answered {answer}."), answer, isinstance, tuple)
            for way in answer:
                _require(rule, pattern("{answer} is no way to score that throw."), way, _is_way, thrown, ways)
            labels = [way.label for way in answer]
            _require(rule, pattern("ways to score have the labels {answer}."), labels, _are_apart)
            ways = in_usual_order(answer)
    return ways


def in_usual_order(ways: Iterable[Way]) -> tuple[Way, ...]:
    """The most points first, then the most cubes kept.

    Two ways that differ only in the cube that is left put the one first that leaves the odd cube: it is the
    one that can show the sun.
    """
    return tuple(sorted(ways, key=lambda way: (-way.points, -len(way.kept), not odd_among(way.left))))


def again_on_wimpout(rules: Iterable[HouseRule], at: Situation) -> Again | None:
    """What the first rule that has something to say to a Wimpout throws again; None where it stands."""
    for rule in rules:
        answer: Again | None = _asked(rule, rule.on_wimpout, at)
        if answer is not None:
            _require(rule, pattern("to a Wimpout it answered {answer}."), answer, _is_again, rule, at)
            return answer
    return None


def forbidding_stop(rules: Iterable[HouseRule], at: Situation, way: Way) -> tuple[MustRoll, ...]:
    """What forbids to stop with the throw scored this `way`."""
    forbidding = []
    for rule in rules:
        answer = _asked(rule, rule.forbids_stop, at, way)
        if answer is not None:
            _require(rule, pattern("as a reason to throw it answered {answer}."), answer, _is_must_roll, rule)
            forbidding.append(answer)
    return tuple(forbidding)


def forbidden_scores(
    rules: Iterable[HouseRule], player: Player, others: tuple[Player, ...]
) -> tuple[int, ...]:
    """The scores above the player's own on which no rule lets them stop. Only shown: of a rule that goes wrong here
    nothing is shown, and it stays in force."""
    scores: set[int] = set()
    for rule in rules:
        try:
            scores.update(_scores_ahead(rule, player, others))
        except BrokenRuleError:
            continue
    return tuple(sorted(scores))


def interrupts(rules: Iterable[HouseRule], at: Situation, uncleared: frozenset[Face]) -> bool:
    """Whether a rule interrupts the turn after this throw."""
    return any(_yes(rule, rule.interrupts, at, uncleared) for rule in rules)


def gained_by_all_five(rules: Iterable[HouseRule], player: Player) -> dict[str, int]:
    """What the player's counters gain as all five cubes have scored."""
    gained: Counter[str] = Counter()
    for rule in rules:
        answer = _asked(rule, rule.all_five_scored, player)
        _require(rule, pattern("as counters it answered {answer}."), answer, _are_numbers)
        gained.update(answer)
    return dict(gained)


def cube_fell_is_wimpout(rules: Iterable[HouseRule]) -> bool:
    """Whether a throw in which a cube leaves the tray is a Wimpout."""
    return any(_yes(rule, rule.cube_fell_is_wimpout) for rule in rules)


def moved_by_landing(rules: Iterable[HouseRule], landing: Landing) -> list[tuple[HouseRule, dict[Seat, int]]]:
    """The new scores of players whom the landing moves, by the rule that moves them, in order.

    A rule that is asked later sees the scores as those before it have left them.
    """
    moved = []
    for rule in rules:
        answer = _asked(rule, rule.on_landing, landing)
        _require(rule, pattern("as new scores it answered {answer}."), answer, _are_scores, landing)
        if answer:
            moved.append((rule, dict(answer)))
            landing = landing.scores(answer)
    return moved


def puts_out(rules: Iterable[HouseRule], player: Player, ended: Ended) -> bool:
    """Whether a rule puts the player out after this turn."""
    return any(_yes(rule, rule.puts_out, player, ended) for rule in rules)


def _asked(rule: HouseRule, question: Callable[..., Any], *about: object) -> Any:
    try:
        return question(*about)
    except (Exception, SystemExit, GeneratorExit) as error:  # whatever a table's own rule may raise
        raised = f"{type(error).__name__}: {_shown(error, str)}"
        raise BrokenRuleError(rule.name, phrase("it raised {error}.", error=raised)) from error


def _scores_ahead(rule: HouseRule, player: Player, others: tuple[Player, ...]) -> Collection[int]:
    answer: Collection[int] = _asked(rule, rule.forbidden_scores, player, others)
    _require(rule, pattern("as forbidden scores it answered {answer}."), answer, _are_ahead, player)
    return answer


def _yes(rule: HouseRule, question: Callable[..., Any], *about: object) -> bool:
    answer = _asked(rule, question, *about)
    _require(rule, pattern("to a question of yes or no it answered {answer}."), answer, isinstance, bool)
    return bool(answer)


def _require(rule: HouseRule, otherwise: str, answer: Any, is_sensible: Callable[..., bool], *about: Any) -> None:
    """Refuse an `answer` that isn't sensible: `otherwise`, a pattern with {answer} in it, says why."""
    try:
        sensible = is_sensible(answer, *about)
    except Exception:  # whatever comes of looking at nonsense
        sensible = False
    if not sensible:
        raise BrokenRuleError(rule.name, phrase(otherwise, answer=_shown(answer, repr)))


def _shown(value: Any, written: Callable[[Any], str]) -> str:
    """A value as people can read it, the same in every run."""
    try:
        text = " ".join(written(value).split())
    except Exception:  # nonsense that can't even be written
        text = ""
    if not text or " at 0x" in text:
        return f"a value of the type {type(value).__name__}"
    return text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]}..."




def _is_way(way: object, thrown: tuple[Cube, ...], ways: tuple[Way, ...]) -> bool:
    """One of the `ways` there were, or a new one."""
    return way in ways or (
        isinstance(way, Way)
        and _is_number(way.points)
        and way.points > 0
        and isinstance(way.kept, tuple)
        and isinstance(way.left, tuple)
        and way.points % 5 == 0
        and isinstance(way.label, str)
        and bool(way.label)
        and bool(way.kept)
        and Counter((*way.kept, *way.left)) == Counter(thrown)
        and way.flash in (None, *VALUE)
        and way.train is None
    )


def _is_again(answer: object, rule: HouseRule, at: Situation) -> bool:
    return (
        isinstance(answer, Again)
        and _is_must_roll(answer.must_roll, rule)
        and (answer.cubes is None or (isinstance(answer.cubes, tuple) and bool(answer.cubes)))
        and not Counter(answer.cubes or ()) - Counter(at.thrown)
        and isinstance(answer.optional, bool)
        and answer.scene in ("reroll", rule.name)
        and _are_numbers(answer.costs)
        and all(0 <= price <= at.player.counted(name) for name, price in answer.costs.items())
    )


def _is_must_roll(answer: object, rule: HouseRule) -> bool:
    return (
        isinstance(answer, MustRoll)
        and answer.rule == rule.name
        and all(isinstance(text, str) for text in (answer.board, answer.sentence, answer.says))
        and 1 <= len(answer.board.split()) <= 3
        and bool(answer.sentence.strip())
    )


def _are_numbers(answer: object) -> bool:
    return isinstance(answer, Mapping) and all(
        isinstance(name, str) and _is_number(number) for name, number in answer.items()
    )


def _are_scores(answer: object, landing: Landing) -> bool:
    seats = {one.seat for one in (landing.player, *landing.others)}
    return (
        isinstance(answer, Mapping)
        and _are_numbers(answer)
        and set(answer) <= seats
        and all(score >= 0 and score % 5 == 0 for score in answer.values())
    )


def _are_ahead(answer: object, player: Player) -> bool:
    return isinstance(answer, Collection) and all(_is_number(score) and score > player.total for score in answer)


def _are_apart(labels: list[str]) -> bool:
    return len({*labels}) == len(labels)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_POINTS
