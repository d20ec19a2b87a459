"""Any rules, any cubes: what the tests of whole games draw from, and what must hold between any two moves."""

from random import Random
from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st

from controller.games.game import Cube, GameView, Start, Throw
from controller.games.wimpout.cubes import COMMON_FACES, ODD_FACES
from controller.games.wimpout.game import WimpoutGame
from controller.games.wimpout.house import HOUSE_RULES, HouseRule
from controller.games.wimpout.players import Player
from controller.games.wimpout.rules import Rules
from controller.games.wimpout.turn import Turn

CHOICES = {name: get_args(kind) for name, kind in get_type_hints(Rules).items() if name != "house" and get_args(kind)}
MOVES_SCORES = {"bump", "tag"}


def _values(rule: type[HouseRule]) -> st.SearchStrategy[Any]:
    """Off as often as on, with its usual number or a small one that is often met."""
    return st.booleans().flatmap(lambda on: st.sampled_from([True, *rule.values[:3]] if on else [False]))


any_choice: dict[str, st.SearchStrategy[Any]] = {
    "goal": st.integers(10, 60).map(lambda fives: 5 * fives),
    "entry": st.integers(0, 50),
    "sun_completes_train": st.booleans(),
    **{name: st.sampled_from(values) for name, values in CHOICES.items()},
    **{rule.name: _values(rule) for rule in HOUSE_RULES},
}
any_rules = st.fixed_dictionaries(any_choice)
any_change = st.sampled_from(sorted(any_choice)).flatmap(lambda name: st.fixed_dictionaries({name: any_choice[name]}))
any_start = st.builds(
    lambda seats, rules, named: Start(seats, rules, starter=seats[-1] if named else None),
    st.integers(1, 5).map(lambda number: tuple("abcde"[:number])),
    any_rules,
    st.booleans(),
)


def cast(view: GameView, random: Random, option: int | None = None, alike: bool = False) -> Throw:
    """Cubes thrown by chance, as many as the view asks for with this option; those not thrown lie where it has them.

    `alike`: as many of one face as can be.
    """
    if view.phase == "roll_off":
        return Throw((Cube(random.choice(COMMON_FACES)),))
    chosen = view.options[view.selected if option is None else option] if view.options else None
    number = len(chosen.thrown_next) if chosen else view.to_throw
    selected = chosen is None or option in (None, view.selected)
    odd = bool(view.odd_to_throw) if selected else any(cube.odd for cube in chosen.thrown_next)
    face = random.choice(["2", "4", "5", "6", "10"])
    thrown = [Cube(face if alike else random.choice(COMMON_FACES)) for _ in range(number - odd)]
    if odd:
        thrown.append(Cube(face if alike and random.random() < 0.5 else random.choice(ODD_FACES), True))
    random.shuffle(thrown)
    if number == 5:
        return Throw(tuple(thrown), ())
    return Throw(tuple(thrown), view.kept + chosen.kept if chosen else None)


def check(before: WimpoutGame, after: WimpoutGame) -> None:
    """What holds between any two moves."""
    _check_scores(before, after)
    _check_stake(before.view, after.view)
    _check_view(after)


def _check_scores(before: WimpoutGame, after: WimpoutGame) -> None:
    """Points come from banking what was at stake, and scores fall by Bump and Tag alone."""
    totals = {player.seat: player.total for player in after.players} | {
        player.seat: player.total for player in before.players
    }
    before_tag = None
    for moment in after.moments:
        if moment.name == "banked":
            assert (moment.seat, moment.points) == (before.to_act, before.view.stake)
            totals[before.to_act] += moment.points
        elif moment.name in MOVES_SCORES:
            before_tag = before_tag or (sorted(totals.values()) if moment.name == "tag" else None)
            assert before.turn.rules.house_rule(moment.name), "the rule is off"
            assert moment.seat in totals
            _check_fall(before, after, moment.name, moment.seat, totals[moment.seat], moment.points)
            totals[moment.seat] = moment.points
    assert totals == {player.seat: player.total for player in after.players}
    assert before_tag in (None, sorted(totals.values())), "a Tag swaps two scores"
    for was in before.players:
        now = after.player(was.seat)
        assert (now.entered, now.out, now.gone) >= (was.entered, was.out, was.gone) or now.out >= was.out
        assert now.entered >= was.entered
        assert now.out >= was.out
        assert now.turns in (was.turns, was.turns + 1)
        assert _moved(after, now) or now.total >= was.total
        assert all(number > 0 for _, number in now.counters)


def _check_fall(before: WimpoutGame, after: WimpoutGame, rule: str, seat: str, score: int, falls_to: int) -> None:
    landed = before.player(before.to_act).total + before.view.stake
    if rule == "bump":
        assert (score, falls_to) == (landed, before.player(before.to_act).total)
    elif seat != before.to_act:
        assert falls_to == landed == before.player(seat).before_last_turn


def _moved(after: WimpoutGame, player: Player) -> bool:
    return any(moment.name in MOVES_SCORES and moment.seat == player.seat for moment in after.moments)


def _check_stake(before: GameView, after: GameView) -> None:
    """A throw adds what its options say to what was at stake with one of the options before it."""
    if not after.options or after.moments == before.moments or after.to_act != before.to_act:
        return
    if {moment.name for moment in after.moments} & {"scored", "flash", "freight_train"}:
        stood = {option.stake for option in before.options} or {before.stake}
        saved = before.may_stop and not before.options
        assert saved or {option.stake - option.points for option in after.options} <= stood


def _has_begun(turn: Turn) -> bool:
    """Whether a throw lies there, or one was scored; of one from which a cube fell nothing lies there."""
    return bool(turn.thrown or turn.before.points)


def _check_view(game: WimpoutGame) -> None:
    view = game.view
    interrupted = [moment.seat for moment in view.moments if moment.name == "interrupted"]
    resumed = [moment.seat for moment in view.moments if moment.name == "resumed"]
    assert all(seat in resumed or _has_begun(dict(game.interrupted)[seat]) for seat in interrupted)
    assert (view.to_act is None) == (view.phase == "over")
    assert view.to_act is None or not game.player(view.to_act).out
    assert not (view.may_stop and view.must_roll)
    assert 1 <= len(view.message.board.split()) <= 3
    assert view.message.sentence[0].isupper() or view.message.sentence[0].isdigit()
    assert view.message.rule
    assert "rule_off" not in {moment.name for moment in view.moments}, view.message.sentence
    assert [moment.name for moment in view.moments].count("game_over") == (view.phase == "over")
    for rule in view.must_roll:
        assert 1 <= len(rule.board.split()) <= 3
        assert rule.says
    for option in view.options:
        assert option.points > 0
        assert option.points % 5 == 0
        assert len(view.kept) + len(view.last_throw) == 5
        all_five_scored = len(option.kept) == len(view.last_throw)
        assert len(option.thrown_next) == (5 if all_five_scored else len(view.last_throw) - len(option.kept))
