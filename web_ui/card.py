"""The card for the table: how a guest comes to a seat, as a PDF to print."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO

import segno
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A5
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from segno.helpers import make_wifi

from controller.ports import phrase, said
from web_ui.languages import ENGLISH, Language, read_languages

NIGHT, GOLD = HexColor("#070b22"), HexColor("#b8862f")
WORDS, TITLE = "Helvetica", "Helvetica-Bold"
QUIET = 4
"""White modules that a QR code needs around it (ISO/IEC 18004)."""
WIDTH, HEIGHT = A5


class CardError(Exception):
    """A card can't be made; its text says why, and what to do."""


def card(
    table_name: str, address: str, wifi: str | None = None, password: str | None = None, language: str = ENGLISH.code
) -> bytes:
    """An A5 card for a table at `address` (http://...) as the bytes of a PDF; with the name of its Wi-Fi a code to
    enter that comes first. Without a `password` the Wi-Fi is open. `language` by its code.

    Raises:
        CardError: a name or a password is too long for a code, or has letters that the card can't print; the name of
            the Wi-Fi is empty; there is no such language, or it has such letters.
    """
    spoken = _language(language)
    if wifi is not None and not wifi.strip():
        raise CardError("The name of the Wi-Fi is empty. Name it, or leave it out for a card without.")
    _require_printable(table_name, "Name the table in Latin letters for it.")
    for words in (wifi or "", password or ""):
        _require_printable(words, "Leave the Wi-Fi off the card, or give it a name and a password in Latin letters.")
    take_a_seat = said(phrase("Take a seat"), spoken)
    seat = _Step(take_a_seat, address.removeprefix("http://").rstrip("/"), _code(f"{address.rstrip('/')}/join"))
    file = BytesIO()
    canvas = Canvas(file, pagesize=A5, invariant=1)
    canvas.setTitle(said(phrase("{table}: the table card", table=table_name), spoken))
    _head(canvas, table_name, spoken)
    if wifi is None:
        _draw(canvas, 92 * mm, seat, 92 * mm)
    else:
        secret = said(phrase("password {password}", password=password), spoken) if password else ""
        words = f"{wifi}    {secret}" if secret else wifi
        join_wifi = said(phrase("Join the Wi-Fi"), spoken)
        join = _Step(f"1  {join_wifi}", words, _wifi_code(wifi, password))
        _draw(canvas, HEIGHT - 78 * mm, join, 62 * mm)
        _draw(canvas, HEIGHT - 160 * mm, replace(seat, title=f"2  {seat.title}"), 62 * mm)
    canvas.save()
    return file.getvalue()


@dataclass(frozen=True, slots=True)
class _Step:
    """What a guest does: a title, the code that does it, and in words what is in it."""

    title: str
    words: str
    code: segno.QRCode


def _code(content: str) -> segno.QRCode:
    try:
        return segno.make(content, error="m", micro=False)
    except segno.DataOverflowError as error:
        raise CardError("The address is too long for a code: choose a shorter web.address.") from error


def _wifi_code(wifi: str, password: str | None) -> segno.QRCode:
    try:
        return make_wifi(ssid=wifi, password=password, security="WPA" if password else None)
    except (segno.DataOverflowError, ValueError) as error:
        raise CardError(f"The Wi-Fi's name and password don't fit a code ({error}).") from error


def _head(canvas: Canvas, table_name: str, spoken: Language) -> None:
    canvas.setFillColor(NIGHT)
    canvas.rect(0, HEIGHT - 34 * mm, WIDTH, 34 * mm, stroke=0, fill=1)
    canvas.setFillColor(HexColor("#ffffff"))
    _middle(canvas, HEIGHT - 17 * mm, table_name, TITLE, 26)
    canvas.setFillColor(GOLD)
    words = said(phrase("Throw the cubes. The tray reads them and keeps the score."), spoken)
    _require_printable(words, "Print the card in another language.")
    _middle(canvas, HEIGHT - 27 * mm, words, WORDS, 10.5)


def _draw(canvas: Canvas, middle: float, step: _Step, side: float) -> None:
    """A step whose code, `side` wide, has its middle at this height."""
    canvas.setFillColor(NIGHT)
    _middle(canvas, middle + side / 2 + 2 * mm, step.title, TITLE, 15)
    rows = [list(row) for row in step.code.matrix_iter(border=QUIET)]
    module = side / len(rows)
    left, top = (WIDTH - side) / 2, middle + side / 2
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:  # a hair larger than a module, so that no seam shows between two of them
                canvas.rect(left + x * module, top - (y + 1) * module, module * 1.02, module * 1.02, stroke=0, fill=1)
    _middle(canvas, middle - side / 2 - 1 * mm, step.words, WORDS, 13)


def _middle(canvas: Canvas, y: float, words: str, font: str, size: float) -> None:
    """Words in the middle of the card, smaller where they would not fit."""
    wide = stringWidth(words, font, size)
    size = min(size, size * (WIDTH - 16 * mm) / wide) if wide else size
    canvas.setFont(font, size)
    canvas.drawCentredString(WIDTH / 2, y, words)


def _language(code: str) -> Language:
    languages = read_languages()
    if code not in languages:
        there_are = ", ".join(languages)
        raise CardError(f"There is no catalogue for the language {code!r}. There are: {there_are}.")
    return languages[code]


def _require_printable(words: str, advice: str) -> None:
    try:
        words.encode("cp1252")
    except UnicodeEncodeError as error:
        raise CardError(f"{words!r} has letters that the card's type doesn't have. {advice}") from error
