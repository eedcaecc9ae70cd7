/**
 * Builds the server and its command line into `server/dist`, unless the build there is up to date. To load 1,800 source files takes
 * longer than everything else that a start does (decision 079). Runs at the end of `npm ci`, before `npm start`, and before tests that
 * start servers.
 */
import { writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "rolldown";
import { leanBuiltIns } from "./built-ins.ts";
import { CHUNKS_FILE, chunksIn } from "./chunks.ts";
import { compileAhead } from "./compile-ahead.ts";
import { ROOT } from "./copy.ts";
import { LICENSES_FILE, licensesIn } from "./licenses.ts";
import { keepBuilt } from "./stamp.ts";
import { startTogether } from "./together.ts";

const SERVER = join(import.meta.dirname, "..");
const SOURCE = join(SERVER, "src");
const ENTRIES = join(import.meta.dirname, "entries");
const BUILT = join(SERVER, "dist");
const SOURCES = ["package-lock.json", "server/package.json", "server/build/**/*.ts", "server/src/**/*.ts"];

/**
 * Packages with native or worker files, which they look for beside themselves; and compilers for schemas that our routes do
 * not have, so that Fastify never loads them.
 */
const LEFT_OUT = [
  ...["sharp", "pino", "pino-pretty", "pg-native"],
  ...["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler"],
];

/** Sources look for files beside themselves, and go on to find them there; threads are built too. */
const filesBesideSources: Plugin = {
  name: "files-beside-sources",
  transform(code, id) {
    if (!id.startsWith(SOURCE) || !code.includes("import.meta.")) return null;
    const place = JSON.stringify(relative(BUILT, id).replaceAll("\\", "/"));
    const folder = JSON.stringify(`/${relative(BUILT, dirname(id)).replaceAll("\\", "/")}`);
    return code
      .replaceAll(/new Worker\(new URL\("([^"]+)", import\.meta\.url\)/g, (_, file: string) => {
        const name = relative(SOURCE, join(dirname(id), file))
          .replace(/\.ts$/, "")
          .replaceAll(/[\\/]/g, "-");
        const thread = this.emitFile({ type: "chunk", id: join(dirname(id), file), name });
        return `new Worker(new URL(import.meta.ROLLUP_FILE_URL_${thread})`;
      })
      .replaceAll("import.meta.dirname", `(import.meta.dirname + ${folder})`)
      .replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`);
  },
};

/** `prom-client` loads OpenTelemetry for exemplars, which are off. */
const withoutTracing: Plugin = {
  name: "without-tracing",
  resolveId: (id) => (id === "@opentelemetry/api" ? { id: "\0no-tracing" } : null),
  load: (id) => (id === "\0no-tracing" ? "module.exports = {};" : null),
};

async function build(): Promise<void> {
  // Loaded only if something must be built.
  const { rolldown } = await import("rolldown");
  const together = startTogether(join(SOURCE, "main.ts"));
  const bundle = await rolldown({
    input: { main: join(ENTRIES, "main.ts"), parley: join(ENTRIES, "parley.ts") },
    platform: "node",
    // Files of modules export what others need of them, besides what an entry exports.
    preserveEntrySignatures: "allow-extension",
    external: LEFT_OUT,
    plugins: [filesBesideSources, withoutTracing, leanBuiltIns, together.plugin],
  });
  const { output } = await bundle.write({
    dir: BUILT,
    format: "esm",
    cleanDir: true,
    codeSplitting: { groups: [together.group] },
    // V8 keeps the text of what it runs, and takes twice the memory for it if any character is beyond Latin-1.
    charset: "ascii",
    comments: false,
  });
  const chunks = chunksIn(output, ROOT);
  writeFileSync(join(BUILT, CHUNKS_FILE), JSON.stringify(chunks));
  writeFileSync(join(BUILT, LICENSES_FILE), licensesIn(chunks, ROOT));
  await compileAhead(BUILT);
}

await keepBuilt(BUILT, { sources: SOURCES, tool: "rolldown", build });
