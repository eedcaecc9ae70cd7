/** The commands of the drill in docs/operations.md, as they are written there. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { newServer } from "./support/server.ts";

const PROGRAM = fileURLToPath(import.meta.resolve("../server/dist/parley.js"));

async function documented(): Promise<string> {
  const page = await readFile(new URL("../docs/operations.md", import.meta.url), "utf8");
  const [, commands] = /### A drill\n[^#]*?```sh\n(.*?)```/s.exec(page) ?? [];
  assert.ok(commands, "docs/operations.md has a drill");
  return commands;
}

test("the documented drill restores what is served, beside the server", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "parley-drill-"));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const place = join(directory, "place");
  const server = await newServer(t, "sqlite", { PARLEY_BACKUP_TO: place });
  const ada = await server.member("Ada");
  await ada.joins("launch");
  await ada.sends("launch", "drill", "Is this still here afterwards?");
  const program = join(directory, "parley");
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
  await chmod(program, 0o700);

  const commands = (await documented()).replaceAll("/mnt/backups", place);
  const env = { ...server.installation.env, TMPDIR: directory, PATH: `${directory}${delimiter}${process.env.PATH}` };
  const child = spawn("sh", ["-eux", "-c", commands], { env, cwd: directory });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /Made and verified backups\//);
  assert.match(stdout, /can be restored: \d+ rows/);
  assert.match(stdout, /Restored \d+ rows/);
  assert.match(stdout, /Acme/);
});
