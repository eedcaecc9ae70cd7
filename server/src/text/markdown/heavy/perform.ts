/** Does heavy work at once in the calling thread: for workers and tests. */
import { linkifierMatches } from "../linkifiers.ts";
import { highlighted } from "./highlight.ts";
import { formula } from "./katex.ts";
import type { Heavy, HeavyTask } from "./tasks.ts";

export const perform = ((task: HeavyTask) => {
  switch (task.kind) {
    case "formula":
      return formula(task);
    case "code":
      return highlighted(task.grammar, task.source);
    case "links":
      return linkifierMatches(task.linkifiers, task.source);
    default:
      throw new Error(task satisfies never);
  }
}) as Heavy;
