import { placeOf } from "./ranges.ts";
import type { Conversation, RecentConversation } from "./types.ts";

const MOST_PARTICIPANTS = 5;

/** The known messages of one conversation: their ids and senders. */
export class Thread {
  readonly key: string;
  #conversation: Conversation;
  /** Ascending, parallel to `#senders`. */
  readonly #ids: number[] = [];
  readonly #senders: number[] = [];
  /** The number of messages per sender. */
  readonly #written = new Map<number, number>();
  #summary: RecentConversation | undefined;

  constructor(key: string, conversation: Conversation) {
    this.key = key;
    this.#conversation = conversation;
  }

  get conversation(): Conversation {
    return this.#conversation;
  }
  get ids(): readonly number[] {
    return this.#ids;
  }
  get isEmpty(): boolean {
    return this.#ids.length === 0;
  }
  /** 0 when there is none. */
  get newestId(): number {
    return this.#ids.at(-1) ?? 0;
  }

  get summary(): RecentConversation {
    this.#summary ??= {
      key: this.key,
      conversation: this.#conversation,
      newestId: this.newestId,
      participants: this.#participants(),
      writers: new Set(this.#written.keys()),
      count: this.#ids.length,
    };
    return this.#summary;
  }

  senderOf(id: number): number | undefined {
    const at = placeOf(this.#ids, id);
    return this.#ids[at] === id ? this.#senders[at] : undefined;
  }

  /** Spellings that differ only in case are one topic; the newest message's spelling wins. */
  add(id: number, sender: number, conversation: Conversation): void {
    if (id > this.newestId) this.#conversation = conversation;
    const at = placeOf(this.#ids, id);
    this.#ids.splice(at, 0, id);
    this.#senders.splice(at, 0, sender);
    this.#written.set(sender, (this.#written.get(sender) ?? 0) + 1);
    this.#summary = undefined;
  }

  remove(id: number): void {
    const at = placeOf(this.#ids, id);
    if (this.#ids[at] !== id) return;
    this.#ids.splice(at, 1);
    const [sender = 0] = this.#senders.splice(at, 1);
    const left = (this.#written.get(sender) ?? 0) - 1;
    if (left > 0) this.#written.set(sender, left);
    else this.#written.delete(sender);
    this.#summary = undefined;
  }

  #participants(): number[] {
    const people = new Set<number>();
    for (let n = this.#senders.length - 1; n >= 0 && people.size < MOST_PARTICIPANTS; n--)
      people.add(this.#senders[n] as number);
    return [...people];
  }
}
