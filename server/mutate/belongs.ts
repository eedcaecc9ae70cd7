/** Which test files run against a mutant. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { SOURCES } from "./all.ts";

/** They take minutes or start processes, and others find the same mutants. */
const NOT_RUN = [
  "canary.test.ts",
  "costs.test.ts",
  "cli/**",
  "kernel/db/**",
  "kernel/first-start.test.ts",
  "messages/access-matrix.test.ts",
  "messages/life/**",
  "exports/archive/hostile.test.ts",
];

const testFiles = globSync("**/*.test.ts", { cwd: SOURCES, exclude: NOT_RUN }).toSorted();

const importsOf = new Map(
  testFiles.map((file) => {
    const source = readFileSync(join(SOURCES, file), "utf8");
    const found = [...source.matchAll(/from "(\.[^"]+)"/g)].map(([, path]) =>
      resolve(SOURCES, dirname(file), path as string),
    );
    return [file, new Set(found)];
  }),
);

/** Tests in other areas that also cover an area. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  channels: ["messages/read-state", "messages/topics", "joining/invites"],
  kernel: ["people/groups", "people/users", "registration"],
  people: ["messages/mentions.test.ts", "messages/send"],
};
/** Fills every collection. */
export const LIMITS = "kernel/limits/limits.test.ts";

/**
 * The tests in the file's folder and below, and those that import it. If there are none, those of the parent folder.
 */
export function nearTests(file: string): string[] {
  const path = join(SOURCES, file);
  const importing = testFiles.filter((test) => importsOf.get(test)?.has(path));
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
    const inside = testFiles.filter((test) => test.startsWith(`${folder}/`));
    const isBroad = !folder.includes("/") && inside.length > 12;
    const near = isBroad ? inside.filter((test) => dirname(test) === folder) : inside;
    if (near.length > 0) return [...new Set([...near, ...importing])];
  }
  return importing;
}

/** All tests of the area, and those in `ALSO`. */
export function wideTests(file: string): string[] {
  const [area = ""] = file.includes("/") ? file.split("/") : ["kernel"];
  const folders = [area, ...(ALSO[area] ?? [])];
  return testFiles.filter((test) => folders.some((folder) => test === folder || test.startsWith(`${folder}/`)));
}
