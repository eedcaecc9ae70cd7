import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../test/index.ts";
import {
  CHANNEL_PERMISSIONS,
  type ChannelPermission,
  channelPermissions,
  SYSTEM_GROUPS,
} from "../kernel/access/permission-settings.ts";
import { sendMessage } from "../messages/contract.ts";
import { deleteMessage } from "../messages/delete/contract.ts";
import { editMessage } from "../messages/edit/contract.ts";
import { getTopics } from "../messages/topics/contract.ts";
import { updateRealm } from "../organization/realms/contract.ts";
import { subscribe } from "./contract.ts";
import { getChannel, getChannelMembers } from "./read/contract.ts";
import { unsubscribe } from "./subscribe/contract.ts";
import { archiveChannel, replaceChannelEmailAddresses, updateChannel } from "./update/contract.ts";

const PERMISSIONS = CHANNEL_PERMISSIONS;

test("every channel permission accepts exactly the system groups in its row", async (t) => {
  const acme = await org(t);
  const stream_id = await acme.channel("design", [acme.owner]);
  for (const name of PERMISSIONS) {
    const { allowEveryone, allowNobody } = channelPermissions[name];
    for (const group of SYSTEM_GROUPS) {
      const isAllowed =
        group !== "role:internet" &&
        (group !== "role:everyone" || allowEveryone) &&
        (group !== "role:nobody" || allowNobody);
      const value = JSON.stringify({ new: acme.realm.systemGroups[group] });
      const { msg } = await acme.owner.asks("PATCH", `/streams/${stream_id}`, { [name]: value });
      assert.equal(msg, isAllowed ? "" : `'${name}' setting cannot be set to '${group}' group.`);
    }
  }
});

/** What a permission allows, and how a test tries it. */
interface Guarded {
  private?: boolean;
  subscribed?: boolean;
  tries(person: Person, at: { stream_id: number; name: string; other: Person; elsewhere: number }): Promise<unknown>;
}

const sending = (person: Person, name: string) => person.sends(`#${name} > plans`, "x");

const deletesOwn: Guarded = {
  tries: async (person, { name }) => person.call(deleteMessage, { message_id: await sending(person, name) }),
};
const deletesOthers: Guarded = {
  tries: async (person, { name, other }) => person.call(deleteMessage, { message_id: await sending(other, name) }),
};
const edits = (change: object): Guarded => ({
  tries: async (person, { name, other }) =>
    person.call(editMessage, {
      message_id: await sending(other, name),
      send_notification_to_new_thread: false,
      ...change,
    }),
});
const retopics = edits({ topic: "elsewhere" });
const resolves = edits({ topic: "✔ plans", propagate_mode: "change_all" });
const movesOut: Guarded = {
  tries: async (person, at) => edits({ stream_id: at.elsewhere }).tries(person, at),
};

/** Actions on messages; each needs exactly its own permission. */
const MESSAGES = {
  "deletes their own message": deletesOwn,
  "deletes somebody's message": deletesOthers,
  "moves a message to another topic": retopics,
  "moves a message out": movesOut,
  "resolves a topic": resolves,
};
type OnMessages = keyof typeof MESSAGES;
const some = (...names: OnMessages[]) => Object.fromEntries(names.map((name) => [name, MESSAGES[name]]));

const sees: Guarded = {
  private: true,
  tries: (person, { stream_id }) => person.call(getChannel, { stream_id }),
};
const reads: Guarded = {
  private: true,
  tries: (person, { stream_id }) => person.call(getTopics, { stream_id }),
};
const joins: Guarded = {
  private: true,
  tries: (person, { name }) => person.call(subscribe, { subscriptions: [{ name }] }),
};
const subscribesOthers: Guarded = {
  tries: async (person, { name, other, stream_id }) => {
    await other.call(unsubscribe, { subscriptions: [name] });
    const params = { principals: [other.id], send_new_subscription_messages: false };
    await person.call(subscribe, { subscriptions: [{ name }], ...params });
    const { subscribers } = await other.call(getChannelMembers, { stream_id });
    assert.ok(subscribers.includes(other.id));
  },
};
const removesOthers: Guarded = {
  tries: (person, { name, other }) => person.call(unsubscribe, { subscriptions: [name], principals: [other.id] }),
};

const GUARDED: Record<ChannelPermission, Record<string, Guarded>> = {
  can_delete_any_message_group: some("deletes somebody's message", "deletes their own message"),
  can_delete_own_message_group: some("deletes their own message"),
  can_move_messages_out_of_channel_group: some("moves a message out"),
  can_move_messages_within_channel_group: some("moves a message to another topic"),
  can_resolve_topics_group: some("resolves a topic"),
  can_add_subscribers_group: {
    "subscribes others": subscribesOthers,
    "sees a private channel": sees,
    "reads a private channel": reads,
    "joins a private channel": joins,
  },
  can_administer_channel_group: {
    ...some("moves a message to another topic", "moves a message out"),
    "changes the channel": {
      tries: (person, { stream_id }) => person.call(updateChannel, { stream_id, description: person.name }),
    },
    "changes who may post": {
      tries: (person, { stream_id, other }) =>
        person.call(updateChannel, {
          stream_id,
          can_send_message_group: { new: { direct_members: [other.id], direct_subgroups: [] } },
        }),
    },
    "replaces its email addresses": {
      tries: (person, { stream_id }) => person.call(replaceChannelEmailAddresses, { stream_id }),
    },
    "archives the channel": { tries: (person, { stream_id }) => person.call(archiveChannel, { stream_id }) },
    "subscribes others": subscribesOthers,
    "sees a private channel": sees,
    "removes others": removesOthers,
    "removes others from a private channel": { ...removesOthers, private: true },
  },
  can_remove_subscribers_group: { "removes others": removesOthers },
  can_send_message_group: {
    posts: {
      tries: (person, { name }) => person.call(sendMessage, { type: "channel", to: name, topic: "x", content: "hi" }),
    },
  },
  can_subscribe_group: {
    "sees a private channel": sees,
    "reads a private channel": reads,
    "joins a private channel": joins,
  },
};

/** Removes the organization's own permissions for channels and their messages. */
async function closeRealm(acme: Organization): Promise<void> {
  const nobody = { new: acme.realm.systemGroups["role:nobody"] };
  await acme.owner.call(updateRealm, {
    can_add_subscribers_group: nobody,
    can_delete_any_message_group: nobody,
    can_delete_own_message_group: nobody,
    can_move_messages_between_channels_group: nobody,
    can_move_messages_between_topics_group: nobody,
    can_resolve_topics_group: nobody,
  });
}

test("a permission about a channel's messages grants no other one", async (t) => {
  const acme = await org(t);
  await closeRealm(acme);
  const [ida, other] = [await acme.member("Ida"), await acme.member("Otto")];
  const elsewhere = await acme.channel("elsewhere", [acme.owner]);
  const set = { new: { direct_members: [ida.id], direct_subgroups: [] } };
  const about = PERMISSIONS.filter((name) => /message|resolve/.test(name) && name !== "can_send_message_group");
  assert.equal(about.length, 5);
  for (const permission of about) {
    const name = `with ${permission}`;
    const stream_id = await acme.channel(name, [acme.owner, other]);
    await acme.owner.call(updateChannel, { stream_id, [permission]: set });
    for (const [what, guarded] of Object.entries(MESSAGES)) {
      const at = { stream_id, name, other, elsewhere };
      const attempt = guarded.tries(ida, at);
      if (what in GUARDED[permission]) await assert.doesNotReject(attempt, `${permission}: ${what}`);
      else await assert.rejects(attempt, /permission/, `${permission}: ${what}`);
    }
  }
});

test("users just inside a permission are allowed, and users just outside are not", async (t) => {
  const acme = await org(t);
  await closeRealm(acme);
  const elsewhere = await acme.channel("elsewhere", [acme.owner]);
  const people = {
    moderator: await acme.moderator("Mo"),
    member: await acme.member("Ada"),
    listed: await acme.member("Lis"),
  };
  const other = await acme.member("Otto");
  let count = 0;
  for (const [name, operations] of Object.entries(GUARDED))
    for (const [what, guarded] of Object.entries(operations)) {
      const attempt = async (person: Person, value: unknown) => {
        const channel = `${name} ${++count}`;
        const stream_id = await acme.channel(channel, [acme.owner, other], { invite_only: guarded.private ?? false });
        await acme.owner.call(updateChannel, { stream_id, [name]: { new: value } });
        return guarded.tries(person, { stream_id, name: channel, other, elsewhere }).then(
          () => true,
          () => false,
        );
      };
      const { systemGroups } = acme.realm;
      const moderators = systemGroups["role:moderators"];
      const set = { direct_members: [people.listed.id], direct_subgroups: [moderators] };
      assert.equal(await attempt(people.moderator, moderators), true, `${name}: a moderator ${what}`);
      assert.equal(await attempt(people.member, moderators), false, `${name}: a member ${what}`);
      assert.equal(await attempt(people.listed, set), true, `${name}: somebody listed ${what}`);
      assert.equal(await attempt(people.member, set), false, `${name}: somebody not listed ${what}`);
      assert.equal(await attempt(people.moderator, systemGroups["role:nobody"]), false, `${name}: nobody ${what}`);
    }
});

test("a guest never holds a permission that is not for everyone, even when listed", async (t) => {
  const acme = await org(t);
  const gil = await acme.guest("Gil");
  const set = { new: { direct_members: [gil.id], direct_subgroups: [] } };
  for (const name of PERMISSIONS.filter((each) => !channelPermissions[each].allowEveryone)) {
    const stream_id = await acme.channel(`for ${name}`, [acme.owner, gil]);
    await acme.owner.call(updateChannel, { stream_id, [name]: set });
    await assert.rejects(gil.call(updateChannel, { stream_id, description: "x" }), {
      message: "You do not have permission to administer this channel.",
    });
    const secret = await acme.channel(`secret ${name}`, [acme.owner], { invite_only: true });
    await acme.owner.call(updateChannel, { stream_id: secret, [name]: set });
    await assert.rejects(gil.call(getChannel, { stream_id: secret }), { message: "Invalid channel ID" });
  }
});
