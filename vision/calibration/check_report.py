"""The page that a check leaves: its figures, how honest the confidence is, and a picture of every mistake."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape

import cv2
import numpy as np

from vision.calibration.check_figures import (
    MISSED,
    NONE,
    UNSURE,
    Bin,
    CheckedThrow,
    Judged,
    reliability,
    wilson,
)
from vision.calibration.check_words import NO_CUBE, mistakes, whose
from vision.calibration.overlay import Mark, drawn_over, mark
from vision.calibration.results import CheckResult
from vision.drawings import FACES

QUALITY = 82
WIDEST = 960
"""Pixels of a picture on the page."""
SIDE, EDGE = 320.0, 44.0
"""Of the reliability diagram, in pixels."""

STYLE = """
  :root { color-scheme: light dark; --line: #8886; --good: #2b9348; --bad: #d6336c; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 980px; margin: 2rem auto; padding: 0 1rem; }
  h1 { line-height: 1.15; } h2 { margin-top: 2.4rem; }
  table { border-collapse: collapse; margin: .6rem 0; }
  th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: right; }
  td.right { background: color-mix(in srgb, var(--good) 30%, transparent); }
  td.wrong { background: color-mix(in srgb, var(--bad) 35%, transparent); font-weight: 600; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.2rem; }
  dt { opacity: .75; } dd { margin: 0; }
  figure { margin: 1.4rem 0; } img { max-width: 100%; border-radius: 8px; } figcaption { margin-top: .4rem; }
  .bad { color: var(--bad); font-weight: 600; } svg text { fill: currentColor; font-size: 12px; }
  .scroll { overflow-x: auto; }
"""


def report(result: CheckResult, throws: Sequence[CheckedThrow], made: str) -> str:
    """The page as HTML, pictures and all in one file. `made`: date and time, for people."""
    mistakes = [(number, throw) for number, throw in enumerate(throws, start=1) if not throw.right]
    pictures = "\n".join(_mistake(number, throw) for number, throw in mistakes)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cosmic Tray: a check of {result.throws} throws</title>
<style>{STYLE}</style>
<h1>A check of {_number(result.throws, "known throw")}</h1>
{_figures(result, made)}
<h2>What was read as what</h2>
<div class="scroll">{_table(result)}</div>
<h2>How honest the confidence is</h2>
<p>Of the cubes that were read with a confidence of 0.9, nine in ten should be right: the dots should lie on the line.
The strokes are 95 % intervals.</p>
{_diagram(reliability(throws))}
<h2>{"No mistakes" if not mistakes else "Every mistake"}</h2>
{pictures or "<p>Every throw was read as it lay.</p>"}
</html>
"""


def _figures(result: CheckResult, made: str) -> str:
    median, last = result.latency
    clear = f'<span class="bad">{result.wrongly_clear}</span>' if result.wrongly_clear else "none"
    rows = (
        ("Made", escape(made)),
        ("Camera", escape(result.camera)),
        ("Throws read as they lay", f"{result.right_throws} of {result.throws}"),
        ("Cubes named right", escape(result.named_right)),
        ("Called clear and wrong", clear),
        ("Another cube taken for the odd one", str(result.odd_mistaken or "never")),
        ("From rest to the reading", f"p50 {median:.2f} s, p99 {last:.2f} s"),
    )
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{said}</dd>" for name, said in rows) + "</dl>"


def _table(result: CheckResult) -> str:
    columns = [*FACES, UNSURE, MISSED]
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    rows = []
    for face in (*FACES, NONE):
        counts = result.confusion.get(face, {})
        if not counts and face == NONE:
            continue
        cells = "".join(_cell(face, column, counts.get(column, 0)) for column in columns)
        name = NO_CUBE if face == NONE else face
        rows.append(f'<tr><th scope="row">{name}</th>{cells}</tr>')
    return f'<table><tr><th scope="col">is \\ read</th>{head}</tr>{"".join(rows)}</table>'


def _cell(face: str, column: str, count: int) -> str:
    if not count:
        return "<td></td>"
    return f'<td class="{"right" if face == column else "wrong"}">{count}</td>'


def _diagram(bins: Sequence[Bin]) -> str:
    if not bins:
        return "<p>No cube was read.</p>"

    def at(x: float, y: float) -> tuple[float, float]:
        return EDGE + x * SIDE, 12 + (1 - y) * SIDE

    def line(start: tuple[float, float], end: tuple[float, float], style: str) -> str:
        return f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" style="{style}"/>'

    thin, even = "stroke:currentColor;opacity:.25", "stroke:currentColor;opacity:.6;stroke-dasharray:5 5"
    parts = [line(at(0, 0), at(1, 1), even)]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts += [line(at(0, share), at(1, share), thin), line(at(share, 0), at(share, 1), thin)]
        x, y = at(0, share)
        parts.append(f'<text x="{x - 6:.0f}" y="{y + 4:.0f}" text-anchor="end">{share:.0%}</text>')
        x, y = at(share, 0)
        parts.append(f'<text x="{x:.0f}" y="{y + 18:.0f}" text-anchor="middle">{share:.0%}</text>')
    for each in bins:
        low, high = wilson(each.right, each.count)
        x, y = at(each.confidence, each.right / each.count)
        parts.append(line(at(each.confidence, low), at(each.confidence, high), "stroke:#d9a441;stroke-width:3"))
        said = f"{each.low:g} to {each.high:g}: {each.right} of {each.count} right"
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#d9a441"><title>{said}</title></circle>')
    width, height = EDGE + SIDE + 16, SIDE + 42
    rows = "".join(
        f"<tr><td>{each.low:g} to {each.high:g}</td><td>{each.confidence:.3f}</td>"
        f"<td>{each.right} of {each.count}</td></tr>" for each in bins
    )  # fmt: skip
    return (
        f'<svg role="img" aria-label="Confidence against the share that was right" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">{"".join(parts)}</svg>'
        f"<table><tr><th>confidence</th><th>on the whole</th><th>right</th></tr>{rows}</table>"
    )


def _mistake(number: int, throw: CheckedThrow) -> str:
    status = f"called {throw.reading.status}"
    how = f'<span class="bad">{status}</span>' if throw.wrongly_clear else status
    detail = f" {escape(throw.reading.detail)}" if throw.reading.detail else ""
    words = f"Throw {number}, {how}: {'; '.join(mistakes(throw))}.{detail}"
    assert throw.jpeg is not None
    image = np.asarray(cv2.imdecode(np.frombuffer(throw.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    picture = drawn_over(image, [each for cube in throw.cubes for each in _marks(cube)])
    if picture.shape[1] > WIDEST:
        size = (WIDEST, round(picture.shape[0] * WIDEST / picture.shape[1]))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    data = b64encode(jpeg.tobytes()).decode()
    return (
        f'<figure><img alt="The tray at throw {number}" src="data:image/jpeg;base64,{data}">'
        f"<figcaption>{words}</figcaption></figure>"
    )


def _marks(cube: Judged) -> list[Mark]:
    if cube.read is not None:
        if cube.right and not cube.mistaken:
            return [mark(cube.read.quad, cube.said, "good")]
        true = cube.true.face if cube.true else NO_CUBE
        return [mark(cube.read.quad, f"{cube.said}, is {whose(cube.true) if cube.right else true}", "bad")]
    if cube.true is not None and cube.true.center is not None:
        return [mark([cube.true.center], f"{MISSED}: {cube.true.face}", "bad")]
    return []


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
