"""What every answer carries, and which changes are let in: only those that our own pages ask for."""

from __future__ import annotations

import base64
import hashlib
import socket
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, Literal
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request

from controller.ports import phrase

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Nothing goes to other sites; without any referrer a form of ours couldn't say where it comes from.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def protect(app: Flask, address: Callable[[], str]) -> None:
    """Put the headers on every answer, and refuse changes that another site's page asks for.

    `address` is the one that the table prints: its name is a name of this machine, whatever the machine thinks.
    """

    def refuse_other_names() -> None:
        if request.method in SAFE_METHODS or _names_us(request.host, address()):
            return
        open_this = address() or phrase("the address that the big screen shows")
        abort(403, phrase(
            "The table goes by another name, so nothing was changed. Open {address} instead.", address=open_this
        ))

    app.before_request(refuse_other_names)
    app.before_request(_refuse_other_sites)
    app.after_request(_add_headers)


def allow_within(kind: Literal["script", "style"], text: str) -> None:
    """Let the page that is being made hold this script or style sheet of ours in itself, and no other."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    g.setdefault("within", {}).setdefault(kind, []).append(f"'sha256-{digest}'")


def _content_security_policy() -> str:
    within = g.get("within", {})
    script, style = (" ".join(["'self'", *within.get(kind, [])]) for kind in ("script", "style"))
    return "; ".join((
        "default-src 'none'", f"script-src {script}", f"style-src {style}", "img-src 'self'", "connect-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ))


def _refuse_other_sites() -> None:
    if request.method in SAFE_METHODS:
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site is None and origin is None:
        abort(403, phrase("This request does not say which page it comes from, so nothing was changed."))
    if (site is not None and site != "same-origin") or (origin is not None and not _is_ours(origin)):
        abort(403, phrase("This request comes from another site's page, so nothing was changed."))


def _names_us(host: str, address: str) -> bool:
    """Whether a Host header names this machine. A foreign name that is made to lead here (DNS rebinding) makes a
    foreign page look like one of ours; an address in digits can't be led elsewhere."""
    name = _hostname(f"//{host}")
    machine = socket.gethostname().lower()
    short = machine.split(".")[0]
    if name in {"localhost", machine, short, f"{short}.local", _hostname(address)} - {""}:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _hostname(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_ours(origin: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme == request.scheme and parts.netloc == request.host


def _add_headers(response: Response) -> Any:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Content-Security-Policy"] = _content_security_policy()
    return response
