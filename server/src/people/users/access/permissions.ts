/** Who can access every user of the organization, and where that is not everybody. */
import { isGuest } from "../../../kernel/access/roles.ts";
import type { GroupId } from "../../../kernel/api/ids.ts";

interface UserAccessRule {
  readonly settings: { readonly can_access_all_users_group: GroupId };
  readonly systemGroups: { readonly "role:everyone": GroupId };
}

/** Where can_access_all_users_group is not everyone, guests know only those they have to do with. */
export const isRestricted = ({ settings, systemGroups }: UserAccessRule): boolean =>
  settings.can_access_all_users_group !== systemGroups["role:everyone"];

export const canAccessAllUsers = (viewer: { readonly role: number }, realm: UserAccessRule): boolean =>
  !isGuest(viewer) || !isRestricted(realm);
