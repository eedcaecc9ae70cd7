/** A permission's value in the API: the id of a group, or an anonymous group. */

import type { GroupId, UserId } from "../api/ids.ts";
import {
  apiError,
  either,
  type Field,
  groupId,
  ids,
  OTHER_FORMAT,
  object,
  optional,
  said,
  strictObject,
  userId,
  type ValueOf,
} from "../api/index.ts";

export interface AnonymousSet {
  direct_members: UserId[];
  direct_subgroups: GroupId[];
}
export type GroupSettingValue = GroupId | AnonymousSet;

export const groupSettingValue: Field<GroupSettingValue, false, true> = either(
  groupId,
  object({ direct_members: ids(userId), direct_subgroups: ids(groupId) }),
);

export const groupSettingUpdate = strictObject(
  { new: groupSettingValue, old: optional(groupSettingValue) },
  { otherwise: OTHER_FORMAT },
);
export type GroupSettingUpdate = ValueOf<typeof groupSettingUpdate>;

export const SystemGroupRequired = apiError<{ setting_name: string }>(
  "SYSTEM_GROUP_REQUIRED",
  ({ setting_name }) => said`'${setting_name}' must be a system user group.`,
);

/** Creates the field for every permission in a table. */
export function ofEach<K extends string, F>(table: Readonly<Record<K, unknown>>, field: F): Record<K, F> {
  return Object.fromEntries(Object.keys(table).map((name) => [name, field])) as Record<K, F>;
}

/** The permissions of a channel or group, as clients see them. Only anonymous groups have none. */
export function showEach<K extends string>(
  table: Readonly<Record<K, unknown>>,
  holder: Readonly<Record<NoInfer<K>, GroupId | null>>,
  shown: (id: GroupId) => GroupSettingValue,
): Record<K, GroupSettingValue> {
  const names = Object.keys(table) as K[];
  return Object.fromEntries(names.map((name) => [name, shown(holder[name] as GroupId)])) as Record<
    K,
    GroupSettingValue
  >;
}
