/** Where reading goes on, as far as that is known here. */
import type { State } from "../store/store.ts";
import { topicKey } from "../store/topics.ts";
import { isMuted, MUTED } from "./decide.ts";
import { conversationIn, conversationKey, type Term } from "./narrow.ts";
import { NEWEST, OLDEST, type Ranges } from "./ranges.ts";
import type { Message } from "./types.ts";

interface Host {
  readonly store: { readonly state: State };
  message(id: number): Message | undefined;
}

/** The first unread message, the newest end when there is none, undefined when only the server can tell. */
export function firstUnreadIn(terms: readonly Term[], ranges: Ranges, host: Host): number | undefined {
  const { state } = host.store;
  const isThere = placeIn(terms, state);
  if (isThere) {
    // The oldest of the unread ones may be among those that the snapshot has left out.
    if (state.unread.isIncomplete) return undefined;
    let first = NEWEST;
    for (const [id, place] of state.unread.messages) if (id < first && isThere(place)) first = id;
    return first;
  }
  const [only] = ranges;
  if (ranges.length !== 1 || only?.from !== OLDEST || only.upto !== NEWEST) return undefined;
  const isWaiting = (id: number) => {
    const known = host.message(id);
    return known !== undefined && !known.flags.includes("read") && !isMuted(known, state);
  };
  return only.ids.find(isWaiting) ?? NEWEST;
}

type FirstUnreadPlace = State["unread"]["messages"] extends ReadonlyMap<number, infer P> ? P : never;

/** Of one conversation, or of one channel, the store knows what is unread. */
function placeIn(terms: readonly Term[], state: State): ((place: FirstUnreadPlace) => boolean) | undefined {
  const conversation = conversationIn(terms);
  if (conversation?.type === "direct")
    return (place) => place.type === "private" && place.user_ids.join() === conversation.user_ids.join();
  // A muted topic has nothing that waits to be read.
  const waits = (place: FirstUnreadPlace) =>
    place.type === "stream" &&
    state.topics.policies.get(topicKey(place.stream_id, place.topic))?.visibility_policy !== MUTED;
  if (conversation) {
    const key = conversationKey(conversation);
    return (place) => place.type === "stream" && topicKey(place.stream_id, place.topic) === key && waits(place);
  }
  const [term] = terms;
  if (terms.length !== 1 || term?.operator !== "channel" || term.negated) return undefined;
  return (place) => place.type === "stream" && place.stream_id === term.operand && waits(place);
}
