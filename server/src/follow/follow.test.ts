import assert from "node:assert/strict";
import { org, type Person, serverFor, type TestServer, test } from "../../test/index.ts";
import { getSubscriptions, subscribe } from "../channels/contract.ts";
import { unsubscribe, updateSubscriptionSettings } from "../channels/subscribe/contract.ts";
import { updateChannel } from "../channels/update/contract.ts";
import { setTopicVisibility } from "../channels/user-topics/contract.ts";
import { Dice } from "../imports/testing.ts";
import { OutgoingError } from "../kernel/outgoing/errors.ts";
import { getMessages } from "../messages/contract.ts";
import { deleteMessage } from "../messages/delete/contract.ts";
import { editMessage } from "../messages/edit/contract.ts";
import { addReaction, removeReaction } from "../messages/reactions/contract.ts";
import { updateMessageFlags } from "../messages/read-state/contract.ts";
import { uploads } from "../messages/uploads/testing.ts";
import { updateRealm } from "../organization/realms/contract.ts";
import { addAlertWords } from "../people/alert-words/contract.ts";
import { createUserGroup, getUserGroups, updateGroupMembers } from "../people/groups/contract.ts";
import { muteUser } from "../people/muted-users/contract.ts";
import { updateSettings } from "../people/settings/contract.ts";
import { getUsers, updateUser } from "../people/users/contract.ts";
import { clientOf, follow, newInstallation, sameOn } from "./testing.ts";

/** What somebody sees, with names in place of ids, so that two servers can be compared. */
async function seenBy(person: Person): Promise<unknown> {
  const { members } = await person.call(getUsers, {});
  const nameOf = new Map(members.map((each) => [each.user_id, each.full_name]));
  const people = members.map(({ full_name, role, is_active, is_bot }) => ({ full_name, role, is_active, is_bot }));
  const { subscriptions } = await person.call(getSubscriptions, { include_subscribers: "true" });
  const { user_groups } = await person.call(getUserGroups, {});
  const page = {
    num_before: 1000,
    num_after: 0,
    anchor: "newest",
    apply_markdown: false,
    allow_empty_topic_name: true,
  };
  const narrows = [[{ operator: "is", operand: "dm" }], [{ operator: "channels", operand: "public" }]] as const;
  const own = subscriptions.map(({ name }) => [{ operator: "channel", operand: name }] as const);
  const messages = new Map<number, unknown>();
  for (const narrow of [...narrows, ...own])
    for (const message of (await person.call(getMessages, { ...page, narrow: [...narrow] })).messages)
      messages.set(message.id, {
        sender: message.sender_full_name,
        to: typeof message.display_recipient === "string" ? message.display_recipient : "direct",
        topic: message.subject,
        content: message.content
          .replace(/\/user_uploads\/[\w./%-]+\//g, "/user_uploads/…/")
          .replace(/\|\d+\*\*/g, "|…**"),
        at: message.timestamp,
        edited: message.last_edit_timestamp,
        moved: message.last_moved_timestamp,
        history: message.edit_history?.length,
        reactions: message.reactions.map(({ user_id, emoji_name }) => `${nameOf.get(user_id)} ${emoji_name}`).sort(),
        flags: message.flags.filter((flag) => flag !== "historical"),
      });
  return {
    people: people.sort((a, b) => (a.full_name < b.full_name ? -1 : 1)),
    channels: subscriptions
      .map(({ name, description, invite_only, is_muted, color, subscribers }) => ({
        ...{ name, description, invite_only, is_muted, color },
        subscribers: subscribers?.map((id) => nameOf.get(id)).sort(),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    groups: user_groups
      .map(({ name, description, members }) => ({
        name,
        description,
        members: members.map((id) => nameOf.get(id)).sort(),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    messages: [...messages].sort(([a], [b]) => a - b),
  };
}

async function assertSame(here: TestServer, people: readonly Person[]): Promise<void> {
  for (const person of people)
    assert.deepEqual(await seenBy(await sameOn(here, person)), await seenBy(person), person.name);
}

test("an organization is copied, with everything that the given keys show", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const [ada, ben, eve] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Eve")];
  const design = await acme.channel("design", [ada, ben, acme.owner]);
  const secret = await acme.channel("secret", [ada, ben], { invite_only: true, history_public_to_subscribers: true });
  await acme.channel("hidden", [ben, eve], { invite_only: true, history_public_to_subscribers: true });
  await acme.channel("vault", [ada, ben], { invite_only: true, history_public_to_subscribers: false });
  await acme.owner.call(updateChannel, { stream_id: design, description: "How it looks" });
  const first = await ada.sends("#design > logo", "Is it blue?");
  await ben.call(addReaction, { message_id: first, emoji_name: "tada" });
  const edited = await ben.sends("#design > logo", "No, gren");
  await ben.call(editMessage, { message_id: edited, content: `No, green, @**Ada|${ada.id}**` });
  await acme.owner.call(editMessage, { message_id: first, topic: "colour", propagate_mode: "change_one" });
  const gone = await ada.sends("#design > logo", "Never mind");
  await acme.owner.call(deleteMessage, { message_id: gone });
  await ada.sends("#secret > plans", `See [notes](/user_uploads/${await uploads(ada)})`);
  await ada.writes(ben, "Just between us");
  await ben.writes(eve, "Nobody else sees this");
  const guarded = await ada.sends("#vault > gold", "Protected");
  await ada.call(unsubscribe, { subscriptions: ["vault"] });
  const missed = await ben.sends("#vault > gold", "While Ada was away");
  await ben.call(subscribe, { subscriptions: [{ name: "vault" }], principals: [ada.id] as never });
  const again = await ben.sends("#vault > gold", "Ada is back");
  await ada.call(updateMessageFlags, { messages: [first], op: "add", flag: "starred" });
  const { group_id } = await acme.owner.call(createUserGroup, {
    name: "crew",
    description: "All of us",
    members: [ada.id, ben.id],
  });
  await acme.owner.call(updateRealm, {
    message_content_edit_limit_seconds: 1234,
    can_create_public_channel_group: { new: group_id },
  });
  await ada.call(setTopicVisibility, { stream_id: design, topic: "logo", visibility_policy: 3 });
  await ada.call(updateSubscriptionSettings, {
    subscription_data: [{ stream_id: secret, property: "color", value: "#ff0000" }],
  });
  await ada.call(updateSettings, { twenty_four_hour_time: true });
  await ada.call(addAlertWords, { alert_words: ["lunch"] });
  await ada.call(muteUser, { muted_user_id: eve.id });

  const following = await follow(acme, here, [acme.owner, ada]);
  const outcome = await following.once();
  assert.deepEqual(outcome.differences, []);
  assert.equal(outcome.isEqual, true);
  await assertSame(here, [acme.owner]);
  const left = outcome.leftOut.map(({ what, examples }) => [what, examples[0]]);
  assert.deepEqual(
    left.find(([what]) => what === "private channels"),
    ["private channels", "hidden"],
  );
  assert.deepEqual(
    left.find(([what]) => what === "channels with protected history"),
    ["channels with protected history", "vault"],
  );
  assert.deepEqual(outcome.leftOut.find(({ what }) => what === "people")?.count, 2);

  // Ids and files are kept, accounts wait for their people, and nobody else's conversations came.
  const adaHere = await sameOn(here, ada);
  const { messages } = await adaHere.call(getMessages, {
    anchor: "newest",
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
  });
  assert.ok(
    messages.some(({ id, flags, subject }) => id === first && subject === "colour" && flags.includes("starred")),
  );
  assert.ok(messages.some(({ id, content }) => id === edited && content.includes(`|${adaHere.id}**`)));
  assert.ok(!messages.some(({ id }) => id === gone));
  // In a channel with protected history everyone has what their key shows, and nobody else has anything.
  const inVault = async (person: Person) => {
    const narrow = [{ operator: "channel" as const, operand: "vault" }];
    const page = { anchor: "newest", num_before: 100, num_after: 0, narrow };
    return (await person.call(getMessages, page)).messages.map(({ id }) => id);
  };
  const fromBen = await inVault(adaHere);
  assert.deepEqual(fromBen, await inVault(ada));
  assert.ok([guarded, again].every((id) => fromBen.includes(id)) && !fromBen.includes(missed));
  const path = messages.flatMap(({ content }) => /\/user_uploads\/\S+(?=\))/.exec(content) ?? [])[0];
  const credentials = Buffer.from(`${ada.email}:${adaHere.apiKey}`).toString("base64");
  const { url } = (await (
    await here.fetch(`http://chat.test/api/v1${path}`, { headers: { authorization: `Basic ${credentials}` } })
  ).json()) as { url: string };
  assert.equal(await (await here.fetch(`http://chat.test${url}`)).text(), "hello");
  const rows = await here.app.database.reader
    .selectFrom("user")
    .select(["password_hash", "is_email_verified"])
    .where("system_bot", "is", null)
    .execute();
  assert.ok(rows.every(({ password_hash, is_email_verified }) => password_hash === null && !is_email_verified));
  const benHere = await sameOn(here, ben);
  const heard = await benHere.call(getMessages, {
    anchor: "newest",
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: "is", operand: "dm" }],
  });
  assert.deepEqual(
    heard.messages.map(({ content }) => content),
    ["Just between us"],
  );
  await following.end();
  assert.deepEqual(await inVault(adaHere), fromBen);
  assert.deepEqual(await inVault(benHere), [], "Ben gave no key");
});

test("what happens meanwhile is followed, whatever is interrupted", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const dice = new Dice(acme.server.engine === "sqlite" ? 11 : 12);
  const people = [acme.owner, await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const [, ada, ben] = people as [Person, Person, Person, Person];
  const rooms = ["kitchen", "garden", "roof"];
  const ids = new Map<string, number>();
  for (const room of rooms) ids.set(room, await acme.channel(room, people));
  ids.set(
    "cellar",
    await acme.channel("cellar", [ada, ben], { invite_only: true, history_public_to_subscribers: true }),
  );
  const sent: number[] = [];
  let made = 0;
  const steps: (() => Promise<unknown>)[] = [
    async () => sent.push(await dice.pick(people).sends(`#${dice.pick(rooms)} > t${dice.below(3)}`, `Hello ${++made}`)),
    async () => sent.push(await ada.sends("#cellar > wine", `Hello ${++made}`)),
    async () => sent.push(await ada.writes(ben, `Psst ${++made}`)),
    async () => {
      const path = await uploads(ben);
      sent.push(await ben.sends("#roof > files", `[file ${++made}](/user_uploads/${path})`));
    },
    () =>
      acme.owner.call(editMessage, {
        message_id: dice.pick(sent),
        topic: `t${dice.below(5)}`,
        propagate_mode: dice.pick(["change_one", "change_all"]),
      }),
    () => acme.owner.call(editMessage, { message_id: dice.pick(sent), stream_id: ids.get(dice.pick(rooms)) as number }),
    () => dice.pick(people).call(editMessage, { message_id: dice.pick(sent), content: `Edited ${++made}` }),
    () => acme.owner.call(deleteMessage, { message_id: dice.pick(sent) }),
    () =>
      dice
        .pick(people)
        .call(addReaction, { message_id: dice.pick(sent), emoji_name: dice.pick(["tada", "heart", "+1"]) }),
    () => dice.pick(people).call(removeReaction, { message_id: dice.pick(sent), emoji_name: "tada" }),
    () =>
      ada.call(updateMessageFlags, {
        messages: [dice.pick(sent)],
        op: dice.pick(["add", "remove"]),
        flag: dice.pick(["read", "starred"]),
      }),
    () => acme.owner.call(updateChannel, { stream_id: ids.get("garden") as number, description: `Green ${++made}` }),
    () =>
      dice.pick(people).call(subscribe, {
        subscriptions: [{ name: dice.pick(["attic", "shed"]) }],
        send_new_subscription_messages: false,
      }),
    () => acme.owner.call(updateUser, { user_id: ben.id, full_name: dice.pick(["Ben", "Benno"]) }),
    async () => {
      const { user_groups } = await acme.owner.call(getUserGroups, {});
      const crew = user_groups.find(({ name }) => name === "crew");
      if (!crew) return acme.owner.call(createUserGroup, { name: "crew", description: "", members: [ada.id] });
      const [op, other] = crew.members.includes(ben.id) ? (["delete", "add"] as const) : (["add", "delete"] as const);
      return acme.owner.call(updateGroupMembers, { user_group_id: crew.id, [op]: [ben.id], [other]: [] });
    },
  ];
  /** Refused ones are part of life: a message may be gone. */
  const live = async (count: number) => {
    for (let n = 0; n < count; n++)
      await dice
        .pick(steps)()
        .catch(() => {});
  };
  await live(25);

  class Killed extends Error {}
  let isLive = true;
  const happens = async () => {
    if (!isLive) return;
    await live(dice.below(3));
    if (dice.below(15) === 0) throw new Killed();
    if (dice.below(15) === 0) throw new OutgoingError("unreachable");
    if (dice.below(25) === 0) await acme.server.restart({ crash: true });
    if (dice.below(20) === 0)
      await acme.server.app.database.transaction((tx) => tx.deleteFrom("event_queue").execute());
  };
  // One after the other, although several requests may be under way.
  let turn: Promise<void> = Promise.resolve();
  const before = () => {
    turn = turn.then(happens, happens);
    return turn;
  };
  const client = clientOf(acme.server, { before });
  const followed = [acme.owner, ada, ben];
  for (let run = 0; run < 6; run++) {
    try {
      await (await follow(acme, here, followed, { client, tries: 20 })).once();
    } catch (error) {
      assert.ok(error instanceof Killed, `${(error as Error).stack}`);
    }
    if (run % 3 === 0) await here.restart({ crash: true });
  }
  isLive = false;
  const following = await follow(acme, here, followed, { client });
  const { isEqual, differences } = await following.once();
  assert.deepEqual(differences, []);
  assert.ok(isEqual);
  await assertSame(here, followed);
  acme.stopFollowing("queues were deleted behind the clients' backs");

  // A change that is not followed is a difference.
  await ben.sends("#kitchen > t1", "After the comparison");
  const later = await (await follow(acme, here, followed)).compare();
  assert.equal(later.isEqual, false);
  assert.match(later.differences.join("\n"), /Messages differ: 1, such as/);
  assert.equal((await (await follow(acme, here, followed)).once()).isEqual, true);
  await (await follow(acme, here, followed)).end();
  const { count } = await here.app.database.reader
    .selectFrom("event_queue")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  assert.equal(count, 0);
});

test("keys that do not suffice, and organizations that are somebody's, are refused", async (t) => {
  const acme = await org(t);
  const engine = acme.server.engine;
  const here = await newInstallation(t, engine);
  const [ada, eve] = [await acme.member("Ada"), await acme.guest("Eve")];
  const refused = (people: readonly Person[], message: RegExp, on = here) =>
    assert.rejects(follow(acme, on, people), { message });
  await refused([], /A key of an administrator is needed/);
  await refused([ada], /first key must be an administrator's/);
  await refused([eve], /first key must be an administrator's/);
  const wrong = { ...ada, email: ada.email, apiKey: "x".repeat(32) } as Person;
  await refused([acme.owner, wrong], /does not accept the key of ada@example\.com/);
  // Nothing was begun, and a server with people of its own is left alone.
  assert.equal((await here.app.database.reader.selectFrom("realm").select("id").execute()).length, 0);
  await refused([acme.owner], /There is an organization here already/, await serverFor(t));
});

test("a server that lies is not believed", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada, acme.owner]);
  await ada.sends("#design > logo", "One");
  await ada.sends("#design > logo", "Two");
  const here = await newInstallation(t, acme.server.engine);
  const lying = async (lie: Parameters<typeof clientOf>[1]) =>
    (await follow(acme, here, [acme.owner], { client: clientOf(acme.server, lie) })).once();
  const isPage = (url: URL) => url.pathname === "/api/v1/messages";
  const refused = (lie: NonNullable<Parameters<typeof clientOf>[1]>["lie"], message: RegExp) =>
    assert.rejects(lying({ lie: lie as never }), { message });
  await refused((url) => (isPage(url) ? "no JSON" : undefined), /no JSON object/);
  await refused((url, answer) => (isPage(url) ? { ...answer, messages: 7 } : undefined), /messages that are no list/);
  await refused(
    (url, answer) => (isPage(url) ? { ...answer, messages: [...(answer.messages as unknown[])].reverse() } : undefined),
    /ids go back/,
  );
  await refused(
    (url, answer) => (isPage(url) ? { ...answer, messages: [], found_newest: false } : undefined),
    /an empty page/,
  );
  await refused(
    (url, answer) =>
      isPage(url)
        ? { ...answer, messages: (answer.messages as object[]).map((each) => ({ ...each, content: { a: 1 } })) }
        : undefined,
    /without a usable text/,
  );
  await refused(
    (url, answer) => (url.pathname.endsWith("/register") ? { ...answer, realm_users: [{ user_id: "1" }] } : undefined),
    /no id/,
  );
  await refused(
    (url, answer) =>
      url.pathname.endsWith("/events") && answer.events
        ? { ...answer, events: [{ id: -5, type: "message" }] }
        : undefined,
    /events whose ids go back/,
  );
  await refused(() => " ".repeat(300 * 1024 * 1024), /too large/);
  // Values that nothing can have are left out, wherever they stand.
  const impossible = {
    ...{ client: "a\0b", last_edit_timestamp: 1e300, last_moved_timestamp: -1.5, flags: [7], submessages: "x" },
    edit_history: [
      { timestamp: 1e300, prev_topic: "\0", topic: "x" },
      { timestamp: 2, prev_content: "\0", user_id: 1e15 },
    ],
    reactions: [{ user_id: 987654, emoji_name: "\0", emoji_code: "\0", reaction_type: "\0" }],
  };
  const isUsable = await lying({
    lie: (url, answer) =>
      isPage(url)
        ? { ...answer, messages: (answer.messages as object[]).map((each) => ({ ...each, ...impossible })) }
        : undefined,
  });
  assert.deepEqual(isUsable.differences, []);
  // A file elsewhere is not fetched: its link stays as it was.
  const path = `/user_uploads/${await uploads(ada)}`;
  await ada.sends("#design > logo", `[file](${path})`);
  await ada.sends("#design > logo", "[x](/user_uploads/1/%2e%2e/.%2E/%2e%2e/%2e%2e/login)");
  const asked: string[] = [];
  // Servers refuse a file that is gone with a page for people.
  await lying({ lie: (url) => (url.pathname.includes("/user_uploads/") ? "no JSON" : undefined) });
  await ada.sends("#design > logo", `[the file again](${path})`);
  const outcome = await lying({
    before: ({ url }) => void asked.push(url),
    lie: (url, answer) =>
      url.pathname.includes("/user_uploads/") ? { ...answer, url: "http://10.0.0.1/secret" } : undefined,
  });
  assert.ok(asked.every((url) => url.startsWith(`${acme.realm.url}/api/v1/`)));
  assert.equal(outcome.leftOut.find(({ what }) => what === "files")?.reason, "the file is not on the other server");
  const adaHere = await sameOn(here, ada);
  const { messages } = await adaHere.call(getMessages, {
    anchor: "newest",
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
  });
  assert.ok(messages.some(({ content }) => content === `[file](${path})`));
});
