/** A copy of the repository in which other packages are installed than here: always those of the lock file. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { basename, join, relative } from "node:path";
import packageFile from "../../package.json" with { type: "json" };

export const ROOT = join(import.meta.dirname, "../..");
/** Inside of the repository: a temporary directory is often in memory. Not in `node_modules`, where Vite compiles nothing. */
const COPY = ".build";
const MANIFESTS = [
  "package.json",
  "package-lock.json",
  ".npmrc",
  ...packageFile.workspaces.map((name) => `${name}/package.json`),
];
const LEFT_OUT = new Set(["node_modules", "dist"]);

/** Calls `work` with a copy of the manifests and of `files`, with the packages that `npm ci` installs with `options`. */
export async function withCopy(
  files: readonly string[],
  options: readonly string[],
  work: (copy: string) => void | Promise<void>,
): Promise<void> {
  // The copy lacks what it was made for: it would make a copy too.
  if (basename(ROOT) === COPY) throw new Error("npm ci has not installed the tools to build Parley.");
  const copy = join(ROOT, COPY);
  const remove = () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  remove();
  try {
    for (const file of [...MANIFESTS, ...files]) copyFile(file, copy);
    npmCi(copy, options);
    await work(copy);
  } finally {
    remove();
  }
}

function copyFile(file: string, copy: string): void {
  mkdirSync(join(copy, file, ".."), { recursive: true });
  cpSync(join(ROOT, file), join(copy, file), {
    recursive: true,
    filter: (source) => !LEFT_OUT.has(basename(source)) && !source.endsWith(".test.ts"),
  });
}

/** No scripts: none of the packages needs one, and our own would build. */
function npmCi(cwd: string, options: readonly string[]): void {
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...options];
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  // What was chosen for the installation outside does not hold here; its registry, cache and proxies do.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(?:NODE_ENV|npm_config_(?:omit|include|only|production|workspaces?|include_workspace_root|local_prefix|prefix|global))$/i.test(
          name,
        ),
    ),
  );
  if (npm === undefined) execFileSync("npm", args, { cwd, env, stdio: "inherit", shell: process.platform === "win32" });
  else execFileSync(node, [npm, ...args], { cwd, env, stdio: "inherit" });
}

/** From the root of the repository, with slashes. */
export const pathFromRoot = (path: string): string => relative(ROOT, path).replaceAll("\\", "/");
