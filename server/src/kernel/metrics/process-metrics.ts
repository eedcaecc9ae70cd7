/**
 * What Node measures of this process. There is one set for all servers of a process: each set watches the event loop with a
 * timer of its own that never ends.
 */
import { collectDefaultMetrics, Registry } from "prom-client";

let collected: Registry | undefined;

export function processMetrics(): Registry {
  if (!collected) {
    collected = new Registry();
    collectDefaultMetrics({ register: collected });
  }
  return collected;
}
