"""The board's current limit in Python: "Current limit" of firmware/PROTOCOL.md."""

from __future__ import annotations

from hardware.canvas import Size


def dim(pixels: bytes, ring: bytes, intensity: int, size: Size, limit_ma: int) -> tuple[bytes, int]:
    """The ring and the intensity as the board shows them below its current limit."""
    lit = int.from_bytes(pixels, "big").bit_count()

    def matrix_ma(level: int) -> int:
        return -(-lit * 5 * (2 * level + 1) // 32)

    ring_ma = -(-sum(ring) * 20 // 255)
    available = max(0, limit_ma - 8 * size.modules - size.lights)
    wanted = matrix_ma(intensity) + ring_ma
    if wanted <= available:
        return ring, intensity
    scale = 256 * available // wanted
    fitting = [level for level in range(intensity + 1) if 256 * (2 * level + 1) <= scale * (2 * intensity + 1)]
    level = max(fitting, default=0)
    if ring_ma:
        scale = min(scale, 256 * max(0, available - matrix_ma(level)) // ring_ma)
    return bytes(value * scale // 256 for value in ring), level
