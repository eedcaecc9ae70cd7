/** The permissions of a group: what they are called, their defaults, and where they are stored. */
import type { Connection, State } from "@parley/client";
import { groups, permissionSettings } from "@parley/server/contract";
import type { TextKey } from "../../text/text.ts";
import { type Setting, type SettingRule, who } from "../setting.ts";
import type { PermissionSource, PermissionsGroup } from "../who/PermissionGroup.tsx";
import { type RoleName, rolesIn, type WhoValue } from "../who/who.ts";

const { groupPermissions } = permissionSettings;
export type GroupPermissionKey = permissionSettings.GroupPermission;

const TEXTS: Readonly<Record<GroupPermissionKey, { readonly label: TextKey; readonly help: TextKey }>> = {
  can_manage_group: { label: "groups.whoManages", help: "groups.whoManagesHelp" },
  can_mention_group: { label: "groups.whoMentions", help: "groups.whoMentionsHelp" },
  can_add_members_group: { label: "groups.whoAdds", help: "groups.whoAddsHelp" },
  can_remove_members_group: { label: "groups.whoRemoves", help: "groups.whoRemovesHelp" },
  can_join_group: { label: "groups.whoJoins", help: "groups.whoJoinsHelp" },
  can_leave_group: { label: "groups.whoLeaves", help: "groups.whoLeavesHelp" },
};

export const GROUP_PERMISSION_KEYS = Object.keys(TEXTS) as readonly GroupPermissionKey[];

export const groupPermissionSetting = (key: GroupPermissionKey, rule?: SettingRule): Setting<GroupPermissionKey> =>
  who(key, TEXTS[key].label, groupPermissions[key], { help: TEXTS[key].help, ...(rule ? { rule } : {}) });

export const groupPermissionText = (key: string): TextKey | undefined => TEXTS[key as GroupPermissionKey]?.label;

const permissionsOf = (user_group_id: number): PermissionSource<GroupPermissionKey> => ({
  operation: groups.updateUserGroup,
  read: (state, key) => state.groups.get(user_group_id)?.[key],
  save: (connection, key, value) =>
    connection.call(groups.updateUserGroup, { user_group_id, [key]: { new: value as WhoValue } }),
  saveAll: (connection, changes) => connection.call(groups.updateUserGroup, { user_group_id, ...changes }),
});

export const permissionsGroupOf = (groupId: number, rule: SettingRule): PermissionsGroup<GroupPermissionKey> => ({
  title: "groups.permissions",
  help: "groups.permissionsHelp",
  source: permissionsOf(groupId),
  settings: GROUP_PERMISSION_KEYS.map((key) => groupPermissionSetting(key, rule)),
});

export type GroupPermissionValues = Readonly<Record<GroupPermissionKey, WhoValue>>;

/** What the server gives a new group: some of its permissions are its creator's alone. */
export function newGroupPermissions({ users, groups: known }: Pick<State, "users" | "groups">): GroupPermissionValues {
  const roles = rolesIn(known);
  const entries = GROUP_PERMISSION_KEYS.map((key): [GroupPermissionKey, WhoValue] => {
    const { default: standard } = groupPermissions[key];
    const isCreators = standard === "group_creator";
    return [
      key,
      isCreators ? { direct_members: [users.ownId], direct_subgroups: [] } : (roles.get(standard as RoleName) ?? -1),
    ];
  });
  return Object.fromEntries(entries) as GroupPermissionValues;
}

export interface NewGroupRequest {
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
  readonly subgroups: readonly number[];
  readonly permissions: GroupPermissionValues;
}

export async function createGroup(connection: Connection, request: NewGroupRequest): Promise<number> {
  const { name, description, members, subgroups, permissions } = request;
  const { group_id } = await connection.call(groups.createUserGroup, {
    name,
    description,
    members: [...members],
    subgroups: [...subgroups],
    ...permissions,
  });
  return group_id;
}
