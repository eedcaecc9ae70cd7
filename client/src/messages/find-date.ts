/** Finds a day by binary search: the server looks messages up by id only, and ids and times ascend together. */
import type { State } from "../store/store.ts";
import { type MessagePage, PAGE, type PageRequest } from "./page.ts";
import { NEWEST } from "./ranges.ts";
import type { Message } from "./types.ts";

interface Host {
  readonly store: { readonly state: State };
  message(id: number): Message | undefined;
}

/** The first message at or after this time; `newest` if there is none. */
export async function messageAtDate(
  fetch: (request: PageRequest) => Promise<MessagePage>,
  date: Date,
  host: Host,
): Promise<number | "newest"> {
  const wanted = date.getTime() / 1000;
  const isSince = (id: number) => (host.message(id)?.timestamp ?? 0) >= wanted;
  /** Invariant: every message before `low` is too early, and none from `high` up to `found` is. */
  let [low, high] = [1, host.store.state.conversations.maxMessageId + 1];
  let found: number | "newest" = "newest";
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { range } = await fetch({ anchor: middle, before: PAGE / 2, after: PAGE / 2 });
    const first = range.ids.findIndex(isSince);
    if (first > 0 || (first === 0 && range.from <= low)) return range.ids[first] as number;
    if (first === 0) {
      found = range.ids[0] as number;
      high = Math.min(range.from, middle);
    } else if (range.upto === NEWEST) {
      return found;
    } else {
      low = Math.max(range.upto, middle) + 1;
    }
  }
  return found;
}
