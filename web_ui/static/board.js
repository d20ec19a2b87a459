// The LED scoreboard as the board itself says it shows: a matrix of dots, and the ring of lights round it.
const AMBER = [255, 72, 40];
const DARK = "#1f1826";
const EDGE = 38;
const GAP = 40;
const sprites = new Map();

// A glowing dot, drawn once for each colour and size.
function dot(rgb, radius) {
  const key = `${rgb}/${radius.toFixed(1)}`;
  if (sprites.has(key)) return sprites.get(key);
  const size = Math.ceil(radius * 5);
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const paint = canvas.getContext("2d");
  const [r, g, b] = rgb;
  const glow = paint.createRadialGradient(size / 2, size / 2, radius * 0.3, size / 2, size / 2, size / 2);
  glow.addColorStop(0, `rgba(${r},${g},${b},.75)`);
  glow.addColorStop(0.35, `rgba(${r},${g},${b},.28)`);
  glow.addColorStop(1, `rgba(${r},${g},${b},0)`);
  paint.fillStyle = glow;
  paint.fillRect(0, 0, size, size);
  paint.fillStyle = `rgb(${r},${g},${b})`;
  paint.beginPath();
  paint.arc(size / 2, size / 2, radius, 0, 2 * Math.PI);
  paint.fill();
  if (sprites.size > 400) sprites.clear();
  sprites.set(key, canvas);
  return canvas;
}

function lamp(paint, x, y, radius, rgb) {
  if (!rgb) {
    paint.fillStyle = DARK;
    paint.beginPath();
    paint.arc(x, y, radius, 0, 2 * Math.PI);
    paint.fill();
    return;
  }
  const sprite = dot(rgb, radius);
  paint.drawImage(sprite, x - sprite.width / 2, y - sprite.height / 2);
}

// Points on a rectangle with round corners, evenly spaced, from the top left clockwise, as the ring runs from the far left.
function ringPlaces(count, left, top, width, height, corner) {
  const straight = [width - 2 * corner, height - 2 * corner, width - 2 * corner, height - 2 * corner];
  const arc = (Math.PI / 2) * corner;
  const all = straight.reduce((sum, length) => sum + length, 0) + 4 * arc;
  const [right, bottom] = [left + width, top + height];
  const legs = [
    (s) => [left + corner + s, top], (s) => [right, top + corner + s],
    (s) => [right - corner - s, bottom], (s) => [left, bottom - corner - s],
  ];
  const corners = [[right - corner, top + corner, -90], [right - corner, bottom - corner, 0], [left + corner, bottom - corner, 90], [left + corner, top + corner, 180]];
  return Array.from({ length: count }, (none, i) => {
    let along = (i / count) * all;
    for (let leg = 0; leg < 4; leg += 1) {
      if (along <= straight[leg]) return legs[leg](along);
      along -= straight[leg];
      if (along <= arc) {
        const [x, y, start] = corners[leg];
        const angle = ((start + (along / arc) * 90) * Math.PI) / 180;
        return [x + Math.cos(angle) * corner, y + Math.sin(angle) * corner];
      }
      along -= arc;
    }
    return legs[0](0);
  });
}

// LEDs look as bright as the eye takes them: dim ones would vanish on a screen.
const bright = (value) => Math.round(255 * (value / 255) ** 0.6);

export function showBoard(canvas, picture) {
  canvas.dataset.number = picture.number;
  canvas.dataset.pixels = picture.pixels.join("\n");
  canvas.dataset.ring = picture.ring.map((light) => light.join(",")).join(" ");
  const paint = canvas.getContext("2d");
  const { width } = canvas;
  const rows = picture.pixels.length;
  const columns = picture.pixels[0]?.length ?? 0;
  const pitch = columns ? (width - 2 * (EDGE + GAP)) / columns : 0;
  const wanted = Math.round(pitch * rows + 2 * (EDGE + GAP));
  if (canvas.height !== wanted) canvas.height = wanted;
  const height = wanted;
  paint.clearRect(0, 0, width, height);
  picture.pixels.forEach((line, y) => [...line].forEach((pixel, x) => {
    lamp(paint, EDGE + GAP + pitch * (x + 0.5), EDGE + GAP + pitch * (y + 0.5), pitch * 0.37, pixel === "#" ? AMBER : null);
  }));
  const places = ringPlaces(picture.ring.length, EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE, 60);
  picture.ring.forEach((light, i) => {
    const lit = light.some((value) => value > 0);
    lamp(paint, places[i][0], places[i][1], 11, lit ? light.map(bright) : null);
  });
}
