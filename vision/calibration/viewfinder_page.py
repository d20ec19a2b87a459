"""The viewfinder's page: the picture as large as the phone is, the words under it, a bar, and a button."""

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cosmic Tray: viewfinder</title>
<link rel="icon" href="data:,">
<style>
  body { margin: 0; background: #0d1024; color: #f3ecd8; font: 18px/1.45 system-ui, sans-serif; min-height: 100vh;
         display: flex; flex-direction: column; align-items: center; }
  img { display: block; width: 100%; max-height: 74vh; object-fit: contain; background: #000; }
  main { width: min(100% - 32px, 720px); padding: 14px 0 24px; }
  p { margin: 0 0 14px; white-space: pre-line; }
  progress { width: 100%; height: 14px; margin-bottom: 14px; accent-color: #e0b04a; }
  button { width: 100%; padding: 15px; font: inherit; font-weight: 600; color: #14172e; background: #e0b04a;
           border: 0; border-radius: 10px; }
  @media (orientation: landscape) and (max-height: 560px) {
    body { flex-direction: row; align-items: flex-start; }
    img { width: auto; max-width: 64vw; max-height: 100vh; }
    main { width: auto; flex: 1; padding: 14px 16px; }
  }
  button:active { background: #f5d583; }
  button:focus-visible { outline: 3px solid #fff; outline-offset: 3px; }
</style>
<img id="picture" alt="The camera's picture, live, with what is found drawn over it">
<main>
  <p id="words" role="status">Waiting for the camera.</p>
  <progress id="progress" max="1" hidden aria-label="How far this step is"></progress>
  <button id="press">Enter: go on</button>
</main>
<script>
  const picture = document.getElementById("picture"), words = document.getElementById("words");
  const bar = document.getElementById("progress");
  let shown = -1;
  async function refresh() {
    let pause = 100;
    try {
      const state = await (await fetch("state")).json();
      if (words.textContent !== state.words && state.words) words.textContent = state.words;
      bar.hidden = state.progress === null;
      if (state.progress !== null) bar.value = state.progress;
      if (state.number !== shown) {
        shown = state.number;
        const next = new Image();
        next.src = "picture.jpg?" + shown;
        await next.decode();
        picture.src = next.src;
      }
    } catch {
      pause = 1000;
    }
    setTimeout(refresh, pause);
  }
  document.getElementById("press").onclick = () => fetch("press", {method: "POST"}).catch(() => {});
  refresh();
</script>
"""
