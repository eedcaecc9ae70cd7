import assert from "node:assert/strict";
import { type Heard, listen, type Organization, org, type Person, test } from "../../test/index.ts";
import { updateRealm } from "../organization/realms/contract.ts";
import * as groups from "../people/groups/contract.ts";
import { makeGroup } from "../people/groups/test-groups.ts";
import * as contract from "./contract.ts";

const SETTINGS = ["can_administer_channel_group", "can_add_subscribers_group", "can_subscribe_group"] as const;

/** A private channel that members of a group can see. */
async function revealed(acme: Organization, setting: (typeof SETTINGS)[number], group: unknown): Promise<number> {
  const { owner } = acme;
  await owner.call(contract.subscribe, {
    subscriptions: [{ name: `plans ${setting}` }],
    invite_only: true,
    [setting]: group,
  });
  const { streams } = await owner.call(contract.getChannels, { include_all: true });
  return streams.find((stream) => stream.name === `plans ${setting}`)?.stream_id as number;
}

/** Leaves out the group's own event and the notice to its new member. */
const ofChannels = (heard: readonly Heard[]) =>
  heard.filter((event) => event.type === "stream" || event.type === "subscription");

const seen = async (person: Person) =>
  (await person.call(contract.getChannels, { include_all: true })).streams.map((stream) => stream.stream_id);

for (const setting of SETTINGS)
  test(`${setting}: users who join the group see the private channel, and users who leave it lose it`, async (t) => {
    const acme = await org(t);
    const { owner } = acme;
    const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
    const user_group_id = await makeGroup(owner, "crew");
    const stream_id = await revealed(acme, setting, {
      direct_members: [owner.id],
      direct_subgroups: [user_group_id],
    });
    await ben.watches();

    const joining = await ada.eventsDuring(() =>
      owner.call(groups.updateGroupMembers, { user_group_id, add: [ada.id] }),
    );
    const [create, peers] = ofChannels(joining);
    const { streams } = create as unknown as { streams: { stream_id: number }[] };
    assert.deepEqual([create?.op, streams.map((stream) => stream.stream_id)], ["create", [stream_id]]);
    assert.deepEqual(peers, {
      type: "subscription",
      op: "peer_add",
      stream_ids: [stream_id],
      user_ids: [owner.id],
    });
    assert.ok((await seen(ada)).includes(stream_id));

    const leaving = await ada.eventsDuring(() =>
      owner.call(groups.updateGroupMembers, { user_group_id, delete: [ada.id] }),
    );
    assert.deepEqual(ofChannels(leaving), [
      { type: "stream", op: "delete", stream_ids: [stream_id], streams: [{ stream_id }] },
    ]);
    assert.ok(!(await seen(ada)).includes(stream_id));
    assert.deepEqual(ofChannels(await ben.catchesUp()), []);
  });

test("members of a subgroup gain and lose access to the channel with it, at any depth", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const inner = await makeGroup(owner, "inner", { members: [ada.id, ben.id] });
  const middle = await makeGroup(owner, "middle", { members: [ben.id] });
  const outer = await makeGroup(owner, "outer", { subgroups: [middle] });
  const stream_id = await revealed(acme, "can_subscribe_group", outer);
  await ben.watches();
  const add = await ada.eventsDuring(() => owner.call(groups.updateSubgroups, { user_group_id: middle, add: [inner] }));
  assert.deepEqual(
    ofChannels(add).map(({ op }) => op),
    ["create", "peer_add"],
  );
  const remove = await ada.eventsDuring(() =>
    owner.call(groups.updateSubgroups, { user_group_id: middle, delete: [inner] }),
  );
  assert.deepEqual(
    ofChannels(remove).map(({ op }) => op),
    ["delete"],
  );
  // Ben stays in the group through another subgroup.
  assert.deepEqual(ofChannels(await ben.catchesUp()), []);
  assert.ok((await seen(ben)).includes(stream_id));
});

test("subscribers, administrators and guests get no events: a group changes nothing for them", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const people = [await acme.member("Ada"), await acme.administrator("Ann"), await acme.guest("Gil")];
  const [ada] = people as [Person];
  const user_group_id = await makeGroup(owner, "crew");
  await revealed(acme, "can_subscribe_group", user_group_id);
  await owner.call(contract.subscribe, {
    subscriptions: [{ name: "plans can_subscribe_group" }],
    principals: [ada.id],
  });
  for (const person of people) await person.catchesUp();
  for (const change of ["add", "delete"])
    await owner.call(groups.updateGroupMembers, { user_group_id, [change]: people.map((person) => person.id) });
  for (const person of people) assert.deepEqual(ofChannels(await person.catchesUp()), []);
});

test("archived channels are shown only to clients that support them", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  const user_group_id = await makeGroup(owner, "crew");
  const stream_id = await revealed(acme, "can_subscribe_group", user_group_id);
  await acme.alter((tx) => tx.updateTable("channel").set({ is_archived: true }).where("id", "=", stream_id).execute());
  const older = await listen(ada);
  const heard = await ada.eventsDuring(() => owner.call(groups.updateGroupMembers, { user_group_id, add: [ada.id] }));
  assert.equal(ofChannels(heard)[0]?.op, "create");
  assert.deepEqual(
    ofChannels(await older.hears()).filter(({ type }) => type === "stream"),
    [],
  );
});

test("users who become or cease to be full members gain or lose what full members see", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await revealed(acme, "can_subscribe_group", acme.realm.systemGroups["role:fullmembers"]);
  const wait = (days: number) => acme.owner.call(updateRealm, { waiting_period_threshold: days });
  const ops = (heard: readonly Heard[]) => ofChannels(heard).map(({ op }) => op);
  assert.deepEqual(ops(await ada.eventsDuring(() => wait(3))), ["delete"]);
  assert.deepEqual(ops(await ada.eventsDuring(() => wait(0))), ["create", "peer_add"]);
});
