/** Validates a permission's new value against the setting's limits, then stores it as a group id. */
import { ApiError, demand, ExpectationMismatch, type GroupId, type RealmId, said, type UserId } from "../api/index.ts";
import type { OpenContext } from "../context.ts";
import { isAnyOf } from "../db/dialect.ts";
import type { Db, TurnTx } from "../db/handles.ts";
import { demandFits } from "../limits/room.ts";
import {
  type AnonymousSet,
  type GroupSettingUpdate,
  type GroupSettingValue,
  SystemGroupRequired,
} from "./group-setting.ts";
import { canonical, sameValue } from "./group-value.ts";
import type { PermissionSetting, SystemGroupName } from "./permission-settings.ts";
import { insertAnonymousGroup, settingValues } from "./store.ts";

/** Throws unless the setting accepts the value; returns its canonical form. */
export async function checkSettingValue(
  ctx: Pick<OpenContext, "app" | "db" | "realm">,
  setting: { name: string; limits: PermissionSetting },
  sent: GroupSettingValue,
): Promise<GroupSettingValue> {
  const value = canonical(sent, ctx.realm.systemGroups["role:nobody"]);
  if (typeof value === "number") await checkGroup(ctx, setting, value);
  else await checkSet(ctx, setting, value);
  return value;
}

async function checkGroup(
  { db, realm }: Pick<OpenContext, "app" | "db" | "realm">,
  { name, limits }: { name: string; limits: PermissionSetting },
  id: GroupId,
): Promise<void> {
  const [group] = await groups(db, realm.id, [id]);
  if (!group || group.kind === "anonymous") throw new ApiError(said`Invalid user group`);
  if (group.deactivated) throw new ApiError(said`User group is deactivated.`);
  if (group.kind !== "system") {
    if (limits.requireSystemGroup) throw new SystemGroupRequired({ setting_name: name });
    return;
  }
  const groupName = group.name as SystemGroupName;
  const { allowedSystemGroups: only } = limits;
  const refused =
    groupName === "role:internet" ||
    (groupName === "role:nobody" && !limits.allowNobody) ||
    (groupName === "role:everyone" && !limits.allowEveryone) ||
    (only.length > 0 && !only.includes(groupName));
  if (refused) throw new ApiError(said`'${name}' setting cannot be set to '${groupName}' group.`);
}

async function checkSet(
  { app, db, realm }: Pick<OpenContext, "app" | "db" | "realm">,
  { name, limits }: { name: string; limits: PermissionSetting },
  { direct_members, direct_subgroups }: AnonymousSet,
): Promise<void> {
  if (limits.requireSystemGroup) throw new SystemGroupRequired({ setting_name: name });
  demandFits({ app }, "subgroups", direct_subgroups.length);
  const users = new Set(await activeUsers(db, realm.id, direct_members));
  const unknown = direct_members.find((id) => !users.has(id));
  if (unknown !== undefined) throw new ApiError(said`Invalid user ID: ${unknown}`);
  const found = new Map((await groups(db, realm.id, direct_subgroups)).map((group) => [group.id, group]));
  const missing = direct_subgroups.find((id) => (found.get(id)?.kind ?? "anonymous") === "anonymous");
  if (missing !== undefined) throw new ApiError(said`Invalid user group ID: ${missing}`);
  if ([...found.values()].some((group) => group.deactivated)) throw new ApiError(said`User group is deactivated.`);
}

function groups(db: Db, realmId: RealmId, ids: readonly GroupId[]) {
  return db
    .selectFrom("user_group")
    .select(["id", "kind", "name", "deactivated"])
    .where("realm_id", "=", realmId)
    .where(isAnyOf(db, "id", ids))
    .execute();
}

async function activeUsers(db: Db, realmId: RealmId, ids: readonly UserId[]): Promise<UserId[]> {
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("is_active", "=", true)
    .where("system_bot", "is", null)
    .where(isAnyOf(db, "id", ids))
    .execute();
  return rows.map((row) => row.id);
}

interface CurrentSetting {
  name: string;
  limits: PermissionSetting;
  current: GroupId;
  /** Checks that the caller may change it; throws. Called before the value is validated, and only if it differs. */
  checkCaller?: () => void;
}

/**
 * The validated new value in canonical form; undefined if the setting already has that value, which is then always
 * accepted.
 */
export async function checkSettingUpdate(
  ctx: Pick<OpenContext, "app" | "db" | "realm">,
  { current, checkCaller, ...setting }: CurrentSetting,
  { new: sent, old: expected }: GroupSettingUpdate,
): Promise<GroupSettingValue | undefined> {
  const nobody = ctx.realm.systemGroups["role:nobody"];
  const shown = (await settingValues(ctx.db, [current]))(current);
  // The displayed value may be less than the canonical form: deactivated users are not shown.
  const isExpected = expected === undefined || sameValue(canonical(expected, nobody), canonical(shown, nobody));
  demand(isExpected, new ExpectationMismatch({ field_name: "old" }));
  if (sameValue(canonical(sent, nobody), shown)) return undefined;
  checkCaller?.();
  return checkSettingValue(ctx, setting, sent);
}

/** The group for a validated value; an anonymous group is created if needed. */
export async function storeSettingValue(tx: TurnTx, realmId: RealmId, value: GroupSettingValue): Promise<GroupId> {
  return typeof value === "number" ? value : insertAnonymousGroup(tx, realmId, value);
}
