/** People, groups, bots, sessions and invitations. */
import type { ColumnType, Generated } from "kysely";
import type { ChannelId, GroupId, MessageId, RealmId, SessionId, UserId } from "../../api/ids.ts";
import type { FeedTable } from "./feeds.ts";
import type { Json } from "./json.ts";

export interface PeopleTables {
  user: UserTable;
  user_group: UserGroupTable;
  user_group_member: { group_id: GroupId; user_id: UserId };
  user_group_subgroup: { group_id: GroupId; subgroup_id: GroupId };
  user_activity: { user_id: UserId; last_day: number };
  /** Accounts that an import created, until their people join. */
  unclaimed_account: { user_id: UserId; realm_id: RealmId };
  session: SessionTable;
  one_time_link: OneTimeLinkTable;
  authenticator: AuthenticatorTable;
  /** Each is deleted when it is used. */
  recovery_code: { id: Generated<number>; user_id: UserId; code_hash: string };
  passkey: PasskeyTable;
  provider_identity: ProviderIdentityTable;
  /** Sealed values that were used before they expired. */
  spent_value: { value_id: string; user_id: UserId; expires_at: number };
  invitation: InvitationTable;
  /** How many addresses an organization has invited on a day, in days since 1970. */
  invitation_count: { realm_id: RealmId; day: number; addresses: number };
  profile_field: ProfileFieldTable;
  profile_value: ProfileValueTable;
  user_status: UserStatusTable;
  user_presence: UserPresenceTable;
  /** The number of presence changes in the organization. */
  presence_counter: { realm_id: RealmId; last_update_id: number };
  alert_word: { id: Generated<number>; user_id: UserId; word: string; word_key: string };
  muted_user: { user_id: UserId; muted_user_id: UserId; muted_at: number };
  bot: BotTable;
  bot_service: BotServiceTable;
  webhook_delivery: WebhookDeliveryTable;
  feed: FeedTable;
  bot_command: BotCommandTable;
  bot_command_call: BotCommandCallTable;
  bot_storage: { user_id: UserId; key: string; value: string; characters: number };
}

interface UserTable {
  id: Generated<UserId>;
  realm_id: RealmId;
  delivery_email: string;
  delivery_email_key: string;
  full_name: string;
  /** Folded, because mentions ignore case. */
  full_name_key: string;
  role: number;
  is_active: boolean;
  bot_type: number | null;
  bot_owner_id: UserId | null;
  date_joined: number;
  avatar_source: "G" | "U";
  avatar_version: number;
  /** The uploaded avatar; null while the provider's is shown. */
  avatar_path: Generated<string | null>;
  settings: Json<Record<string, unknown>>;
  /** The organization's `wishes_version` when the user last changed alert words, muted users or devices. */
  preferences_version: Generated<number>;
  password_hash: string | null;
  api_key_hash: string;
  api_key_encrypted: string;
  can_create_users: boolean;
  can_change_user_emails: boolean;
  /** False for people who joined while the server sent no email, until they open a link sent to the address. */
  is_email_verified: Generated<boolean>;
  /** Whether the account has an authenticator app or a passkey: a password alone does not sign it in. */
  has_second_factor: Generated<boolean>;
  /** Whether an identity provider, with which the person has signed in, asks them for a second factor. */
  has_provider_factor: Generated<boolean>;
  /** The person has unlinked an identity provider: an address alone links no identity any more. */
  has_unlinked_provider: Generated<boolean>;
  /** When the person's data was erased; such an account is never used again. */
  erased_at: Generated<number | null>;
  /** Which built-in bot it is; null for all other users. */
  system_bot: "notification" | "welcome" | "email_gateway" | null;
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
  /** Null only for anonymous groups, which are managed only through their setting. */
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
  /** As in `Firefox, Linux`; empty if unknown. */
  device: Generated<string>;
  /** When the application was last opened, to the day. */
  seen_at: Generated<number>;
}

/** Who an account is at an identity provider: addresses change there, subjects never do. */
interface ProviderIdentityTable {
  id: Generated<number>;
  realm_id: RealmId;
  user_id: UserId;
  issuer: string;
  subject: string;
  /** Whether the provider asked for one, as the operator says. */
  has_second_factor: boolean;
  linked_at: number;
}

interface OneTimeLinkTable {
  id: Generated<number>;
  key_hash: string;
  user_id: UserId;
  /** `password_reset_link` is handed over by a person instead of being emailed. */
  purpose: "password_reset" | "password_reset_link" | "email_change" | "email_confirmation";
  /** The email address it was sent to, or the account's when it was made. */
  email: string;
  expires_at: number;
  /** The administrator who made it; null for emailed links and for the operator's. */
  made_by: Generated<UserId | null>;
}

/** An account's authenticator app: it shows a code that changes every 30 seconds. */
interface AuthenticatorTable {
  user_id: UserId;
  secret_encrypted: string;
  created_at: number;
  last_used_at: number | null;
  /** The period of the last accepted code: codes of this period and earlier ones are not accepted again. */
  last_step: number;
}

interface PasskeyTable {
  id: Generated<number>;
  user_id: UserId;
  /** As browsers send it, in base64url; so is the key. */
  credential_id: string;
  public_key: string;
  /** How often it was used, if the device counts. */
  counter: number;
  /** How browsers reach the device. */
  transports: Json<string[]>;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

interface InvitationTable {
  id: Generated<number>;
  realm_id: RealmId;
  /** `mail` for one address, `link` for anyone, `confirmation` of a new user's address. */
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
  /** For a confirmation: the invitation link that was used, if any. */
  link_id: number | null;
  /** Whether others than the owner of the address may have its link: it was not only sent by email. */
  is_passed_on: boolean;
}

interface ProfileFieldTable {
  id: Generated<number>;
  realm_id: RealmId;
  field_type: number;
  name: string;
  hint: string;
  /** The choices of a list, or the external account type; null if not needed. */
  field_data: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  /** The position among the fields; equal positions are ordered by id. */
  place: number;
  required: boolean;
  editable_by_user: boolean;
  display_in_profile_summary: boolean;
}

interface ProfileValueTable {
  field_id: number;
  user_id: UserId;
  /** For people, a list of ids as JSON text. */
  value: string;
  /** Null if the type is not Markdown. */
  rendered_value: string | null;
}

/** Empty means not set; a status without any value has no row. */
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
  /** Null if the user has only been idle. */
  last_active_at: number | null;
  /** The number of the organization's presence change that last changed this row. */
  last_update_id: number;
}

/** A bot without a row has the defaults. */
/** A request to the URL of an incoming webhook bot. */
export interface WebhookDelivery {
  /** The bot. */
  user_id: UserId;
  integration: string;
  event: string | null;
  received_at: number;
  outcome: "posted" | "ignored" | "refused";
  /** The message may have been deleted since. */
  message_id: MessageId | null;
  code: string | null;
  /** JSON of a `StoredSentence`. */
  reason: string | null;
}

/** A sentence that is translated when it is read. */
export interface StoredSentence {
  readonly template: string;
  readonly values: readonly string[];
}

interface WebhookDeliveryTable extends Omit<WebhookDelivery, "reason"> {
  id: Generated<number>;
  reason: ColumnType<StoredSentence | null, string | null, never>;
}

interface BotTable {
  user_id: UserId;
  default_sending_channel_id: ChannelId | null;
  default_events_register_channel_id: ChannelId | null;
  default_all_public_streams: boolean;
  config_data: Json<Record<string, string>>;
}

/** The service that an outgoing webhook bot calls. */
interface BotServiceTable {
  user_id: UserId;
  base_url: string;
  /** 1 for Parley's own format, 2 for the Slack-compatible one. */
  interface: number;
  token_encrypted: string;
}

/** An argument that a command declares. */
export interface CommandArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Empty if it can be anything. */
  readonly choices: string[];
}

interface BotCommandTable {
  id: Generated<number>;
  realm_id: RealmId;
  bot_id: UserId;
  name: string;
  description: string;
  hint: string;
  arguments: Json<CommandArgument[]>;
}

/** A call of a command: in a channel, or in a direct conversation. */
interface BotCommandCallTable {
  id: Generated<number>;
  bot_id: UserId;
  /** The caller. */
  user_id: UserId;
  command: string;
  arguments: string;
  argument_values: Json<Record<string, string>>;
  channel_id: ChannelId | null;
  topic: string | null;
  /** The others in the direct conversation. */
  user_ids: ColumnType<UserId[] | null, string | null, never>;
  expires_at: number;
  /** The private answer: a direct message of the bot that is deleted with the call. */
  answer_message_id: MessageId | null;
}
