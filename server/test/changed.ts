/**
 * `npm test -- --changed`: selects the tests for everything that differs from the main branch, committed or not. A test
 * depends on everything it imports, directly or not, and on the sources in its folder, which it may use only through
 * the API. The search stops at the harness, the context and the list of features, because every test reaches everything
 * through them.
 */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const SOURCES = "{server,client,web,e2e,bench}/**/*.{ts,tsx,mts}";
/** Files where the search for imports stops. */
const HUBS =
  /^(server\/test\/|server\/src\/(app|features|contract|kernel\/context)\.ts$|e2e\/support\/|client\/src\/index\.ts$)/;
/** Files that affect no test. */
const OF_TYPES = /^(?:import|export) type [^;]*;$/gm;
/** Matches imports, and paths of files that are started as processes. */
const NAMED = /"((?:\.\.?|@parley\/(?:server|client))(?:\/[^"\s]*)?)"/g;

/** The selected test files, as paths relative to `root`; `all` lists the candidates. */
export function testsOfChanges(root: string, all: readonly string[]): string[] {
  const changed = changedFiles(root);
  const imports = new Map(
    globSync(SOURCES, { cwd: root, exclude: ["**/node_modules/**"] }).map((file) => [file, named(root, file)]),
  );
  const folders = new Set(changed.filter((file) => !file.includes("/test/")).map((file) => dirname(file)));
  return all.filter((test) => folders.has(dirname(test)) || reaches(test, imports, new Set(changed)));
}

function changedFiles(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" })
      .split("\n")
      .filter((line) => line !== "");
  const [base] = git("merge-base", "HEAD", "main");
  return [...git("diff", "--name-only", base as string), ...git("ls-files", "--others", "--exclude-standard")];
}

/** The files of the repository that a source file refers to. */
function named(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), "utf8").replaceAll(OF_TYPES, "");
  return [...text.matchAll(NAMED)].flatMap(([, name = ""]) => {
    const path = name.startsWith("@parley/") ? inPackage(name) : resolve("/", dirname(file), name).slice("/".length);
    return existsSync(join(root, path)) && statSync(join(root, path)).isFile() ? [path] : [];
  });
}

/** Follows the packages' `exports`. */
function inPackage(name: string): string {
  const [, workspace, ...rest] = name.split("/");
  if (workspace === "client") return "client/src/index.ts";
  return rest.join("/") === "contract" ? "server/src/contract.ts" : join("server/src", ...rest);
}

function reaches(test: string, imports: ReadonlyMap<string, readonly string[]>, wanted: ReadonlySet<string>): boolean {
  const seen = new Set([test]);
  for (const file of seen) {
    if (wanted.has(file)) return true;
    if (HUBS.test(file)) continue;
    for (const next of imports.get(file) ?? []) seen.add(next);
  }
  return false;
}
