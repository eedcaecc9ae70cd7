/**
 * The requests that sent the newest messages, so that the log joins a push notification to them. Only this process knows
 * them, and only for a while: people are notified moments later, by the node that the message was sent through.
 */
import type { MessageId } from "../../kernel/api/ids.ts";
import { on } from "../../kernel/moments.ts";
import { part } from "../../kernel/part.ts";
import { messageArrived } from "../../messages/moments.ts";

const MOST = 5000;

export class MessageCauses {
  readonly #requests = new Map<MessageId, string>();

  note(id: MessageId, requestId: string): void {
    if (this.#requests.size >= MOST) {
      const [oldest] = this.#requests.keys();
      this.#requests.delete(oldest as MessageId);
    }
    this.#requests.set(id, requestId);
  }

  of(id: MessageId): string | undefined {
    return this.#requests.get(id);
  }
}

export const messageCauses = part<MessageCauses>("requests that sent messages");

export const notingCauses = on(messageArrived, ({ app, requestId }, { id }) => {
  if (requestId !== undefined) messageCauses.of(app).note(id, requestId);
});
