-- Made by `npm run generate` from the migrations. Not to be edited.

CREATE TABLE "alert_word" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "word" text not null,
  "word_key" text not null,
  constraint "alert_word_unique" unique ("user_id", "word_key")
);

CREATE TABLE "attachment" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "owner_id" bigint not null references "user" ("id") on delete cascade,
  "path_id" text not null,
  "file_name" text not null,
  "content_type" text not null,
  "size" bigint not null,
  "created_at" bigint not null,
  "unclaimed_since" bigint,
  "image" json,
  constraint "attachment_path_unique" unique ("path_id")
);

CREATE INDEX "attachment_by_owner" on "attachment" ("owner_id", "id");

CREATE INDEX "attachment_by_unclaimed" on "attachment" ("unclaimed_since");

CREATE TABLE "attachment_message" (
  "attachment_id" bigint not null references "attachment" ("id") on delete cascade,
  "message_id" bigint not null references "message" ("id") on delete cascade,
  constraint "attachment_message_pk" primary key ("attachment_id", "message_id")
);

CREATE INDEX "attachment_message_by_message" on "attachment_message" ("message_id");

CREATE TABLE "attachment_scheduled_message" (
  "attachment_id" bigint not null references "attachment" ("id") on delete cascade,
  "scheduled_message_id" bigint not null references "scheduled_message" ("id") on delete cascade,
  constraint "attachment_scheduled_message_pk" primary key ("attachment_id", "scheduled_message_id")
);

CREATE INDEX "attachment_scheduled_message_by_message" on "attachment_scheduled_message" ("scheduled_message_id");

CREATE TABLE "bot" (
  "user_id" bigint primary key references "user" ("id") on delete cascade,
  "default_sending_channel_id" bigint references "channel" ("id") on delete set null,
  "default_events_register_channel_id" bigint references "channel" ("id") on delete set null,
  "default_all_public_streams" boolean not null,
  "config_data" json not null
);

CREATE INDEX "bot_by_default_events_register_channel_id" on "bot" ("default_events_register_channel_id");

CREATE INDEX "bot_by_default_sending_channel_id" on "bot" ("default_sending_channel_id");

CREATE TABLE "bot_service" (
  "user_id" bigint primary key references "user" ("id") on delete cascade,
  "base_url" text not null,
  "interface" bigint not null,
  "token_encrypted" text not null
);

CREATE TABLE "bot_storage" (
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "key" text not null,
  "value" text not null,
  "characters" bigint not null,
  constraint "bot_storage_pk" primary key ("user_id", "key")
);

CREATE TABLE "channel" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "recipient_id" bigint not null unique references "recipient" ("id"),
  "name" text not null,
  "name_key" text not null,
  "description" text not null,
  "rendered_description" text not null,
  "date_created" bigint not null,
  "creator_id" bigint references "user" ("id"),
  "invite_only" boolean not null,
  "is_web_public" boolean not null,
  "history_public_to_subscribers" boolean not null,
  "is_archived" boolean not null,
  "is_recently_active" boolean not null,
  "message_retention_days" bigint,
  "topics_policy" text not null,
  "first_message_id" bigint,
  "folder_id" bigint,
  "can_add_subscribers_group" bigint not null references "user_group" ("id"),
  "can_administer_channel_group" bigint not null references "user_group" ("id"),
  "can_delete_any_message_group" bigint not null references "user_group" ("id"),
  "can_delete_own_message_group" bigint not null references "user_group" ("id"),
  "can_move_messages_out_of_channel_group" bigint not null references "user_group" ("id"),
  "can_move_messages_within_channel_group" bigint not null references "user_group" ("id"),
  "can_remove_subscribers_group" bigint not null references "user_group" ("id"),
  "can_resolve_topics_group" bigint not null references "user_group" ("id"),
  "can_send_message_group" bigint not null references "user_group" ("id"),
  "can_subscribe_group" bigint not null references "user_group" ("id"),
  "weekly_traffic" bigint,
  constraint "channel_name_unique" unique ("realm_id", "name_key")
);

CREATE INDEX "channel_by_folder" on "channel" ("folder_id");

CREATE TABLE "channel_folder" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "name" text not null,
  "name_key" text not null,
  "description" text not null,
  "rendered_description" text not null,
  "place" bigint not null,
  "creator_id" bigint references "user" ("id"),
  "date_created" bigint not null,
  "is_archived" boolean not null
);

CREATE INDEX "channel_folder_by_realm" on "channel_folder" ("realm_id");

CREATE TABLE "custom_emoji" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "name" text not null,
  "author_id" bigint references "user" ("id"),
  "file_name" text not null,
  "is_animated" boolean not null,
  "deactivated" boolean not null
);

CREATE INDEX "custom_emoji_by_realm" on "custom_emoji" ("realm_id");

CREATE UNIQUE INDEX custom_emoji_in_use on custom_emoji (realm_id, name) where not deactivated;

CREATE TABLE "default_channel" (
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "channel_id" bigint not null references "channel" ("id") on delete cascade,
  constraint "default_channel_pk" primary key ("realm_id", "channel_id")
);

CREATE TABLE "default_channel_group" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "name" text not null,
  "description" text not null,
  constraint "default_channel_group_unique" unique ("realm_id", "name")
);

CREATE TABLE "default_channel_group_member" (
  "group_id" bigint not null references "default_channel_group" ("id") on delete cascade,
  "channel_id" bigint not null references "channel" ("id") on delete cascade,
  constraint "default_channel_group_member_pk" primary key ("group_id", "channel_id")
);

CREATE INDEX "default_channel_group_member_by_channel" on "default_channel_group_member" ("channel_id");

CREATE TABLE "direct_participant" (
  "recipient_id" bigint not null references "recipient" ("id") on delete cascade,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "read_upto" bigint not null,
  "max_message_id" bigint not null,
  constraint "direct_participant_pk" primary key ("recipient_id", "user_id")
);

CREATE INDEX "direct_participant_by_user" on "direct_participant" ("user_id", "max_message_id");

CREATE TABLE "draft" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "channel_id" bigint references "channel" ("id") on delete set null,
  "to_user_ids" json not null,
  "topic" text not null,
  "content" text not null,
  "last_edited_at" bigint not null
);

CREATE INDEX "draft_by_channel" on "draft" ("channel_id");

CREATE INDEX "draft_by_user" on "draft" ("user_id", "last_edited_at");

CREATE TABLE "event" (
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "position" bigint not null,
  "type" text not null,
  "body" json not null,
  "audience" json not null,
  "personal" json,
  "has_effects" boolean not null,
  "created_at" bigint not null,
  constraint "event_pk" primary key ("realm_id", "position")
);

CREATE INDEX event_with_effects on event (realm_id, position) where has_effects;

CREATE TABLE "event_queue" (
  "id" text primary key,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "options" json not null,
  "position" bigint not null,
  "lifespan_seconds" bigint not null,
  "last_seen_at" bigint not null
);

CREATE INDEX "event_queue_by_realm" on "event_queue" ("realm_id", "position");

CREATE INDEX "event_queue_by_user" on "event_queue" ("user_id");

CREATE TABLE "installation" (
  "id" bigint primary key,
  "secret_fingerprint" text not null,
  "setup_key_hash" text
);

CREATE TABLE "invitation" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "kind" text not null,
  "inviter_id" bigint references "user" ("id") on delete cascade,
  "email" text,
  "email_key" text,
  "key_hash" text not null unique,
  "key_encrypted" text not null,
  "invited_at" bigint not null,
  "expires_at" bigint,
  "used_at" bigint,
  "revoked_at" bigint,
  "invited_as" integer not null,
  "stream_ids" json not null,
  "group_ids" json not null,
  "include_realm_default_subscriptions" boolean not null,
  "notify_referrer_on_join" boolean not null,
  "welcome_message_custom_text" text,
  "link_id" bigint references "invitation" ("id") on delete cascade
);

CREATE INDEX "invitation_by_address" on "invitation" ("realm_id", "email_key");

CREATE INDEX "invitation_by_inviter" on "invitation" ("inviter_id");

CREATE INDEX "invitation_by_link" on "invitation" ("link_id");

CREATE TABLE "invitation_count" (
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "day" bigint not null,
  "addresses" bigint not null,
  constraint "invitation_count_pk" primary key ("realm_id", "day")
);

CREATE TABLE "job" (
  "id" integer primary key autoincrement,
  "kind" text not null,
  "realm_id" bigint references "realm" ("id") on delete cascade,
  "payload" json not null,
  "unique_key" text unique,
  "run_at_ms" bigint not null,
  "attempts" bigint not null,
  "last_error" text,
  "failed" boolean not null,
  "lane" text
);

CREATE INDEX "job_due" on "job" ("failed", "run_at_ms", "id", "kind", "lane");

CREATE TABLE "linkifier" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "pattern" text not null,
  "url_template" text not null,
  "place" bigint not null,
  constraint "linkifier_unique" unique ("realm_id", "pattern")
);

CREATE TABLE "message" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "recipient_id" bigint not null references "recipient" ("id"),
  "sender_id" bigint not null references "user" ("id"),
  "topic_id" bigint references "topic" ("id"),
  "subject" text not null,
  "content" text not null,
  "rendered_content" text not null,
  "sent_at" bigint not null,
  "client" text not null,
  "last_edit_at" bigint,
  "traits" bigint default 0 not null,
  "last_moved_at" bigint,
  "history_count" bigint default 0 not null,
  "history_bytes" bigint default 0 not null
);

CREATE INDEX "message_by_realm_id" on "message" ("realm_id", "id");

CREATE INDEX "message_by_recipient_id" on "message" ("recipient_id", "id");

CREATE INDEX "message_by_sender_id" on "message" ("sender_id", "id");

CREATE INDEX "message_by_topic_id" on "message" ("topic_id", "id");

CREATE INDEX message_with_attachments on message (realm_id, id) where (traits & 4) <> 0;

CREATE INDEX message_with_images on message (realm_id, id) where (traits & 2) <> 0;

CREATE INDEX message_with_links on message (realm_id, id) where (traits & 1) <> 0;

CREATE INDEX message_with_wildcards on message (realm_id, id) where (traits & 8) <> 0;

CREATE TRIGGER message_deleted after delete on message
    begin delete from search_index where rowid = old.id; end;

CREATE TRIGGER message_text_changed after update of subject, rendered_content, recipient_id, topic_id on message when old.subject <> new.subject or old.rendered_content <> new.rendered_content or old.recipient_id <> new.recipient_id or old.topic_id is distinct from new.topic_id
    begin insert into search_dirty (realm_id, message_id) values (new.realm_id, new.id); end;

CREATE TABLE "message_edit" (
  "id" integer primary key autoincrement,
  "message_id" bigint not null references "message" ("id") on delete cascade,
  "user_id" bigint not null,
  "edited_at" bigint not null,
  "text_size" bigint,
  "channel_id" bigint,
  "prev_channel_id" bigint,
  "topic" text,
  "prev_topic" text,
  "prev_content" text,
  "prev_rendered_content" text
);

CREATE INDEX "message_edit_by_message" on "message_edit" ("message_id", "id");

CREATE TABLE "missed_message" (
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "message_id" bigint not null references "message" ("id") on delete cascade,
  "due_at" bigint not null,
  "is_held" boolean not null,
  "is_pushed" boolean not null,
  constraint "missed_message_pk" primary key ("user_id", "message_id")
);

CREATE INDEX "missed_message_by_message" on "missed_message" ("message_id");

CREATE INDEX "missed_message_due" on "missed_message" ("due_at");

CREATE TABLE "muted_user" (
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "muted_user_id" bigint not null references "user" ("id") on delete cascade,
  "muted_at" bigint not null,
  constraint "muted_user_pk" primary key ("user_id", "muted_user_id")
);

CREATE INDEX "muted_user_by_muted" on "muted_user" ("muted_user_id");

CREATE TABLE "navigation_view" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "fragment" text not null,
  "name" text,
  "is_pinned" boolean not null
);

CREATE INDEX "navigation_view_by_user" on "navigation_view" ("user_id");

CREATE TABLE "notification_progress" (
  "realm_id" bigint primary key references "realm" ("id") on delete cascade,
  "upto_message_id" bigint not null,
  "digest_day" bigint,
  "told_message_id" bigint,
  "told_user_id" bigint
);

CREATE TABLE "onboarding_step_seen" (
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "name" text not null,
  constraint "onboarding_step_seen_pk" primary key ("user_id", "name")
);

CREATE TABLE "one_time_link" (
  "id" integer primary key autoincrement,
  "key_hash" text not null unique,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "purpose" text not null,
  "email" text not null,
  "expires_at" bigint not null
);

CREATE INDEX "one_time_link_expiry" on "one_time_link" ("expires_at");

CREATE INDEX "one_time_link_user" on "one_time_link" ("user_id");

CREATE TABLE "playground" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "name" text not null,
  "pygments_language" text not null,
  "url_template" text not null,
  constraint "playground_unique" unique ("realm_id", "pygments_language", "name")
);

CREATE TABLE "presence_counter" (
  "realm_id" bigint primary key references "realm" ("id") on delete cascade,
  "last_update_id" bigint not null
);

CREATE TABLE "profile_field" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "field_type" bigint not null,
  "name" text not null,
  "hint" text not null,
  "field_data" json,
  "place" bigint not null,
  "required" boolean not null,
  "editable_by_user" boolean not null,
  "display_in_profile_summary" boolean not null,
  constraint "profile_field_unique" unique ("realm_id", "name")
);

CREATE TABLE "profile_value" (
  "field_id" bigint not null references "profile_field" ("id") on delete cascade,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "value" text not null,
  "rendered_value" text,
  constraint "profile_value_pk" primary key ("field_id", "user_id")
);

CREATE INDEX "profile_value_by_user" on "profile_value" ("user_id");

CREATE TABLE "push_device" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "push_account_id" text not null,
  "token_kind" text not null,
  "push_public_key" text,
  "gateway_device_id" text,
  "error_code" text,
  "registered_at" bigint not null,
  constraint "push_device_unique" unique ("user_id", "push_account_id")
);

CREATE TABLE "push_notice" (
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "message_id" bigint not null references "message" ("id") on delete cascade,
  "trigger" text not null,
  "told_at" bigint not null,
  constraint "push_notice_pk" primary key ("user_id", "message_id")
);

CREATE INDEX "push_notice_by_age" on "push_notice" ("told_at");

CREATE INDEX "push_notice_by_message" on "push_notice" ("message_id");

CREATE TABLE "push_token" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "kind" text not null,
  "token" text not null,
  "token_key" text not null,
  "app_id" text,
  "registered_at" bigint not null,
  constraint "push_token_unique" unique ("user_id", "kind", "token_key")
);

CREATE TABLE "reaction" (
  "id" integer primary key autoincrement,
  "message_id" bigint not null references "message" ("id") on delete cascade,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "reaction_type" text not null,
  "emoji_code" text not null,
  "emoji_name" text not null,
  constraint "reaction_unique" unique ("message_id", "user_id", "reaction_type", "emoji_code")
);

CREATE TABLE "realm" (
  "id" integer primary key autoincrement,
  "string_id" text not null unique,
  "is_default" boolean not null,
  "is_active" boolean not null,
  "date_created" bigint not null,
  "settings" json not null,
  "version" bigint not null,
  "markup_version" bigint default 0 not null,
  "wishes_version" bigint default 0 not null,
  "scheduled_deletion_at" bigint
);

CREATE TABLE "realm_domain" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "domain" text not null,
  "allow_subdomains" boolean not null,
  constraint "realm_domain_unique" unique ("realm_id", "domain")
);

CREATE TABLE "realm_export" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "acting_user_id" bigint not null references "user" ("id"),
  "export_type" bigint not null,
  "requested_at" bigint not null,
  "attempts" bigint not null,
  "failed_at" bigint,
  "deleted_at" bigint,
  "path" text not null,
  "size" bigint
);

CREATE INDEX "realm_export_by_realm" on "realm_export" ("realm_id", "id");

CREATE TABLE "realm_position" (
  "realm_id" bigint primary key references "realm" ("id") on delete cascade,
  "position" bigint not null,
  "pruned_upto" bigint not null,
  "served_by" text
);

CREATE TABLE "recipient" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "direct_key" text,
  constraint "recipient_direct_unique" unique ("realm_id", "direct_key")
);

CREATE TABLE "reminder" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "reminder_target_message_id" bigint not null,
  "note" text not null,
  "content" text not null,
  "rendered_content" text not null,
  "scheduled_delivery_timestamp" bigint not null,
  "failed" boolean not null
);

CREATE INDEX "reminder_by_user_id" on "reminder" ("user_id");

CREATE INDEX "reminder_due" on "reminder" ("realm_id", "scheduled_delivery_timestamp");

CREATE TABLE "saved_snippet" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "title" text not null,
  "content" text not null,
  "date_created" bigint not null
);

CREATE INDEX "saved_snippet_by_user" on "saved_snippet" ("user_id");

CREATE TABLE "scheduled_message" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "sender_id" bigint not null references "user" ("id") on delete cascade,
  "channel_id" bigint references "channel" ("id") on delete cascade,
  "topic" text not null,
  "user_ids" json,
  "content" text not null,
  "rendered_content" text not null,
  "scheduled_delivery_timestamp" bigint not null,
  "read_by_sender" boolean not null,
  "client" text not null,
  "failure" text,
  "sent_at" bigint
);

CREATE INDEX "scheduled_message_by_channel_id" on "scheduled_message" ("channel_id");

CREATE INDEX "scheduled_message_by_realm_id" on "scheduled_message" ("realm_id");

CREATE INDEX "scheduled_message_by_sender_id" on "scheduled_message" ("sender_id");

CREATE INDEX "scheduled_message_by_sent_at" on "scheduled_message" ("sent_at");

CREATE INDEX scheduled_message_due on scheduled_message (realm_id, scheduled_delivery_timestamp, id)
    where sent_at is null and failure is null;

CREATE TABLE "search_cursor" (
  "realm_id" bigint primary key references "realm" ("id") on delete cascade,
  "upto_message_id" bigint not null
);

CREATE TABLE "search_dirty" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "message_id" bigint not null
);

CREATE INDEX "search_dirty_by_message" on "search_dirty" ("message_id");

CREATE INDEX "search_dirty_by_realm" on "search_dirty" ("realm_id", "id");

CREATE VIRTUAL TABLE search_index using fts5(
  words,
  content = '',
  contentless_delete = 1,
  tokenize = 'ascii'
);

CREATE TABLE search_word (
  word text primary key
) without rowid;

CREATE TABLE "sent_once" (
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "request_key" text not null,
  "message_id" bigint not null references "message" ("id") on delete cascade,
  "sent_at" bigint not null,
  constraint "sent_once_pk" primary key ("user_id", "request_key")
);

CREATE INDEX "sent_once_by_message_id" on "sent_once" ("message_id");

CREATE INDEX "sent_once_by_sent_at" on "sent_once" ("sent_at");

CREATE TABLE "session" (
  "id" integer primary key autoincrement,
  "token_hash" text not null unique,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "begun_at" bigint not null,
  "expires_at" bigint not null
);

CREATE INDEX "session_expiry" on "session" ("expires_at");

CREATE INDEX "session_user" on "session" ("user_id");

CREATE TABLE "submessage" (
  "id" integer primary key autoincrement,
  "message_id" bigint not null references "message" ("id") on delete cascade,
  "sender_id" bigint not null references "user" ("id") on delete cascade,
  "msg_type" text not null,
  "content" text not null
);

CREATE INDEX "submessage_by_message" on "submessage" ("message_id", "id");

CREATE TABLE "subscription" (
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "channel_id" bigint not null references "channel" ("id") on delete cascade,
  "is_subscribed" boolean not null,
  "color" text not null,
  "is_muted" boolean not null,
  "pin_to_top" boolean not null,
  "read_upto" bigint not null,
  "desktop_notifications" boolean,
  "audible_notifications" boolean,
  "push_notifications" boolean,
  "email_notifications" boolean,
  "wildcard_mentions_notify" boolean,
  constraint "subscription_pk" primary key ("user_id", "channel_id")
);

CREATE INDEX "subscription_by_channel" on "subscription" ("channel_id", "is_subscribed", "user_id");

CREATE INDEX subscription_notified on subscription (channel_id, user_id)
    where email_notifications is true or push_notifications is true;

CREATE TABLE "subscription_period" (
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "channel_id" bigint not null references "channel" ("id") on delete cascade,
  "from_message_id" bigint not null,
  "to_message_id" bigint,
  constraint "subscription_period_pk" primary key ("user_id", "channel_id", "from_message_id")
);

CREATE TABLE "topic" (
  "id" integer primary key autoincrement,
  "channel_id" bigint not null references "channel" ("id") on delete cascade,
  "name" text not null,
  "name_key" text not null,
  "max_message_id" bigint not null,
  constraint "topic_unique" unique ("channel_id", "name_key")
);

CREATE TABLE "upload_space" (
  "realm_id" bigint primary key references "realm" ("id") on delete cascade,
  "used_bytes" bigint not null
);

CREATE TABLE "user" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "delivery_email" text not null,
  "delivery_email_key" text not null,
  "full_name" text not null,
  "role" bigint not null,
  "is_active" boolean not null,
  "bot_type" bigint,
  "bot_owner_id" bigint references "user" ("id"),
  "date_joined" bigint not null,
  "avatar_source" text not null,
  "avatar_version" bigint not null,
  "settings" json not null,
  "password_hash" text,
  "api_key_hash" text not null unique,
  "api_key_encrypted" text not null,
  "can_create_users" boolean not null,
  "can_change_user_emails" boolean not null,
  "full_name_key" text default '' not null,
  "system_bot" text,
  "avatar_path" text,
  constraint "user_email_unique" unique ("realm_id", "delivery_email_key")
);

CREATE INDEX "user_by_delivery_email_key" on "user" ("delivery_email_key");

CREATE INDEX "user_by_name" on "user" ("realm_id", "full_name_key");

CREATE INDEX "user_by_owner" on "user" ("bot_owner_id");

CREATE INDEX user_notified on "user" (realm_id)
    where json_extract(settings, '$.enable_stream_email_notifications') = 1 or json_extract(settings, '$.enable_stream_push_notifications') = 1;

CREATE UNIQUE INDEX "user_system_bot" on "user" ("realm_id", "system_bot");

CREATE TABLE "user_activity" (
  "user_id" bigint primary key references "user" ("id") on delete cascade,
  "last_day" bigint not null
);

CREATE TABLE "user_group" (
  "id" integer primary key autoincrement,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "kind" text not null,
  "name" text,
  "description" text not null,
  "creator_id" bigint references "user" ("id"),
  "date_created" bigint,
  "deactivated" boolean not null,
  "can_add_members_group" bigint references "user_group" ("id"),
  "can_join_group" bigint references "user_group" ("id"),
  "can_leave_group" bigint references "user_group" ("id"),
  "can_manage_group" bigint references "user_group" ("id"),
  "can_mention_group" bigint references "user_group" ("id"),
  "can_remove_members_group" bigint references "user_group" ("id"),
  constraint "user_group_name_unique" unique ("realm_id", "name")
);

CREATE INDEX user_group_named on user_group (realm_id, id) where kind <> 'anonymous';

CREATE TABLE "user_group_member" (
  "group_id" bigint not null references "user_group" ("id") on delete cascade,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  constraint "user_group_member_pk" primary key ("group_id", "user_id")
);

CREATE INDEX "user_group_member_by_user" on "user_group_member" ("user_id", "group_id");

CREATE TABLE "user_group_subgroup" (
  "group_id" bigint not null references "user_group" ("id") on delete cascade,
  "subgroup_id" bigint not null references "user_group" ("id") on delete cascade,
  constraint "user_group_subgroup_pk" primary key ("group_id", "subgroup_id")
);

CREATE INDEX "user_group_subgroup_by_subgroup" on "user_group_subgroup" ("subgroup_id", "group_id");

CREATE TABLE "user_message" (
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "message_id" bigint not null references "message" ("id") on delete cascade,
  "flags" bigint not null,
  constraint "user_message_pk" primary key ("user_id", "message_id")
);

CREATE INDEX user_message_alerted on user_message (user_id, message_id) where (flags & 16) <> 0;

CREATE INDEX "user_message_by_message" on "user_message" ("message_id");

CREATE INDEX user_message_mentioned on user_message (user_id, message_id) where (flags & 72) <> 0;

CREATE INDEX "user_message_starred" on "user_message" ("user_id", "message_id")
      where ("flags" & 2) <> 0;

CREATE INDEX "user_message_unread" on "user_message" ("user_id", "message_id")
      where ("flags" & 32) <> 0;

CREATE TABLE "user_presence" (
  "user_id" bigint primary key references "user" ("id") on delete cascade,
  "realm_id" bigint not null references "realm" ("id") on delete cascade,
  "last_connected_at" bigint not null,
  "last_active_at" bigint,
  "last_update_id" bigint not null
);

CREATE INDEX "user_presence_by_update" on "user_presence" ("realm_id", "last_update_id");

CREATE TABLE "user_status" (
  "user_id" bigint primary key references "user" ("id") on delete cascade,
  "status_text" text not null,
  "emoji_name" text not null,
  "emoji_code" text not null,
  "reaction_type" text not null
);

CREATE TABLE "user_topic" (
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "channel_id" bigint not null references "channel" ("id") on delete cascade,
  "topic_name" text not null,
  "topic_key" text not null,
  "visibility_policy" integer not null,
  "last_updated" bigint not null,
  constraint "user_topic_pk" primary key ("user_id", "channel_id", "topic_key")
);

CREATE INDEX "user_topic_by_topic" on "user_topic" ("channel_id", "topic_key");

CREATE TABLE "web_push_subscription" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "user" ("id") on delete cascade,
  "session_id" bigint references "session" ("id") on delete cascade,
  "endpoint" text not null,
  "endpoint_key" text not null unique,
  "p256dh" text not null,
  "auth" text not null,
  "subscribed_at" bigint not null
);

CREATE INDEX "web_push_subscription_by_session_id" on "web_push_subscription" ("session_id");

CREATE INDEX "web_push_subscription_by_user_id" on "web_push_subscription" ("user_id");
