/** Who holds a permission: the choice that people make of roles, groups and people, and its value in the API. */
import type { State } from "@parley/client";
import { permissionSettings } from "@parley/server/contract";
import type { GroupSettingValue } from "@parley/server/kernel/access/group-setting.ts";
import { canonical, sameValue } from "@parley/server/kernel/access/group-value.ts";
import type { TextKey } from "../../text/text.ts";

export type WhoValue = GroupSettingValue;
export type WhoLimits = permissionSettings.PermissionSetting;
export type RoleName = permissionSettings.SystemGroupName;

/** Groups are roles too. */
export interface Chosen {
  readonly groupIds: readonly number[];
  readonly userIds: readonly number[];
}

export const ROLE_NAMES: Readonly<Record<RoleName, TextKey>> = {
  "role:nobody": "who.nobody",
  "role:owners": "who.owners",
  "role:administrators": "who.administrators",
  "role:moderators": "who.moderators",
  "role:fullmembers": "who.fullMembers",
  "role:members": "who.members",
  "role:everyone": "who.everyone",
  "role:internet": "who.internet",
};

export type Roles = ReadonlyMap<RoleName, number>;

const known = new WeakMap<State["groups"], Roles>();

/** The ids of the groups that stand for roles. */
export function rolesIn(groups: State["groups"]): Roles {
  let roles = known.get(groups);
  if (!roles) {
    const system = [...groups.values()].filter(({ is_system_group }) => is_system_group);
    roles = new Map(system.map(({ name, id }) => [name as RoleName, id]));
    known.set(groups, roles);
  }
  return roles;
}

const nobodyIn = (roles: Roles): number => roles.get("role:nobody") ?? -1;

/** The roles that the setting accepts, the narrowest first. */
export function rolesFor({ allowNobody, allowEveryone, allowedSystemGroups }: WhoLimits): readonly RoleName[] {
  return permissionSettings.SYSTEM_GROUPS.filter(
    (name) =>
      name !== "role:internet" &&
      (name !== "role:nobody" || allowNobody) &&
      (name !== "role:everyone" || allowEveryone) &&
      (allowedSystemGroups.length === 0 || allowedSystemGroups.includes(name)),
  );
}

export function chosenIn(value: WhoValue, roles: Roles): Chosen {
  if (typeof value !== "number") return { groupIds: value.direct_subgroups, userIds: value.direct_members };
  return { groupIds: value === nobodyIn(roles) ? [] : [value], userIds: [] };
}

export const whoOf = ({ groupIds, userIds }: Chosen, roles: Roles): WhoValue =>
  canonical({ direct_members: [...userIds], direct_subgroups: [...groupIds] }, nobodyIn(roles));

/** The server compares values in this form. */
export const isSameWho = (one: WhoValue, other: WhoValue, roles: Roles): boolean =>
  sameValue(canonical(one, nobodyIn(roles)), canonical(other, nobodyIn(roles)));

/** A role replaces the others, because wider roles contain the narrower ones. Nobody replaces everything. */
export function withGroup(chosen: Chosen, groupId: number, roles: Roles): Chosen {
  if (groupId === nobodyIn(roles)) return { groupIds: [], userIds: [] };
  const isRole = (id: number) => [...roles.values()].includes(id);
  const kept = isRole(groupId) ? chosen.groupIds.filter((id) => !isRole(id)) : chosen.groupIds;
  return { ...chosen, groupIds: [...new Set([...kept, groupId])] };
}

export const withPerson = (chosen: Chosen, userId: number): Chosen => ({
  ...chosen,
  userIds: [...new Set([...chosen.userIds, userId])],
});

export const without = ({ groupIds, userIds }: Chosen, gone: { groupId?: number; userId?: number }): Chosen => ({
  groupIds: groupIds.filter((id) => id !== gone.groupId),
  userIds: userIds.filter((id) => id !== gone.userId),
});

/** Whether the setting accepts the choice; only nobody can be refused, because nothing else refused is offered. */
export const isAccepted = ({ groupIds, userIds }: Chosen, { allowNobody }: WhoLimits): boolean =>
  allowNobody || groupIds.length + userIds.length > 0;
