/** A message to thousands of people: each is notified once, and writers do not wait for all of them. */
import assert from "node:assert/strict";
import { crowd } from "../../../test/crowd.ts";
import { org, test, until, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { subscribe } from "../../channels/contract.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { notificationChannel } from "./channel.ts";
import { notifyBatch } from "./notify.ts";
import { holdProgress, recordProgressOf } from "./store.ts";

const PEOPLE = 2300;
/** The users notified by each transaction, whether or not it was committed. */
const handed: number[][] = [];
let isBroken = false;

const telephone = notificationChannel({
  name: "push",
  async deliver(_ctx, notifications) {
    if (isBroken && handed.length === 1) throw new Error("the process dies");
    handed.push(notifications.map(({ userId }) => userId));
  },
});

useServer((engine) => startServer(engine, {}, { notifications: [telephone] }));

test("a message to thousands of people notifies each of them once, in batches, even if interrupted", async (t) => {
  const acme = await org(t);
  const { app, faults } = acme.server;
  const ids = await crowd(acme, PEOPLE);
  await acme.channel("all", [acme.owner]);
  await acme.owner.call(subscribe, { subscriptions: [{ name: "all" }], principals: ids });
  await app.notifier.settled();
  handed.length = 0;

  isBroken = true;
  await acme.owner.sends("#all > x", "@**all** hello");
  await until(() => faults.length > 0);
  assert.match(faults.splice(0)[0]?.message ?? "", /the process dies/);
  isBroken = false;
  await app.notifier.findWork();
  await app.notifier.settled();
  assert.deepEqual(
    handed.map((batch) => batch.length),
    [...Array.from({ length: 11 }, () => 200), 100],
  );
  assert.deepEqual(handed.flat(), ids);
  const rows = await app.database.reader
    .selectFrom("missed_message")
    .innerJoin("user", "user.id", "missed_message.user_id")
    .select("user.id")
    .where("user.realm_id", "=", acme.realm.id)
    .execute();
  assert.equal(rows.length, PEOPLE);
});

test("an edit that adds a channel mention notifies people in batches too", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  const ids = await crowd(acme, 500);
  await acme.channel("all", [acme.owner]);
  await acme.owner.call(subscribe, { subscriptions: [{ name: "all" }], principals: ids });
  const message_id = await acme.owner.sends("#all > x", "hello");
  await app.notifier.settled();
  handed.length = 0;
  await acme.owner.call(editMessage, { message_id, content: "@**all** hello" });
  await app.jobs.settled();
  assert.equal(handed.length, 3, "501 people, including the owner, take three batches");
  assert.deepEqual(handed.flat(), ids);
});

test("the number of messages collected for one person is limited, and half of it is for messages to many", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  const ada = await acme.member("Ada");
  await acme.channel("all", [acme.owner, ada]);
  const collected = async () => {
    await app.notifier.settled();
    const rows = app.database.reader.selectFrom("missed_message").select("message_id").where("user_id", "=", ada.id);
    return (await rows.execute()).length;
  };
  const sends = async (count: number, send: () => Promise<unknown>) => {
    for (let n = 0; n < count; n++) await send();
    return collected();
  };
  const mentionAll = () => acme.owner.sends("#all > x", "@**all** hello");
  const direct = () => acme.owner.writes(ada, "hello");
  assert.equal(await sends(100, mentionAll), 100);
  assert.equal(await sends(5, mentionAll), 100);
  assert.equal(await sends(100, direct), 200);
  assert.equal(await sends(5, direct), 200);
});

test("a node that has not seen the newest message does not reset another node's progress with it", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  const first = await acme.owner.writes(await acme.member("Ada"), "hello");
  const second = await acme.owner.writes(await acme.member("Ben"), "hello");
  await app.notifier.settled();
  const progress = (upto_message_id: number, told_user_id: number | null) => ({
    upto_message_id,
    told_message_id: told_user_id === null ? null : second,
    told_user_id,
  });
  await app.database.transaction(async (tx) => {
    await recordProgressOf(tx, acme.realm.id, progress(first - 1, 7));
    const ctx = {
      ...serverContext(app, acme.realm),
      db: tx,
      pending: { events: [], ephemeral: [], jobs: [], audit: [] },
    };
    assert.equal(await notifyBatch(ctx, first, []), true);
    assert.deepEqual({ ...(await holdProgress(tx, acme.realm.id)) }, progress(first, 7));
    assert.equal(await notifyBatch(ctx, second, []), true);
    assert.deepEqual({ ...(await holdProgress(tx, acme.realm.id)) }, progress(second, null));
  });
});
