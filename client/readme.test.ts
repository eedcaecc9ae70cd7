/** The examples in the README compile, run, and print what it says. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { org } from "../server/test/index.ts";
import { startServer } from "../server/test/server.ts";
import { portOf } from "../server/test/streams.ts";
import { writeExamples } from "./examples.ts";

const run = promisify(execFile);
const HERE = import.meta.dirname;
const TSC = fileURLToPath(import.meta.resolve("typescript/package.json")).replace("package.json", "bin/tsc");

test("the client compiles without Node's types, and so does every README example, which prints what it says", async (t) => {
  const server = await startServer("sqlite");
  t.after(() => server.close());
  const ada = await (await org(t, server)).member("Ada");
  const url = `http://127.0.0.1:${await portOf(server)}`;
  const directory = mkdtempSync(join(HERE, "examples-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const examples = writeExamples(directory, { url, apiKey: ada.apiKey });
  writeFileSync(
    join(directory, "tsconfig.json"),
    JSON.stringify({ extends: "../tsconfig.json", include: ["*.ts", "../src"] }),
  );
  await run(process.execPath, [TSC, "-p", directory]);
  for (const { file, printed } of examples) {
    const { stdout, stderr } = await run(process.execPath, [file]);
    assert.equal(stdout, printed, `${file} ${stderr}`);
  }
});
