// What every page shows: simulated parts, a lost line, and the news for those who listen instead of look.
import { find, setText } from "./dom.js";

export function showLine(line) {
  if (document.body.dataset.line === line) return;
  document.body.dataset.line = line;
  find("stale").hidden = line !== "lost";
}

let said = null;
let totals = new Map();

// What is new, in a sentence, and each total that has changed.
function announce(state) {
  const changed = (state.view?.standings ?? []).filter(({ seat, total }) => totals.has(seat) && totals.get(seat) !== total);
  totals = new Map((state.view?.standings ?? []).map(({ seat, total }) => [seat, total]));
  if (said === state.message.sentence && changed.length === 0) return;
  said = state.message.sentence;
  const names = changed.map(({ seat, total }) => `${state.players.find((player) => player.seat === seat)?.name ?? ""} ${total}.`);
  setText(find("announce"), [said, ...names].join(" "));
}

export function showFrame(state) {
  const badge = find("simulated");
  badge.hidden = state.simulated.length === 0;
  setText(badge.querySelector("span"), state.simulated.join(" · "));
  announce(state);
}

// Last of all, so that who waits for a state finds the page already showing it.
export function markShown(state) {
  document.body.dataset.number = state.number;
  document.body.dataset.event = state.event;
  document.body.dataset.stage = state.stage;
}
