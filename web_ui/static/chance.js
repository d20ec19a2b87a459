// What the odds say: how likely the throw to come is a Wimpout, and what the best player would do.
import { find, setText } from "./dom.js";
import { _ } from "./text.js";

function inWords(chance) {
  const percent = Math.round(100 * chance);
  if (chance > 0 && percent === 0) return _("Wimpout: under 1 %");
  return _("Wimpout: {percent} %", { percent });
}

function show(node, text) {
  node.hidden = text === null;
  setText(node, text ?? "");
}

export function showOdds({ stage, wimpout_chance: chance, hint }, { withChance = true, withHint = true } = {}) {
  const plays = ["playing", "show"].includes(stage);
  show(find("chance"), plays && withChance && chance !== null ? inWords(chance) : null);
  show(find("hint"), plays && withHint ? hint : null);
}
