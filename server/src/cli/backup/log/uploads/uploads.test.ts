/** A log that is restored brings the uploaded files that its messages refer to. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { listsParts, startStore } from "../../../../../test/s3-store.ts";
import { openApp, type RunningApp } from "../../../../app.ts";
import { type BackupPlace, placeOf } from "../../../../kernel/backups/config.ts";
import { ABANDONED_STAYS, BackupStore } from "../../../../kernel/backups/store.ts";
import { type Config, readConfig } from "../../../../kernel/config.ts";
import { change } from "../../../../kernel/context.ts";
import { generationsIn, oldGenerations } from "../../../../kernel/db/shipping/generations.ts";
import { takeTurnOf } from "../../../../kernel/events/log.ts";
import { unobserved } from "../../../../kernel/progress.ts";
import { serverContext } from "../../../../kernel/server-context.ts";
import { openStorage } from "../../../../kernel/storage/open.ts";
import { put } from "../../../../kernel/storage/put.ts";
import { insertAttachment, takeSpace } from "../../../../messages/uploads/store.ts";
import { fileKey } from "../../../../messages/uploads/thumbnails.ts";
import { newPicturePath, putPictures } from "../../../../organization/pictures/store.ts";
import { changeAvatar } from "../../../../people/avatars/actions.ts";
import { createOrganization } from "../../../../set-up/create.ts";
import { installation, parley } from "../../../testing.ts";
import { keepBackup } from "../../kept/keep.ts";
import { generationFor, rehearseLog, restoreLog } from "../restore.ts";
import { startShipping } from "../ship.ts";
import { removeUnneeded, shippedUploads, uploadsInStore } from "./retention.ts";

const log = pino({ level: "silent" });
const OWNER = { email: "o@example.com", fullName: "Olivia Marsh", password: null };

async function until(isTrue: () => unknown): Promise<void> {
  while (!(await isTrue())) await sleep(20);
}

async function caughtUp({ backups }: RunningApp): Promise<void> {
  const now = Date.now();
  await until(() => (backups.shippedUntilMs ?? 0) >= now);
}

async function shipping(t: TestContext, more: NodeJS.ProcessEnv = {}) {
  const { directory, env } = installation(t);
  const settings = { ...env, PARLEY_BACKUP_TO: join(directory, "kept"), PARLEY_BACKUP_LOG: "true", ...more };
  const config = readConfig(settings);
  const warnings: string[] = [];
  const heard = pino({ level: "warn" }, { write: (line) => void warnings.push(line) });
  const app = await openApp(config, { log: heard });
  const { realm, userId } = await createOrganization(app, { name: "Acme", owner: OWNER });
  const upload = async (name: string, content: string, owner: RunningApp = app) => {
    const path_id = `${realm.id}/7/token/${name}`;
    await put(owner, fileKey(path_id), Buffer.from(content), "text/plain");
    const facts = { file_name: name, content_type: "text/plain", created_at: 0, image: null, size: content.length };
    await app.database.transaction(async (tx) => {
      const row = { ...facts, realm_id: realm.id, owner_id: userId, path_id };
      await insertAttachment(await takeTurnOf(tx, realm.id), row);
      await takeSpace(tx, realm.id, content.length);
    });
    return fileKey(path_id);
  };
  /** As the server does when nobody refers to a file any more. */
  const forget = async (key: string) => {
    await app.database.transaction((tx) =>
      tx.deleteFrom("attachment").where("path_id", "=", key.slice("files/".length)).execute(),
    );
    await app.storage.remove([key]);
  };
  const early = await upload("early.txt", "before the first start");
  const stopShipping = await startShipping(app, config);
  const stop = async () => {
    await stopShipping();
    await app.stop();
  };
  const place = config.backups?.to as BackupPlace;
  const store = new BackupStore(place, config.dataDirectory);
  return { app, config, settings, early, forget, place, realm, stop, store, upload, userId, warnings };
}

async function restoredAt(t: TestContext, store: BackupStore, atMs: number, config?: Config) {
  const target = config ?? readConfig(installation(t).env);
  const found = await generationFor(store, atMs);
  assert.ok(found);
  const outcome = await restoreLog(target, { store, ...found, atMs }, unobserved);
  const at = (key: string) => join(target.dataDirectory, "uploads", key);
  const read = (key: string) => (existsSync(at(key)) ? readFileSync(at(key), "utf8") : undefined);
  return { ...outcome, read };
}

test("the files of a second come with it, wherever they were stored first", async (t) => {
  const { app, config, early, forget, realm, stop, store, upload, userId } = await shipping(t);
  const first = await upload("first.txt", "one");
  const path = newPicturePath(realm.id);
  await putPictures(app, path, Buffer.from("a face"));
  await change(serverContext(app, realm), (ctx) => changeAvatar(ctx, userId, path));
  await caughtUp(app);
  const before = Date.now();
  await sleep(600);
  await forget(first);
  // Another process, like `parley import`, says nothing.
  const other = await openApp(config, { log });
  const second = await upload("second.txt", "two", other);
  await other.stop();
  await until(async () => (await store.size(`uploads/${second}`)) !== undefined);
  await caughtUp(app);
  await stop();

  const earlier = await restoredAt(t, store, before);
  assert.deepEqual([early, first, second].map(earlier.read), ["before the first start", "one", undefined]);
  assert.equal(earlier.read(`avatars/${path}.png`), "a face");
  assert.deepEqual([earlier.files, earlier.missing_files], [3, []]);
  const later = await restoredAt(t, store, Date.now());
  assert.deepEqual([early, first, second].map(later.read), ["before the first start", undefined, "two"]);
});

test("what is not there is taken from the newest backup, or said to be missing", async (t) => {
  const { app, config, early, settings, stop, store, upload } = await shipping(t);
  const [kept, lost] = [await upload("kept.txt", "in the backup"), await upload("lost.txt", "nowhere")];
  await caughtUp(app);
  await keepBackup(app, store, 2);
  const [backup] = await store.backups();
  const late = await upload("late.txt", "after the backup");
  await caughtUp(app);
  await stop();
  await store.remove([`uploads/${kept}`, `uploads/${late}`]);
  const found = await restoredAt(t, store, Date.now());
  assert.deepEqual([early, kept, lost, late].map(found.read), [
    ...["before the first start", "in the backup", "nowhere", undefined],
  ]);
  assert.deepEqual([found.files, found.missing_files], [3, [late]]);
  await store.remove([backup?.name as string, `uploads/${lost}`]);
  const log = { store, atMs: Date.now(), ...((await generationFor(store, Date.now())) as never as object) };
  const rehearsed = await rehearseLog(config, log as never, unobserved);
  assert.deepEqual([rehearsed.files, [...rehearsed.missing_files].sort()], [1, [kept, late, lost].sort()]);
  const command = await parley({ ...settings, PARLEY_DATA: join(installation(t).directory, "data") }, [
    ...["restore", settings.PARLEY_BACKUP_TO],
  ]);
  assert.equal(command.code, 0, command.stderr);
  assert.match(
    command.stdout,
    /and 1 uploaded files\. You can start the server now\.\n3 uploaded files that messages may/,
  );
});

test("a restore whose files fail restores nothing, and can be repeated", async (t) => {
  const { app, stop, store, settings, upload } = await shipping(t);
  const key = await upload("kept.txt", "in the backup");
  await caughtUp(app);
  await keepBackup(app, store, 2);
  await stop();
  await store.remove([`uploads/${key}`]);
  const file = join(settings.PARLEY_BACKUP_TO, (await store.backups())[0]?.name as string);
  const content = readFileSync(file);
  writeFileSync(file, content.subarray(0, -40));
  const target = readConfig(installation(t).env);
  await assert.rejects(restoredAt(t, store, Date.now(), target), /its end is missing/);
  const left = readdirSync(target.dataDirectory, { recursive: true, withFileTypes: true });
  assert.deepEqual(
    left.filter((entry) => entry.isFile()).map(({ name }) => name),
    [],
  );
  writeFileSync(file, content);
  const { read } = await restoredAt(t, store, Date.now(), target);
  assert.equal(read(key), "in the backup");
});

test("a place that fails is seen, and everything follows later", async (t) => {
  const { app, config, stop, store, upload, settings } = await shipping(t);
  await caughtUp(app);
  rmSync(join(settings.PARLEY_BACKUP_TO, "unfinished"), { recursive: true, force: true });
  writeFileSync(join(settings.PARLEY_BACKUP_TO, "unfinished"), "in the way");
  const key = await upload("waiting.txt", "for the place");
  await sleep(1200);
  assert.ok((app.backups.lagSeconds ?? 0) > 1);
  rmSync(join(settings.PARLEY_BACKUP_TO, "unfinished"));
  await caughtUp(app);
  await stop();
  assert.equal((await restoredAt(t, store, Date.now())).read(key), "for the place");
  assert.deepEqual(readdirSync(join(config.dataDirectory, "uploads", "unfinished")), []);
});

test("files that nobody refers to are kept as long as the log", async (t) => {
  const { app, early, forget, realm, stop, store, upload } = await shipping(t);
  const key = await upload("removed.txt", "soon");
  const path = newPicturePath(realm.id);
  await putPictures(app, path, Buffer.from("unused"));
  await caughtUp(app);
  await forget(key);
  const { reader } = app.database;
  const names = async () => (await store.names("uploads")).sort();
  const others = ["uploads/README.txt", "uploads/thumbnails/1/a.webp"];
  for (const name of others) await store.putBytes(name, Buffer.from("somebody else's"));
  const all = [...others, `uploads/${early}`, `uploads/${key}`, `uploads/avatars/${path}.png`].sort();
  const hours = (count: number) => count * 3_600_000;
  for (const hour of [0, 5, 10]) {
    await removeUnneeded(reader, shippedUploads(store), { nowMs: hours(hour), keepMs: hours(10) });
    assert.deepEqual(await names(), all, `after ${hour} hours`);
  }
  await removeUnneeded(reader, shippedUploads(store), { nowMs: hours(11), keepMs: hours(10) });
  assert.deepEqual(await names(), [...others, `uploads/${early}`].sort(), "and what is not ours is left alone");
  await stop();
});

test("an S3 store takes the files too; files that are in one are left where they are", async (t) => {
  const { objects, config: s3 } = await startStore(t, {
    refuses: (request) => (listsParts(request) ? 403 : undefined),
  });
  const there = {
    ...{ PARLEY_BACKUP_S3_ENDPOINT: s3.endpoint, PARLEY_BACKUP_S3_REGION: s3.region },
    ...{ PARLEY_BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId, PARLEY_BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey },
  };
  const { app, early, stop, store, upload, settings, warnings } = await shipping(t, {
    PARLEY_BACKUP_TO: "s3://files/acme",
    ...there,
  });
  const key = await upload("日本 (1).txt", "far away");
  await caughtUp(app);
  await until(() => warnings.length > 0);
  const backup = (await keepBackup(app, store, 1)).name;
  await stop();
  assert.deepEqual([warnings.length, JSON.parse(warnings[0] as string).msg], [1, ABANDONED_STAYS], "said once");
  assert.ok(objects.has(`/files/acme/uploads/${key}`));
  assert.equal((await restoredAt(t, store, Date.now())).read(key), "far away");

  const elsewhere = () =>
    readConfig({
      ...installation(t).env,
      ...{ PARLEY_S3_ENDPOINT: s3.endpoint, PARLEY_S3_BUCKET: "files", PARLEY_S3_REGION: s3.region },
      ...{ PARLEY_S3_ACCESS_KEY_ID: s3.accessKeyId, PARLEY_S3_SECRET_ACCESS_KEY: s3.secretAccessKey },
    });
  objects.set(`/files/${early}`, Buffer.from("as it was"));
  const inStore = () => [early, key].map((each) => objects.get(`/files/${each}`)?.toString());
  // As after `parley uploads move --to s3`: what was removed before it is only beside the log, or in a backup.
  const places = [`/files/acme/uploads/${key}`, `/files/acme/${backup}`];
  for (const lost of [undefined, ...places]) {
    objects.delete(`/files/${key}`);
    if (lost !== undefined) assert.ok(objects.delete(lost));
    const isNowhere = lost === places[1];
    const pointed = await restoredAt(t, store, Date.now(), elsewhere());
    assert.deepEqual([pointed.files, pointed.missing_files], isNowhere ? [1, [key]] : [2, []]);
    assert.deepEqual(inStore(), ["as it was", isNowhere ? undefined : "far away"]);
  }
  assert.throws(() => placeOf("s3://files/x", settings, elsewhere().s3), /cannot be in the bucket/);
});

test("files in an S3 store stay there as long as the log may refer to them", async (t) => {
  const { objects, config: s3 } = await startStore(t);
  const inStore = {
    ...{ PARLEY_S3_ENDPOINT: s3.endpoint, PARLEY_S3_BUCKET: "files", PARLEY_S3_REGION: s3.region },
    ...{ PARLEY_S3_ACCESS_KEY_ID: s3.accessKeyId, PARLEY_S3_SECRET_ACCESS_KEY: s3.secretAccessKey },
  };
  const { app, config, early, forget, stop, store, upload } = await shipping(t, inStore);
  const [removed, thumbnail] = [await upload("removed.txt", "soon"), "thumbnails/1/removed.txt/840x560.webp"];
  await put(app, thumbnail, Buffer.from("small"), "image/webp");
  await caughtUp(app);
  const before = Date.now();
  await sleep(600);
  await forget(removed);
  await app.storage.remove([thumbnail]);
  await caughtUp(app);
  const keys = () => [...objects.keys()].map((key) => key.slice("/files/".length)).sort();
  assert.deepEqual(keys(), [early, removed].sort(), "only what can be made again is gone");

  const target = readConfig({ ...installation(t).env, ...inStore });
  const earlier = await restoredAt(t, store, before, target);
  assert.deepEqual([earlier.files, earlier.missing_files], [2, []]);
  const stored = uploadsInStore(openStorage(config), store);
  const hours = (count: number) => Date.now() + count * 3_600_000;
  const removeAt = (nowMs: number) =>
    removeUnneeded(app.database.reader, stored, { nowMs, keepMs: hours(10) - hours(0) });
  for (const hour of [0, 9, 12]) await removeAt(hours(hour));
  assert.deepEqual(keys(), [early, removed].sort(), "while the log reaches back");
  await app.database.emptyLog();
  await until(async () => (await generationsIn(store)).filter(({ isComplete }) => isComplete).length === 2);
  await removeAt(hours(12));
  assert.deepEqual(keys(), [early, removed].sort(), "also if only the older of two generations does");
  assert.ok(await generationFor(store, before));
  await store.remove(await oldGenerations(store, hours(2)));
  await removeAt(hours(9));
  assert.deepEqual(keys(), [early, removed].sort(), "not sooner than what is kept, either");
  await removeAt(hours(12));
  assert.deepEqual(keys(), [early], "and no longer");
  await stop();

  // From before the files were moved to the store.
  const [copied, old] = [`uploads/${early}`, "uploads/files/1/7/token/old.txt"];
  for (const name of [copied, old]) await store.putBytes(name, Buffer.from("a copy"));
  await store.putBytes("unneeded-uploads.json", Buffer.from(JSON.stringify({ [old.slice("uploads/".length)]: 1 })));
  const again = await openApp(config, { log });
  const stopShipping = await startShipping(again, config);
  await until(async () => (await store.size(old)) === undefined);
  assert.deepEqual(await store.names("uploads"), [copied]);
  await stopShipping();
  await again.stop();
});
