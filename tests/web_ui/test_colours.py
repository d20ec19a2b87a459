"""Text can be read by those who see little: the contrast that WCAG 2.2 asks for at level AA."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import web_ui

TOKENS = dict(re.findall(
    r"--(\w+): (#[0-9a-f]{6});", (Path(web_ui.__file__).parent / "static" / "base.css").read_text().lower()
))


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", ["night", "deep", "panel"])
@pytest.mark.parametrize("text", ["text", "dim", "gold", "ember", "red"])
def test_text_stands_out_from_every_ground(text: str, ground: str) -> None:
    assert contrast(TOKENS[text], TOKENS[ground]) >= 4.5


@pytest.mark.parametrize("button", ["gold", "ember", "ivory"])
def test_what_a_button_says_stands_out_from_the_button(button: str) -> None:
    assert contrast(TOKENS["ink"], TOKENS[button]) >= 4.5
