"""The rules in force as a newcomer reads them, each with throws that the engine has worked."""

from __future__ import annotations

from collections.abc import Iterable

from controller.games.phrase import paragraph, parted, phrase
from controller.games.rulebook import RuleChapter, RuleEntry, RuleSheet
from controller.games.wimpout.examples import imaginary_roll, judged, scored
from controller.games.wimpout.house import HouseRule
from controller.games.wimpout.house.asking import BrokenRuleError
from controller.games.wimpout.order import Direction
from controller.games.wimpout.rules import Ending, Rules

AFTER_A_LICK: dict[Ending, str] = {
    "sheet": phrase("The most points win."),
    "first_edition": phrase(
        "Who fails is out. A leader who is passed gets a lick at the end of the line, and so it goes on until nobody "
        "is left in line."
    ),
    "a": phrase(
        "Who fails is out. A leader who is passed answers at once, and so it goes on until nobody is left in line."
    ),
    "b": phrase(
        "Who fails is out. A leader who is passed gets a lick when the order comes round, and so it goes on until "
        "nobody is left in line."
    ),
    "c": phrase(
        "Who fails is out. All who pass, and the leader whom they have passed, play another round against the best "
        "of them, until nobody passes any more."
    ),
    "d": phrase("Who fails is out, and so is a leader who is passed. The last leader wins."),
}
"""What becomes of those who fail, and of a leader who is passed."""

DIRECTION: dict[Direction, str] = {
    "counter-clockwise": phrase("counter-clockwise"),
    "clockwise": phrase("clockwise"),
}

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
    entry = phrase("{points} in one turn", points=rules.entry) if rules.entry else phrase("any turn")
    house = str(len(rules.house)) if rules.house else phrase("none")
    return (
        (phrase("Goal"), phrase("{points} points", points=rules.goal)),
        (phrase("To get in"), entry),
        (phrase("Order"), DIRECTION[rules.direction]),
        (phrase("House rules"), house),
    )


def _chapters(rules: Rules) -> Iterable[RuleChapter]:
    yield RuleChapter(phrase("In short"), (_in_short(rules),))
    yield RuleChapter(phrase("What scores"), (_numbers(rules), _flash(rules), _sun(rules), _train(rules)))
    yield RuleChapter(phrase("When you must roll"), tuple(_must_roll(rules)))
    yield RuleChapter(phrase("Wimpout"), (_wimpout(rules),))
    yield RuleChapter(phrase("One turn"), (_turn(rules),))
    yield RuleChapter(phrase("The end"), (_last_licks(rules), _at_once(rules)))
    house = tuple(_house(rule, rules) for rule in rules.house) or (_no_house(),)
    yield RuleChapter(phrase("House rules"), house)


def _in_short(rules: Rules) -> RuleEntry:
    return RuleEntry(
        "",
        paragraph(
            phrase("Throw all five cubes."),
            phrase("What scores stays and adds up."),
            phrase("Throw the others for more, or stop and keep the points of your turn."),
            phrase("If nothing scores, that is a Wimpout: they are gone."),
            phrase(
                "At the start each throws one common cube: the highest begins, and play goes {direction}.",
                direction=DIRECTION[rules.direction],
            ),
            phrase("Who reaches {points} points starts the last round.", points=rules.goal),
        ),
    )


# --- what a throw scores ---


def _numbers(rules: Rules) -> RuleEntry:
    says = {
        "all": phrase("Each scores by itself, and is set aside."),
        "free": phrase("Each scores by itself. Some you may throw again, as long as one cube scores."),
    }
    return RuleEntry(phrase("5 and 10"), says[rules.keep], (scored("5", rules), scored("10", rules)))


def _flash(rules: Rules) -> RuleEntry:
    three = tuple(scored(" ".join([face] * 3), rules) for face in ("2", "3", "4", "5", "6", "10"))
    number = {
        "scores": phrase("A fourth 5 or 10 is a number again."),
        "dead": phrase("A fourth 5 or 10 doesn't score either."),
    }
    return RuleEntry(
        phrase("Flash"),
        phrase("Three alike on one throw, not on several."),
        (
            *three,
            scored("4 4 4 4", rules, phrase("A fourth one doesn't score.")),
            scored("5 5 5 5", rules, number[rules.fourth_number]),
        ),
    )


def _sun(rules: Rules) -> RuleEntry:
    four = {
        False: phrase("Four alike make a Flash; the sun is free."),
        True: phrase("Four alike and the sun are a Freight Train."),
    }
    return RuleEntry(
        phrase("The Flaming Sun"),
        phrase("It is wild. Only the odd cube has it."),
        (
            scored("sun", rules, phrase("Scoring alone: as you like.")),
            scored("5 sun", rules, phrase("Beside a number: 10, 5, or thrown again.")),
            scored("6 6 sun", rules, phrase("With a pair it must make the Flash.")),
            scored("4 4 6 6 sun", rules, phrase("With two pairs you say which.")),
            scored("4 4 4 4 sun", rules, four[rules.sun_completes_train]),
        ),
    )


def _train(rules: Rules) -> RuleEntry:
    alike = ["2 2 2 2 2*", "4 4 4 4 4*", "5 5 5 5 5*"]
    if rules.sun_completes_train:
        alike.insert(1, "3 3 3 3 sun")
    return RuleEntry(
        phrase("Freight Train"),
        phrase("Five alike on one throw."),
        (
            *(scored(text, rules) for text in alike),
            scored("6 6 6 6 6*", rules, phrase("The game is won at once.")),
            scored("10 10 10 10 10*", rules, phrase("Too many points: out of the game.")),
        ),
    )


# --- what a turn forces, and how it ends ---


def _must_roll(rules: Rules) -> Iterable[RuleEntry]:
    newer = {
        "newest": phrase("A new Flash replaces an uncleared one."),
        "accumulate": phrase("Several uncleared Flashes are cleared together: none of their faces may show."),
    }
    again = {
        "all": phrase("If a throw to clear a Flash shows its face, all of its cubes are thrown again."),
        "offenders": phrase("If a throw to clear a Flash shows its face, the cubes that match are thrown again."),
    }
    yield RuleEntry("", phrase("After any throw that scores you may stop, except here."))
    yield RuleEntry(
        phrase("The Futtless Rule"),
        paragraph(
            phrase("A Flash must be cleared by scoring once more, without its face."), newer[rules.pending_flash]
        ),
        (judged("4 4 4 2 6*", rules),),
    )
    yield RuleEntry(
        phrase("The Reroll Clause"),
        again[rules.reroll_scope],
        (judged("5 4*", rules, clearing="4", points=40),),
    )
    yield RuleEntry(
        phrase("You May Not Want To But You Must"),
        phrase("Once all five cubes have scored you must go on; your points stay at stake."),
        (judged("5 10*", rules, points=25),),
    )
    if rules.entry:
        yield RuleEntry(
            phrase("The opening roll"),
            phrase("Your first {points} points have to come in one turn.", points=rules.entry),
            (judged("10 2 2 4 6*", rules, need=rules.entry),),
        )


def _wimpout(rules: Rules) -> RuleEntry:
    return RuleEntry(
        "",
        phrase(
            "Nothing scores: your turn and its points are gone, what you had before stays. On all five cubes it is a "
            "Train Wreck."
        ),
        (judged("2 3 6*", rules, points=40), judged("3 3 4 6 6*", rules, points=75)),
    )


def _turn(rules: Rules) -> RuleEntry:
    says = phrase("For example, by a player already in the game.")
    return RuleEntry("", says, tuple(imaginary_roll(rules)), one_turn=True)


def _last_licks(rules: Rules) -> RuleEntry:
    return RuleEntry(
        phrase("Last licks"),
        paragraph(
            phrase(
                "Once somebody stops with {points} points or more, each of the others has one last turn to pass the "
                "leader; whoever does leads.",
                points=rules.goal,
            ),
            phrase("Equal has not passed."),
            AFTER_A_LICK[rules.last_licks],
        ),
    )


def _at_once(rules: Rules) -> RuleEntry:
    return RuleEntry(phrase("Or at once"), phrase("With five 6s on one throw, or with one player left."))


# --- house rules ---


def _house(rule: HouseRule, rules: Rules) -> RuleEntry:
    """A rule under its name, with the number that it is played with here."""
    name, says = parted(rule.says, ": ")
    if not name or len(name) > LONGEST_NAME:
        name, says = rule.name.replace("_", " ").capitalize(), _with_capital(rule.says)
    number = phrase("Here it is {number}.", number=rule.value) if rule.values else ""
    text = EXAMPLES_OF_HOUSE_RULES.get(rule.name)
    examples = (judged(text, rules, by=rule.name),) if text else ()
    return RuleEntry(name, paragraph(says, number), examples)


def _with_capital(text: str) -> str:
    return text if text[:1].isupper() else text[:1].upper() + text[1:]


def _no_house() -> RuleEntry:
    return RuleEntry("", phrase("None. A rule may be added at any time, if all players agree."))
