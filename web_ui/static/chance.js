// How likely the throw to come is a Wimpout.
import { find, setText } from "./dom.js";
import { _ } from "./text.js";

function inWords(chance) {
  const percent = Math.round(100 * chance);
  if (chance > 0 && percent === 0) return _("Wimpout: under 1 %");
  return _("Wimpout: {percent} %", { percent });
}

export function showChance({ stage, wimpout_chance: chance }) {
  const node = find("chance");
  node.hidden = chance === null || !["playing", "show"].includes(stage);
  setText(node, node.hidden ? "" : inWords(chance));
}
