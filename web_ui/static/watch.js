// The score for those who only watch.
import { showCubes } from "./cubes.js";
import { find } from "./dom.js";
import { markShown, showFrame, showLine } from "./frame.js";
import { follow } from "./live.js";
import { showScore } from "./score.js";

follow({
  onLine: showLine,
  onState: (state) => {
    showFrame(state);
    showScore(state);
    showCubes(find("tray"), state);
    markShown(state);
  },
});
