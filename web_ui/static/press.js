// Handing the table a command: for the event that the person was looking at, and once however often it is pressed.
import { _, inLanguage } from "./text.js";
import { isDoubleTap, mayTapAgain } from "./twice.js";

const SAME_PRESS_MS = 1500;
const TIMEOUTS_MS = [1500, 2500, 5000];
const pressed = new Map();

// At least 16 characters that nobody guesses; crypto.randomUUID is missing on pages that are not served over TLS.
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function post(path, command, timeout) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeout);
  try {
    const answer = await fetch(inLanguage(path), {
      method: "POST", signal: stop.signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(command),
    });
    const reply = await answer.json();
    return { ...reply, accepted: reply.accepted === true, reason: reply.reason ?? reply.error ?? _("The table did not say why.") };
  } finally {
    clearTimeout(timer);
  }
}

// The key lets us ask again: the table counts the command once, whichever of the questions reached it.
async function postAgain(path, command) {
  for (const timeout of TIMEOUTS_MS) {
    try {
      return await post(path, command, timeout);
    } catch { /* a connection that died in the phone's sleep, most likely: the next question takes another */ }
  }
  return { accepted: false, reason: _("The table did not answer. Press again."), event: null };
}

// The reply: accepted, or refused with the reason. The same press while one is under way answers null.
export async function press(name, value = {}, event = null, path = "/api/v1/commands") {
  const what = JSON.stringify([name, value, event]);
  // The second tap of two may be for the state that the first one brought about: an UNDO would take two steps back.
  const button = JSON.stringify([name, value]);
  if (isDoubleTap(button) || pressed.has(what)) return null;
  const key = newKey();
  pressed.set(what, key);
  const reply = await postAgain(path, { name, value, event, key });
  if (reply.accepted) setTimeout(() => pressed.delete(what), SAME_PRESS_MS);
  else { pressed.delete(what); mayTapAgain(button); }
  return reply;
}
