/**
 * Limits how many notifications one sender can cause: a message to a large channel that mentions everyone costs as much to
 * process as thousands of others, and anyone's notifications wait behind it. Messages over the limit are delivered, but
 * notify only the users who are notified for another reason.
 */
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import { Trait } from "../../messages/traits.ts";
import { mentionsChannel, type NewMessage } from "./candidates.ts";
import type { NotifiedReader } from "./facts.ts";

/** Messages to fewer people do not count, and are never limited. */
const FEW = 20;
/** Per sender and minute; the message that exceeds it is the last one. */
export const MOST_PER_MINUTE = 20_000;
/** A direct message counts this often: it may be one more email to each, where those in a topic share one. */
const COUNT_OF_DIRECT = 5;
const MOST_SENDERS = 10_000;

interface Spent {
  readonly minute: number;
  readonly count: number;
}

export class FanOut {
  readonly #spent = new Map<UserId, Spent>();

  /** Beyond the limit, drops channel mentions, so that the subscribers are not looked up: there may be very many. */
  limitChannelMentions<M extends NewMessage>(messages: readonly M[]): M[] {
    return messages.map((message) =>
      mentionsChannel(message) && this.#isSpent(message)
        ? { ...message, traits: message.traits & ~Trait.channelWildcard }
        : message,
    );
  }

  /** Counts the candidates of these messages, and leaves out those beyond the limit. */
  limit(messages: readonly NewMessage[], candidates: readonly NotifiedReader[]): NotifiedReader[] {
    const counts = new Map<MessageId, number>();
    for (const { message_id } of candidates) counts.set(message_id, (counts.get(message_id) ?? 0) + 1);
    const refused = new Set<MessageId>();
    for (const message of messages) {
      const count = counts.get(message.id) ?? 0;
      if (count <= FEW) continue;
      if (this.#isSpent(message)) refused.add(message.id);
      else this.#spend(message, count);
    }
    return refused.size === 0 ? [...candidates] : candidates.filter(({ message_id }) => !refused.has(message_id));
  }

  #isSpent(message: NewMessage): boolean {
    return this.#countOf(message) >= MOST_PER_MINUTE;
  }

  #countOf({ sender_id, sent_at }: NewMessage): number {
    const spent = this.#spent.get(sender_id);
    return spent?.minute === minuteOf(sent_at) ? spent.count : 0;
  }

  #spend(message: NewMessage, count: number): void {
    const counted = message.channel_id === null ? count * COUNT_OF_DIRECT : count;
    const spent = { minute: minuteOf(message.sent_at), count: this.#countOf(message) + counted };
    if (this.#spent.size >= MOST_SENDERS) this.#spent.clear();
    this.#spent.set(message.sender_id, spent);
  }
}

const minuteOf = (seconds: number) => Math.floor(seconds / 60);
