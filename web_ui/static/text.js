// Every text that scripts show passes through here: a catalogue of another language replaces the English.
const catalogue = {};

export function _(english, values = {}) {
  const pattern = catalogue[english] ?? english;
  return pattern.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
