// The PIN that makes this phone the host's.
import { find, setText } from "./dom.js";
import { _, inLanguage } from "./text.js";

const form = find("enter");

function refuse(reason) {
  find("refusal").hidden = !reason;
  setText(find("refusal"), reason ?? "");
}

async function tryPin(pin) {
  try {
    const answer = await fetch(inLanguage("/host/session"), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ pin }),
    });
    return await answer.json();
  } catch {
    return { accepted: false, reason: _("The table did not answer. Press again.") };
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  refuse(null);
  const { accepted, reason, error } = await tryPin(form.elements.pin.value.replaceAll(" ", ""));
  if (accepted) { location.reload(); return; }
  refuse(reason ?? error);
  form.elements.pin.value = "";
  form.elements.pin.focus();
});
form.elements.pin.focus();
