/** Tries each operation that a permission of the organization guards, by someone just inside it and just outside. */
import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import { createChannel } from "../../channels/create/contract.ts";
import { updateChannel } from "../../channels/update/contract.ts";
import { createInviteLink, sendInvites } from "../../joining/invites/contract.ts";
import { type RealmPermission, realmPermissions } from "../../kernel/access/permission-settings.ts";
import { deleteMessage } from "../../messages/delete/contract.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { createUserGroup, updateUserGroup } from "../../people/groups/contract.ts";
import { updateRealm } from "./contract.ts";

interface GuardScene {
  readonly acme: Organization;
  /** The person who tries the operation. */
  readonly person: Person;
  readonly other: Person;
  /** A new public channel with the owner and `other`. */
  readonly stream_id: number;
  readonly name: string;
  readonly elsewhere: number;
}

type Tries = (scene: GuardScene) => Promise<unknown>;

let made = 0;
const fresh = () => `new ${++made}`;

const creates =
  (kind: object): Tries =>
  ({ person }) =>
    person.call(createChannel, { name: fresh(), subscribers: [], ...kind });
const changesOwn =
  (change: (scene: GuardScene) => object): Tries =>
  async (scene) => {
    const { id } = await scene.person.call(createChannel, { name: fresh(), subscribers: [scene.person.id] });
    return scene.person.call(updateChannel, { stream_id: id, ...change(scene) });
  };
const edits =
  (change: (scene: GuardScene) => object): Tries =>
  async (scene) =>
    scene.person.call(editMessage, {
      message_id: await scene.other.sends(`#${scene.name} > plans`, "x"),
      send_notification_to_new_thread: false,
      ...change(scene),
    });
const deletes = (by: (scene: GuardScene) => Person): Tries => {
  return async (scene) =>
    scene.person.call(deleteMessage, { message_id: await by(scene).sends(`#${scene.name} > plans`, "x") });
};
const everyone = ({ acme }: GuardScene) => acme.realm.systemGroups["role:everyone"];

/** `undefined`: no operation checks it, or the feature has its own tests (see organization/settings/meanings/). */
const GUARDED: Record<RealmPermission, Record<string, Tries> | undefined> = {
  can_access_all_users_group: undefined,
  can_add_custom_emoji_group: undefined,
  can_create_bots_group: undefined,
  can_create_write_only_bots_group: undefined,
  can_manage_billing_group: undefined,
  can_summarize_topics_group: undefined,
  can_invite_users_group: {
    "invites someone": ({ person }) =>
      person.call(sendInvites, { invitee_emails: `${fresh().replace(" ", "")}@example.com`, stream_ids: [] }),
  },
  create_multiuse_invite_group: {
    "creates an invitation link": ({ person }) => person.call(createInviteLink, {}),
  },
  can_add_subscribers_group: {
    "subscribes others": ({ person, name, other }) =>
      person.call(subscribe, { subscriptions: [{ name }], principals: [other.id] }),
  },
  can_create_groups: {
    "creates a group": ({ person }) => person.call(createUserGroup, { name: fresh(), description: "", members: [] }),
  },
  can_create_private_channel_group: {
    "creates a private channel": creates({ invite_only: true }),
    "creates a private channel by subscribing": ({ person }) =>
      person.call(subscribe, { subscriptions: [{ name: fresh() }], invite_only: true }),
    "makes a channel private": changesOwn(() => ({ is_private: true })),
  },
  can_create_public_channel_group: {
    "creates a public channel": creates({}),
    "creates a public channel by subscribing": ({ person }) =>
      person.call(subscribe, { subscriptions: [{ name: fresh() }] }),
    "makes a private channel public": async ({ person }) => {
      const { id } = await person.call(createChannel, { name: fresh(), subscribers: [person.id], invite_only: true });
      return person.call(updateChannel, { stream_id: id, is_private: false });
    },
  },
  can_create_web_public_channel_group: {
    "creates a web-public channel": creates({ is_web_public: true }),
    "makes a channel web-public": changesOwn(() => ({ is_web_public: true })),
  },
  can_delete_any_message_group: {
    "deletes someone else's message": deletes(({ other }) => other),
    "deletes their own message": deletes(({ person }) => person),
  },
  can_delete_own_message_group: { "deletes their own message": deletes(({ person }) => person) },
  can_manage_all_groups: {
    "changes someone else's group": async ({ acme, person }) => {
      const request = { name: fresh(), description: "", members: [] };
      const { group_id } = await acme.owner.call(createUserGroup, request);
      return person.call(updateUserGroup, { user_group_id: group_id, description: "x" });
    },
  },
  can_mention_many_users_group: {
    "mentions a whole large channel": async ({ acme, person }) => {
      const name = fresh();
      await acme.channel(name, [person, ...(await crowd(acme))]);
      return person.sends(`#${name} > plans`, "hey @**all**");
    },
  },
  can_move_messages_between_channels_group: {
    "moves a message to another channel": edits(({ elsewhere }) => ({ stream_id: elsewhere })),
  },
  can_move_messages_between_topics_group: { "moves a message to another topic": edits(() => ({ topic: "x" })) },
  can_resolve_topics_group: {
    "resolves a topic": edits(() => ({ topic: "✔ plans", propagate_mode: "change_all" })),
  },
  can_set_delete_message_policy_group: {
    "sets who can delete any message": changesOwn((on) => ({ can_delete_any_message_group: { new: everyone(on) } })),
    "sets who can delete their own messages": changesOwn((on) => ({
      can_delete_own_message_group: { new: everyone(on) },
    })),
    "sets it when creating a channel": (on) => creates({ can_delete_own_message_group: everyone(on) })(on),
  },
  can_set_topics_policy_group: {
    "changes the topics policy": changesOwn(() => ({ topics_policy: "disable_empty_topic" })),
    "sets the topics policy when creating a channel": creates({ topics_policy: "disable_empty_topic" }),
  },
  direct_message_initiator_group: {
    "starts a direct conversation": async ({ acme, person }) => person.writes(await acme.member(fresh()), "hi"),
  },
  direct_message_permission_group: {
    // The sender or one of the recipients must be a member.
    "sends a direct message": async ({ acme, person }) => person.writes(await acme.member(fresh()), "hi"),
  },
};

const crowds = new WeakMap<Organization, Promise<Person[]>>();
/** Enough people that a wildcard mention counts as mentioning many. */
function crowd(acme: Organization): Promise<Person[]> {
  const known = crowds.get(acme) ?? Promise.all(Array.from({ length: 16 }, () => acme.member(fresh())));
  crowds.set(acme, known);
  return known;
}

/** Set to nobody, because they would also allow some of the operations. */
const OTHERS: readonly RealmPermission[] = ["can_delete_any_message_group", "can_delete_own_message_group"];

for (const [permission, operations] of Object.entries(GUARDED) as [RealmPermission, Record<string, Tries>][])
  test(`${permission} admits its holders and nobody else`, async (t) => {
    if (!operations) return t.diagnostic("no operation checks it here");
    const acme = await org(t);
    const { systemGroups } = acme.realm;
    const { owner } = acme;
    await owner.call(updateRealm, { enable_spectator_access: true });
    for (const each of OTHERS) await owner.call(updateRealm, { [each]: { new: systemGroups["role:nobody"] } });
    const [other, ida, otto] = [await acme.member("Uma"), await acme.member("Ida"), await acme.member("Otto")];
    const [mo, ann] = [await acme.moderator("Mo"), await acme.administrator("Ann")];
    const elsewhere = await acme.channel("elsewhere", [owner]);
    const { requireSystemGroup, allowNobody } = realmPermissions[permission];
    const moderators = systemGroups["role:moderators"];
    const listed = { direct_members: [ida.id], direct_subgroups: [moderators] };
    const cases: [string, unknown, Person, boolean][] = [
      ["a moderator", moderators, mo, true],
      ["an administrator", moderators, ann, true],
      ["a member", moderators, otto, false],
      ...(requireSystemGroup
        ? []
        : ([
            ["someone listed", listed, ida, true],
            ["someone not listed", listed, otto, false],
          ] as const)),
      ...(allowNobody ? ([["nobody", systemGroups["role:nobody"], mo, false]] as const) : []),
    ] as never;
    for (const [what, tries] of Object.entries(operations))
      for (const [who, value, person, isAllowed] of cases) {
        const name = fresh();
        await owner.call(updateRealm, { [permission]: { new: systemGroups["role:owners"] } });
        const stream_id = await acme.channel(name, [owner, other]);
        await owner.call(updateRealm, { [permission]: { new: value as number } });
        const attempt = tries({ acme, person, other, stream_id, name, elsewhere });
        const label = `${permission}: ${who} ${what}`;
        if (isAllowed) await assert.doesNotReject(attempt, label);
        else await assert.rejects(attempt, /ermission|authorize|direct messages/i, label);
      }
  });
