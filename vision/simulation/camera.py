"""The simulated tray: a camera that sees drawn cubes, and the hands that throw them."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from controller.ports import Face, GameCube, Point
from vision.cameras.camera import Frame, Image
from vision.settings import Fault
from vision.simulation.empty_tray import EmptyTray, draw_empty_tray
from vision.simulation.exposure import exposure
from vision.simulation.faults import Faults
from vision.simulation.light import LIGHTS, Picture
from vision.simulation.look import Look, drawn_look, house_look
from vision.simulation.motion import FRAME, Motion
from vision.simulation.renderer import Renderer, Scene
from vision.simulation.skins import skins
from vision.simulation.throw import throw_cubes
from vision.simulation.truth import LyingCube, cubes_at, lying_cubes, taken_up
from vision.simulation.view import REFERENCE
from vision.simulation.world import World, fresh_world, load_world, save_world

_IDLE_AFTER, _IDLE_WAIT = 1.5, 0.05

log = logging.getLogger(__name__)


def _look(seed: int | None, size: tuple[int, int]) -> Look:
    return house_look(size) if seed is None else drawn_look(seed, size)


@lru_cache(maxsize=1)  # to draw it takes most of the time in which a tray that is opened again would be there
def _empty_tray(
    seed: int | None, size: tuple[int, int], floor: str, light: str
) -> tuple[EmptyTray, np.random.Generator]:
    """The tray of this look without its cubes, and the generator that drew it, for what is drawn next."""
    rng = np.random.default_rng([seed or 0, 3])
    return draw_empty_tray(_look(seed, size).view, LIGHTS[light], floor, rng), rng


class SimulatedTray:
    """A `Camera` over a tray with five drawn cubes, and the hands that throw them when asked.

    `seed`: the look of the tray and every throw follow from it; None: the house's own look and throws that differ
    from run to run. `cube_set`, `floor`, `light`: by name, instead of the look's own. `state_file`: where the lying
    cubes are kept. `world`: how they lie to begin with, instead of as that has them. `paced`: frames come at 30 a
    second of `clock`; frames that nobody asked for in time are dropped, as a real camera does. Otherwise they come as
    fast as they are read, and when everything has lain still for 1.5 s of camera time a read waits a moment for the
    next throw. `lean_chance`, `touch_chance`: 0..1, how often a thrown cube ends up leaning, or against another or a
    wall. `cube_size`: mm. `wear`: 0, cubes as new, to 1, cubes that have lost most of their ink in places.
    `resolution`: width and height.

    `clock` gives seconds that never go back, `sleep` waits so many of them.

    Raises:
        ValueError: there is no set of cubes, floor or light of this name.
    """

    def __init__(
        self,
        *,
        seed: int | None = None,
        cube_set: str | None = None,
        floor: str | None = None,
        light: str | None = None,
        state_file: Path | None = None,
        world: World | None = None,
        paced: bool = True,
        lean_chance: float = 0.02,
        touch_chance: float = 0.25,
        cube_size: float = 16.5,
        wear: float = 0.0,
        resolution: tuple[int, int] = REFERENCE,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        look = _look(seed, resolution)
        self._look = replace(
            look, cube_set=cube_set or look.cube_set, floor=floor or look.floor, light=light or look.light
        )
        self._seed = secrets.randbits(62) if seed is None else seed
        self._state_file = state_file
        self._touch_chance, self._lean_chance = touch_chance, lean_chance
        known = load_world(state_file, self._seed, cube_size) if state_file and world is None else world
        self._world = known or fresh_world(self._seed, cube_size)
        self._keep()
        if self._look.light not in LIGHTS:
            raise ValueError(f"There is no light {self._look.light!r}. There are: {', '.join(LIGHTS)}.")
        empty, rng = _empty_tray(seed, resolution, self._look.floor, self._look.light)
        shown = skins(self._world, self._look.cube_set, wear, np.random.default_rng([seed or 0, 7]))
        self._renderer = Renderer(empty, shown, self._world.size, deepcopy(rng))
        self._paced, self._clock, self._sleep = paced, clock, sleep
        self._asked = threading.Condition()
        self._motion: Motion | None = None
        self._order: int | None = None
        self._motion_began: float | None = None
        self._rest_began = 0.0
        self._rest_picture: Picture | None = None
        self._began: float | None = None
        self._next = 0
        self._faults = Faults(self._look.view, LIGHTS[self._look.light], np.random.default_rng([seed or 0, 5]))
        self._closed = False

    @property
    def look(self) -> Look:
        """How this tray looks, and where its camera is."""
        return self._look

    # --- the camera -------------------------------------------------------------------------------------------

    def read(self) -> Frame | None:
        """The next frame; None once the camera is closed."""
        if self._paced:
            self._wait_for_frame()
        with self._asked:
            if not self._paced and self._motion is None and self._next * FRAME - self._rest_began > _IDLE_AFTER:
                self._asked.wait_for(lambda: self._motion is not None or self._closed, _IDLE_WAIT)
            if self._closed:
                return None
            number = self._next + self._faults.lost()
            self._next = number + 1
            image = self._expose(number * FRAME)
        return Frame(image, number * FRAME, number)

    def close(self) -> None:
        """End the pictures; a read that waits returns. Safe to call twice."""
        with self._asked:
            self._closed = True
            self._asked.notify_all()

    def cause(self, fault: Fault | None) -> None:
        """Let this go wrong from now on; None mends it."""
        with self._asked:
            self._faults.now = fault
            self._rest_picture = None

    def _wait_for_frame(self) -> None:
        if self._began is None:
            self._began = self._clock()
        due = self._began + self._next * FRAME
        now = self._clock()
        if now < due:
            self._sleep(due - now)
        else:
            self._next = max(self._next, int((now - self._began) / FRAME))

    def _expose(self, now: float) -> Image:
        return self._faults.behind_it(self._renderer.add_noise(self._before_the_lens(now)), now)

    def _before_the_lens(self, now: float) -> Picture:
        """The scene without the sensor's noise; it is drawn once while nothing moves."""
        motion = self._motion
        if motion is not None:
            if self._motion_began is None:
                self._motion_began = now
            moved = now - self._motion_began
            if moved < motion.duration:
                return self._faults.before_the_lens(self._renderer.clean(exposure(motion, moved)))
            self._come_to_rest(motion, now)
        if self._rest_picture is None:
            lying = self._renderer.clean(Scene(tuple((pose,) for pose in self._world.poses())))
            self._rest_picture = self._faults.before_the_lens(lying)
        return self._rest_picture

    def _come_to_rest(self, motion: Motion, now: float) -> None:
        self._world = self._world.after_throw(motion.after(), self._order)
        self._motion = self._motion_began = self._rest_picture = None
        self._rest_began = now
        self._keep()

    def _keep(self) -> None:
        if self._state_file is None:
            return
        try:
            save_world(self._world, self._state_file)
        except OSError as error:
            log.warning(
                "Where the simulated cubes lie can't be written to %s (%s): after a restart they lie as before.",
                self._state_file, error,
            )  # fmt: skip

    # --- the hands --------------------------------------------------------------------------------------------

    @property
    def carried_out(self) -> int | None:
        """The number of the order whose cubes came to rest last, also before this tray was set up again."""
        return self._world.order

    def throw(
        self,
        cubes: tuple[Point, ...] | None,
        keep: tuple[Point, ...] = (),
        order: int | None = None,
        show: tuple[Face | None, ...] = (),
    ) -> None:
        """Put the cubes at `keep` on the rail and throw those at `cubes`; None throws all five. Returns at once.

        `show`: for each of `keep` the face that it is turned to; None, or one that it hasn't, leaves it as it lies.

        Points are centres of top sides in pixels. May be called from any thread. Where no cube lies at a point, or
        one is to be kept and thrown, the hands do what hands would: they throw what they can take up. `order`: a
        number by which to know that this throw has been made.

        Raises:
            ValueError: the cubes still move.
        """
        with self._asked:
            if self._motion is not None:
                raise ValueError("The cubes still move: wait until they lie before throwing again.")
            self._order = order
            lying = lying_cubes(self._world, self._look.view)
            thrown = list(range(len(lying))) if cubes is None else taken_up(cubes, lying)
            kept = [number for number in cubes_at(keep, lying) if number not in thrown]
            self._motion = throw_cubes(
                self._world.poses(), thrown, kept, self._world.size, self._touch_chance, self._lean_chance,
                seed=(self._seed, 4, self._world.throws), turned=self._turned(keep, show, lying),
            )  # fmt: skip
            self._asked.notify_all()

    def come_to_rest(self) -> None:
        """End a throw at once: the next picture shows the cubes lying, for those who want none of the flight."""
        with self._asked:
            if self._motion is not None:
                self._come_to_rest(self._motion, self._next * FRAME)

    def _turned(
        self, keep: tuple[Point, ...], show: tuple[Face | None, ...], lying: tuple[LyingCube, ...]
    ) -> dict[int, int]:
        """By the number of a cube the side that is to look up."""
        turned = {}
        for point, face in zip(keep, show, strict=False):
            for number in cubes_at((point,), lying):
                if face is not None and face in self._world.cubes[number].symbols:
                    turned[number] = self._world.cubes[number].symbols.index(face)
        return turned

    def truth(self) -> tuple[GameCube, ...] | None:
        """The cubes as they truly lie, for counting what was read wrong; None while they move."""
        lying = self.lying()
        return tuple(each.cube for each in lying) if lying is not None else None

    def leaning(self) -> tuple[GameCube, ...]:
        """Those of the lying cubes that lean more than 10 degrees; none while they move."""
        return tuple(each.cube for each in self.lying() or () if each.leans)

    def lying(self) -> tuple[LyingCube, ...] | None:
        """Everything about the cubes as they truly lie; None while they move."""
        with self._asked:
            if self._motion is not None:
                return None
            return lying_cubes(self._world, self._look.view)
