// Where to draw the cubes: as they lie to each other, but large enough to be read on a phone.
export const WIDTH = 116;
export const HEIGHT = 66;
export const CUBE = 20;
const GAP = 1.5 * CUBE;
const RAIL = CUBE + 10;

// Degrees that the cube is turned, with its mark as nearly upright as its sides allow.
function turn(quad) {
  const [[x0, y0], [x1, y1]] = quad;
  const degrees = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
  return degrees - 90 * Math.round(degrees / 90);
}

function spread(places, width, height) {
  const edge = CUBE * 0.72;
  const hold = (value, most) => Math.min(most - edge, Math.max(edge, value));
  for (let round = 0; round < 80; round += 1) {
    for (let i = 0; i < places.length; i += 1) {
      for (let j = i + 1; j < places.length; j += 1) {
        const [a, b] = [places[i], places[j]];
        const dx = b.x - a.x || 0.1 * (j - i);
        const dy = b.y - a.y || 0.05;
        const apart = Math.hypot(dx, dy);
        const push = (GAP - apart) / 2;
        if (push > 0) {
          a.x -= (dx / apart) * push; a.y -= (dy / apart) * push;
          b.x += (dx / apart) * push; b.y += (dy / apart) * push;
        }
      }
    }
    for (const place of places) { place.x = hold(place.x, width); place.y = hold(place.y, height); }
  }
}

function fit(places) {
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = [WIDTH - 1.5 * CUBE, HEIGHT - 1.5 * CUBE];
  const scale = Math.min(room[0] / (right - left || 1), room[1] / (bottom - top || 1), 0.35);
  for (const place of places) {
    place.x = WIDTH / 2 + (place.x - (left + right) / 2) * scale;
    place.y = HEIGHT / 2 + (place.y - (top + bottom) / 2) * scale;
  }
}

export function row(count, y) {
  const step = Math.min(1.2 * CUBE, (WIDTH - 2) / Math.max(count, 1));
  return Array.from({ length: count }, (none, i) => ({ x: WIDTH / 2 + (i - (count - 1) / 2) * step, y, turn: 0 }));
}

// Places of the cubes of a reading, and the height of the picture: the rail is a strip below the tray.
export function places(cubes) {
  const all = cubes.map((cube) => ({ x: cube.center[0], y: cube.center[1], turn: turn(cube.quad), rail: cube.zone === "rail" }));
  const tray = all.filter((place) => !place.rail);
  const rail = all.filter((place) => place.rail);
  if (tray.length) { fit(tray); spread(tray, WIDTH, HEIGHT); }
  const order = [...rail].sort((a, b) => a.x - b.x);
  row(rail.length, HEIGHT + RAIL / 2 + 2).forEach((place, i) => Object.assign(order[i], place));
  return { places: all, height: rail.length ? HEIGHT + RAIL : HEIGHT };
}
