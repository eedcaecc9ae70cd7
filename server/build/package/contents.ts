/** What a package contains: everything that a running Parley reads, and nothing else. */
import {
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import languages from "../../src/text/markdown/code/languages.json" with { type: "json" };
import { START_OPTIONS } from "../compile-ahead.ts";
import { ROOT } from "../copy.ts";
import { executableOn, type Platform, thisPlatform } from "../platforms.ts";
import { loadedPackages } from "./closure.ts";
import { withoutSymbols } from "./strip.ts";

/** From the root of the repository. Sources are built in, but look for files beside themselves. */
export const CONTENTS: readonly string[] = [
  "LICENSE",
  "CHANGELOG.md",
  "deploy/*",
  "docs/help/*",
  "docs/integrations/**/*",
  "server/package.json",
  "server/dist/{*.js,licenses.txt}",
  "server/src/**/*.{css,js,json,png}",
  "web/dist/**/*",
  "web/dist/.vite/license.md",
  "web/src/styles/tokens.css",
];
/** What V8 has compiled, for this platform. */
const COMPILED = "server/dist/.compiled/**/*";
const NEVER = ["**/tsconfig.json", "**/.made-from"];
/** Of other packages: what is for people who write programs with them, and of the large ones what browsers load. */
const NOT_LOADED = [
  /\.(?:d\.[cm]?ts|map|md|markdown)$/i,
  /\/(?:test|tests|docs|benchmarks|examples)\//i,
  /^node_modules\/highlight\.js\/(?:es|scss|styles)\//,
  /^node_modules\/katex\/(?:contrib|src|dist\/(?!katex\.js$))/,
  /^node_modules\/sharp\/src\//,
];
const GRAMMAR = /^node_modules\/tm-grammars\/grammars\/(.+)\.json$/;
/** Of 260 grammars; a server reads those that `languages.json` names. */
const GRAMMARS = new Set(Object.values(languages).map(([grammar]) => grammar?.replace("textmate:", "")));
const LICENSE = /\/(?:licen[cs]e|copying|notice)[^/]*$/i;

export interface Parts {
  readonly platform: Platform;
  /** The directory whose `node_modules` are for this platform. */
  readonly root: string;
  /** The Node executable; undefined for a package without. */
  readonly node: string | undefined;
}

/** Makes the directory, which must not exist yet. Packages and Node are linked where that is possible: do not change them there. */
export function assemble(directory: string, { platform, root, node }: Parts): void {
  const contents = platform === thisPlatform() ? [...CONTENTS, COMPILED] : CONTENTS;
  for (const file of globSync(contents, { cwd: ROOT, exclude: NEVER }))
    if (!isMadeFromSmaller(file)) copy(join(ROOT, file), join(directory, file));
  for (const name of loadedPackages(root))
    for (const file of globSync("**/*", { cwd: join(root, name), exclude: ["node_modules"] }))
      if (isLoaded(`${name}/${file.replaceAll("\\", "/")}`)) link(join(root, name, file), join(directory, name, file));
  if (node !== undefined) {
    const executable = executableOn(platform);
    addNode(node, join(directory, executable), platform);
    const license = join(dirname(node), "../LICENSE");
    if (existsSync(license)) copy(license, join(directory, dirname(executable), "LICENSE"));
  }
  if (platform.os === "win32") writeFileSync(join(directory, "parley.cmd"), windowsLauncher());
  else copy(join(ROOT, "parley"), join(directory, "parley"));
}

/** Without symbols on Linux. On macOS the file is signed, and on Windows it has none. */
function addNode(from: string, to: string, { os }: Platform): void {
  if (os === "linux") {
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, withoutSymbols(readFileSync(from)), { mode: 0o755 });
  } else link(from, to);
}

/** Of the files of the web client, the server makes other forms from the smallest. */
const isMadeFromSmaller = (file: string): boolean =>
  /^web[/\\]dist[/\\]/.test(file) && existsSync(join(ROOT, `${file.replace(/\.gz$/, "")}.br`));

function isLoaded(path: string): boolean {
  const [, grammar] = GRAMMAR.exec(path) ?? [];
  if (grammar !== undefined) return GRAMMARS.has(grammar);
  return LICENSE.test(path) || !NOT_LOADED.some((pattern) => pattern.test(path));
}

function copy(from: string, to: string): void {
  if (!statSync(from).isFile()) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

function link(from: string, to: string): void {
  if (!statSync(from).isFile()) return;
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    // On another disk, or on a file system without links.
    copyFileSync(from, to);
  }
}

/** `parley` for a system without its shell. */
const windowsLauncher = () =>
  [
    "@echo off",
    'set "node=%~dp0bin\\node.exe"',
    'if not exist "%node%" set "node=node"',
    `"%node%" ${START_OPTIONS.join(" ")} "%~dp0server\\dist\\parley.js" %*`,
    "",
  ].join("\r\n");
