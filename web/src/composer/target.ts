/** The target of a message being written. */
import { type Draft, normalised, type State } from "@parley/client";
import {
  channelNarrow,
  channelOf,
  conversationOf,
  dmNarrow,
  type NarrowTerm,
  narrowKey,
  topicNarrow,
} from "../address/narrow.ts";

export type Target =
  /** The channel may not be chosen yet, and the topic may be empty. */
  | { readonly to: "channel"; readonly channelId: number | undefined; readonly topic: string }
  /** The others; empty for notes to yourself, and while nobody is chosen. */
  | { readonly to: "direct"; readonly userIds: readonly number[] };

/** The target of a view: its conversation, or its channel with a topic to choose. */
export function targetOf(terms: readonly NarrowTerm[]): Target | undefined {
  const conversation = conversationOf(terms);
  if (conversation?.type === "topic")
    return { to: "channel", channelId: conversation.channelId, topic: conversation.topic };
  if (conversation) return { to: "direct", userIds: conversation.userIds };
  const channelId = channelOf(terms);
  return channelId === undefined ? undefined : { to: "channel", channelId, topic: "" };
}

export function narrowOfTarget(target: Target): readonly NarrowTerm[] | undefined {
  if (target.to === "direct") return dmNarrow(target.userIds);
  if (target.channelId === undefined) return undefined;
  return target.topic === "" ? channelNarrow(target.channelId) : topicNarrow(target.channelId, target.topic);
}

/** Equal for targets in the same conversation. */
export function targetKey(target: Target): string {
  if (target.to === "direct") return narrowKey(dmNarrow(target.userIds));
  return target.channelId === undefined ? "nowhere" : narrowKey(topicNarrow(target.channelId, target.topic));
}

/** Whether a message to the target appears in this view. */
export function isShownIn(terms: readonly NarrowTerm[], target: Target): boolean {
  if (conversationOf(terms)) return isSameTarget(targetOf(terms) as Target, target);
  const [term] = terms;
  if (!term || terms.length > 1 || term.negated) return false;
  if (term.operator === "channel") return target.to === "channel" && target.channelId === term.operand;
  if (term.operator === "is") return term.operand === "dm" && target.to === "direct";
  return term.operator === "in";
}

export const isSameTarget = (one: Target, other: Target): boolean => targetKey(one) === targetKey(other);

type SentDraft = Pick<Draft, "type" | "to" | "topic" | "content">;

/**
 * A draft as the server stores it, so that both versions can be compared: without space at the end, and with notes to
 * yourself as a conversation with yourself.
 */
export function draftOf(target: Target, text: string, { users }: Pick<State, "users">): SentDraft {
  const content = normalised(text);
  if (target.to === "direct") {
    const to = target.userIds.length > 0 ? [...target.userIds] : [users.ownId];
    return { type: "private", to, topic: "", content };
  }
  if (target.channelId === undefined) return { type: "", to: [], topic: "", content };
  return { type: "stream", to: [target.channelId], topic: target.topic.trim(), content };
}

export function targetOfDraft({ type, to, topic }: Pick<Draft, "type" | "to" | "topic">, ownId: number): Target {
  if (type === "private") return { to: "direct", userIds: to.filter((id) => id !== ownId).sort((a, b) => a - b) };
  return { to: "channel", channelId: type === "stream" ? to[0] : undefined, topic };
}
