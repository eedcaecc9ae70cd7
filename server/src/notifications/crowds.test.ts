/** A message to thousands: everybody is told once, and nobody who wants to write waits for all of them. */
import assert from "node:assert/strict";
import { crowd } from "../../test/crowd.ts";
import { org, test, until, useServer } from "../../test/index.ts";
import { startServer } from "../../test/server.ts";
import { subscribe } from "../channels/contract.ts";
import { notificationChannel } from "./channel.ts";

const PEOPLE = 2300;
/** How many were told in one transaction that was committed, or not. */
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

test("a message to thousands is told in portions, to each once, though it is interrupted", async (t) => {
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
  await app.notifier.lookAround();
  await app.notifier.settled();
  assert.deepEqual(
    handed.map((portion) => portion.length),
    [1000, 1000, 300],
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
