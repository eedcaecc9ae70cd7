import assert from "node:assert/strict";
import { listen, org, test } from "../../../test/index.ts";
import { activeBotsOf } from "./store.ts";

test("deactivating an account tells everyone else, and those who see its channels that it is gone from them", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("launch", [ada, ben]);

  const heard = await ben.eventsDuring(() => acme.deactivate(ada));

  const gone = heard.filter((event) => event.op === "peer_remove");
  assert.ok(gone.every(({ user_ids }) => (user_ids as number[]).join() === `${ada.id}`));
  assert.ok(gone.flatMap(({ stream_ids }) => stream_ids as number[]).includes(stream_id));
  assert.deepEqual(heard.at(-1), { type: "realm_user", op: "update", person: { user_id: ada.id, is_active: false } });
});

test("a deactivated account's queues are gone, also those that only the database remembers", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await listen(ada);
  await listen(ben);

  await acme.deactivate(ada);

  const { reader } = acme.server.app.database;
  const rows = await reader.selectFrom("event_queue").select("user_id").where("realm_id", "=", acme.realm.id).execute();
  assert.deepEqual(
    rows.map((row) => row.user_id),
    [ben.id],
  );
});

test("the bots that work for a deactivated account stop with it", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.bot("Helper", ada);

  await acme.deactivate(ada);

  assert.deepEqual(await activeBotsOf(acme.server.app.database.reader, ada.id), []);
});
