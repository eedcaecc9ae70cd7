/** What a client keeps against what a fresh snapshot says: equal, but for what is listed here with its reason. */
import assert from "node:assert/strict";
import type { State } from "@parley/client";

/** Holds the state that events have made against a fresh one. */
export function assertUpToDate(shown: State, fresh: State, name: string): void {
  const [kept, expected] = comparable(shown, fresh);
  for (const part of Object.keys(expected) as (keyof State)[])
    assert.deepEqual(kept[part], expected[part], `what ${name}'s client shows of ${part} is out of date`);
}

/** Both without what no event tells a client, which it then knows that it does not know. */
function comparable(shown: State, fresh: State) {
  const isGone = new Set(
    shown.conversations.direct.filter((each) => each.newestIsGone).map((each) => `${each.user_ids}`),
  );
  // Deleting the newest message makes an older one the newest, and so does moving it away. Where it goes, not everybody
  // is told of it: who was not in a private channel does not hear what comes out of it.
  const maxMessageId = Math.max(shown.conversations.maxMessageId, fresh.conversations.maxMessageId);
  const known = (state: State) => ({
    ...withWhatIsHeard(state),
    // Says since when this process runs, and another one that it is another.
    realm: { ...state.realm, server_generation: "unknown" },
    // Nearly all of it is asked for, once a minute.
    presence: new Map(),
    conversations: {
      ...state.conversations,
      maxMessageId,
      direct: state.conversations.direct.filter((each) => !isGone.has(`${each.user_ids}`)),
    },
  });
  return [known(shown), known(fresh)] as const;
}

/** Each message may spell its topic in another case; which of them is told depends on when one asks. */
const withoutSpelling = (place: UnreadPlaces extends ReadonlyMap<number, infer P> ? P : never) =>
  place.type === "stream" ? { ...place, name: "" } : place;
type UnreadPlaces = State["unread"]["messages"];

const MUTED = 1;
const isSameTopic = (
  { stream_id, topic_name }: { stream_id: number; topic_name: string },
  place: { stream_id: number; topic: string },
) => stream_id === place.stream_id && topic_name.toLowerCase() === place.topic;

/**
 * A channel's first message is known only to those who receive it, how many messages a week it gets is counted once a day
 * and told to whoever registers then, and whether everybody is mentioned in a muted channel
 * or topic only to those who heard it.
 */
function withWhatIsHeard(state: State) {
  const channels = [...state.channels.channels.values()].sort((a, b) => a.stream_id - b.stream_id);
  const isHeard = (id: number) => {
    const place = state.unread.messages.get(id);
    if (place?.type !== "stream") return true;
    const isMutedTopic = [...state.topics.policies.values()].some(
      (each) => each.visibility_policy === MUTED && isSameTopic(each, place),
    );
    return !isMutedTopic && !state.channels.channels.get(place.stream_id)?.personal?.is_muted;
  };
  return {
    ...state,
    unread: {
      ...state.unread,
      messages: new Map([...state.unread.messages].map(([id, place]) => [id, withoutSpelling(place)])),
      mentions: [...state.unread.mentions].filter(isHeard).sort((a, b) => a - b),
    },
    channels: {
      ...state.channels,
      channels: channels.map((channel) =>
        channel.is_subscribed
          ? { ...channel, stream_weekly_traffic: "unknown" }
          : { ...channel, stream_weekly_traffic: "unknown", first_message_id: "unknown" },
      ),
    },
  };
}
