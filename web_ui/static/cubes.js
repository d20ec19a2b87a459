// The cubes as they were read: those that score are lit.
import { wearColours } from "./colours.js";
import { redraw, svg } from "./dom.js";
import { faceMarks, faceName } from "./faces.js";
import { CUBE, HEIGHT, places, row, WIDTH } from "./layout.js";
import { _ } from "./text.js";

function drawCube(cube, place) {
  const side = CUBE;
  const marks = ["cube", cube.odd ? "odd" : "", cube.scored ? "lit" : "", cube.kept ? "kept" : "", cube.asked ? "asked" : ""];
  return svg("g", {
    class: marks.join(" ").replace(/ +/g, " ").trim(), transform: `translate(${place.x} ${place.y}) rotate(${place.turn})`,
    "data-testid": "cube", "data-face": cube.face ?? "?", "data-odd": Boolean(cube.odd).toString(),
    "data-scored": Boolean(cube.scored).toString(),
  },
  svg("rect", { class: "shade", x: -side / 2 + 0.6, y: -side / 2 + 1.4, width: side, height: side, rx: 4.4 }),
  svg("rect", { class: "halo", x: -side / 2 - 1.4, y: -side / 2 - 1.4, width: side + 2.8, height: side + 2.8, rx: 5.6 }),
  svg("rect", { class: "body", x: -side / 2, y: -side / 2, width: side, height: side, rx: 4.2 }),
  svg("rect", { class: "top", x: -side / 2 + 1.4, y: -side / 2 + 1.2, width: side - 2.8, height: side - 2.8, rx: 3.4 }),
  svg("g", { class: "ink", transform: "scale(0.164)" }, faceMarks(cube.face)));
}

function words(cubes) {
  return cubes.map((cube) => faceName(cube.face) + (cube.scored ? ` (${_("scores")})` : "")).join(", ");
}

function picture(cubes, spots, height, reading) {
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: reading ? "cubes reading" : "cubes", role: "img", "aria-label": words(cubes) },
    height > HEIGHT ? svg("path", { class: "railline", d: `M4 ${HEIGHT}H${WIDTH - 4}` }) : null,
    height > HEIGHT ? svg("text", { class: "raillabel", x: 4, y: HEIGHT + 4.6 }, _("set aside")) : null,
    cubes.map((cube, i) => drawCube(cube, spots[i])));
}

function asRead(state) {
  return state.tray.cubes.map((cube, i) => ({
    face: cube.face, odd: cube.odd, scored: state.scored.includes(i), asked: state.asks.includes(i),
    kept: cube.moved === false && state.view.kept.length > 0 && !state.scored.includes(i) && !state.asks.includes(i),
  }));
}

// Without a reading (entered by hand, after a restart): the game's own cubes in two rows.
function asPlayed(view) {
  const scoring = [...(view.options[view.selected]?.kept ?? [])];
  const thrown = view.last_throw.map((cube) => {
    const i = scoring.findIndex((other) => other.face === cube.face && other.odd === cube.odd);
    if (i >= 0) scoring.splice(i, 1);
    return { ...cube, scored: i >= 0 };
  });
  return [thrown, view.kept.map((cube) => ({ ...cube, kept: true }))];
}

export function showCubes(node, state) {
  const { tray, view } = state;
  const seen = (tray?.cubes.length ?? 0) > 0 && !state.hand_entry;
  const played = Boolean(view) && view.last_throw.length > 0;
  node.hidden = !view || (!seen && !played);
  if (tray) wearColours(tray.cubes);
  const reading = tray?.status === "moving" || tray?.status === "blocked";
  redraw(node, [tray?.cubes, reading, state.scored, state.asks, view?.last_throw, view?.kept, view?.selected, view?.options, seen], () => {
    if (node.hidden) return [];
    if (seen) {
      const spots = places(tray.cubes);
      return [picture(asRead(state), spots.places, spots.height, reading)];
    }
    const [thrown, kept] = asPlayed(view);
    const spots = [...row(thrown.length, HEIGHT / 2), ...row(kept.length, HEIGHT + CUBE / 2 + 7)];
    return [picture([...thrown, ...kept], spots, kept.length ? HEIGHT + CUBE + 10 : HEIGHT, reading)];
  });
}
