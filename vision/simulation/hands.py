"""The hands at a simulated tray."""

from __future__ import annotations

import logging
from collections import deque
from multiprocessing.connection import Connection

from controller.ports import TrueCube
from vision.messages import Spoil, ThrowCubes, Thrown
from vision.simulation.camera import SimulatedTray

log = logging.getLogger(__name__)


class Hands:
    """Throw what they are asked to: one throw after the other, each reported when its cubes have come to rest.

    Reported only then, for a throw that dies with this process has to be made once more; one whose cubes lie, but
    which wasn't reported any more, has not.
    """

    def __init__(self, tray: SimulatedTray, pipe: Connection) -> None:
        self._tray = tray
        self._pipe = pipe
        self._asked: deque[ThrowCubes] = deque()
        self._throwing: ThrowCubes | None = None

    def take(self, order: ThrowCubes | Spoil) -> None:
        """A throw is made as soon as the cubes lie; a camera is spoiled, or mended, at once, and said to be so."""
        if isinstance(order, ThrowCubes):
            self._asked.append(order)
            return
        self._tray.cause(order.fault)
        self._pipe.send(order)

    def work(self) -> None:
        """Throw what was asked for, if nothing moves."""
        if self._tray.truth() is None:
            return
        if self._throwing is not None:
            self._pipe.send(Thrown(self._throwing.number))
            self._throwing = None
        if self._asked:
            self._throwing = order = self._asked.popleft()
            if order.number == self._tray.carried_out:
                return
            try:
                self._tray.throw(order.cubes, order.keep, order.number, order.show)
            except ValueError as error:  # thrown before already, or the order is for an older picture
                log.warning("The simulated hands can't throw: %s", error)

    def truth(self) -> tuple[TrueCube, ...] | None:
        """The cubes as they truly lie, None while they move."""
        lying = self._tray.lying()
        if lying is None:
            return None
        return tuple(TrueCube(each.cube, each.center, each.leans) for each in lying)
