// The line to the table: a stream of states, polling while the stream is silent, and a word when all is.
import { inLanguage } from "./text.js";

const PATIENCE_MS = 2250;
const REOPEN_MS = 4000;
const POLL_MS = 1500;
const STREAM_AGAIN_MS = 30000;
const WAKING_POLLS = 3;

export function follow({ onState, onBoard, onLine }) {
  const address = inLanguage(onBoard ? "/events?board" : "/events");
  let source = null;
  let heardAt = performance.now();
  let streamedAt = performance.now();
  let polledAt = 0;
  let closedAt = 0;
  let asking = null;

  function streamed() {
    streamedAt = performance.now();
    heardAt = streamedAt;
    onLine("live");
  }

  // An answer that is still on its way is older than what the stream has just brought.
  function forget() {
    asking?.abort();
    asking = null;
  }

  function close() {
    if (source) source.close();
    source = null;
    closedAt = performance.now();
  }

  function open() {
    close();
    streamedAt = performance.now();
    const opened = new EventSource(address);
    source = opened;
    opened.addEventListener("state", (event) => { streamed(); forget(); onState(JSON.parse(event.data)); });
    opened.addEventListener("board", (event) => { streamed(); onBoard?.(JSON.parse(event.data)); });
    opened.addEventListener("beat", streamed);
    opened.addEventListener("error", () => {
      if (opened.readyState === EventSource.CLOSED && source === opened) { close(); poll(); }
    });
  }

  // Without the cookie a browser doesn't take one of the page's idle connections, which sleep may have killed.
  const ask = (path, signal, cache = "default") => fetch(path, { signal, cache, credentials: "omit" });

  // Asked `times` over at once, so that a connection that has died in the phone's sleep holds up only one of them.
  async function poll(times = 1) {
    forget();
    const stop = new AbortController();
    asking = stop;
    polledAt = performance.now();
    try {
      // Past the browser's store, which asks but once for all of them.
      const states = Array.from({ length: times }, () => ask(inLanguage("/api/v1/state"), stop.signal, times > 1 ? "no-store" : "default"));
      const [state, board] = await Promise.all([Promise.any(states), onBoard && ask("/api/v1/board", stop.signal)]);
      const [latest, picture] = await Promise.all([state.ok && state.json(), board?.ok && board.json()]);
      if (asking !== stop) return;
      if (latest) {
        onState(latest);
        heardAt = performance.now();
        if (heardAt - streamedAt > POLL_MS || !source) onLine("polling");
      }
      if (picture) onBoard(picture);
    } catch { /* the watch says so when it lasts */ }
    if (asking === stop) asking = null;
  }

  function watch() {
    const now = performance.now();
    if (now - heardAt > PATIENCE_MS) onLine("lost");
    const silent = !source || now - streamedAt > PATIENCE_MS;
    if (silent && now - polledAt > (asking ? PATIENCE_MS : POLL_MS)) poll();
    if (source ? now - streamedAt > REOPEN_MS : now - closedAt > STREAM_AGAIN_MS) open();
  }

  function wake() {
    if (document.visibilityState === "hidden" || performance.now() - heardAt < 1000) return;
    open();
    poll(WAKING_POLLS);
  }

  // What came with the page is shown at once; the line is heard as soon as it is open.
  function showBorn() {
    const born = document.getElementById("state");
    if (!born) return;
    onState(JSON.parse(born.content.textContent));
    born.remove();
  }

  document.addEventListener("visibilitychange", wake);
  document.addEventListener("resume", wake);
  window.addEventListener("pageshow", (event) => { if (event.persisted) { open(); poll(); } });
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => { heardAt = -Infinity; onLine("lost"); });
  window.addEventListener("pagehide", close);
  open();
  showBorn();
  setInterval(watch, 250);
}
