// A question before something that can't be taken back: what it is, and two large answers.
import { el, find, setText } from "./dom.js";
import { _ } from "./text.js";

const choice = (word, kind, testid, onclick) => el("button", { type: "button", class: `big ${kind}`, "data-testid": testid, onclick }, el("b", {}, word));

function open(title, more, answers) {
  setText(find("sure-title"), title);
  find("sure-more").replaceChildren(...more);
  find("sure-answers").replaceChildren(...answers);
  find("sure").showModal();
}

export const closeSure = () => find("sure").close();

// `yes` is the word of the deed itself, "REMOVE"; the other one leaves all as it is.
export function sure(title, yes, deed) {
  open(title, [], [
    choice(_("LEAVE IT"), "no", "sure-no", closeSure),
    choice(yes, "go", "sure-yes", () => { closeSure(); deed(); }),
  ]);
}

export function tell(title, ...more) {
  open(title, more, [choice(_("CLOSE"), "no", "sure-close", closeSure)]);
}
