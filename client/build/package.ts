/**
 * Builds the package that programs outside of this repository install: compiled, with types, and without dependencies.
 * `npm run -w client package` leaves its archive in `client/`.
 */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { LICENSES_FILE, licensesIn } from "../../server/build/licenses.ts";
import { writeTypes } from "./types.ts";

const run = promisify(execFile);
const CLIENT = join(import.meta.dirname, "..");
const ROOT = join(CLIENT, "..");

/** By what is imported: the sources. */
const ENTRIES = {
  index: "client/src/index.ts",
  contract: "client/src/contract.ts",
  views: "client/src/messages/views.ts",
};

export interface BuiltPackage {
  /** The archive. */
  readonly file: string;
  /** The sources whose code it contains, by their path in the repository. */
  readonly modules: readonly string[];
}

/** Builds in the directory, and puts the archive beside it. */
export async function buildPackage(directory: string): Promise<BuiltPackage> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const modules = await bundle(directory);
  await writeTypes({ entries: Object.values(ENTRIES), modules }, join(directory, "types"));
  writeFileSync(join(directory, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  writeFileSync(join(directory, LICENSES_FILE), licensesIn([{ modules } as never], ROOT));
  copyFileSync(join(CLIENT, "README.md"), join(directory, "README.md"));
  copyFileSync(join(ROOT, "LICENSE"), join(directory, "LICENSE"));
  return { file: await pack(directory), modules };
}

async function bundle(directory: string): Promise<string[]> {
  const input = Object.fromEntries(Object.entries(ENTRIES).map(([name, source]) => [name, join(ROOT, source)]));
  const build = await rolldown({ input, platform: "neutral" });
  const { output } = await build.write({ dir: directory, format: "esm", chunkFileNames: "[name].js" });
  const modules = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
  return modules.map((id) => relative(ROOT, id).replaceAll("\\", "/"));
}

function manifest(): object {
  const { name, version, license } = JSON.parse(readFileSync(join(CLIENT, "package.json"), "utf8"));
  const entries = Object.entries(ENTRIES).map(([entry, source]) => [
    entry === "index" ? "." : `./${entry}`,
    { types: `./types/${source.replace(/\.ts$/, ".d.ts")}`, default: `./${entry}.js` },
  ]);
  return {
    name,
    version,
    description: "The typed client of Parley, a topic-based team chat.",
    license,
    type: "module",
    engines: { node: ">=20" },
    sideEffects: false,
    exports: { ...Object.fromEntries(entries), "./package.json": "./package.json" },
  };
}

async function pack(directory: string): Promise<string> {
  const place = join(directory, "..");
  const { stdout } = await npm(["pack", "--pack-destination", place, "--json"], directory);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(place, basename(filename));
}

/** npm, which may be a script of the shell or of Node. */
export function npm(args: readonly string[], cwd: string): Promise<{ stdout: string }> {
  const script = process.env.npm_execpath;
  return script ? run(process.execPath, [script, ...args], { cwd }) : run("npm", args, { cwd });
}

if (import.meta.main) {
  const { file } = await buildPackage(join(CLIENT, "dist"));
  process.stdout.write(`${relative(process.cwd(), file)}\n`);
}
