/** The declarations of the package: those that its entries need, from the sources of client and server, and of no other package. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const TSC = fileURLToPath(import.meta.resolve("typescript/package.json")).replace("package.json", "bin/tsc");

const SERVER = "@parley/server/";

/** Fields have schemas, whose own declarations are larger than everything else together: clients see that they parse. */
const SCHEMAS_FILE = "schemas.d.ts";
const SCHEMAS = `export interface ZodType<T = unknown> {
  parse(value: unknown): T;
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: Error };
}
export declare namespace core {
  interface $ZodIssue {
    readonly code?: string;
    readonly path: PropertyKey[];
    readonly message: string;
  }
}
`;

interface Sources {
  /** By their path in the repository. */
  readonly entries: readonly string[];
  /** What is loaded with them. */
  readonly modules: readonly string[];
}

/** Writes what the entries declare. Throws if a module uses what the oldest supported Node does not have. */
export async function writeTypes({ entries, modules }: Sources, directory: string): Promise<void> {
  const all = mkdtempSync(join(tmpdir(), "parley-types-"));
  try {
    const problems = (await declare(entries, all)).filter((line) => !isElsewhere(line, modules));
    if (problems.length > 0) throw new Error(problems.join("\n"));
    const waiting = entries.map(declarationsOf);
    const written = new Set<string>();
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (written.has(file)) continue;
      written.add(file);
      const { text, imports } = relocated(readFileSync(join(all, file), "utf8"), file);
      mkdirSync(dirname(join(directory, file)), { recursive: true });
      writeFileSync(join(directory, file), text);
      waiting.push(...imports);
    }
    writeFileSync(join(directory, SCHEMAS_FILE), SCHEMAS);
  } finally {
    rmSync(all, { recursive: true });
  }
}

/** Of Node 20. */
const LIBRARIES = ["es2023", "dom", "dom.iterable", "dom.asynciterable"];

/** Types lead to parts of the server that are never loaded. */
function isElsewhere(problem: string, modules: readonly string[]): boolean {
  const [, file] = /^(server\/.+?)\(\d+,\d+\): error/.exec(problem) ?? [];
  return file !== undefined && !modules.includes(file);
}

/** Returns what the compiler finds wrong. */
async function declare(entries: readonly string[], outDir: string): Promise<string[]> {
  const config = {
    extends: join(ROOT, "client/tsconfig.json"),
    compilerOptions: {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: ROOT, outDir, lib: LIBRARIES },
      // What is found in node_modules is not declared, and the server would be.
      paths: {
        [`${SERVER}contract`]: [join(ROOT, "server/src/contract.ts")],
        [`${SERVER}*`]: [join(ROOT, "server/src/*")],
      },
    },
    include: [],
    files: entries.map((entry) => join(ROOT, entry)),
  };
  const file = join(outDir, "tsconfig.json");
  writeFileSync(file, JSON.stringify(config));
  try {
    await run(process.execPath, [TSC, "-p", file, "--pretty", "false"], { cwd: ROOT });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (!stdout) throw error;
    return stdout.split("\n").filter((line) => /^\S/.test(line));
  }
}

const declarationsOf = (source: string) => source.replace(/\.ts$/, ".d.ts");

/** With imports that work where the package is installed. */
function relocated(text: string, file: string): { text: string; imports: string[] } {
  const imports: string[] = [];
  const moved = text.replaceAll(/((?:from|import\(|import)\s*)"([^"]+)"/g, (_, before: string, name: string) => {
    const target = name === "zod" ? SCHEMAS_FILE : declarationsOf(pathOf(name, file));
    if (target !== SCHEMAS_FILE) imports.push(target);
    const path = relative(dirname(file), target)
      .replaceAll("\\", "/")
      .replace(/\.d\.ts$/, ".js");
    return `${before}"${path.startsWith(".") ? path : `./${path}`}"`;
  });
  return { text: moved, imports };
}

function pathOf(name: string, file: string): string {
  if (name === `${SERVER}contract`) return "server/src/contract.ts";
  if (name.startsWith(SERVER)) return `server/src/${name.slice(SERVER.length)}`;
  if (!name.startsWith(".")) throw new Error(`${file} needs the types of ${name}, which the package does not have.`);
  return join(dirname(file), name.replace(/\.js$/, ".ts")).replaceAll("\\", "/");
}
