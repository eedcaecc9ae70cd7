/** Programs of tests that are started many times: bundled, a start takes half of the processor time that it takes from source. */
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";

const SERVER = fileURLToPath(new URL("..", import.meta.url));
const SOURCE = join(SERVER, "src");
/** Where packages are found as they are from the sources. Always the same, so that what V8 compiles is found again. */
const BUNDLES = join(SERVER, "node_modules/.cache/bundled");
/** They have native parts or are looked for by their names, as in the build. */
const LEFT_OUT = [
  ...["sharp", "pino", "pino-pretty", "pg-native"],
  ...["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler"],
];

/** Sources find the files beside them, and start threads from source. */
const asSources: Plugin = {
  name: "as-sources",
  transform(code, id) {
    if (!id.startsWith(SOURCE) || !code.includes("import.meta.")) return null;
    return code
      .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)))
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
  },
};

export interface Bundled {
  /** The file to start. */
  readonly program: string;
  remove(): Promise<void>;
}

/** Bundles a program below `server/src`. */
export async function bundled(file: string): Promise<Bundled> {
  const { rolldown } = await import("rolldown");
  const name = basename(file, ".ts");
  const dir = join(BUNDLES, name);
  const bundle = await rolldown({
    input: { [name]: file },
    platform: "node",
    external: LEFT_OUT,
    plugins: [asSources],
  });
  await bundle.write({ dir, format: "esm", cleanDir: true });
  await bundle.close();
  return { program: join(dir, `${name}.js`), remove: () => rm(dir, { recursive: true, force: true }) };
}
