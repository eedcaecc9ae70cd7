import type { State } from "@parley/client";

/** What the screens read of the organization's settings and the server's limits, under their names at registration. */
export interface RealmFields {
  readonly realm_name: string;
  readonly realm_description: string;
  readonly realm_icon_url: string;
  readonly realm_url: string;
  readonly realm_empty_topic_display_name: string;
  readonly realm_topics_policy: "allow_empty_topic" | "disable_empty_topic";
  readonly realm_mandatory_topics: boolean;
  readonly realm_presence_disabled: boolean;
  readonly realm_enable_read_receipts: boolean;
  readonly realm_allow_message_editing: boolean;
  readonly realm_message_content_edit_limit_seconds: number | null;
  readonly realm_message_content_delete_limit_seconds: number | null;
  readonly realm_message_edit_history_visibility_policy: "all" | "moves" | "none";
  readonly realm_move_messages_within_stream_limit_seconds: number | null;
  readonly realm_move_messages_between_streams_limit_seconds: number | null;
  readonly realm_moderation_request_channel_id: number;
  readonly max_topic_length: number;
  readonly max_message_length: number;
  readonly max_stream_name_length: number;
  readonly max_stream_description_length: number;
  readonly max_file_upload_size_mib: number;
  readonly max_reminder_note_length: number;
  readonly server_presence_ping_interval_seconds: number;
  readonly server_presence_offline_threshold_seconds: number;
  readonly server_typing_started_expiry_period_milliseconds: number;
  readonly server_typing_stopped_wait_period_milliseconds: number;
  readonly server_typing_started_wait_period_milliseconds: number;
  readonly server_emoji_data_url: string;
  readonly server_generation: number;
}

export const realmField = <K extends keyof RealmFields>(state: State, name: K): RealmFields[K] =>
  state.realm[name] as RealmFields[K];
