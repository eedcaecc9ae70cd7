/**
 * Reserves file descriptors for files. Otherwise connections could use all of them; then the system drops new ones
 * silently, and neither the database nor an upload can be opened.
 */
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Troubles } from "../health/troubles.ts";

/** For the database, uploads, downloads, and outgoing connections. */
const MOST_KEPT = 256;
/** The trouble ends after this time without a refusal. */
const OVER_AFTER_MS = 5000;

export function limitConnections(server: Server, troubles: Troubles): void {
  const limit = descriptorLimit();
  if (limit === undefined) return;
  server.maxConnections = limit - Math.min(MOST_KEPT, Math.floor(limit / 2));
  let timer: NodeJS.Timeout | undefined;
  server.on("drop", () => {
    const reason = new Error(
      `${server.maxConnections} connections are open; the process may open ${limit} file descriptors`,
    );
    troubles.begin("connections", "The server has reached its maximum number of connections.", reason);
    clearTimeout(timer);
    timer = setTimeout(() => troubles.end("connections"), OVER_AFTER_MS).unref();
  });
}

/** The process's descriptor limit; undefined if it is unknown or unlimited. */
function descriptorLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
