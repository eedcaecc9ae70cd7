import assert from "node:assert/strict";
import { type Heard, type Organization, org, type Person, test } from "../../../test/index.ts";
import { registration } from "../../contract.ts";
import { insertAnonymousGroup } from "../../kernel/access/store.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { getMessages } from "../contract.ts";
import { addReaction } from "../reactions/contract.ts";

async function fetched(person: Person, id: number) {
  const { messages } = await person.call(getMessages, { message_ids: [id], allow_empty_topic_name: true });
  return messages[0];
}

/** Creates a group from rows: its members, and who can mention it. */
async function group(
  acme: Organization,
  name: string,
  members: readonly Person[],
  { subgroups = [], canMention = acme.realm.systemGroups["role:everyone"], deactivated = false }: GroupOptions = {},
): Promise<number> {
  let id = 0;
  await acme.alter(async (tx) => {
    const content = { direct_members: members.map((person) => person.id), direct_subgroups: [...subgroups] };
    id = await insertAnonymousGroup(tx, acme.realm.id, content);
    const named = { kind: "named", name, can_mention_group: canMention, deactivated } as const;
    const nobody = acme.realm.systemGroups["role:nobody"];
    const rest = Object.fromEntries(
      [
        "can_add_members_group",
        "can_join_group",
        "can_leave_group",
        "can_manage_group",
        "can_remove_members_group",
      ].map((setting) => [setting, nobody]),
    );
    await tx
      .updateTable("user_group")
      .set({ ...rest, ...named })
      .where("id", "=", id)
      .execute();
  });
  return id;
}

interface GroupOptions {
  subgroups?: readonly number[];
  canMention?: number;
  deactivated?: boolean;
}

/** The flags that everyone's event has for a message, or `undefined` for users who get no event. */
async function flagsHeard(people: readonly Person[], send: () => Promise<number>) {
  for (const person of people) await person.catchesUp();
  const id = await send();
  const heard = new Map<string, string[] | undefined>();
  for (const person of people) {
    const events: Heard[] = await person.catchesUp();
    const event = events.find((each) => each.type === "message") as (Heard & { flags: string[] }) | undefined;
    heard.set(person.name, event?.flags);
    // Recipients get the same flags when they fetch the message.
    if (event) assert.deepEqual((await fetched(person, id))?.flags, event.flags, person.name);
  }
  return { id, flags: Object.fromEntries(heard) };
}

test("a mention by name flags the recipients it names, and nobody else", async (t) => {
  const acme = await org(t);
  const [ada, ben, eve] = [await acme.member("Ada Lovelace"), await acme.member("Ben"), await acme.member("Eve")];
  await acme.channel("design", [ada, ben]);
  const people = [ada, ben, eve];
  const said = async (content: string) => flagsHeard(people, () => ada.sends("#design > logo", content));

  const first = await said("@**ben** and @**Eve**, look");
  assert.deepEqual(first.flags, { "Ada Lovelace": [], Ben: ["mentioned"], Eve: undefined });
  assert.equal(
    (await fetched(ben, first.id))?.content,
    `<p><span class="user-mention" data-user-id="${ben.id}">@Ben</span> and <span class="user-mention" data-user-id="${eve.id}">@Eve</span>, look</p>`,
  );
  // She can read the channel, but got no event.
  assert.deepEqual((await fetched(eve, first.id))?.flags, ["read", "historical"]);

  assert.deepEqual((await said(`@**Ben|${ben.id}**`)).flags.Ben, ["mentioned"]);
  assert.deepEqual((await said(`@**|${ben.id}**`)).flags.Ben, ["mentioned"]);
  assert.deepEqual((await said(`@**Ada Lovelace** I am`)).flags["Ada Lovelace"], ["mentioned"]);
  for (const silent of [
    "@_**Ben**",
    "`@**Ben**`",
    "```\n@**Ben**\n```",
    "> @**Ben**",
    "```quote\n@**Ben**\n```",
    `@**Ada|${ben.id}**`,
    "@**Nobody at all**",
    "word@**Ben**",
  ])
    assert.deepEqual((await said(silent)).flags.Ben, [], silent);
});

test("a sender whose copy is read and who mentions themselves has both flags", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const { flags } = await flagsHeard([ada], async () => {
    const params = { type: "channel", to: "design", topic: "x", content: "@**Ada**", read_by_sender: "true" };
    return (await ada.asks("POST", "/messages", params)).id as number;
  });
  assert.deepEqual(flags.Ada, ["read", "mentioned"]);
});

test("participants of a direct conversation are mentioned there, and other users only silently", async (t) => {
  const acme = await org(t);
  const [ada, ben, eve] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Eve")];
  const { flags } = await flagsHeard([ada, ben, eve], () => ada.writes(ben, "@**Ben** ask @**Eve**, @**all**"));
  assert.deepEqual(flags, {
    Ada: ["stream_wildcard_mentioned", "wildcard_mentioned"],
    Ben: ["mentioned", "stream_wildcard_mentioned", "wildcard_mentioned"],
    Eve: undefined,
  });
});

test("a deactivated account is mentioned silently, and an active one with the same name takes precedence", async (t) => {
  const acme = await org(t);
  const [ada, gone, ben] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Bea")];
  await acme.channel("design", [ada, gone, ben]);
  await acme.deactivate(gone);
  const id = await ada.sends("#design > x", "@**Ben**");
  assert.equal(
    (await fetched(ada, id))?.content,
    `<p><span class="user-mention silent" data-user-id="${gone.id}">Ben</span></p>`,
  );
  await ben.asks("PATCH", "/settings", { full_name: "BEN" });
  const { flags } = await flagsHeard([ben], () => ada.sends("#design > x", "@**Ben**"));
  assert.deepEqual(flags, { Bea: ["mentioned"] });
});

test("names from another organization do not resolve", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const stranger = await other.member("Stranger");
  const secret = await other.channel("elsewhere", [stranger]);
  await group(other, "their-team", [stranger]);
  const content = `@**Stranger** @**|${stranger.id}** @*their-team* #**elsewhere**`;
  const id = await acme.owner.sends("#general > x", content);
  assert.equal(
    (await fetched(acme.owner, id))?.content,
    `<p>@<strong>Stranger</strong> @<strong>|${stranger.id}</strong> @<em>their-team</em> #<strong>elsewhere</strong></p>`,
  );
  assert(secret > 0);
});

test("a group mention reaches its members, including those of subgroups", async (t) => {
  const acme = await org(t);
  const [ada, ben, eve, out] = [
    await acme.member("Ada"),
    await acme.member("Ben"),
    await acme.member("Eve"),
    await acme.member("Out"),
  ];
  await acme.channel("design", [ada, ben, eve]);
  const inner = await group(acme, "inner", [eve, out]);
  const outer = await group(acme, "outer", [ben], { subgroups: [inner] });
  const people = [ada, ben, eve, out];
  const { id, flags } = await flagsHeard(people, () => ada.sends("#design > x", "@*outer* hello"));
  assert.deepEqual(flags, { Ada: [], Ben: ["mentioned"], Eve: ["mentioned"], Out: undefined });
  assert.equal(
    (await fetched(ada, id))?.content,
    `<p><span class="user-group-mention" data-user-group-id="${outer}">@outer</span> hello</p>`,
  );
  for (const silent of ["@_*outer*", "`@*outer*`", "> @*outer*", "@*OUTER*"])
    assert.deepEqual((await flagsHeard([ben], () => ada.sends("#design > x", silent))).flags.Ben, [], silent);
});

test("a deactivated group is mentioned silently, whoever mentions it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const canMention = acme.realm.systemGroups["role:nobody"];
  const old = await group(acme, "old", [ben], { deactivated: true, canMention });
  const { id, flags } = await flagsHeard([ben], () => ada.sends("#design > x", "@*old*"));
  assert.deepEqual(flags, { Ben: [] });
  assert.equal(
    (await fetched(ben, id))?.content,
    `<p><span class="user-group-mention silent" data-user-group-id="${old}">old</span></p>`,
  );
});

test("only members of can_mention_group notify a group, in channels and direct messages", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const writers = await group(acme, "writers", [ada]);
  await group(acme, "quiet", [ben], { canMention: writers });
  await ada.sends("#design > x", "@*quiet*");
  const refused = { message: "You are not allowed to mention user group 'quiet'.", code: "BAD_REQUEST" };
  await assert.rejects(ben.sends("#design > x", "@*writers* @*quiet*"), refused);
  await assert.rejects(ben.writes(ada, "@*quiet*"), refused);
  await assert.rejects(acme.owner.sends("#design > x", "@*quiet*"), refused);
  await assert.rejects(ada.sends("#design > x", "@*role:members*"), {
    message: "You are not allowed to mention user group 'role:members'.",
  });
  for (const silent of ["@_*quiet*", "`@*quiet*`", "> @*quiet*", "@_*role:members*"])
    await ben.sends("#design > x", silent);
});

test("a channel wildcard mentions all recipients, and not users who only listen [M2]", async (t) => {
  const acme = await org(t);
  const [ada, ben, ears] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Ears")];
  await acme.channel("design", [ada, ben]);
  const { queue_id, last_event_id } = await ears.call(registration.register, { all_public_streams: true });
  const wildcard = ["stream_wildcard_mentioned", "wildcard_mentioned"];
  for (const name of ["all", "everyone", "channel", "stream"]) {
    const { flags } = await flagsHeard([ada, ben], () => ada.sends("#design > x", `@**${name}** @**Ben**`));
    assert.deepEqual(flags, { Ada: wildcard, Ben: ["mentioned", ...wildcard] }, name);
  }
  const quiet = await flagsHeard([ben], () => ada.sends("#design > x", "@_**all** `@**all**`\n> @**all**"));
  assert.deepEqual(quiet.flags, { Ben: [] });
  const heard = async () => {
    const polled = { queue_id: queue_id as string, last_event_id: last_event_id as number, dont_block: true };
    const { events } = await ears.call(registration.getEvents, polled);
    return (events as unknown as (Heard & { flags: string[] })[]).map((event) => event.flags);
  };
  assert.deepEqual(await heard(), [[], [], [], [], []]);
  // Only mentioned users have rows: two people, and none for a whole channel.
  let rows = 0;
  await acme.alter(async (tx) => {
    rows = (await tx.selectFrom("user_message").select("user_id").where("user_id", "in", [ada.id, ben.id]).execute())
      .length;
  });
  assert.equal(rows, 4);
});

test("a topic wildcard mentions subscribers who wrote or reacted there", async (t) => {
  const acme = await org(t);
  const names = ["Ada", "Ben", "Cai", "Dan", "Eve"];
  const [ada, ben, cai, dan, eve] = (await Promise.all(names.map(acme.member))) as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  await acme.channel("design", [ada, ben, cai, dan]);
  const id = await ben.sends("#design > Logo", "first");
  await cai.call(addReaction, { message_id: id, emoji_name: "tada" });
  await eve.sends("#design > logo", "from outside");
  await dan.sends("#design > other", "elsewhere");
  const topic = ["topic_wildcard_mentioned", "wildcard_mentioned"];
  const { flags } = await flagsHeard([ada, ben, cai, dan, eve], () => ada.sends("#design > LOGO", "@**topic** please"));
  assert.deepEqual(flags, { Ada: topic, Ben: topic, Cai: topic, Dan: [], Eve: undefined });
  const direct = await flagsHeard([ada, ben], () => ada.writes(ben, "@**topic**"));
  assert.deepEqual(direct.flags, { Ada: [], Ben: [] });
});

/** A channel with this many subscribers; the first two are given. */
async function crowd(acme: Organization, name: string, size: number, first: readonly Person[]) {
  const others = await Promise.all(Array.from({ length: size - first.length }, (_, n) => acme.member(`${name} ${n}`)));
  await acme.channel(name, [...first, ...others]);
  return others;
}

test("only members of can_mention_many_users_group can use wildcards in large channels", async (t) => {
  const acme = await org(t);
  const [ada, chief] = [await acme.member("Ada"), await acme.administrator("Chief")];
  await crowd(acme, "fifteen", 15, [ada, chief]);
  const others = await crowd(acme, "sixteen", 16, [ada, chief]);
  await ada.sends("#fifteen > x", "@**all**");
  const refused = {
    message: "You do not have permission to use channel wildcard mentions in this channel.",
    code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
  };
  await assert.rejects(ada.sends("#sixteen > x", "@**all**"), refused);
  await ada.sends("#sixteen > x", "@_**all** and `@**all**`");
  await ada.writes(chief, "@**all**");
  await chief.sends("#sixteen > x", "@**all**");
  await acme.owner.call(updateRealm, {
    can_mention_many_users_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
  });
  await ada.sends("#sixteen > x", "@**all**");
  await assert.rejects(chief.sends("#sixteen > x", "@**all**"), refused);
  // Only active accounts count towards a channel's size.
  await acme.deactivate(others[0] as Person);
  await chief.sends("#sixteen > x", "@**all**");
});

test("only members of can_mention_many_users_group can use wildcards in large topics", async (t) => {
  const acme = await org(t);
  const [ada, chief] = [await acme.member("Ada"), await acme.administrator("Chief")];
  const others = await crowd(acme, "busy", 17, [ada, chief]);
  for (const person of others) await person.sends("#busy > x", "hi");
  // Fifteen others have written; the next sender is the sixteenth.
  await assert.rejects(ada.sends("#busy > x", "@**topic**"), {
    message: "You do not have permission to use topic wildcard mentions in this topic.",
    code: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  });
  await (others[0] as Person).sends("#busy > x", "@**topic**");
  await ada.sends("#busy > new", "@**topic**");
  await chief.sends("#busy > x", "@**topic**");
});

test("the channel wildcard is checked before the topic wildcard, and that before groups", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const others = await crowd(acme, "busy", 16, [ada]);
  for (const person of others) await person.sends("#busy > x", "hi");
  const say = async (content: string) =>
    (await ada.asks("POST", "/messages", { type: "channel", to: "busy", topic: "x", content })).code;
  assert.equal(await say("@*role:members* @**topic** @**all**"), "STREAM_WILDCARD_MENTION_NOT_ALLOWED");
  assert.equal(await say("@*role:members* @**topic**"), "TOPIC_WILDCARD_MENTION_NOT_ALLOWED");
  assert.equal(await say("@*role:members*"), "BAD_REQUEST");
});

test("a generic bot receives messages that mention it by name without a subscription; other bots and people do not", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const [helper, hook] = [await acme.bot("Helper", ada), await acme.bot("Hook", ada, 3)];
  await acme.channel("design", [ada]);
  await group(acme, "bots", [helper]);
  const { flags } = await flagsHeard([helper, hook, ben], () =>
    ada.sends("#design > x", "@**Helper** @**Hook** @**Ben** @**all**"),
  );
  const wildcard = ["stream_wildcard_mentioned", "wildcard_mentioned"];
  assert.deepEqual(flags, { Helper: ["mentioned", ...wildcard], Hook: undefined, Ben: undefined });
  const byGroup = await flagsHeard([helper], () => ada.sends("#design > x", "@*bots*"));
  assert.deepEqual(byGroup.flags, { Helper: undefined });
});
