// The keys of the host: pause, skip, undo, end; and what the player to act may do, for whoever has lost the phone.
import { el, find, redraw } from "./dom.js";
import { HOST, may } from "./may.js";
import { playerAt } from "./score.js";
import { sure } from "./sure.js";
import { _, _n } from "./text.js";

const key = (testid, kind, word, small, onclick) => el("button", { type: "button", class: `big ${kind}`, "data-testid": testid, onclick },
  el("b", {}, word), small && el("small", {}, small));

const nameAt = (state, seat) => playerAt(state, seat)?.name ?? "";

export const moveWords = (state, { whose, what }) => (whose === null ? what : _("{name}: {what}", { name: nameAt(state, whose), what }));

export function showKeys(state, view, send) {
  const can = (name) => may(state, HOST, name);
  const newest = can("undo") ? view?.past[0] : null;
  redraw(find("hostkeys"), [state.host_offers, state.paused, newest, state.view?.to_act, state.players], () => [
    can("resume") && key("resume", "go wide", _("GO ON"), _("the table is paused"), () => send("resume")),
    can("pause") && key("pause", "no", _("PAUSE"), null, () => send("pause")),
    can("skip") && key("skip", "no", _("SKIP"), nameAt(state, state.view?.to_act), () => send("skip")),
    newest && key("undo", "no wide", _("UNDO"), moveWords(state, newest), () => send("undo")),
  ].filter(Boolean));
}

// What the buttons at the tray do, too: for the person whose turn it is.
export function showActing(state, send) {
  const node = find("acting");
  const can = (name) => may(state, HOST, name);
  const open = ["stop", "roll_on", "throw", "fell"].some(can);
  const { view } = state;
  node.hidden = !open;
  redraw(node, open && [state.host_offers, view, state.players], () => (!open ? [] : [
    el("h2", {}, _("For {name}, who has no phone at hand", { name: nameAt(state, view.to_act) })),
    can("select") && view.options.length > 1 && el("div", { class: "options" }, view.options.map((option, i) => el("button", {
      type: "button", class: i === view.selected ? "option chosen" : "option", "aria-pressed": String(i === view.selected),
      "data-testid": `option-${i}`, onclick: () => send("select", { option: i }),
    }, el("b", {}, option.label), el("span", { class: "points" }, `+${option.points}`)))),
    el("div", { class: "hostkeys" },
      can("stop") && key("stop", "no", _("STOP"), _("take {points}", { points: view.stake }), () => send("stop")),
      can("roll_on") && key("roll-on", "no", _("ROLL ON"), _n("{number} cube", "{number} cubes", view.to_throw), () => send("roll_on")),
      can("throw") && key("throw", "no", _("THROW"), _("simulated"), () => send("throw")),
      can("fell") && key("fell", "no", _("FELL"), _("a cube is on the floor"),
        () => sure(_("A Wimpout for {name}, for a cube on the floor?", { name: nameAt(state, view.to_act) }), _("IT FELL"), () => send("fell")))),
  ].filter(Boolean)));
}
