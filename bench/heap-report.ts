/** Parley as `main.ts` starts it, in a process that reports its heap size after a garbage collection. */

import { openApp } from "@parley/server/app.ts";
import { readConfig } from "@parley/server/kernel/config.ts";
import { pino } from "pino";

const app = await openApp(readConfig(process.env), { log: pino({ level: "error" }) });
const server = app.buildServer();
const address = await server.listen({ host: app.config.host, port: app.config.port });
app.setPort(Number(new URL(address).port));
await app.startWork();

process.on("message", () => {
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
process.on("SIGTERM", () => process.exit(0));
process.stdout.write(`${JSON.stringify({ url: address })}\n`);
