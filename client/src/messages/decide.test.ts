import assert from "node:assert/strict";
import { messages, uploads } from "@parley/server/contract";
import { MEANINGS, makeWorld } from "../../../server/src/messages/fetch/testing.ts";
import { addReaction } from "../../../server/src/messages/reactions/contract.ts";
import { type Organization, org, type Person, test } from "../../../server/test/index.ts";
import { decide } from "./decide.ts";
import { canonicalNarrow, type Narrow } from "./narrow.ts";
import { clientOf, type TestClient } from "./testing.ts";

/** The ids that the server returns, and those that match locally. */
async function bothWays(client: TestClient, ids: readonly number[], narrow: Narrow): Promise<[number[], number[]]> {
  const args = { anchor: "newest", num_before: 1000, narrow: narrow as never };
  const answer = await client.connection.call(messages.getMessages, args);
  const { state } = client.store;
  const terms = narrow.length === 0 ? [] : canonicalNarrow(narrow, state);
  const decided = ids.filter((id) => {
    const message = client.cache.message(id);
    return message && decide(terms, message, state);
  });
  return [answer.messages.map(({ id }) => id), decided];
}

async function knowingAll(acme: Organization, person: Person, ids: readonly number[]): Promise<TestClient> {
  const client = await clientOf(acme, person);
  await client.cache.fetchByIds(ids);
  return client;
}

test("narrows and their negations match as on the server", async (t) => {
  const acme = await org(t);
  const { ada, ben, cem, channels, facts } = await makeWorld(acme);
  const ids = facts.map(({ id }) => id);
  const client = await knowingAll(acme, ada, ids);
  // `has:` operators have their own test: in this world the texts do not contain what the flags say.
  const names = Object.keys(MEANINGS).filter((name) => !name.startsWith("has:") && !name.startsWith("near:"));
  const narrows: Narrow[] = [
    [],
    ...names.map((name): Narrow => [[name.slice(0, name.indexOf(":")), name.slice(name.indexOf(":") + 1)]]),
    [["has", "reaction"]],
    [["sender", "me"]],
    [["topic", "LOGO"]],
    [["topic", "general chat"]],
    [["pm-with", `user${ben.id}@${acme.realm.host}`]],
    ...Object.keys(channels).flatMap((name): Narrow[] => (name === "secret" ? [] : [[["stream", name]]])),
    ...[[ben.id], [ben.id, cem.id], [ada.id]].map((operand): Narrow => [{ operator: "dm", operand }]),
    ...["dm-including", "group-pm-with", "sender"].map((operator): Narrow => [{ operator, operand: ben.id }]),
    [{ operator: "id", operand: ids[3] }],
    [
      { operator: "channel", operand: channels.open },
      { operator: "topic", operand: "" },
    ],
    [
      { operator: "channel", operand: channels.open },
      { operator: "is", operand: "starred" },
    ],
    [
      { operator: "channel", operand: "design" },
      { operator: "sender", operand: ben.id, negated: true },
    ],
  ];
  for (const narrow of narrows) {
    const [asked, decided] = await bothWays(client, ids, narrow);
    assert.deepEqual(decided, asked, JSON.stringify(narrow));
    const [only] = narrow;
    if (narrow.length !== 1 || `${only}` === "in,all") continue;
    const term = Array.isArray(only) ? { operator: only[0], operand: only[1] } : only;
    const [askedNot, decidedNot] = await bothWays(client, ids, [
      { ...(term as { operator: string; operand: unknown }), negated: true },
    ]);
    assert.deepEqual(decidedNot, askedNot, `not ${JSON.stringify(narrow)}`);
  }
});

test("what a message contains is decided by its HTML", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [ada, ben]);
  const file = new File(["low at six"], "plan.txt", { type: "text/plain" });
  const { url } = await ben.connection.call(uploads.uploadFile, {}, { file });
  const texts = [
    "nothing",
    "https://example.com/page",
    `[a file](${url})`,
    "https://example.com/cat.png",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "#**launch** and #**launch>tides**",
    '@**Ben** `<a href="/user_uploads/1/x">`',
    '```\n<div class="message_inline_image">\n```',
    "![sound](/user_uploads/1/ab/tide.mp3)",
    "> https://example.com/quoted.png",
  ];
  const ids: number[] = [];
  for (const text of texts) ids.push(await ben.sends("#launch > tides", text));
  await ben.call(addReaction, { message_id: ids[1] as never, emoji_name: "tada" });
  const client = await knowingAll(acme, ada, ids);
  for (const operand of ["link", "image", "reaction"]) {
    const [asked, decided] = await bothWays(client, ids, [["has", operand]]);
    assert.deepEqual(decided, asked, operand);
    assert(asked.length > 0, operand);
  }
  const [files] = await bothWays(client, ids, [["has", "attachment"]]);
  assert.deepEqual(files, [ids[2]]);
  const decisions = ids.map((id) => {
    const message = client.cache.message(id);
    return message && decide([{ operator: "has", operand: "attachment" }], message, client.store.state);
  });
  // Possible files are left to the server.
  assert.deepEqual(
    ids.filter((_, n) => decisions[n] !== false),
    [ids[2], ids[8]],
  );
});

test("matches that only the server knows are undefined, unless another term decides", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const launch = await acme.channel("launch", [ada, ben]);
  const id = await ben.sends("#launch > tides", "low");
  const client = await knowingAll(acme, ada, [id]);
  const message = client.cache.message(id);
  assert(message);
  const decided = (narrow: Narrow) => decide(canonicalNarrow(narrow, client.store.state), message, client.store.state);
  assert.equal(decided([["search", "low"]]), undefined);
  assert.equal(decided([["search", "low"], { operator: "channel", operand: launch }]), undefined);
  assert.equal(
    decided([
      ["search", "low"],
      ["is", "dm"],
    ]),
    false,
  );
  assert.equal(decided([["is", "of-a-later-version"]]), undefined);
});
