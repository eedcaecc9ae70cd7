/** The value of a permission as the audit log records it. */
import type { GroupSettingValue } from "../access/group-setting.ts";
import { settingValues } from "../access/store.ts";
import { MAX_RECORDED_IDS, type recordedGroup } from "../api/audit.ts";
import type { ValueOf } from "../api/fields.ts";
import type { GroupId } from "../api/ids.ts";
import type { Db } from "../db/handles.ts";

type RecordedGroup = ValueOf<typeof recordedGroup>;

export interface PermissionChange {
  readonly setting: string;
  readonly from: RecordedGroup;
  readonly to: RecordedGroup;
}

/** To be read before the change: an anonymous group is deleted with the setting's old value. */
export async function permissionChange(
  db: Db,
  setting: string,
  from: GroupId,
  to: GroupSettingValue,
): Promise<PermissionChange> {
  const before = (await settingValues(db, [from]))(from);
  return { setting, from: recorded(before), to: recorded(to) };
}

function recorded(value: GroupSettingValue): RecordedGroup {
  if (typeof value === "number") return value;
  const { direct_members, direct_subgroups } = value;
  const [member_count, subgroup_count] = [direct_members.length, direct_subgroups.length];
  return member_count + subgroup_count > MAX_RECORDED_IDS ? { member_count, subgroup_count } : value;
}
