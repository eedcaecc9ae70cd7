/**
 * Keeps some of the process's file descriptors for files. Connections could take all of them, and then the system closes
 * new ones without a word to anybody, and neither the database nor an upload can be opened.
 */
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Troubles } from "../health/troubles.ts";

/** For the database, uploads, downloads, and connections to other machines. */
const MOST_KEPT = 256;
/** Without another refusal for this time the trouble is over. */
const OVER_AFTER_MS = 5000;

export function limitConnections(server: Server, troubles: Troubles): void {
  const limit = descriptorLimit();
  if (limit === undefined) return;
  server.maxConnections = limit - Math.min(MOST_KEPT, Math.floor(limit / 2));
  let timer: NodeJS.Timeout | undefined;
  server.on("drop", () => {
    const reason = new Error(
      `${server.maxConnections} connections are open; the process may have ${limit} descriptors`,
    );
    troubles.begin("connections", "The server has as many connections as it can have.", reason);
    clearTimeout(timer);
    timer = setTimeout(() => troubles.end("connections"), OVER_AFTER_MS).unref();
  });
}

/** How many descriptors this process may have; undefined where nobody tells or there is no limit. */
function descriptorLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
