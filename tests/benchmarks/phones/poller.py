"""A phone without a line, which asks for the state every now and then, as its page does."""

from __future__ import annotations

import json
import re
import socket
from collections import Counter
from dataclasses import dataclass, field

BETWEEN_QUESTIONS_S = 1.5
HEAD = re.compile(rb"HTTP/1\.1 (\d+) .*?\r\n\r\n", re.DOTALL)
LENGTH = re.compile(rb"Content-Length: (\d+)\r\n", re.IGNORECASE)
TAG = re.compile(rb"ETag: ([^\r]+)\r\n", re.IGNORECASE)


@dataclass(slots=True)
class Poller:
    """A connection that is kept, the answers by their status, and the number of the latest state that came."""

    connection: socket.socket
    host: str
    due: float
    rest: bytes = b""
    tag: bytes = b'""'
    number: int = -1
    waits: bool = False
    answers: Counter[str] = field(default_factory=Counter)

    def ask(self) -> None:
        """Ask whether anything is new, unless the last question is still open."""
        if not self.waits:
            self.waits = True
            question = f"GET /api/v1/state HTTP/1.1\r\nHost: {self.host}\r\n".encode()
            self.connection.sendall(question + b"If-None-Match: " + self.tag + b"\r\n\r\n")

    def hear(self) -> bool:
        """Take an answer, or a part of one; False where the connection has been closed. A browser opens another one
        then, and nothing is lost unless a question was open."""
        try:
            data = self.connection.recv(65536)
        except ConnectionResetError:
            data = b""
        if not data:
            self.answers["lost"] += self.waits
            self.rest, self.waits = b"", False
            return False
        self.rest += data
        head = HEAD.match(self.rest)
        length = LENGTH.search(head[0]) if head else None
        if head is None or len(self.rest) < head.end() + int(length[1] if length else 0):
            return True
        self.answers[head[1].decode()] += 1
        if head[1] == b"200":
            self.number = json.loads(self.rest[head.end() :])["number"]
            found = TAG.search(head[0])
            self.tag = found[1] if found else self.tag
        self.rest, self.waits = b"", False
        return True
