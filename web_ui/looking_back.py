"""The pages on which people look back: the throws of an evening with their pictures, and the statistics."""

from __future__ import annotations

from datetime import date
from math import floor

from flask import Blueprint, Response, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from controller.ports import Chronicle, CommandDoor, FaceTest, Feed, Period
from web_ui.charts import Bar, Swing, columns, rows, signed, swings
from web_ui.overlay import overlay
from web_ui.seats import seat_of_request

ON_A_PAGE = 40
"""Throws that are listed at once."""
HARDLY_EVER = 0.001
BUCKETS = ((0, 0), (5, 20), (25, 40), (45, 60), (65, 80), (85, 100), (105, None))
"""Points of a turn that stand together on the chart of turns."""


def looking_back(feed: Feed, door: CommandDoor, chronicle: Chronicle) -> Blueprint:
    """`/throws`, `/throws/EVENT` with its picture, and `/stats`; for everybody, no seat needed."""
    pages = Blueprint("looking_back", __name__)

    def page(template: str, **more: object) -> Response:
        html = render_template(template, snapshot=feed.latest(), seat=seat_of_request(door), signed=signed, **more)
        response = make_response(html)
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.get("/throws")
    def throws() -> ResponseReturnValue:
        past = chronicle.throws(_evening())
        first = ON_A_PAGE * (max(request.args.get("page", 1, type=int), 1) - 1)
        return page(
            "throws.html", past=past, listed=past.throws[first : first + ON_A_PAGE],
            number=first // ON_A_PAGE + 1, more=len(past.throws) > first + ON_A_PAGE,
        )  # fmt: skip

    @pages.get("/throws/<int:event>")
    def throw(event: int) -> ResponseReturnValue:
        shown = chronicle.throw(event)
        if shown is None:
            abort(404)
        whole = "whole" in request.args
        return page("throw.html", shown=shown, throw=shown.throw, overlay=overlay(shown, whole), whole=whole)

    @pages.get("/throws/<int:event>.jpg")
    def picture(event: int) -> ResponseReturnValue:
        jpeg = chronicle.picture(event)
        if jpeg is None:
            abort(404)
        response = Response(jpeg, mimetype="image/jpeg")
        response.headers["Cache-Control"] = "private, no-cache"  # asked for again, it isn't sent again
        response.add_etag()
        return response.make_conditional(request)

    @pages.get("/stats")
    def stats() -> ResponseReturnValue:
        return page("stats.html", stats=chronicle.statistics(_evening()), charts=_Charts(), how_often=how_often)

    return pages


def _evening() -> str | None:
    """The evening that was asked for, None for this one; whatever else is asked for is none."""
    try:
        return date.fromisoformat(request.args.get("evening", "")).isoformat()
    except ValueError:
        return None


def how_often(chance: float) -> tuple[int, int]:
    """A chance as people say it: so many of so many times; (0, 1000) for less than once in a thousand times."""
    if chance < HARDLY_EVER:
        return 0, 1000
    if chance < 0.0095:
        return round(chance * 1000), 1000
    return min(round(chance * 100), 99), 100


class _Charts:
    """The charts of the page, with the words that the template gives them."""

    def faces(self, test: FaceTest, title: str, says: str) -> str:
        """How often each face came up."""
        bars = [
            Bar(face, number, face, unusual=not test.low <= number <= test.high and test.verdict != "few")
            for face, number in test.counts
        ]
        band = (floor(test.low), test.high) if test.total else None
        return columns(bars, title, says, expected=test.expected if test.total else None, band=band)

    def turns(self, period: Period, title: str, says: str, lost: str) -> str:
        """How many turns banked how many points."""
        bars = [Bar(label or lost, number) for label, number in self.bucketed(period)]
        return rows(bars, title, says)

    def bucketed(self, period: Period) -> list[tuple[str, int]]:
        """Turns by the points they banked: what to call these points ("" for those that were lost), and how many."""
        return [
            (
                f"{low}\u2013{high}" if high else f"{low}+" if low else "",
                sum(number for points, number in period.turns if low <= points <= (points if high is None else high)),
            )
            for low, high in BUCKETS
        ]

    def luck(self, period: Period, title: str, says: str) -> str:
        """Who was how lucky."""
        everybody = [one for one in (*period.people, *period.computers) if one.lucky_throws]
        bars = [Swing(one.name, one.luck, one.luck_spread, one.colour) for one in everybody]
        return swings(bars, title, says)
