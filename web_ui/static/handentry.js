// A throw entered by hand, while camera or reader are out: one place a cube, the odd cube's is the last.
import { el, find, redraw } from "./dom.js";
import { keys, slots, starred } from "./facepicker.js";
import { HOST, may } from "./may.js";
import { _ } from "./text.js";

let chosen = [];
let active = 0;
let enteredFor = null;

const isOdd = (view, i) => view.odd_to_throw === true && i === view.to_throw - 1;

export function showHandEntry(state, seat, send) {
  const node = find("handentry");
  const { view } = state;
  const mine = state.hand_entry && Boolean(view) && may(state, seat, "enter");
  node.hidden = !mine;
  // Who sits down meanwhile takes no face away that was named already.
  const due = mine ? JSON.stringify([view.to_act, view.to_throw, view.odd_to_throw, view.stake, state.last_throw]) : null;
  if (mine && enteredFor !== due) { enteredFor = due; chosen = Array(view.to_throw).fill(null); active = 0; }
  const again = () => showHandEntry(state, seat, send);
  redraw(node, mine ? [view.to_throw, view.odd_to_throw, chosen, active, state.event] : null, () => (!mine ? [] : draw(view, seat, send, again)));
}

function draw(view, seat, send, again) {
  const pick = (face) => {
    chosen[active] = face;
    const empty = chosen.indexOf(null);
    active = empty >= 0 ? empty : active;
    again();
  };
  const cubes = chosen.map((face, i) => ({ face, odd: isOdd(view, i) }));
  return [
    el("h2", {}, seat === HOST ? _("The camera is out: enter the throw") : _("The camera is out: enter your throw")), slots(cubes, active, (i) => { active = i; again(); }), keys(cubes[active], [], pick),
    el("button", { type: "button", class: "big go", disabled: !chosen.every(Boolean), "data-testid": "enter",
      onclick: () => send("enter", { cubes: cubes.map(({ face, odd }) => starred(face, odd)) }) }, el("b", {}, _("ENTER"))),
  ];
}
