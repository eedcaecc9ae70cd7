import assert from "node:assert/strict";
import fc from "fast-check";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { createUserGroup } from "../../people/groups/contract.ts";
import { indexSome as indexMessages } from "../../text/search/progress.ts";
import { getMessages, matchesNarrow, type NarrowTerm } from "../contract.ts";
import { editMessage } from "../edit/contract.ts";
import { Flag } from "../flags.ts";
import { type Fact, type FetchWorld, MEANINGS, makeWorld, mentionsAda } from "./testing.ts";

const term = (operator: string, operand: unknown, negated = false): NarrowTerm => ({ operator, operand, negated });

async function ids(person: Person, narrow: NarrowTerm[]): Promise<number[]> {
  const { messages } = await person.call(getMessages, { anchor: "newest", num_before: 1000, narrow });
  return messages.map((message) => message.id);
}

/** Splits `date:2025-11-10` into its two parts. */
const named = (name: string) =>
  [name.slice(0, name.indexOf(":")), name.slice(name.indexOf(":") + 1)] as [string, string];

/** Ada's own history: messages she received, and messages she starred elsewhere. */
const isHers = (fact: Fact) => fact.received || (fact.flags & ~Flag.read) !== 0;
const idsOf = (facts: readonly Fact[]) => facts.map((fact) => fact.id);

test("every operator matches its definition for each message, and its negation the opposite", async (t) => {
  const acme = await org(t);
  const { ada, ben, cem, channels, facts } = await makeWorld(acme);
  const hers = facts.filter(isHers);
  for (const [name, meaning] of Object.entries(MEANINGS)) {
    const [operator, operand] = named(name);
    const scope = name === "channels:public" ? facts : hers;
    assert.deepEqual(await ids(ada, [[operator, operand]]), idsOf(scope.filter(meaning)), name);
    const isNegated = !["in:all", "near:1"].includes(name);
    const opposite = hers.filter((fact) => !isNegated || !meaning(fact));
    assert.deepEqual(await ids(ada, [term(operator, operand, true)]), idsOf(opposite), `not ${name}`);
  }
  const apiEmail = (person: Person) => `user${person.id}@${acme.realm.host}`;
  const cases: [NarrowTerm[], (fact: Fact) => boolean][] = [
    ...["channel", "stream"].flatMap((operator): [NarrowTerm[], (fact: Fact) => boolean][] => [
      [[term(operator, channels.design)], (fact) => fact.channel === "design"],
      [[term(operator, "DeSign")], (fact) => fact.channel === "design"],
      [[[operator, "open"]], (fact) => fact.channel === "open"],
    ]),
    [[term("streams", "public")], MEANINGS["channels:public"] as (fact: Fact) => boolean],
    ...["topic", "subject"].map((operator): [NarrowTerm[], (fact: Fact) => boolean] => [
      [term(operator, "LOGO")],
      (fact) => isHers(fact) && fact.topic === "logo",
    ]),
    ...["", "general chat", "(no topic)"].map((name): [NarrowTerm[], (fact: Fact) => boolean] => [
      [term("topic", name), term("channel", "open")],
      (fact) => fact.channel === "open" && fact.topic === "",
    ]),
    [[term("channel", "design"), term("topic", "nowhere")], () => false],
    [[term("channel", "design"), term("channel", "vault")], () => false],
    ...["dm", "pm-with", "pm_with"].flatMap((operator) =>
      [[ben.id], [ben.id, ada.id], [ada.id, ben.id, ben.id], apiEmail(ben), ` ${apiEmail(ben)}, ${apiEmail(ada)} `].map(
        (operand): [NarrowTerm[], (fact: Fact) => boolean] => [
          [term(operator, operand)],
          (fact) => fact.people?.join() === "Ada,Ben",
        ],
      ),
    ),
    [[term("dm", [ada.id])], (fact) => fact.people?.join() === "Ada"],
    [[term("dm", [cem.id, ben.id])], (fact) => fact.people?.join() === "Ada,Ben,Cem"],
    [[term("dm", [])], () => false],
    [[term("is", "private")], (fact) => isHers(fact) && fact.people !== undefined],
    ...[ben.id, apiEmail(ben)].flatMap((operand): [NarrowTerm[], (fact: Fact) => boolean][] => [
      [[term("dm-including", operand)], (fact) => fact.received && (fact.people?.includes("Ben") ?? false)],
      [[term("group-pm-with", operand)], (fact) => fact.people?.length === 3],
      [[term("group_pm_with", operand)], (fact) => fact.people?.length === 3],
      [[term("sender", operand)], (fact) => isHers(fact) && fact.sender === "Ben"],
      [[term("from", operand)], (fact) => isHers(fact) && fact.sender === "Ben"],
      [[term("mentions", operand)], () => false],
    ]),
    [[term("mentions", ada.id)], (fact) => isHers(fact) && mentionsAda(fact)],
    [[term("dm-including", ada.id)], (fact) => fact.received && fact.people !== undefined],
    [[term("sender", "me")], (fact) => isHers(fact) && fact.sender === "Ada"],
    [[term("channel", "design", true)], (fact) => isHers(fact) && fact.channel !== "design"],
    [[term("topic", "logo", true)], (fact) => isHers(fact) && fact.topic !== "logo"],
    [[term("dm", [ben.id], true)], (fact) => isHers(fact) && fact.people?.join() !== "Ada,Ben"],
    [[term("dm-including", ben.id, true)], (fact) => isHers(fact) && !fact.people?.includes("Ben")],
    [[term("sender", ben.id, true)], (fact) => isHers(fact) && fact.sender !== "Ben"],
    [[term("search", "fox", true)], (fact) => isHers(fact) && !fact.text.includes("fox")],
    [[term("near", { any: "thing" })], isHers],
  ];
  const sample = facts[3] as Fact;
  for (const operand of [sample.id, String(sample.id)]) {
    cases.push([[term("id", operand)], (fact) => fact.id === sample.id]);
    cases.push([[term("id", operand, true)], (fact) => isHers(fact) && fact.id !== sample.id]);
  }
  for (const [narrow, meaning] of cases)
    assert.deepEqual(await ids(ada, narrow), idsOf(facts.filter(meaning)), JSON.stringify(narrow));
});

test("combined terms match the messages that each of them matches", async (t) => {
  const acme = await org(t);
  const world = await makeWorld(acme);
  // Half of the messages are indexed, the others not yet.
  await indexSome(acme, 15);
  const { ada, channels, facts, ben, cem } = world;
  const simple = Object.entries(MEANINGS).map(([name, meaning]) => {
    const [operator, operand] = named(name);
    return { operator, operand: operand as unknown, meaning };
  });
  const ofNames = [
    ...["design", "vault", "noise", "open", "town"].map((name) => ({
      operator: "channel",
      operand: channels[name] as unknown,
      meaning: (fact: Fact) => fact.channel === name,
    })),
    ...["logo", "lunch", "✔ logo", ""].map((name) => ({
      operator: "topic",
      operand: name as unknown,
      meaning: (fact: Fact) => fact.topic?.toLowerCase() === name,
    })),
    ...[ada, ben, cem].map((person) => ({
      operator: "sender",
      operand: person.id as unknown,
      meaning: (fact: Fact) => fact.sender === person.name,
    })),
    ...["fox", "dog", "red", '"green fox"', "東京", "狐", "design", "note self"].map((operand) => ({
      operator: "search",
      operand: operand as unknown,
      meaning: (fact: Fact) => textHas(fact, operand),
    })),
  ];
  const oneTerm = fc.record({ what: fc.constantFrom(...simple, ...ofNames), negated: fc.boolean() });
  const narrows = fc.array(oneTerm, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(narrows, async (terms) => {
      const narrow = terms.map(({ what, negated }) => term(what.operator, what.operand, negated));
      const expected = modelled(world, terms);
      if (expected === "impossible") await assert.rejects(ids(ada, narrow), { code: "BAD_NARROW" });
      else assert.deepEqual(await ids(ada, narrow), expected);
    }),
    { numRuns: 120 },
  );
  assert.equal(facts.length, 30);
});

const indexSome = ({ server, realm }: Organization, count: number) =>
  server.app.database.transaction((tx) => indexMessages(tx, realm.id, { messages: count, bytes: 1_000_000 }));

function textHas({ text, topic = "" }: Fact, operand: string): boolean {
  const all = `${topic} ${text}`;
  return operand.startsWith('"')
    ? all.includes(operand.slice(1, -1))
    : operand.split(" ").every((word) => all.includes(word));
}

interface ModelTerm {
  what: { operator: string; operand: unknown; meaning: (fact: Fact) => boolean };
  negated: boolean;
}

/** The messages that Ada should get. */
function modelled({ facts }: FetchWorld, terms: readonly ModelTerm[]): number[] | "impossible" {
  const isDirect = ({ what }: ModelTerm) => what.operator === "is" && what.operand === "dm";
  const wantsDirect = terms.some((each) => isDirect(each) && !each.negated);
  const wantsChannel = terms.some((each) =>
    each.negated ? isDirect(each) : ["channel", "channels", "topic"].includes(each.what.operator),
  );
  if (wantsDirect && wantsChannel) return "impossible";
  const asksState = terms.some(({ what }) => what.operator === "is" && what.operand !== "resolved");
  const opens = terms.some(
    ({ what, negated }) =>
      !negated && (what.operator === "channel" || (what.operator === "channels" && what.operand === "public")),
  );
  const scope = facts.filter((fact) => isHers(fact) || (opens && !asksState));
  const isLost = ({ what }: ModelTerm) => what.operator === "near" || what.operand === "all";
  return idsOf(scope.filter((fact) => terms.every((each) => isLost(each) || each.what.meaning(fact) !== each.negated)));
}

test("an invalid narrow is refused", async (t) => {
  const acme = await org(t);
  const { ada, cem, channels } = await makeWorld(acme);
  const gus = await acme.guest("Gus");
  const bad: [NarrowTerm[], string][] = [
    [[term("moon", "full")], "unknown operator moon"],
    [[term("__proto__", "x")], "unknown operator __proto__"],
    [[term("channel", "nowhere")], "unknown channel nowhere"],
    [[term("channel", String(channels.design))], `unknown channel ${channels.design}`],
    [[term("channel", 999_999)], "unknown channel 999999"],
    [[term("channel", "secret")], "unknown channel secret"],
    [[term("channel", channels.secret, true)], `unknown channel ${channels.secret}`],
    [[term("channels", "private")], "unknown channels operand private"],
    [[term("dm", "nobody@example.com")], "unknown user in nobody@example.com"],
    [[term("dm", [999_999, 1])], "unknown user in [999999, 1]"],
    [[term("dm-including", 999_999)], "unknown user 999999"],
    [[term("group-pm-with", "x@example.com")], "unknown user x@example.com"],
    [[term("sender", "x@example.com")], "unknown user x@example.com"],
    [[term("sender", "")], "unknown user "],
    [[term("mentions", 999_999)], "unknown user 999999"],
    [[term("date", "yesterday")], "unknown date yesterday"],
    [[term("date", "2025-02-30")], "unknown date 2025-02-30"],
    [[term("date", "2025-13-01")], "unknown date 2025-13-01"],
    [[term("date", "2025-01-01T10:00")], "unknown date 2025-01-01T10:00"],
    [[term("id", "x")], "Invalid message ID"],
    [[term("id", -1)], "Invalid message ID"],
    [[term("id", 2_147_483_648)], "Invalid message ID"],
    [[term("with", "x")], "Invalid 'with' operator"],
    [[term("with", 999_999)], "Invalid 'with' operator"],
    [[term("with", 999_999), term("channel", "design")], "Invalid 'with' operator"],
    [[term("has", "cheese")], "unknown 'has' operand cheese"],
    [[term("in", "space")], "unknown 'in' operand space"],
    [[term("is", "great")], "unknown 'is' operand great"],
    [[term("is", "constructor")], "unknown 'is' operand constructor"],
    ...(
      [
        [term("channel", "design"), term("dm", [cem.id])],
        [term("topic", "x"), term("dm-including", cem.id)],
        [term("channels", "public"), term("group-pm-with", cem.id)],
        [term("is", "dm"), term("is", "dm", true)],
        [term("is", "dm"), term("topic", "x")],
      ] as NarrowTerm[][]
    ).map((narrow): [NarrowTerm[], string] => [narrow, "No message can be both a channel message and direct message"]),
  ];
  for (const [narrow, desc] of bad) {
    const answer = await ada.asks("GET", "/messages", { anchor: "newest", narrow: JSON.stringify(narrow) });
    assert.deepEqual(
      [answer.code, answer.desc, answer.msg],
      ["BAD_NARROW", desc, `Invalid narrow operator: ${desc}`],
      JSON.stringify(narrow),
    );
  }
  const twice = await ada.asks("GET", "/messages", { anchor: "newest", narrow: '[["with","1"],["with","2"]]' });
  assert.equal(twice.msg, "Invalid narrow operator combination: Duplicate 'with' operators.");
  const types: [NarrowTerm, string][] = [
    [term("channel", [1]), "operand is not a string or integer"],
    [term("channel", 1.5), "operand is not a string or integer"],
    [term("sender", true), "operand is not a string or integer"],
    [term("dm", ["a@b.c"]), "operand is not a string or an integer list"],
    [term("dm", 7), "operand is not a string or an integer list"],
    [term("topic", 7), "operand is not a string"],
    [term("date", 7), "operand is not a string"],
    [term("search", 7), "operand is not a string"],
    [term("is", ["dm"]), "operand is not a string"],
    [term("search", "  "), "operand cannot be blank."],
  ];
  for (const [each, msg] of types) {
    const answer = await ada.asks("GET", "/messages", { anchor: "newest", narrow: JSON.stringify([each]) });
    assert.deepEqual([answer.code, answer.msg], ["BAD_REQUEST", msg], JSON.stringify(each));
  }
  await assert.rejects(ids(gus, [term("channel", "design")]), { code: "BAD_NARROW" });
  assert.deepEqual(await ids(gus, [term("channels", "public")]), [], "to guests public channels are closed");
});

test("a mention counts by name, unless it is silent or was removed", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  await acme.channel("design", [ada, ben, cem]);
  await acme.channel("vault", [ada, ben], { invite_only: true });
  await acme.owner.call(createUserGroup, { name: "crew", description: "", members: [ada.id] });
  const inDesign = await ben.sends("#design > x", "see @**Ada**");
  const inVault = await ben.sends("#vault > x", "and @**Ada** again");
  const direct = await ben.writes([ada], "@**Ada**!");
  const others = ["@_**Ada**", "@**Ben**", "@*crew*", "@**all**", "`@**Ada**`", "> @**Ada**"];
  for (const text of others) await ben.sends("#design > x", text);
  const changed = await ben.sends("#design > x", "@**Ada** wait");
  await ben.call(editMessage, { message_id: changed, content: "never mind" });

  const narrow = [term("mentions", ada.id)];
  assert.deepEqual(await ids(ada, narrow), [inDesign, inVault, direct]);
  assert.deepEqual(await ids(ben, narrow), [inDesign, inVault, direct]);
  assert.deepEqual(await ids(cem, narrow), [inDesign], "of what Cem can see");
  assert.deepEqual(await ids(ben, [term("mentions", ada.id), term("channel", "vault")]), [inVault]);
  const since = new Date(acme.clock.now() + 86_400_000).toISOString();
  assert.deepEqual(await ids(ada, [term("date", since), ...narrow]), []);
  assert.deepEqual(await ids(ada, [term("date", since, true), ...narrow]), [inDesign, inVault, direct]);
});

test("a guest reads web-public channels that the narrow names, and otherwise only what they have access to", async (t) => {
  const acme = await org(t);
  const { channels, facts } = await makeWorld(acme);
  const gus = await acme.guest("Gus");
  const town = idsOf(facts.filter((fact) => fact.channel === "town"));
  assert.deepEqual(await ids(gus, [term("channel", channels.town)]), town);
  for (const narrow of [[], [term("search", "fox")], [term("channels", "web-public")], [term("has", "link")]])
    assert.deepEqual(await ids(gus, narrow), [], JSON.stringify(narrow));
});

test("`with` follows a message to its current conversation", async (t) => {
  const acme = await org(t);
  const { ada, facts } = await makeWorld(acme);
  const of = (channel: string, topic: string) =>
    idsOf(facts.filter((fact) => fact.channel === channel && fact.topic === topic));
  const [logo] = of("design", "logo") as [number];
  for (const others of [
    [],
    [term("channel", "vault"), term("topic", "lunch")],
    [term("stream", "nowhere"), term("topic", "gone")],
    [term("dm", [999_999])],
  ])
    for (const operand of [logo, String(logo)])
      assert.deepEqual(await ids(ada, [...others, term("with", operand)]), [logo], JSON.stringify(others));
  assert.deepEqual(await ids(ada, [term("with", logo), term("sender", ada.id)]), [], "other terms stay");
  const direct = facts.find((fact) => fact.people?.length === 3) as Fact;
  assert.deepEqual(await ids(ada, [term("with", direct.id), term("channel", "design")]), [direct.id]);
  const hidden = facts.find((fact) => fact.channel === "secret") as Fact;
  assert.deepEqual(await ids(ada, [term("with", hidden.id), term("channel", "design"), term("topic", "logo")]), [logo]);
  await assert.rejects(ids(ada, [term("with", hidden.id)]), { code: "BAD_NARROW" });
  const unsupported = await ada.asks("GET", "/messages/matches_narrow", {
    msg_ids: "[1]",
    narrow: JSON.stringify([["with", String(logo)]]),
  });
  assert.equal(unsupported.desc, "unknown operator with");
});

test("the first unread message is searched in conversations that are not muted", async (t) => {
  const acme = await org(t);
  const { ada, channels, facts } = await makeWorld(acme);
  const anchor = async (narrow: NarrowTerm[]) =>
    (await ada.call(getMessages, { anchor: "first_unread", narrow })).anchor;
  const unread = facts.filter(MEANINGS["is:unread"] as (fact: Fact) => boolean);
  const first = (meaning: (fact: Fact) => boolean) => unread.find(meaning)?.id ?? 10_000_000_000_000_000;
  const isHome = MEANINGS["in:home"] as (fact: Fact) => boolean;
  assert.equal(await anchor([]), first(isHome));
  assert.equal(
    await anchor([term("topic", "lunch")]),
    first((fact) => isHome(fact) && fact.topic === "lunch"),
  );
  assert.equal(
    await anchor([term("channel", channels.noise)]),
    first((fact) => fact.channel === "noise"),
    "a muted channel that is named is not passed over",
  );
  assert.equal(
    await anchor([term("channel", "design"), term("topic", "lunch")]),
    10_000_000_000_000_000,
    "a muted topic is",
  );
  assert.equal(
    await anchor([term("is", "dm")]),
    first((fact) => fact.people !== undefined),
  );
  assert.equal(
    await anchor([term("search", "dog"), term("is", "dm")]),
    first((fact) => fact.text.startsWith("blue dog to")),
  );
});

test("a client learns which of its messages match a narrow", async (t) => {
  const { ada, ben, facts } = await makeWorld(await org(t));
  const all = idsOf(facts);
  const matches = async (person: Person, narrow: NarrowTerm[]) =>
    (await person.call(matchesNarrow, { msg_ids: all, narrow })).messages;
  const fox = facts.filter((fact) => isHers(fact) && fact.text.includes("green fox"));
  const found = await matches(ada, [term("search", "green fox")]);
  assert.deepEqual(Object.keys(found).map(Number), idsOf(fox));
  const inChannel = fox.find((fact) => fact.channel) as Fact;
  assert.deepEqual(found[String(inChannel.id)], {
    match_content: `<p><span class="highlight">green</span> <span class="highlight">fox</span> ${inChannel.channel}</p>`,
    match_subject: inChannel.topic === "" ? "general chat" : inChannel.topic,
  });
  const logo = facts.find((fact) => fact.channel === "design" && fact.topic === "✔ Logo") as Fact;
  const byTopic = await matches(ada, [term("channel", "design"), term("topic", "✔ logo")]);
  assert.deepEqual(byTopic, { [logo.id]: { match_content: `<p>${logo.text}</p>`, match_subject: "✔ Logo" } });
  const hers = facts.filter((fact) => isHers(fact) && fact.channel === "open");
  assert.deepEqual(Object.keys(await matches(ada, [term("channel", "open")])).map(Number), idsOf(hers));
  const secret = facts.filter((fact) => fact.channel === "secret");
  assert.deepEqual(Object.keys(await matches(ben, [term("channel", "secret")])).map(Number), idsOf(secret));
  const missing = await ada.asks("GET", "/messages/matches_narrow", { narrow: "[]" });
  assert.equal(missing.msg, "Missing 'msg_ids' argument");
  const many = await ada.asks("GET", "/messages/matches_narrow", {
    narrow: "[]",
    msg_ids: JSON.stringify(Array.from({ length: 5001 }, (_, n) => n + 1)),
  });
  assert.equal(many.msg, "Too many messages requested (maximum 5000).");
});
