/** Permissions on user groups. */
import { type Holder, holding } from "../../kernel/access/holds.ts";
import { type GroupPermission, groupPermissions } from "../../kernel/access/permission-settings.ts";
import type { GroupId } from "../../kernel/api/ids.ts";
import { may, type RealmFacts } from "../../organization/realms/permissions.ts";

/** The parts of a group that the rules need. */
export interface GroupFacts<V = GroupId> extends Readonly<Record<GroupPermission, V>> {
  readonly kind: "system" | "named";
}

const mayOn = holding(groupPermissions);

export const mayCreateGroups = <V>(user: Holder<V>, settings: RealmFacts<"can_create_groups", V>): boolean =>
  may(user, settings, "can_create_groups");

export const mayMention = <V>(user: Holder<V>, group: Pick<GroupFacts<V>, "can_mention_group">): boolean =>
  mayOn(user, group, "can_mention_group");

/** Nobody manages system groups: only roles determine their members. */
function canManage<V>(
  user: Holder<V>,
  settings: RealmFacts<"can_manage_all_groups", V>,
  group: GroupFacts<V>,
): boolean {
  if (group.kind === "system") return false;
  return may(user, settings, "can_manage_all_groups") || mayOn(user, group, "can_manage_group");
}

/** Managing a group includes all of its other permissions. */
export function canChange<V>(
  user: Holder<V>,
  settings: RealmFacts<"can_manage_all_groups", V>,
  group: GroupFacts<V>,
  ...permissions: readonly GroupPermission[]
): boolean {
  if (group.kind === "system") return false;
  return canManage(user, settings, group) || permissions.some((permission) => mayOn(user, group, permission));
}

/** Needed to add other people, and to add subgroups. */
export const TO_ADD_OTHERS = ["can_add_members_group"] as const satisfies GroupPermission[];

/** Any one of these is enough. Users who add only themselves can do so with the permission to join. */
export function permissionsToAdd(user: { id: number }, added: readonly number[]): readonly GroupPermission[] {
  return isOnly(user, added) ? ["can_join_group", ...TO_ADD_OTHERS] : TO_ADD_OTHERS;
}

/** Any one of these is enough. Users who remove only themselves can do so with the permission to leave. */
export function permissionsToRemove(user: { id: number }, removed: readonly number[]): GroupPermission[] {
  return isOnly(user, removed) ? ["can_leave_group", "can_remove_members_group"] : ["can_remove_members_group"];
}

const isOnly = (user: { id: number }, ids: readonly number[]) => ids.every((id) => id === user.id);
