/** Who may do what with a user group. */
import { type Holder, holding } from "../access/holds.ts";
import { type GroupPermission, groupPermissions } from "../access/permission-settings.ts";
import type { GroupId } from "../api/ids.ts";
import { may } from "../realms/permissions.ts";

/** A group as rules need it. */
export interface GroupFacts extends Readonly<Record<GroupPermission, GroupId>> {
  readonly kind: "system" | "named";
}

const mayOn = holding(groupPermissions);

type RealmFacts = Readonly<Record<"can_manage_all_groups", GroupId>>;

/** Roles alone fill the groups of the roles: nobody manages those. */
function canManage(user: Holder, realm: RealmFacts, group: GroupFacts): boolean {
  if (group.kind === "system") return false;
  return may(user, realm, "can_manage_all_groups") || mayOn(user, group, "can_manage_group");
}

/** Whoever manages a group may also do with it what its single permissions give to others. */
export function canChange(
  user: Holder,
  realm: RealmFacts,
  group: GroupFacts,
  ...permissions: readonly GroupPermission[]
): boolean {
  if (group.kind === "system") return false;
  return canManage(user, realm, group) || permissions.some((permission) => mayOn(user, group, permission));
}

/** What adding these people needs: to add only oneself it is enough to be allowed to join. */
export function permissionsToAdd(user: { id: number }, added: readonly number[]): GroupPermission[] {
  return isOnly(user, added) ? ["can_join_group", "can_add_members_group"] : ["can_add_members_group"];
}

/** What removing these people needs: to remove only oneself it is enough to be allowed to leave. */
export function permissionsToRemove(user: { id: number }, removed: readonly number[]): GroupPermission[] {
  return isOnly(user, removed) ? ["can_leave_group", "can_remove_members_group"] : ["can_remove_members_group"];
}

const isOnly = (user: { id: number }, ids: readonly number[]) => ids.every((id) => id === user.id);
