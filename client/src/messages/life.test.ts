/**
 * Random histories: people send, move, edit, delete, react, mute and star while a user opens views and misses events.
 * After each step, every view shows what the server would return.
 */
import assert from "node:assert/strict";
import { messageDeletion, messageEditing, messages, reactions, readState, userTopics } from "@parley/server/contract";
import fc from "fast-check";
import { org, type Person, test, until } from "../../../server/test/index.ts";
import { isSame, messageFrom } from "./changes.ts";
import type { Narrow } from "./narrow.ts";
import { wireTerms } from "./page.ts";
import { clientOf, type TestClient } from "./testing.ts";
import type { MessageView } from "./types.ts";
import { viewOf } from "./views.ts";

const TOPICS = ["tides", "weather", "Tides"];
const QUIET = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };

const LINK = "https://example.com/";

type LifeStep =
  | { kind: "send" | "star" | "edit" | "react" | "delete" | "missed"; n: number }
  | { kind: "move"; n: number; topic: number; all: boolean; channel: boolean }
  | { kind: "mute"; topic: number; policy: 0 | 1 | 3 }
  | { kind: "look"; view: number; at: number; how: "open" | "newest" | "unread" | "older" | "newer" | "close" };

const small = fc.nat({ max: 30 });
const step: fc.Arbitrary<LifeStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("send", "star", "edit", "react", "delete"),
      n: small,
    }) as fc.Arbitrary<LifeStep>,
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("missed" as const), n: small }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("move" as const),
      n: small,
      topic: fc.nat({ max: 2 }),
      all: fc.boolean(),
      channel: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("mute" as const),
      topic: fc.nat({ max: 2 }),
      policy: fc.constantFrom(0, 1, 3) as fc.Arbitrary<0 | 1 | 3>,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("look" as const),
      view: small,
      at: small,
      how: fc.constantFrom("open", "newest", "unread", "older", "newer", "close"),
    }) as fc.Arbitrary<LifeStep>,
  },
);

class Life {
  readonly ada: Person;
  readonly ben: Person;
  readonly owner: Person;
  readonly client: TestClient;
  readonly channels: readonly number[];
  readonly sent: number[] = [];
  readonly texts = new Map<number, string>();
  readonly narrows: readonly Narrow[];

  constructor(people: { ada: Person; ben: Person; owner: Person }, client: TestClient, channels: readonly number[]) {
    this.ada = people.ada;
    this.ben = people.ben;
    this.owner = people.owner;
    this.client = client;
    this.channels = channels;
    this.narrows = [
      [],
      [{ operator: "channel", operand: channels[0] }],
      ...TOPICS.map(
        (operand): Narrow => [
          { operator: "channel", operand: channels[0] },
          { operator: "topic", operand },
        ],
      ),
      [{ operator: "channel", operand: channels[1] }],
      [["is", "starred"]],
      [["is", "followed"]],
      [["has", "reaction"]],
      [["has", "link"], { operator: "is", operand: "starred", negated: true }],
      [{ operator: "dm", operand: [this.ben.id] }],
      [["search", "water"]],
    ];
  }

  viewOf = (n: number): MessageView => viewOf(this.client.cache, this.narrows[n % this.narrows.length] as Narrow);
  idAt = (n: number): number | undefined => this.sent[n % Math.max(this.sent.length, 1)];

  async perform(step: LifeStep): Promise<void> {
    if (step.kind === "look") return this.look(step);
    if (step.kind === "mute") {
      const args = { stream_id: this.channels[0] as never, topic: TOPICS[step.topic] as string };
      await this.ada.call(userTopics.setTopicVisibility, { ...args, visibility_policy: step.policy });
      return;
    }
    if (step.kind === "send") return this.send(step.n);
    const message_id = this.idAt(step.n) as never;
    if (message_id === undefined) return;
    await this.change(step, message_id).catch((error: { status?: number }) => {
      // Changes to deleted messages and impossible moves are rejected.
      if (error.status !== 400) throw error;
    });
  }

  async send(n: number): Promise<void> {
    const text = ["low water", "https://example.com/", "**high**"][n % 3] as string;
    const topic = TOPICS[n % 2];
    const where = `#${n % 5 === 0 ? "open" : "launch"} > ${topic}`;
    const id = n % 7 === 0 ? await this.ben.writes(this.ada, text) : await this.ben.sends(where, text);
    this.sent.push(id);
    this.texts.set(id, text);
  }

  async change(step: Exclude<LifeStep, { kind: "look" | "mute" }>, message_id: never): Promise<unknown> {
    switch (step.kind) {
      case "star":
        return this.ada.call(readState.updateMessageFlags, {
          messages: [message_id],
          op: step.n % 2 ? "add" : "remove",
          flag: step.n % 3 ? "starred" : "read",
        });
      case "edit":
        // A search reflects an edit only when it is opened again, so edits here keep the words.
        return this.ben.call(messageEditing.editMessage, {
          message_id,
          content: `${this.texts.get(message_id)} ${LINK}`,
        });
      case "react":
        if (step.n % 2) return this.ben.call(reactions.addReaction, { message_id, emoji_name: "tada" });
        return this.ben.call(reactions.removeReaction, { message_id, emoji_name: "tada" });
      case "delete":
        return step.n % 3 ? undefined : this.owner.call(messageDeletion.deleteMessage, { message_id });
      case "move": {
        const channel = step.channel ? { stream_id: this.channels[1] as never } : {};
        const propagate_mode = step.all ? ("change_all" as const) : ("change_one" as const);
        const args = { message_id, topic: TOPICS[step.topic] as string, propagate_mode, ...channel, ...QUIET };
        return this.owner.call(messageEditing.editMessage, args);
      }
      default:
        return this.client.registersAgain();
    }
  }

  async look({ view: n, at, how }: Extract<LifeStep, { kind: "look" }>): Promise<void> {
    const view = this.viewOf(n);
    if (how === "close") return view.close();
    if (how === "older" || how === "newer") return view[how]();
    const id = this.idAt(at);
    await view.open(how === "unread" ? "first_unread" : how === "newest" || id === undefined ? "newest" : id);
  }

  /** A view shows every message between its ends that the server returns. */
  async check(): Promise<void> {
    await this.client.receivesEvents();
    for (const narrow of this.narrows) {
      const view = viewOf(this.client.cache, narrow);
      if (!view.state.isOpened) continue;
      const answer = await this.ada.call(messages.getMessages, {
        anchor: "newest",
        num_before: 1000,
        narrow: wireTerms(view.narrow, this.ada.id) as never,
        client_gravatar: false,
        allow_empty_topic_name: true,
      });
      const all = answer.messages.map(({ id }) => id);
      const expected = () => {
        const { ids, foundOldest, foundNewest } = view.state;
        const [first, last] = [
          foundOldest ? 0 : (ids[0] ?? 0),
          foundNewest ? Number.POSITIVE_INFINITY : (ids.at(-1) ?? 0),
        ];
        return all.filter((id) => first <= id && id <= last);
      };
      const isTrue = () => `${view.state.ids}` === `${expected()}` && view.state.isCurrent;
      // Unknown messages are fetched automatically; a closed view is refreshed when it opens.
      if (!view.state.isCurrent) await view.open(view.state.ids[0] ?? "newest");
      await until(isTrue).catch(() => assert.deepEqual(view.state.ids, expected(), JSON.stringify(narrow)));
      for (const fetched of answer.messages) {
        const kept = this.client.cache.message(fetched.id);
        if (!kept || isSame(kept, messageFrom(fetched))) continue;
        await until(() => isSame(this.client.cache.message(fetched.id), messageFrom(fetched))).catch(() =>
          assert.deepEqual(this.client.cache.message(fetched.id), messageFrom(fetched)),
        );
      }
    }
  }
}

const RUNS = Number(process.env.PARLEY_MODEL_RUNS ?? 6);

test("whatever happens, a view shows what the server would return", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const acme = await org(t);
      const { owner } = acme;
      const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
      const channels = [await acme.channel("launch", [ada, ben, owner]), await acme.channel("open", [ada, ben, owner])];
      const life = new Life({ ada, ben, owner }, await clientOf(acme, ada), channels);
      for (const n of [1, 2, 3, 5, 7, 8]) await life.send(n);
      for (const each of steps) {
        await life.perform(each);
        await life.check();
      }
      life.client.cache.close();
    }),
    {
      numRuns: RUNS,
      ...(process.env.PARLEY_MODEL_SEED ? { seed: Number(process.env.PARLEY_MODEL_SEED) } : {}),
      endOnFailure: true,
    },
  );
});
