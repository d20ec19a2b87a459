"""The figures of a demo game count as wrong whatever the table was told wrongly."""

from __future__ import annotations

import pytest

from controller.demo_figures import GameFigures
from controller.ports import Reading, TrayReading


@pytest.mark.parametrize(("counted", "wrong"), [(True, 1), (False, 0)])
def test_a_clear_reading_of_moving_cubes_is_wrong_where_it_was_scored(counted: bool, wrong: int) -> None:
    figures = GameFigures()
    figures.reading(Reading(1, TrayReading("simulated", "clear"), (1280, 960), 1.0, None), counted)
    assert (figures.clear, figures.wrong) == (1, wrong)
