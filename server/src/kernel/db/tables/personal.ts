/** Personal data, and scheduled items. */
import type { ColumnType, Generated } from "kysely";
import type { AttachmentId, ChannelId, MessageId, RealmId, UserId } from "../../api/ids.ts";
import type { Json } from "./json.ts";

export interface PersonalTables {
  draft: DraftTable;
  saved_snippet: SavedSnippetTable;
  navigation_view: NavigationViewTable;
  onboarding_step_seen: { user_id: UserId; name: string };
  scheduled_message: ScheduledMessageTable;
  attachment_scheduled_message: { attachment_id: AttachmentId; scheduled_message_id: number };
  reminder: ReminderTable;
}

/** For a channel, for people, or without a recipient yet; never for both. */
interface DraftTable {
  id: Generated<number>;
  user_id: UserId;
  channel_id: ChannelId | null;
  /** The others, by id; only the author for a note to oneself. */
  to_user_ids: Json<UserId[]>;
  topic: string;
  content: string;
  last_edited_at: number;
}

interface SavedSnippetTable {
  id: Generated<number>;
  user_id: UserId;
  title: string;
  content: string;
  date_created: number;
}

interface NavigationViewTable {
  id: Generated<number>;
  user_id: UserId;
  /** The part of its URL after the #. */
  fragment: string;
  /** Null for built-in views, whose names are translated. */
  name: string | null;
  is_pinned: boolean;
}

/** Exactly one of `channel_id` and `user_ids` is set. */
interface ScheduledMessageTable {
  id: Generated<number>;
  realm_id: RealmId;
  sender_id: UserId;
  channel_id: ChannelId | null;
  /** Of a channel message. */
  topic: string;
  /** Without the sender, unless it is a note to oneself. */
  user_ids: ColumnType<UserId[] | null, string | null, string | null>;
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  read_by_sender: boolean;
  client: string;
  /** Why it could not be sent; null while it is pending. */
  failure: string | null;
  /** Sent rows are kept for a while, for this value only. */
  sent_at: number | null;
}

interface ReminderTable {
  id: Generated<number>;
  realm_id: RealmId;
  user_id: UserId;
  /** The message may have been deleted. */
  reminder_target_message_id: MessageId;
  note: string;
  /** The text when the reminder was set. */
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  failed: boolean;
}
