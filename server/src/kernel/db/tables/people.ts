/** People, groups and bots, and how people come in. */
import type { ColumnType, Generated } from "kysely";
import type { ChannelId, GroupId, RealmId, SessionId, UserId } from "../../api/ids.ts";
import type { Json } from "./json.ts";

export interface PeopleTables {
  user: UserTable;
  user_group: UserGroupTable;
  user_group_member: { group_id: GroupId; user_id: UserId };
  user_group_subgroup: { group_id: GroupId; subgroup_id: GroupId };
  user_activity: { user_id: UserId; last_day: number };
  session: SessionTable;
  one_time_link: OneTimeLinkTable;
  invitation: InvitationTable;
  /** How many addresses an organization has written to on a day, in days since 1970. */
  invitation_count: { realm_id: RealmId; day: number; addresses: number };
  profile_field: ProfileFieldTable;
  profile_value: ProfileValueTable;
  user_status: UserStatusTable;
  user_presence: UserPresenceTable;
  /** How many changes of presence there have been in the organization. */
  presence_counter: { realm_id: RealmId; last_update_id: number };
  alert_word: { id: Generated<number>; user_id: UserId; word: string; word_key: string };
  muted_user: { user_id: UserId; muted_user_id: UserId; muted_at: number };
  bot: BotTable;
  bot_service: BotServiceTable;
  bot_storage: { user_id: UserId; key: string; value: string; characters: number };
}

interface UserTable {
  id: Generated<UserId>;
  realm_id: RealmId;
  delivery_email: string;
  delivery_email_key: string;
  full_name: string;
  /** Folded: mentions name people in any case. */
  full_name_key: string;
  role: number;
  is_active: boolean;
  bot_type: number | null;
  bot_owner_id: UserId | null;
  date_joined: number;
  avatar_source: "G" | "U";
  avatar_version: number;
  /** Where the picture is that the user uploaded; null while the provider's is shown. */
  avatar_path: Generated<string | null>;
  settings: Json<Record<string, unknown>>;
  password_hash: string | null;
  api_key_hash: string;
  api_key_encrypted: string;
  can_create_users: boolean;
  can_change_user_emails: boolean;
  /** Which of the built-in bots it is; null for everybody else. */
  system_bot: "notification" | "welcome" | null;
}

interface UserGroupTable {
  id: Generated<GroupId>;
  realm_id: RealmId;
  kind: "system" | "named" | "anonymous";
  name: string | null;
  description: string;
  creator_id: UserId | null;
  date_created: number | null;
  deactivated: boolean;
  /** Null only in anonymous groups: nobody manages the value of a setting but through the setting. */
  can_add_members_group: GroupId | null;
  can_join_group: GroupId | null;
  can_leave_group: GroupId | null;
  can_manage_group: GroupId | null;
  can_mention_group: GroupId | null;
  can_remove_members_group: GroupId | null;
}

interface SessionTable {
  id: Generated<SessionId>;
  /** Of the token in the browser's cookie. */
  token_hash: string;
  user_id: UserId;
  begun_at: number;
  expires_at: number;
}

interface OneTimeLinkTable {
  id: Generated<number>;
  key_hash: string;
  user_id: UserId;
  purpose: "password_reset" | "email_change";
  /** The address it is about: where it was sent. */
  email: string;
  expires_at: number;
}

interface InvitationTable {
  id: Generated<number>;
  realm_id: RealmId;
  /** `mail` to one address, `link` for whoever has it, `confirmation` of an address that somebody signs up with. */
  kind: "mail" | "link" | "confirmation";
  /** Null only in a confirmation. */
  inviter_id: UserId | null;
  /** Null only in a link. */
  email: string | null;
  email_key: string | null;
  key_hash: string;
  key_encrypted: string;
  invited_at: number;
  /** Null when it never expires. */
  expires_at: number | null;
  used_at: number | null;
  revoked_at: number | null;
  invited_as: number;
  stream_ids: Json<ChannelId[]>;
  group_ids: Json<GroupId[]>;
  include_realm_default_subscriptions: boolean;
  notify_referrer_on_join: boolean;
  /** Null for the organization's own text. */
  welcome_message_custom_text: string | null;
  /** Of a confirmation: the link that it came by, if it came by one. */
  link_id: number | null;
}

interface ProfileFieldTable {
  id: Generated<number>;
  realm_id: RealmId;
  field_type: number;
  name: string;
  hint: string;
  /** The choices of a list, or which account a name is for; null where a type needs nothing. */
  field_data: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  /** Where it stands among the fields; equal places are in the order of their ids. */
  place: number;
  required: boolean;
  editable_by_user: boolean;
  display_in_profile_summary: boolean;
}

interface ProfileValueTable {
  field_id: number;
  user_id: UserId;
  /** People are a list of ids as JSON text. */
  value: string;
  /** Null where the type is not written in Markdown. */
  rendered_value: string | null;
}

/** Empty is not set; a status of which nothing is set has no row. */
interface UserStatusTable {
  user_id: UserId;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  reaction_type: "unicode_emoji" | "realm_emoji" | "chat_extra_emoji";
}

interface UserPresenceTable {
  user_id: UserId;
  realm_id: RealmId;
  last_connected_at: number;
  /** Null while the user has only ever been idle. */
  last_active_at: number | null;
  /** The organization's number of the change that made the row what it is. */
  last_update_id: number;
}

/** A bot without a row has what a row would have by default. */
interface BotTable {
  user_id: UserId;
  default_sending_channel_id: ChannelId | null;
  default_events_register_channel_id: ChannelId | null;
  default_all_public_streams: boolean;
  config_data: Json<Record<string, string>>;
}

/** Where an outgoing webhook bot is called. */
interface BotServiceTable {
  user_id: UserId;
  base_url: string;
  /** 1 Parley's own form, 2 one that Slack's integrations read. */
  interface: number;
  token_encrypted: string;
}
