/** Runs in the measured page before anything else: looks on, and scrolls as a reader would. */

const log = () => document.querySelector(".log");
const rowsIn = (scroller) => [...scroller.querySelectorAll(".log-row[data-key]")];

/** After what is drawn next has been drawn. */
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
  });

/** Whether there is nothing where a row should be, at the top, the middle or the bottom of the log. */
function isBlank(scroller) {
  const { left, top, width, height } = scroller.getBoundingClientRect();
  return [0.1, 0.5, 0.9].some((share) => {
    const found = document.elementFromPoint(left + width / 2, top + height * share);
    return !found?.closest(".log-row, .log-above, .log-below, .log-frame > :not(.log)");
  });
}

/** What stands in the middle of the log: by it we see whether something moves. */
function middleRow(scroller) {
  const { top, height } = scroller.getBoundingClientRect();
  return rowsIn(scroller).find((row) => row.getBoundingClientRect().bottom > top + height / 2);
}

function firstAndLast() {
  const keys = rowsIn(log()).map((row) => Number(row.dataset.key));
  return { first: Math.min(...keys), last: Math.max(...keys) };
}

/**
 * Scrolls by so much in each frame until there is no more, or as long as is said. What is in the middle must then have gone
 * by exactly so much.
 */
async function scroll({ stepPx, upMs = Number.POSITIVE_INFINITY }) {
  const seen = { frames: 0, blank: 0, jumps: 0, largestJump: 0, waits: 0 };
  const endAt = performance.now() + upMs;
  let stuckSince;
  let before;
  for (;;) {
    const now = await new Promise(requestAnimationFrame);
    const scroller = log();
    seen.frames++;
    if (before?.row.isConnected) {
      const moved = before.row.getBoundingClientRect().top - before.top;
      const jump = Math.abs(moved + before.by);
      if (jump > 1) {
        seen.jumps++;
        seen.largestJump = Math.max(seen.largestJump, jump);
      }
    }
    if (isBlank(scroller)) seen.blank++;
    const row = middleRow(scroller);
    const was = scroller.scrollTop;
    const top = row?.getBoundingClientRect().top;
    scroller.scrollTop += stepPx;
    const by = scroller.scrollTop - was;
    before = row && { row, top, by };
    if (by === 0) {
      stuckSince ??= now;
      seen.waits++;
      // At the end, or waiting for what comes next.
      if (now - stuckSince > 2000) break;
    } else stuckSince = undefined;
    if (now > endAt) break;
  }
  return { ...seen, ...firstAndLast() };
}

/** Marks the time from each key until what it changed was drawn. */
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

/** Marks the time from a key until something is true of the document, and that was drawn. */
async function untilDrawn(name, holds) {
  await new Promise((resolve) => {
    const look = () => (holds() ? resolve() : requestAnimationFrame(look));
    look();
  });
  await painted();
  performance.mark(`${name}:end`);
}

/** Cumulative layout shift that no input explains. */
let shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });

/** When the first message was in the document and drawn, from the beginning of the navigation. */
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
  firstAndLast,
  rows: () => (log() ? rowsIn(log()).length : 0),
  firstMessage: () => firstMessageAt,
  firstPaint: () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  shift: () => shift,
  watchKeys: (isOn) => {
    isWatchingKeys = isOn;
  },
};
