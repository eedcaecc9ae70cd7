import assert from "node:assert/strict";
import { org, test } from "../../test/index.ts";
import { getChannel } from "./read/contract.ts";
import { countTraffic, weeklyTraffic } from "./traffic.ts";

const DAY = 86_400;

test("weekly traffic is averaged over four weeks or the channel's age, to two digits", async () => {
  const now = 1000 * DAY;
  const aged = (days: number, count: number) => weeklyTraffic({ date_created: now - days * DAY, count }, now);
  assert.equal(aged(6, 100), null);
  assert.equal(aged(7, 100), 100);
  assert.equal(aged(14, 100), 50);
  assert.equal(aged(100, 400), 100);
  assert.equal(aged(100, 1), 1);
  assert.equal(aged(100, 0), 0);
  assert.equal(aged(100, 5000), 1300);
  assert.equal(aged(100, 492), 120);
});

test("a job counts the traffic of channels", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [ada]);
  for (const content of ["one", "two", "three", "four", "five", "six"]) await ada.sends("#design > x", content);
  const now = Math.floor(acme.clock.now() / 1000);
  const traffic = async () => (await ada.call(getChannel, { stream_id })).stream.stream_weekly_traffic;
  assert.equal(await traffic(), null);
  await acme.alter((tx) =>
    tx
      .updateTable("channel")
      .set({ date_created: now - 14 * DAY })
      .where("id", "=", stream_id)
      .execute(),
  );
  if ("recurring" in countTraffic) await countTraffic.recurring(acme.server.app);
  assert.equal(await traffic(), 3);
});
