/**
 * Builds the web client into `web/dist`, unless the build there is up to date. Runs at the end of `npm ci`, so that
 * `npm start` has something to serve, and before browser tests.
 */
import { join } from "node:path";
import { keepBuilt } from "../server/build/stamp.ts";

/** Everything that affects the build. */
const SOURCES = [
  "package-lock.json",
  "web/*.{ts,html,json}",
  "web/{build,src,public}/**/*",
  "client/src/**/*.ts",
  "server/src/**/{contract,events,permissions}.ts",
  "server/src/kernel/{access,api}/*.ts",
  "server/src/people/avatars/initials.ts",
];

async function build(): Promise<void> {
  // Loaded only if something must be built.
  const vite = await import("vite");
  await vite.build({ configFile: join(import.meta.dirname, "vite.config.ts"), logLevel: "warn" });
}

await keepBuilt(join(import.meta.dirname, "dist"), { sources: SOURCES, tool: "vite", build });
