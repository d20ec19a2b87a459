"""The walk: one step after the other, what is seen asked by keyboard, and where to look told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Literal

from hardware.bring_up.progress import Progress
from hardware.bring_up.rig import Rig
from hardware.bring_up.steps import Sighting, Step

HELP = """Look at the machine, type the number of what you see, and press Enter.
  r  show the step again      b  one step back      s  leave this step for later
  q  stop here; the next `tray bring-up` goes on from here      ?  this help
Switch everything off before you change a wire."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A line from the keyboard; None when it was closed."""

    line: str | None


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of the machine."""

    button: str


Inbox = SimpleQueue[Typed | Pressed]
Answer = Literal["right", "later", "back", "stop", "again"]
COMMANDS: dict[str, Answer] = {"": "again", "r": "again", "b": "back", "s": "later", "q": "stop"}


class Walk:
    """Leads a person through the steps. `say` writes a line; `inbox` has what is typed and pressed."""

    def __init__(
        self, steps: Sequence[Step], rig: Rig, progress: Progress, inbox: Inbox, say: Callable[[str], None]
    ) -> None:
        self._steps = steps
        self._rig = rig
        self._progress = progress
        self._inbox = inbox
        self._say = say

    def run(self, begin: str | None = None) -> bool:
        """Go through the steps that are not seen to be right yet, from `begin` on, else from where the last walk
        stopped. True if in the end all of them are."""
        self._say(HELP)
        begin = begin or self._progress.at
        at = next((n for n, step in enumerate(self._steps) if step.key == begin), self._next_open(0))
        while at < len(self._steps):
            self._progress.stop_at(self._steps[at].key)
            answer = self._take(at)
            if answer == "stop":
                break
            at = max(0, at - 1) if answer == "back" else self._next_open(at + 1)
        else:
            self._progress.stop_at(None)
        self._sum_up()
        return not self._open()

    def _next_open(self, at: int) -> int:
        while at < len(self._steps) and self._progress.seen(self._steps[at].key) == "right":
            at += 1
        return at

    def _open(self) -> list[Step]:
        return [step for step in self._steps if self._progress.seen(step.key) != "right"]

    def _take(self, at: int) -> Answer:
        """One step, shown as often as the person likes."""
        step = self._steps[at]
        self._say(f"\n[{at + 1} of {len(self._steps)}] {step.title}   ({step.key})")
        answer: Answer = "again"
        while answer == "again":
            self._forget_presses()
            self._rig.begin(step, self._say)
            answer = self._answer(step)
        if answer == "right":
            self._progress.note(step.key, "right")
        elif answer == "later" and self._progress.seen(step.key) != "wrong":
            self._progress.note(step.key, "left")
        return answer

    def _answer(self, step: Step) -> Answer:
        """What the person answers to one showing of a step."""
        choices: list[Sighting | None] = [*([] if step.button else [None]), *step.wrong]
        self._ask(step, choices)
        while True:
            event = self._inbox.get()
            if isinstance(event, Typed):
                answer = self._typed(event.line, step, choices)
            else:
                answer = self._pressed(event.button, step)
            if answer is not None:
                return answer

    def _ask(self, step: Step, choices: Sequence[Sighting | None]) -> None:
        self._say(f"  {step.shown}")
        if step.button and self._rig.is_held(step.button):
            self._tell(step, step.held())
        self._say("  If nothing happens here:" if step.button else "  What do you see?")
        for number, choice in enumerate(choices, 1):
            self._say(f"    {number}  {step.right if choice is None else choice.seen}")
        if step.button and self._rig.panel_simulated:
            self._say("    p  press it: its pin is SIMULATED")

    def _typed(self, line: str | None, step: Step, choices: Sequence[Sighting | None]) -> Answer | None:
        """What a line means; None where the person is to say more."""
        word = line.strip().lower() if line is not None else "q"
        if word in COMMANDS:
            return COMMANDS[word]
        if word == "p" and step.button and self._rig.panel_simulated:
            self._rig.press_simulated(step.button)
        elif word.isdecimal() and 1 <= int(word) <= len(choices):
            chosen = choices[int(word) - 1]
            if chosen is None:
                return "right"
            return self._look_into(step, chosen)
        else:
            self._say(HELP if word == "?" else f"  A number from 1 to {len(choices)}, or ? for help.")
        return None

    def _pressed(self, button: str, step: Step) -> Answer | None:
        if button == step.button:
            self._say(f"  {step.right}")
            return "right"
        if step.button:
            self._tell(step, step.mistaken(button))
        return None

    def _look_into(self, step: Step, sighting: Sighting) -> Answer | None:
        """Tell where to look."""
        number = 0
        if sighting.which is not None:
            which = sighting.which
            self._say(f"  {which.question} ({which.first} to {which.last})")
            while not which.first <= number <= which.last:
                event = self._inbox.get()
                if isinstance(event, Pressed):
                    continue
                if event.line is None:
                    return "stop"
                word = event.line.strip()
                number = int(word) if word.isdecimal() else 0
                if not which.first <= number <= which.last:
                    self._say(f"  A number from {which.first} to {which.last}.")
        self._tell(step, sighting.where_to_look(number))
        return None

    def _tell(self, step: Step, advice: list[str]) -> None:
        self._progress.note(step.key, "wrong")
        self._say("  Look at:")
        for line in advice:
            self._say(f"    {line}")
        self._say("  Mend it, then press Enter to see this step again; s leaves it for later.")

    def _forget_presses(self) -> None:
        """A press of the step before is not one of this."""
        kept = []
        while not self._inbox.empty():
            event = self._inbox.get()
            if isinstance(event, Typed):
                kept.append(event)
        for event in kept:
            self._inbox.put(event)

    def _sum_up(self) -> None:
        open_steps = self._open()
        if not open_steps:
            self._say(f"\nAll {len(self._steps)} steps are as they should be.")
            return
        self._say(f"\n{len(self._steps) - len(open_steps)} of {len(self._steps)} steps are as they should be.")
        words = {"wrong": "not right", "left": "left for later"}
        for step in open_steps:
            if (seen := self._progress.seen(step.key)) is not None:
                self._say(f"  {step.key}, {words[seen]}: {step.title}")
        if unseen := sum(self._progress.seen(step.key) is None for step in open_steps):
            self._say(f"  {unseen} not looked at yet")
        self._say("`tray bring-up` goes on with them.")
