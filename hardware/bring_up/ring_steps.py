"""The ring: its colours, every light in turn, and all of it at once."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.bring_up.steps import Sighting, Step, Which, shows
from hardware.bring_up.wires import Wires
from hardware.build.plan import Wire, load_dimensions
from hardware.canvas import DARK, Canvas, Colour, Picture, Size
from hardware.scenes.scene import write

COLOURS: tuple[tuple[str, Colour], ...] = (("RED", (90, 0, 0)), ("GREEN", (0, 90, 0)), ("BLUE", (0, 0, 90)))
WHITE: Colour = (60, 60, 60)
COLOUR_SECONDS = 2.0
LIGHT_SECONDS = 0.5
AT_A_TIME = 15
"""How many lights of a ring that isn't the plans' are looked at in one step."""
FED_BY = ("X2", "X4")
"""The bars of +5 V and ground."""


def ring_steps(size: Size, wires: Wires) -> Iterator[Step]:
    """The colours, the lights of each piece, and the whole ring in white."""
    ring = Ring(size, wires)
    yield _colours(size, ring)
    for piece in range(len(ring.pieces)):
        yield _lights(piece, size, ring)
    yield _all_white(size, ring)


class Ring:
    """The pieces of the ring as they hang together: those of the plans; another ring is looked at in even parts."""

    def __init__(self, size: Size, wires: Wires) -> None:
        planned = tuple(load_dimensions()["ring"]["pieces"])
        self.wires = wires
        self.is_planned = sum(planned) == size.lights
        self.pieces: tuple[int, ...] = planned if self.is_planned else _even_pieces(size.lights)
        self.names = [part.name for part in wires.plan.of_kind("ring")]

    def first(self, piece: int) -> int:
        """The number of the first light of a piece; the ring's first light is 1."""
        return sum(self.pieces[:piece]) + 1

    def last(self, piece: int) -> int:
        """The number of its last light."""
        return sum(self.pieces[: piece + 1])

    def entrance(self) -> list[str]:
        """The wires by which the ring gets its data and its power."""
        name = self.names[0]
        data = [wire for pin in ("CI", "DI") for wire in self.wires.signal(f"{name}.{pin}", "A2")]
        return self.wires.said((*data, *self.power()))

    def power(self) -> tuple[Wire, ...]:
        """The wires of +5 V and ground that feed the ring, at both of its ends."""
        return tuple(wire for bar in FED_BY for name in self.names for wire in self.wires.between(bar, name))

    def before(self, light: int) -> list[str]:
        """Where the data come from to a light that is the first not to get them."""
        if light == 1:
            return self.entrance()
        piece = next(number for number in range(len(self.pieces)) if light <= self.last(number))
        if self.is_planned and light == self.first(piece):
            one, other = self.names[piece - 1], self.names[piece]
            return [f"The corner between {one} and {other}:", *self.wires.said(self.wires.between(one, other))]
        return [f"No wire: the strip is broken between lights {light - 1} and {light}, or one of the two is.",
                "Bend it a little and watch. A light is replaced by cutting it out at its copper pads."]


def _even_pieces(lights: int) -> tuple[int, ...]:
    full, rest = divmod(lights, AT_A_TIME)
    return (AT_A_TIME,) * full + ((rest,) if rest else ())


def _colours(size: Size, ring: Ring) -> Step:
    def draw(seconds: float) -> Picture:
        word, colour = COLOURS[int(seconds / COLOUR_SECONDS) % len(COLOURS)]
        canvas = Canvas(size)
        write(canvas, word)
        canvas.ring[:] = [colour] * size.lights
        return canvas.freeze()

    return Step(
        key="ring-colours",
        title="The colours of the ring",
        shown="The whole ring in red, in green, in blue. The modules name the colour.",
        right="all lights in the colour that the modules name",
        wrong=(
            Sighting("nothing", ring.entrance()),
            Sighting("the lights up to some point, then none", ring.before,
                     Which("Which light is the first that stays dark? The one where the data come in is 1.",
                           1, size.lights)),
            Sighting("other colours, flicker, or colours that change by themselves", [
                "Clock and data are swapped, or one has a bad contact:", *ring.entrance(),
            ]),
            Sighting("each time the same wrong colour, and steadily", [
                "No wire: this strip takes its colours in another order. An APA102 or SK9822 takes blue, green, red.",
            ]),
        ),
        begin=shows(draw),
    )  # fmt: skip


def _lights(piece: int, size: Size, ring: Ring) -> Step:
    first, last = ring.first(piece), ring.last(piece)

    def draw(seconds: float) -> Picture:
        light = first + int(seconds / LIGHT_SECONDS) % (last - first + 1)
        canvas = Canvas(size)
        write(canvas, str(light))
        canvas.ring[:] = [WHITE if number == light else DARK for number in range(1, size.lights + 1)]
        return canvas.freeze()

    label = f" ({ring.names[piece]}, {_label(ring, piece)})" if ring.is_planned else ""
    return Step(
        key=f"lights-{first}-{last}",
        title=f"Lights {first} to {last} of the ring{label}",
        shown="One light after the other, clockwise as seen from above, over and over. The modules show its number.",
        right=f"lights {first} to {last}, each alone and in its turn, white",
        wrong=(
            Sighting("one stays dark, the next ones light up", lambda light: [
                f"No wire: light {light} is dead. It is replaced by cutting it out at its copper pads.",
            ], Which("Which number do the modules show then?", first, last)),
            Sighting("from some light on all stay dark", ring.before,
                     Which("Which number do the modules show at the first dark one?", first, last)),
            Sighting("they run the other way, or on another side", _misplaced(ring)),
            Sighting("more than one at a time, or other colours", [
                "The data are damaged on their way:", *ring.entrance(),
            ]),
        ),
        begin=shows(draw),
    )  # fmt: skip


def _label(ring: Ring, piece: int) -> str:
    return ring.wires.plan.parts[ring.names[piece]].label.removeprefix("Ring, ") + " side"


def _misplaced(ring: Ring) -> list[str]:
    order = ", ".join(f"{name} ({_label(ring, piece)})" for piece, name in enumerate(ring.names))
    joints = [wire for one, other in zip(ring.names, ring.names[1:], strict=False)
              for wire in ring.wires.between(one, other)]
    return [
        f"The pieces are joined in another order, or one is turned. The order is {order};",
        "the arrows on the strip run clockwise. Joints:", *ring.wires.said(joints),
    ]


def _all_white(size: Size, ring: Ring) -> Step:
    def draw(_seconds: float) -> Picture:
        canvas = Canvas(size)
        canvas.block(0, 0, size.columns, 8)
        canvas.ring[:] = [WHITE] * size.lights
        return canvas.freeze()

    return Step(
        key="everything",
        title="Everything at once",
        shown="All lights of the ring in white, and all dots of all modules.",
        right="the ring equally white all round, the modules equally bright, nothing flickers or goes out",
        wrong=(
            Sighting("the ring is yellowish or weaker in one part", [
                "It isn't fed at both ends, or a wire is too thin:", *ring.wires.said(ring.power()),
            ]),
            Sighting("it flickers, or all goes out", [
                "The supply breaks down: fuse F1, capacitor C1, and",
                *ring.wires.said(ring.wires.at("F1", "C1", "J1")),
            ]),
            Sighting("the modules are weaker on one side", [
                "Power of the modules:", *ring.wires.said(ring.wires.at(*(
                    f"{part.name}.{pin}" for part in ring.wires.plan.of_kind("modules") for pin in ("VCC", "GND")
                ))),
            ]),
        ),
        begin=shows(draw),
    )  # fmt: skip
