"""Prints what the firmware takes of flash and RAM, and the stack's worst case, computed from the disassembly.

Fails where one of the limits is broken, where the stack can't be computed (recursion, a call through a pointer),
where heap or floating point have crept in, and where something may loop with interrupts off.
"""

import re
import subprocess
import sys
from dataclasses import dataclass, field

from deaf import Body, Instruction, may_loop, may_loop_inside

FLASH_LIMIT = 16 * 1024
STATIC_RAM_LIMIT = 1536
RAM = 2048
UNWANTED = re.compile(r"malloc|calloc|realloc|free|__\w+sf[123]?|__fp_\w+")
RETURN_ADDRESS = 2
RESET = 0

FUNCTION = re.compile(r"^([0-9a-f]+) <([^>]+)>:$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\t[0-9a-f ]+\t(\S+)\s*([^;\n]*?)\s*(?:;.*)?$")
ABSOLUTE = {"call", "jmp"}
ENDS = {"ret", "reti", "jmp", "rjmp", "ijmp"}


@dataclass
class Function:
    """What one function puts on the stack by itself, and where it calls or jumps to outside itself."""

    name: str
    begin: int
    end: int = 0
    own: int = 0
    low: int = 0  # of a large frame that is being taken from the frame pointer Y
    calls: set[int] = field(default_factory=set)
    jumps: set[int] = field(default_factory=set)
    body: Body = field(default_factory=list)


def disassemble(elf: str) -> list[Function]:
    """The functions of an ELF file, by address."""
    listing = subprocess.run(["avr-objdump", "-d", elf], capture_output=True, text=True, check=True).stdout
    functions: list[Function] = []
    last = ""
    for line in listing.splitlines():
        if head := FUNCTION.match(line):
            begin = int(head[1], 16)
            if functions and last not in ENDS:
                functions[-1].jumps.add(begin)  # falls through
            functions.append(Function(head[2], begin))
        elif part := INSTRUCTION.match(line):
            last = part[2]
            functions[-1].end = int(part[1], 16)
            read_instruction(functions[-1], int(part[1], 16), last, part[3])
    for function in functions:
        function.jumps = {to for to in function.jumps if not function.begin <= to <= function.end}
    return functions


def read_instruction(function: Function, address: int, code: str, operands: str) -> None:
    """Adds up what one instruction does to the stack."""
    to = None
    if code == "push":
        function.own += 1
    elif code == "rcall" and operands == ".+0":
        function.own += RETURN_ADDRESS  # the compiler's way to make room for two bytes
    elif code in ("icall", "eicall"):
        raise SystemExit(f"{function.name} calls through a pointer: its stack can't be computed")
    elif code in ABSOLUTE or code == "rcall" or code == "rjmp" or code.startswith("br"):
        to = target(address, code, operands)
        (function.calls if code in ("call", "rcall") else function.jumps).add(to)
    elif code == "sbiw" and operands.startswith("r28"):
        function.own += immediate(operands)
    elif code == "subi" and operands.startswith("r28"):
        function.low = immediate(operands)
    elif code == "sbc" and operands.replace(" ", "") == "r29,r1":
        function.own += function.low  # less than 256 bytes: r1 is always 0
    elif code == "sbci" and operands.startswith("r29"):
        frame = function.low + 256 * immediate(operands)
        function.own += frame if frame < RAM else 0  # given back by taking its negative
    function.body.append(Instruction(address, code, operands, to))


def immediate(operands: str) -> int:
    """The constant of an instruction like `subi r28, 0x40`."""
    return int(operands.split(",")[1], 16)


def target(address: int, code: str, operands: str) -> int:
    """Where a call, jump or branch goes."""
    if code in ABSOLUTE:
        return int(operands, 16)
    offset = re.search(r"\.([+-]\d+)", operands)
    if offset is None:
        raise SystemExit(f"can't read {code} {operands}")
    return address + 2 + int(offset[1])


class Stack:
    """The stack's worst case below any function, and whether one loops with interrupts off."""

    def __init__(self, functions: list[Function]) -> None:
        self._functions = functions

    def named(self, pattern: str) -> list[Function]:
        """The functions whose whole name matches."""
        return [function for function in self._functions if re.fullmatch(pattern, function.name)]

    def _at(self, address: int) -> Function:
        return next(function for function in self._functions if function.begin <= address <= function.end)

    def worst(self, function: Function, path: tuple[str, ...] = ()) -> tuple[int, tuple[str, ...]]:
        """The most bytes that `function` takes below its return address, and by which way."""
        if function.name in path:
            raise SystemExit("recursion: " + " -> ".join((*path, function.name)))
        path = (*path, function.name)
        deepest = 0
        way: tuple[str, ...] = (function.name,)
        below = [(RETURN_ADDRESS, to) for to in function.calls] + [(0, to) for to in function.jumps]
        for cost, to in below:
            if to == RESET:
                continue  # starts again, and the stack with it
            callee = self._at(to)
            if callee.name in path and cost == 0 and callee.own == 0:
                continue  # a loop of the compiler's library, jumping back
            depth, further = self.worst(callee, path)
            if cost + depth > deepest:
                deepest, way = cost + depth, (function.name, *further)
        return function.own + deepest, way


    def deaf_loop(self) -> str | None:
        """The name of a function that may loop with interrupts off."""
        interrupts = self.named(r"__vector_\d+")
        for function in self._functions:
            loops = may_loop if function in interrupts else may_loop_inside
            if loops(function.body, self._body_at):
                return function.name
        return None

    def _body_at(self, address: int) -> Body | None:
        if address == RESET:
            return None
        function = self._at(address)
        return [instruction for instruction in function.body if instruction.address >= address]


def main() -> None:
    """Reports on the ELF file named on the command line."""
    elf = sys.argv[1]
    table = subprocess.run(["avr-size", elf], capture_output=True, text=True, check=True).stdout
    text, data, bss = (int(size) for size in table.splitlines()[1].split()[:3])
    stacks = Stack(disassemble(elf))
    if unwanted := [function.name for function in stacks.named(UNWANTED.pattern)]:
        raise SystemExit(f"heap or floating point: {', '.join(unwanted)}")
    if looping := stacks.deaf_loop():
        raise SystemExit(f"{looping} may loop with interrupts off: the watchdog's interrupt would not be heard")
    main_stack, way = stacks.worst(stacks.named("main")[0])
    # Interrupts don't nest: the worst one comes on top of the worst of main.
    interrupts = [stacks.worst(function) for function in stacks.named(r"__vector_\d+")]
    interrupt_stack, interrupt = max(interrupts, default=(0, ()))
    stack = RETURN_ADDRESS + main_stack + RETURN_ADDRESS + interrupt_stack
    print(f"flash       {text + data:5} of {FLASH_LIMIT}")
    print(f"static RAM  {data + bss:5} of {STATIC_RAM_LIMIT}")
    print(f"stack       {stack:5} of {RAM - data - bss} at worst: main {main_stack} ({' > '.join(way)}), "
          f"interrupt {interrupt_stack} ({' > '.join(interrupt)})")
    if text + data > FLASH_LIMIT or data + bss > STATIC_RAM_LIMIT or stack > RAM - data - bss:
        raise SystemExit("that is too much")


if __name__ == "__main__":
    main()
