"""What the reader knows of the cubes of Cosmic Wimpout, besides their drawings."""

from __future__ import annotations

SET_SIZE = 5
"""Cubes, one of which has another colour: the odd one."""
SUN = "sun"
"""The face that only the odd cube has."""
NOT_ON_ODD = "3"
"""The face of the common cubes in whose place the odd one has its sun."""
