"""What systemd hears of a service."""

from __future__ import annotations

import socket
from pathlib import Path


class Systemd:
    """The socket on which systemd hears how a service is."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)

    def next(self, seconds: float = 30.0) -> str:
        self._socket.settimeout(seconds)
        return self._socket.recv(256).decode()

    def close(self) -> None:
        self._socket.close()
