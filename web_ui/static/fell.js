// A cube fell on the floor: where a house rule makes something of that, and pressed twice, for it costs the turn.
import { find, setText } from "./dom.js";
import { may } from "./may.js";
import { playerAt } from "./score.js";
import { _ } from "./text.js";
import { isDrumming } from "./twice.js";

const SURE_MS = 4000;
let state = null;
let askedFor = null;

function show() {
  const name = playerAt(state, state.view?.to_act)?.name ?? "";
  setText(find("fell"), askedFor === state.event ? _("A Wimpout for {name}? Press again", { name }) : _("A cube fell on the floor"));
}

export function showFell(latest, seat, send) {
  state = latest;
  const button = find("fell");
  button.hidden = !may(state, seat, "fell");
  button.onclick = () => {
    if (isDrumming("sure that it fell")) return;
    if (askedFor === state.event) { askedFor = null; send("fell"); return; }
    askedFor = state.event;
    setTimeout(() => { askedFor = null; show(); }, SURE_MS);
    show();
  };
  show();
}
