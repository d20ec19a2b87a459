// A double tap is one press: fingers in the dark make it without wanting to.
export const DOUBLE_TAP_MS = 450;

const tapped = new Map();

const isFresh = (what, now) => now - (tapped.get(what) ?? -Infinity) < DOUBLE_TAP_MS;

// Whether this same press counted a moment ago, in whatever state the table was then. One that doesn't count isn't
// remembered: who drums on a button is heard now and then, not never.
export function isDoubleTap(what) {
  const now = performance.now();
  if (isFresh(what, now)) return true;
  tapped.set(what, now);
  return false;
}

// Whether no finger had rested since the last tap: being sure of what can't be taken back needs a second thought, and
// drumming is none.
export function isDrumming(what) {
  const now = performance.now();
  const drumming = isFresh(what, now);
  tapped.set(what, now);
  return drumming;
}

export const mayTapAgain = (what) => tapped.delete(what);
