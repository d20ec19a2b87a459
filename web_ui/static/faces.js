// The marks on the cubes, drawn in a square of 100 by 100 round its centre.
import { svg } from "./dom.js";
import { _ } from "./text.js";

export const FACES = ["2", "3", "4", "5", "6", "10", "sun"];

export const faceName = (face) => ({
  2: _("two swirls"), 3: _("three triangles"), 4: _("four bolts"), 5: _("a five"), 6: _("six stars"), 10: _("a ten"),
  sun: _("the sun"),
}[face] ?? _("unknown"));

function polygon(points, radius, inner = radius, turn = 0) {
  const corners = [];
  for (let i = 0; i < points; i += 1) {
    const angle = (turn + (360 / points) * i - 90) * (Math.PI / 180);
    const length = i % 2 ? inner : radius;
    corners.push(`${(Math.cos(angle) * length).toFixed(1)},${(Math.sin(angle) * length).toFixed(1)}`);
  }
  return corners.join(" ");
}

const at = (x, y, node, turn = 0) => svg("g", { transform: `translate(${x} ${y}) rotate(${turn})` }, node);

const swirl = () => svg("path", {
  d: "M0 0c0-5 8-5 8 1 0 8-13 9-14-1-1-13 20-14 21 1 1 18-27 20-28 0",
  fill: "none", stroke: "currentColor", "stroke-width": 6.5, "stroke-linecap": "round",
});
const triangle = () => svg("polygon", { points: polygon(3, 20), fill: "currentColor" });
const bolt = () => svg("path", { d: "M5-19L-10 3h8l-4 16L11-5H2z", fill: "currentColor" });
const star = () => svg("polygon", { points: polygon(10, 15, 6.4), fill: "currentColor" });
const number = (digits) => svg("text", {
  "text-anchor": "middle", y: 24, "font-size": digits.length > 1 ? 62 : 70, "font-weight": 800, fill: "currentColor",
  "letter-spacing": digits.length > 1 ? -4 : 0,
}, digits);

function sun() {
  return svg("g", {},
    svg("polygon", { points: polygon(24, 44, 28), fill: "currentColor" }),
    svg("circle", { r: 24, class: "sunface" }),
    svg("circle", { cx: -8, cy: -5, r: 3.6, fill: "currentColor" }),
    svg("circle", { cx: 8, cy: -5, r: 3.6, fill: "currentColor" }),
    svg("path", { d: "M-10 7q10 10 20 0", fill: "none", stroke: "currentColor", "stroke-width": 4, "stroke-linecap": "round" }));
}

const MARKS = {
  2: () => [at(-17, -17, swirl(), -20), at(17, 19, swirl(), 160)],
  3: () => [at(0, -20, triangle()), at(-22, 20, triangle()), at(22, 20, triangle())],
  4: () => [at(-19, -21, bolt()), at(19, -21, bolt()), at(-19, 21, bolt()), at(19, 21, bolt())],
  5: () => [number("5")],
  6: () => [-27, 0, 27].flatMap((y) => [at(-18, y, star()), at(18, y, star())]),
  10: () => [number("10")],
  sun: () => [sun()],
};

export const faceMarks = (face) => (MARKS[face] ?? (() => [number("?")]))();

export function faceIcon(face) {
  return svg("svg", { viewBox: "-50 -50 100 100", class: "face", "data-face": face, "aria-hidden": "true" }, faceMarks(face));
}
