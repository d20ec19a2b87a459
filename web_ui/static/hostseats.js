// Who sits here: in which order, with a link for a lost phone, and seats that are given up.
import { el, find, redraw, svg } from "./dom.js";
import { HOST, may } from "./may.js";
import { seatMark } from "./score.js";
import { sure, tell } from "./sure.js";
import { _, _n } from "./text.js";

let typed = "";

// The link as a code to scan, drawn from its rows of 0 and 1, with the quiet edge that scanners need.
function drawn(rows) {
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return svg("svg", { class: "code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": _("The link as a code to scan") },
    svg("rect", { width: size, height: size, fill: "#fff8e1" }), svg("path", { d: path, fill: "#0a0e2a" }));
}

async function link(player, send) {
  const reply = await send("reseat", { seat: player.seat });
  if (!reply?.accepted) return;
  const { link: address, code, seconds } = reply.value;
  tell(_("{name} scans this with the other phone", { name: player.name }), drawn(code),
    el("p", { class: "address", "data-testid": "seat-link" }, address),
    el("p", { class: "says" }, _n("It works once, within {number} minute.", "It works once, within {number} minutes.", Math.round(seconds / 60))));
}

function moved(order, from, to) {
  const next = [...order];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

function row(state, player, i, order, send) {
  const shift = (to, sign, words, testid) => el("button", {
    type: "button", class: "shift", disabled: to < 0 || to >= order.length, "aria-label": words, "data-testid": testid,
    onclick: () => send("order", { seats: moved(order, i, to) }),
  }, sign);
  const { name } = player;
  const remove = () => sure(state.stage === "playing" ? _("Remove {name}? The game goes on without them.", { name }) : _("Remove {name}?", { name }),
    _("REMOVE"), () => send("remove", { seat: player.seat }));
  return el("li", { class: "seatrow", "data-testid": "seat", "data-seat": player.seat },
    seatMark(i === null ? "–" : i + 1, player.colour), el("bdi", {}, name),
    i !== null && may(state, HOST, "order") && el("span", { class: "shifts" },
      shift(i - 1, "▲", _("{name}: one seat earlier", { name }), "earlier"), shift(i + 1, "▼", _("{name}: one seat later", { name }), "later")),
    el("div", { class: "does" },
      player.kind === "person" && may(state, HOST, "reseat") && el("button", { type: "button", class: "quiet", "data-testid": "reseat", onclick: () => link(player, send) }, _("Lost the phone")),
      may(state, HOST, "remove") && el("button", { type: "button", class: "quiet", "data-testid": "remove", onclick: remove }, _("Remove"))));
}

function newSeat(send) {
  const field = el("input", { id: "newname", maxlength: 16, autocomplete: "off", "data-testid": "new-name", value: typed, oninput: () => { typed = field.value; } });
  const seat = async (event) => {
    event.preventDefault();
    const reply = await send("sit", { name: field.value.trim() });
    if (reply?.accepted) { typed = ""; field.value = ""; }
  };
  return el("form", { class: "newseat", onsubmit: seat },
    el("label", { for: "newname" }, _("Somebody without a phone")),
    field, el("button", { type: "submit", class: "count", "data-testid": "new-seat" }, _("Seat them")));
}

export function showSeats(state, view, send) {
  const order = view?.order ?? [];
  const here = state.players.filter((player) => player.present && (state.stage !== "show" || player.kind === "person"));
  const people = order.map((seat) => here.find((player) => player.seat === seat)).filter(Boolean);
  const others = here.filter((player) => !people.includes(player));
  const seats = people.map(({ seat }) => seat);
  redraw(find("seats"), [here, seats, state.host_offers, state.stage], () => [
    people.length > 1 && el("p", { class: "says" }, state.stage === "playing"
      ? _("The order counts from the next game on, clockwise round the table.") : _("The order is clockwise round the table, as seen from above.")),
    here.length === 0 && el("p", { class: "hint" }, _("Nobody sits here yet.")),
    el("ol", { class: "seatrows" }, people.map((player, i) => row(state, player, i, seats, send)), others.map((player) => row(state, player, null, seats, send))),
    may(state, HOST, "sit") && newSeat(send),
  ].filter(Boolean));
}
