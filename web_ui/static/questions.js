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

const facesOf = (state, index) => (state.tray?.cubes[index]?.alternatives ?? []).map(([face]) => face);

const answer = (index, send) => (face) => faceButton(face, () => send("answer", { cube: index, face }), `answer-${face}`);

const otherwise = (word, faces, index, send) => faces.length > 0 && el("details", { "data-testid": "otherwise" }, el("summary", {}, word),
  el("div", { class: "answers small" }, faces.map(answer(index, send))));

function ask(state, index, send) {
  const faces = facesOf(state, index);
  return el("div", { class: "question", "data-testid": "question" },
    closeUp(state, index), el("h2", {}, _("What does this cube show?")),
    el("div", { class: "answers" }, faces.slice(0, 2).map(answer(index, send))),
    otherwise(_("Something else"), faces.slice(2), index, send));
}

function confirmation(state, seat, send) {
  const [index, face, who] = state.answer;
  const name = playerAt(state, who)?.name ?? "";
  const title = who === seat ? _("You said: {face}. Another player has to confirm it.", { face: faceName(face) })
    : _("{name} says this cube shows {face}. Is that so?", { name, face: faceName(face) });
  // Who slipped, and who sees something else, says so: that takes the place of the answer, and waits for the other's yes.
  const differently = may(state, seat, "answer") ? facesOf(state, index).filter((other) => other !== face) : [];
  return el("div", { class: "question", "data-testid": "confirmation" }, closeUp(state, index), el("h2", {}, title),
    may(state, seat, "confirm") && el("button", { type: "button", class: "big go", "data-testid": "confirm", onclick: () => send("confirm") }, el("b", {}, _("YES")), faceIcon(face)),
    otherwise(who === seat ? _("Something else") : _("NO, something else"), differently, index, send));
}

export function showQuestions(state, seat, send) {
  const node = find("questions");
  const asked = may(state, seat, "answer") && !state.answer ? state.asks : [];
  const waiting = seat !== null && state.answer ? state.answer : null;
  node.hidden = asked.length === 0 && !waiting;
  redraw(node, [asked, waiting, node.hidden ? null : state.tray?.cubes], () => (waiting ? [confirmation(state, seat, send)]
    : asked.slice(0, 1).map((index) => ask(state, index, send))));
}
