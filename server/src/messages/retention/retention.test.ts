import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { updateChannel } from "../../channels/update/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { deleteOldMessages } from "./job.ts";

const runJob = async (acme: Organization) =>
  "recurring" in deleteOldMessages ? deleteOldMessages.recurring(acme.server.app) : undefined;

/** Makes messages some days older. */
const age = (acme: Organization, ids: readonly number[], days: number) =>
  acme.alter((tx) =>
    tx
      .updateTable("message")
      .set((eb) => ({ sent_at: eb("sent_at", "-", days * 86_400) }))
      .where("id", "in", ids)
      .execute(),
  );

async function left(person: Person, narrow: unknown): Promise<number[]> {
  const answer = await person.asks("GET", "/messages", {
    anchor: "newest",
    num_before: "100",
    num_after: "0",
    narrow: JSON.stringify(narrow),
  });
  return (answer.messages as { id: number }[]).map((each) => each.id);
}

const UNTOLD = "nobody is told which messages are gone";

test("messages are deleted when they exceed their channel's retention, and no others", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(UNTOLD);
  const ada = await acme.member("Ada");
  const design = await acme.channel("design", [ada]);
  await acme.channel("kept", [ada]);
  await acme.owner.call(updateChannel, { stream_id: design, message_retention_days: 10 });
  const sent: number[] = [];
  for (const topic of ["a", "a", "b"]) sent.push(await ada.sends(`#design > ${topic}`, "x"));
  const [one, two, three] = sent as [number, number, number];
  const kept = await ada.sends("#kept > a", "x");
  await ada.asks("POST", `/messages/${one}/reactions`, { emoji_name: "tada" });
  await age(acme, [one, kept], 11);
  await age(acme, [two, three], 9);
  await runJob(acme);
  const design_ = [["channel", "design"]];
  assert.deepEqual(
    (await left(ada, design_)).filter((id) => sent.includes(id)),
    [two, three],
  );
  assert.deepEqual(await left(ada, [["channel", "kept"]]), [kept]);
  await age(acme, [two, three], 9);
  await runJob(acme);
  assert.deepEqual(
    (await left(ada, design_)).filter((id) => sent.includes(id)),
    [],
  );
  const { reader } = acme.server.app.database;
  const topics = await reader.selectFrom("topic").select("name").where("channel_id", "=", design).execute();
  assert(!topics.some((topic) => ["a", "b"].includes(topic.name)));
});

test("the organization's retention applies to direct messages and to channels without their own", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(UNTOLD);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const forever = await acme.channel("forever", [ada]);
  await acme.channel("plain", [ada]);
  await acme.owner.call(updateChannel, { stream_id: forever, message_retention_days: "unlimited" });
  const inForever = await ada.sends("#forever > a", "x");
  const inPlain = await ada.sends("#plain > a", "x");
  const direct = await ada.writes(ben, "hi");
  await age(acme, [inForever, inPlain, direct], 31);
  const young = await ada.writes(ben, "again");
  await acme.owner.call(updateRealm, { message_retention_days: 30 });
  await runJob(acme);
  assert((await left(ada, [["channel", "forever"]])).includes(inForever));
  assert(!(await left(ada, [["channel", "plain"]])).includes(inPlain));
  assert.deepEqual(await left(ada, [{ operator: "dm", operand: [ben.id] }]), [young]);
});

test("several batches are deleted in one run", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(UNTOLD);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("busy", [ada]);
  const first = await ada.sends("#busy > a", "x");
  await acme.alter(async (tx) => {
    const message = await tx.selectFrom("message").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
    const { id: _, ...copied } = message;
    const rows = Array.from({ length: 1100 }, () => ({ ...copied, sent_at: copied.sent_at - 86_400 * 5 }));
    for (let start = 0; start < rows.length; start += 100)
      await tx
        .insertInto("message")
        .values(rows.slice(start, start + 100) as never)
        .execute();
    await tx
      .updateTable("message")
      .set({ sent_at: copied.sent_at - 86_400 * 5 })
      .where("id", "=", first)
      .execute();
  });
  await acme.owner.call(updateChannel, { stream_id, message_retention_days: 3 });
  await runJob(acme);
  assert.equal((await left(ada, [["channel", "busy"]])).length, 1);
});

test("one organization's retention deletes nothing in another, neither direct messages nor in channels", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  acme.stopFollowing(UNTOLD);
  const people = { acme: await acme.member("Ada"), other: await other.member("Zoe") };
  for (const [organization, person] of [
    [acme, people.acme],
    [other, people.other],
  ] as const) {
    await organization.channel("plain", [person]);
    const ids = [await person.sends("#plain > a", "x"), await person.writes(organization.owner, "hi")];
    await age(organization, ids, 31);
  }
  await acme.owner.call(updateRealm, { message_retention_days: 30 });
  await runJob(acme);
  const counts = async (person: Person) => [
    (await left(person, [["channel", "plain"]])).length,
    (await left(person, [["is", "dm"]])).length,
  ];
  assert.deepEqual(await counts(people.acme), [0, 0]);
  assert.deepEqual(await counts(people.other), [1, 1]);
});
