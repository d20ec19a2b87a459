// A name, a colour, a seat.
import { find, setText } from "./dom.js";
import { markShown, showFrame, showLine } from "./frame.js";
import { follow } from "./live.js";
import { press } from "./press.js";
import { showStandings } from "./score.js";

const form = find("sit");
const radios = [...form.elements.colour];
let chose = false;

// The first colour that nobody has, so that a name and one tap are enough.
function preselect(state) {
  const taken = new Set(state.players.filter((player) => player.present).map((player) => player.colour));
  for (const radio of radios) radio.disabled = taken.has(radio.value);
  const chosen = radios.find((radio) => radio.checked);
  if (!chose || chosen?.disabled) (radios.find((radio) => !radio.disabled) ?? radios[0]).checked = true;
}

function refuse(reason) {
  find("refusal").hidden = !reason;
  setText(find("refusal"), reason ?? "");
}

form.addEventListener("change", (event) => { chose ||= event.target.name === "colour"; });
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  refuse(null);
  const reply = await press("sit", { name: form.elements.name.value.trim(), colour: form.elements.colour.value });
  if (reply === null) return;
  if (reply.accepted) location.assign("/");
  else refuse(reply.reason);
});
radios[0].checked = true;
follow({ onLine: showLine, onState: (state) => { showFrame(state); showStandings(state); preselect(state); markShown(state); } });
