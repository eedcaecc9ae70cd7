/** Settings as columns of Zulip's tables, and back. Names and values are the same, except for those listed here. */
import { type RealmPermission, realmPermissions } from "../../kernel/access/permission-settings.ts";
import { CHANNEL_SETTINGS, realmSettings } from "../../organization/settings/realm-settings.ts";
import type { SettingsTable } from "../../organization/settings/setting.ts";
import { NEWCOMER_SETTINGS, userSettings } from "../../organization/settings/user-settings.ts";
import type { ZulipRow } from "./format.ts";

type StoredValues = Readonly<Record<string, unknown>>;

/** Texts here, numbers there. */
const NUMBERED: Readonly<Record<string, readonly string[]>> = {
  topics_policy: ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"],
  message_edit_history_visibility_policy: ["all", "moves", "none"],
  resolved_topic_notice_auto_read_policy: ["always", "except_followed", "never"],
};

export function numberThere(name: string, value: unknown): unknown {
  const at = NUMBERED[name]?.indexOf(String(value)) ?? -1;
  return at < 0 ? value : at + 1;
}

export const textHere = (name: string, value: unknown): unknown =>
  typeof value === "number" ? (NUMBERED[name]?.[value - 1] ?? value) : value;

/** Settings of an organization that Zulip does not have, or has in another form. */
export const ONLY_HERE: ReadonlySet<string> = new Set([
  "two_factor_required_for",
  "allow_own_erasure",
  "messages_of_erased_users",
  "allow_unverified_sign_up",
  "enable_gravatar",
  "authentication_methods",
  "push_notifications_enabled",
  "push_notifications_enabled_end_timestamp",
]);

/** `signup_announcements_stream_id` is `signup_announcements_stream` there, and none is null. */
const CHANNELS: ReadonlyMap<string, string> = new Map(
  CHANNEL_SETTINGS.map((name) => [name, name.slice(0, -"_id".length)]),
);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function realmColumns(stored: StoredValues, systemGroups: Readonly<Record<string, number>>): ZulipRow {
  const row: ZulipRow = {};
  for (const [name, { default: fallback }] of Object.entries(realmSettings as SettingsTable)) {
    if (ONLY_HERE.has(name)) continue;
    const value = stored[name] ?? (name in stored ? null : fallback);
    const column = CHANNELS.get(name);
    if (column === undefined) row[name] = numberThere(name, value);
    else row[column] = value === -1 ? null : value;
  }
  for (const [name, { default: group }] of Object.entries(realmPermissions))
    row[name] = stored[name] ?? systemGroups[group];
  return row;
}

/** What differs from the defaults. */
export function realmSettingsFrom(row: ZulipRow, systemGroups: Readonly<Record<string, number>>): ZulipRow {
  const settings: ZulipRow = {};
  for (const [name, { default: fallback }] of Object.entries(realmSettings as SettingsTable)) {
    if (ONLY_HERE.has(name)) continue;
    const column = CHANNELS.get(name);
    const given = row[column ?? name];
    if (given === undefined) continue;
    const value = column === undefined ? textHere(name, given) : (given ?? -1);
    if (!isSame(value, fallback)) settings[name] = value;
  }
  for (const [name, { default: group }] of Object.entries(realmPermissions) as [RealmPermission, { default: string }][])
    if (typeof row[name] === "number" && row[name] !== systemGroups[group]) settings[name] = row[name];
  return settings;
}

/** Of a person, or what new people of an organization begin with. */
export function userColumns(stored: StoredValues, { isForNewcomers = false } = {}): ZulipRow {
  const row: ZulipRow = {};
  for (const [name, fallback] of defaults(isForNewcomers))
    if (!isForNewcomers || !NOT_FOR_ALL.has(name)) row[name] = numberThere(name, stored[name] ?? fallback);
  return row;
}

export function userSettingsFrom(row: ZulipRow, { isForNewcomers = false } = {}): ZulipRow {
  const settings: ZulipRow = {};
  for (const [name, fallback] of defaults(isForNewcomers)) {
    if (row[name] === undefined || row[name] === null || (isForNewcomers && NOT_FOR_ALL.has(name))) continue;
    const value = textHere(name, row[name]);
    if (!isSame(value, fallback)) settings[name] = value;
  }
  return settings;
}

/** A column of people only. */
const NOT_FOR_ALL: ReadonlySet<string> = new Set(["timezone"]);

function* defaults(isForNewcomers: boolean): Generator<[name: string, fallback: unknown]> {
  const newcomers: StoredValues = isForNewcomers ? NEWCOMER_SETTINGS : {};
  for (const [name, { default: fallback }] of Object.entries(userSettings as SettingsTable))
    yield [name, newcomers[name] ?? fallback];
}
