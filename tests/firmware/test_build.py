"""The build keeps its promises."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .board import FIRMWARE
from .conftest import make


def test_flash_ram_and_stack_stay_within_their_limits_and_are_printed(built: str) -> None:
    flash, static, stack = (int(re.search(rf"{name}\s+(\d+) of", built)[1]) for name in ("flash", "RAM", "stack"))  # type: ignore[index]
    assert flash < 16 * 1024
    assert static < 1536
    assert static + stack < 2048


def test_the_portable_parts_pass_their_tests_under_sanitizers(built: str) -> None:
    told = make("test")
    assert "ok nothing_ever_draws_more_than_the_limit" in told
    assert "ok the_sign_changes_nothing_but_its_pixel" in told
    assert "20000 inputs replayed" in told


def test_the_fuzzer_finds_nothing_on_the_whole_way_from_the_line_to_the_outputs(built: str) -> None:
    """A few seconds of it, from what earlier runs have found where there were any."""
    told = make("fuzz", "FUZZ_SECONDS=5")
    assert int(re.search(r"stat::number_of_executed_units: (\d+)", told)[1]) > 100  # type: ignore[index]


@pytest.mark.parametrize(("pins", "complaint"), [
    (["RING_DATA=D11"], "RING_DATA = D11 is no pin that can be chosen"),
    (["MATRIX_LOAD=D12"], "MATRIX_LOAD = D12 is no pin that can be chosen"),
    (["RING_CLOCK=PD6"], "RING_CLOCK = PD6 is no pin that can be chosen"),
    (["RING_CLOCK=D10"], "each wire needs a pin of its own"),
], ids=["SPI's data", "SPI's input", "no name of a Nano's pin", "LOAD"])
def test_pins_that_cannot_be_are_refused_in_words(built: str, pins: list[str], complaint: str) -> None:
    done = subprocess.run(["make", "-C", str(FIRMWARE), *pins], capture_output=True, text=True)
    assert done.returncode != 0
    assert complaint in done.stderr


@pytest.mark.parametrize(("wires", "complaint"), [
    (("D13", "D7", "D10"), "RING_CLOCK is a pin of the serial line or of SPI"),
    (("D6", "D1", "D10"), "RING_DATA is a pin of the serial line or of SPI"),
    (("D6", "D7", "D11"), "MATRIX_LOAD is a pin of the serial line or of SPI"),
    (("D6", "D10", "D10"), "ring and modules share a pin"),
])
def test_the_compiler_refuses_a_ring_on_the_modules_wires(
    built: str, wires: tuple[str, str, str], complaint: str
) -> None:
    names = zip(("RING_CLOCK", "RING_DATA", "MATRIX_LOAD"), wires, strict=True)
    chosen = [f"-D{name}=PIN_{pin}" for name, pin in names]
    compile_it = ["avr-gcc", "-std=c11", "-mmcu=atmega328p", "-DF_CPU=16000000UL", "-fsyntax-only", *chosen]
    done = subprocess.run([*compile_it, FIRMWARE / "src" / "apa102.c"], capture_output=True, text=True)
    assert done.returncode != 0
    assert complaint in done.stderr


def test_cppcheck_finds_nothing(built: str) -> None:
    make("cppcheck")


def test_help_lists_the_targets(built: str) -> None:
    listed = {line.split()[0] for line in make("-s", "help").splitlines()}
    assert {"all", "test", "sim", "fuzz", "flash"} <= listed


HEADERS = "".join(f"#include <{name}.h>\n" for name in ("avr/interrupt", "avr/io", "stdlib", "util/atomic"))


def build(program: str, tmp_path: Path) -> Path:
    """The ELF file of a program of one file."""
    source, elf = tmp_path / "program.c", tmp_path / "program.elf"
    source.write_text(f"{HEADERS}{program}\n")
    compile_it = ["avr-gcc", "-std=c11", "-mmcu=atmega328p", "-O1", "-fno-optimize-sibling-calls", "-fno-builtin"]
    subprocess.run([*compile_it, "-o", elf, source], check=True)
    return elf


@pytest.mark.parametrize("size", [10, 63, 64, 255, 300])
def test_what_a_function_keeps_on_the_stack_counts(built: str, tmp_path: Path, size: int) -> None:
    elf = build(f"int main(void) {{ volatile char kept[{size}]; kept[PINB] = 1; return kept[PINC]; }}", tmp_path)
    told = subprocess.run([sys.executable, FIRMWARE / "size.py", elf], capture_output=True, text=True, check=True)
    stack = int(re.search(r"stack\s+(\d+) of", told.stdout)[1])  # type: ignore[index]
    assert size <= stack <= size + 10


@pytest.mark.parametrize(("program", "complaint"), [
    ("int deep(int n) { return n ? deep(n - 1) + n : 0; } int main(void) { return deep(PINB); }", "deep"),
    ("int main(void) { return ((int (*)(int))(unsigned)PINB)(1); }", "through a pointer"),
    ("int main(void) { return (int)(PINB * 1.5f); }", "floating point"),
    ("int main(void) { return malloc(PINB) == 0; }", "heap"),
    ("char much[1600]; int main(void) { return much[PINB]; }", "too much"),
    ("int main(void) { cli(); while (PINB) ; sei(); return 0; }", "main may loop with interrupts off"),
    ("ISR(INT0_vect) { while (PINB) ; } int main(void) { return 0; }", "__vector_1 may loop with interrupts off"),
    ("__attribute__((noinline)) void wait(void) { while (PINB) ; } "
     "int main(void) { ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { wait(); } return 0; }", "main may loop with interrupts"),
], ids=["recursion", "pointer", "float", "heap", "RAM", "deaf loop", "loop in an interrupt", "deaf call"])
def test_the_build_refuses_what_it_cannot_vouch_for(
    built: str, tmp_path: Path, program: str, complaint: str
) -> None:
    elf = build(program, tmp_path)
    done = subprocess.run([sys.executable, FIRMWARE / "size.py", elf], capture_output=True, text=True)
    assert done.returncode == 1
    assert complaint in done.stderr
