// Every move of this game, the newest first: back to before it, or a throw read anew.
import { el, find, redraw } from "./dom.js";
import { keys, slots, starred } from "./facepicker.js";
import { moveWords } from "./hostkeys.js";
import { HOST, may } from "./may.js";
import { sure } from "./sure.js";
import { _, _n } from "./text.js";

const AT_FIRST = 6;
let latest = null;
let all = false;
let open = null;
let shows = [];
let active = 0;
let unfit = null;

function begin(move) {
  open = move.event;
  shows = move.cubes.map(({ face }) => face);
  active = 0;
  unfit = null;
}

function editor(move, followed, send, again) {
  const cubes = move.cubes.map(({ face, odd }, i) => ({ face: shows[i], odd, was: shows[i] === face ? null : face }));
  const changed = cubes.some(({ was }) => was);
  const close = () => { open = null; again(); };
  const correct = async (keep) => {
    const reply = await send("correct", { move: move.event, cubes: cubes.map(({ face, odd }) => starred(face, odd)), keep });
    if (reply?.accepted) close();
    else if (reply) { unfit = reply.reason; again(); }
  };
  const button = (word, kind, testid, small, deed) => el("button", { type: "button", class: `big ${kind}`, disabled: !changed, "data-testid": testid, onclick: deed },
    el("b", {}, word), small && el("small", {}, small));
  return el("div", { class: "editor", "data-testid": "editor" },
    el("p", { class: "says" }, _("Tap the cube that was misread, then the face it shows.")),
    slots(cubes, active, (i) => { active = i; again(); }),
    keys(cubes[active], move.cubes[active].likely, (face) => { shows[active] = face; unfit = null; again(); }),
    unfit && el("p", { class: "refusal", role: "alert", "data-testid": "unfit" }, unfit),
    el("div", { class: "answers" },
      el("button", { type: "button", class: "big no", "data-testid": "correct-close", onclick: close }, el("b", {}, _("LEAVE IT"))),
      button(_("CORRECT IT"), "go", "correct-keep", followed > 0 ? _("what followed stands") : null, () => correct(followed > 0))),
    unfit && followed > 0 && button(_("CORRECT IT"), "no", "correct-back", _n("and take {number} move back", "and take {number} moves back", followed), () => correct(false)));
}

function row(state, move, i, send, again) {
  const back = () => {
    const seen = latest.event;
    sure(_n("Take {number} move back?", "Take {number} moves back?", i + 1), _("TAKE BACK"), () => send("undo", { move: move.event }, seen));
  };
  return el("li", { class: open === move.event ? "move open" : "move", "data-testid": "move", "data-event": move.event },
    el("p", {}, moveWords(state, move)),
    el("div", { class: "does" },
      may(state, HOST, "undo") && el("button", { type: "button", class: "quiet", "data-testid": "back-to", onclick: back }, _("Back to before this")),
      may(state, HOST, "correct") && move.cubes.length > 0 && open !== move.event && el("button", {
        type: "button", class: "quiet", "data-testid": "correct", onclick: () => { begin(move); again(); },
      }, _("Correct it"))),
    open === move.event && editor(move, i, send, again));
}

export function showPast(state, view, send) {
  latest = state;
  const past = view?.past ?? [];
  const again = () => showPast(state, view, send);
  if (!past.some((move) => move.event === open)) open = null;
  redraw(find("past"), [past, state.host_offers, state.players, all, open, shows, active, unfit], () => {
    if (past.length === 0) return [el("p", { class: "hint" }, _("Nothing has been thrown in this game yet."))];
    const listed = all ? past : past.slice(0, AT_FIRST);
    return [
      el("ol", { class: "moves" }, listed.map((move, i) => row(state, move, i, send, again))),
      past.length > listed.length && el("button", { type: "button", class: "quiet", "data-testid": "all-moves", onclick: () => { all = true; again(); } }, _("Show older moves")),
    ].filter(Boolean);
  });
}
