// The list of throws stays the newest without a reload.
import { find } from "./dom.js";
import { markShown, showFrame, showLine } from "./frame.js";
import { follow } from "./live.js";

const REST_MS = 700;
let shown = document.body.dataset.event;
let due = null;

async function renew() {
  due = null;
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const focused = document.activeElement?.getAttribute("href");
    find("throws").replaceChildren(...page.getElementById("throws").childNodes);
    if (focused) document.querySelector(`#throws a[href="${CSS.escape(focused)}"]`)?.focus();
  } catch { /* the line above the page says when it is lost */ }
}

follow({
  onLine: showLine,
  onState: (state) => {
    showFrame(state);
    if (find("throws").dataset.tonight && String(state.event) !== shown && due === null) {
      shown = String(state.event);
      due = setTimeout(renew, REST_MS);
    }
    markShown(state);
  },
});
