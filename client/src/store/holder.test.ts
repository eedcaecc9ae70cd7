import assert from "node:assert/strict";
import { hasContentAccess } from "@parley/server/channels/permissions.ts";
import { channelUpdates, realms } from "@parley/server/contract";
import {
  canReachChannel,
  holdsPostingPermission,
  isAuthorized,
  isBetweenPeople,
  mayInitiate,
} from "@parley/server/messages/permissions.ts";
import { makeGroup, role } from "../../../server/src/people/groups/test-groups.ts";
import { org, type Person, test } from "../../../server/test/index.ts";
import { clientOf } from "../messages/testing.ts";
import { anyOf, holderOf } from "./holder.ts";
import { realmSettings } from "./realm-settings.ts";

const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

test("client and server agree on who can post in a channel, through subgroups and anonymous groups", async (t) => {
  const acme = await org(t);
  const [ada, ben, gus] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gus")];
  const mo = await acme.moderator("Mo");
  const stream_id = await acme.channel("launch", [acme.owner, ada, ben, gus, mo]);
  const inner = await makeGroup(acme.owner, "designers", { members: [ada.id] });
  const outer = await makeGroup(acme.owner, "makers", { subgroups: [inner] });
  const values = [
    outer,
    role(acme, "role:moderators"),
    role(acme, "role:members"),
    role(acme, "role:nobody"),
    { direct_members: [ben.id, gus.id], direct_subgroups: [inner] },
  ];
  const people: readonly Person[] = [acme.owner, ada, ben, gus, mo];
  const clients = await Promise.all(people.map((person) => clientOf(acme, person)));
  for (const value of values) {
    await acme.owner.call(channelUpdates.updateChannel, { stream_id, can_send_message_group: { new: value } });
    for (const [at, person] of people.entries()) {
      await clients[at]?.receivesEvents();
      const state = clients[at]?.store.state as NonNullable<(typeof clients)[number]>["store"]["state"];
      const channel = state.channels.channels.get(stream_id);
      assert.ok(channel);
      const isExpected = holdsPostingPermission(holderOf(state), channel) && canReachChannel(holderOf(state), channel);
      const isSent = await succeeds(person.sends("#launch > tides", "High at ten."));
      assert.equal(isSent, isExpected, `${person.name}: ${JSON.stringify(value)}`);
    }
  }
});

test("client and server agree on who authorizes and who starts direct messages", async (t) => {
  const acme = await org(t);
  const [ada, ben, mo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.moderator("Mo")];
  const client = await clientOf(acme, ada);
  const set = (name: string, group: Parameters<typeof role>[1]) =>
    acme.owner.call(realms.updateRealm, { [name]: { new: role(acme, group) } });
  const agree = async (to: readonly Person[], isStarted: boolean) => {
    await client.receivesEvents();
    const { state } = client.store;
    const settings = realmSettings(state);
    const ids = to.map((person) => person.id).filter((id) => id !== ada.id);
    const being = (id: number) => ({ bot_type: state.users.users.get(id)?.bot_type ?? null });
    const isExpected =
      !isBetweenPeople(being(ada.id), ids.map(being)) ||
      (isAuthorized(anyOf(state, [ada.id, ...ids]), settings) && (isStarted || mayInitiate(holderOf(state), settings)));
    assert.equal(await succeeds(ada.writes(to, "Are you there?")), isExpected, to.map(({ name }) => name).join());
    return isExpected;
  };
  await set("direct_message_permission_group", "role:moderators");
  assert.deepEqual(
    [await agree([ben], false), await agree([mo], false), await agree([ben, mo], false), await agree([ada], false)],
    [false, true, true, true],
  );
  await set("direct_message_initiator_group", "role:nobody");
  assert.deepEqual([await agree([mo], true), await agree([acme.owner], false)], [true, false]);
});

test("unknown users have a visitor's rights, and a setting that the server lacks permits nobody", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("launch", [ada]);
  const { state } = (await clientOf(acme, ada)).store;
  const channel = state.channels.channels.get(stream_id);
  assert.ok(channel && hasContentAccess(holderOf(state), channel));
  assert.ok(!hasContentAccess(holderOf(state, 0), channel));
  assert.ok(!holderOf(state).groups.has(undefined));
});
