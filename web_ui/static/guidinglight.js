// A change of the rules: the question, big, to whom it goes; for the others how it stands, and what came of it.
import { el, find, redraw, whenReleased } from "./dom.js";
import { changeWords, names, outcomeWords, proposalLine, votes } from "./guidingwords.js";
import { may } from "./may.js";
import { _ } from "./text.js";

let askedFor = null;
let done = null;

const vote = (agree, kind, word, send) => el("button", {
  type: "button", class: `big ${kind}`, "data-testid": agree ? "rule-yes" : "rule-no", onclick: () => send("vote", { agree }),
}, el("b", {}, word));

const changes = ({ changes: all }) => all.flatMap((change) => [
  el("p", { class: "move", "data-testid": "change" }, changeWords(change)), el("p", { class: "says" }, change.says),
]);

const standing = (state) => el("p", { class: "votes", "data-testid": "votes" }, state.proposal.asked.length === 0
  ? _("Everybody says yes: it counts as soon as the cubes are read.")
  : _("{votes}. Still asked: {names}.", { votes: votes(state), names: names(state, state.proposal.asked) }));

function question(state, send) {
  return [
    el("h2", {}, _("{name} proposes to change a rule", { name: names(state, [state.proposal.seat]) })), changes(state.proposal),
    el("p", { class: "when" }, _("It needs everybody's yes, and counts the next time its situation comes up.")),
    el("div", { class: "answers" }, vote(false, "no", _("NO"), send), vote(true, "go", _("YES"), send)), standing(state),
  ].flat();
}

function waiting(state, seat, send) {
  const mine = state.proposal.seat === seat;
  return [
    el("h2", {}, mine ? _("You propose to change a rule") : _("You said yes")), changes(state.proposal), standing(state),
    el("div", { class: "answers" }, vote(false, "no", mine ? _("WITHDRAW") : _("NO, AFTER ALL"), send)),
  ].flat();
}

function ended(state, again) {
  const agreed = state.proposal.outcome === "agreed";
  const when = agreed ? el("p", { class: "when" }, _("It counts the next time its situation comes up.")) : null;
  return [
    el("h2", {}, _("The Guiding Light")), el("p", { class: "move", "data-testid": "outcome" }, outcomeWords(state)), when,
    el("button", { type: "button", class: "quiet", "data-testid": "rule-seen", onclick: () => { done = state.proposal.event; again(); } }, _("Got it")),
  ];
}

function call(node) {
  whenReleased(() => node.scrollIntoView({ block: "nearest" }));
  // A phone that has not been touched yet may not vibrate.
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([80, 60, 80]);
}

export function showGuidingLight(state, seat, send) {
  const node = find("guidinglight");
  const { proposal } = state;
  const open = proposal?.outcome === "open";
  const voter = open && may(state, seat, "vote");
  const asked = voter && proposal.asked.includes(seat);
  const again = () => showGuidingLight(state, seat, send);
  node.hidden = !proposal || done === proposal.event;
  node.classList.toggle("asks", asked);
  redraw(node, node.hidden ? null : [proposal, seat, voter, state.players], () => {
    if (node.hidden) return [];
    if (asked) return question(state, send);
    if (voter) return waiting(state, seat, send);
    return open ? [el("p", { "data-testid": "proposal-line" }, proposalLine(state))] : ended(state, again);
  });
  if (asked && askedFor !== proposal.event) call(node);
  if (asked) askedFor = proposal.event;
}
