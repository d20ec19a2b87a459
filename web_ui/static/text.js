// Every text that scripts show passes through here, in the page's language: the English stands where that has no words.
export const language = document.documentElement.lang;

let words = {};
let form = (n) => Number(n !== 1);

// A page in another language teaches these words before any other script begins.
export function learn(formOfNumber, taught) {
  form = formOfNumber;
  words = taught;
}

// A name from right to left keeps to itself, or the marks beside it would change sides (Unicode Annex 9, isolates).
const TURNS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
export const isolated = (value) => (TURNS.test(value) ? `\u2068${value}\u2069` : value);

const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? isolated(values[name]) : whole));

export const _ = (english, values = {}) => fill(words[english] ?? english, values);

// A text that turns on a number, which is its {number}.
export function _n(one, many, number, values = {}) {
  const english = number === 1 ? one : many;
  return fill(words[one]?.[form(number)] ?? english, { number, ...values });
}

const lists = new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" });

export const listed = (names) => lists.format(names);

// An address of the table whose answer is in the page's language, whatever cookies come with the question.
export const inLanguage = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
