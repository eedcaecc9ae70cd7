/** Clients that are generated from the OpenAPI document work, and what they return has the types that they promise. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Person } from "../support/person.ts";
import { newServer } from "../support/server.ts";
import { IN_PYTHON, type ProgramOutput, WITH_HEY_API, WITH_OPENAPI_FETCH } from "./programs.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DOCUMENT = join(ROOT, "docs/openapi.json");
const TYPESCRIPT_5 = import.meta.resolve("./typescript-5.ts");

const STRICT = {
  compilerOptions: {
    ...{ target: "es2023", module: "nodenext", strict: true, noEmit: true, allowImportingTsExtensions: true },
    ...{ lib: ["es2023", "dom", "dom.iterable"], types: [], skipLibCheck: true },
  },
  include: ["*.ts"],
};

const folderOf = (name: string, from = import.meta.url): string => {
  const manifest = findPackageJSON(name, from);
  assert.ok(manifest, `${name} is not installed`);
  return dirname(manifest);
};

/** A project that has nothing but the library which one of the generated clients needs. */
function newProject(t: TestContext): string {
  const project = mkdtempSync(join(tmpdir(), "parley-"));
  t.after(() => rmSync(project, { recursive: true }));
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(STRICT));
  symlinkSync(dirname(folderOf("openapi-fetch")), join(project, "node_modules"));
  return project;
}

/** With the person's key; what the program prints. */
async function outputOf(program: string, args: readonly string[], person: Person): Promise<ProgramOutput> {
  const { stdout } = await run(program, [...args, person.address, person.email, person.apiKey]);
  return JSON.parse(stdout) as ProgramOutput;
}

function assertWorked({ found, sent, ...others }: ProgramOutput, author: string): void {
  assert.deepEqual(others, { subscribed: ["launch"], author, refused: "STREAM_DOES_NOT_EXIST" });
  assert.deepEqual(found.at(-1), { id: sent, topic: "tides", content: "We are *live*" });
}

test("clients of openapi-typescript and of @hey-api/openapi-ts send, subscribe and narrow", async (t) => {
  const project = newProject(t);
  const write = (name: string, text: string) => writeFileSync(join(project, name), text);
  const typescript = join(folderOf("openapi-typescript"), "bin/cli.js");
  // Its command starts this in another process.
  const heyApi = join(folderOf("@hey-api/openapi-ts"), "dist/run.mjs");
  const output = { path: "hey-api", module: { extension: ".ts" } };
  write("openapi-ts.config.json", JSON.stringify({ input: DOCUMENT, output, logs: { file: false, level: "error" } }));
  // Parameters with a default need not be given.
  const options = ["--default-non-nullable=false", "-o", "openapi-typescript.ts"];
  await Promise.all([
    run(process.execPath, [typescript, DOCUMENT, ...options], { cwd: project }),
    run(process.execPath, ["--import", TYPESCRIPT_5, heyApi, "-f", "openapi-ts.config.json"], { cwd: project }),
  ]);
  write("with-openapi-fetch.ts", WITH_OPENAPI_FETCH);
  write("with-hey-api.ts", WITH_HEY_API);
  await run(process.execPath, [join(folderOf("typescript", join(ROOT, "package.json")), "bin/tsc"), "-p", project]);

  const server = await newServer(t, "sqlite");
  for (const [name, program] of [
    ["Ada", "with-openapi-fetch.ts"],
    ["Ben", "with-hey-api.ts"],
  ] as const)
    assertWorked(await outputOf(process.execPath, [join(project, program)], await server.member(name)), name);
});

test("a client of openapi-python-client sends, subscribes and narrows", async (t) => {
  const hasGenerator = await run("openapi-python-client", ["--version"]).then(
    () => true,
    () => false,
  );
  if (!hasGenerator) return t.skip("openapi-python-client is not installed: pip install openapi-python-client");
  const project = newProject(t);
  const [made, config] = [join(project, "made"), join(project, "config.json")];
  // Without the hooks that format the files.
  writeFileSync(config, JSON.stringify({ post_hooks: [] }));
  const options = [
    "--path",
    DOCUMENT,
    "--meta",
    "none",
    "--output-path",
    join(made, "parley_client"),
    "--config",
    config,
  ];
  await run("openapi-python-client", ["generate", ...options]);
  writeFileSync(join(made, "program.py"), IN_PYTHON);
  const server = await newServer(t, "sqlite");
  const { stdout: python } = await run("sh", ["-c", 'head -n 1 "$(command -v openapi-python-client)"']);
  assertWorked(
    await outputOf(python.trim().replace(/^#!/, ""), [join(made, "program.py")], await server.member("Ada")),
    "Ada",
  );
});
