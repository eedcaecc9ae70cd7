import assert from "node:assert/strict";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Organization, org, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { updateChannel } from "../../channels/update/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { deleteOldMessages } from "../retention/job.ts";
import * as contract from "./contract.ts";
import { picture, storedIn, uploads } from "./testing.ts";

// A server of its own: its clock advances by weeks, which would end the queues of other tests.
useServer((engine) => startServer(engine));

async function daysPass({ clock, server }: Organization, days: number): Promise<void> {
  await clock.leap({ days });
  await server.app.jobs.settled();
}

/** Removes only expired files, without waiting for the timer that also marks unclaimed files. */
const deleteOld = async (acme: Organization) =>
  "recurring" in deleteOldMessages ? deleteOldMessages.recurring(acme.server.app) : undefined;

const claimed = async (acme: Organization) =>
  (await acme.owner.call(contract.getAttachments, {})).attachments.map(({ path_id }) => path_id);

test("unclaimed files are removed after five weeks, with their thumbnails, and claimed ones stay", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await acme.channel("design", [owner]);
  const before = { files: storedIn(acme, "files").length, thumbnails: storedIn(acme, "thumbnails").length };
  const kept = await uploads(owner, await picture(90, 60));
  const released = await uploads(owner);
  const unclaimed = await uploads(owner, await picture(90, 60));
  await owner.sends("#design > logo", `[a](/user_uploads/${kept})`);
  const message = await owner.sends("#design > logo", `[a](/user_uploads/${released})`);
  await daysPass(acme, 34);
  assert.deepEqual(await claimed(acme), [kept, released, unclaimed]);
  await acme.alter((tx) => tx.deleteFrom("message").where("id", "=", message).execute());
  await daysPass(acme, 2);
  assert.deepEqual(
    await claimed(acme),
    [kept, released],
    "the weeks of a file that was claimed begin when it is not any more",
  );
  assert.equal(storedIn(acme, "files").length, before.files + 2);
  assert.equal(storedIn(acme, "thumbnails").length, before.thumbnails + 1);
  await daysPass(acme, 36);
  assert.deepEqual(await claimed(acme), [kept]);
  const { upload_space_used } = await owner.call(contract.getAttachments, {});
  const sizes = (await owner.call(contract.getAttachments, {})).attachments.map(({ size }) => size);
  assert.equal(upload_space_used, sizes[0]);
});

test("a file whose last claiming message is deleted expires counted from that time", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("nobody is told which messages are gone when their time is over");
  const { owner } = acme;
  const stream_id = await acme.channel("design", [owner]);
  const [deleted, forgotten, direct, shared] = (await Promise.all([1, 2, 3, 4].map(() => uploads(owner)))) as string[];
  const link = (pathId: string | undefined) => `[a](/user_uploads/${pathId})`;
  const first = await owner.sends("#design > logo", `${link(deleted)} ${link(shared)}`);
  await owner.sends("#design > logo", link(forgotten));
  await owner.writes(owner, link(direct));
  await owner.sends("#design > kept", link(shared));
  await owner.asks("DELETE", `/messages/${first}`);
  const waiting = async () => {
    const { reader } = acme.server.app.database;
    const rows = await reader.selectFrom("attachment").selectAll().where("realm_id", "=", acme.realm.id).execute();
    return rows.filter((row) => row.unclaimed_since !== null).map((row) => row.path_id);
  };
  assert.deepEqual(await waiting(), [deleted], "a file that another message links to is not let go");
  await owner.call(updateRealm, { message_retention_days: 3 });
  await owner.call(updateChannel, { stream_id, message_retention_days: 5 });
  await acme.clock.leap({ days: 4 });
  await owner.sends("#design > kept", link(shared));
  await deleteOld(acme);
  assert.deepEqual((await waiting()).sort(), [deleted, direct].sort());
  await acme.clock.leap({ days: 2 });
  await deleteOld(acme);
  assert.deepEqual((await waiting()).sort(), [deleted, direct, forgotten].sort());
  assert.ok((await claimed(acme)).includes(shared as string));
});

test("a file that is claimed at the last moment stays", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await acme.channel("design", [owner]);
  const pathId = await uploads(owner);
  await acme.clock.leap({ days: 34 });
  await owner.sends("#design > logo", `[a](/user_uploads/${pathId})`);
  await daysPass(acme, 10);
  assert.deepEqual(await claimed(acme), [pathId]);
});

test("files without a row are removed after a day, and newer ones stay", async (t) => {
  const acme = await org(t);
  const { dataDirectory } = acme.server.app.config;
  const known = await uploads(acme.owner);
  const orphan = (name: string, ageMs: number) => {
    const file = join(dataDirectory, "uploads", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "x");
    const at = new Date(acme.clock.now() + 24 * 3600_000 - ageMs);
    utimesSync(file, at, at);
    return file;
  };
  const gone = [
    orphan("files/1/a/lost/a.txt", 25 * 3600_000),
    orphan("thumbnails/1/a/lost/a.txt/840x560.webp", 25 * 3600_000),
    orphan("unfinished/lost", 25 * 3600_000),
  ];
  const young = [orphan("files/1/a/young/a.txt", 3600_000), orphan("unfinished/young", 3600_000)];
  await daysPass(acme, 1);
  const left = [...storedIn(acme, "files"), ...storedIn(acme, "thumbnails"), ...storedIn(acme, "unfinished")];
  assert.deepEqual(
    gone.filter((file) => left.includes(file)),
    [],
  );
  assert.ok(young.every((file) => left.includes(file)));
  assert.ok(left.some((file) => file.endsWith(known)));
});
