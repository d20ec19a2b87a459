// Faces named by people: one place a cube, and the faces that the active one can show.
import { el } from "./dom.js";
import { FACES, faceIcon, faceName } from "./faces.js";
import { _ } from "./text.js";

// The odd cube has the sun where the others have a 3; of a cube that may be either nothing is known.
const fits = (face, odd) => (odd === null ? true : odd ? face !== "3" : face !== "sun");

export const starred = (face, odd) => (odd ? `${face}*` : face);

// `cubes`: {face, odd, was}; `face` null where none is named yet, `was` the one that another takes the place of.
export function slots(cubes, active, choose) {
  const shows = (face) => (face ? faceName(face) : _("empty"));
  return el("div", { class: "slots" }, cubes.map(({ face, odd, was }, i) => el("button", {
    type: "button", class: `slot${odd ? " odd" : ""}${i === active ? " active" : ""}${was ? " renamed" : ""}`, "aria-pressed": String(i === active),
    "aria-label": _("cube {number}: {face}", { number: i + 1, face: shows(face) }), "data-testid": `slot-${i}`,
    onclick: () => choose(i),
  }, face ? faceIcon(face) : "·", odd && el("small", {}, _("odd cube")))));
}

export function keys(cube, likely, pick) {
  const faces = [...likely, ...FACES.filter((face) => !likely.includes(face))].filter((face) => fits(face, cube.odd));
  return el("div", { class: "keys" }, faces.map((face) => el("button", {
    type: "button", class: `answer${face === cube.face ? " chosen" : ""}${likely.includes(face) ? " likely" : ""}`, "data-testid": `face-${face}`, onclick: () => pick(face),
  }, faceIcon(face), el("span", { class: "unseen" }, faceName(face)))));
}

export const row = (cubes, was = []) => el("div", { class: "slots", role: "img", "aria-label": cubes.map(({ face }) => faceName(face)).join(", ") },
  cubes.map(({ face, odd }, i) => el("span", { class: `slot${odd ? " odd" : ""}${was[i] && was[i].face !== face ? " renamed" : ""}`, "data-face": face }, faceIcon(face))));
