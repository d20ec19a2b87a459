"""Whether a program may loop with interrupts off, by its disassembly.

The watchdog's interrupt starts a hung program again. A program that hangs where interrupts are off does not hear it,
and the reset behind it is what a Nano's old bootloader never gets over. So nothing may loop there: in an interrupt,
from `cli` to where interrupts are on again, and in what is called from either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

STATUS = "0x3f"
"""Where a program writes back whether interrupts were on."""
SKIPS = {"cpse", "sbrc", "sbrs", "sbic", "sbis"}
CALLS = {"call", "rcall"}
ENDS = {"ret", "reti", "jmp", "rjmp", "ijmp"}


@dataclass(frozen=True, slots=True)
class Instruction:
    """`to`: where it calls, jumps or branches to, None where it only goes on."""

    address: int
    code: str
    operands: str
    to: int | None = None


Body = list[Instruction]
Node = tuple[int, bool]
"""An instruction by its place in its function, and whether interrupts are off when it is reached."""


def may_loop(entry: Body, body_of: Callable[[int], Body | None]) -> bool:
    """Whether a function that is entered with interrupts off may loop before they are on again, or call what may.
    `body_of`: the function at an address, None for one that starts the program anew."""
    return _loops(entry, True, body_of, set())


def may_loop_inside(entry: Body, body_of: Callable[[int], Body | None]) -> bool:
    """The same for a function that is entered with interrupts on, from where it switches them off."""
    return _loops(entry, False, body_of, set())


def _loops(body: Body, deaf: bool, body_of: Callable[[int], Body | None], seen: set[int]) -> bool:
    follows, called = _flow(body, deaf, body_of)
    if _has_cycle({node: to for node, to in follows.items() if node[1]}):
        return True
    for address in called - seen:
        seen.add(address)
        callee = body_of(address)
        if callee is not None and _loops(callee, True, body_of, seen):
            return True
    return False


def _flow(
    body: Body, deaf: bool, body_of: Callable[[int], Body | None]
) -> tuple[dict[Node, set[Node]], set[int]]:
    """What may follow each instruction of a function, and where it goes with interrupts off outside of itself."""
    place = {instruction.address: number for number, instruction in enumerate(body)}
    follows: dict[Node, set[Node]] = {}
    called: set[int] = set()
    fresh: list[Node] = [(0, deaf)] if body else []
    while fresh:
        node = fresh.pop()
        if node in follows:
            continue
        instruction = body[node[0]]
        after = _deaf_after(instruction, node[1], deaf)
        follows[node] = {(to, after) for to in _next(node[0], instruction, place) if to < len(body)}
        fresh += follows[node]
        leaves = instruction.to not in place or instruction.code in CALLS
        if instruction.to is not None and node[1] and leaves:
            called.add(instruction.to)
    return follows, called


def _deaf_after(instruction: Instruction, before: bool, at_entry: bool) -> bool:
    if instruction.code == "cli":
        return True
    if instruction.code == "sei":
        return False
    restores = instruction.code == "out" and instruction.operands.startswith(STATUS)
    return at_entry if restores else before


def _next(number: int, instruction: Instruction, place: dict[int, int]) -> Iterator[int]:
    if instruction.code not in ENDS:
        yield number + 1
    if instruction.code in SKIPS:
        yield number + 2
    if instruction.to in place and instruction.code not in CALLS:
        yield place[instruction.to]


def _has_cycle(follows: dict[Node, set[Node]]) -> bool:
    """Whether something is left once every instruction that nothing leads to is taken away, again and again."""
    left = dict(follows)
    while left:
        reached = {to for following in left.values() for to in following}
        unreached = [node for node in left if node not in reached]
        if not unreached:
            return True
        for node in unreached:
            del left[node]
    return False
