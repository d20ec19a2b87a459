// What a player asks to take back: a yes or a no from whom it needs, and for who asks that it waits.
import { el, find, redraw } from "./dom.js";
import { may } from "./may.js";
import { anew } from "./misread.js";
import { playerAt } from "./score.js";
import { _ } from "./text.js";

const answer = (agree, kind, word, send) => el("button", {
  type: "button", class: `big ${kind}`, "data-testid": agree ? "agree" : "disagree", onclick: () => send("undo", { agree }),
}, el("b", {}, word));

function whoAgrees(state, asker) {
  const others = state.players.filter((player) => player.seat !== asker && may(state, player.seat, "undo"));
  return others.length === 1 ? _("{name} has to agree.", { name: others[0].name }) : _("Another player has to agree.");
}

function misread(name, other, { seat: asker, whose }, seat) {
  if (whose === asker) return _("{name} says that the throw was misread", { name });
  return whose === seat ? _("{name} says that your throw was misread", { name }) : _("{name} says that {other}\u2019s throw was misread", { name, other });
}

function draw(asked, state, seat, send) {
  const { seat: asker, whose, what, shows } = asked;
  const name = playerAt(state, asker)?.name ?? "";
  const mover = playerAt(state, whose)?.name ?? "";
  const move = whose === seat ? _("your {what}", { what }) : _("{name}\u2019s {what}", { name: mover, what });
  const about = shows.length > 0 ? anew(asked) : [el("p", { class: "move" }, move)];
  if (asker === seat) {
    return [el("h2", {}, shows.length > 0 ? _("You say that it was misread") : _("You ask to take back")), ...about, el("p", {}, whoAgrees(state, seat)),
      el("div", { class: "answers" }, answer(false, "no", _("DROP IT"), send))];
  }
  return [el("h2", {}, shows.length > 0 ? misread(name, mover, asked, seat) : _("{name} asks to take back", { name })), ...about, el("div", { class: "answers" }, answer(false, "no", _("NO"), send), answer(true, "go", _("AGREE"), send))];
}

export function showTakeBack(state, seat, send) {
  const node = find("takeback");
  const asked = may(state, seat, "undo") ? state.undo_asked : null;
  node.hidden = !asked;
  redraw(node, asked && [asked, seat, state.players, state.offers], () => (asked ? draw(asked, state, seat, send) : []));
}
