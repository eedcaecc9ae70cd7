/** Entries of the audit log in words. Names are looked up here: the log itself contains only ids. */
import type { State } from "@parley/client";
import type { auditLog as api, ValueOf } from "@parley/server/contract";
import { roleName } from "../../../card/kinds.ts";
import { type TextKey, t } from "../../../text/text.ts";
import { labelOf } from "../../labels.ts";
import { groupText } from "../../who/group-text.ts";

export type AuditEntry = ValueOf<typeof api.auditEntry>;
type NamedObjects = Pick<State, "users" | "channels" | "groups" | "folders">;
type Details = Readonly<Record<string, unknown>>;

/** The kinds that one can choose from, and the beginnings of the names of their actions. */
export const KINDS = {
  signIns: /^(signed_|sign_in_|session|api_key_|password_|second_factor|recovery_code|identit)/,
  people: /^(user_(?!default|hold)|bot_)/,
  invitations: /^invitation_/,
  groups: /^group_/,
  channels: /^(channel_(?!hold)|default_channel_)/,
  moderation: /^(message_|topic_)/,
  organization: /^(realm_|user_default_|domain_|linkifier|playground_|custom_emoji_|profile_field)/,
  exports: /^(export_|import_|audit_log_|own_data_)/,
  holds: /^(user|channel)_hold_/,
} as const;
export type AuditKind = keyof typeof KINDS;

const personName = ({ users }: NamedObjects, id: number | null): string =>
  (id === null ? undefined : users.users.get(id)?.full_name) ?? t("auditLog.deletedUser");
const channelName = ({ channels }: NamedObjects, id: number): string => {
  const name = channels.channels.get(id)?.name;
  return name === undefined ? t("auditLog.deletedChannel") : `#${name}`;
};
const folderName = ({ folders }: NamedObjects, id: number): string =>
  folders.get(id)?.name ?? t("auditLog.deletedFolder");
const groupName = ({ groups }: NamedObjects, id: number): string =>
  groups.has(id) ? groupText(groups, id) : t("auditLog.deletedGroup");

const actorName = (known: NamedObjects, { actor_kind, actor_id }: AuditEntry): string =>
  actor_kind === "user" ? personName(known, actor_id) : t(`auditLog.${actor_kind}`);

/** For what people do to themselves. */
const OWN: Partial<Record<AuditEntry["action"], TextKey>> = {
  user_created: "auditLog.ownAccount",
  api_key_fetched: "auditLog.ownKeyFetched",
  api_key_replaced: "auditLog.ownKeyReplaced",
  password_changed: "auditLog.ownPassword",
  user_name_changed: "auditLog.ownName",
  user_email_changed: "auditLog.ownEmail",
  second_factor_added: "auditLog.ownFactorAdded",
  second_factor_removed: "auditLog.ownFactorRemoved",
  recovery_codes_replaced: "auditLog.ownCodes",
  user_deactivated: "auditLog.ownDeactivation",
  user_erasure_started: "auditLog.ownErasure",
  group_member_added: "auditLog.joinedGroup",
  group_member_removed: "auditLog.leftGroup",
  channel_subscriber_added: "auditLog.joinedChannel",
  channel_subscriber_removed: "auditLog.leftChannel",
};

/** What happened, in a sentence. */
export function sentenceOf(known: NamedObjects, entry: AuditEntry): string {
  const { action, actor_id, user_id, channel_id, group_id } = entry;
  const own = actor_id !== null && actor_id === user_id ? OWN[action] : undefined;
  return t(own ?? `auditLog.${action}`, {
    actor: actorName(known, entry),
    user: personName(known, user_id),
    channel: channel_id === null ? "" : channelName(known, channel_id),
    group: group_id === null ? "" : groupName(known, group_id),
  });
}

/** The details, in a few words; empty if there is nothing to add. */
export function detailOf(known: NamedObjects, { action, details }: AuditEntry): string {
  switch (action) {
    case "user_role_changed":
      return changeText(roleText(details.from), roleText(details.to));
    case "user_created":
    case "invitation_sent":
    case "invitation_link_created":
      return roleText(details.role);
    case "bot_owner_changed":
      return changeText(personName(known, details.from as number | null), personName(known, details.to as number));
    case "group_subgroup_added":
    case "group_subgroup_removed":
      return groupName(known, details.subgroup_id as number);
    case "sign_in_refused":
      return t(REASONS[details.reason as keyof typeof REASONS]);
    case "user_right_changed":
      return `${t(`auditLog.${details.right as "create_users" | "change_emails"}`)}: ${onOff(details.to)}`;
    case "user_erasure_started":
      return t(`auditLog.erased_${details.messages as "kept" | "removed" | "reassigned"}`);
    case "topic_deleted":
      return t("auditLog.messageCount", { count: details.message_count as number });
    default:
      return typeof details.setting === "string" ? settingText(known, details.setting, details) : "";
  }
}

const REASONS = {
  wrong_password: "auditLog.wrong_password",
  deactivated: "auditLog.deactivated",
  password_expired: "auditLog.password_expired_reason",
  wrong_code: "auditLog.wrong_code",
  wrong_passkey: "auditLog.wrong_passkey",
  unconfirmed_address: "auditLog.unconfirmed_address",
  other_identity: "auditLog.other_identity",
  unlinked: "auditLog.unlinked",
} as const satisfies Record<string, TextKey>;

const changeText = (from: string, to: string): string => t("auditLog.change", { from, to });
const roleText = (role: unknown): string => roleName({ role: role as number });
const onOff = (value: unknown): string => t(value === true ? "settings.on" : "settings.off");

function settingText(known: NamedObjects, setting: string, { from, to }: Details): string {
  const name = settingName(setting);
  return to === undefined
    ? name
    : `${name}: ${changeText(valueText(known, setting, from), valueText(known, setting, to))}`;
}

/** As the settings themselves call it, or else its name in the API. */
function settingName(setting: string): string {
  const label = setting === "folder_id" ? "auditLog.folder" : labelOf(setting);
  return label ? t(label) : plain(setting);
}

const plain = (identifier: string): string => identifier.replaceAll("_", " ");

function valueText(known: NamedObjects, setting: string, value: unknown): string {
  if (typeof value === "boolean") return onOff(value);
  if (value === null || value === undefined) return t("auditLog.nothing");
  if (typeof value === "string") return plain(value);
  if (typeof value === "object") return t("auditLog.severalHolders", { count: holderCount(value as Details) });
  if (setting === "folder_id") return folderName(known, value as number);
  if (setting.startsWith("can_")) return groupName(known, value as number);
  if (/_(stream|channel)_id$/.test(setting))
    return value === -1 ? t("auditLog.nothing") : channelName(known, value as number);
  return String(value);
}

/** Large sets are recorded by their size. */
function holderCount({ direct_members, direct_subgroups, member_count, subgroup_count }: Details): number {
  const size = (ids: unknown, count: unknown) => (Array.isArray(ids) ? ids.length : Number(count ?? 0));
  return size(direct_members, member_count) + size(direct_subgroups, subgroup_count);
}
