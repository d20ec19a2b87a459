// Every rule that can be changed, with what it says and how it is played now; one of them is proposed.
import { el, find, redraw } from "./dom.js";
import { changeWords, valueWord } from "./guidingwords.js";
import { may } from "./may.js";
import { _, inLanguage } from "./text.js";

let rules = null;
let open = false;
let chosen = null;
let refused = null;

async function load(again) {
  try {
    const answer = await fetch(inLanguage("/api/v1/rules"));
    if (answer.ok) rules = await answer.json();
  } catch { /* the line to the table says so; the next press asks again */ }
  again();
}

// "true" stands for a rule's usual number: where its numbers are listed that says nothing more.
const offered = (rule) => rule.values.filter((value) => value !== true || !rule.values.some((other) => typeof other === "number"));
const current = (state, rule) => state.view?.rules?.[rule.name] ?? rule.official;

function choose(rule, then, again, typed = false) {
  chosen = then === null ? null : { name: rule.name, then, typed };
  refused = null;
  again();
}

function otherNumber(rule, again) {
  const field = el("input", {
    type: "number", inputmode: "numeric", min: 0, class: "number", "data-testid": `number-${rule.name}`,
    "aria-label": _("{rule}: another number", { rule: rule.name }), placeholder: _("number"),
    oninput: () => choose(rule, field.value === "" ? null : Number(field.value), again, true),
  });
  return field;
}

function row(state, rule, again) {
  const now = current(state, rule);
  const values = offered(rule);
  const listed = values.includes(now) ? values : [...values, now];
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

const drawList = (state, again) => (rules === null ? [el("p", {}, _("The rules are being fetched …"))] : [
  ...group(_("House rules"), rules.filter((one) => one.house), state, again),
  ...group(_("Where the rule sheet leaves room"), rules.filter((one) => !one.house), state, again),
]);

function drawFooter(state, send, again) {
  const rule = chosen && rules.find(({ name }) => name === chosen.name);
  const propose = async () => {
    const reply = await send("propose", { rules: { [chosen.name]: chosen.then } });
    if (reply !== null && !reply.accepted) refused = reply.reason;
    again();
  };
  return [
    refused && el("p", { class: "refusal", role: "alert", "data-testid": "proposal-refused" }, refused),
    el("button", { type: "button", class: "big go", disabled: !rule, "data-testid": "propose", onclick: propose }, el("b", {}, _("PROPOSE")),
      el("small", {}, rule ? changeWords({ name: rule.name, now: current(state, rule), then: chosen.then }) : _("choose a value first"))),
  ].filter(Boolean);
}

export function showRuleList(state, seat, send) {
  const [sheet, entry] = [find("rulelist"), find("changerule")];
  const again = () => showRuleList(state, seat, send);
  const close = () => { open = false; again(); };
  entry.hidden = !may(state, seat, "propose");
  entry.onclick = () => { open = true; load(again); };
  find("rules-close").onclick = close;
  // The phone's own way back closes it, too; and there is nothing to propose while something is.
  sheet.onclose = () => { if (open) close(); };
  open &&= !entry.hidden;
  if (!open) { chosen = null; refused = null; }
  // A number that is being typed stays in its field.
  redraw(find("rules"), open ? [rules, chosen?.typed ? null : chosen, state.view?.rules] : null, () => (open ? drawList(state, again) : []));
  redraw(find("rules-propose"), open ? [chosen, refused, rules, state.view?.rules] : null, () => (open ? drawFooter(state, send, again) : []));
  if (open && !sheet.open) sheet.showModal();
  if (!open && sheet.open) sheet.close();
}
