"""What every answer carries, and which changes are let in: only those that our own pages ask for."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

CONTENT_SECURITY_POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
    "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
))
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def protect(app: Flask) -> None:
    """Put the headers on every answer, and refuse changes that another site's page asks for."""
    app.before_request(_refuse_other_sites)
    app.after_request(_add_headers)


def _refuse_other_sites() -> None:
    if request.method in SAFE_METHODS:
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site is None and origin is None:
        abort(403, "This request does not say which page it comes from, so nothing was changed.")
    if (site is not None and site != "same-origin") or (origin is not None and not _is_ours(origin)):
        abort(403, "This request comes from another site's page, so nothing was changed.")


def _is_ours(origin: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme == request.scheme and parts.netloc == request.host


def _add_headers(response: Response) -> Any:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
