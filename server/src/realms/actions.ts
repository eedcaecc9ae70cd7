/** Changing the organization's settings. */
import type { GroupSettingUpdate, GroupSettingValue } from "../access/group-setting.ts";
import { type RealmPermission, realmPermissions } from "../access/permission-settings.ts";
import { isOwner } from "../access/roles.ts";
import { checkSettingUpdate, storeSettingValue } from "../access/setting-values.ts";
import { dropAnonymousGroup } from "../access/store.ts";
import { demand } from "../api/index.ts";
import { checkRealmChannel } from "../channels/realm-channels.ts";
import type { WriteContext } from "../context.ts";
import { toEveryone } from "../events/audience.ts";
import { append, takeTurn } from "../events/log.ts";
import { refreshFullMembers } from "../groups/actions.ts";
import { MustBeOwner } from "../http/gate.ts";
import { type RealmSettings, realmSettings } from "../settings/realm-settings.ts";
import type { SettingsTable } from "../settings/setting.ts";
import { guestsBeginAnew } from "../users/access/changes.ts";
import { realmUpdateDictEvent, realmUpdateEvent } from "./events.ts";
import { storeSettings } from "./store.ts";

const settingsTable: SettingsTable = realmSettings;

/** Answers with what was changed, as it is now. */
export async function updateRealm(
  asked: WriteContext,
  request: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  // Settings are written back as a whole, and compared with what a client has seen: both need those of this moment.
  await takeTurn(asked.db, asked.realm.id);
  const { id, systemGroups } = asked.realm;
  const ctx = { ...asked, realm: await asked.app.identities.uncommittedRealm(asked.db, id, systemGroups) };
  const changed: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settingsTable)) {
    if (request[name] === undefined) continue;
    demand(setting.changedBy !== "owner" || isOwner(ctx.user), new MustBeOwner());
    const value = setting.from(request[name], name);
    if (value === ctx.realm.settings[name as keyof RealmSettings]) continue;
    await checkRealmChannel(ctx, name, value);
    await storeSettings(ctx.db, ctx.realm.id, { [name]: value });
    announceSetting(ctx, name, value);
    if (name === "waiting_period_threshold") await refreshFullMembers(ctx, value as number);
    changed[name] = value;
  }
  for (const name of Object.keys(realmPermissions) as RealmPermission[]) {
    const update = request[name] as GroupSettingUpdate | undefined;
    const value = update && (await updatePermission(ctx, name, update));
    if (value !== undefined) changed[name] = value;
  }
  return changed;
}

function announceSetting(ctx: WriteContext, name: string, value: unknown): void {
  // Clients that know only the older name read it beside the new one.
  const data =
    name === "topics_policy"
      ? { topics_policy: value, mandatory_topics: value === "disable_empty_topic" }
      : { [name]: value };
  const event =
    settingsTable[name]?.announced === "update_dict"
      ? realmUpdateDictEvent({ op: "update_dict", property: "default", data })
      : realmUpdateEvent({ op: "update", property: name, value });
  append(ctx, event, toEveryone);
}

/** Answers with the new value, or nothing when it was that already. */
async function updatePermission(
  ctx: WriteContext,
  name: RealmPermission,
  update: GroupSettingUpdate,
): Promise<GroupSettingValue | undefined> {
  const { db, realm, user } = ctx;
  const limits = realmPermissions[name];
  demand(limits.changedBy !== "owner" || isOwner(user), new MustBeOwner());
  const value = await checkSettingUpdate(ctx, { name, limits, current: realm.settings[name] }, update);
  if (value === undefined) return undefined;
  await storeSettings(db, realm.id, { [name]: await storeSettingValue(db, realm.id, value) });
  await dropAnonymousGroup(db, realm.settings[name]);
  const event = realmUpdateDictEvent({ op: "update_dict", property: "default", data: { [name]: value } });
  const options = name === "can_access_all_users_group" ? { effects: await guestsBeginAnew(ctx) } : {};
  append(ctx, event, toEveryone, options);
  return value;
}
