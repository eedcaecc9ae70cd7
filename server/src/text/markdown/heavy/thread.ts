/** The worker thread: does the tasks of one text after another, and posts each result at once. */
import { parentPort } from "node:worker_threads";
import { loadHighlighter } from "./highlight.ts";
import { loadKatex } from "./katex.ts";
import { perform } from "./perform.ts";
import type { FromThread, HeavyTask } from "./tasks.ts";

const port = parentPort;
if (port === null) throw new Error("Run this file in a worker thread.");
const post = (message: FromThread) => port.postMessage(message);

port.on("message", (tasks: readonly HeavyTask[]) => {
  for (const [index, task] of tasks.entries()) {
    try {
      post({ index, result: perform(task) });
    } catch (error) {
      post({ index, result: undefined, failure: String(error) });
    }
  }
  post("done");
});

// Loaded before the first text, so that it is not counted against its time.
loadKatex();
loadHighlighter();
post("ready");
