import assert from "node:assert/strict";
import { org, type Person, test } from "../../test/index.ts";
import { Role } from "../kernel/access/roles.ts";
import { change } from "../kernel/context.ts";
import { serverContext } from "../kernel/server-context.ts";
import { changing, roleChanging } from "../people/moments.ts";
import { changeUser } from "../people/users/store.ts";

test("a change to users shows them the channels they gain, and hides those they lose", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const [first, second] = [
    await acme.channel("first", [ada], { invite_only: true }),
    await acme.channel("second", [ada, cem], { invite_only: true }),
  ];
  await acme.channel("open", [ada]);
  for (const person of [ben, cem]) await person.catchesUp();
  const become = (person: Person, role: number) =>
    change(serverContext(app, acme.realm), (ctx) =>
      changing(ctx, roleChanging, { userId: person.id }, () => changeUser(ctx.db, person.id, { role })),
    );
  const channelEvents = async (person: Person) => {
    const { events } = await person.asks("GET", "/events", {
      queue_id: (await person.watches()).queueId,
      last_event_id: String((await person.watches()).lastEventId),
      dont_block: "true",
    });
    return events as { type: string; op: string; streams: { stream_id: number }[]; user_ids: number[] }[];
  };

  await become(ben, Role.administrator);
  const [created, peersOfFirst, peersOfSecond] = await channelEvents(ben);
  assert.deepEqual(
    created?.streams.map((each) => each.stream_id),
    [first, second],
  );
  assert.deepEqual([peersOfFirst?.user_ids, peersOfSecond?.user_ids], [[ada.id], [ada.id, cem.id]]);
  await become(ben, Role.member);
  const gone = (await channelEvents(ben)).at(-1);
  assert.deepEqual([gone?.op, gone?.streams.map((each) => each.stream_id)], ["delete", [first, second]]);
  assert.deepEqual(await cem.catchesUp(), []);
});
