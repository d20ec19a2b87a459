// The Guiding Light in words: values of rules, what is proposed, what has become of it.
import { playerAt } from "./score.js";
import { _, listed } from "./text.js";

// The values of rules; numbers, and those of a table's own rules, as they are.
const VALUES = () => ({
  true: _("on"), false: _("off"), "counter-clockwise": _("counter-clockwise"), clockwise: _("clockwise"), sheet: _("sheet"),
  first_edition: _("first edition"), scores: _("scores"), dead: _("dead"), all: _("all"), free: _("free"), offenders: _("offenders"),
  newest: _("newest"), accumulate: _("accumulate"),
});

export const valueWord = (value) => VALUES()[value] ?? String(value).replaceAll("_", " ");

export const changeWords = ({ name, now, then }) => `${name}: ${valueWord(now)} → ${valueWord(then)}`;

function briefly(changes) {
  const named = changes.slice(0, 2).map(({ name, then }) => (then === true ? name : `${name} ${valueWord(then)}`)).join(", ");
  return changes.length > 2 ? _("{named} and {count} more", { named, count: changes.length - 2 }) : named;
}

export const names = (state, seats) => listed(seats.map((seat) => playerAt(state, seat)?.name ?? ""));

// Who has left since counts no more.
export function votes(state) {
  const { agreed, asked } = state.proposal;
  const yes = agreed.filter((seat) => playerAt(state, seat)?.present).length;
  return _("{yes} of {all} say yes", { yes, all: yes + asked.length });
}

export function outcomeWords(state) {
  const { changes, outcome, refused_by: seat } = state.proposal;
  const name = playerAt(state, seat)?.name ?? "";
  if (outcome === "agreed") return _("{rules}: everybody says yes", { rules: briefly(changes) });
  if (outcome === "refused") return _("{name} says no, the rules stay", { name });
  if (outcome === "withdrawn") return _("{name} withdraws the proposal, the rules stay", { name });
  return _("the rules stay as they are");
}

export function proposalLine(state) {
  const { proposal } = state;
  if (!proposal) return "";
  const said = proposal.outcome === "open"
    ? _("{name} proposes {rules} – {votes}", { name: names(state, [proposal.seat]), rules: briefly(proposal.changes), votes: votes(state) })
    : outcomeWords(state);
  return _("GUIDING LIGHT: {said}", { said });
}
