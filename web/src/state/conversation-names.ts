/** Display names of conversations: people, topics, and topics with their channel. */
import type { State } from "@parley/client";
import type { Conversation } from "../address/narrow.ts";
import { listText } from "../text/dates.ts";
import { t } from "../text/text.ts";

type People = Pick<State, "users">;
type Topics = Pick<State, "realm">;
type ConversationNameState = Pick<State, "channels" | "realm" | "users">;

/** "Mei Tanaka and Noor Haddad", or shorter for a list: "Mei Tanaka, Noor Haddad". */
export function peopleName({ users }: People, userIds: readonly number[], { isShort = false } = {}): string {
  if (userIds.length === 0) return t("views.notesToSelf");
  const names = userIds.map((id) => {
    const person = users.users.get(id);
    if (!person) return t("parts.unknownPerson");
    return person.is_active ? person.full_name : t("parts.deactivated", { name: person.full_name });
  });
  return listText(names, isShort ? "short" : "long");
}

/** The empty topic has the organization's display name. */
export const topicName = ({ realm }: Topics, topic: string): string =>
  topic === "" ? `${realm.realm_empty_topic_display_name ?? ""}` : topic;

/** "launch › Beta 4 freeze", or the people. */
export function conversationName(state: ConversationNameState, conversation: Conversation): string {
  if (conversation.type === "direct") return peopleName(state, conversation.userIds);
  const channel = state.channels.channels.get(conversation.channelId)?.name ?? "";
  return t("parts.place", { channel, topic: topicName(state, conversation.topic) });
}
