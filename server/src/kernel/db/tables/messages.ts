/** Messages, what hangs on them, and how far they are read and indexed. */
import type { ColumnType, Generated } from "kysely";
import type { AttachmentId, ChannelId, MessageId, RealmId, RecipientId, TopicId, UserId } from "../../api/ids.ts";

export interface MessageTables {
  recipient: { id: Generated<RecipientId>; realm_id: RealmId; direct_key: string | null };
  direct_participant: DirectParticipantTable;
  message: MessageTable;
  message_edit: MessageEditTable;
  user_message: { user_id: UserId; message_id: MessageId; flags: number };
  /** What was sent under an id of the client's own, for a day. */
  sent_once: { user_id: UserId; request_key: string; message_id: MessageId; sent_at: number };
  reaction: ReactionTable;
  submessage: SubmessageTable;
  attachment: AttachmentTable;
  attachment_message: { attachment_id: AttachmentId; message_id: MessageId };
  /** Messages of the organization up to this one are in the search index, but for those in search_dirty. */
  search_cursor: { realm_id: RealmId; upto_message_id: MessageId };
  /** Messages whose text has changed since they were indexed; one row for each change. */
  search_dirty: { id: Generated<number>; realm_id: RealmId; message_id: MessageId };
}

interface DirectParticipantTable {
  recipient_id: RecipientId;
  user_id: UserId;
  read_upto: MessageId;
  max_message_id: MessageId;
}

interface MessageTable {
  id: Generated<MessageId>;
  realm_id: RealmId;
  recipient_id: RecipientId;
  sender_id: UserId;
  topic_id: TopicId | null;
  subject: string;
  content: string;
  rendered_content: string;
  sent_at: number;
  client: string;
  last_edit_at: number | null;
  /** What its text holds, as bits of `Trait`. */
  traits: Generated<number>;
  /** When it last came to another topic or channel. */
  last_moved_at: number | null;
  /** How many rows of `message_edit` it has, and how many bytes of earlier text are in them. */
  history_count: Generated<number>;
  history_bytes: Generated<number>;
}

/** What a message was before an edit; the newest has the largest id. */
interface MessageEditTable {
  id: Generated<number>;
  message_id: MessageId;
  user_id: UserId;
  edited_at: number;
  /** Of an edit of the content: how many bytes of earlier text are kept, 0 when they are not any more. */
  text_size: number | null;
  /** Where the message was afterwards; null for direct messages. */
  channel_id: ChannelId | null;
  /** Where it was before, if in another channel. */
  prev_channel_id: ChannelId | null;
  /** When the topic changed. */
  topic: string | null;
  prev_topic: string | null;
  prev_content: string | null;
  prev_rendered_content: string | null;
}

interface ReactionTable {
  id: Generated<number>;
  message_id: MessageId;
  user_id: UserId;
  reaction_type: "unicode_emoji" | "realm_emoji" | "chat_extra_emoji";
  emoji_code: string;
  emoji_name: string;
}

interface SubmessageTable {
  id: Generated<number>;
  message_id: MessageId;
  sender_id: UserId;
  msg_type: string;
  content: string;
}

interface AttachmentTable {
  id: Generated<AttachmentId>;
  realm_id: RealmId;
  owner_id: UserId;
  /** Where it is found: `{realm_id}/{two random parts}/{name}`; never changes. */
  path_id: string;
  file_name: string;
  content_type: string;
  size: number;
  created_at: number;
  /** Null while a message claims it. */
  unclaimed_since: number | null;
  /** Of images that thumbnails can be made of. */
  image: ColumnType<ImageFacts | null, string | null, string | null>;
}

/** What the header of an image says, turned upright. */
export interface ImageFacts {
  content_type: string;
  width: number;
  height: number;
  frames: number;
}
