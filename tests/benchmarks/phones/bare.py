"""The least that a fan-out from one thread a line does: `python -m tests.benchmarks.phones.bare LINES < EVENTS`.

A thread waits for bytes and sends them, nothing else. Standard input holds the events, one JSON object a line:
number, bytes as text, and how many seconds after the event before it comes.
"""

from __future__ import annotations

import json
import queue
import socket
import sys
import threading
import time
from typing import Any

Waiting = queue.SimpleQueue[bytes | None]
FIRST_EVENT_S = 1.0


def main() -> None:
    """Print the address; when all lines are open, send each event on all of them; print when, and at what cost."""
    lines = int(sys.argv[1])
    events = [json.loads(line) for line in sys.stdin]
    listener = socket.create_server(("127.0.0.1", 0), backlog=lines)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    threading.stack_size(512 * 1024)
    waiting: list[Waiting] = []
    threads = []
    for _ in range(lines):
        line, _address = listener.accept()
        waiting.append(queue.SimpleQueue())
        threads.append(threading.Thread(target=_send, args=(line, waiting[-1])))
        threads[-1].start()
    for one in waiting:
        one.put(b"HTTP/1.1 200 OK\r\n\r\nid: 0\nevent: state\ndata: {}\n\n")
    time.sleep(FIRST_EVENT_S)
    spent = time.process_time()
    sent = [_fan_out(event, waiting) for event in events]
    for one in waiting:
        one.put(None)
    for thread in threads:
        thread.join()
    print(json.dumps({"published": sent, "processor_s": time.process_time() - spent}), flush=True)


def _fan_out(event: dict[str, Any], waiting: list[Waiting]) -> dict[str, Any]:
    time.sleep(event["after"])
    data = event["text"].encode()
    at = time.monotonic()
    for one in waiting:
        one.put(data)
    return {"number": event["number"], "at": at}


def _send(line: socket.socket, waiting: Waiting) -> None:
    with line:
        line.recv(65536)
        while (data := waiting.get()) is not None:
            line.sendall(data)


if __name__ == "__main__":
    main()
