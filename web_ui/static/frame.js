// What every page shows: simulated parts, a lost line, and the news for those who listen instead of look.
import { find, setText } from "./dom.js";
import { isolated } from "./text.js";

export function showLine(line) {
  if (document.body.dataset.line === line) return;
  document.body.dataset.line = line;
  find("stale").hidden = line !== "lost";
}

const QUIET_MS = 2500;
let said = "";
let totals = null;
let saidAt = -Infinity;
let due = null;

const totalsOf = (state) => new Map((state.view?.standings ?? []).map(({ seat, total }) => [seat, total]));

// What is new, in a sentence, and each total that has changed since the last one.
function say(state) {
  const changed = [...totalsOf(state)].filter(([seat, total]) => totals?.has(seat) && totals.get(seat) !== total);
  totals = totalsOf(state);
  if (said === state.message.sentence && changed.length === 0) return;
  said = state.message.sentence;
  saidAt = performance.now();
  const scores = changed.map(([seat, total]) => `${isolated(state.players.find((player) => player.seat === seat)?.name ?? "")} ${total}.`);
  setText(find("announce"), [said, ...scores].join(" "));
}

// Not one sentence into another: what comes too soon waits, and only the latest of it is said.
function announce(state) {
  clearTimeout(due);
  const wait = saidAt + QUIET_MS - performance.now();
  if (wait <= 0) say(state);
  else due = setTimeout(() => say(state), wait);
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
