/** Compares a client's state with a fresh snapshot. Known differences are removed first, each with its reason. */
import assert from "node:assert/strict";
import type { State } from "@parley/client";

/** Asserts that the state built from events equals a fresh snapshot. */
export function assertUpToDate(shown: State, fresh: State, name: string): void {
  const [kept, expected] = comparable(shown, fresh);
  for (const part of Object.keys(expected) as (keyof State)[])
    assert.deepEqual(kept[part], expected[part], `what ${name}'s client shows of ${part} is out of date`);
}

/** Removes what clients cannot learn from events from both states. */
function comparable(shown: State, fresh: State) {
  const isGone = new Set(
    shown.conversations.direct.filter((each) => each.newestIsGone).map((each) => `${each.user_ids}`),
  );
  // Deleting or moving the newest message makes an older one the newest, and not everyone is notified: users outside a
  // private channel do not learn what is moved out of it.
  const maxMessageId = Math.max(shown.conversations.maxMessageId, fresh.conversations.maxMessageId);
  const known = (state: State) => ({
    ...withWhatIsHeard(state),
    // Depends on when this process was started, so it differs between processes.
    realm: { ...state.realm, server_generation: "unknown" },
    // Clients poll nearly all of it once a minute.
    presence: new Map(),
    conversations: {
      ...state.conversations,
      maxMessageId,
      direct: state.conversations.direct.filter((each) => !isGone.has(`${each.user_ids}`)),
    },
  });
  return [known(shown), known(fresh)] as const;
}

/** Messages can spell their topic in different cases, and which spelling a snapshot has depends on its time. */
const withoutSpelling = (place: UnreadPlaces extends ReadonlyMap<number, infer P> ? P : never) =>
  place.type === "stream" ? { ...place, name: "" } : place;
type UnreadPlaces = State["unread"]["messages"];

const MUTED = 1;
const isSameTopic = (
  { stream_id, topic_name }: { stream_id: number; topic_name: string },
  place: { stream_id: number; topic: string },
) => stream_id === place.stream_id && topic_name.toLowerCase() === place.topic;

/**
 * Only users who receive a channel's first message know it. Weekly traffic is counted once a day and sent at
 * registration only. Whether a wildcard mention in a muted channel or topic counts is known only to clients that
 * received it.
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
