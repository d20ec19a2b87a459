// Building the page: texts go in as text, never as markup.
const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export const find = (id) => document.getElementById(id);

export function setText(node, text) {
  if (node && node.textContent !== String(text)) node.textContent = text;
}

const drawn = new WeakMap();
const postponed = new Map();
const awaitsRelease = [];
let pressed = null;

// Redraw `node` only when `what` has changed, so that focus and animations stay; while somebody types in it or presses
// a key of it, afterwards.
export function redraw(node, what, draw) {
  if (!node) return;
  postponed.delete(node);
  const key = JSON.stringify(what);
  if (drawn.get(node) === key) return;
  if (isTypedInto(node) || node.contains(pressed)) {
    postponed.set(node, [what, draw]);
    return;
  }
  drawn.set(node, key);
  const again = focusKept(node);
  node.replaceChildren(...draw().filter((child) => child !== null && child !== undefined && child !== false));
  again();
}

// Whether a field in `node` holds what nobody has sent yet.
function isTypedInto(node) {
  const field = document.activeElement;
  return node.contains(field) && field.matches("input") && field.value !== (field.dataset.sent ?? field.defaultValue);
}

function drawAgain(late) {
  for (const [node, [what, draw]] of late) redraw(node, what, draw);
}

document.addEventListener("focusout", () => drawAgain([...postponed]));
document.addEventListener("change", ({ target }) => {
  target.dataset.sent = target.value;
  drawAgain([...postponed]);
});

// A key that is drawn anew between press and release is never clicked. What a click itself draws is of the state that
// the key was drawn with, so that what came later is drawn after it.
document.addEventListener("mousedown", ({ target, button }) => { pressed = button === 0 ? target : null; }, true);
for (const end of ["mouseup", "dragend"]) {
  document.addEventListener(end, () => {
    const late = [...postponed];
    pressed = null;
    setTimeout(() => {
      drawAgain(late);
      for (const act of awaitsRelease.splice(0)) act();
    });
  }, true);
}

// For what moves the page: a key that slides away between press and release isn't clicked either.
export function whenReleased(act) {
  if (pressed) awaitsRelease.push(act);
  else act();
}

// Who goes by keyboard stays on the key that was pressed, though it is drawn anew.
function focusKept(node) {
  const active = document.activeElement;
  const name = node.contains(active) ? active.dataset.testid : null;
  if (!name) return () => {};
  const same = () => [...node.querySelectorAll(`[data-testid="${name}"]`)];
  const place = same().indexOf(active);
  return () => same()[place]?.focus({ preventScroll: true });
}
