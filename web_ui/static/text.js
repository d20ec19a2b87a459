// Every text that scripts show passes through here, in the page's language: the English stands where that has no words.
export const language = document.documentElement.lang;

let words = {};
let form = (n) => Number(n !== 1);

// A page in another language teaches these words before any other script begins.
export function learn(formOfNumber, taught) {
  form = formOfNumber;
  words = taught;
}

const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

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
