"""A phone's seat: a secret in a cookie that no script and no other site reads; and what tells phones without one."""

from __future__ import annotations

import secrets

from flask import Response, request

from controller.ports import CommandDoor, Seat

COOKIE = "seat"
PHONE_COOKIE = "phone"
A_YEAR_S = 365 * 24 * 3600
MAX_SECRET_LENGTH = 200


def seat_of_request(door: CommandDoor) -> Seat | None:
    """Whose phone is asking; None for one without a seat, or with a secret that opens none any more."""
    secret = request.cookies.get(COOKIE)
    if not secret or len(secret) > MAX_SECRET_LENGTH:
        return None
    return door.seat_of(secret)


def keep_seat(response: Response, secret: str) -> None:
    """Give the phone its secret, for as long as a table may stand."""
    response.set_cookie(COOKIE, secret, max_age=A_YEAR_S, httponly=True, samesite="Strict", path="/")


def forget_seat(response: Response) -> None:
    """Take the secret from the phone again."""
    response.delete_cookie(COOKIE, httponly=True, samesite="Strict", path="/")


def phone_of_request() -> str | None:
    """Which phone is asking, by the cookie that came with the page on which a seat is taken."""
    phone = request.cookies.get(PHONE_COOKIE)
    return phone if phone and len(phone) <= MAX_SECRET_LENGTH else None


def know_phone(response: Response) -> Response:
    """Know the phone again when it asks once more for the seat whose secret it was given, but never received."""
    if phone_of_request() is None:
        response.set_cookie(PHONE_COOKIE, secrets.token_urlsafe(16), httponly=True, samesite="Strict", path="/")
    return response
