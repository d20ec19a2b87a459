// The score track round the sun: sixty places of ten points, one marker a player.
import { redraw, svg } from "./dom.js";
import { seated } from "./score.js";

const PLACES = 60;
const POINTS_A_PLACE = 10;
const LAP = PLACES * POINTS_A_PLACE;
const TRACK = 420;
const MARKER = 27;

const polar = (turns, radius) => {
  const angle = (turns - 0.25) * 2 * Math.PI;
  return [Math.cos(angle) * radius, Math.sin(angle) * radius];
};

function places(goal) {
  return Array.from({ length: PLACES }, (none, i) => {
    const [x, y] = polar(i / PLACES, TRACK);
    const kind = i === (goal % LAP) / POINTS_A_PLACE ? "place goal" : i % 5 === 0 ? "place five" : "place";
    return svg("circle", { class: kind, cx: x, cy: y, r: i % 5 === 0 ? 11 : 7 });
  });
}

function figures() {
  return Array.from({ length: PLACES / 5 }, (none, i) => {
    const [x, y] = polar((i * 5) / PLACES, TRACK + 42);
    return svg("text", { class: "figure", x, y: y + 8, "text-anchor": "middle" }, String(i * 5 * POINTS_A_PLACE));
  });
}

function rays() {
  return Array.from({ length: 24 }, (none, i) => {
    const [x1, y1] = polar(i / 24 - 0.012, 196);
    const [x2, y2] = polar(i / 24, i % 2 ? 232 : 262);
    const [x3, y3] = polar(i / 24 + 0.012, 196);
    return svg("path", { d: `M${x1} ${y1}L${x2} ${y2}L${x3} ${y3}z` });
  });
}

// Markers that would hide each other step inwards, and where the sun begins, aside: first seat outermost.
const STEP = 2 * MARKER + 3;
const DEPTHS = [TRACK, TRACK - STEP, TRACK - 2 * STEP];
const ASIDE = [0, 1, -1, 2, -2, 3, -3];

function markerSpots(entries) {
  const taken = [];
  const free = ([x, y]) => taken.every(([ox, oy]) => Math.hypot(x - ox, y - oy) >= 2 * MARKER);
  return entries.map(({ standing }) => {
    const turns = ((standing?.total ?? 0) % LAP) / LAP;
    const straight = DEPTHS.map((radius) => polar(turns, radius));
    const aside = ASIDE.flatMap((steps) => DEPTHS.slice(1).map((radius) => polar(turns + (steps * STEP) / (2 * Math.PI * radius), radius)));
    const spot = [...straight, ...aside].find(free) ?? straight.at(-1);
    taken.push(spot);
    return spot;
  });
}

// A marker stays the same element from state to state, so that it glides to its new place.
function marker(layer, player) {
  const old = layer.querySelector(`[data-testid="marker-${CSS.escape(player.seat)}"]`);
  if (old) return old;
  const fresh = svg("g", { "data-testid": `marker-${player.seat}` },
    svg("circle", { class: "breath", r: MARKER + 5 }), svg("circle", { class: "disc", r: MARKER }), svg("text", { y: 11, "text-anchor": "middle" }));
  layer.append(fresh);
  return fresh;
}

function placeMarkers(layer, state) {
  const entries = seated(state);
  const spots = markerSpots(entries);
  const placed = entries.map((entry, i) => {
    const { player, standing } = entry;
    const node = marker(layer, player);
    const acts = state.view?.to_act === player.seat;
    node.setAttribute("class", ["marker", acts && "acts", standing?.out && "out"].filter(Boolean).join(" "));
    node.dataset.place = ((standing?.total ?? 0) % LAP) / POINTS_A_PLACE;
    node.style.transform = `translate(${spots[i][0].toFixed(1)}px, ${spots[i][1].toFixed(1)}px)`;
    for (const circle of node.querySelectorAll("circle")) circle.setAttribute("stroke", player.colour);
    node.querySelector("text").textContent = entry.number;
    return node;
  });
  for (const node of [...layer.children]) if (!placed.includes(node)) node.remove();
}

// Where a house rule lets the player to act not stop: a barred ring, for colour alone is no sign.
function barred(scores) {
  return scores.map((score) => {
    const [x, y] = polar((score % LAP) / LAP, TRACK);
    return svg("g", { class: "barred", transform: `translate(${x} ${y})`, "data-testid": `barred-${score}` },
      svg("circle", { r: 17 }), svg("path", { d: "M-11 -11L11 11" }));
  });
}

const gradient = (id, stops) => svg("radialGradient", { id }, stops.map(([offset, colour, opacity]) => (
  svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity }))));

const barredLayer = svg("g", {});
const markerLayer = svg("g", {});

export function showTrack(node, state) {
  redraw(node, state.view?.goal ?? 500, () => [
    svg("defs", {}, gradient("glow", [[0.55, "#ffd466", 0.34], [1, "#ffb020", 0]]), gradient("sunlight", [[0.3, "#ffe08a", 1], [1, "#ffb931", 1]])),
    svg("circle", { r: 380, fill: "url(#glow)" }),
    svg("g", { class: "rays" }, rays()),
    svg("circle", { class: "sunbody", r: 198 }),
    svg("circle", { class: "rail", r: TRACK }),
    svg("g", {}, places(state.view?.goal ?? 500)), svg("g", {}, figures()),
    barredLayer, markerLayer,
  ]);
  const forbidden = state.view?.forbidden ?? [];
  redraw(barredLayer, forbidden.join(), () => barred(forbidden));
  placeMarkers(markerLayer, state);
}
