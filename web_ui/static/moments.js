// The scenes of a move: each is played once.
import { el, find } from "./dom.js";
import { playerAt } from "./score.js";
import { _ } from "./text.js";

const SCENE_MS = 2400;
const SCENES = {
  flash: () => _("FLASH!"), freight_train: () => _("FREIGHT TRAIN!"), instant_win: () => _("INSTANT WINNER!"),
  supernova: () => _("SUPERNOVA!"), wimpout: () => _("WIMPOUT"), train_wreck: () => _("TRAIN WRECK"), reroll: () => _("REROLL"),
  banked: ({ points }) => `+${points}`, last_licks: () => _("LAST LICKS"), game_over: () => _("GAME OVER"), starter: () => _("STARTS"),
  interrupted: () => _("TO GO ON"), resumed: () => _("GOES ON"), put_out: () => _("IS OUT"), joined: () => _("JOINS"), gave_up: () => _("LEAVES"),
  rules_changed: () => _("NEW RULES"), rule_off: () => _("RULE OFF"), bump: () => _("BUMP!"), tag: () => _("TAG!"),
  forty_two: () => _("FORTY-TWO!"), full_house: () => _("FULL HOUSE!"), insurance: () => _("INSURED!"),
};

let playedEvent = null;
let queue = [];
let playing = false;

function playNext() {
  const stage = find("moment");
  const scene = queue.shift();
  if (!scene) { playing = false; stage.hidden = true; return; }
  playing = true;
  stage.className = `moment ${scene.name}`;
  const rays = Array.from({ length: 12 }, () => el("i"));
  stage.replaceChildren(el("div", { class: "burst" }, rays), el("p", { class: "word", "data-testid": "moment-word" }, scene.word), scene.who && el("p", { class: "whose" }, scene.who));
  stage.hidden = false;
  setTimeout(playNext, SCENE_MS);
}

export function playMoments(state) {
  const first = playedEvent === null;
  if (playedEvent === state.moments_event) return;
  playedEvent = state.moments_event;
  if (first) return;
  const scenes = state.moments.filter(({ name }) => name in SCENES)
    .map((moment) => ({ name: moment.name, word: SCENES[moment.name](moment), who: playerAt(state, moment.seat)?.name ?? "" }));
  // Scenes that nobody has seen yet give way: the table has gone on.
  queue = scenes.slice(-2);
  if (!playing) playNext();
}
