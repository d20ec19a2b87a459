// A cube that the camera can't tell: its player says what it is, and another player confirms.
import { el, find, redraw, svg } from "./dom.js";
import { faceIcon, faceName } from "./faces.js";
import { may } from "./may.js";
import { playerAt } from "./score.js";
import { _ } from "./text.js";

function closeUp(state, index) {
  const cube = state.tray?.cubes[index];
  if (!cube || !state.picture_size) return null;
  const [width, height] = state.picture_size;
  const [x, y] = cube.center;
  const reach = 1.1 * Math.max(...cube.quad.map(([qx, qy]) => Math.hypot(qx - x, qy - y)));
  return svg("svg", { class: "closeup", viewBox: `${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`, role: "img", "aria-label": _("the cube in question") },
    svg("image", { href: `/preview.jpg?${state.number}`, width, height }));
}

const faceButton = (face, onclick, testid) => el("button", { type: "button", class: "answer", "data-testid": testid, onclick },
  faceIcon(face), el("span", {}, faceName(face)));

function ask(state, index, send) {
  const cube = state.tray.cubes[index];
  const faces = cube.alternatives.map(([face]) => face);
  const [likely, others] = [faces.slice(0, 2), faces.slice(2)];
  const answer = (face) => () => send("answer", { cube: index, face });
  return el("div", { class: "question", "data-testid": "question" },
    closeUp(state, index), el("h2", {}, _("What does this cube show?")),
    el("div", { class: "answers" }, likely.map((face) => faceButton(face, answer(face), `answer-${face}`))),
    others.length > 0 && el("details", {}, el("summary", {}, _("Something else")),
      el("div", { class: "answers small" }, others.map((face) => faceButton(face, answer(face), `answer-${face}`)))));
}

function confirmation(state, seat, send) {
  const [index, face, who] = state.answer;
  const name = playerAt(state, who)?.name ?? "";
  const title = who === seat ? _("You said: {face}. Another player has to confirm it.", { face: faceName(face) })
    : _("{name} says this cube shows {face}. Is that so?", { name, face: faceName(face) });
  return el("div", { class: "question", "data-testid": "confirmation" }, closeUp(state, index), el("h2", {}, title),
    may(state, seat, "confirm") && el("button", { type: "button", class: "big go", "data-testid": "confirm", onclick: () => send("confirm") }, el("b", {}, _("YES")), faceIcon(face)));
}

export function showQuestions(state, seat, send) {
  const node = find("questions");
  const asked = may(state, seat, "answer") && !state.answer ? state.asks : [];
  const waiting = seat !== null && state.answer ? state.answer : null;
  node.hidden = asked.length === 0 && !waiting;
  redraw(node, [asked, waiting, node.hidden ? null : state.tray?.cubes], () => (waiting ? [confirmation(state, seat, send)]
    : asked.slice(0, 1).map((index) => ask(state, index, send))));
}
