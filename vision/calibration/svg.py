"""A page as SVG: one user unit is one millimetre, so that it prints at true size."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from vision.calibration.drawing import Box, Disc, Page, Shape, Stroke, Text

FONT = "Helvetica, Arial, sans-serif"


def to_svg(page: Page) -> str:
    """The page as the text of an SVG file."""
    root = Element("svg", {
        "xmlns": "http://www.w3.org/2000/svg", "width": f"{page.width:g}mm", "height": f"{page.height:g}mm",
        "viewBox": f"0 0 {page.width:g} {page.height:g}",
    })  # fmt: skip
    SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": "white"})
    for number, piece in enumerate(page.pieces):
        around = root
        if piece.window is not None:
            clip = SubElement(root, "clipPath", {"id": f"window{number}"})
            SubElement(clip, "rect", _box(piece.window))
            around = SubElement(root, "g", {"clip-path": f"url(#window{number})"})
        group = SubElement(around, "g", {"transform": f"translate({piece.x:.4f} {piece.y:.4f})"})
        for shape in piece.shapes:
            _draw(group, shape)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _draw(group: Element, shape: Shape) -> None:
    match shape:
        case Box():
            style: dict[str, str] = {"fill": shape.fill or "none"}
            if shape.line:
                style |= {"stroke": "black", "stroke-width": f"{shape.line:g}"}
            if shape.dashed:
                style["stroke-dasharray"] = "2 2"
            SubElement(group, "rect", _box(shape) | style)
        case Stroke():
            ends = {"x1": shape.x1, "y1": shape.y1, "x2": shape.x2, "y2": shape.y2}
            SubElement(group, "line", {name: f"{value:.4f}" for name, value in ends.items()} | {
                "stroke": "black", "stroke-width": f"{shape.width:g}",
            })  # fmt: skip
        case Disc():
            SubElement(group, "circle", {"cx": f"{shape.x:.4f}", "cy": f"{shape.y:.4f}", "r": f"{shape.radius:g}"})
        case Text():
            anchor = "middle" if shape.middle else "start"
            text = SubElement(group, "text", {
                "x": f"{shape.x:.4f}", "y": f"{shape.y:.4f}", "font-family": FONT, "font-size": f"{shape.size:g}",
                "text-anchor": anchor, "letter-spacing": f"{shape.spacing:g}",
            })  # fmt: skip
            text.text = shape.words


def _box(box: Box) -> dict[str, str]:
    sides = {"x": box.left, "y": box.top, "width": box.right - box.left, "height": box.bottom - box.top}
    return {name: f"{value:.4f}" for name, value in sides.items()}
