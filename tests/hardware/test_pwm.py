"""Hardware PWM on a folder tree that refuses what the kernel refuses, and the tray light on it."""

from __future__ import annotations

import errno
import os
from functools import partial
from pathlib import Path

import pytest

from hardware.errors import HardwareError
from hardware.pwm import FUNCTION, UDEV_SECONDS, HardwarePwm, write_attribute
from hardware.tray_light import PwmTrayLight, open_tray_light
from tests.hardware.kernel_pwm import FAN_OF_PI_5, FIRST_OF_PI_5, OF_PI_4, OWN_OF_PI_5, Kernel
from tests.hardware.support import DeviceLog

HZ = 25_000
PERIOD = "40000"
TWO, FOUR = {12: 0, 13: 1, 18: 0, 19: 1}, {12: 0, 13: 1, 18: 2, 19: 3}
"""The channels of the header's pins, by how many the chip has."""


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    return Kernel(tmp_path)


def opened(kernel: Kernel, pin: int = 18, high: bool = True, waited: list[float] | None = None) -> HardwarePwm:
    waits = waited if waited is not None else []
    return HardwarePwm(pin, HZ, high, kernel.classes, kernel.write, waits.append)


def refusal(kernel: Kernel, pin: int = 18) -> str:
    with pytest.raises(HardwareError) as error:
        opened(kernel, pin)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_light_begins_dark_shines_as_told_and_gives_its_channel_back(kernel: Kernel) -> None:
    chip = kernel.plug(0, OF_PI_4, 2)
    pwm = opened(kernel)
    assert kernel.state(chip, 0) == {"period": PERIOD, "duty_cycle": "0", "enable": "1", "polarity": "normal"}
    for level, duty in ((0.5, "20000"), (1.0, PERIOD), (0.0, "0"), (7.0, PERIOD), (-1.0, "0"), (0.6, "24000")):
        pwm.shine(level)
        assert kernel.state(chip, 0)["duty_cycle"] == duty
    pwm.close()
    assert not (chip / "pwm0").exists()
    assert kernel.written[-3:] == [("duty_cycle", "0"), ("enable", "0"), ("unexport", "0")]


@pytest.mark.parametrize("pin", FUNCTION)
@pytest.mark.parametrize(
    ("chips", "mine", "channels"),
    [
        ([(0, OF_PI_4, 2), (1, "fe20c800.pwm", 2)], 0, TWO),
        ([(0, "3f20c000.pwm", 2)], 0, TWO),
        ([(0, OWN_OF_PI_5, 2), (2, FIRST_OF_PI_5, 4), (6, FAN_OF_PI_5, 4)], 2, FOUR),
        ([(0, FAN_OF_PI_5, 4), (1, FIRST_OF_PI_5, 4)], 1, FOUR),
    ],
    ids=["Pi 4", "Pi 3", "Pi 5, Linux 6.6", "Pi 5, Linux 6.12"],
)
def test_the_chip_of_the_header_and_the_channel_of_the_pin_are_found(
    kernel: Kernel, pin: int, chips: list[tuple[int, str, int]], mine: int, channels: dict[int, int]
) -> None:
    plugged = {number: kernel.plug(number, device, count) for number, device, count in chips}
    opened(kernel, pin).shine(1.0)
    assert kernel.state(plugged[mine], channels[pin])["duty_cycle"] == PERIOD
    assert not [file for number, chip in plugged.items() if number != mine for file in chip.glob("pwm[0-9]")]


def test_what_an_earlier_program_left_running_is_taken_over(kernel: Kernel) -> None:
    chip = kernel.plug(0, OF_PI_4, 2)
    slow = HardwarePwm(18, 100, False, kernel.classes, kernel.write)
    slow.shine(1.0)
    opened(kernel).shine(0.25)
    assert kernel.state(chip, 0) == {"period": PERIOD, "duty_cycle": "10000", "enable": "1", "polarity": "normal"}


def test_a_light_that_a_low_pin_lights_stays_dark_when_it_is_closed(kernel: Kernel) -> None:
    chip = kernel.plug(0, OF_PI_4, 2)
    pwm = opened(kernel, high=False)
    pwm.shine(0.5)
    assert kernel.state(chip, 0)["polarity"] == "inversed"
    pwm.close()
    assert kernel.state(chip, 0) == {"period": PERIOD, "duty_cycle": "0", "enable": "1", "polarity": "inversed"}
    opened(kernel, high=False).shine(0.5)
    assert kernel.state(chip, 0)["duty_cycle"] == "20000"


def test_udev_is_waited_for_and_not_for_ever(kernel: Kernel) -> None:
    kernel.plug(0, OF_PI_4, 2)
    kernel.slow_udev = 5
    waited: list[float] = []
    opened(kernel, waited=waited).close()
    assert 0 < sum(waited) < UDEV_SECONDS
    kernel.slow_udev = 10_000
    waited.clear()
    with pytest.raises(HardwareError, match="group gpio"):
        opened(kernel, waited=waited)
    assert sum(waited) == pytest.approx(UDEV_SECONDS, rel=0.1)


@pytest.mark.parametrize("pin", FUNCTION)
def test_a_missing_overlay_says_which_line_to_add(kernel: Kernel, pin: int) -> None:
    line = f"dtoverlay=pwm,pin={pin},func={FUNCTION[pin]} to /boot/firmware/config.txt"
    assert line in refusal(kernel, pin)
    kernel.plug(0, FAN_OF_PI_5, 4)  # all that a Pi 5 has without an overlay
    assert line in refusal(kernel, pin)
    assert not kernel.written


def test_a_machine_without_any_pwm_says_the_same(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match=r"no hardware PWM on GPIO 18: on a Raspberry Pi add"):
        HardwarePwm(18, HZ, folder=tmp_path / "nowhere")


def test_what_the_kernel_refuses_is_said_with_what_to_do(kernel: Kernel) -> None:
    chip = kernel.plug(0, OF_PI_4, 1)
    assert "has no channel 1. Choose another pin" in refusal(kernel, 19)
    kernel.requested.add(chip.resolve() / "pwm0")
    assert "something else has channel 0 of pwmchip0" in refusal(kernel)
    assert "dtparam=audio=off" in refusal(kernel)
    kernel.refused = ("export",)
    assert "no permission. Add yourself to the group gpio (sudo usermod -aG gpio $USER)" in refusal(kernel)
    assert "GPIO 17 has no hardware PWM: choose one of the pins 12, 13, 18, 19" in refusal(kernel, 17)


def test_a_value_is_written_in_one_piece_and_never_makes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "duty_cycle"
    with pytest.raises(FileNotFoundError):
        write_attribute(file, "1")
    reader, writer = os.pipe()
    file.symlink_to(f"/proc/self/fd/{writer}")
    write_attribute(file, "40000")
    assert os.read(reader, 100) == b"40000"
    os.close(reader)
    os.close(writer)


# --- the tray light ---


def test_the_tray_light_shines_from_its_start_to_its_end_and_says_how_brightly(kernel: Kernel) -> None:
    chip = kernel.plug(0, OF_PI_4, 2)
    light, devices = PwmTrayLight(18, 0.6, partial(opened, kernel)), DeviceLog()
    light.start(devices.append)
    assert (kernel.state(chip, 0)["duty_cycle"], light.level) == ("24000", 0.6)
    light.shine(0.25)
    assert (kernel.state(chip, 0)["duty_cycle"], light.level) == ("10000", 0.25)
    light.stop()
    light.stop()
    assert not (chip / "pwm0").exists()
    light.shine(1.0)
    assert devices.states() == ["fine", "off"]
    assert (devices[0].part, devices[0].kind, devices[0].detail) == ("tray light", "pwm", "60% on GPIO 18")


def test_a_tray_light_that_cannot_shine_is_trouble_in_one_line_and_stops_in_peace(kernel: Kernel) -> None:
    light, devices = PwmTrayLight(18, 0.6, partial(opened, kernel)), DeviceLog()
    light.start(devices.append)
    light.shine(1.0)
    light.stop()
    assert devices.states() == ["trouble"]
    assert "dtoverlay=pwm,pin=18,func=2" in devices[0].detail


def test_a_tray_light_that_fails_later_says_so(kernel: Kernel) -> None:
    kernel.plug(0, OF_PI_4, 2)
    light, devices = PwmTrayLight(18, 0.6, partial(opened, kernel)), DeviceLog()
    light.start(devices.append)
    kernel.refused = ("duty_cycle",)
    light.shine(1.0)
    light.stop()
    assert devices.states() == ["fine", "trouble", "trouble"]
    assert "no permission" in devices[-1].detail


def test_no_tray_light_says_so_and_nothing_else() -> None:
    light, devices = open_tray_light("off", 18, 0.6, HZ, True), DeviceLog()
    light.start(devices.append)
    light.shine(1.0)
    light.stop()
    assert (devices.states(), light.level) == (["off"], 0.0)


@pytest.mark.parametrize(
    ("source", "hertz", "words"), [("led", HZ, "name pwm or off"), ("pwm", 19_999, "20000 or more")]
)
def test_a_tray_light_that_cannot_be_is_refused_in_one_line(source: str, hertz: int, words: str) -> None:
    with pytest.raises(HardwareError, match=words):
        open_tray_light(source, 18, 0.6, hertz, True)


def test_the_refusals_of_the_tree_are_the_kernels(kernel: Kernel) -> None:
    """That the tests above can fail."""
    chip = kernel.plug(0, OF_PI_4, 2)
    kernel.write(chip / "export", "0")
    channel = chip / "pwm0"
    for name, value, number in (("enable", "1", errno.EINVAL), ("duty_cycle", "5", errno.EINVAL)):
        with pytest.raises(OSError, match=r".") as refused:
            kernel.write(channel / name, value)
        assert refused.value.errno == number
    kernel.write(channel / "period", PERIOD)
    kernel.write(channel / "enable", "1")
    with pytest.raises(OSError, match=r".") as refused:
        kernel.write(channel / "polarity", "inversed")
    assert refused.value.errno == errno.EBUSY
