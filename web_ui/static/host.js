// The page of the host: what goes on, and everything that can be done about it.
import { el, find, redraw, setText, whenReleased } from "./dom.js";
import { markShown, showFrame, showLine } from "./frame.js";
import { showHandEntry } from "./handentry.js";
import { showFaults } from "./hostfaults.js";
import { showActing, showKeys } from "./hostkeys.js";
import { showNext } from "./hostnext.js";
import { showPast } from "./hostpast.js";
import { showSeats } from "./hostseats.js";
import { follow } from "./live.js";
import { HOST } from "./may.js";
import { partName } from "./parts.js";
import { press } from "./press.js";
import { showQuestions } from "./questions.js";
import { showScore } from "./score.js";
import { showTakeBack } from "./takeback.js";
import { _, inLanguage } from "./text.js";

const AGAIN_MS = 2000;
const PATIENCE_MS = 4000;
let state = null;
let view = null;
let rules = null;
let asking = false;
let hasLooked = false;
let waitingFor = null;
let asked = 0;
const next = [];

function showMachine() {
  const words = { fine: _("fine"), trouble: _("trouble"), off: _("off") };
  redraw(find("machine"), state.devices, () => state.devices.map((device) => el("li", { class: device.state, "data-part": device.part },
    el("b", {}, partName(device.part)), el("span", { class: "state" }, words[device.state]),
    el("small", {}, [device.kind !== "off" && device.kind, device.simulated && _("SIMULATED"), device.detail, device.advice].filter(Boolean).join(" · ")))));
}

function show() {
  showFrame(state);
  showScore(state);
  showKeys(state, view, send);
  showActing(state, send);
  showQuestions(state, HOST, send);
  showTakeBack(state, HOST, send);
  showHandEntry(state, HOST, send);
  showPast(state, view, send);
  showSeats(state, view, send);
  showNext(state, view, rules, send);
  showMachine();
  showFaults(state, send);
  if (waitingFor !== null && state.event >= waitingFor) waitingFor = null;
  carryOn();
  markShown(state);
}

function refuse(reason) {
  find("refusal").hidden = !reason;
  setText(find("refusal"), reason ?? "");
  if (reason) find("refusal").scrollIntoView({ block: "nearest" });
}

const isWaiting = () => asked > 0 || waitingFor !== null;

function carryOn() {
  document.body.classList.toggle("waiting", isWaiting());
  if (next.length > 0 && !isWaiting()) send(...next.shift());
}

// `event`: what the host was looking at, where that was before a question was answered.
async function send(name, value = {}, event = state.event) {
  // A rule is set whatever has happened meanwhile; every other press is for what the page showed.
  if (name === "set_rules" && isWaiting()) {
    next.push([name, value]);
    return null;
  }
  if (waitingFor !== null) return null;
  refuse(null);
  asked += 1;
  document.body.classList.add("waiting");
  const reply = await press(name, value, event, "/host/commands");
  asked -= 1;
  if (reply !== null) {
    waitingFor = reply.accepted && reply.event > state.event ? reply.event : null;
    if (!reply.accepted) whenReleased(() => refuse(reply.reason));
  }
  carryOn();
  return reply;
}

// What only the host sees is asked for whenever something has happened.
async function look() {
  if (asking || view?.event === state.event) return;
  asking = true;
  const event = state.event;
  // A connection that has died in the phone's sleep doesn't even fail.
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(inLanguage("/host/view"), { signal: stop.signal });
    if (answer.status === 403) { location.reload(); return; }
    if (answer.ok) view = await answer.json();
    else setTimeout(look, AGAIN_MS);
    if (rules === null) {
      const listed = await fetch(inLanguage("/api/v1/rules"), { signal: stop.signal });
      if (listed.ok) rules = await listed.json();
    }
  } catch {
    setTimeout(look, AGAIN_MS);
  }
  clearTimeout(timer);
  asking = false;
  hasLooked = true;
  show();
  if (state.event !== event) look();
}

find("leavehost").addEventListener("click", async () => {
  await fetch("/host/leave", { method: "POST" });
  location.assign("/");
});
follow({
  onLine: showLine,
  onState: (latest) => {
    if (state && latest.event !== state.event) refuse(null);
    state = latest;
    // Keys that came in a moment later would push what a finger is aiming at from under it.
    if (hasLooked) show();
    look();
  },
});
