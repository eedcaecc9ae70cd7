/** Fetches the messages that visible rows preview, in batches. */
import type { MessageCache } from "@parley/client";
import { useEffect } from "react";
import { useSession } from "../../state/session.tsx";

/** Long enough that rows scrolling past fetch nothing. */
const TOGETHER_MS = 60;

class WantedMessages {
  readonly #messages: MessageCache;
  /** How many rows want each message. */
  readonly #wanted = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(messages: MessageCache) {
    this.#messages = messages;
  }

  /** Returns the function to call when the row unmounts. */
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
    // On failure rows have no preview; rows that reappear retry.
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
