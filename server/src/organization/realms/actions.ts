/** Changes the organization's settings. */

import { isDeepStrictEqual } from "node:util";
import type { GroupSettingUpdate, GroupSettingValue } from "../../kernel/access/group-setting.ts";
import { REALM_PERMISSIONS, type RealmPermission, realmPermissions } from "../../kernel/access/permission-settings.ts";
import { isOwner } from "../../kernel/access/roles.ts";
import { checkSettingUpdate, storeSettingValue } from "../../kernel/access/setting-values.ts";
import { dropAnonymousGroup } from "../../kernel/access/store.ts";
import { demand } from "../../kernel/api/index.ts";
import { permissionChange } from "../../kernel/audit/groups.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { MustBeOwner } from "../../kernel/http/gate.ts";
import { happened } from "../../kernel/moments.ts";
import {
  type ComingSettingChange,
  type PermissionChange,
  permissionChanged,
  settingChanged,
  settingChanging,
} from "../moments.ts";
import { methodsFrom, presentMethods } from "../settings/authentication-methods.ts";
import { CHANNEL_SETTINGS, type RealmSettings, realmSettings } from "../settings/realm-settings.ts";
import { settingChange } from "../settings/recorded.ts";
import type { Setting, SettingsTable } from "../settings/setting.ts";
import { MustBeDemo, REPEATED, UPDATED } from "./contract.ts";
import { realmUpdateDictEvent, realmUpdateEvent } from "./events.ts";
import { realmInTurn } from "./in-turn.ts";
import { mayChangeSetting } from "./permissions.ts";
import { storeSettings } from "./store.ts";

const settingsTable: SettingsTable = realmSettings;

/** Announced after the permissions, as clients expect. */
const LATER: ReadonlySet<string> = new Set([...CHANNEL_SETTINGS, "authentication_methods", "org_type"]);

/** Returns the changed settings with their new values. */
export async function updateRealm(
  asked: WriteContext,
  request: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const ctx = { ...asked, realm: await realmInTurn(asked) };
  if (request.string_id !== undefined) refuseNewName(ctx);
  const changed: Record<string, unknown> = {};
  const updateSettings = async (isLater: boolean) => {
    for (const name of Object.keys(settingsTable)) {
      if (request[name] === undefined || LATER.has(name) !== isLater) continue;
      const value = await updateSetting(ctx, name, request[name]);
      if (value !== undefined) changed[name] = typeof value === "string" && !REPEATED.has(name) ? UPDATED : value;
    }
  };
  await updateSettings(false);
  for (const name of REALM_PERMISSIONS) {
    const update = request[name] as GroupSettingUpdate | undefined;
    const value = update && (await updatePermission(ctx, name, update));
    if (value !== undefined) changed[name] = value;
  }
  await updateSettings(true);
  return changed;
}

/** Returns the new value, or `undefined` if it did not change. */
async function updateSetting(ctx: WriteContext, name: string, sent: unknown): Promise<unknown> {
  const setting = settingsTable[name] as Setting;
  demand(mayChangeSetting(ctx.user, setting.changedBy === "owner"), new MustBeOwner());
  const value =
    name === "authentication_methods" ? methodsFrom(sent as Record<string, boolean>, ctx) : setting.from(sent, name);
  if (isDeepStrictEqual(value, ctx.realm.settings[name as keyof RealmSettings])) return undefined;
  const change: ComingSettingChange = { name, value, effects: undefined };
  await happened(ctx, settingChanging, change);
  await storeSettings(ctx.db, ctx.realm.id, { [name]: value });
  const from = ctx.realm.settings[name as keyof RealmSettings];
  record(ctx, "realm_setting_changed", settingChange(name, setting, { from, to: value }));
  announceSetting(ctx, change);
  await happened(ctx, settingChanged, { name, value });
  return value;
}

/** The name in the organization's URL is fixed, because people have bookmarks. */
function refuseNewName(ctx: WriteContext): never {
  demand(isOwner(ctx.user), new MustBeOwner());
  throw new MustBeDemo();
}

/** Some settings are announced with derived values, or in another format. */
function announcedValues(ctx: WriteContext, name: string, value: unknown): Record<string, unknown> {
  switch (name) {
    case "topics_policy":
      // Includes the older name, for clients that do not support the new one.
      return { topics_policy: value, mandatory_topics: value === "disable_empty_topic" };
    case "authentication_methods":
      return { authentication_methods: presentMethods(ctx, value as Record<string, boolean>) };
    default:
      return { [name]: value };
  }
}

function announceSetting(ctx: WriteContext, { name, value, effects }: ComingSettingChange): void {
  const event =
    settingsTable[name]?.announced === "update_dict"
      ? realmUpdateDictEvent({ op: "update_dict", property: "default", data: announcedValues(ctx, name, value) })
      : realmUpdateEvent({ op: "update", property: name, value });
  append(ctx, event, toEveryone, effects ? { effects } : {});
}

/** Returns the new value, or `undefined` if it did not change. */
async function updatePermission(
  ctx: WriteContext,
  name: RealmPermission,
  update: GroupSettingUpdate,
): Promise<GroupSettingValue | undefined> {
  const { db, realm, user } = ctx;
  const limits = realmPermissions[name];
  demand(mayChangeSetting(user, limits.changedBy === "owner"), new MustBeOwner());
  const value = await checkSettingUpdate(ctx, { name, limits, current: realm.settings[name] }, update);
  if (value === undefined) return undefined;
  record(ctx, "realm_permission_changed", await permissionChange(db, name, realm.settings[name], value));
  await storeSettings(db, realm.id, { [name]: await storeSettingValue(db, realm.id, value) });
  await dropAnonymousGroup(db, realm.settings[name]);
  const event = realmUpdateDictEvent({ op: "update_dict", property: "default", data: { [name]: value } });
  const change: PermissionChange = { name, effects: undefined };
  await happened(ctx, permissionChanged, change);
  append(ctx, event, toEveryone, change.effects ? { effects: change.effects } : {});
  return value;
}
