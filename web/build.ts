/**
 * Builds the web client into `web/dist`, unless the build there is up to date. Runs at the end of `npm ci`, so that
 * `npm start` has something to serve, and before browser tests.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

const ROOT = join(import.meta.dirname, "..");
const STAMP = join(import.meta.dirname, "dist", ".made-from");
/** Everything that affects the build. */
const SOURCES = [
  "package-lock.json",
  "web/*.{ts,html,json}",
  "web/{build,src,public}/**/*",
  "client/src/**/*.ts",
  "server/src/**/{contract,events,permissions}.ts",
  "server/src/kernel/{access,api}/*.ts",
];

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const files = (await Array.fromAsync(glob(SOURCES, { cwd: ROOT, withFileTypes: true })))
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update(await readFile(file));
  return hash.digest("hex");
}

const wanted = await fingerprint();
if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== wanted) {
  await build({ configFile: join(import.meta.dirname, "vite.config.ts"), logLevel: "warn" });
  writeFileSync(STAMP, wanted);
}
