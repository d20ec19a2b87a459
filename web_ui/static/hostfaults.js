// What goes wrong at a simulated tray, by menu: to see what the table says and does then.
import { el, find, redraw } from "./dom.js";
import { HOST, may } from "./may.js";
import { _ } from "./text.js";

const words = () => [
  [null, _("Nothing: the camera is whole")], ["black", _("Dark")], ["glass", _("A glass on the tray")], ["knocked", _("Knocked out of place")],
  ["flicker", _("Lamps flicker")], ["frozen", _("The picture stands still")], ["torn", _("Torn pictures")], ["dropped", _("Pictures get lost")],
];
let chosen = null;

export function showFaults(state, send) {
  const node = find("faults");
  const open = may(state, HOST, "spoil");
  node.hidden = !open;
  redraw(node, open && [chosen], () => (!open ? [] : [
    el("h2", {}, _("Let the simulated camera go wrong")),
    el("div", { class: "faults" }, words().map(([fault, word]) => el("button", {
      type: "button", class: fault === chosen ? "option chosen" : "option", "aria-pressed": String(fault === chosen), "data-testid": `fault-${fault ?? "none"}`,
      onclick: async () => { if ((await send("spoil", { fault }))?.accepted) { chosen = fault; showFaults(state, send); } },
    }, el("b", {}, word)))),
  ]));
}
