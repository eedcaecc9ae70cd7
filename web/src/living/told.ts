/** The contents of a message notification. */
import { type Conversation, conversationKey, conversationOf, type Message, type State } from "@parley/client";
import type { Address } from "../address/address.ts";
import {
  channelOf,
  conversationOf as conversationIn,
  narrowOf,
  nearMessage,
  type Conversation as Place,
} from "../address/narrow.ts";
import { policyOf } from "../inbox-order/standing.ts";
import { conversationKey as placeKey } from "../inbox-order/unread.ts";
import { peopleName, topicName } from "../state/conversation-names.ts";
import { nameOf } from "../state/people.ts";
import { settingsOf } from "../state/settings.ts";
import { t } from "../text/text.ts";
import { type NotifiableMessage, waysToTell } from "./should-notify.ts";

export const placeOf = (conversation: Conversation): Place =>
  conversation.type === "channel"
    ? { type: "topic", channelId: conversation.stream_id, topic: conversation.topic }
    : { type: "direct", userIds: conversation.user_ids };

export const keyOf = (message: Message, state: State): string =>
  conversationKey(conversationOf(message, state.users.ownId));

/** The address a click opens. */
export const addressOf = (message: Message, state: State): Address => ({
  kind: "narrow",
  terms: nearMessage(narrowOf(placeOf(conversationOf(message, state.users.ownId))), message.id),
});

function arrivalOf(message: Message, flags: readonly string[], state: State): NotifiableMessage {
  const channel = message.stream_id === undefined ? undefined : state.channels.channels.get(message.stream_id);
  const none = { is_muted: false, desktop_notifications: null, audible_notifications: null };
  return {
    settings: settingsOf(state),
    flags,
    isOwn: message.sender_id === state.users.ownId,
    hasMutedSender: state.preferences.mutedUsers.has(message.sender_id),
    channel: message.type === "stream" ? (channel?.personal ?? { ...none, wildcard_mentions_notify: null }) : undefined,
    policy: message.stream_id === undefined ? 0 : policyOf(state, message.stream_id, message.subject),
  };
}

export const waysFor = (message: Message, flags: readonly string[], state: State) =>
  waysToTell(arrivalOf(message, flags, state));

/** "Priya Raman in launch › Harbour map". */
export function headlineOf(message: Message, state: State): string {
  const sender = nameOf(state, message.sender_id);
  if (message.type === "stream") {
    const channel = state.channels.channels.get(message.stream_id ?? 0)?.name ?? "";
    const topic = topicName(state, message.subject);
    return t("living.saidInTopic", { sender, channel, topic });
  }
  const conversation = conversationOf(message, state.users.ownId);
  const others = conversation.type === "direct" ? conversation.user_ids.filter((id) => id !== message.sender_id) : [];
  if (others.length === 0) return sender;
  return t("living.saidToSeveral", { sender, others: peopleName(state, others) });
}

/** The text is omitted if the reader turned it off. */
export const bodyOf = (message: Message, state: State, plain: (html: string) => string): string =>
  settingsOf(state).pm_content_in_desktop_notifications || message.type === "stream"
    ? plain(message.content)
    : t("living.newMessage");

/** Whether the message appears in the current view. */
export function isInView(message: Message, address: Address, state: State): boolean {
  if (address.kind === "feed") return true;
  if (address.kind !== "narrow") return false;
  if (message.type === "stream" && channelOf(address.terms) === message.stream_id) return true;
  const shown = conversationIn(address.terms);
  return shown !== undefined && placeKey(shown) === placeKey(placeOf(conversationOf(message, state.users.ownId)));
}
