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
  // The computer players of the idle show go as soon as somebody sits down.
  const stay = state.players.filter((player) => player.present && (player.kind === "person" || state.stage !== "show"));
  const taken = new Set(stay.map((player) => player.colour));
  for (const radio of radios) radio.disabled = taken.has(radio.value);
  const chosen = radios.find((radio) => radio.checked);
  if (!chose || chosen?.disabled) (radios.find((radio) => !radio.disabled) ?? radios[0]).checked = true;
}

function refuse(reason) {
  find("refusal").hidden = !reason;
  setText(find("refusal"), reason ?? "");
}

const LONGEST_NAME = 16;

// As many characters as people see, for one that they see may be made of many: the table counts so, too.
function characters(text) {
  if (!Intl.Segmenter) return [...text];
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

function keepShort(event) {
  const { name } = form.elements;
  if (!event.isComposing && characters(name.value).length > LONGEST_NAME) name.value = characters(name.value).slice(0, LONGEST_NAME).join("");
}

form.elements.name.addEventListener("input", keepShort);
form.elements.name.addEventListener("compositionend", keepShort);
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

function show(state) {
  showFrame(state);
  showStandings(state);
  preselect(state);
  find("full").hidden = state.seats_free > 0;
  form.hidden = state.seats_free === 0;
  markShown(state);
}

follow({ onLine: showLine, onState: show });
