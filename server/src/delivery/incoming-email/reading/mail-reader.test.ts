import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { pino } from "pino";
import type { RealmId } from "../../../kernel/api/ids.ts";
import { MAX_READING, MAX_WAITING_OF_ORGANIZATION } from "../limits.ts";
import { attachmentFile } from "./attachment-file.ts";
import { MailReader } from "./mail-reader.ts";
import type { ReadMail } from "./read-mail.ts";

const log = pino({ level: "silent" });
const task = (file: string) => ({
  ...{ file, includesFooters: false, includesQuotes: false, prefersHtml: false, isReplyAddress: false },
});

/** A reader whose emails are read when the test says so. */
function slowReader(t: TestContext) {
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  const reader = new MailReader(log, ({ file }) => {
    begun.push(file);
    return new Promise((resolve) => endings.set(file, () => resolve({ topic: file } as ReadMail)));
  });
  t.after(() => {
    for (const end of endings.values()) end();
    return reader.close();
  });
  const read = (organization: number, file: string) => reader.read(organization as RealmId, task(file));
  const end = async (file: string) => {
    endings.get(file)?.();
    await turn();
  };
  return { begun, read, end };
}

test("an organization's slow email holds up its own, and not those of others", async (t) => {
  const { begun, read, end } = slowReader(t);
  const all = [read(1, "a1"), read(1, "a2"), read(1, "a3"), read(2, "b1"), read(2, "b2")];
  await turn();
  assert.deepEqual(begun, ["a1", "b1"]);
  await end("b1");
  assert.deepEqual(begun, ["a1", "b1", "b2"]);
  for (const file of ["a1", "a2", "a3", "b2"]) await end(file);
  assert.deepEqual(
    (await Promise.all(all)).map(({ topic }) => topic),
    ["a1", "a2", "a3", "b1", "b2"],
  );
});

test("organizations take turns, and one that sends very much is asked to wait while others are not", async (t) => {
  const { begun, read, end } = slowReader(t);
  for (let n = 0; n < MAX_READING; n++) void read(n + 1, `busy ${n}`);
  const waiting = Array.from({ length: MAX_WAITING_OF_ORGANIZATION }, (_, n) => read(8, `many ${n}`));
  await assert.rejects(read(8, "one too many"), { responseCode: 451 });
  const other = read(9, "other");
  await turn();
  assert.equal(begun.length, MAX_READING);
  await end("busy 0");
  await end("busy 1");
  assert.deepEqual(begun.slice(MAX_READING), ["many 0", "other"]);
  await end("other");
  assert.equal((await other).topic, "other");
  for (let n = 0; n < waiting.length; n++) await end(`many ${n}`);
  await Promise.all(waiting);
});

test("nothing is left of an email whose thread ends before it", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "parley-test-reader-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "email");
  const written = attachmentFile(file, 1);
  const reader = new MailReader(log, async () => {
    writeFileSync(written, "half");
    throw new Error("The thread has ended.");
  });
  t.after(() => reader.close());
  await assert.rejects(reader.read(1 as RealmId, task(file)), /The thread has ended/);
  assert.equal(existsSync(written), false);
});
