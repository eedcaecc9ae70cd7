import assert from "node:assert/strict";
import { org, test, until } from "../../../server/test/index.ts";
import {
  type PendingReaction,
  PendingReactions,
  type PendingReactionsOptions,
  reactionsWith,
} from "./pending-reactions.ts";
import { clientOf } from "./testing.ts";

const TADA = { emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" };
const HEART = { emoji_name: "heart", emoji_code: "2764", reaction_type: "unicode_emoji" };

async function scene(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [ada, ben]);
  const client = await clientOf(acme, ada);
  const message_id = await ben.sends("#launch > tides", "High water");
  const path = `/messages/${message_id}/reactions`;
  await client.receivesEvents();
  const begins = (options: Partial<PendingReactionsOptions> = {}) =>
    new PendingReactions({ connection: client.connection, cache: client.cache, ...options });
  const isWithout = (isGone: boolean) => {
    for (const method of ["POST", "DELETE"])
      if (isGone) client.on(`${method} ${path}`, () => Promise.reject(new TypeError("no network")));
      else client.off(`${method} ${path}`);
  };
  const shown = (pending: PendingReactions) => {
    const message = client.cache.message(message_id);
    assert(message);
    return reactionsWith(pending.of(message_id), message.reactions, ada.id).map(({ emoji_name }) => emoji_name);
  };
  const sent = () => client.requests.filter((each) => each.endsWith(path)).map((each) => each.split(" ")[0]);
  return { client, message_id, begins, isWithout, shown, sent };
}

function storage() {
  const kept: { entries: readonly PendingReaction[] } = { entries: [] };
  return {
    kept,
    persistence: {
      load: async () => kept.entries,
      save: async (entries: readonly PendingReaction[]) => {
        kept.entries = structuredClone(entries);
      },
    },
  };
}

test("a reaction shows at once, without flickering until its event arrives", async (t) => {
  const { client, message_id, begins, shown, sent } = await scene(t);
  const pending = begins();
  const seen = new Set<string>();
  pending.onChange(() => seen.add(shown(pending).join()));
  pending.toggle({ message_id, emoji: TADA, isThere: false });
  assert.deepEqual(shown(pending), ["tada"]);
  await until(async () => {
    await client.receivesEvents();
    return pending.entries.length === 0;
  });
  assert.deepEqual([[...seen], sent()], [["tada"], ["POST"]]);
});

test("offline reactions wait in order, survive a reload, and are sent once", async (t) => {
  const { client, message_id, begins, isWithout, shown, sent } = await scene(t);
  const { kept, persistence } = storage();
  isWithout(true);
  const before = begins({ persistence });
  before.toggle({ message_id, emoji: TADA, isThere: false });
  before.toggle({ message_id, emoji: HEART, isThere: false });
  await until(() => before.isWaiting && kept.entries.length === 2);
  before.close();

  const after = begins({ persistence });
  await after.load();
  assert.deepEqual(shown(after), ["tada", "heart"]);
  await until(() => after.isWaiting);
  isWithout(false);
  after.resume();
  await until(() => kept.entries.length === 0);
  await client.receivesEvents();
  assert.deepEqual(
    client.cache.message(message_id)?.reactions.map(({ emoji_name }) => emoji_name),
    ["tada", "heart"],
  );
  assert.equal(after.isWaiting, false);
  assert.equal(sent().filter((method) => method === "DELETE").length, 0);
});

test("an unsent reaction is undone without a request; one that may have been sent is removed on the server", async (t) => {
  const { message_id, begins, isWithout, shown, sent } = await scene(t);
  const pending = begins();
  isWithout(true);
  pending.toggle({ message_id, emoji: TADA, isThere: false });
  await until(() => pending.isWaiting);
  pending.toggle({ message_id, emoji: HEART, isThere: false });
  pending.toggle({ message_id, emoji: HEART, isThere: false });
  assert.deepEqual(shown(pending), ["tada"]);
  pending.toggle({ message_id, emoji: TADA, isThere: false });
  assert.deepEqual(shown(pending), []);
  isWithout(false);
  pending.resume();
  await until(() => pending.entries.length === 0);
  assert.deepEqual(sent().slice(-2), ["POST", "DELETE"]);
});

test("a retry that finds the reaction already made is no error; on a first attempt it is", async (t) => {
  const { client, message_id, begins } = await scene(t);
  const refusals: string[] = [];
  const pending = begins({ onRefused: ({ code }) => refusals.push(code) });
  // The response is lost.
  client.on(`POST /messages/${message_id}/reactions`, async (pass) => {
    await pass();
    client.off(`POST /messages/${message_id}/reactions`);
    throw new TypeError("no network");
  });
  pending.toggle({ message_id, emoji: TADA, isThere: false });
  await until(() => pending.isWaiting);
  pending.resume();
  await until(() => pending.entries.length === 0);
  assert.deepEqual(refusals, []);
  pending.toggle({ message_id, emoji: TADA, isThere: false });
  await until(() => refusals.length === 1);
  assert.deepEqual(refusals, ["REACTION_ALREADY_EXISTS"]);
});

test("a second click before the event undoes the reaction, and a third makes it again", async (t) => {
  const { client, message_id, begins, shown, sent } = await scene(t);
  const refusals: string[] = [];
  const { kept, persistence } = storage();
  const pending = begins({ persistence, onRefused: ({ code }) => refusals.push(code) });
  const clicks = async () => {
    const before = sent().length;
    pending.toggle({ message_id, emoji: TADA, isThere: false });
    await until(() => sent().length > before && kept.entries.length === 0);
    return shown(pending);
  };
  assert.deepEqual([await clicks(), await clicks(), await clicks()], [["tada"], [], ["tada"]]);
  await until(async () => {
    await client.receivesEvents();
    return pending.entries.length === 0;
  });
  assert.deepEqual([shown(pending), refusals, sent()], [["tada"], [], ["POST", "DELETE", "POST"]]);
});
