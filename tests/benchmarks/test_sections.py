"""How figures come into benchmarks.md."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.figures import Figures
from tests.benchmarks.sections import HEAD, write_section


def test_a_section_takes_the_place_of_its_earlier_one_and_leaves_the_others(tmp_path: Path) -> None:
    file = tmp_path / "benchmarks.md"
    for title, figure, when in (("Rules", 1, "Monday"), ("Odds", 2, "Monday"), ("Rules", 3, "Tuesday")):
        write_section(file, f"## {title}\n\n{figure} loops", when)
    assert file.read_text() == f"{HEAD}\n## Rules\n\nTuesday\n\n3 loops\n\n## Odds\n\nMonday\n\n2 loops\n"
    assert list(tmp_path.iterdir()) == [file]


def test_what_a_section_shows_in_a_block_is_no_heading(tmp_path: Path) -> None:
    file = tmp_path / "benchmarks.md"
    write_section(file, "## Firmware\n\n```\nflash 1\n```", "Monday")
    write_section(file, "## Reader\n\n### By floor\n\n| a |", "Monday")
    write_section(file, "## Firmware\n\n```\nflash 2\n```", "Tuesday")
    assert file.read_text() == (
        f"{HEAD}\n## Firmware\n\nTuesday\n\n```\nflash 2\n```\n\n## Reader\n\nMonday\n\n### By floor\n\n| a |\n"
    )


def test_a_section_says_itself_what_is_beyond_its_limit() -> None:
    assert Figures("## Reader\n\nAll is well.").section == "## Reader\n\nAll is well."
    assert Figures("## Reader\n\n1 %", ("too slow.", "too late.")).section == (
        "## Reader\n\n1 %\n\nBeyond its limit:\n\n- too slow.\n- too late."
    )
