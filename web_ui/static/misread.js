// "That was misread": the last throw with the faces that really lie there, for another player to confirm.
import { el, find, redraw } from "./dom.js";
import { keys, row, slots, starred } from "./facepicker.js";
import { may } from "./may.js";
import { playerAt } from "./score.js";
import { _ } from "./text.js";

let openFor = null;
let shows = [];
let active = 0;

const others = (state, seat) => state.players.some((player) => player.kind === "person" && player.present && player.seat !== seat
  && state.view?.standings.some((standing) => standing.seat === player.seat));

function begin(state) {
  openFor = JSON.stringify(state.last_throw);
  shows = state.last_throw.cubes.map(({ face }) => face);
  active = 0;
}

function draw(state, seat, send, again) {
  const read = state.last_throw.cubes;
  const cubes = read.map(({ face, odd }, i) => ({ face: shows[i], odd, was: shows[i] === face ? null : face }));
  const changed = cubes.some(({ was }) => was);
  const close = () => { openFor = null; again(); };
  // It stays until the table has taken it, for it may say why not.
  const ask = () => send("correct", { cubes: cubes.map(({ face, odd }) => starred(face, odd)) });
  const { whose } = state.last_throw;
  const title = whose === seat ? _("What does your throw really show?")
    : _("What does {name}\u2019s throw really show?", { name: playerAt(state, whose)?.name ?? "" });
  return [
    el("h2", {}, title),
    el("p", { class: "says" }, _("Tap the cube that was misread, then the face it shows.")),
    slots(cubes, active, (i) => { active = i; again(); }),
    keys(cubes[active], read[active].likely, (face) => { shows[active] = face; again(); }),
    el("div", { class: "answers" },
      el("button", { type: "button", class: "big no", "data-testid": "misread-close", onclick: close }, el("b", {}, _("LEAVE IT"))),
      el("button", { type: "button", class: "big go", disabled: !changed, "data-testid": "misread-ask", onclick: ask },
        el("b", {}, others(state, seat) ? _("ASK") : _("CORRECT IT")))),
    others(state, seat) && el("p", { class: "says" }, _("Another player has to agree.")),
  ].filter(Boolean);
}

export function showMisread(state, seat, send) {
  const [node, entry] = [find("misread"), find("wasmisread")];
  const allowed = may(state, seat, "correct") && state.last_throw !== null && state.undo_asked === null;
  const again = () => showMisread(state, seat, send);
  if (!allowed || openFor !== JSON.stringify(state.last_throw)) openFor = null;
  const open = openFor !== null;
  entry.hidden = !allowed || open;
  entry.onclick = () => { begin(state); again(); node.scrollIntoView({ block: "end" }); };
  node.hidden = !open;
  redraw(node, open ? [state.last_throw, shows, active, others(state, seat)] : null, () => (open ? draw(state, seat, send, again) : []));
}

// What another player asks to read anew, beside how it was read.
export const anew = (asked) => [
  el("p", { class: "says" }, _("It was read as")), row(asked.read), el("p", { class: "says" }, _("It is to be read as")), row(asked.shows, asked.read),
];
