// A link of the host gives this phone a seat. Its secret stands behind the #, where no server and no log sees it.
import { find, setText } from "./dom.js";
import { press } from "./press.js";
import { _ } from "./text.js";

const token = location.hash.slice(1);

function refuse(reason) {
  find("refusal").hidden = false;
  setText(find("refusal"), reason);
}

find("take").addEventListener("click", async () => {
  const reply = await press("take_seat", { token });
  if (reply === null) return;
  if (reply.accepted) location.replace("/");
  else refuse(reply.reason);
});
if (!token) {
  find("take").hidden = true;
  refuse(_("This link is not whole. Scan the host's code, or copy the link to its end."));
}
