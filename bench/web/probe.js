/** Runs in the measured page before anything else: observes it, and scrolls like a reader. */

const log = () => document.querySelector(".log");
const rowsIn = (scroller) => [...scroller.querySelectorAll(".log-row[data-key]")];

/** Resolves after this frame has been painted. */
const afterFrame = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });

/** Resolves after the next frame has been painted. */
async function painted() {
  await new Promise(requestAnimationFrame);
  await afterFrame();
}

/** Whether a row is missing at the top, the middle or the bottom of the log. */
function isBlank(scroller) {
  const { top, height } = scroller.getBoundingClientRect();
  const places = [0.1, 0.5, 0.9].map((share) => top + height * share);
  const found = new Set();
  for (const part of scroller.querySelectorAll(".log-row, .log-above, .log-below")) {
    const box = part.getBoundingClientRect();
    for (const y of places) if (box.top <= y && box.bottom >= y) found.add(y);
  }
  return found.size < places.length;
}

/** The row in the middle of the log, which shows whether content moves. */
function middleRow(scroller) {
  const { top, height } = scroller.getBoundingClientRect();
  return rowsIn(scroller).find((row) => row.getBoundingClientRect().bottom > top + height / 2);
}

function firstAndLast() {
  const keys = log() ? rowsIn(log()).map((row) => Number(row.dataset.key)) : [];
  return { first: Math.min(...keys), last: Math.max(...keys) };
}

/** After this long at an edge, it is the end, and not waiting for more rows. */
const END_MS = 2000;

/**
 * Scrolls by a step per frame until the end, or for the given time, and marks each frame. The row in the middle of a
 * log must move by exactly that step.
 */
async function scroll({ stepPx, upMs = Number.POSITIVE_INFINITY, within = ".log" }) {
  const seen = { frames: 0, blank: 0, jumps: 0, largestJump: 0, isAtEnd: false };
  const endAt = performance.now() + upMs;
  let stuckSince;
  let before;
  for (;;) {
    const now = await new Promise(requestAnimationFrame);
    const scroller = document.querySelector(within);
    if (before?.row.isConnected) {
      const moved = before.row.getBoundingClientRect().top - before.top;
      const jump = Math.abs(moved + before.by);
      if (jump > 1) {
        seen.jumps++;
        seen.largestJump = Math.max(seen.largestJump, jump);
      }
    }
    const row = middleRow(scroller);
    if (row && isBlank(scroller)) seen.blank++;
    const was = scroller.scrollTop;
    const top = row?.getBoundingClientRect().top;
    scroller.scrollTop += stepPx;
    const by = scroller.scrollTop - was;
    before = row && { row, top, by };
    performance.mark(by === 0 ? "frame:waiting" : "frame:scrolled");
    if (by === 0) stuckSince ??= now;
    else {
      seen.frames++;
      stuckSince = undefined;
    }
    if (stuckSince !== undefined && now - stuckSince > END_MS) {
      seen.isAtEnd = true;
      break;
    }
    if (now > endAt) break;
  }
  return { ...seen, ...firstAndLast() };
}

/** Marks the time from each key press until its effect is painted. */
let isWatchingKeys = false;
addEventListener(
  "keydown",
  (event) => {
    if (!isWatchingKeys || event.isTrusted === false) return;
    performance.mark("key:begin", { startTime: event.timeStamp });
    void painted().then(() => performance.mark("key:end"));
  },
  { capture: true },
);

/** Marks when a condition holds and has been painted. */
async function untilDrawn(name, holds) {
  do await new Promise(requestAnimationFrame);
  while (!holds());
  await afterFrame();
  performance.mark(`${name}:end`);
}

/** Marks when a key is pressed. */
function untilKey(key, name) {
  return new Promise((resolve) => {
    const listen = (event) => {
      if (event.key !== key) return;
      removeEventListener("keydown", listen, { capture: true });
      performance.mark(`${name}:begin`, { startTime: event.timeStamp });
      resolve();
    };
    addEventListener("keydown", listen, { capture: true });
  });
}

/** Cumulative layout shift without recent input. */
let shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });

/** When the first message was painted, from the start of the navigation. */
let firstMessageAt;
const watch = () => {
  if (document.querySelector(".log-row [data-text]")) {
    void painted().then(() => {
      firstMessageAt = performance.now();
    });
  } else requestAnimationFrame(watch);
};
requestAnimationFrame(watch);

globalThis.probe = {
  scroll,
  painted,
  untilDrawn,
  untilKey,
  firstAndLast,
  rows: () => (log() ? rowsIn(log()).length : 0),
  firstMessage: () => firstMessageAt,
  firstPaint: () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  shift: () => shift,
  watchKeys: (isOn) => {
    isWatchingKeys = isOn;
  },
};
