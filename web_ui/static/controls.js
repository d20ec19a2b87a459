// STOP, ROLL ON, THROW and the choices: there only while they are legal, and why they aren't otherwise.
import { el, find, redraw, setText } from "./dom.js";
import { may } from "./may.js";
import { playerAt } from "./score.js";
import { _, _n } from "./text.js";

function showOptions(state, seat, send) {
  const { view } = state;
  const choice = may(state, seat, "select") && view.options.length > 1;
  const node = find("options");
  node.hidden = !choice;
  redraw(node, [choice && view.options, view?.selected], () => (!choice ? [] : [
    ...view.options.map((option, i) => el("button", {
      type: "button", class: i === view.selected ? "option chosen" : "option", "aria-pressed": String(i === view.selected),
      "data-testid": `option-${i}`, onclick: () => send("select", { option: i }),
    },
    el("b", {}, option.label), el("span", { class: "points" }, `+${option.points}`),
    el("small", {}, option.must_roll.length ? _("must roll {count}", { count: option.thrown_next.length })
      : _("{count} left to roll", { count: option.thrown_next.length })))),
  ]));
}

function showReasons(state, mine) {
  const reasons = mine && state.stage === "playing" ? state.view.must_roll : [];
  const node = find("whynot");
  node.hidden = reasons.length === 0;
  redraw(node, reasons, () => reasons.map((rule) => el("li", { "data-rule": rule.rule }, el("b", {}, rule.board), " ", rule.sentence)));
}

export function showControls(state, seat, send) {
  const { view } = state;
  const mine = seat !== null && view?.to_act === seat && state.stage === "playing";
  for (const button of document.querySelectorAll("[data-command]")) {
    // While somebody asks to take a move back, that question stands above in its own words.
    button.hidden = !may(state, seat, button.dataset.command) || (button.dataset.command === "undo" && state.undo_asked !== null);
    button.onclick = () => send(button.dataset.command);
  }
  if (mine) {
    setText(document.querySelector('[data-command="stop"] small'), _("take {points}", { points: view.stake }));
    setText(document.querySelector('[data-command="roll_on"] small'), _n("{number} cube", "{number} cubes", view.to_throw));
    setText(document.querySelector('[data-command="throw"] b'), _("THROW {count}", { count: view.to_throw }));
  }
  const undoes = state.undoes;
  if (undoes) {
    const whose = playerAt(state, undoes.whose)?.name ?? "";
    setText(document.querySelector('[data-command="undo"]'), undoes.whose === seat ? _("Undo your {what}", { what: undoes.what })
      : _("Undo {whose}\u2019s {what}", { whose, what: undoes.what }));
  }
  setText(document.querySelector('[data-command="skip"]'), _("Skip the turn of {name}", { name: playerAt(state, view?.to_act)?.name ?? "" }));
  const controls = find("controls");
  controls.dataset.count = ["stop", "roll_on", "throw"].filter((name) => may(state, seat, name)).length;
  controls.hidden = controls.dataset.count === "0";
  const total = view?.standings.find((standing) => standing.seat === seat)?.total ?? 0;
  const after = find("after");
  after.hidden = !mine;
  setText(after, may(state, seat, "stop") && view.stake > 0 ? _("{total} → {sum} if you stop", { total, sum: total + view.stake }) : _("You have {total}", { total }));
  showOptions(state, seat, send);
  showReasons(state, mine);
}
