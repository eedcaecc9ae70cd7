/** System groups: one for each role, and one for full members. */
import type { SystemGroupName } from "../../kernel/access/permission-settings.ts";
import { Role } from "../../kernel/access/roles.ts";
import type { GroupId } from "../../kernel/api/ids.ts";
import type { Realm } from "../../kernel/context.ts";

/** In order of creation: each contains the one before it, except for role:nobody, which stands alone. */
export const SYSTEM_GROUP_DESCRIPTIONS: Record<SystemGroupName, string> = {
  "role:nobody": "Nobody",
  "role:owners": "Owners of this organization",
  "role:administrators": "Administrators of this organization, including owners",
  "role:moderators": "Moderators of this organization, including administrators",
  "role:fullmembers": "Members of this organization, not including new accounts and guests",
  "role:members": "Members of this organization, not including guests",
  "role:everyone": "Everyone in this organization, including guests",
  "role:internet": "Everyone on the Internet",
};

const GROUP_OF_ROLE: Record<number, SystemGroupName> = {
  [Role.owner]: "role:owners",
  [Role.administrator]: "role:administrators",
  [Role.moderator]: "role:moderators",
  [Role.member]: "role:members",
  [Role.guest]: "role:everyone",
};

const SECONDS_PER_DAY = 86_400;

/** A member whose account is old enough. Higher roles belong to role:fullmembers through their own groups. */
export function isFullMember(user: { role: number; date_joined: number }, waitingDays: number, now: number): boolean {
  const days = Math.floor((now - user.date_joined) / SECONDS_PER_DAY);
  return user.role === Role.member && days >= waitingDays;
}

/** The system groups that the user is a direct member of. */
export function roleGroupsOf(realm: Realm, user: { role: number; date_joined: number }, now: number): GroupId[] {
  const own = realm.systemGroups[GROUP_OF_ROLE[user.role] as SystemGroupName];
  return isFullMember(user, realm.settings.waiting_period_threshold, now)
    ? [own, realm.systemGroups["role:fullmembers"]]
    : [own];
}
