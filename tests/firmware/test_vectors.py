"""The test vectors themselves, against libraries that know nothing of our firmware."""

import json
import zlib
from typing import Any

import pytest
from cobs import cobs  # type: ignore[import-untyped]

from .board import FIRMWARE, compose

VECTORS: dict[str, list[dict[str, Any]]] = json.loads((FIRMWARE / "vectors.json").read_text(encoding="utf-8"))


def test_crc_vectors_are_what_zlib_says() -> None:
    assert all(zlib.crc32(bytes.fromhex(v["data"])) == v["crc"] for v in VECTORS["crc"])


def test_cobs_vectors_are_what_the_cobs_library_says() -> None:
    assert all(cobs.encode(bytes.fromhex(v["plain"])).hex() == v["encoded"] for v in VECTORS["cobs"])


@pytest.mark.parametrize("vector", VECTORS["messages"], ids=lambda v: str(v["name"]))
def test_messages_are_header_payload_and_crc(vector: dict[str, Any]) -> None:
    wire = compose(vector["type"], vector["seq"], bytes.fromhex(vector["payload"]), vector["version"])
    assert wire.hex() == vector["wire"]


def limit_by_the_rule(v: dict[str, Any]) -> tuple[int, int, bool]:
    """Scale, intensity and whether it is dimmed: the rule of PROTOCOL.md, word by word."""

    def matrix_ma(intensity: int) -> int:
        return -int(-v["lit"] * 5 * (2 * intensity + 1) // 32)

    ring_ma = -(-v["sum"] * 20 // 255)
    available = max(0, v["limit_ma"] - 8 * v["modules"] - v["lights"])
    intensity = v["intensity"]
    if matrix_ma(intensity) + ring_ma <= available:
        return 256, intensity, False
    scale = 256 * available // (matrix_ma(intensity) + ring_ma)
    fits = [i for i in range(intensity + 1) if 256 * (2 * i + 1) <= scale * (2 * intensity + 1)]
    dimmed = max(fits, default=0)
    if ring_ma > 0:
        scale = min(scale, 256 * max(0, available - matrix_ma(dimmed)) // ring_ma)
    return scale, dimmed, True


@pytest.mark.parametrize("vector", VECTORS["limit"], ids=lambda v: f"{v['limit_ma']} mA, {v['lit']}, {v['sum']}")
def test_limits_follow_the_rule(vector: dict[str, Any]) -> None:
    assert limit_by_the_rule(vector) == (vector["scale"], vector["intensity_shown"], vector["dimmed"])
