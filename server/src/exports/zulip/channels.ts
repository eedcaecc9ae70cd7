/** Channels, groups, subscriptions and the organization itself as rows of Zulip's tables, and back. */
import { channelPermissions, groupPermissions } from "../../kernel/access/permission-settings.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { USER_DEFAULTS } from "../../organization/settings/user-settings.ts";
import type { ZulipRow } from "./format.ts";
import { seconds, secondsOrNull } from "./people.ts";
import { numberThere, ONLY_HERE, realmColumns, realmSettingsFrom, textHere, userSettingsFrom } from "./settings.ts";

const CHANNEL_PERMISSIONS = Object.keys(channelPermissions);
const GROUP_PERMISSIONS = Object.keys(groupPermissions);

const picked = (row: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

export const channelThere = (row: TableRow, subscribers: number): ZulipRow => ({
  ...picked(row, ["id", "name", "description", "rendered_description", "date_created", "invite_only"]),
  ...picked(row, ["is_web_public", "history_public_to_subscribers", "is_recently_active", "message_retention_days"]),
  ...picked(row, ["first_message_id", ...CHANNEL_PERMISSIONS]),
  realm: row.realm_id,
  recipient: row.recipient_id,
  creator: row.creator_id,
  folder: row.folder_id,
  deactivated: row.is_archived,
  topics_policy: numberThere("topics_policy", row.topics_policy),
  subscriber_count: subscribers,
});

export const channelHere = (row: ZulipRow, realm: number, recipient: unknown): TableRow => ({
  ...picked(row, ["id", "name", "description", "rendered_description", "invite_only", "is_web_public"]),
  ...picked(row, ["history_public_to_subscribers", "is_recently_active", ...CHANNEL_PERMISSIONS]),
  realm_id: realm,
  recipient_id: recipient,
  date_created: seconds(row.date_created),
  creator_id: row.creator ?? null,
  folder_id: row.folder ?? null,
  is_archived: row.deactivated === true,
  message_retention_days: row.message_retention_days ?? null,
  first_message_id: row.first_message_id ?? null,
  topics_policy: textHere("topics_policy", row.topics_policy),
});

export const groupThere = (row: TableRow): ZulipRow => ({ id: row.id, realm: row.realm_id });

/** Only groups with a name; the others are values of permissions. */
export const namedGroupThere = (row: TableRow): ZulipRow => ({
  ...picked(row, ["id", "name", "description", "date_created", "deactivated", ...GROUP_PERMISSIONS]),
  usergroup_ptr: row.id,
  realm_for_sharding: row.realm_id,
  creator: row.creator_id,
  is_system_group: row.kind === "system",
});

export function groupHere(row: ZulipRow, realm: number, named: ZulipRow | undefined): TableRow {
  const permissions = Object.fromEntries(GROUP_PERMISSIONS.map((name) => [name, named?.[name] ?? null]));
  const own = { id: row.id, realm_id: realm, ...permissions };
  if (!named)
    return {
      ...{ ...own, kind: "anonymous", name: null, description: "" },
      ...{ creator_id: null, date_created: null, deactivated: false },
    };
  return {
    ...own,
    ...{ kind: named.is_system_group === true ? "system" : "named", name: named.name, description: named.description },
    creator_id: named.creator ?? null,
    date_created: secondsOrNull(named.date_created),
    deactivated: named.deactivated === true,
  };
}

const SUBSCRIPTION = [
  ...["color", "is_muted", "pin_to_top", "desktop_notifications", "audible_notifications"],
  ...["push_notifications", "email_notifications", "wildcard_mentions_notify"],
];

export const subscriptionThere = (row: TableRow, id: number, recipient: number, isUserActive: boolean): ZulipRow => ({
  ...picked(row, SUBSCRIPTION),
  id,
  user_profile: row.user_id,
  recipient,
  active: row.is_subscribed,
  is_user_active: isUserActive,
});

export const subscriptionHere = (row: ZulipRow, channel: number, read_upto: number, given_upto: unknown): TableRow => ({
  ...picked(row, ["color", "is_muted", "pin_to_top"]),
  ...Object.fromEntries(SUBSCRIPTION.slice(3).map((name) => [name, row[name] ?? null])),
  user_id: row.user_profile,
  channel_id: channel,
  is_subscribed: row.active === true,
  read_upto,
  given_upto: given_upto ?? null,
});

const PICTURES = ["icon", "logo", "night_logo"] as const;

export function realmThere(row: TableRow, systemGroups: Readonly<Record<string, number>>): ZulipRow {
  const settings = row.settings as ZulipRow;
  const pictures = (settings.pictures ?? {}) as Record<string, string>;
  return {
    ...realmColumns(settings, systemGroups),
    id: row.id,
    string_id: row.string_id,
    date_created: row.date_created,
    deactivated: row.is_active !== true,
    ...Object.fromEntries(
      PICTURES.flatMap((name) => [
        [`${name}_source`, pictures[name] === undefined ? (name === "icon" ? "G" : "D") : "U"],
        [`${name}_version`, 1],
      ]),
    ),
  };
}

/** What of the organization Zulip has no column for. */
export function realmOnlyHere(row: TableRow, host: string): ZulipRow {
  const settings = row.settings as ZulipRow;
  const own = Object.entries(settings).filter(([name]) => ONLY_HERE.has(name) || name === "pictures");
  return { id: row.id, host, settings: Object.fromEntries(own), scheduled_deletion_at: row.scheduled_deletion_at };
}

export interface RealmParts {
  readonly realm: ZulipRow;
  readonly newcomers: ZulipRow;
  readonly onlyHere: ZulipRow;
  readonly systemGroups: Readonly<Record<string, number>>;
}

export function realmHere({ realm, newcomers, onlyHere, systemGroups }: RealmParts): TableRow {
  const defaults = userSettingsFrom(newcomers, { isForNewcomers: true });
  return {
    id: realm.id,
    string_id: realm.string_id,
    is_default: false,
    is_active: realm.deactivated !== true,
    date_created: seconds(realm.date_created),
    settings: {
      ...realmSettingsFrom(realm, systemGroups),
      ...(onlyHere.settings as ZulipRow | undefined),
      ...(Object.keys(defaults).length === 0 ? {} : { [USER_DEFAULTS]: defaults }),
    },
    version: 1,
    scheduled_deletion_at: onlyHere.scheduled_deletion_at ?? null,
  };
}
