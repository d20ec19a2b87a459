// The page of a player; for those without a seat, the live score.
import { callToTurn } from "./attention.js";
import { showOdds } from "./chance.js";
import { showControls } from "./controls.js";
import { showCubes } from "./cubes.js";
import { find, setText, whenReleased } from "./dom.js";
import { showFell } from "./fell.js";
import { markShown, showFrame, showLine } from "./frame.js";
import { showHandEntry } from "./handentry.js";
import { showGuidingLight } from "./guidinglight.js";
import { follow } from "./live.js";
import { showLobby } from "./lobby.js";
import { showMisread } from "./misread.js";
import { press } from "./press.js";
import { showQuestions } from "./questions.js";
import { showRuleList } from "./rulelist.js";
import { showScore } from "./score.js";
import { showTakeBack } from "./takeback.js";
import { _ } from "./text.js";
import { isDrumming } from "./twice.js";

const ASK_AGAIN_MS = 5000;
let seat = document.body.dataset.seat || null;
let state = null;
let waitingFor = null;
let askedAt = 0;

function show() {
  showFrame(state);
  showScore(state, seat);
  showOdds(state, { withChance: state.chance_on_phones, withHint: state.hint_on_phones });
  showCubes(find("tray"), state);
  showControls(state, seat, send);
  showQuestions(state, seat, send);
  showTakeBack(state, seat, send);
  showHandEntry(state, seat, send);
  showFell(state, seat, send);
  showMisread(state, seat, send);
  showGuidingLight(state, seat, send);
  showRuleList(state, seat, send);
  showLobby(state, seat, send);
  // A question says in its own words what the table says to everybody.
  document.querySelector("#message .sentence").hidden = ["takeback", "questions"].some((panel) => !find(panel).hidden);
  callToTurn(state, seat);
  find("sitdown").hidden = seat !== null;
  find("leave").hidden = seat === null;
  if (waitingFor !== null && state.event >= waitingFor) waitingFor = null;
  document.body.classList.toggle("waiting", waitingFor !== null);
  markShown(state);
}

function refuse(reason) {
  const line = find("refusal");
  line.hidden = !reason;
  setText(line, reason ?? "");
}

async function send(name, value = {}) {
  if (waitingFor !== null) return null;
  refuse(null);
  document.body.classList.add("waiting");
  const reply = await press(name, value, state.event);
  if (reply === null) {
    // The same press once more: what it waits for has come already, or comes with the first.
    document.body.classList.toggle("waiting", waitingFor !== null);
    return null;
  }
  // Until the state that the press brought about is here, another press would be meant for a state that is past.
  waitingFor = reply.accepted && reply.event > state.event ? reply.event : null;
  document.body.classList.toggle("waiting", waitingFor !== null);
  if (!reply.accepted) whenReleased(() => refuse(reply.reason));
  if (reply.accepted && name === "leave") { seat = null; show(); }
  return reply;
}

function leave(event) {
  const button = event.currentTarget;
  if (isDrumming("sure to leave")) return;
  if (button.dataset.sure) { delete button.dataset.sure; setText(button, _("Leave the table")); send("leave"); return; }
  button.dataset.sure = "yes";
  setText(button, _("Really leave? Press again"));
  setTimeout(() => { delete button.dataset.sure; setText(button, _("Leave the table")); }, 4000);
}

// A page that another app opened was loaded without the seat's cookie; what the page itself asks carries it.
async function findSeat() {
  askedAt = performance.now();
  try {
    const answer = await fetch("/api/v1/me");
    if (answer.ok) ({ seat } = await answer.json());
    if (state) show();
  } catch { /* the line says so */ }
}

find("leave").addEventListener("click", leave);
follow({
  onLine: showLine,
  onState: (latest) => {
    if (state && latest.event !== state.event) refuse(null);
    state = latest;
    const known = seat === null || state.players.some((player) => player.seat === seat && player.present);
    if (!known && performance.now() - askedAt > ASK_AGAIN_MS) findSeat();
    show();
  },
});
findSeat();
