// The camera's picture, and over it what was read: what scores is lit, what is wrong is marked.
import { find, redraw, svg } from "./dom.js";
import { faceMarks } from "./faces.js";
import { _ } from "./text.js";

const PICTURE_MS = 200;
const RETRY_MS = 1500;

const PROBLEMS = () => ({
  cocked: _("COCKED"), unsure: _("UNSURE"), count: _("TOO MANY"), nudged: _("NUDGED"), blocked: _("BLOCKED"), foreign: _("NOT A CUBE"),
});

// One picture after the other, each asked for when the one before has come.
export function watchCamera() {
  const picture = find("picture");
  let count = 0;
  function next() {
    if (document.hidden) { setTimeout(next, RETRY_MS); return; }
    const coming = new Image();
    coming.onload = () => {
      picture.src = coming.src;
      picture.hidden = false;
      find("nopicture").hidden = true;
      find("camera").style.setProperty("--shape", `${coming.naturalWidth} / ${coming.naturalHeight}`);
      setTimeout(next, PICTURE_MS);
    };
    coming.onerror = () => {
      picture.hidden = true;
      find("nopicture").hidden = false;
      setTimeout(next, RETRY_MS);
    };
    count += 1;
    coming.src = `/preview.jpg?${count}`;
  }
  next();
}

const path = (quad) => quad.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");

function cubeMark(state, cube, i) {
  const [x, y] = cube.center;
  const scored = state.scored.includes(i);
  const size = Math.max(...cube.quad.map(([qx, qy]) => Math.hypot(qx - x, qy - y)));
  const lift = y - size * 3 < 0 ? size * 2 : -size * 2;
  const kinds = ["seen", scored && "lit", state.asks.includes(i) && "asked", cube.odd && "odd"].filter(Boolean).join(" ");
  return svg("g", { class: kinds, "data-testid": "overlay-cube", "data-face": cube.face ?? "?", "data-scored": String(scored) },
    svg("polygon", { points: path(cube.quad) }),
    svg("g", { class: "tag", transform: `translate(${x} ${y + lift}) scale(${size / 42})` },
      svg("circle", { r: 46 }), svg("g", { transform: "scale(0.62)" }, faceMarks(cube.face))));
}

function problemMark({ kind, center }, i, [width, height]) {
  const name = PROBLEMS()[kind] ?? kind;
  const [x, y] = center ?? [width / 2, height / 2];
  const around = center ? svg("circle", { cx: x, cy: y, r: width / 22 }) : null;
  return svg("g", { class: "problem", "data-testid": "problem", "data-kind": kind }, around,
    svg("text", { x, y: center ? y + width / 13 : y + (i * width) / 20, "text-anchor": "middle", "font-size": width / 34 }, name));
}

export function showOverlay(state) {
  const node = find("overlay");
  const { tray, picture_size: size } = state;
  redraw(node, [tray, size, state.scored, state.asks], () => {
    if (!tray || !size) return [];
    node.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    node.setAttribute("class", tray.status);
    return [...tray.cubes.map((cube, i) => cubeMark(state, cube, i)), ...tray.problems.map((problem, i) => problemMark(problem, i, size))];
  });
}
