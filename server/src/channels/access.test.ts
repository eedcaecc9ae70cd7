import assert from "node:assert/strict";
import { org, test } from "../../test/index.ts";
import { updateRealm } from "../organization/realms/contract.ts";
import { getChannels, subscribe } from "./contract.ts";
import { getChannelId } from "./read/contract.ts";

const KINDS = {
  public: {},
  "web-public": { is_web_public: true },
  "private, shared": { invite_only: true, history_public_to_subscribers: true },
  "private, protected": { invite_only: true },
} as const;
const GROUPS = ["none", "can_administer_channel_group", "can_add_subscribers_group", "can_subscribe_group"] as const;

test("access to a channel follows from its kind and the user's role, subscription and groups", async (t) => {
  const acme = await org(t);
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  const people = {
    administrator: await acme.administrator("Ann"),
    member: await acme.member("Ada"),
    guest: await acme.guest("Gil"),
  };
  for (const [kind, settings] of Object.entries(KINDS))
    for (const group of GROUPS)
      for (const subscribed of [false, true]) {
        const name = `${kind} ${group} ${subscribed}`;
        const ids = Object.values(people).map((person) => person.id);
        const permission = group === "none" ? {} : { [group]: { direct_members: ids, direct_subgroups: [] } };
        await acme.owner.call(subscribe, {
          subscriptions: [{ name }],
          principals: subscribed ? ids : [acme.owner.id],
          ...settings,
          ...permission,
        });
        for (const [role, person] of Object.entries(people)) {
          const open = kind === "web-public" || subscribed || (kind === "public" && role !== "guest");
          const joins = group === "can_add_subscribers_group" || group === "can_subscribe_group";
          const byGroup = role !== "guest" && joins;
          const metadata =
            open ||
            byGroup ||
            (role !== "guest" && (role === "administrator" || group === "can_administer_channel_group"));
          const { streams } = await person.call(getChannels, { include_all: true });
          const seen = streams.find((stream) => stream.name === name);
          assert.equal(seen !== undefined, metadata, `${role} sees ${name}`);
          const narrow = JSON.stringify([["channel", name]]);
          const found = await person.asks("GET", "/messages", { anchor: "newest", num_before: "1", narrow });
          assert.equal(found.result === "success", metadata, `${role} knows ${name}`);
          const { stream_id } = seen ?? (await acme.owner.call(getChannelId, { stream: name }));
          const { result } = await person.asks("GET", `/users/me/${stream_id}/topics`);
          assert.equal(result === "success", open || byGroup, `${role} reads ${name}`);
          if (metadata && !open && !byGroup) assert.deepEqual(found.messages, [], `${role} finds nothing in ${name}`);
        }
      }
});

test("a subscription request fails with the first error that applies", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const guest = await acme.guest("Gil");
  for (const name of ["secret", "vault"]) await acme.channel(name, [acme.owner], { invite_only: true });
  const moderators = acme.realm.systemGroups["role:moderators"];
  const cases: [Record<string, string>, string][] = [
    [{ can_delete_any_message_group: String(moderators), folder_id: "9" }, "Insufficient permission"],
    [{ folder_id: "9", message_retention_days: "0" }, "Invalid channel folder ID"],
    [
      { message_retention_days: "soon", subscriptions: '[{"name":""}]' },
      "Bad value for 'message_retention_days': soon",
    ],
    [{ subscriptions: '[{"name":" "}]' }, "Channel name can't be empty."],
    [{ subscriptions: JSON.stringify([{ name: "x".repeat(61) }]) }, "Channel name too long (limit: 60 characters)."],
    [{ subscriptions: '[{"name":"a\\u0000"}]' }, "Invalid character in channel name, at position 2."],
    [{ invite_only: "true", is_web_public: "true" }, "Invalid parameters"],
    [{ is_default_stream: "true" }, "Insufficient permission"],
    [{ is_web_public: "true" }, "Web-public channels are not enabled."],
    [{ message_retention_days: "unlimited" }, "Must be an organization owner"],
    [{ message_retention_days: '"unlimited"' }, "Must be an organization owner"],
    [{ subscriptions: '[{"name":"SECRET"}]', principals: "[999999]" }, "Unable to access channel (secret)."],
    // Of several channels, the error names the first in the request.
    [{ subscriptions: '[{"name":"vault"},{"name":"secret"}]' }, "Unable to access channel (vault)."],
    [{ subscriptions: '[{"name":"secret"},{"name":"vault"}]' }, "Unable to access channel (secret)."],
    [{ principals: "[999999]" }, "No such user"],
  ];
  for (const [params, msg] of cases) {
    const answer = await ada.asks("POST", "/users/me/subscriptions", { subscriptions: '[{"name":"new"}]', ...params });
    assert.equal(answer.msg, msg);
  }
  const soft = await ada.call(subscribe, { subscriptions: [{ name: "secret" }], authorization_errors_fatal: false });
  assert.deepEqual(soft.unauthorized, ["secret"]);
  await assert.rejects(guest.call(subscribe, { subscriptions: [{ name: "general" }] }), {
    message: "Not allowed for guest users",
  });
  await acme.owner.call(updateRealm, { can_add_subscribers_group: { new: moderators } });
  await assert.rejects(ada.call(subscribe, { subscriptions: [{ name: "general" }], principals: [999_999] }), {
    message: "Insufficient permission",
  });
  await assert.rejects(
    acme.owner.call(subscribe, { subscriptions: [{ name: "n" }], invite_only: true, is_default_stream: true }),
    { message: "A default channel cannot be private." },
  );
});

test("only users who can see a private channel are notified of it", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const admin = await acme.administrator("Ann");
  for (const person of [ben, cem, admin]) await person.catchesUp();
  const id = await acme.channel("secret", [ada, ben], { invite_only: true });
  const kinds = async (person: typeof ada) => (await person.catchesUp()).map((event) => `${event.type} ${event.op}`);
  assert.deepEqual(await kinds(ben), ["stream create", "subscription add"]);
  assert.deepEqual(await kinds(admin), ["stream create", "subscription peer_add"]);
  assert.deepEqual(await kinds(cem), []);
  await ada.call(subscribe, { subscriptions: [{ name: "Secret" }], principals: [cem.id] });
  assert.deepEqual(await kinds(cem), ["stream create", "subscription add", "message undefined"]);
  assert.deepEqual(await ben.catchesUp(), [
    { type: "subscription", op: "peer_add", stream_ids: [id], user_ids: [cem.id] },
  ]);
});

test("a channel is found by name regardless of case, in every script", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("Straße ÄÖ Ωmega", [ada]);
  const again = await ada.call(subscribe, { subscriptions: [{ name: " STRASSE äö ωMEGA ", description: "ignored" }] });
  assert.deepEqual([again.subscribed, again.already_subscribed], [{}, { [ada.id]: ["Straße ÄÖ Ωmega"] }]);
});

test("channels are listed by name, in the same order on every engine", async (t) => {
  const acme = await org(t);
  for (const name of ["b", "A", "_x", "é", "z", "a-1", "a 2"]) await acme.channel(name, [acme.owner]);
  const { streams } = await acme.owner.call(getChannels, {});
  assert.deepEqual(
    streams.map((each) => each.name),
    ["_x", "A", "a 2", "a-1", "b", "general", "Parley", "sandbox", "z", "é"],
  );
});
