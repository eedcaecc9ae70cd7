/** The user groups contract. */
import {
  groupSettingUpdate,
  groupSettingValue,
  ofEach,
  SystemGroupRequired,
} from "../../kernel/access/group-setting.ts";
import { groupPermissions } from "../../kernel/access/permission-settings.ts";
import {
  allOptional,
  apiError,
  badRequest,
  bool,
  type ChannelId,
  ExpectationMismatch,
  type GroupId,
  groupId,
  InsufficientPermission,
  ids,
  list,
  nullable,
  operation,
  optional,
  said,
  shortText,
  strictObject,
  text,
  timestamp,
  type UserId,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { NoSuchUser, UserIsDeactivated } from "../users/contract.ts";

export const MAX_GROUP_NAME_LENGTH = 100;
const MAX_DESCRIPTION_LENGTH = 1024;

export const groupFields = {
  id: groupId,
  name: text(),
  description: text(),
  date_created: nullable(timestamp()),
  creator_id: nullable(userId),
  members: list(userId),
  direct_subgroup_ids: list(groupId),
  is_system_group: bool(),
  deactivated: bool(),
  ...ofEach(groupPermissions, groupSettingValue),
};

export const groupObject = strictObject(groupFields);
export const groupsState = { realm_user_groups: list(groupObject) };

export const InvalidUserGroup = badRequest("Invalid user group");
export const UserGroupDeactivated = badRequest("User group is deactivated.");
export const NoNewData = badRequest("No new data supplied");
export const GroupNameEmpty = badRequest("User group name can't be empty!");
export const GroupNameTooLong = badRequest(said`User group name cannot exceed ${MAX_GROUP_NAME_LENGTH} characters.`);
export const NoMembershipChange = badRequest(
  'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
);
export const NoSubgroupChange = badRequest('Nothing to do. Specify at least one of "add" or "delete".');

export const groupNamePrefixReserved = badRequest<{ prefix: string }>(
  ({ prefix }) => said`User group name cannot start with '${prefix}'.`,
);
export const groupAlreadyExists = badRequest<{ name: string }>(
  ({ name }) => said`User group '${name}' already exists.`,
);
export const invalidUserId = badRequest<{ id: UserId }>(({ id }) => said`Invalid user ID: ${id}`);
export const invalidUserGroupId = badRequest<{ id: GroupId }>(({ id }) => said`Invalid user group ID: ${id}`);
export const alreadyMember = badRequest<{ id: UserId }>(({ id }) => said`User ${id} is already a member of this group`);
export const notMember = badRequest<{ id: UserId }>(({ id }) => said`There is no member '${id}' in this user group`);
export const alreadySubgroup = badRequest<{ id: GroupId }>(
  ({ id }) => said`User group ${id} is already a subgroup of this group.`,
);
export const notSubgroup = badRequest<{ id: GroupId }>(
  ({ id }) => said`User group ${id} is not a subgroup of this group.`,
);
export const wouldContainItself = badRequest<{ id: GroupId }>(
  ({ id }) => said`User group ${id} is already a subgroup of one of the passed subgroups.`,
);

/** Why a group cannot be deactivated: a place where it is used. */
export type Objection =
  | { type: "subgroup"; supergroup_ids: GroupId[] }
  | { type: "channel"; channel_id: ChannelId; settings: string[] }
  | { type: "user_group"; group_id: GroupId; settings: string[] }
  | { type: "realm"; settings: string[] };

export const GroupInUse = apiError<{ objections: Objection[] }>(
  "CANNOT_DEACTIVATE_GROUP_IN_USE",
  "Cannot deactivate user group in use.",
);

const toChange = [InvalidUserGroup, InsufficientPermission];
const ofNames = [GroupNameEmpty, GroupNameTooLong];
const path = { user_group_id: groupId };
const description = text({ max: MAX_DESCRIPTION_LENGTH });

export const getUserGroups = operation({
  method: "GET",
  path: "/user_groups",
  summary: "List the organization's user groups, including role groups.",
  gate: "member",
  params: { include_deactivated_groups: withDefault(bool(), false) },
  response: { user_groups: list(groupObject) },
});

export const createUserGroup = operation({
  method: "POST",
  path: "/user_groups/create",
  summary: "Create a user group. You are a member only if you are listed.",
  gate: "member",
  params: {
    name: shortText(),
    description,
    members: ids(userId),
    subgroups: withDefault(ids(groupId), [], { note: "Groups whose members become members of this one too." }),
    ...allOptional(ofEach(groupPermissions, groupSettingValue)),
  },
  audit: ["group_created", "group_member_added", "group_subgroup_added"],
  response: { group_id: groupId },
  errors: [
    collections.user_groups.Full,
    collections.subgroups.Full,
    InsufficientPermission,
    InvalidUserGroup,
    ...ofNames,
    UserGroupDeactivated,
    SystemGroupRequired,
  ],
});

export const updateUserGroup = operation({
  method: "PATCH",
  path: "/user_groups/{user_group_id}",
  summary: "Change a user group's name, description or permissions, or reactivate it.",
  gate: "member",
  params: {
    ...path,
    name: optional(shortText()),
    description: optional(description),
    deactivated: optional(bool(), { note: "False reactivates the group; true does nothing.", since: 386 }),
    ...allOptional(ofEach(groupPermissions, groupSettingUpdate)),
  },
  audit: ["group_setting_changed", "group_permission_changed", "group_reactivated"],
  response: {},
  errors: [NoNewData, ...toChange, ...ofNames, UserGroupDeactivated, ExpectationMismatch, SystemGroupRequired],
});

export const deactivateUserGroup = operation({
  method: "POST",
  path: "/user_groups/{user_group_id}/deactivate",
  summary: "Deactivate a user group that nothing uses. It keeps its name, members and permissions.",
  params: path,
  audit: ["group_deactivated"],
  response: {},
  errors: [...toChange, UserGroupDeactivated, GroupInUse],
});

export const getGroupMembers = operation({
  method: "GET",
  path: "/user_groups/{user_group_id}/members",
  summary: "List the members of a user group.",
  gate: "member",
  params: {
    ...path,
    direct_member_only: withDefault(bool(), false, { note: "Leave out members who belong only through subgroups." }),
  },
  response: { members: list(userId) },
  errors: [InvalidUserGroup, UserGroupDeactivated],
});

export const updateGroupMembers = operation({
  method: "POST",
  path: "/user_groups/{user_group_id}/members",
  summary: "Add members and subgroups to a user group, or remove them.",
  gate: "member",
  params: {
    ...path,
    add: withDefault(ids(userId), []),
    delete: withDefault(ids(userId), []),
    add_subgroups: withDefault(ids(groupId), []),
    delete_subgroups: withDefault(ids(groupId), []),
  },
  audit: ["group_member_added", "group_member_removed", "group_subgroup_added", "group_subgroup_removed"],
  response: {},
  errors: [collections.subgroups.Full, NoMembershipChange, ...toChange, UserGroupDeactivated],
});

export const isGroupMember = operation({
  method: "GET",
  path: "/user_groups/{user_group_id}/members/{user_id}",
  summary: "Check whether a user is in a user group.",
  gate: "member",
  params: { ...path, user_id: userId, direct_member_only: withDefault(bool(), false) },
  response: { is_user_group_member: bool() },
  errors: [InvalidUserGroup, UserGroupDeactivated, NoSuchUser, UserIsDeactivated],
});

export const getSubgroups = operation({
  method: "GET",
  path: "/user_groups/{user_group_id}/subgroups",
  summary: "List the subgroups of a user group.",
  gate: "member",
  params: {
    ...path,
    direct_subgroup_only: withDefault(bool(), false, { note: "Leave out the subgroups of its subgroups." }),
  },
  response: { subgroups: list(groupId) },
  errors: [InvalidUserGroup, UserGroupDeactivated],
});

export const updateSubgroups = operation({
  method: "POST",
  path: "/user_groups/{user_group_id}/subgroups",
  summary: "Add subgroups to a user group, or remove them.",
  gate: "member",
  params: { ...path, add: withDefault(ids(groupId), []), delete: withDefault(ids(groupId), []) },
  audit: ["group_subgroup_added", "group_subgroup_removed"],
  response: {},
  errors: [collections.subgroups.Full, NoSubgroupChange, ...toChange, UserGroupDeactivated],
});
