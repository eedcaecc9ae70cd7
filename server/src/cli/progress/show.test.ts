import assert from "node:assert/strict";
import { test } from "node:test";
import { report } from "../errors.ts";
import { Interrupted, showingProgress } from "./show.ts";

test("on a terminal one line is rewritten, fits into it, and is gone in the end", async () => {
  const written: string[] = [];
  const screen = { isTTY: true, columns: 24, write: (text: string) => void written.push(text) };
  const result = await showingProgress(async (progress) => {
    progress.begin("Writing rows", 5000);
    progress.add(1);
    progress.begin("Writing files");
    return 7;
  }, screen);
  assert.equal(result, 7);
  assert.deepEqual(written, ["\r\x1b[KWriting rows: 0 % (0 of", "\r\x1b[KWriting files", "\r\x1b[K"]);
});

test("on a terminal of unknown width the line is whole", async () => {
  const written: string[] = [];
  const screen = { isTTY: true, columns: 0, write: (text: string) => void written.push(text) };
  await showingProgress(async (progress) => progress.begin("Writing rows", 5000), screen);
  assert.deepEqual(written, ["\r\x1b[KWriting rows: 0 % (0 of 5,000)", "\r\x1b[K"]);
});

test("elsewhere there are lines, and none for quick work", async () => {
  const written: string[] = [];
  const screen = { write: (text: string) => void written.push(text) };
  await showingProgress(async (progress) => {
    progress.begin("Writing rows", 5000);
    progress.add(5000);
  }, screen);
  assert.deepEqual(written, []);
  await showingProgress(async (progress) => progress.begin("Migrating", 2, { isAnnounced: true }), screen);
  assert.deepEqual(written, ["Migrating: 0 % (0 of 2)\n"]);
});

test("the handlers of signals are gone when the work has ended or failed", async () => {
  const before = process.listenerCount("SIGINT");
  await showingProgress(async () => assert.equal(process.listenerCount("SIGINT"), before + 1), { write() {} });
  await assert.rejects(
    showingProgress(() => Promise.reject(new Error("no")), { write() {} }),
    /no/,
  );
  assert.equal(process.listenerCount("SIGINT"), before);
});

test("an interrupted command exits as a shell expects", (t) => {
  t.mock.method(process.stderr, "write", () => true);
  assert.equal(report(new Interrupted("SIGINT")), 130);
  assert.equal(report(new Interrupted("SIGTERM")), 143);
});
