// "Your turn", by the title and by vibration.
import { _ } from "./text.js";

let wasMine = null;

export function callToTurn(state, seat) {
  const mine = seat !== null && state.stage === "playing" && state.view?.to_act === seat;
  const table = state.table_name;
  document.title = mine ? `★ ${_("Your turn")} – ${table}` : table;
  document.body.classList.toggle("myturn", mine);
  // A phone that has not been touched yet may not vibrate.
  if (mine && wasMine === false && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([140, 70, 140]);
  wasMine = mine;
}
