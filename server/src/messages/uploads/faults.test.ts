import assert from "node:assert/strict";
import fs, { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { ask, told } from "../../../test/ask.ts";
import { org, test } from "../../../test/index.ts";
import { decoded } from "../../kernel/files/broken-images.ts";
import { formatsOf, type ThumbnailFormat } from "../../kernel/files/formats.ts";
import { headerOf, scaled } from "../../kernel/files/images.ts";
import { MAX_ATTEMPTS } from "../../kernel/jobs/jobs.ts";
import { addCustomEmoji } from "../../organization/custom-emoji/contract.ts";
import { emojiImages } from "../../organization/custom-emoji/images.ts";
import { drawn, square } from "../../organization/pictures/draw.ts";
import { setAvatar } from "../../people/avatars/contract.ts";
import * as contract from "./contract.ts";
import { asFile, picture, reads, storedIn, uploads } from "./testing.ts";

test("a disk failure during an upload is a server error, and leaves nothing of the file", async (t) => {
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

test("an unwritable upload directory is logged and reported in health until it is writable", async (t) => {
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

test("a temporary failure to open an image is not reported as an invalid image", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const image = await picture(900, 600);
  const takes = {
    "a file": () => uploads(ada, image),
    "an avatar": () => ada.connection.call(setAvatar, {}, { file: image }),
    "an emoji": () => ada.connection.call(addCustomEmoji, { emoji_name: "acme_parrot" }, { file: image }),
  };
  const { open } = fs.promises;
  for (const [what, take] of Object.entries(takes)) {
    const refused = Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE", syscall: "open" });
    const full = t.mock.method(fs.promises, "open", (...args: Parameters<typeof open>) =>
      args[1] === undefined ? Promise.reject(refused) : open(...args),
    );
    syncBuiltinESMExports();
    try {
      await assert.rejects(take, { code: "SERVICE_UNAVAILABLE" }, what);
    } finally {
      full.mock.restore();
      syncBuiltinESMExports();
      acme.server.faults.splice(0);
    }
    await take();
  }
});

/** The decoder's error is the same as for a file that is no image. */
const unreadable = join(import.meta.dirname, "..");
const facts = { content_type: "image/png", width: 9, height: 9, frames: 1 };

test("a file that the system does not let us read is not a broken image", async () => {
  const file = { path: unreadable, name: "a.png", contentType: "image/png", size: 1 };
  const [format] = formatsOf(facts) as [ThumbnailFormat];
  for (const decode of [
    () => headerOf(unreadable),
    () => scaled(unreadable, facts, format),
    () => drawn(file, [square(9)]),
    () => emojiImages(file),
    () => decoded(unreadable, () => Promise.reject(new Error("Input file contains unsupported image format"))),
  ])
    await assert.rejects(decode, { code: "EISDIR" });
});

test("a temporary fault while decoding an image does no harm", async () => {
  const attempts = [() => Promise.reject(new Error("Input file contains unsupported image format")), async () => 1];
  assert.equal(await decoded(import.meta.filename, () => (attempts.shift() as () => Promise<number>)()), 1);
});

test("an image that takes too long is retried, and given up when it always does", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { app } = acme.server;
  const image = await picture(90, 60);
  const { mock: log } = t.mock.method(app.log, "warn");
  const given = () =>
    log.calls
      .map((call) => call.arguments as unknown as [{ file?: string }, string])
      .flatMap(([{ file }, sentence]) => (sentence === "gave up on an image" ? [file] : []))
      // Other tests have uploaded images before.
      .filter((file) => file?.startsWith(`${acme.realm.id}/`));
  const late = () => Promise.reject(new Error("timeout: 3% complete"));
  const timeout = t.mock.method(sharp.prototype, "toBuffer", late);
  const pathIds = [await uploads(ada, image), await uploads(ada, image)];
  const thumbnail = async (n: number) =>
    (await reads(acme, `/user_uploads/thumbnail/${pathIds[n]}/840x560.webp`, ada)).status;
  await app.jobs.settled();
  assert.deepEqual([await thumbnail(0), await thumbnail(1)], [503, 503]);
  assert.deepEqual(given(), []);
  timeout.mock.restore();
  assert.equal(await thumbnail(0), 200, "when the machine has time again");
  t.mock.method(sharp.prototype, "toBuffer", late);
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    assert.equal(await thumbnail(1), 503);
    await acme.clock.advance({ seconds: 2 ** (attempt - 1) });
    await app.jobs.settled();
  }
  assert.equal(await thumbnail(1), 404);
  assert.deepEqual(given(), [pathIds[1]]);
});
