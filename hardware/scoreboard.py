"""The scoreboard: a thread that keeps the latest snapshot on a board, whatever happens to the line."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from controller.ports import BoardPicture, Clock, Device, Feed, phrase
from hardware.board_words import advice, link_counts, mute, never_up, what_it_is
from hardware.brightness import Brightness
from hardware.canvas import Picture, Size
from hardware.line import (
    AbsentError,
    GiveUpError,
    GoneError,
    Line,
    LinkError,
    LookingError,
    LostError,
    RestartedError,
    TryAgainError,
)
from hardware.link import HostCounters, Link
from hardware.protocol import Counters, Hello
from hardware.show import Show

log = logging.getLogger(__name__)

FRAME_SECONDS = 1 / 30
SIGN_OF_LIFE_SECONDS = 0.9
LOOK_SECONDS = 0.1
"""How often the line is looked at while nothing moves: a board that restarted has its picture back soon."""
HELLO_SECONDS = 4.0
"""The old bootloader of a Nano takes two seconds before the firmware starts."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
LOST_IN_A_ROW = 6
RESTARTS_IN_A_ROW = 3
INTENSITY = Brightness().digits


class SerialScoreboard:
    """A `controller.ports.Scoreboard` over a line with a board at its end.

    Only the latest snapshot is drawn; a frame goes out when the picture has changed, and as the sign of life, so that
    a board whose word of its restart was lost has its picture back. The line is opened again whenever it fails,
    without end, and with pauses that grow until the board has acknowledged a picture: only then it is fine, for a
    greeting alone shows nothing. A board that nobody has named and that isn't there is off, not in trouble.
    """

    def __init__(
        self, line: Line, size: Size, clock: Clock, scenes: bool = True, brightness: Brightness | None = None
    ) -> None:
        self._line = line
        self._size = size
        self._clock = clock
        self._brightness = brightness or Brightness()
        self._show = Show(size, scenes, self._brightness)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._on_device: Callable[[Device], None] = lambda device: None
        self._device: Device | None = None
        self._acknowledged = (-1, 0.0)
        self._confirmed: Picture | None = None
        self._numbered: BoardPicture | None = None
        self._numbering = threading.Lock()
        self._counters = HostCounters()
        self._board_counters: Counters | None = None
        self._greeted_on: str | None = None
        self._pause = SHORTEST_PAUSE

    def start(self, feed: Feed, on_device: Callable[[Device], None]) -> None:
        """Begin to show the feed's snapshots, from a thread of its own."""
        self._on_device = on_device
        self._thread = threading.Thread(target=self._run, args=(feed,), name="scoreboard", daemon=True)
        self._thread.start()

    def picture(self) -> BoardPicture | None:
        """What the board shows now: seen at its pins in a simulation, else the last frame that it acknowledged.
        None while it can't be reached."""
        confirmed = self._confirmed
        if confirmed is None:
            return None
        shown = self._line.shown() or confirmed
        with self._numbering:
            last = self._numbered
            pixels, ring = shown.rows(), shown.lights()
            if last is None or (last.pixels, last.ring) != (pixels, ring):
                self._numbered = last = BoardPicture(last.number + 1 if last else 0, pixels, ring)
            return last

    def acknowledged(self) -> tuple[int, float]:
        """The number of the newest snapshot of which the board has acknowledged a picture (-1: none yet), and the
        `Clock.monotonic()` seconds of that acknowledgement: of the first picture drawn from it, which is its final
        one unless scenes are played."""
        return self._acknowledged

    def counters(self) -> HostCounters:
        """What this side has seen of the link since it was last opened."""
        return self._counters

    def link_report(self) -> str:
        """What both ends have counted of their link, for people; empty before the board has shown a picture."""
        board = self._board_counters
        return link_counts(self._counters, board) if board is not None else ""

    def stop(self) -> None:
        """Leave the board in its idle picture and give the line back. Safe to call twice."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
            self._thread = None
            self._report("off")
        self._line.close()

    def _run(self, feed: Feed) -> None:
        while not self._stopping.is_set():
            try:
                port, kind = self._line.open(), self._line.kind
                link = Link(port, self._clock.monotonic, kind, known=self._greeted_on == kind)
                try:
                    self._counters, self._board_counters = link.counters, None
                    self._converse(link, feed)
                finally:
                    self._confirmed = None
                    link.close()
            except LookingError:
                continue
            except AbsentError as error:
                self._report("off", str(error))
            except LinkError as error:
                self._report("trouble", str(error))
                if isinstance(error, GiveUpError):
                    self._pause = LONGEST_PAUSE
            except Exception as error:  # a fault in a drawing must not leave the board dark for the evening
                log.exception("The scoreboard's thread failed and goes on.")
                self._report("trouble", phrase("Internal error, see the log: {error}", error=str(error)))
            self._rest()

    def _rest(self) -> None:
        """Let some time pass before the board is asked again, more each time until it has acknowledged a picture."""
        self._stopping.wait(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _converse(self, link: Link, feed: Feed) -> None:
        """Greet and serve the board; greet it again, on the open line, when it restarted or answers no more.

        Raises:
            TryAgainError: it greets, but it has not shown a picture.
            GoneError, GiveUpError
        """
        restarts = 0
        while not self._stopping.is_set():
            self._confirmed = None
            hello = self._greet(link)
            if hello is None:
                return
            try:
                keeps_settings = self._agree(link, hello)
                self._serve(link, feed, hello, keeps_settings)
            except RestartedError as error:
                log.info("scoreboard: %s", error)
                restarts = 0 if self._confirmed else restarts + 1
                if restarts >= RESTARTS_IN_A_ROW:
                    raise never_up(error) from error
                if restarts:
                    self._rest()
            except LostError as error:
                log.info("scoreboard: %s", error)
                if self._confirmed is None:
                    raise mute(error, self._line.kind) from error

    def _greet(self, link: Link) -> Hello | None:
        """The board's greeting; None when it is time to stop."""
        deadline = self._clock.monotonic() + HELLO_SECONDS
        while not self._stopping.is_set():
            try:
                hello = link.hello(LOOK_SECONDS * 2)
                self._greeted_on = self._line.kind
                return hello
            except GoneError:
                raise
            except TryAgainError:
                if self._clock.monotonic() >= deadline:
                    raise
        return None

    def _agree(self, link: Link, hello: Hello) -> bool:
        """Tell the board its sizes and its current limit, unless it has them. False if it will forget them."""
        wanted = (self._brightness.limit_ma, self._size.modules, self._size.lights)
        if (hello.limit_ma, hello.modules, hello.lights) == wanted:
            return True
        for _ in range(LOST_IN_A_ROW - 1):
            with suppress(LostError):
                return link.settings(*wanted)
        return link.settings(*wanted)

    def _serve(self, link: Link, feed: Feed, hello: Hello, keeps_settings: bool) -> None:
        """Keep the picture on the board up to date, until the line fails or it is time to stop."""
        shown: Picture | None = None
        heard, lost = self._clock.monotonic(), 0
        while not self._stopping.is_set():
            began = self._clock.monotonic()
            snapshot = feed.latest()
            self._show.take(snapshot, began)
            picture = self._show.picture(began)
            silent = began - heard >= SIGN_OF_LIFE_SECONDS
            try:
                if picture != shown or silent:
                    link.show(picture, self._brightness.digits)
                    heard, lost = began, 0
                else:
                    link.poll()
            except LostError:
                lost += 1
                if lost >= LOST_IN_A_ROW:
                    raise
                continue  # with what is newest by now
            now = self._clock.monotonic()
            self._confirmed = picture
            if shown is None:
                self._be_fine(link, hello, keeps_settings)
            shown = picture
            if self._acknowledged[0] != snapshot.number:
                self._acknowledged = (snapshot.number, now)
            if silent:
                self._ask_counters(link)
            pause = began + FRAME_SECONDS - now if self._show.moves else LOOK_SECONDS
            feed.wait(snapshot.number, max(0.0, pause))
        with suppress(LinkError):
            link.idle()

    def _be_fine(self, link: Link, hello: Hello, keeps_settings: bool) -> None:
        """The board has acknowledged its first picture since it greeted."""
        self._pause = SHORTEST_PAUSE
        for _ in range(LOST_IN_A_ROW):
            if self._ask_counters(link):
                break
        self._report("fine", what_it_is(hello, self._size), advice(hello, keeps_settings, self._line.kind))

    def _ask_counters(self, link: Link) -> bool:
        """Whether the board has told what it counted."""
        with suppress(LostError):
            self._board_counters = link.board_counters()
            return True
        return False

    def _report(self, state: Literal["fine", "trouble", "off"], detail: str = "", advice: str = "") -> None:
        device = Device("scoreboard", self._line.kind, state, detail, self._line.simulated, advice)
        if device != self._device:
            self._device = device
            self._on_device(device)
