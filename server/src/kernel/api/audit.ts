/**
 * The audit log's vocabulary: every action that can be recorded, what it is about, and which details belong to it. An
 * operation declares the actions that it may record, or why it records none (decision 090).
 *
 * Entries contain ids, names of settings, numbers, booleans and listed values: never texts, names, addresses or keys, so
 * that nothing has to be removed from them later but the network address.
 */

import {
  bool,
  checked,
  either,
  type Field,
  int,
  list,
  nullable,
  oneOf,
  type Shape,
  strictObject,
  text,
} from "./fields.ts";
import { groupId, userId } from "./ids.ts";
import { said } from "./sentences.ts";

/** What an entry can be about; each has a column. */
export const AUDIT_TARGETS = ["user", "channel", "group", "message"] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

interface ActionDeclaration<T extends readonly AuditTarget[] = readonly AuditTarget[], D extends Shape = Shape> {
  readonly about: T;
  readonly details: D;
}

function about<const T extends readonly AuditTarget[], const D extends Shape = Record<never, never>>(
  targets: T,
  details: D = {} as D,
): ActionDeclaration<T, D> {
  return { about: targets, details };
}

const MAX_NAME_LENGTH = 60;

/** A name that the code gives: of a setting, or one of its listed values. */
const identifier = checked(
  text({ max: MAX_NAME_LENGTH }),
  (value) => /^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(value),
  said`no identifier`,
);

/** Of a larger anonymous group only the size is recorded. */
export const MAX_RECORDED_IDS = 200;

export const recordedGroup = either(
  groupId,
  strictObject({
    direct_members: list(userId, { max: MAX_RECORDED_IDS }),
    direct_subgroups: list(groupId, { max: MAX_RECORDED_IDS }),
  }),
  strictObject({ member_count: int(), subgroup_count: int() }),
);

const value = nullable(either(bool(), int(), identifier));

/** Without the values where they are texts. */
const settingChange = { setting: identifier, from: optionally(value), to: optionally(value) };
const permissionChange = { setting: identifier, from: recordedGroup, to: recordedGroup };

function optionally<T, B extends boolean>(field: Field<T, boolean, B>): Field<T, true, B> {
  return { ...field, optional: true };
}

const secondFactor = oneOf("authenticator", "passkey");

export const auditActions = {
  // Sign-ins and keys.
  signed_in: about(["user"]),
  signed_out: about(["user"]),
  sign_in_refused: about(["user"], {
    reason: oneOf(
      "wrong_password",
      "deactivated",
      "password_expired",
      "wrong_code",
      "wrong_passkey",
      "unconfirmed_address",
      "other_identity",
      "unlinked",
    ),
  }),
  session_ended: about(["user"], { session_id: int() }),
  sessions_ended: about(["user"]),
  api_key_fetched: about(["user"]),
  api_key_replaced: about(["user"]),
  password_changed: about(["user"]),
  password_expired: about(["user"]),
  password_reset_requested: about(["user"]),
  password_reset_link_created: about(["user"]),
  second_factor_added: about(["user"], { factor: secondFactor }),
  second_factor_removed: about(["user"], { factor: secondFactor }),
  /** All of a person's, by somebody else. */
  second_factors_removed: about(["user"]),
  recovery_codes_replaced: about(["user"]),
  recovery_code_used: about(["user"]),
  /** The account belongs to somebody at an identity provider from then on. */
  identity_linked: about(["user"]),
  /** By the person. */
  identity_unlinked: about(["user"]),
  /** All of a person's, by the operator. */
  identities_unlinked: about(["user"]),

  // People and bots.
  user_created: about(["user"], { role: int() }),
  bot_created: about(["user"], { bot_type: int() }),
  user_deactivated: about(["user"]),
  user_reactivated: about(["user"]),
  user_role_changed: about(["user"], { from: int(), to: int() }),
  user_right_changed: about(["user"], { right: oneOf("create_users", "change_emails"), to: bool() }),
  user_name_changed: about(["user"]),
  user_email_changed: about(["user"]),
  /** The person has opened a link that was sent to the address. */
  user_email_confirmed: about(["user"]),
  user_profile_changed: about(["user"], { field_id: int() }),
  user_status_changed: about(["user"]),
  /** By a person; `user_erased` follows when nothing of the erased person is left. */
  user_erasure_started: about(["user"], { messages: oneOf("kept", "removed", "reassigned") }),
  user_erased: about(["user"]),
  bot_owner_changed: about(["user"], { from: nullable(userId), to: userId }),
  bot_setting_changed: about(["user"], { setting: identifier }),

  // Invitations.
  invitation_sent: about([], { invitation_id: int(), role: int() }),
  invitation_link_created: about([], { invitation_id: int(), role: int() }),
  invitation_resent: about([], { invitation_id: int() }),
  invitation_revoked: about([], { invitation_id: int() }),

  // Groups.
  group_created: about(["group"]),
  group_deactivated: about(["group"]),
  group_reactivated: about(["group"]),
  group_setting_changed: about(["group"], { setting: oneOf("name", "description") }),
  group_permission_changed: about(["group"], permissionChange),
  group_member_added: about(["group", "user"]),
  group_member_removed: about(["group", "user"]),
  group_subgroup_added: about(["group"], { subgroup_id: groupId }),
  group_subgroup_removed: about(["group"], { subgroup_id: groupId }),

  // Channels.
  channel_created: about(["channel"], {
    privacy: oneOf("web_public", "public", "private_shared", "private_protected"),
  }),
  channel_archived: about(["channel"]),
  channel_unarchived: about(["channel"]),
  channel_setting_changed: about(["channel"], settingChange),
  channel_permission_changed: about(["channel"], permissionChange),
  channel_email_addresses_replaced: about(["channel"]),
  channel_subscriber_added: about(["channel", "user"]),
  channel_subscriber_removed: about(["channel", "user"]),
  default_channel_added: about(["channel"]),
  default_channel_removed: about(["channel"]),
  default_channel_group_created: about([], { default_group_id: int() }),
  default_channel_group_changed: about([], { default_group_id: int() }),
  default_channel_group_deleted: about([], { default_group_id: int() }),
  channel_folder_created: about([], { folder_id: int() }),
  channel_folder_changed: about([], { folder_id: int() }),
  channel_folders_reordered: about([]),

  // Moderation.
  message_deleted: about(["message", "user"]),
  /** For each batch in which its messages are deleted. */
  topic_deleted: about(["channel"], { topic_id: int(), message_count: int() }),

  // The organization.
  realm_created: about([]),
  realm_deactivated: about([], { deletion_delay_days: nullable(int()) }),
  realm_reactivated: about([]),
  realm_setting_changed: about([], settingChange),
  realm_permission_changed: about([], permissionChange),
  user_default_changed: about([], settingChange),
  realm_picture_changed: about([], { picture: oneOf("icon", "logo", "night_logo"), is_uploaded: bool() }),
  domain_added: about([], { domain_id: int(), allow_subdomains: bool() }),
  domain_changed: about([], { domain_id: int(), allow_subdomains: bool() }),
  domain_removed: about([], { domain_id: int() }),
  linkifier_added: about([], { linkifier_id: int() }),
  linkifier_changed: about([], { linkifier_id: int() }),
  linkifier_removed: about([], { linkifier_id: int() }),
  linkifiers_reordered: about([]),
  playground_added: about([], { playground_id: int() }),
  playground_removed: about([], { playground_id: int() }),
  custom_emoji_added: about([], { emoji_id: int() }),
  custom_emoji_deactivated: about([], { emoji_id: int() }),
  profile_field_created: about([], { field_id: int() }),
  profile_field_changed: about([], { field_id: int() }),
  profile_field_deleted: about([], { field_id: int() }),
  profile_fields_reordered: about([]),

  // Data that leaves.
  export_started: about([], { export_id: nullable(int()), scope: oneOf("public", "consented", "everything") }),
  export_deleted: about([], { export_id: int() }),
  export_downloaded: about([], { export_id: int() }),
  audit_log_exported: about([]),
  own_data_export_started: about(["user"], { export_id: int() }),
  own_data_export_downloaded: about(["user"], { export_id: int() }),

  // Data that comes.
  import_started: about([], { import_id: int() }),
  import_cancelled: about([], { import_id: int() }),

  // Data that must stay.
  user_hold_placed: about(["user"], { hold_id: int() }),
  user_hold_lifted: about(["user"], { hold_id: int() }),
  channel_hold_placed: about(["channel"], { hold_id: int() }),
  channel_hold_lifted: about(["channel"], { hold_id: int() }),
} as const;

export type AuditAction = keyof typeof auditActions;

export const AUDIT_ACTIONS = Object.keys(auditActions) as AuditAction[];

/** Who acted: an account, somebody without one, the server by itself, or its operator on the command line. */
export const ACTOR_KINDS = ["user", "visitor", "server", "operator"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The actions that an operation may record, or why it records none. */
export type Audit = readonly AuditAction[] | NotAudited;

export interface NotAudited {
  readonly reason: string;
}

/** The reason is for whoever asks why an operation leaves no trace in the audit log. */
export const notAudited = (reason: string): NotAudited => ({ reason });

export const mayRecord = (audit: Audit, action: AuditAction): boolean => !("reason" in audit) && audit.includes(action);
