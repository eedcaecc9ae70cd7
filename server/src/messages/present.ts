/** Messages in the API's format. */

import type { MessageId, RecipientId } from "../kernel/api/ids.ts";
import type { Realm } from "../kernel/context.ts";
import { dummyEmail, UNKNOWN_NAME } from "../people/users/access/unknown.ts";
import { apiEmail, avatarUrl, isAvatarComputable, type UserRow } from "../people/users/present.ts";
import type { StoredMessage } from "./events.ts";
import type { Edit } from "./history/store.ts";
import { type Showing, shownEdit } from "./history/visible.ts";
import { linksOfTopic } from "./linkifiers.ts";

export interface MessageFacts {
  id: MessageId;
  recipient_id: RecipientId;
  subject: string;
  content: string;
  rendered_content: string;
  sent_at: number;
  client: string;
}

type Sender = Pick<
  UserRow,
  | "id"
  | "delivery_email"
  | "full_name"
  | "bot_type"
  | "avatar_source"
  | "avatar_version"
  | "avatar_path"
  | "settings"
  | "system_bot"
>;
type Participant = Pick<UserRow, "id" | "delivery_email" | "full_name" | "bot_type" | "settings"> & {
  /** A user whom the reader cannot access. */
  readonly isUnknown?: boolean;
};

export type PresentedConversation =
  | { channel: { id: number; name: string } }
  | { participants: readonly Participant[] };

/** The sender's part of every message. */
export function presentSender(realm: Realm, sender: Sender, viewer?: { readonly role: number }) {
  return {
    sender_id: sender.id,
    sender_email: apiEmail(realm, sender, viewer),
    sender_full_name: sender.full_name,
    sender_realm_str: realm.string_id,
    avatar_url: avatarUrl(realm, sender),
    avatar_is_computable: isAvatarComputable(realm, sender),
  };
}

export type PresentedSender = ReturnType<typeof presentSender>;

/** What others have added to a message. */
type AttachedParts = Partial<Pick<StoredMessage, "reactions" | "submessages">>;

export function storedMessage(
  realm: Realm,
  message: MessageFacts,
  sender: PresentedSender,
  conversation: PresentedConversation,
  { reactions = [], submessages = [] }: AttachedParts = {},
): StoredMessage {
  const isChannel = "channel" in conversation;
  return {
    id: message.id,
    type: isChannel ? "stream" : "private",
    ...(isChannel ? { stream_id: conversation.channel.id } : {}),
    subject: message.subject,
    content: message.content,
    rendered_content: message.rendered_content,
    timestamp: message.sent_at,
    ...sender,
    client: message.client,
    display_recipient: isChannel ? conversation.channel.name : presentParticipants(realm, conversation.participants),
    recipient_id: message.recipient_id,
    is_me_message: message.content.startsWith("/me "),
    reactions,
    submessages,
    topic_links: isChannel ? linksOfTopic(realm, message.subject) : [],
  };
}

/** Only the edits that the reader may see; nothing for a message that was never edited or moved. */
export function presentEdits(
  { history_count, last_edit_at, last_moved_at }: EditFacts,
  edits: readonly Edit[],
  showing: Showing,
) {
  if (history_count === 0) return {};
  const shown = edits.flatMap((edit) => shownEdit(edit, showing) ?? []);
  return {
    ...(shown.length > 0 ? { edit_history: shown } : {}),
    ...(last_edit_at === null ? {} : { last_edit_timestamp: last_edit_at }),
    ...(last_moved_at === null ? {} : { last_moved_timestamp: last_moved_at }),
  };
}

interface EditFacts {
  history_count: number;
  last_edit_at: number | null;
  last_moved_at: number | null;
}

/** Two participants are ordered by email address; more are ordered by id. */
function presentParticipants(realm: Realm, participants: readonly Participant[]) {
  const people = participants.map((user) => ({
    id: user.id,
    email: user.isUnknown ? dummyEmail(realm, user.id) : apiEmail(realm, user),
    full_name: user.isUnknown ? UNKNOWN_NAME : user.full_name,
    is_mirror_dummy: false,
  }));
  return people.length === 2 ? people.sort((a, b) => (a.email < b.email ? -1 : 1)) : people;
}
