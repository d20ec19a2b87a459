// A throw entered by hand, while camera or reader are out: one place a cube, the odd cube's is the last.
import { el, find, redraw } from "./dom.js";
import { FACES, faceIcon, faceName } from "./faces.js";
import { may } from "./may.js";
import { _ } from "./text.js";

let chosen = [];
let active = 0;
let enteredFor = null;

const isOdd = (view, i) => view.odd_to_throw === true && i === view.to_throw - 1;
const fits = (face, odd) => (odd ? face !== "3" : face !== "sun");

export function showHandEntry(state, seat, send) {
  const node = find("handentry");
  const { view } = state;
  const mine = state.hand_entry && Boolean(view) && may(state, seat, "enter");
  node.hidden = !mine;
  if (mine && enteredFor !== state.event) { enteredFor = state.event; chosen = Array(view.to_throw).fill(null); active = 0; }
  const again = () => showHandEntry(state, seat, send);
  redraw(node, mine ? [view.to_throw, view.odd_to_throw, chosen, active, state.event] : null, () => (!mine ? [] : draw(view, send, again)));
}

function draw(view, send, again) {
  const pick = (face) => {
    chosen[active] = face;
    const empty = chosen.indexOf(null);
    active = empty >= 0 ? empty : active;
    again();
  };
  const slots = chosen.map((face, i) => el("button", {
    type: "button", class: `slot${isOdd(view, i) ? " odd" : ""}${i === active ? " active" : ""}`, "aria-pressed": String(i === active),
    "aria-label": _("cube {number}: {face}", { number: i + 1, face: face ? faceName(face) : _("empty") }), "data-testid": `slot-${i}`,
    onclick: () => { active = i; again(); },
  }, face ? faceIcon(face) : "·", isOdd(view, i) && el("small", {}, _("odd cube"))));
  const keys = FACES.filter((face) => fits(face, isOdd(view, active))).map((face) => el("button", {
    type: "button", class: "answer", "data-testid": `face-${face}`, onclick: () => pick(face),
  }, faceIcon(face), el("span", { class: "unseen" }, faceName(face))));
  const full = chosen.every(Boolean);
  return [
    el("h2", {}, _("The camera is out: enter your throw")), el("div", { class: "slots" }, slots), el("div", { class: "keys" }, keys),
    el("button", { type: "button", class: "big go", disabled: !full, "data-testid": "enter",
      onclick: () => send("enter", { cubes: chosen.map((face, i) => (isOdd(view, i) ? `${face}*` : face)) }) }, el("b", {}, _("ENTER"))),
  ];
}
