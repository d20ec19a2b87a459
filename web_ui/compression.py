"""Text goes out packed: a phone at the far end of the bar's Wi-Fi waits for bytes, not for the processor."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

PACKED_TYPES = frozenset({
    "text/html", "text/css", "text/javascript", "application/javascript", "application/json", "image/svg+xml",
})
WORTHWHILE_BYTES = 600


def compress(app: Flask) -> None:
    """Pack what is text, long enough, and not a stream, for browsers that can unpack it."""
    app.after_request(_packed)


def _packed(response: Response) -> Response:
    if response.mimetype not in PACKED_TYPES or response.status_code != 200 or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if request.method == "HEAD" or not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if len(data) >= WORTHWHILE_BYTES:
        response.set_data(_gzip(data))
        response.headers["Content-Encoding"] = "gzip"
        tag, _ = response.get_etag()
        if tag is not None:
            response.set_etag(tag, weak=True)
    return response


@lru_cache(maxsize=64)
def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, compresslevel=6, mtime=0)
