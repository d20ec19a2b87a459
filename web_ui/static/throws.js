// The list of throws stays the newest without a reload.
import { find } from "./dom.js";
import { markShown, showFrame, showLine } from "./frame.js";
import { follow } from "./live.js";

const REST_MS = 700;
const REST_MOST_MS = 6000;
const list = find("throws");
let rest = REST_MS;
let due = null;

async function renew() {
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const focused = document.activeElement?.getAttribute("href");
    const renewed = page.getElementById("throws");
    list.dataset.followed = renewed.dataset.followed;
    list.replaceChildren(...renewed.childNodes);
    if (focused) document.querySelector(`#throws a[href="${CSS.escape(focused)}"]`)?.focus();
  } catch { /* the line above the page says when it is lost */ }
}

// What is told of the throws follows the journal in its own time: an answer may lack what the table has said already.
async function catchUp() {
  await renew();
  due = null;
  rest = isBehind() ? Math.min(2 * rest, REST_MOST_MS) : REST_MS;
  renewIfBehind();
}

const isBehind = () => list.dataset.followed !== document.body.dataset.event;

function renewIfBehind() {
  if (list.dataset.tonight && isBehind() && due === null) due = setTimeout(catchUp, rest);
}

follow({
  onLine: showLine,
  onState: (state) => {
    showFrame(state);
    markShown(state);
    renewIfBehind();
  },
});
