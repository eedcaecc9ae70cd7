/** A message's location: as a narrow, as a link, and as a compose target. */
import { conversationOf, type Message, type State } from "@parley/client";
import { narrowAddress } from "../address/address.ts";
import { fragmentOf } from "../address/fragment.ts";
import { dmNarrow, type NarrowTerm, nearMessage, topicNarrow } from "../address/narrow.ts";
import type { ComposeIntent } from "../composer/intents.ts";
import type { Target } from "../composer/target.ts";

type Placed = Pick<Message, "id" | "type" | "stream_id" | "subject" | "display_recipient">;

function narrowOfMessage(message: Placed, ownId: number): NarrowTerm[] {
  const place = conversationOf(message as Message, ownId);
  return place.type === "channel" ? topicNarrow(place.stream_id, place.topic) : dmNarrow(place.user_ids);
}

export const addressOfMessage = (message: Placed, ownId: number) =>
  narrowAddress(nearMessage(narrowOfMessage(message, ownId), message.id));

/** A link that other clients understand too. */
export const linkToMessage = (message: Placed, state: State): string =>
  `${location.origin}/#${fragmentOf(addressOfMessage(message, state.users.ownId), state, { isForOthers: true })}`;

export function targetOfMessage(message: Placed, ownId: number): Target {
  const place = conversationOf(message as Message, ownId);
  if (place.type === "direct") return { to: "direct", userIds: place.user_ids };
  return { to: "channel", channelId: place.stream_id, topic: place.topic };
}

/** A reply to the message's conversation. */
export function replyTo(message: Placed, ownId: number, text?: string): ComposeIntent {
  const place = conversationOf(message as Message, ownId);
  const said = text === undefined ? {} : { text };
  if (place.type === "direct") return { to: "direct", userIds: place.user_ids, ...said };
  return { to: "channel", channelId: place.stream_id, topic: place.topic, ...said };
}
