// The next game: who begins, how many computer players, its goal and its rules; and the end of this one.
import { el, find, redraw } from "./dom.js";
import { valueWord } from "./guidingwords.js";
import { HOST, may } from "./may.js";
import { sure } from "./sure.js";
import { _ } from "./text.js";

let computers = null;
let starter = "";
let shown = false;

// "true" stands for a rule's usual number: where its numbers are listed that says nothing more.
const offered = (rule) => rule.values.filter((value) => value !== true || !rule.values.some((other) => typeof other === "number"));
const set = (send, name, value) => send("set_rules", { rules: { [name]: value } });

function choice(rule, now, send) {
  const values = offered(rule).includes(now) ? offered(rule) : [...offered(rule), now];
  const id = `next-${rule.name}`;
  const list = el("select", { id, "data-testid": id, "aria-describedby": `${id}-says`, onchange: () => set(send, rule.name, values[list.selectedIndex]) },
    values.map((value) => el("option", { selected: value === now }, valueWord(value))));
  const field = rule.is_open && el("input", {
    type: "number", inputmode: "numeric", min: 0, class: "number", "data-testid": `${id}-number`, value: typeof now === "number" ? now : null,
    "aria-label": _("{rule}: another number", { rule: rule.name }), onchange: () => field.value !== "" && set(send, rule.name, Number(field.value)),
  });
  return el("li", { class: now === rule.official ? "choice" : "choice changed" },
    el("label", { for: id }, rule.name.replaceAll("_", " ")), el("span", { class: "picks" }, list, field),
    el("p", { class: "says", id: `${id}-says` }, rule.says));
}

function starting(state, view, send, again) {
  const what = ["rematch", "start"].find((name) => may(state, HOST, name));
  if (!what) return [];
  const people = view.order.map((seat) => state.players.find((player) => player.seat === seat)).filter(Boolean);
  const least = people.length > 1 ? 0 : 1;
  const count = Math.max(computers ?? least, least);
  if (!view.order.includes(starter)) starter = "";
  const first = el("select", { id: "starter", "data-testid": "starter", onchange: () => { starter = first.value; } },
    el("option", { value: "" }, _("roll for it")), people.map((player) => el("option", { value: player.seat, selected: player.seat === starter }, player.name)));
  return [
    el("div", { class: "computers", role: "group", "aria-label": _("Computer players") }, el("span", {}, _("Computer players")),
      [0, 1, 2, 3].filter((number) => number >= least).map((number) => el("button", {
        type: "button", class: number === count ? "count chosen" : "count", "aria-pressed": String(number === count), "data-testid": `computers-${number}`,
        onclick: () => { computers = number; again(); },
      }, String(number)))),
    el("div", { class: "choice" }, el("label", { for: "starter" }, _("Who begins")), el("span", { class: "picks" }, first)),
    el("button", { type: "button", class: "big go", "data-testid": what, onclick: () => send(what, { computers: count, starter: starter || null }) },
      el("b", {}, what === "start" ? _("START") : _("REMATCH"))),
  ];
}

export function showNext(state, view, rules, send) {
  const again = () => showNext(state, view, rules, send);
  redraw(find("next"), [view?.order, view?.rules, view?.rules_set, rules, state.host_offers, state.players, computers, shown], () => {
    if (!view || !rules) return [];
    const goal = rules.find(({ name }) => name === "goal");
    const others = rules.filter((rule) => rule !== goal);
    const changed = others.filter((rule) => view.rules[rule.name] !== rule.official).length;
    const list = el("details", { class: "inner", open: shown, ontoggle: () => { shown = list.open; } },
      el("summary", { "data-testid": "next-rules" }, changed ? _("Rules: {count} unlike the sheet", { count: changed }) : _("Rules: as on the sheet")),
      el("ul", { class: "choices" }, others.map((rule) => choice(rule, view.rules[rule.name], send))));
    return [
      may(state, HOST, "set_rules") && goal && el("ul", { class: "choices" }, choice(goal, view.rules.goal, send)),
      may(state, HOST, "set_rules") && list,
      view.rules_set && el("button", { type: "button", class: "quiet", "data-testid": "rules-as-before", onclick: () => send("set_rules", { rules: null }) }, _("Leave the rules as they were")),
      ...starting(state, view, send, again),
      may(state, HOST, "end") && el("button", {
        type: "button", class: "quiet", "data-testid": "end",
        onclick: () => sure(_("End this game? The scores are kept, and nobody wins."), _("END IT"), () => send("end")),
      }, _("End this game")),
    ].filter(Boolean);
  });
}
