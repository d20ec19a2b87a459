// The big screen: everything there is to see, and nothing to press.
import { showBoard } from "./board.js";
import { showOverlay, watchCamera } from "./camera.js";
import { showOdds } from "./chance.js";
import { el, find, redraw, setText } from "./dom.js";
import { markShown, showFrame, showLine } from "./frame.js";
import { proposalLine } from "./guidingwords.js";
import { follow } from "./live.js";
import { playMoments } from "./moments.js";
import { partName } from "./parts.js";
import { showScore } from "./score.js";
import { _ } from "./text.js";
import { showTrack } from "./track.js";

let address = null;

function showDevices(state) {
  // What is off is what this table hasn't got, and nobody misses; but its camera.
  const ill = state.devices.filter(({ part, state: how }) => how === "trouble" || (how === "off" && part === "camera"));
  redraw(find("devices"), ill, () => ill.map((device) => {
    const part = partName(device.part);
    return el("li", { class: device.state, "data-part": device.part },
      el("b", {}, device.state === "off" ? _("{part}: off", { part }) : _("{part}: trouble", { part })), " ", device.detail);
  }));
}

function showProposal(state) {
  const line = find("guidinglight");
  setText(line, proposalLine(state));
  line.hidden = !state.proposal;
}

function showAddress(state) {
  const join = `${state.address.replace(/\/$/, "")}/join`;
  setText(find("address"), join.replace("http://", ""));
  if (address !== null && address !== join) document.querySelector(".qr").src = `/qr.svg?${encodeURIComponent(join)}`;
  address = join;
}

follow({
  onLine: showLine,
  onState: (state) => {
    showFrame(state);
    showScore(state);
    showOdds(state);
    showTrack(find("track"), state);
    showOverlay(state);
    showDevices(state);
    showAddress(state);
    showProposal(state);
    playMoments(state);
    markShown(state);
  },
  onBoard: (picture) => {
    find("noboard").hidden = true;
    showBoard(find("board"), picture);
  },
});
watchCamera();
