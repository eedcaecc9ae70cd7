import { isAdministrator } from "../access/roles.ts";
import type { WriteContext } from "../context.ts";
import { json } from "../db/dialect.ts";
import { startEmailChange } from "../email-change/actions.ts";
import { toUsers } from "../events/audience.ts";
import { append, takeTurn } from "../events/log.ts";
import { switchPresence } from "../presence/actions.ts";
import { announceStatus } from "../user-status/announce.ts";
import { toThoseWhoAccess } from "../users/access/audience.ts";
import { announceAddressVisibility, renameUser } from "../users/actions.ts";
import { userUpdateEvent } from "../users/events.ts";
import { apiEmail, type UserRow } from "../users/present.ts";
import { changeUser, userById } from "../users/store.ts";
import { displaySettingsEvent, globalNotificationsEvent, userSettingsEvent } from "./events.ts";
import { languageName } from "./languages.ts";
import { type UserSetting, type UserSettingName, userSettings } from "./user-settings.ts";

const table: Readonly<Record<UserSettingName, UserSetting>> = userSettings;

export async function updateSettings(
  ctx: WriteContext,
  request: Readonly<Record<string, unknown>>,
  { isStatusAnnounced = false } = {},
): Promise<void> {
  // Settings are written back as a whole: two requests must not each carry away what the other has just set.
  await takeTurn(ctx.db, ctx.realm.id);
  const self = (await userById(ctx.db, ctx.realm.id, ctx.user.id)) as UserRow;
  if (typeof request.full_name === "string") await changeFullName(ctx, self, request.full_name);
  if (typeof request.email === "string") await startEmailChange(ctx, request.email);
  const changed: Record<string, unknown> = {};
  for (const name of Object.keys(table) as UserSettingName[]) {
    if (request[name] === undefined) continue;
    const value = table[name].from(request[name], name);
    if (value !== (self.settings[name] ?? table[name].default)) changed[name] = value;
  }
  if (Object.keys(changed).length === 0) return;
  const settings = { ...self.settings, ...changed };
  await changeUser(ctx.db, self.id, { settings: json(settings) });
  const email = apiEmail(ctx.realm, { ...self, settings });
  for (const [name, value] of Object.entries(changed)) announce(ctx, email, name as UserSettingName, value);
  if ("timezone" in changed) {
    const person = { user_id: self.id, email, timezone: changed.timezone as string };
    append(ctx, userUpdateEvent({ op: "update", person }), await toThoseWhoAccess(ctx, self));
  }
  if ("presence_enabled" in changed && !isStatusAnnounced)
    await announceStatus(ctx, self, { away: changed.presence_enabled === false });
  if (typeof changed.presence_enabled === "boolean") await switchPresence(ctx, changed.presence_enabled);
  if ("email_address_visibility" in changed) await announceAddressVisibility(ctx, self, { ...self, settings });
}

function announce(ctx: WriteContext, email: string, name: UserSettingName, value: unknown): void {
  const self = toUsers(ctx.user.id);
  const language = name === "default_language" ? { language_name: languageName(value as string) as string } : {};
  append(ctx, userSettingsEvent({ op: "update", property: name, value, ...language }), self);
  const { legacy } = table[name];
  if (legacy === "update_display_settings")
    append(ctx, displaySettingsEvent({ user: email, setting_name: name, setting: value, ...language }), self);
  if (legacy === "update_global_notifications")
    append(ctx, globalNotificationsEvent({ user: email, notification_name: name, setting: value }), self);
}

/** Silently left alone where the organization keeps names fixed, as clients send the name with other settings. */
async function changeFullName(ctx: WriteContext, self: UserRow, sent: string): Promise<void> {
  if (sent.trim() === self.full_name) return;
  if (ctx.realm.settings.name_changes_disabled && !isAdministrator(ctx.user)) return;
  await renameUser(ctx, self, sent);
}
