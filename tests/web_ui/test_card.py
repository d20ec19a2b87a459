"""The table card, read from paper as a phone's camera reads it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from web_ui.card import CardError, card

TRAY = Path(sys.executable).with_name("tray")


def code_on(pdf: bytes, upper: float = 0.0, lower: float = 1.0) -> str:
    """What the QR code holds on a one-page PDF, between these parts of its height.

    OpenCV's reader is less patient than a phone's: it is shown the card from nearer and further.
    """
    (page,) = pypdfium2.PdfDocument(pdf)
    for scale in (1.5, 2.0, 2.5, 3.0, 4.0):
        picture = np.array(page.render(scale=scale).to_pil().convert("L"))
        height = len(picture)
        words, _, _ = cv2.QRCodeDetector().detectAndDecode(picture[round(upper * height) : round(lower * height)])
        if words:
            return words
    raise AssertionError("no code can be read")


def words_on(pdf: bytes) -> str:
    (page,) = pypdfium2.PdfDocument(pdf)
    return str(page.get_textpage().get_text_range())


def test_the_code_leads_to_a_seat() -> None:
    pdf = card("The Crab Nebula", "http://192.168.1.20:8080/")
    assert code_on(pdf) == "http://192.168.1.20:8080/join"
    assert "The Crab Nebula" in words_on(pdf)
    assert "192.168.1.20:8080" in words_on(pdf)


def test_the_wifi_comes_first() -> None:
    pdf = card("Tray", "http://tray.local:8080", wifi="Bar; Nebula", password="a:b\\c")
    assert code_on(pdf, 0.17, 0.56) == "WIFI:T:WPA;S:Bar\\; Nebula;P:a\\:b\\\\c;;"
    assert code_on(pdf, 0.56, 1.0) == "http://tray.local:8080/join"
    assert "password a:b\\c" in words_on(pdf)


def test_the_card_speaks_another_language() -> None:
    words = words_on(card("Tray", "http://tray.local", wifi="Bar", password="x", language="de"))
    for said in ("Platz nehmen", "Ins WLAN", "Passwort x", "Das Tablett liest mit"):
        assert said in words
    with pytest.raises(CardError, match="There are: en, de"):
        card("Tray", "http://tray.local", language="tlh")


def test_an_open_wifi_has_no_password() -> None:
    assert code_on(card("Tray", "http://tray.local", wifi="Guests"), 0.17, 0.56) == "WIFI:S:Guests;;"


@pytest.mark.parametrize(
    ("name", "wifi", "password", "words"),
    [
        ("\u732b\u306e\u5e97", None, None, "letters that the card's type doesn't have. Name the table"),
        ("Tray", "Bar \U0001f3b2", None, "'Bar \U0001f3b2' has letters that .* Leave the Wi-Fi off the card"),
        ("Tray", "Bar", "\u732b", "Leave the Wi-Fi off the card"),
        ("Tray", "", None, "The name of the Wi-Fi is empty"),
        ("Tray", "  ", None, "The name of the Wi-Fi is empty"),
        ("Tray", "x" * 3000, "y", "don't fit a code"),
    ],
)
def test_what_cannot_be_printed_is_said(name: str, wifi: str | None, password: str | None, words: str) -> None:
    with pytest.raises(CardError, match=words):
        card(name, "http://tray.local", wifi, password)


def test_the_command_writes_the_card_and_names_its_address(tmp_path: Path) -> None:
    (tmp_path / "tray.toml").write_text('[web]\naddress = "http://tray.local"\n')
    done = subprocess.run(
        [TRAY, "card", "--config", "tray.toml"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "table-card.pdf: http://tray.local\n"
    assert code_on((tmp_path / "table-card.pdf").read_bytes()) == "http://tray.local/join"


def test_a_password_without_a_wifi_is_a_mistake(tmp_path: Path) -> None:
    done = subprocess.run(
        [TRAY, "card", "--password", "x"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "add --wifi NAME" in done.stderr
    assert list(tmp_path.iterdir()) == []
