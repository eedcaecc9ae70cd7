/** The messages that rows on the screen quote: asked for together, a moment after the rows have come. */
import type { MessageCache } from "@parley/client";
import { useEffect } from "react";
import { useSession } from "../../state/session.tsx";

/** Long enough that rows which only pass by ask for nothing. */
const TOGETHER_MS = 60;

class WantedMessages {
  readonly #messages: MessageCache;
  /** How many rows want each. */
  readonly #wanted = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(messages: MessageCache) {
    this.#messages = messages;
  }

  /** Returns what to call when the row is gone. */
  want(ids: readonly number[]): () => void {
    const missing = ids.filter((id) => this.#messages.message(id) === undefined);
    for (const id of missing) this.#wanted.set(id, (this.#wanted.get(id) ?? 0) + 1);
    if (missing.length > 0) this.#timer ??= setTimeout(() => this.#ask(), TOGETHER_MS);
    return () => {
      for (const id of missing) {
        const left = (this.#wanted.get(id) ?? 0) - 1;
        if (left > 0) this.#wanted.set(id, left);
        else this.#wanted.delete(id);
      }
    };
  }

  #ask(): void {
    this.#timer = undefined;
    const ids = [...this.#wanted.keys()];
    this.#wanted.clear();
    // Without them rows have no quotation; rows that come again ask again.
    if (ids.length > 0) this.#messages.fetchByIds(ids).catch(() => {});
  }
}

const wants = new WeakMap<MessageCache, WantedMessages>();

export function useWantedMessages(ids: readonly (number | undefined)[]): void {
  const { messages } = useSession();
  const key = [...new Set(ids)].filter((id) => id !== undefined).join();
  useEffect(() => {
    if (key === "") return;
    const wanted = wants.get(messages) ?? new WantedMessages(messages);
    wants.set(messages, wanted);
    return wanted.want(key.split(",").map(Number));
  }, [key, messages]);
}
