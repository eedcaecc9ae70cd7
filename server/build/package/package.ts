/**
 * `npm run package`: a directory with everything to run Parley on one platform, and an archive of it. Takes what is built, and
 * the packages that are installed; for another platform it installs those of that one in a copy (docs/operations.md).
 */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import serverFile from "../../package.json" with { type: "json" };
import { ROOT, withCopy } from "../copy.ts";
import { executableOn, NODE_VERSION, PLATFORMS, type Platform, thisPlatform } from "../platforms.ts";
import { assemble } from "./contents.ts";
import { writeArchive } from "./tar.ts";

const MEGABYTE = 1_000_000;
const MOST_MEGABYTES = 60;

const { values: options } = parseArgs({
  options: {
    platform: { type: "string", default: thisPlatform()?.name ?? "" },
    directory: { type: "string" },
    "without-node": { type: "boolean", default: false },
  },
});
const platform = PLATFORMS.find(({ name }) => name === options.platform);
if (!platform) fail(`Choose one of these platforms with --platform: ${PLATFORMS.map(({ name }) => name).join(", ")}`);
const name = `parley-${serverFile.version}-${platform.name}`;
const directory = resolve(options.directory ?? join(ROOT, "dist", name));
if (options.directory !== undefined && existsSync(directory)) fail(`${directory} already exists.`);
rmSync(directory, { recursive: true, force: true });

if (platform === thisPlatform()) await make(platform, ROOT, process.execPath);
else
  await withCopy([], ["--omit=dev", ...npmOptions(platform)], (copy) =>
    make(platform, copy, join(copy, "node_modules", platform.runtime ?? "", executableOn(platform))),
  );

async function make(chosen: Platform, root: string, executable: string): Promise<void> {
  const isWithNode = chosen.runtime !== undefined && !options["without-node"];
  if (isWithNode && root === ROOT && process.versions.node !== NODE_VERSION)
    fail(`Run this with Node ${NODE_VERSION} (npm run package does), not with ${process.versions.node}.`);
  assemble(directory, { platform: chosen, root, node: isWithNode ? executable : undefined });
  say(`${directory}: ${megabytes(sizeOf(directory))}${isWithNode ? "" : ", without Node"}`);
  if (options.directory !== undefined) return;
  const file = `${directory}.tar.gz`;
  say("Compressing it, which takes some minutes.");
  const { SOURCE_DATE_EPOCH: epoch } = process.env;
  const madeAt = epoch === undefined ? Math.floor(Date.now() / 1000) : Number(epoch);
  await writeArchive({ directory, top: name, file, madeAt });
  const { size } = statSync(file);
  say(`${file}: ${megabytes(size)}`);
  if (size <= MOST_MEGABYTES * MEGABYTE) return;
  say(`It has more than ${MOST_MEGABYTES} MB.`);
  process.exitCode = 1;
}

function npmOptions({ os, cpu, libc }: Platform): string[] {
  return [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])];
}

function sizeOf(path: string): number {
  const files = readdirSync(path, { recursive: true, encoding: "utf8" }).map((file) => statSync(join(path, file)));
  return files.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
