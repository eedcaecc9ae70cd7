/** Messages and their parts, read state and search index. */
import type { ColumnType, Generated } from "kysely";
import type { AttachmentId, ChannelId, MessageId, RealmId, RecipientId, TopicId, UserId } from "../../api/ids.ts";

export interface MessageTables {
  recipient: { id: Generated<RecipientId>; realm_id: RealmId; direct_key: string | null };
  direct_participant: DirectParticipantTable;
  message: MessageTable;
  message_edit: MessageEditTable;
  user_message: { user_id: UserId; message_id: MessageId; flags: number };
  /** Messages sent with a client-generated id, kept for a day. */
  sent_once: { user_id: UserId; request_key: string; message_id: MessageId; sent_at: number };
  reaction: ReactionTable;
  submessage: SubmessageTable;
  attachment: AttachmentTable;
  attachment_message: { attachment_id: AttachmentId; message_id: MessageId };
  /** Messages up to this one are in the search index, except for those in search_dirty. */
  search_cursor: { realm_id: RealmId; upto_message_id: MessageId };
  /** Messages whose text has changed since they were indexed; one row per change. */
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
  /** Properties of its text, as bits of `Trait`. */
  traits: Generated<number>;
  /** When it was last moved to another topic or channel. */
  last_moved_at: number | null;
  /** How many rows of `message_edit` it has, and the bytes of earlier text in them. */
  history_count: Generated<number>;
  history_bytes: Generated<number>;
}

/** An edit of a message; the newest has the largest id. */
interface MessageEditTable {
  id: Generated<number>;
  message_id: MessageId;
  user_id: UserId;
  edited_at: number;
  /** For a content edit: the bytes of earlier text that are kept, 0 if they no longer are. */
  text_size: number | null;
  /** The channel after the edit; null for direct messages. */
  channel_id: ChannelId | null;
  /** The previous channel, if it differs. */
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
  /** The path of the file: `{realm_id}/{two random parts}/{name}`; never changes. */
  path_id: string;
  file_name: string;
  content_type: string;
  size: number;
  created_at: number;
  /** Null while a message claims it. */
  unclaimed_since: number | null;
  /** For images that can have thumbnails. */
  image: ColumnType<ImageFacts | null, string | null, string | null>;
}

/** The image header's data, with the orientation applied. */
export interface ImageFacts {
  content_type: string;
  width: number;
  height: number;
  frames: number;
}
