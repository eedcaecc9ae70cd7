/** The first unread message, if it can be found without asking the server. */
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

/** The first unread message, or the newest end if there is none; undefined if only the server knows. */
export function firstUnreadIn(terms: readonly Term[], ranges: Ranges, host: Host): number | undefined {
  const { state } = host.store;
  const isInNarrow = placeIn(terms, state);
  if (isInNarrow) {
    // The snapshot may have left out the oldest unread messages.
    if (state.unread.isIncomplete) return undefined;
    let first = NEWEST;
    for (const [id, place] of state.unread.messages) if (id < first && isInNarrow(place)) first = id;
    return first;
  }
  const [only] = ranges;
  if (ranges.length !== 1 || only?.from !== OLDEST || only.upto !== NEWEST) return undefined;
  const isUnread = (id: number) => {
    const known = host.message(id);
    return known !== undefined && !known.flags.includes("read") && !isMuted(known, state);
  };
  return only.ids.find(isUnread) ?? NEWEST;
}

const factsAt = ({ stream_id, topic }: FirstUnreadPlace & { type: "stream" }): Parameters<typeof isMuted>[0] => ({
  id: 0,
  type: "stream",
  stream_id,
  subject: topic,
});

type FirstUnreadPlace = State["unread"]["messages"] extends ReadonlyMap<number, infer P> ? P : never;

/** The store knows what is unread in a conversation, in a channel, and in all that are not muted. */
function placeIn(terms: readonly Term[], state: State): ((place: FirstUnreadPlace) => boolean) | undefined {
  const conversation = conversationIn(terms);
  if (conversation?.type === "direct")
    return (place) => place.type === "private" && place.user_ids.join() === conversation.user_ids.join();
  // Unread messages in muted topics don't count.
  const isUnmuted = (place: FirstUnreadPlace) =>
    place.type === "stream" &&
    state.topics.policies.get(topicKey(place.stream_id, place.topic))?.visibility_policy !== MUTED;
  if (conversation) {
    const key = conversationKey(conversation);
    return (place) => place.type === "stream" && topicKey(place.stream_id, place.topic) === key && isUnmuted(place);
  }
  const [term] = terms;
  if (terms.length !== 1 || !term || term.negated) return undefined;
  if (term.operator === "in" && term.operand === "home")
    return (place) => place.type === "private" || !isMuted(factsAt(place), state);
  if (term.operator !== "channel") return undefined;
  return (place) => place.type === "stream" && place.stream_id === term.operand && isUnmuted(place);
}
