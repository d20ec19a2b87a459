"""The scoreboard as a stage: shows one moving picture until it is given another, whatever the line goes through."""

from __future__ import annotations

import threading
from collections.abc import Callable

from hardware.brightness import Brightness
from hardware.bring_up.steps import Draw
from hardware.canvas import Picture, Size
from hardware.line import Line, LinkError, LostError
from hardware.link import Link
from hardware.protocol import Hello

FRAME_SECONDS = 0.05
SIGN_OF_LIFE_SECONDS = 0.9
HELLO_SECONDS = 4.0
PAUSE_SECONDS = 0.5
LOOK_SECONDS = 0.01
LOST_IN_A_ROW = 6


class BoardStage:
    """A board with what it is to show, and `line`, the way to it."""

    def __init__(self, line: Line, size: Size, brightness: Brightness, monotonic: Callable[[], float]) -> None:
        self.size = size
        self.hello: Hello | None = None
        self.trouble = "It hasn't answered yet."
        self._line = line
        self._brightness = brightness
        self._monotonic = monotonic
        self._draw: Draw = lambda seconds: Picture.blank(size)
        self._since = monotonic()
        self._news = threading.Condition()
        self._up_to_date = False
        self._acknowledged: Picture | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bring-up board", daemon=True)
        self._thread.start()

    @property
    def kind(self) -> str:
        """The name of the way to the board."""
        return self._line.kind

    @property
    def simulated(self) -> bool:
        """Whether no real board is there."""
        return self._line.simulated

    def show(self, draw: Draw) -> None:
        """From now on show this."""
        with self._news:
            self._draw, self._since, self._up_to_date = draw, self._monotonic(), False

    def is_up_to_date(self, seconds: float) -> bool:
        """Wait until the board has acknowledged a picture of what it is to show; False when time is up, `trouble`
        says why."""
        with self._news:
            return self._news.wait_for(lambda: self._up_to_date, seconds)

    def shown(self, seconds: float) -> Picture | None:
        """What a simulated board shows; None of a real one. Waits, `seconds` at most, until that is what it has
        acknowledged: what its pins show is told a little later."""
        deadline = self._monotonic() + seconds
        while (shown := self._line.shown()) != self._acknowledged and self._monotonic() < deadline:
            self._stopping.wait(LOOK_SECONDS)
        return shown

    def introduction(self) -> str:
        """What the board says of itself."""
        if self.hello is None:
            return self.trouble
        version = ".".join(map(str, self.hello.firmware))
        return f"{self.kind}: firmware {version}, last started by {self.hello.reset_in_words}."

    def close(self) -> None:
        """Leave the board dark, and give the line back."""
        self._stopping.set()
        self._thread.join(timeout=5)
        self._line.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                link = Link(self._line.open(), self._monotonic)
                try:
                    self._converse(link)
                finally:
                    link.close()
            except LinkError as error:
                with self._news:
                    self.trouble, self._up_to_date = str(error), False
                self._stopping.wait(PAUSE_SECONDS)

    def _converse(self, link: Link) -> None:
        self.hello = hello = link.hello(HELLO_SECONDS)
        wanted = (self._brightness.limit_ma, self.size.modules, self.size.lights)
        if (hello.limit_ma, hello.modules, hello.lights) != wanted:
            link.settings(*wanted)
        shown: Picture | None = None
        heard = self._monotonic()
        lost = 0
        while not self._stopping.is_set():
            with self._news:
                draw, since = self._draw, self._since
            now = self._monotonic()
            picture = draw(now - since)
            try:
                if picture != shown or now - heard >= SIGN_OF_LIFE_SECONDS:
                    link.show(picture, self._brightness.digits)
                    heard = now
                else:
                    link.poll()
            except LostError:
                lost += 1
                if lost >= LOST_IN_A_ROW:
                    raise
                continue
            shown, lost = picture, 0
            with self._news:
                self._up_to_date = self._draw is draw
                self._acknowledged = picture
                self._news.notify_all()
            self._stopping.wait(FRAME_SECONDS)
        link.idle()
