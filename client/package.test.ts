/** The package works where nothing else of Parley is: installed without a network, in an empty directory. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { org } from "../server/test/index.ts";
import { startServer } from "../server/test/server.ts";
import { portOf } from "../server/test/streams.ts";
import { buildPackage, npm } from "./build/package.ts";
import { writeExamples } from "./examples.ts";

const run = promisify(execFile);
const TSC = fileURLToPath(import.meta.resolve("typescript/package.json")).replace("package.json", "bin/tsc");

/** Everything about types is checked, also those of the package itself, with what Node 20 has. */
const STRICT = {
  compilerOptions: {
    ...{ target: "es2022", module: "nodenext", strict: true, exactOptionalPropertyTypes: true },
    ...{ lib: ["es2023", "dom", "dom.iterable"], types: [], skipLibCheck: false },
  },
  include: ["*.ts"],
};

test("the packed client runs every example of its README in an empty directory", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "parley-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const { file } = await buildPackage(join(directory, "built"));

  const project = join(directory, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
  await npm(["install", file, "--offline", "--no-audit", "--no-fund", "--ignore-scripts"], project);
  const installed = globSync("node_modules/{*,@*/*}/package.json", { cwd: project });
  assert.deepEqual(installed, [join("node_modules", "@parley", "client", "package.json")]);
  const { dependencies } = JSON.parse(readFileSync(join(project, installed[0] as string), "utf8"));
  assert.equal(dependencies, undefined);

  const server = await startServer("sqlite");
  t.after(() => server.close());
  const ada = await (await org(t, server)).member("Ada");
  const url = `http://127.0.0.1:${await portOf(server)}`;
  const examples = writeExamples(project, { url, apiKey: ada.apiKey });
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(STRICT));
  await run(process.execPath, [TSC, "-p", "."], { cwd: project });
  for (const { file: source, printed } of examples) {
    const { stdout, stderr } = await run(process.execPath, [source.replace(/ts$/, "js")], { cwd: project });
    assert.equal(stdout, printed, `${source} ${stderr}`);
  }
});
