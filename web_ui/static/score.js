// Whose turn, what is at stake, what to say, and who has how many points.
import { el, find, redraw, setText, svg } from "./dom.js";
import { _, _n } from "./text.js";

export const playerAt = (state, seat) => state.players.find((player) => player.seat === seat);

// Everybody at the table in seating order, with the number that stands for the seat beside its colour.
export function seated(state) {
  const standings = new Map((state.view?.standings ?? []).map((standing) => [standing.seat, standing]));
  return state.players
    .filter((player) => player.present || standings.has(player.seat))
    .map((player, i) => ({ number: i + 1, player, standing: standings.get(player.seat) }));
}

export const seatMark = (number, colour) => svg("svg", { class: "mark", viewBox: "0 0 32 32", "aria-hidden": "true" },
  svg("circle", { cx: 16, cy: 16, r: 13, fill: "#0a0e2a", stroke: colour, "stroke-width": 5 }),
  svg("text", { x: 16, y: 21.5, "text-anchor": "middle" }, number));

// What a game counts beside points; what a table's own rule counts, by the rule's word for it.
const COUNTED = {
  train_wrecks: (number) => _n("{number} train wreck", "{number} train wrecks", number),
  tokens: (number) => _n("{number} token", "{number} tokens", number),
};
const counted = ([name, number]) => COUNTED[name]?.(number) ?? `${number} ${name.replaceAll("_", " ")}`;

function notes(state, { player, standing }, seat) {
  const said = [];
  if (player.seat === seat) said.push(_("you"));
  if (player.kind === "computer") said.push(_("computer"));
  if (!standing && state.view && state.stage !== "show") said.push(_("plays the next game"));
  if (!player.present) said.push(_("has left"));
  if (standing?.out) said.push(_("out"));
  if (standing && !standing.out && !standing.entered && state.stage === "playing") said.push(_("not in yet"));
  if (standing?.interrupted) said.push(_("turn to go on"));
  said.push(...Object.entries(standing?.counts ?? {}).map(counted));
  if (standing?.leads && state.view.phase === "last_licks") said.push(_("to beat"));
  if (state.view?.winner === player.seat) said.push(_("winner"));
  return said.join(" · ");
}

export function showStandings(state, seat = null) {
  const node = find("standings");
  const acting = state.view?.to_act;
  redraw(node, [state.players, state.view?.standings, state.view?.phase, acting, state.stage, state.view?.winner, seat], () => seated(state).map((entry) => {
    const { number, player, standing } = entry;
    const note = notes(state, entry, seat);
    const kinds = ["standing", acting === player.seat && "acts", standing?.out && "out", standing?.leads && "leads"];
    return el("li", { class: kinds.filter(Boolean).join(" "), "data-seat": player.seat, "aria-current": acting === player.seat && "true" },
      seatMark(number, player.colour),
      el("span", { class: "who" }, el("bdi", {}, player.name), note && el("small", {}, note)),
      el("span", { class: "total", "data-testid": `total-${player.seat}` }, standing?.total ?? ""));
  }));
}

export function turnLine(state, seat) {
  const { view, stage } = state;
  if (stage === "seating") return _("Take your seats");
  if (view?.winner) return view.winner === seat ? _("You have won!") : _("{name} has won!", { name: playerAt(state, view.winner)?.name ?? "" });
  if (stage === "over") return _("The game is over");
  const actor = playerAt(state, view?.to_act);
  if (!actor) return document.body.dataset.table;
  if (actor.seat === seat) return _("Your turn");
  return stage === "show" ? _("{name} plays the show", { name: actor.name }) : _("{name} plays", { name: actor.name });
}

// What the table says to everybody names whom it speaks of; on that player's own phone the game's words are enough.
export function sentenceFor(state, seat) {
  const { view, message } = state;
  const mine = seat !== null && view?.to_act === seat;
  return mine && (message.board === view.message.board || state.hand_entry) ? view.message.sentence : message.sentence;
}

export function showScore(state, seat = null) {
  setText(find("turn"), turnLine(state, seat));
  const sentence = document.querySelector("#message .sentence");
  const said = sentenceFor(state, seat);
  setText(sentence, said);
  sentence.classList.toggle("long", said.length > 90);
  sentence.dataset.board = state.message.board;
  const rule = document.querySelector("#message .rule");
  rule.hidden = !state.message.rule;
  setText(rule.querySelector("p"), state.message.rule ?? "");
  find("stake-line").hidden = !state.view || state.stage === "over" || state.view.phase === "roll_off";
  setText(find("stake"), state.view?.stake ?? 0);
  setText(find("goal"), state.view && state.stage !== "over" ? _("to {goal}", { goal: state.view.goal }) : "");
  showStandings(state, seat);
}
