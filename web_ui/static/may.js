// Who may do what now: the table says what is legal, this says on whose phone it is offered.
import { playerAt } from "./score.js";

const OF_THE_ACTOR = new Set(["stop", "roll_on", "select", "throw"]);

// The players of the last move, and everybody where it was a computer's, may take it back.
function moved(state, seat) {
  return state.moments.some((moment) => moment.seat === seat || playerAt(state, moment.seat)?.kind === "computer");
}

export function may(state, seat, name) {
  const me = seat === null ? undefined : playerAt(state, seat);
  if (!me?.present || !state.commands.includes(name)) return false;
  const actor = playerAt(state, state.view?.to_act);
  const mine = actor?.seat === seat;
  if (OF_THE_ACTOR.has(name)) return mine;
  if (name === "answer" || name === "enter") return mine || actor?.kind === "computer";
  if (name === "confirm") return state.answer !== null && state.answer[2] !== seat;
  if (name === "undo") return mine || moved(state, seat);
  if (name === "skip") return !mine;
  return true;
}
