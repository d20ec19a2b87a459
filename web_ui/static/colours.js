// The cubes in the colours that the camera sees; until it has seen them, those of the style sheet.
const INK = { dark: "#171b3d", light: "#fff6e3" };

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

// Relative luminance, as WCAG counts contrast.
function luminance(colour) {
  const [red, green, blue] = channels(colour).map((one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export const inkOn = (colour) => (luminance(colour) > 0.18 ? INK.dark : INK.light);

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

// Four cubes are alike: what the light of one corner does to one of them isn't shown.
const typical = (colours) => `#${[0, 1, 2].map((i) => middle(colours.map((one) => channels(one)[i])).toString(16).padStart(2, "0")).join("")}`;

export function wearColours(cubes) {
  for (const [kind, odd] of [["common", false], ["odd", true]]) {
    const seen = cubes.filter((cube) => cube.odd === odd && cube.colour).map(({ colour }) => colour);
    if (seen.length === 0) continue;
    const colour = typical(seen);
    document.documentElement.style.setProperty(`--${kind}`, colour);
    document.documentElement.style.setProperty(`--${kind}-ink`, inkOn(colour));
  }
}
