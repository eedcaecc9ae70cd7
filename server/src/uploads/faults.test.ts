import assert from "node:assert/strict";
import fs, { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ask, told } from "../../test/ask.ts";
import { org, test } from "../../test/index.ts";
import * as contract from "./contract.ts";
import { asFile, storedIn, uploads } from "./testing.ts";

test("a disk that fails during an upload is not the sender's fault, and nothing of the file stays", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const large = asFile("x".repeat(300_000));
  const sends = () => ada.connection.call(contract.uploadFile, {}, { file: large });
  for (const [code, refusal] of [
    ["ENOSPC", { code: "INSUFFICIENT_STORAGE", message: "The disk is full." }],
    ["EDQUOT", { code: "INSUFFICIENT_STORAGE", message: "The disk is full." }],
    ["EIO", { code: "SERVICE_UNAVAILABLE", message: "The server cannot read or write its files." }],
  ] as const) {
    const fails = (...args: unknown[]) =>
      (args.at(-1) as (error: Error) => void)(Object.assign(new Error(`${code}: no`), { code, syscall: "write" }));
    const broken = [t.mock.method(fs, "write", fails), t.mock.method(fs, "writev", fails)];
    await assert.rejects(sends, refusal);
    for (const each of broken) each.mock.restore();
    assert.deepEqual([...storedIn(acme, "unfinished"), ...storedIn(acme, "files")], []);
  }
  const logged = acme.server.faults.splice(0).map(({ message }) => message);
  assert.deepEqual(logged, ["ENOSPC: no", "EIO: no"], "in the log when it begins");
  await uploads(ada, large);
  assert.deepEqual(acme.server.app.troubles.sentences, []);
});

test("a directory of uploads that cannot be written is told of, and in health, until it can", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const directory = join(acme.server.app.config.dataDirectory, "uploads", "unfinished");
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(dirname(directory), { recursive: true });
  writeFileSync(directory, "");
  await assert.rejects(uploads(ada), { code: "SERVICE_UNAVAILABLE" });
  acme.server.faults.splice(0);
  await acme.clock.advance({ seconds: 1 });
  const sick = {
    status: 503,
    result: "error",
    msg: "The server cannot read or write its files.",
    code: "SERVER_NOT_READY",
  };
  assert.deepEqual(told(await ask(acme.server, "GET //health")), sick);
  rmSync(directory);
  mkdirSync(directory);
  await acme.clock.advance({ seconds: 1 });
  assert.equal((await ask(acme.server, "GET //health")).status, 200);
  await uploads(ada);
});
