"""The pages: each shows the score without a script, and comes alive with one."""

from __future__ import annotations

import io
from functools import lru_cache

import segno
from flask import Blueprint, Response, make_response, redirect, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from controller.ports import CommandDoor, Feed, Snapshot, as_json, phrase
from web_ui.fanout import Fanout
from web_ui.seats import know_phone, seat_of_request
from web_ui.speaking import language

AVATAR_COLOURS = (
    ("#ffe119", phrase("yellow")), ("#e6194b", phrase("red")), ("#42d4f4", phrase("sky")),
    ("#3cb44b", phrase("green")), ("#f58231", phrase("orange")), ("#f032e6", phrase("magenta")),
    ("#4363d8", phrase("blue")), ("#bfef45", phrase("lime")), ("#dcbeff", phrase("lavender")),
    ("#fabed4", phrase("pink")), ("#469990", phrase("teal")), ("#911eb4", phrase("purple")),
)
"""The colours that a table gives out, with the words a screen reader says for them."""


def pages(feed: Feed, door: CommandDoor, fanout: Fanout) -> Blueprint:
    """Play, join, score, the rules and the big screen."""
    blueprint = Blueprint("pages", __name__)

    def page(template: str, **more: object) -> Response:
        snapshot = feed.latest()
        seat = seat_of_request(door)
        html = render_template(
            template, snapshot=snapshot, seat=seat, me=snapshot.player(seat), standings=standings_of(snapshot),
            colours=AVATAR_COLOURS, state=_as_data(fanout.state(language()).text), **more,
        )
        response = make_response(html)
        response.headers["Cache-Control"] = "no-store"
        return response

    @blueprint.get("/")
    def play() -> ResponseReturnValue:
        return page("play.html")

    @blueprint.get("/join")
    def join() -> ResponseReturnValue:
        player = feed.latest().player(seat_of_request(door))
        if player is not None and player.present:
            return redirect("/", 303)
        return know_phone(page("join.html"))

    @blueprint.get("/score")
    def score() -> ResponseReturnValue:
        return page("score.html")

    @blueprint.get("/rules")
    def rules() -> ResponseReturnValue:
        view = feed.latest().view
        in_force = view.rules if view is not None else None
        return page("rules.html", rules=as_json(in_force), sheet=door.rule_sheet(in_force))

    @blueprint.get("/big")
    def big() -> ResponseReturnValue:
        return page("big.html")

    @blueprint.get("/qr.svg")
    def qr() -> ResponseReturnValue:
        response = Response(_qr(join_address(feed.latest())), mimetype="image/svg+xml")
        response.headers["Cache-Control"] = "no-cache"
        return response

    return blueprint


def join_address(snapshot: Snapshot) -> str:
    """Where a phone takes a seat at this table."""
    return snapshot.address.rstrip("/") + "/join"


def _as_data(json: bytes) -> Markup:
    # Quotes are none of markup's between tags: to escape them, too, would make the page half as long again.
    return Markup(json.decode().replace("&", "&amp;").replace("<", "&lt;"))


@lru_cache(maxsize=4)
def _qr(text: str) -> bytes:
    out = io.BytesIO()
    segno.make(text, micro=False, error="m").save(out, kind="svg", border=2, scale=1, omitsize=True, light="#fff8e1",
                                                   dark="#0a0e2a")
    return out.getvalue()


def standings_of(snapshot: Snapshot) -> list[tuple[int, object, object]]:
    """Seat number, player and standing of everybody at the table, in seating order."""
    totals = {standing.seat: standing for standing in snapshot.view.standings} if snapshot.view else {}
    present = [player for player in snapshot.players if player.present or player.seat in totals]
    return [(number, player, totals.get(player.seat)) for number, player in enumerate(present, start=1)]
