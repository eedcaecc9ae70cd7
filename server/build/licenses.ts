/** The licenses of packages whose code is part of the build: whoever passes the build on must pass these on too. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuiltChunk } from "./chunks.ts";

/** Beside the chunks. */
export const LICENSES_FILE = "licenses.txt";

const PACKAGE = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^(?:licen[cs]e|copying)/i;

export function licensesIn(chunks: readonly BuiltChunk[], root: string): string {
  const modules = chunks.flatMap((chunk) => chunk.modules);
  const packages = new Set(modules.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []));
  return [...packages]
    .sort()
    .map((path) => licenseOf(join(root, path)))
    .join(`\n${"-".repeat(80)}\n\n`);
}

function licenseOf(directory: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest;
  const file = readdirSync(directory).find((each) => LICENSE.test(each));
  const text = file === undefined ? "" : `\n${readFileSync(join(directory, file), "utf8").trim()}\n`;
  return `${name} ${version}: ${license}\n${text}`;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}
