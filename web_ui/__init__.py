"""The pages that phones and the big screen show."""

from web_ui.server import PortTakenError, WebServer, reachable_address

__all__ = ["PortTakenError", "WebServer", "reachable_address"]
