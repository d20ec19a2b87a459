"""The pins of a Pi by lgpio, as far as that can be tried where there are none."""

from __future__ import annotations

import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from hardware.errors import HardwareError
from hardware.pin_factory import load_lgpio, open_pin_factory
from tests.hardware.fake_lgpio import FakeLgpio

PI_4, PI_5, NO_PI = 0xC03114, 0xC04170, None


class Pi:
    """A Pi of some revision with these chips in /dev; `refuses` is what opening one of them raises."""

    def __init__(self, patch: pytest.MonkeyPatch, pipes: Path) -> None:
        self._patch = patch
        patch.setenv("LG_WD", str(pipes))
        for name in ("lgpio", "gpiozero.pins.lgpio"):
            patch.delitem(sys.modules, name, raising=False)
        patch.setattr(sys, "meta_path", [self, *sys.meta_path])
        self.refuses: Exception | None = None
        self.lgpio: FakeLgpio | None = None

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self) if name == "lgpio" else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> FakeLgpio:
        self.lgpio = FakeLgpio(self.refuses)
        return self.lgpio

    def exec_module(self, module: object) -> None:
        pass

    def is_of(self, revision: int | None, chips: tuple[str, ...]) -> None:
        from gpiozero.pins import local  # type: ignore[import-untyped]

        if revision is not None:
            self._patch.setattr(local, "get_pi_revision", lambda: revision)
        there = os.path.exists
        self._patch.setattr(
            "os.path.exists", lambda path: path in chips if "/dev/gpiochip" in str(path) else there(path)
        )


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Pi:
    return Pi(monkeypatch, tmp_path)


@pytest.mark.parametrize(
    ("revision", "chips", "chip"),
    [
        (PI_4, ("/dev/gpiochip0",), 0),
        (PI_5, ("/dev/gpiochip0", "/dev/gpiochip4"), 4),
        (PI_5, ("/dev/gpiochip0",), 0),
    ],
    ids=["Pi 4", "Pi 5", "Pi 5 with a kernel that counts otherwise"],
)
def test_the_chip_with_the_pins_of_the_header_is_opened(
    pi: Pi, revision: int, chips: tuple[str, ...], chip: int
) -> None:
    pi.is_of(revision, chips)
    factory = open_pin_factory("lgpio")
    assert pi.lgpio is not None
    assert pi.lgpio.opened == [chip]
    factory.close()


def test_lgpio_leaves_the_working_directory_as_it_was_and_its_pipe_elsewhere(pi: Pi, tmp_path: Path) -> None:
    here = Path.cwd()
    load_lgpio()
    assert Path.cwd() == here
    assert (tmp_path / ".lgd-nfy0").exists()
    assert not (here / ".lgd-nfy0").exists()


def test_debians_lgpio_is_found_from_a_virtual_environment_and_nothing_else_of_debians(
    pi: Pi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "lgpio.py").write_text(
        "import sys\nfrom tests.hardware.fake_lgpio import FakeLgpio\nsys.modules[__name__] = FakeLgpio(None)\n",
        encoding="utf-8",
    )
    (tmp_path / "numpy_of_debian.py").touch()
    pi.is_of(PI_5, ("/dev/gpiochip0",))
    monkeypatch.setattr(sys, "meta_path", [finder for finder in sys.meta_path if finder is not pi])
    monkeypatch.setattr("hardware.pin_factory.DEBIAN", str(tmp_path))
    factory = open_pin_factory("lgpio")
    assert sys.modules["lgpio"].opened == [0]
    assert importlib.util.find_spec("numpy_of_debian") is None
    factory.close()


def test_where_lgpio_cannot_make_its_pipe_a_line_says_so(
    pi: Pi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here = Path.cwd()
    monkeypatch.setenv("LG_WD", str(tmp_path / "nowhere"))
    with pytest.raises(HardwareError, match=r"lgpio can't start .*nowhere.*: name a folder .* LG_WD") as refusal:
        open_pin_factory("lgpio")
    assert "\n" not in str(refusal.value)
    assert Path.cwd() == here


def test_no_permission_names_the_group(pi: Pi) -> None:
    pi.refuses = PermissionError("can not open gpiochip")
    pi.is_of(PI_5, ())
    with pytest.raises(HardwareError, match=r"can not open gpiochip.*usermod -aG gpio") as refusal:
        open_pin_factory("lgpio")
    assert "\n" not in str(refusal.value)


def test_on_anything_but_a_pi_a_line_says_so(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero.exc import PinUnknownPi  # type: ignore[import-untyped]
    from gpiozero.pins import local

    def unknown() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr(local, "get_pi_revision", unknown)
    with pytest.raises(HardwareError, match=r"no Raspberry Pi's pins here .*choose mock or off"):
        open_pin_factory("lgpio")
