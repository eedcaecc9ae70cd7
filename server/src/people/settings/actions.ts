/** Changes a user's own settings. */

import { record } from "../../kernel/audit/record.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { json } from "../../kernel/db/dialect.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { languageName } from "../../kernel/languages.ts";
import { happened } from "../../kernel/moments.ts";
import {
  type UserSetting,
  type UserSettingName,
  type UserSettings,
  userSettings,
} from "../../organization/settings/user-settings.ts";
import { startEmailChange } from "../email-change/actions.ts";
import { ownSettingChanged } from "../moments.ts";
import { switchPresence } from "../presence/actions.ts";
import { announceStatus } from "../user-status/announce.ts";
import { toUsersWithAccess } from "../users/access/audience.ts";
import { announceAddressVisibility, renameUser } from "../users/actions.ts";
import { userUpdateEvent } from "../users/events.ts";
import { apiEmail, type UserRow } from "../users/present.ts";
import { changeUser, userById } from "../users/store.ts";
import { displaySettingsEvent, globalNotificationsEvent, userSettingsEvent } from "./events.ts";
import { mayChangeName } from "./permissions.ts";

const table: Readonly<Record<UserSettingName, UserSetting>> = userSettings;

export interface OwnChanges {
  readonly values: Partial<UserSettings>;
  readonly full_name?: string | undefined;
  readonly email?: string | undefined;
  /** Computed before the transaction, because hashing is slow. */
  readonly password_hash?: string | undefined;
}

/** Checks the settings in a request and returns their stored form. */
export function valuesFrom(request: Readonly<Record<string, unknown>>): Partial<UserSettings> {
  const sent = (Object.keys(table) as UserSettingName[]).filter((name) => request[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, table[name].from(request[name], name)]));
}

type SettingChange = [UserSettingName, UserSettings[UserSettingName]];

/** The values that differ from the stored ones, or from the defaults where nothing is stored. */
export function changedValues(
  values: Partial<UserSettings>,
  stored: Readonly<Record<string, unknown>>,
): SettingChange[] {
  const entries = Object.entries(values) as SettingChange[];
  return entries.filter(([name, value]) => value !== (stored[name] ?? table[name].default));
}

/** With `isStatusAnnounced`, the caller announces the status. */
export async function updateSettings(
  ctx: WriteContext,
  changes: OwnChanges,
  { isStatusAnnounced = false } = {},
): Promise<void> {
  const self = (await userById(ctx.db, ctx.realm.id, ctx.user.id)) as UserRow;
  if (changes.password_hash !== undefined) {
    await changeUser(ctx.db, self.id, { password_hash: changes.password_hash }, { keptSession: ctx.session });
    record(ctx, "password_changed", { user: self.id });
  }
  if (changes.email !== undefined) await startEmailChange(ctx, changes.email);
  if (changes.full_name !== undefined) await changeFullName(ctx, self, changes.full_name);

  const changed = changedValues(changes.values, self.settings);
  if (changed.length === 0) return;
  const settings = { ...self.settings, ...Object.fromEntries(changed) };
  await changeUser(ctx.db, self.id, { settings: json(settings) });
  const after = { ...self, settings };
  for (const change of changed) {
    announceSetting(ctx, after, change);
    await consequences[change[0]]?.(ctx, self, after);
    await happened(ctx, ownSettingChanged, { name: change[0], value: change[1] });
  }
  if (!isStatusAnnounced && changed.some(([name]) => name === "presence_enabled"))
    await announceStatus(ctx, self, { away: settings.presence_enabled === false });
}

/** Side effects of changing a setting, in addition to its event. */
const consequences: Partial<
  Record<UserSettingName, (ctx: WriteContext, before: UserRow, after: UserRow) => void | Promise<void>>
> = {
  timezone: announceTimeZone,
  email_address_visibility: announceAddressVisibility,
  presence_enabled: (ctx, _before, { settings }) => switchPresence(ctx, settings.presence_enabled as boolean),
};

function announceSetting(ctx: WriteContext, user: UserRow, [name, value]: SettingChange): void {
  const self = toUsers(user.id);
  const email = apiEmail(ctx.realm, user);
  const language = name === "default_language" ? { language_name: languageName(value as string) as string } : {};
  append(ctx, userSettingsEvent({ op: "update", property: name, value, ...language }), self);
  const { legacy } = table[name];
  if (legacy === "update_display_settings")
    append(ctx, displaySettingsEvent({ user: email, setting_name: name, setting: value, ...language }), self);
  if (legacy === "update_global_notifications")
    append(ctx, globalNotificationsEvent({ user: email, notification_name: name, setting: value }), self);
}

async function announceTimeZone(ctx: WriteContext, _before: UserRow, after: UserRow): Promise<void> {
  const timezone = after.settings.timezone as string;
  const person = { user_id: after.id, email: apiEmail(ctx.realm, after), timezone };
  append(ctx, userUpdateEvent({ op: "update", person }), await toUsersWithAccess(ctx, after));
}

/** Silently ignored if name changes are disabled, because clients send the name together with other settings. */
async function changeFullName(ctx: WriteContext, self: UserRow, sent: string): Promise<void> {
  if (sent.trim() === self.full_name || !mayChangeName(ctx.user, ctx.realm.settings)) return;
  await renameUser(ctx, self, sent);
}
