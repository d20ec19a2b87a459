"""Pages as a PDF at true size, drawn with ReportLab."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from vision.calibration.drawing import Box, Disc, Page, Shape, Stroke, Text

FONT = "Helvetica"


def to_pdf(pages: Sequence[Page], title: str) -> bytes:
    """The pages, each on a sheet of its own size, as the bytes of a PDF file."""
    file = BytesIO()
    canvas = Canvas(file, invariant=1)
    canvas.setTitle(title)
    for page in pages:
        canvas.setPageSize((page.width * mm, page.height * mm))
        for piece in page.pieces:
            canvas.saveState()
            if piece.window is not None:
                path = canvas.beginPath()
                path.rect(*_rectangle(piece.window, page.height))
                canvas.clipPath(path, stroke=0)
            canvas.translate(piece.x * mm, -piece.y * mm)
            for shape in piece.shapes:
                _draw(canvas, shape, page.height)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw(canvas: Canvas, shape: Shape, height: float) -> None:
    """`height` of the page: PDF's y runs up from its foot."""
    match shape:
        case Box():
            canvas.setFillGray(1.0 if shape.fill == "white" else 0.0)
            canvas.setLineWidth(shape.line * mm)
            canvas.setDash([2 * mm, 2 * mm] if shape.dashed else [])
            canvas.rect(*_rectangle(shape, height), stroke=int(shape.line > 0), fill=int(shape.fill is not None))
        case Stroke():
            canvas.setDash([])
            canvas.setLineWidth(shape.width * mm)
            canvas.line(shape.x1 * mm, (height - shape.y1) * mm, shape.x2 * mm, (height - shape.y2) * mm)
        case Disc():
            canvas.setFillGray(0.0)
            canvas.circle(shape.x * mm, (height - shape.y) * mm, shape.radius * mm, stroke=0, fill=1)
        case Text():
            canvas.setFillGray(0.0)
            size, spacing = shape.size * mm, shape.spacing * mm
            wide = stringWidth(shape.words, FONT, size) + spacing * (len(shape.words) - 1)
            x = shape.x * mm - (wide / 2 if shape.middle else 0)
            canvas.setFont(FONT, size)
            canvas.drawString(x, (height - shape.y) * mm, shape.words, charSpace=spacing)


def _rectangle(box: Box, height: float) -> tuple[float, float, float, float]:
    return box.left * mm, (height - box.bottom) * mm, (box.right - box.left) * mm, (box.bottom - box.top) * mm
