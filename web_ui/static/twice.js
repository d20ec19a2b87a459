// A double tap is one press: fingers in the dark make it without wanting to.
export const DOUBLE_TAP_MS = 450;

const tapped = new Map();

// Whether this same press was made a moment ago, in whatever state the table was then.
export function isDoubleTap(what) {
  const now = performance.now();
  const last = tapped.get(what) ?? -Infinity;
  tapped.set(what, now);
  return now - last < DOUBLE_TAP_MS;
}

export const mayTapAgain = (what) => tapped.delete(what);
