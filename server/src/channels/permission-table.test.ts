import assert from "node:assert/strict";
import { org, type Person, test } from "../../test/index.ts";
import { type ChannelPermission, channelPermissions, SYSTEM_GROUPS } from "../access/permission-settings.ts";
import { sendMessage } from "../messages/contract.ts";
import { updateRealm } from "../realms/contract.ts";
import { subscribe } from "./contract.ts";
import { getChannel } from "./read/contract.ts";
import { unsubscribe } from "./subscribe/contract.ts";
import { updateChannel } from "./update/contract.ts";

const PERMISSIONS = Object.keys(channelPermissions) as ChannelPermission[];

test("every permission of a channel takes exactly the system groups that its row says", async (t) => {
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

/** What a permission is asked for, and how a test tries it. Deleting, moving and resolving belong to messages. */
interface Guarded {
  private?: boolean;
  subscribed?: boolean;
  tries(person: Person, at: { stream_id: number; name: string; other: Person }): Promise<unknown>;
}

const GUARDED: Partial<Record<ChannelPermission, Record<string, Guarded>>> = {
  can_add_subscribers_group: {
    "subscribes others": {
      tries: (person, { name, other }) =>
        person.call(subscribe, {
          subscriptions: [{ name }],
          principals: [other.id],
          send_new_subscription_messages: false,
        }),
    },
    "sees a private channel": {
      private: true,
      tries: (person, { stream_id }) => person.call(getChannel, { stream_id }),
    },
    "joins a private channel": {
      private: true,
      tries: (person, { name }) => person.call(subscribe, { subscriptions: [{ name }] }),
    },
  },
  can_administer_channel_group: {
    "changes the channel": {
      tries: (person, { stream_id }) => person.call(updateChannel, { stream_id, description: person.name }),
    },
    "sees a private channel": {
      private: true,
      tries: (person, { stream_id }) => person.call(getChannel, { stream_id }),
    },
    "removes others": {
      tries: (person, { name, other }) => person.call(unsubscribe, { subscriptions: [name], principals: [other.id] }),
    },
  },
  can_remove_subscribers_group: {
    "removes others": {
      tries: (person, { name, other }) => person.call(unsubscribe, { subscriptions: [name], principals: [other.id] }),
    },
  },
  can_send_message_group: {
    posts: {
      tries: (person, { name }) => person.call(sendMessage, { type: "channel", to: name, topic: "x", content: "hi" }),
    },
  },
  can_subscribe_group: {
    "sees a private channel": {
      private: true,
      tries: (person, { stream_id }) => person.call(getChannel, { stream_id }),
    },
    "joins a private channel": {
      private: true,
      tries: (person, { name }) => person.call(subscribe, { subscriptions: [{ name }] }),
    },
  },
};

test("whoever is just inside a permission may, and whoever is just outside may not", async (t) => {
  const acme = await org(t);
  const nobody = { new: acme.realm.systemGroups["role:nobody"] };
  await acme.owner.call(updateRealm, { can_add_subscribers_group: nobody });
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
        return guarded.tries(person, { stream_id, name: channel, other }).then(
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

test("a guest never holds what is not for everyone, even when listed", async (t) => {
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
