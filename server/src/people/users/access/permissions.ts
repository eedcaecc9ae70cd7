/** Who can access all users of the organization. */
import { isGuest } from "../../../kernel/access/roles.ts";
import type { GroupId } from "../../../kernel/api/ids.ts";

interface UserAccessRule {
  readonly settings: { readonly can_access_all_users_group: GroupId };
  readonly systemGroups: { readonly "role:everyone": GroupId };
}

/** If can_access_all_users_group is not everyone, guests can access only people they share a conversation with. */
export const isRestricted = ({ settings, systemGroups }: UserAccessRule): boolean =>
  settings.can_access_all_users_group !== systemGroups["role:everyone"];

export const canAccessAllUsers = (viewer: { readonly role: number }, realm: UserAccessRule): boolean =>
  !isGuest(viewer) || !isRestricted(realm);
