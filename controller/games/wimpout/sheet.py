"""The rules in force as a newcomer reads them, each with throws that the engine has worked."""

from __future__ import annotations

from collections.abc import Iterable

from controller.games.game import RuleChapter, RuleEntry, RuleSheet
from controller.games.wimpout.examples import imaginary_roll, judged, scored
from controller.games.wimpout.house import HouseRule
from controller.games.wimpout.house.asking import BrokenRuleError
from controller.games.wimpout.rules import Ending, Rules

AFTER_A_LICK: dict[Ending, str] = {
    "sheet": "The most points win.",
    "first_edition": "Who fails is out. A leader who is passed gets a lick at the end of the line, and so it goes on "
    "until nobody is left in line.",
    "a": "Who fails is out. A leader who is passed answers at once, and so it goes on until nobody is left in line.",
    "b": "Who fails is out. A leader who is passed gets a lick when the order comes round, and so it goes on until "
    "nobody is left in line.",
    "c": "Who fails is out. All who pass, and the leader whom they have passed, play another round against the best "
    "of them, until nobody passes any more.",
    "d": "Who fails is out, and so is a leader who is passed. The last leader wins.",
}
"""What becomes of those who fail, and of a leader who is passed."""

EXAMPLES_OF_HOUSE_RULES = {"sampler": "2 4 5 6 sun", "full_house": "4 4 4 2 2*", "forty_two": "3 3 4 2 6*"}
"""A throw of which such a rule makes something else."""

LONGEST_NAME = 30
"""A rule's sentence may begin with its name and a colon; what is longer than this is no name."""


def sheet(rules: Rules) -> RuleSheet:
    """How the game is played by `rules`. A house rule that fails is left out, as a game goes on without it."""
    try:
        return RuleSheet(_facts(rules), tuple(_chapters(rules)))
    except BrokenRuleError as broken:
        return sheet(rules.without(broken.rule))


def _facts(rules: Rules) -> tuple[tuple[str, str], ...]:
    entry = f"{rules.entry} in one turn" if rules.entry else "any turn"
    house = ("House rules", str(len(rules.house) or "none"))
    return (("Goal", f"{rules.goal} points"), ("To get in", entry), ("Order", rules.direction), house)


def _chapters(rules: Rules) -> Iterable[RuleChapter]:
    yield RuleChapter("In short", (_in_short(rules),))
    yield RuleChapter("What scores", (_numbers(rules), _flash(rules), _sun(rules), _train(rules)))
    yield RuleChapter("When you must roll", tuple(_must_roll(rules)))
    yield RuleChapter("Wimpout", (_wimpout(rules),))
    yield RuleChapter("One turn", (_turn(rules),))
    yield RuleChapter("The end", (_last_licks(rules), _at_once(rules)))
    yield RuleChapter("House rules", tuple(_house(rule, rules) for rule in rules.house) or (_no_house(),))


def _in_short(rules: Rules) -> RuleEntry:
    return RuleEntry(
        "",
        "Throw all five cubes. What scores stays and adds up. Throw the others for more, or stop and keep the points "
        "of your turn. If nothing scores, that is a Wimpout: they are gone. "
        f"At the start each throws one common cube: the highest begins, and play goes {rules.direction}. "
        f"Who reaches {rules.goal} points starts the last round.",
    )


# --- what a throw scores ---


def _numbers(rules: Rules) -> RuleEntry:
    says = {
        "all": "Each scores by itself, and is set aside.",
        "free": "Each scores by itself. Some you may throw again, as long as one cube scores.",
    }
    return RuleEntry("5 and 10", says[rules.keep], (scored("5", rules), scored("10", rules)))


def _flash(rules: Rules) -> RuleEntry:
    three = tuple(scored(" ".join([face] * 3), rules) for face in ("2", "3", "4", "5", "6", "10"))
    number = {
        "scores": "A fourth 5 or 10 is a number again.",
        "dead": "A fourth 5 or 10 doesn't score either.",
    }
    return RuleEntry(
        "Flash",
        "Three alike on one throw, not on several.",
        (
            *three,
            scored("4 4 4 4", rules, "A fourth one doesn't score."),
            scored("5 5 5 5", rules, number[rules.fourth_number]),
        ),
    )


def _sun(rules: Rules) -> RuleEntry:
    four = {
        False: "Four alike make a Flash; the sun is free.",
        True: "Four alike and the sun are a Freight Train.",
    }
    return RuleEntry(
        "The Flaming Sun",
        "It is wild. Only the odd cube has it.",
        (
            scored("sun", rules, "Scoring alone: as you like."),
            scored("5 sun", rules, "Beside a number: 10, 5, or thrown again."),
            scored("6 6 sun", rules, "With a pair it must make the Flash."),
            scored("4 4 6 6 sun", rules, "With two pairs you say which."),
            scored("4 4 4 4 sun", rules, four[rules.sun_completes_train]),
        ),
    )


def _train(rules: Rules) -> RuleEntry:
    alike = ["2 2 2 2 2*", "4 4 4 4 4*", "5 5 5 5 5*"]
    if rules.sun_completes_train:
        alike.insert(1, "3 3 3 3 sun")
    return RuleEntry(
        "Freight Train",
        "Five alike on one throw.",
        (
            *(scored(text, rules) for text in alike),
            scored("6 6 6 6 6*", rules, "The game is won at once."),
            scored("10 10 10 10 10*", rules, "Too many points: out of the game."),
        ),
    )


# --- what a turn forces, and how it ends ---


def _must_roll(rules: Rules) -> Iterable[RuleEntry]:
    newer = {
        "newest": "A new Flash replaces an uncleared one.",
        "accumulate": "Several uncleared Flashes are cleared together: none of their faces may show.",
    }
    again = {"all": "all of its cubes are", "offenders": "the cubes that match are"}
    yield RuleEntry("", "After any throw that scores you may stop, except here.")
    yield RuleEntry(
        "The Futtless Rule",
        f"A Flash must be cleared by scoring once more, without its face. {newer[rules.pending_flash]}",
        (judged("4 4 4 2 6*", rules),),
    )
    yield RuleEntry(
        "The Reroll Clause",
        f"If a throw to clear a Flash shows its face, {again[rules.reroll_scope]} thrown again.",
        (judged("5 4*", rules, clearing="4", points=40),),
    )
    yield RuleEntry(
        "You May Not Want To But You Must",
        "Once all five cubes have scored you must go on; your points stay at stake.",
        (judged("5 10*", rules, points=25),),
    )
    if rules.entry:
        yield RuleEntry(
            "The opening roll",
            f"Your first {rules.entry} points have to come in one turn.",
            (judged("10 2 2 4 6*", rules, need=rules.entry),),
        )


def _wimpout(rules: Rules) -> RuleEntry:
    return RuleEntry(
        "",
        "Nothing scores: your turn and its points are gone, what you had before stays. On all five cubes it is a "
        "Train Wreck.",
        (judged("2 3 6*", rules, points=40), judged("3 3 4 6 6*", rules, points=75)),
    )


def _turn(rules: Rules) -> RuleEntry:
    return RuleEntry("", "For example, by a player already in the game.", tuple(imaginary_roll(rules)), one_turn=True)


def _last_licks(rules: Rules) -> RuleEntry:
    return RuleEntry(
        "Last licks",
        f"Once somebody stops with {rules.goal} points or more, each of the others has one last turn to pass the "
        f"leader; whoever does leads. Equal has not passed. {AFTER_A_LICK[rules.last_licks]}",
    )


def _at_once(rules: Rules) -> RuleEntry:
    return RuleEntry("Or at once", "With five 6s on one throw, or with one player left.")


# --- house rules ---


def _house(rule: HouseRule, rules: Rules) -> RuleEntry:
    """A rule under its name, with the number that it is played with here."""
    name, colon, says = rule.says.partition(": ")
    if not colon or len(name) > LONGEST_NAME:
        name, says = rule.name.replace("_", " ").capitalize(), rule.says
    number = f" Here it is {rule.value}." if rule.values else ""
    text = EXAMPLES_OF_HOUSE_RULES.get(rule.name)
    examples = (judged(text, rules, by=rule.name),) if text else ()
    return RuleEntry(name, says[:1].upper() + says[1:] + number, examples)


def _no_house() -> RuleEntry:
    return RuleEntry("", "None. A rule may be added at any time, if all players agree.")
