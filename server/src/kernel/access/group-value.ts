/** Compares the values of permissions. Without schemas, so that clients import it too. */
import type { GroupId } from "../api/ids.ts";
import type { GroupSettingValue } from "./group-setting.ts";

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/** One form per meaning: a set of one group is that group, and the empty set is nobody. */
export function canonical(value: GroupSettingValue, nobody: GroupId): GroupSettingValue {
  if (typeof value === "number") return value;
  const direct_members = ascending(value.direct_members);
  const direct_subgroups = ascending(value.direct_subgroups);
  if (direct_members.length > 0) return { direct_members, direct_subgroups };
  const [only, ...others] = direct_subgroups;
  if (only === undefined) return nobody;
  return others.length === 0 ? only : { direct_members, direct_subgroups };
}

/** Both in canonical form. */
export function sameValue(a: GroupSettingValue, b: GroupSettingValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
