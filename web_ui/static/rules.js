// The rules, drawn anew when they change in mid-game.
import { find } from "./dom.js";
import { markShown, showFrame, showLine } from "./frame.js";
import { follow } from "./live.js";
import { inLanguage } from "./text.js";

// In one order, for the server and the state may list the rules in different ones.
const key = (rules) => JSON.stringify(rules && Object.entries(rules).sort());
const shown = () => key(JSON.parse(find("sheet").dataset.rules));

let latest = null;
let asking = false;

const inForce = () => key(latest.view?.rules ?? null);

async function fetchAnew() {
  try {
    const answer = await fetch(inLanguage("/rules"), { credentials: "omit" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    find("sheet").replaceWith(page.getElementById("sheet"));
    find("changed").hidden = false;
  } catch { /* the line to the table says so; the next state asks again */ }
}

async function catchUp() {
  if (asking) return;
  asking = true;
  for (let asked = null; inForce() !== shown() && inForce() !== asked;) {
    asked = inForce();
    await fetchAnew();
  }
  asking = false;
  markShown(latest);
}

follow({ onLine: showLine, onState: (state) => { latest = state; showFrame(state); catchUp(); } });
