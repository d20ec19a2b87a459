// Before the game and after it: who sits here, START, REMATCH.
import { el, find, redraw } from "./dom.js";
import { may } from "./may.js";
import { _ } from "./text.js";

let computers = null;

function starting(people, send, again) {
  const least = people > 1 ? 0 : 1;
  const count = Math.max(computers ?? least, least);
  const choices = [0, 1, 2, 3].filter((number) => number >= least).map((number) => el("button", {
    type: "button", class: number === count ? "count chosen" : "count", "aria-pressed": String(number === count),
    "data-testid": `computers-${number}`, onclick: () => { computers = number; again(); },
  }, String(number)));
  return [
    el("div", { class: "computers", role: "group", "aria-label": _("Computer players") }, el("span", {}, _("Computer players")), choices),
    el("button", { type: "button", class: "big go", "data-testid": "start", onclick: () => send("start", { computers: count }) }, el("b", {}, _("START"))),
  ];
}

export function showLobby(state, seat, send) {
  const node = find("lobby");
  const people = state.players.filter((player) => player.kind === "person" && player.present).length;
  const what = ["start", "rematch"].find((name) => may(state, seat, name)) ?? null;
  node.hidden = what === null;
  const again = () => showLobby(state, seat, send);
  redraw(node, [what, people, computers], () => {
    if (what === "start") return starting(people, send, again);
    if (what === "rematch") {
      return [el("button", { type: "button", class: "big go", "data-testid": "rematch", onclick: () => send("rematch") },
        el("b", {}, _("REMATCH")), el("small", {}, _("same seats, same rules")))];
    }
    return [];
  });
}
