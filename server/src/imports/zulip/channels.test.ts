/** Who may post in the channels of Zulip exports. */
import assert from "node:assert/strict";
import { type Organization, org, test } from "../../../test/index.ts";
import { channels as channelApi, messages as messageApi } from "../../contract.ts";
import {
  BEGIN,
  claimed,
  foreseesExport,
  idsNamed,
  importsExport,
  zulipExport,
  zulipMessage,
  zulipStream,
} from "./testing.ts";

const named = (id: number, name: string, more: object = {}) => ({
  ...{ usergroup_ptr: id, name, description: "", is_system_group: name.startsWith("role:"), deactivated: false },
  ...{ creator: 10, date_created: BEGIN },
  ...more,
});

const ROLES = ["nobody", "administrators", "moderators", "everyone"].map((role, n) => named(50 + n, `role:${role}`));
const [NOBODY, ADMINISTRATORS, MODERATORS, EVERYONE] = [50, 51, 52, 53];

/** Groups with a name, and two without that are values of permissions. */
const GROUPS = {
  zerver_usergroup: [30, 31, 40, 41, 42, 50, 51, 52, 53].map((id) => ({ id })),
  zerver_namedusergroup: [...ROLES, named(30, "press"), named(31, "former", { deactivated: true })],
  zerver_usergroupmembership: [
    { user_group: 30, user_profile: 11 },
    { user_group: 40, user_profile: 10 },
    { user_group: 40, user_profile: 99 },
    { user_group: 41, user_profile: 10 },
  ],
  zerver_groupgroupmembership: [
    { supergroup: 40, subgroup: 30 },
    { supergroup: 42, subgroup: 31 },
  ],
};

const streams = (...given: readonly object[]) =>
  given.map((more, n) => {
    const { name = `channel ${n}` } = more as { name?: string };
    return zulipStream(20 + n, name, more);
  });

async function posters(acme: Organization) {
  const { streams: listed } = await acme.owner.call(channelApi.getChannels, { include_all: true });
  const { systemGroups } = await acme.server.app.identities.realmById(acme.server.app.database.reader, acme.realm.id);
  const roles = new Map(Object.entries(systemGroups).map(([name, id]) => [id as number, name]));
  return Object.fromEntries(
    listed.map(({ name, can_send_message_group: value }) => [
      name,
      typeof value === "number" ? (roles.get(value) ?? value) : value,
    ]),
  );
}

test("who may post in a channel comes from the archive, and everything else about its permissions is counted", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  await acme.channel("here", [acme.owner]);
  const file = await zulipExport(
    t,
    {
      ...GROUPS,
      zerver_stream: streams(
        { name: "news", stream_post_policy: 2 },
        { name: "new members wait", stream_post_policy: 3 },
        { name: "moderated", can_send_message_group: MODERATORS, stream_post_policy: 1 },
        { name: "open", can_send_message_group: EVERYONE, can_administer_channel_group: 41, creator: 10 },
        { name: "closed", can_send_message_group: NOBODY, can_remove_subscribers_group: ADMINISTRATORS },
        { name: "of the press", can_send_message_group: 30, can_subscribe_group: NOBODY },
        {
          name: "of some",
          can_send_message_group: 40,
          can_add_subscribers_group: 30,
          can_administer_channel_group: 30,
        },
        { name: "of nobody who is here", can_send_message_group: 42 },
        { name: "unknown", can_send_message_group: 77, is_web_public: true, message_retention_days: 30 },
        { name: "here", can_send_message_group: ADMINISTRATORS, topics_policy: 4 },
        { name: "unlimited", stream_post_policy: 9, message_retention_days: null, topics_policy: 1 },
      ),
    },
    { zerver_message: [zulipMessage(1, 11, "For all", { recipient: 120 })] },
  );
  const planned = await foreseesExport(acme, file);
  const { taken, leftOut } = await importsExport(acme, file);
  assert.deepEqual([planned.taken, planned.leftOut], [taken, leftOut], "a dry run says the same");
  assert.deepEqual(leftOut, [
    "1 permissions of channels: an archive opens nothing to everyone on the web",
    "1 permissions of channels: the channel was here before",
    "1 settings of channels: messages are kept as long as those of other channels",
    "1 settings of channels: topics are as in other channels",
    "2 permissions of channels: only who may post comes with a channel",
    "3 permissions of channels: not everyone who may post there is here",
  ]);

  // What only people see whose accounts are in use.
  const [ada, ben] = [await claimed(acme, "Ada"), await claimed(acme, "Ben")];
  const found = await posters(acme);
  const press = found["of the press"] as number;
  assert.ok(Number.isInteger(press));
  const [adasId] = await idsNamed(acme, "Ada");
  assert.deepEqual(found, {
    ...{
      Parley: "role:everyone",
      general: "role:everyone",
      sandbox: "role:everyone",
      design: "role:everyone",
      here: "role:everyone",
      open: "role:everyone",
    },
    ...{ news: "role:administrators", "new members wait": "role:fullmembers", moderated: "role:moderators" },
    ...{ closed: "role:nobody", "of the press": press },
    "of some": { direct_members: [adasId], direct_subgroups: [press] },
    ...{ "of nobody who is here": "role:administrators", unknown: "role:administrators" },
    unlimited: "role:administrators",
  });

  const says = (person: typeof ada, to: string) =>
    person.call(messageApi.sendMessage, { type: "channel", to: [to], topic: "x", content: "hello" });
  await assert.rejects(says(ada, "news"), { code: "BAD_REQUEST" });
  await assert.rejects(says(ada, "of the press"), { code: "BAD_REQUEST" });
  await says(ben, "of the press");
  await says(ada, "of some");
});
