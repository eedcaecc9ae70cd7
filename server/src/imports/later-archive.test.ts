/** A later archive of a workspace comes into an organization that is in use: it finds what an earlier one has brought. */
import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../test/index.ts";
import { invariants } from "../cli/doctor/invariants.ts";
import { channels, messages as messageApi } from "../contract.ts";
import { importFrom } from "./import.ts";
import type { ChannelRecord, ImportSource, MessageRecord, PersonRecord } from "./records.ts";
import { skipped } from "./skipped.ts";
import { unreadOf } from "./uploaded/testing.ts";

/** 2 March 2020, in seconds. */
const BEGIN = 1_583_107_200;
const NAMES = ["huts", "board", "vault"] as const;
const KINDS: Readonly<Record<(typeof NAMES)[number], Partial<ChannelRecord>>> = {
  huts: {},
  board: { isPrivate: true },
  vault: { isPrivate: true, isHistoryProtected: true },
};

interface Meanwhile {
  /** Everybody is subscribed, and no client knows it yet. */
  subscribed(): Promise<void>;
  /** Between two batches. */
  betweenMessages(): Promise<void>;
}

const NOTHING: Meanwhile = { subscribed: async () => {}, betweenMessages: async () => {} };

/** As an archive of Zulip: with its members, and a message in each channel, then one whom nobody knows, and another message in each. */
function archiveOf(people: readonly Person[], days: number, { subscribed, betweenMessages } = NOTHING): ImportSource {
  const ids = people.map(({ name }) => name);
  const said = (n: number): MessageRecord[] =>
    NAMES.map((channel) => ({
      ...{ type: "message", sender: ids[0] as string, sentAt: BEGIN + days * 86_400 + n },
      ...{ to: { channel, topic: "talk" }, text: `imported ${days}.${n}`, receivedBy: ids },
    }));
  return {
    name: "zulip",
    origin: "zulip:acme",
    hasMessageIds: false,
    async *people() {
      for (const { name, email } of people) yield { type: "person", id: name, name, email };
    },
    async *channels() {
      for (const name of NAMES)
        yield {
          ...{ type: "channel", id: name, name, description: "", isPrivate: false, isArchived: false },
          ...{ subscribers: ids, ...KINDS[name] },
        };
    },
    async *emoji() {
      await subscribed();
      yield skipped("custom emoji", "there is no image", "");
    },
    async *pictures() {},
    async *messages() {
      yield* said(1);
      // What came before is stored now.
      yield { type: "person", id: `stranger ${days}`, name: `Stranger ${days}` } satisfies PersonRecord;
      await betweenMessages();
      yield* said(2);
    },
    async close() {},
  };
}

/** As a server does it. */
async function imports(acme: Organization, fingerprint: string, source: ImportSource) {
  const { app } = acme.server;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  const signal = new AbortController().signal;
  const nothing = async () => {};
  const beside = { watch: { within: nothing }, signal, announce: nothing, finished: nothing };
  return (await importFrom(app, realm, source, { fingerprint, beside })).tally.taken;
}

async function reads(person: Person, channel: string): Promise<string[]> {
  const { messages } = await person.call(messageApi.getMessages, {
    ...{ anchor: "newest", num_before: 100, num_after: 0, apply_markdown: false },
    narrow: [{ operator: "channel", operand: channel }] as never,
  });
  return messages.map(({ content }) => content as string);
}

test("people and channels of a later archive are those of the first, and whom it subscribes gets what is said meanwhile", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ben, cleo, dora] = [await acme.member("Ben"), await acme.member("Cleo"), await acme.member("Dora")];
  acme.stopFollowing("clients are not told of these imports");
  const first = await imports(acme, "first", archiveOf([owner, ben], 0));
  assert.deepEqual([first.people_matched, first.channels_created], [2, 3]);

  const live: { id: number; content: string }[] = [];
  const says = async (content: string) => {
    for (const name of NAMES) live.push({ id: await owner.sends(`#${name} > talk`, content), content });
  };
  await says("between the archives");
  const before = live.length;
  const meanwhile: Meanwhile = {
    // Dora is subscribed by hand: what she gets, Cleo must get.
    async subscribed() {
      const subscriptions = NAMES.map((name) => ({ name }));
      await owner.call(channels.subscribe, {
        ...{ subscriptions, principals: [dora.id], send_new_subscription_messages: false },
      });
      await says("@**Cleo** and @**Dora**, before the messages");
    },
    betweenMessages: () => says("among the messages"),
  };
  const second = await imports(acme, "second", archiveOf([owner, ben, cleo], 7, meanwhile));
  assert.deepEqual(
    [second.people_matched, second.people_created, second.channels_created, second.channels_matched, second.messages],
    [1, 1, 0, 0, 6],
  );
  await says("afterwards");

  const ids = live.map(({ id }) => id);
  assert.deepEqual(await unreadOf(ben), ids, "what he had not read, and what was said since");
  for (const person of [cleo, dora]) assert.deepEqual(await unreadOf(person), ids.slice(before), person.name);

  const [earlier, later] = [
    ["imported 0.1", "imported 0.2"],
    ["imported 7.1", "imported 7.2"],
  ] as const;
  const texts = [...new Set(live.map(({ content }) => content))] as [string, string, string, string];
  const whole = [...earlier, texts[0], texts[1], later[0], texts[2], later[1], texts[3]];
  for (const name of ["huts", "board"])
    for (const person of [ben, cleo, dora]) assert.deepEqual(await reads(person, name), whole, person.name);
  // In a channel with protected history everyone reads what they have received.
  assert.deepEqual(await reads(ben, "vault"), whole);
  assert.deepEqual(await reads(cleo, "vault"), [texts[1], later[0], texts[2], later[1], texts[3]]);
  assert.deepEqual(await reads(dora, "vault"), texts.slice(1));
  for (const { name, problems } of invariants)
    assert.deepEqual(await problems(acme.server.app.database.reader), [], name);
});
