/**
 * Channels with protected history: subscribers see what they have received there, and nothing else. Someone who did not receive
 * a message was not subscribed then, so the period ends before it, and begins again with the next message that they received.
 */
import { endSubscriptions, subscribedPairs } from "../channels/subscriptions/store.ts";
import type { ChannelId, MessageId, UserId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import type { Db } from "../kernel/db/handles.ts";

/** A message in a channel, and who has received it. */
export interface ReceivedMessage {
  readonly id: MessageId;
  readonly channelId: ChannelId;
  readonly receivedBy: readonly UserId[];
}

/** Who is subscribed after some messages, by channel. */
export type SubscribedNow = ReadonlyMap<ChannelId, ReadonlySet<UserId>>;

type Subscribe = (ctx: Writing, channelId: ChannelId, users: readonly UserId[], after?: MessageId) => Promise<void>;

export class ProtectedHistory {
  readonly #subscribe: Subscribe;
  /** Those who are subscribed at the end. What others have received, they could not see any more. */
  readonly #subscribers = new Map<ChannelId, ReadonlySet<UserId>>();
  readonly #subscribed = new Map<ChannelId, ReadonlySet<UserId>>();

  constructor(subscribe: Subscribe) {
    this.#subscribe = subscribe;
  }

  /** With those whom an earlier run has subscribed. */
  async add(db: Db, channelId: ChannelId, subscribers: readonly UserId[]): Promise<void> {
    const pairs = await subscribedPairs(db, subscribers, [channelId]);
    this.#subscribers.set(channelId, new Set(subscribers));
    this.#subscribed.set(channelId, new Set(pairs.map(({ user_id }) => user_id)));
  }

  /** Stores the periods that these messages begin and end. The transaction may run again: `learn` is for after the commit. */
  async store(ctx: Writing, messages: readonly ReceivedMessage[]): Promise<SubscribedNow> {
    const now = new Map<ChannelId, Set<UserId>>();
    for (const { id, channelId, receivedBy } of messages) {
      const subscribers = this.#subscribers.get(channelId);
      if (!subscribers) continue;
      const subscribed = now.get(channelId) ?? new Set(this.#subscribed.get(channelId));
      now.set(channelId, subscribed);
      const received = new Set(receivedBy.filter((user) => subscribers.has(user)));
      const left = [...subscribed.difference(received)];
      const joined = [...received.difference(subscribed)];
      if (left.length > 0) await endSubscriptions(ctx.db, left, [channelId], id - 1);
      await this.#subscribe(ctx, channelId, joined, id - 1);
      for (const user of left) subscribed.delete(user);
      for (const user of joined) subscribed.add(user);
    }
    return now;
  }

  learn(now: SubscribedNow): void {
    for (const [channelId, users] of now) this.#subscribed.set(channelId, users);
  }

  /** Subscribers who have not received the last messages; they see what is sent from now on. */
  *missing(): Generator<readonly [ChannelId, UserId[]]> {
    for (const [channelId, subscribers] of this.#subscribers)
      yield [channelId, [...subscribers.difference(this.#subscribed.get(channelId) ?? new Set())]];
  }
}
