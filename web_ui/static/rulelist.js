// Every rule that can be changed, with what it says and how it is played now; one of them is proposed.
import { el, find, redraw } from "./dom.js";
import { changeWords, valueWord } from "./guidingwords.js";
import { may } from "./may.js";
import { _ } from "./text.js";

let rules = null;
let open = false;
let chosen = null;

async function load(again) {
  try {
    const answer = await fetch("/api/v1/rules");
    if (answer.ok) rules = await answer.json();
  } catch { /* the line to the table says so; the next press asks again */ }
  again();
}

// "true" stands for a rule's usual number: where its numbers are listed that says nothing more.
const offered = (rule) => rule.values.filter((value) => value !== true || !rule.values.some((other) => typeof other === "number"));
const current = (state, rule) => state.view?.rules?.[rule.name] ?? rule.official;

function choose(rule, value, again) {
  chosen = value === null ? null : { name: rule.name, then: value };
  again();
}

function otherNumber(rule, again) {
  const value = chosen?.name === rule.name && typeof chosen.then === "number" ? chosen.then : "";
  const field = el("input", {
    type: "number", inputmode: "numeric", min: 0, class: "number", value, "data-testid": `number-${rule.name}`, "aria-label": _("{rule}: another number", { rule: rule.name }),
    placeholder: _("number"),
    onchange: () => choose(rule, field.value === "" ? null : Number(field.value), again),
  });
  return field;
}

function row(state, rule, again) {
  const now = current(state, rule);
  const values = offered(rule);
  const listed = values.includes(now) || now === true ? values : [...values, now];
  const wished = chosen?.name === rule.name ? chosen.then : now;
  const buttons = listed.map((value) => el("button", {
    type: "button", class: `count value${value === wished ? " chosen" : ""}`, "aria-pressed": String(value === wished), "data-testid": `rule-${rule.name}-${value}`,
    onclick: () => choose(rule, value === now ? null : value, again),
  }, valueWord(value)));
  return el("li", { class: chosen?.name === rule.name ? "rulerow wished" : "rulerow", "data-rule": rule.name },
    el("h3", {}, el("span", {}, rule.name), el("small", { "data-testid": `now-${rule.name}` }, _("now {value}", { value: valueWord(now) }))),
    el("p", { class: "says" }, rule.says), el("div", { class: "values" }, buttons, rule.is_open && otherNumber(rule, again)));
}

const group = (title, all, state, again) => [el("h2", {}, title), el("ul", {}, all.map((rule) => row(state, rule, again)))];

function propose(send, again) {
  const { name, then } = chosen;
  open = false;
  chosen = null;
  again();
  send("propose", { rules: { [name]: then } });
}

function draw(state, send, again) {
  const close = () => { open = false; chosen = null; again(); };
  const rule = chosen && rules.find(({ name }) => name === chosen.name);
  return [
    el("header", {}, el("h1", {}, _("Change a rule")), el("button", { type: "button", class: "quiet", "data-testid": "rules-close", onclick: close }, _("Close"))),
    el("p", { class: "when" }, _("The Guiding Light: any rule may change at any time, if all players agree.")),
    ...(rules ? [
      ...group(_("House rules"), rules.filter((one) => one.house), state, again),
      ...group(_("Where the rule sheet leaves room"), rules.filter((one) => !one.house), state, again),
    ] : [el("p", {}, _("The rules are being fetched …"))]),
    el("footer", {}, el("button", {
      type: "button", class: "big go", disabled: !rule, "data-testid": "propose", onclick: () => propose(send, again),
    }, el("b", {}, _("PROPOSE")), el("small", {}, rule ? changeWords({ name: rule.name, now: current(state, rule), then: chosen.then }) : _("choose a value first")))),
  ];
}

export function showRuleList(state, seat, send) {
  const [sheet, entry] = [find("rulelist"), find("changerule")];
  const allowed = may(state, seat, "propose");
  const again = () => showRuleList(state, seat, send);
  entry.hidden = !allowed;
  entry.onclick = () => { open = true; load(again); };
  if (!allowed) { open = false; chosen = null; }
  redraw(sheet, open ? [rules, chosen, state.view?.rules] : null, () => (open ? draw(state, send, again) : []));
  if (open && !sheet.open) sheet.showModal();
  if (!open && sheet.open) sheet.close();
  // The phone's own way back closes it, too.
  sheet.onclose = () => { if (open) { open = false; chosen = null; again(); } };
}
