/**
 * The requests that sent the newest messages, so that the log joins a push notification to them. Only this process knows
 * them, and only for a while: people are notified moments later, by the node that the message was sent through.
 */
import type { MessageId } from "../../kernel/api/ids.ts";
import { on } from "../../kernel/moments.ts";
import { part } from "../../kernel/part.ts";
import { messageArrived } from "../../messages/moments.ts";

/** At least as many are known, at most twice as many. */
const KEPT = 5000;

export class MessageCauses {
  #newer = new Map<MessageId, string>();
  /** Forgotten at once: a map from which the oldest goes for each new one takes longer and longer to find it. */
  #older: ReadonlyMap<MessageId, string> = new Map();

  note(id: MessageId, requestId: string): void {
    if (this.#newer.size >= KEPT) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(id, requestId);
  }

  of(id: MessageId): string | undefined {
    return this.#newer.get(id) ?? this.#older.get(id);
  }
}

export const messageCauses = part<MessageCauses>("requests that sent messages");

export const notingCauses = on(messageArrived, ({ app, requestId }, { id }) => {
  if (requestId !== undefined) messageCauses.of(app).note(id, requestId);
});
