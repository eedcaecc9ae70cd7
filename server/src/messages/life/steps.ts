/** What people do to messages: each step makes a request and updates the model with its expected effect. */
import assert from "node:assert/strict";
import { RequestError } from "@parley/client";
import fc from "fast-check";
import type { Person } from "../../../test/index.ts";
import * as channels from "../../channels/contract.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { muteUser, unmuteUser } from "../../people/muted-users/contract.ts";
import * as messages from "../contract.ts";
import { deleteMessage, deleteTopic } from "../delete/contract.ts";
import { editMessage } from "../edit/contract.ts";
import * as readState from "../read-state/contract.ts";
import { CHANNELS, type ChannelName, type Mode, type Model, type ModelMessage } from "./model.ts";

const TOPICS = ["logo", "Logo", "colour", ""] as const;

export interface LifeWorld {
  readonly model: Model;
  /** Is subscribed to every channel, and adds others. */
  readonly host: Person;
  readonly channels: Readonly<Record<ChannelName, number>>;
  /** What has happened so far, for error messages. */
  readonly story: string[];
}

/** `who` acts; the other fields choose the target and how. */
export type LifeStep = {
  kind: keyof typeof STEPS;
  who: number;
  a: number;
  b: number;
  some: readonly number[];
  yes: boolean;
};

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** The step's arguments: a person, and numbers that choose among what exists. */
interface Taken extends Omit<LifeStep, "kind" | "who"> {
  readonly person: Person;
  readonly channel: ChannelName;
}

type Take = (world: LifeWorld, taken: Taken) => Promise<void>;

/** Expects the request to be rejected. */
async function assertRejected(request: Promise<unknown>, message?: string): Promise<void> {
  await assert.rejects(request, message === undefined ? RequestError : { message });
}

const sendToChannel: Take = async ({ model }, { person, channel, b, yes: isRead }) => {
  const topic = pick(TOPICS, b);
  const content = `from ${person.name} to ${channel}`;
  const request = person.call(messages.sendMessage, {
    ...{ type: "channel", to: channel, topic, content },
    read_by_sender: isRead,
  });
  if (!model.mayRead(person, channel)) return assertRejected(request);
  model.arrives({ id: (await request).id, sender: person, content, place: { channel, topic } }, { isRead });
};

const sendDirectly: Take = async ({ model }, { person, some, yes: isRead }) => {
  const others = some.slice(0, 2).map((n) => pick(model.people, n));
  const people = [...new Set([person, ...others])];
  const content = `from ${person.name} to people`;
  const to = (others.length > 0 ? others : [person]).map((each) => each.id);
  const { id } = await person.call(messages.sendMessage, { type: "direct", to, content, read_by_sender: isRead });
  model.arrives({ id, sender: person, content, place: { people } }, { isRead });
};

const edit: Take = async ({ model }, { person, a, b }) => {
  const message = pick(model.messages, a);
  if (!message) return;
  const content = `edited ${b}`;
  const request = person.call(editMessage, { message_id: message.id, content });
  if (!model.sees(person, message)) return assertRejected(request, "Invalid message(s)");
  if (message.sender !== person) return assertRejected(request, "You don't have permission to edit this message");
  await request;
  message.content = content;
};

const MODES = ["change_one", "change_later", "change_all"] as const satisfies Mode[];

const move: Take = async ({ model, channels: ids }, { person, channel, a, b, some, yes: isElsewhere }) => {
  const message = pick(model.messages, a);
  if (!message || !("channel" in message.place)) return;
  const { place } = message;
  const to = { channel: isElsewhere ? channel : place.channel, topic: pick(TOPICS, b) };
  const mode = pick(MODES, some[0] ?? 0);
  const content = !isElsewhere && message.sender === person && some.length > 4 ? `edited and moved ${b}` : undefined;
  const [changesChannel, changesTopic] = [to.channel !== place.channel, to.topic !== place.topic];
  const request = person.call(editMessage, {
    message_id: message.id,
    ...(isElsewhere ? { stream_id: ids[to.channel] } : {}),
    // A topic can keep its name in another channel.
    ...(changesTopic ? { topic: to.topic } : {}),
    ...(content === undefined ? {} : { content }),
    propagate_mode: mode,
    send_notification_to_new_thread: false,
  });
  if (!model.sees(person, message)) return assertRejected(request, "Invalid message(s)");
  if (!changesChannel && !changesTopic && (content === undefined || mode !== "change_one"))
    return assertRejected(request);
  if (changesChannel && !model.mayRead(person, to.channel)) return assertRejected(request, "Invalid channel ID");
  if (changesChannel && model.role(person).isGuest)
    return assertRejected(request, "You don't have permission to move this message");
  const moved = model.moved(person, message, to, mode);
  await request;
  if (content !== undefined) message.content = content;
  model.moves(moved, changesTopic ? to : { channel: to.channel });
};

const remove: Take = async ({ model }, { person, a }) => {
  const message = pick(model.messages, a);
  if (!message) return;
  const request = person.call(deleteMessage, { message_id: message.id });
  if (!model.sees(person, message)) return assertRejected(request, "Invalid message(s)");
  if (message.sender !== person && !model.role(person).isAdministrator)
    return assertRejected(request, "You don't have permission to delete this message");
  await request;
  model.deletes([message]);
};

const removeTopic: Take = async ({ model, channels: ids }, { person, channel, b }) => {
  const topic_name = pick(TOPICS, b);
  const request = person.call(deleteTopic, { stream_id: ids[channel], topic_name });
  if (!model.role(person).isAdministrator) return assertRejected(request);
  if (!model.mayRead(person, channel)) return assertRejected(request, "Invalid channel ID");
  await request;
  model.deletes(model.seenIn(person, channel, topic_name));
};

const subscribe: Take = async ({ model, host }, { person, channel, yes: isInvited }) => {
  const args = { subscriptions: [{ name: channel }], send_new_subscription_messages: false };
  const request = isInvited
    ? host.call(channels.subscribe, { ...args, principals: [person.id] })
    : person.call(channels.subscribe, args);
  const mayJoin = !model.role(person).isGuest && model.mayRead(person, channel);
  if (!isInvited && !mayJoin) return assertRejected(request);
  await request;
  model.joins(person, channel);
};

const leave: Take = async ({ model, host }, { person, channel, yes: isRemovedByHost }) => {
  const args = { subscriptions: [channel] };
  await (isRemovedByHost
    ? host.call(unsubscribe, { ...args, principals: [person.id] })
    : person.call(unsubscribe, args));
  model.leaves(person, channel);
};

const marks = (model: Model, person: Person, which: readonly ModelMessage[], isRead: boolean) =>
  isRead ? model.reads(person, which) : model.unreads(person, which);

const mark: Take = async ({ model, channels: ids }, { person, some, yes: isRead }) => {
  const all = model.messages;
  const chosen = all.length === 0 ? [] : some.map((n) => pick(all, n));
  const request = person.call(readState.updateMessageFlags, {
    ...{ messages: chosen.map((each) => each.id), flag: "read" },
    op: isRead ? "add" : "remove",
  });
  // Messages that a person cannot see can be marked as read.
  if (!isRead && !chosen.every((each) => model.sees(person, each)))
    return assertRejected(request, "Invalid message(s)");
  const outside = chosen.flatMap(({ place }) =>
    !isRead && "channel" in place && !model.isSubscribed(person, place.channel) ? [ids[place.channel]] : [],
  );
  const { ignored_because_not_subscribed_channels: ignored } = await request;
  assert.deepEqual(
    ignored,
    [...new Set(outside)].sort((x, y) => x - y),
  );
  marks(model, person, chosen, isRead);
};

const markNarrow: Take = async ({ model }, { person, channel, a, b, some, yes: isRead }) => {
  const isOfChannel = b % 3 > 0;
  const within = isOfChannel ? model.seenIn(person, channel) : model.historyOf(person);
  const [num_before, num_after] = [some.length, a % 4];
  const anchor = within.length === 0 ? 0 : pick(within, b).id;
  const request = person.call(readState.updateMessageFlagsForNarrow, {
    ...{ anchor: String(anchor), num_before, num_after, flag: "read" },
    op: isRead ? "add" : "remove",
    narrow: isOfChannel ? [["channel", channel]] : [],
  });
  if (isOfChannel && !model.mayKnow(person, channel)) return assertRejected(request);
  await request;
  const at = within.findIndex((each) => each.id === anchor);
  marks(model, person, at < 0 ? [] : within.slice(Math.max(at - num_before, 0), at + num_after + 1), isRead);
};

const markTopic: Take = async ({ model, channels: ids }, { person, channel, b }) => {
  const topic_name = pick(TOPICS, b);
  const request = person.call(readState.markTopicAsRead, { stream_id: ids[channel], topic_name });
  if (!model.mayRead(person, channel)) return assertRejected(request, "Invalid channel ID");
  const within = model.seenIn(person, channel, topic_name);
  if (within.length === 0) return assertRejected(request, `No such topic '${topic_name}'`);
  await request;
  model.reads(person, within);
};

const markChannel: Take = async ({ model, channels: ids }, { person, channel }) => {
  const request = person.call(readState.markChannelAsRead, { stream_id: ids[channel] });
  if (!model.mayRead(person, channel)) return assertRejected(request, "Invalid channel ID");
  await request;
  model.reads(person, model.seenIn(person, channel));
};

const markAll: Take = async ({ model }, { person }) => {
  await person.call(readState.markAllAsRead, {});
  model.reads(person, model.messages);
};

const star: Take = async ({ model }, { person, some, yes: isAdded }) => {
  const seen = model.seenBy(person);
  const chosen = seen.length === 0 ? [] : some.map((n) => pick(seen, n));
  const args = { messages: chosen.map((each) => each.id), flag: "starred", op: isAdded ? "add" : "remove" };
  await person.call(readState.updateMessageFlags, args);
  model.stars(person, chosen, isAdded);
};

const mute: Take = async ({ model }, { person, a }) => {
  const other = pick(model.people, a);
  const isMuted = model.hasMuted(person, other);
  const request = person.call(isMuted ? unmuteUser : muteUser, { muted_user_id: other.id });
  if (other === person) return assertRejected(request, "Cannot mute self");
  await request;
  if (isMuted) model.unmutes(person, other);
  else model.mutes(person, other);
};

const STEPS = {
  "sends to a channel": { take: sendToChannel, weight: 8 },
  "writes to people": { take: sendDirectly, weight: 2 },
  edits: { take: edit, weight: 2 },
  moves: { take: move, weight: 6 },
  deletes: { take: remove, weight: 2 },
  "deletes a topic": { take: removeTopic, weight: 1 },
  joins: { take: subscribe, weight: 4 },
  leaves: { take: leave, weight: 2 },
  marks: { take: mark, weight: 3 },
  "marks a narrow": { take: markNarrow, weight: 2 },
  "marks a topic": { take: markTopic, weight: 1 },
  "marks a channel": { take: markChannel, weight: 1 },
  "marks all": { take: markAll, weight: 1 },
  stars: { take: star, weight: 4 },
  "mutes or unmutes": { take: mute, weight: 2 },
} as const satisfies Record<string, { take: Take; weight: number }>;

const kind = fc.oneof(
  ...Object.entries(STEPS).map(([name, { weight }]) => ({
    weight,
    arbitrary: fc.constant(name as keyof typeof STEPS),
  })),
);

export const step: fc.Arbitrary<LifeStep> = fc.record({
  kind,
  who: fc.nat(99),
  a: fc.nat(99),
  b: fc.nat(99),
  some: fc.array(fc.nat(99), { maxLength: 6 }),
  yes: fc.boolean(),
});

/** The first steps of every history. */
export const opening: readonly LifeStep[] = [0, 1, 2, 0, 1, 2].map((b, who) => {
  const kind = "sends to a channel" as const;
  return { kind, who: who % 2, a: 0, b, some: [], yes: who % 3 === 0 };
});

export async function take(world: LifeWorld, { kind, who, ...chosen }: LifeStep): Promise<void> {
  const person = pick(world.model.people, who);
  const channel = pick(CHANNELS, chosen.a + chosen.b);
  world.story.push(`${person.name} ${kind} ${JSON.stringify({ channel, ...chosen })}`);
  await STEPS[kind].take(world, { person, channel, ...chosen });
}
